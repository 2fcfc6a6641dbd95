// A slice of a checkers endgame for retrograde analysis: results by successors, and predecessors. The positions of both sides are
// numbered together, those with the first side to move before the others.
#pragma once

#include <utility>

#include "zermelo/games/checkers/endgame_index.hpp"
#include "zermelo/tables/retrograde.hpp"

namespace zermelo::checkers {

// The result of a position whose best move leads to one with this result.
constexpr Result before(Result result) { return result == Result::draw ? result : result == Result::win ? Result::loss : Result::win; }

template <int Size>
class SliceIndex {
public:
    using Game = BasicCheckers<Size>;

    explicit SliceIndex(const SliceForces& forces)
        : forces_(forces), first_(forces.first, forces.second), second_(forces.second, forces.first), first_size_(first_.size()) {}

    const SliceForces& forces() const { return forces_; }
    const Force& side(bool second) const { return second ? forces_.second : forces_.first; }
    std::size_t size() const { return first_size_ + (forces_.symmetric() ? 0 : second_.size()); }
    std::size_t first_size() const { return first_size_; }

    // Black is to move.
    std::size_t number(const Game& game, bool second) const {
        return second && !forces_.symmetric() ? first_size_ + second_.number(game) : first_.number(game);
    }
    // As in EndgameIndex; `first_number` counts from the start of the slice, too.
    std::size_t first_number(const Game& game, bool second) const {
        const Board men = ~game.kings();
        const bool behind = second && !forces_.symmetric();
        return behind ? first_size_ + second_.first_number(game.black() & men, game.white() & men) : first_.first_number(game.black() & men, game.white() & men);
    }
    std::size_t kings_number(const Game& game, bool second) const {
        return second && !forces_.symmetric() ? second_.kings_number(game) : first_.kings_number(game);
    }
    Game position(std::size_t number) const { return is_second(number) ? second_.position(number - first_size_) : first_.position(number); }
    // Whether the second side is to move.
    bool is_second(std::size_t number) const { return number >= first_size_; }

private:
    SliceForces forces_;
    EndgameIndex<Size> first_, second_;
    std::size_t first_size_;
};

// `Probe` returns the result of a position of another slice; Black is to move.
template <int Size, class Probe>
class EndgameSlice {
public:
    using Game = BasicCheckers<Size>;
    using Squares = BasicBoard<Size>;

    EndgameSlice(const SliceIndex<Size>& index, Probe probe) : index_(index), probe_(std::move(probe)) {}

    std::size_t size() const { return index_.size(); }

    // Whether a move of Black, who is the second side or the first, leads to a position of the slice.
    bool stays(const Game& game, const Change& change, bool second) const {
        return !change.taken && ((change.from & game.kings()) || (change.to & rows_up_to(index_.side(second).lead)));
    }

    ResultSuccessors successors(std::size_t number) const {
        const Game game = index_.position(number);
        const bool second = index_.is_second(number);
        ResultSuccessors found;
        game.template each_move_of<0>([&](Move, const Change& change) {
            if (stays(game, change, second)) {
                ++found.inside;
            } else if (found.outside != Result::win) {
                const Result value = before(probe_(game.template after<0>(change).turned()));
                if (value != Result::loss || !found.outside) found.outside = value;
            }
        });
        return found;
    }

    // The player who has moved last, here Black, moved a king from any side or a man from the north, and had no capture.
    template <class Visit>
    void visit_predecessors(std::size_t number, Visit&& visit) const {
        const Game game = index_.position(number).turned();
        const bool second = !index_.is_second(number);  // whether the second side has moved
        const Board black = game.black(), white = game.white(), kings = game.kings();
        const std::size_t first = index_.first_number(game, second);
        const auto visit_origins = [&](Board to, Board origins, bool king) {
            for (origins &= game.empty(); origins; origins &= origins - 1) {
                const Board moved = to | (origins & -origins);
                const Game origin = Game::of(black ^ moved, white, king ? kings ^ moved : kings, 0);
                if (!origin.template jumpers<0>()) visit(king ? first + index_.kings_number(origin, second) : index_.number(origin, second));
            }
        };
        const auto north_of = [](Board to) { return Squares::template step<north_west>(to) | Squares::template step<north_east>(to); };
        for (Board left = black & kings; left; left &= left - 1) {
            const Board to = left & -left;
            visit_origins(to, north_of(to) | Squares::template step<south_west>(to) | Squares::template step<south_east>(to), true);
        }
        // The only man in the leading row came from a slice with another lead.
        const Board men = black & ~kings, leading = men & Squares::row(index_.side(second).lead);
        for (Board left = std::has_single_bit(leading) ? men & ~leading : men; left; left &= left - 1) {
            const Board to = left & -left;
            visit_origins(to, north_of(to), false);
        }
    }

private:
    const SliceIndex<Size>& index_;
    Probe probe_;

    static constexpr Board rows_up_to(int lead) { return (Board{1} << (Squares::half * (lead + 1))) - 1; }
};

}  // namespace zermelo::checkers
