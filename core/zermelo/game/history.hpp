// The keys of the earlier positions of a game that may recur, for draws by repetition.
#pragma once

#include <algorithm>
#include <vector>

#include "zermelo/game/value.hpp"

namespace zermelo {

class History {
public:
    // Call this for every position, the first one too, before `move` is played.
    template <class G>
    void leave(const G& game, typename G::Move move) {
        if (game.irreversible(move)) keys_.clear();
        else keys_.push_back(game.key());
    }
    // How often the position has occurred before.
    template <class G>
    int seen(const G& game) const {
        return static_cast<int>(std::count(keys_.begin(), keys_.end(), game.key()));
    }
    // Whether this is the third occurrence.
    template <class G>
    bool repeated(const G& game) const {
        return seen(game) >= 2;
    }
    const std::vector<Key>& keys() const { return keys_; }

private:
    std::vector<Key> keys_;
};

}  // namespace zermelo
