// Random games from several states at once, in slices: what they are worth on average.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "zermelo/base/list.hpp"
#include "zermelo/games/gdl/rules.hpp"
#include "zermelo/games/gdl/sliced.hpp"

namespace zermelo::gdl {

class LeafPlayouts {
public:
    static constexpr std::uint32_t longest_game = 2048;

    LeafPlayouts(const Rules& rules, std::uint64_t seed) : rules_(rules), sliced_(rules.net, seed, FactsKept::relevant) {}

    // The mean goals of all roles from each of at most 512 states that are not ends, every one from the same number of games. Games that
    // are too long do not count; where all are, the mean is half of the range.
    template <class G>
    std::vector<List<double, most_roles>> play(const std::vector<G>& games) {
        const auto each = lanes / std::bit_ceil(static_cast<std::uint32_t>(games.size()));
        for (std::uint32_t lane = 0; lane < lanes; lane += each) sliced_.load(lane, each, games[std::min<std::size_t>(lane / each, games.size() - 1)].facts());
        sliced_.finish(longest_game);
        std::vector<List<double, most_roles>> out(games.size());
        for (std::uint32_t at = 0; at < games.size(); ++at) {
            const std::uint32_t finished = sliced_.finished(at * each, each);
            for (std::size_t role = 0; role < rules_.roles(); ++role)
                out[at].push_back(finished ? static_cast<double>(sliced_.goal_sum(role, at * each, each)) / finished : 50.0);
        }
        return out;
    }

private:
    const Rules& rules_;
    Sliced sliced_;
};

}  // namespace zermelo::gdl
