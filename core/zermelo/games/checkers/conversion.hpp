// How a won checkers endgame is won although its tables hold no distances: those of one slice, the one that a search starts in, are
// computed when they are first asked for. They count the plies until play leaves the slice, by a capture or by the advance of the
// foremost man. That cannot be undone, so a side that comes closer with every move wins in the end.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "zermelo/games/checkers/endgame_tables.hpp"

namespace zermelo::checkers {

// A slice for Retrograde: to leave it for a won position is the aim.
template <int Size>
class ConversionSlice {
public:
    using Game = BasicCheckers<Size>;

    ConversionSlice(const SliceIndex<Size>& index, const EndgameTables<Size>& tables) : index_(index), tables_(tables), moves_(index, {}) {}

    std::size_t size() const { return index_.size(); }

    Successors successors(std::size_t number) const {
        const Game game = index_.position(number);
        Successors found{.exists = true, .inside = 0, .outside = {}};
        if (!game.has_moves()) found.outside = Distance::of_plies(0);
        game.template each_move_of<0>([&](Move, const Change& change) {
            const Game next = game.template after<0>(change).turned();
            const auto [own, other] = forces_of(next);
            if (ordered(own, other) == index_.forces()) {
                ++found.inside;
                return;
            }
            const Result reached = tables_.look_up(next).value_or(Result::draw);
            found.add_outside(reached == Result::draw ? Distance() : Distance::of_plies(reached == Result::loss ? 1 : 2));
        });
        return found;
    }

    template <class Visit>
    void visit_predecessors(std::size_t number, Visit&& visit) const {
        moves_.visit_predecessors(number, visit);
    }

private:
    const SliceIndex<Size>& index_;
    const EndgameTables<Size>& tables_;
    EndgameSlice<Size, std::nullptr_t> moves_;
};

// The slice of a position that is won or lost.
template <int Size>
class Conversion {
public:
    using Game = BasicCheckers<Size>;
    static constexpr std::size_t largest = 1 << 20;  // positions in a slice; all of up to four pieces have fewer

    explicit Conversion(const SliceForces& forces) : index_(forces) {
        if (index_.size() > largest) return;
        static std::mutex mutex;
        static std::map<Key, std::shared_ptr<const std::vector<std::uint8_t>>> computed;
        const std::lock_guard lock(mutex);
        auto& bytes = computed[salt()];
        if (!bytes) {
            RetrogradeProgress progress;
            const ConversionSlice<Size> slice(index_, endgame_tables<Size>);
            bytes = std::make_shared<const std::vector<std::uint8_t>>(Retrograde(slice, progress).run());
        }
        distances_ = bytes;
    }

    // Tells slices apart; never 0.
    Key salt() const {
        Key salt = 1;
        for (const Force& force : {index_.forces().first, index_.forces().second})
            for (const int number : {force.men, force.kings, force.lead}) salt = mix(salt + static_cast<Key>(number));
        return salt | 1;
    }

    bool contains(const Game& game) const {
        if (std::popcount(game.black() | game.white()) != index_.forces().pieces()) return false;
        const auto [own, other] = forces_of(black_to_move(game));
        return ordered(own, other) == index_.forces();
    }

    // The result of a position of the slice; nothing where it must be searched: where the distance is not known, or the rule of 40
    // moves comes first.
    std::optional<TableResult> probe(const Game& game) const {
        const std::optional<Result> result = endgame_tables<Size>.probe(game);
        if (!result || *result == Result::draw) return result ? std::optional(TableResult{*result, true}) : std::nullopt;
        if (!distances_) return std::nullopt;
        const Game turned = black_to_move(game);
        const bool second = forces_of(turned).first == index_.forces().second && !index_.forces().symmetric();
        const Distance distance = Distance::of_byte((*distances_)[index_.number(turned, second)]);
        if (distance.drawn() || (game.rules().forty_moves && game.clock() + distance.plies() > Game::clock_limit)) return std::nullopt;
        return TableResult{*result, true, distance.plies()};
    }

private:
    SliceIndex<Size> index_;
    std::shared_ptr<const std::vector<std::uint8_t>> distances_;
};

}  // namespace zermelo::checkers

namespace zermelo {

// A hook of HasResultTable of game/hooks.hpp: what helps to win a position that is won or lost in the tables.
template <int Size>
std::optional<checkers::Conversion<Size>> conversion_of(const BasicCheckers<Size>& game) {
    const std::optional<Result> result = checkers::endgame_tables<Size>.probe(game);
    if (!result || *result == Result::draw) return std::nullopt;
    const auto [own, other] = checkers::forces_of(checkers::black_to_move(game));
    return std::make_optional<checkers::Conversion<Size>>(checkers::ordered(own, other));
}

}  // namespace zermelo
