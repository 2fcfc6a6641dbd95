// Max^n (Luckhardt and Irani 1986): many players, each out for itself, over any game that has a payoff for each of them, also
// with chance. Where limits of the payoffs are known, shallow pruning (Korf 1991) leaves out what cannot change the answer. The
// native twin of the textbook's search: the same values, moves, lines and nodes.
#pragma once

#include <array>
#include <atomic>
#include <optional>
#include <vector>

#include "zermelo/search/passes.hpp"
#include "zermelo/search/payoffs.hpp"

namespace zermelo {

// `Evaluation` gives everybody's static value of a position.
template <ManyPlayers G, class Evaluation>
class MaxN {
public:
    using Move = typename G::Move;
    using Worth = Payoffs;

    MaxN(const Evaluation& evaluation, std::optional<Shares> shares, Watch& watch)
        : evaluation_(evaluation), shares_(shares), watch_(watch), lines_(deepest_pass + 1) {}

    // The payoffs of the moves at the root, in natural order, up to one that nothing can be better than; false if the search
    // was stopped, with the moves done by then.
    bool search(const G& root, const Moves<G>& moves, int depth, std::vector<RatedMove<G, Payoffs>>& found) {
        found.clear();
        ++counts.nodes;
        const int player = root.player();
        Rival has{player, 0};
        for (const Move move : moves) {
            const bool first = found.empty();
            const Payoffs worth = value(root.play(move), depth - 1, first || player < 0 ? nullptr : &has, 1);
            if (stopped_) return false;
            found.push_back({move, worth, bound_, {move}});
            if (player < 0) continue;  // who knows what chance will do
            found.back().line.insert(found.back().line.end(), lines_[1].begin(), lines_[1].end());
            const double own = worth[static_cast<std::size_t>(player)];
            if (!first && own <= has.has) continue;
            has.has = own;
            if (shares_ && found.size() < moves.size() && shares_->left(own, worth.size()) <= shares_->least) {
                ++counts.cutoffs;
                break;
            }
        }
        return true;
    }

    SearchCounts counts;
    std::optional<Payoffs> outside;  // a leaf beyond the limits that were given, which ends the search

private:
    // The player of the parent, and what that one already has there.
    struct Rival {
        int player;
        double has;
    };

    Payoffs leaf(const Payoffs& worth) {
        ++counts.evaluations;
        if (shares_ && !shares_->hold(worth)) outside = worth, stopped_ = true;
        return worth;
    }

    // Leaves in `bound_` whether the value is everybody's own, or the most that each can get.
    Payoffs value(const G& game, int depth, const Rival* rival, int ply) {
        ++counts.nodes;
        lines_[static_cast<std::size_t>(ply)].clear();
        bound_ = Bound::exact;
        if (watch_.spent(counts.nodes)) stopped_ = true;
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
            const auto& rest = lines_[static_cast<std::size_t>(ply) + 1];
            line.assign(1, moves[at]);
            line.insert(line.end(), rest.begin(), rest.end());
            if (!shares_ || at + 1 == moves.size()) continue;
            const double left = shares_->left(best[own], best.size());
            if (left <= shares_->least) {
                ++counts.cutoffs;
                break;
            }
            if (rival && rival->player != player && left <= rival->has) {
                // Nobody else gets more than what is left, so the player of the parent will not come here.
                ++counts.cutoffs;
                for (double& each : best) each = left;
                best[own] = shares_->most(best.size());
                bound_ = Bound::upper;
                return best;
            }
        }
        bound_ = Bound::exact;
        return best;
    }

    Payoffs average(const G& game, int depth, int ply) {
        Payoffs sums;
        if constexpr (ByChance<G>) {
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
    std::optional<Shares> shares_;
    Watch& watch_;
    bool stopped_ = false;
    Bound bound_ = Bound::exact;
    std::vector<std::vector<Move>> lines_;
};

// Goes one move deeper from pass to pass until a limit, or looks to one depth only (`deepens` is false).
template <ManyPlayers G, class Evaluation>
RatedOutcome<G, Payoffs> max_n(const G& root, const Moves<G>& moves, const SearchLimits& limits, std::optional<Shares> shares,
                               bool deepens, const Evaluation& evaluation, const OnPass<G, Payoffs>& on_depth = {}) {
    std::atomic<bool> stop{false};
    Watch watch(limits, stop);
    MaxN<G, Evaluation> search(evaluation, shares, watch);
    return run_passes(search, root, moves, limits, watch, deepens, on_depth);
}

}  // namespace zermelo
