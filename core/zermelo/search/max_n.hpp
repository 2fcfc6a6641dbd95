// Max^n (Luckhardt and Irani 1986): any number of players, each maximising its own payoff, also with chance. Where limits of the
// payoffs are known, shallow pruning (Korf 1991) skips what cannot change the answer. Values, moves, lines and nodes equal those
// of the Python textbook search.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "zermelo/search/plain_search.hpp"

namespace zermelo {

// `Evaluation` gives everybody's static value of a position.
template <MultiPlayerGame G, class Evaluation>
class MaxN : public PlainSearch<MaxN<G, Evaluation>, G> {
public:
    using Base = PlainSearch<MaxN, G>;
    using Base::counts, Base::outside;
    using Move = typename G::Move;

    MaxN(const Evaluation& evaluation, std::optional<PayoffLimits> limits, Budget& budget)
        : Base(budget), evaluation_(evaluation), limits_(limits), lines_(deepest_pass + 1) {}

    // It ends early at a move that nothing can beat.
    bool search_moves(const G& root, const Moves<G>& moves, int depth, std::vector<RootMove<Move>>& found) {
        const int player = root.player();
        Rival has{player, 0, 0};
        for (const Move move : moves) {
            const bool first = found.empty();
            const Payoffs worth = value(root.play(move), depth - 1, first || player < 0 ? nullptr : &has, 1);
            if (stopped_) return false;
            found.push_back({{move}, worth, bound_, 0});
            if (player < 0) continue;  // a line ends where chance moves
            extend_line(found.back().line, move, lines_[1]);
            double& own = found.back().worth[static_cast<std::size_t>(player)];
            if (!first && !exceeds(own, has.has, rounding_ + has.rounding)) {
                own = std::min(own, has.has);
                continue;
            }
            has.has = own, has.rounding = rounding_;
            if (limits_ && found.size() < moves.size() && !exceeds(limits_->left(own, worth.size()), limits_->least, rounding_)) {
                ++counts.cutoffs;
                break;
            }
        }
        return true;
    }

private:
    using Base::exceeds, Base::rounding_, Base::rounding_of_average, Base::stopped_;

    // The player of the parent, the payoff it already has there, and the rounding error of that.
    struct Rival {
        int player;
        double has, rounding;
    };

    Payoffs leaf(const Payoffs& worth) {
        ++counts.evaluations;
        rounding_ = 0;
        if (limits_ && !limits_->contain(worth)) outside = worth, stopped_ = true;
        return worth;
    }

    // `bound_` says whether the payoffs are exact, or the most that each can get.
    Payoffs value(const G& game, int depth, const Rival* rival, int ply) {
        lines_[static_cast<std::size_t>(ply)].clear();
        bound_ = Bound::exact;
        if (!Base::arrive()) return {};
        if (game.over()) return leaf(game.payoffs());
        if (depth == 0) {
            ++counts.horizon;
            return leaf(evaluation_(game));
        }
        return game.player() < 0 ? average(game, depth, ply) : choice(game, depth, rival, ply);
    }

    Payoffs choice(const G& game, int depth, const Rival* rival, int ply) {
        Moves<G> moves;
        game.moves(moves);
        if (moves.empty()) stopped_ = true;  // the game has failed
        const int player = game.player();
        const auto own = static_cast<std::size_t>(player);
        auto& line = lines_[static_cast<std::size_t>(ply)];
        Payoffs best;
        double rounding = 0;
        for (std::size_t at = 0; at < moves.size(); ++at) {
            const Rival has{player, at ? best[own] : 0, rounding};
            const Payoffs worth = value(game.play(moves[at]), depth - 1, at ? &has : nullptr, ply + 1);
            if (stopped_) return {};
            if (at && !exceeds(worth[own], best[own], rounding_ + rounding)) continue;
            best = worth, rounding = rounding_;
            extend_line(line, moves[at], lines_[static_cast<std::size_t>(ply) + 1]);
            if (!limits_ || at + 1 == moves.size()) continue;
            const double left = limits_->left(best[own], best.size());
            if (!exceeds(left, limits_->least, rounding)) {
                ++counts.cutoffs;
                break;
            }
            if (rival && rival->player != player && !exceeds(left, rival->has, rounding + rival->rounding)) {
                // Nobody else can get more than what is left, so the player of the parent will not come here.
                ++counts.cutoffs;
                for (double& payoff : best) payoff = left;
                best[own] = limits_->most(best.size());
                rounding_ = rounding;
                bound_ = Bound::upper;
                return best;
            }
        }
        rounding_ = rounding;
        bound_ = Bound::exact;
        return best;
    }

    Payoffs average(const G& game, int depth, int ply) {
        Payoffs sums;
        double rounding = 0, size = 0;
        if constexpr (HasChance<G>) {
            Moves<G> moves;
            Probabilities<G> probabilities;
            game.chances(moves, probabilities);
            if (moves.empty()) stopped_ = true;
            for (std::size_t at = 0; at < moves.size(); ++at) {
                const Payoffs worth = value(game.play(moves[at]), depth - 1, nullptr, ply + 1);
                if (stopped_) return {};
                if (sums.empty()) sums.resize(worth.size()), std::fill(sums.begin(), sums.end(), 0.0);
                double largest = 0;
                for (std::size_t each = 0; each < worth.size(); ++each) {
                    sums[each] += probabilities[at] * worth[each];
                    largest = std::max(largest, std::abs(worth[each]));
                }
                size += probabilities[at] * largest, rounding += probabilities[at] * rounding_;
            }
            rounding += rounding_of_average(moves.size(), size);
        }
        rounding_ = rounding;
        bound_ = Bound::exact;
        return sums;
    }

    const Evaluation& evaluation_;
    std::optional<PayoffLimits> limits_;
    Bound bound_ = Bound::exact;
    std::vector<std::vector<Move>> lines_;
};

template <MultiPlayerGame G, class Evaluation>
Outcome<typename G::Move> max_n(const G& root, const Moves<G>& moves, const SearchRequest& request, const Evaluation& evaluation,
                                const OnPass<typename G::Move>& on_pass = {}) {
    return run_plain_search<MaxN<G, Evaluation>>(root, moves, request, on_pass, evaluation, request.payoff_limits);
}

}  // namespace zermelo
