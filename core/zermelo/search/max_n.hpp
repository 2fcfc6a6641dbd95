// Max^n (Luckhardt and Irani 1986): any number of players, each maximising its own payoff, also with chance. Where limits of the
// payoffs are known, shallow pruning (Korf 1991) skips what cannot change the answer. Values, moves, lines and nodes equal those
// of the Python textbook search.
#pragma once

#include <array>
#include <atomic>
#include <optional>
#include <vector>

#include "zermelo/search/pass_loop.hpp"
#include "zermelo/search/pv.hpp"

namespace zermelo {

// `Evaluation` gives everybody's static value of a position.
template <MultiPlayerGame G, class Evaluation>
class MaxN {
public:
    using Move = typename G::Move;

    MaxN(const Evaluation& evaluation, std::optional<PayoffLimits> limits, Budget& budget)
        : evaluation_(evaluation), limits_(limits), budget_(budget), lines_(deepest_pass + 1) {}

    // One pass (see pass_loop.hpp): the payoffs of the moves at the root, in natural order, up to one that nothing can beat. A pass
    // that was stopped answers only if it was the first, with the moves done by then.
    bool pass(const G& root, const Moves<G>& moves, int depth, std::vector<RootMove<Move>>& found) {
        found.clear();
        const bool finished = search_moves(root, moves, depth, found);
        if (!finished && passes_ > 0) found.clear();
        ++passes_;
        return finished;
    }

    int hashfull() const { return -1; }

    Counts counts;
    std::optional<Payoffs> outside;  // a leaf outside the promised limits, which ends the search

private:
    bool search_moves(const G& root, const Moves<G>& moves, int depth, std::vector<RootMove<Move>>& found) {
        ++counts.nodes;
        const int player = root.player();
        Rival has{player, 0};
        for (const Move move : moves) {
            const bool first = found.empty();
            const Payoffs worth = value(root.play(move), depth - 1, first || player < 0 ? nullptr : &has, 1);
            if (stopped_) return false;
            found.push_back({{move}, worth, bound_, 0});
            if (player < 0) continue;  // a line ends where chance moves
            extend_line(found.back().line, move, lines_[1]);
            const double own = worth[static_cast<std::size_t>(player)];
            if (!first && own <= has.has) continue;
            has.has = own;
            if (limits_ && found.size() < moves.size() && limits_->left(own, worth.size()) <= limits_->least) {
                ++counts.cutoffs;
                break;
            }
        }
        return true;
    }

    // The player of the parent, and the payoff it already has there.
    struct Rival {
        int player;
        double has;
    };

    Payoffs leaf(const Payoffs& worth) {
        ++counts.evaluations;
        if (limits_ && !limits_->contain(worth)) outside = worth, stopped_ = true;
        return worth;
    }

    // `bound_` says whether the payoffs are exact, or the most that each can get.
    Payoffs value(const G& game, int depth, const Rival* rival, int ply) {
        ++counts.nodes;
        lines_[static_cast<std::size_t>(ply)].clear();
        bound_ = Bound::exact;
        if (budget_.spent(counts.nodes)) stopped_ = true;
        if (stopped_) return {};
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
        for (std::size_t at = 0; at < moves.size(); ++at) {
            const Rival has{player, at ? best[own] : 0};
            const Payoffs worth = value(game.play(moves[at]), depth - 1, at ? &has : nullptr, ply + 1);
            if (stopped_) return {};
            if (at && worth[own] <= best[own]) continue;
            best = worth;
            extend_line(line, moves[at], lines_[static_cast<std::size_t>(ply) + 1]);
            if (!limits_ || at + 1 == moves.size()) continue;
            const double left = limits_->left(best[own], best.size());
            if (left <= limits_->least) {
                ++counts.cutoffs;
                break;
            }
            if (rival && rival->player != player && left <= rival->has) {
                // Nobody else can get more than what is left, so the player of the parent will not come here.
                ++counts.cutoffs;
                for (double& payoff : best) payoff = left;
                best[own] = limits_->most(best.size());
                bound_ = Bound::upper;
                return best;
            }
        }
        bound_ = Bound::exact;
        return best;
    }

    Payoffs average(const G& game, int depth, int ply) {
        Payoffs sums;
        if constexpr (HasChance<G>) {
            Moves<G> moves;
            Probabilities<G> probabilities;
            game.chances(moves, probabilities);
            if (moves.empty()) stopped_ = true;
            for (std::size_t at = 0; at < moves.size(); ++at) {
                const Payoffs worth = value(game.play(moves[at]), depth - 1, nullptr, ply + 1);
                if (stopped_) return {};
                if (sums.empty()) sums.resize(worth.size()), std::fill(sums.begin(), sums.end(), 0.0);
                for (std::size_t each = 0; each < worth.size(); ++each) sums[each] += probabilities[at] * worth[each];
            }
        }
        bound_ = Bound::exact;
        return sums;
    }

    const Evaluation& evaluation_;
    std::optional<PayoffLimits> limits_;
    Budget& budget_;
    int passes_ = 0;
    bool stopped_ = false;
    Bound bound_ = Bound::exact;
    std::vector<std::vector<Move>> lines_;
};

// Deepen pass by pass, or search to one depth at once; on one thread.
template <MultiPlayerGame G, class Evaluation>
Outcome<typename G::Move> max_n(const G& root, const Moves<G>& moves, SearchRequest request, const Evaluation& evaluation,
                                const OnPass<typename G::Move>& on_pass = {}) {
    using Search = MaxN<G, Evaluation>;
    request.threads = 1;
    std::atomic<bool> stop{false};
    Budget budget(request, stop);
    const auto make = [&](int) { return std::make_unique<Search>(evaluation, request.payoff_limits, budget); };
    return run_passes<Search>(root, moves, request, budget, stop, request.deepening, deepest_pass, make, on_pass);
}

}  // namespace zermelo
