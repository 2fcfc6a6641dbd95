// A slice of a checkers endgame for retrograde analysis: results by successors, and predecessors. The positions of both sides are
// numbered together, those with the first side to move before the others.
#pragma once

#include <utility>

#include "zermelo/tables/checkers_endgame_index.hpp"
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

    template <class Look>
    Result result(std::size_t number, const Look& look) const {
        return result(index_.position(number), index_.is_second(number), look);
    }
    template <class Look>
    Result result(const Game& game, bool second, const Look& look) const {
        Result best = Result::loss;
        const Board behind_lead = rows_up_to(index_.side(second).lead);
        game.template each_move_of<0>([&](Move, const Change& change) {
            if (best == Result::win) return;
            const Game next = game.template after<0>(change).turned();
            const bool inside = !change.taken && ((change.from & game.kings()) || (change.to & behind_lead));
            const Result reached = inside ? look(index_.number(next, !second)) : probe_(next);
            if (reached == Result::loss) best = Result::win;
            else if (reached == Result::draw) best = Result::draw;
        });
        return best;
    }

    // White has moved last: a king from any side, a man from the south, without a capture to make instead.
    template <class Visit>
    void visit_predecessors(std::size_t number, Visit&& visit) const {
        const Game game = index_.position(number);
        const bool second = index_.is_second(number);
        const Board white = game.white(), kings = game.kings();
        const Board leading = white & ~kings & Squares::turned(Squares::row(index_.side(!second).lead));
        for (Board left = white; left; left &= left - 1) {
            const Board to = left & -left;
            const bool king = (to & kings) != 0;
            if (!king && to == leading) continue;  // it came from a slice with another lead
            Board origins = Squares::template step<south_west>(to) | Squares::template step<south_east>(to);
            if (king) origins |= Squares::template step<north_west>(to) | Squares::template step<north_east>(to);
            for (origins &= game.empty(); origins; origins &= origins - 1) {
                const Board moved = to | (origins & -origins);
                const Game origin = Game::of(game.black(), white ^ moved, king ? kings ^ moved : kings, 1);
                if (!origin.template jumpers<1>()) visit(index_.number(origin.turned(), !second));
            }
        }
    }

private:
    const SliceIndex<Size>& index_;
    Probe probe_;

    static constexpr Board rows_up_to(int lead) { return (Board{1} << (Squares::half * (lead + 1))) - 1; }
};

}  // namespace zermelo::checkers
