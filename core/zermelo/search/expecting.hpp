// Minimax, alpha-beta and expectiminimax to a fixed depth, as the textbook writes them, over any game: moves in natural order,
// the first of several equals, no table and no hooks. Games may have moves of chance; values are MAX's, and not rounded, since
// averages are seldom whole. The native twin of the textbook's searches: the same values, moves and nodes.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <limits>
#include <vector>

#include "zermelo/search/limits.hpp"

namespace zermelo {

// A game in which chance may have the move: then `player` is -1, and each move has its probability.
template <class G>
concept ByChance = requires(const G& game, const Moves<G>& moves, std::array<double, G::max_moves>& out) {
    { game.by_chance() } -> std::convertible_to<bool>;  // whether there is any chance in this game
    game.probabilities(moves, out);
};

enum class Pruning { none, alpha_beta };

template <class G>
struct ExpectedMove {
    typename G::Move move;
    double value = 0;
    Bound bound = Bound::exact;
    std::vector<typename G::Move> line;
};

// `Evaluation` gives MAX's static value of a position. The contract of alpha-beta's values is the engine's (alpha_beta.hpp).
template <Game G, class Evaluation>
class Expecting {
public:
    using Move = typename G::Move;
    static constexpr int longest_line = 64;

    Expecting(const Evaluation& evaluation, Pruning pruning, Watch& watch) : evaluation_(evaluation), pruning_(pruning), watch_(watch) {}

    // The value of every move at the root, in natural order; false if the search was stopped, with the moves done by then.
    bool search(const G& root, const Moves<G>& moves, int depth, std::vector<ExpectedMove<G>>& found) {
        found.clear();
        ++counts.nodes;
        double alpha = -limit, beta = limit;
        for (const Move move : moves) {
            const double worth = value(root.play(move), depth - 1, alpha, beta, 1);
            if (stopped_) return false;
            ExpectedMove<G> each{move, worth, Bound::exact, {move}};
            if (pruning_ == Pruning::alpha_beta && worth <= alpha && alpha != -limit) each.bound = Bound::upper;
            if (pruning_ == Pruning::alpha_beta && worth >= beta && beta != limit) each.bound = Bound::lower;
            if (root.player() >= 0) each.line.insert(each.line.end(), lines_[1].begin(), lines_[1].end());
            found.push_back(std::move(each));
            if (root.player() == 0) alpha = std::max(alpha, worth);
            if (root.player() == 1) beta = std::min(beta, worth);
        }
        return true;
    }

    SearchCounts counts;

private:
    static constexpr double limit = std::numeric_limits<double>::infinity();

    double value(const G& game, int depth, double alpha, double beta, int ply) {
        ++counts.nodes;
        std::vector<Move>* const line = ply < longest_line ? &lines_[ply] : nullptr;
        if (line) line->clear();
        if (watch_.spent(counts.nodes)) stopped_ = true;
        if (stopped_) return 0;
        const int player = game.player();
        if (game.over()) {
            ++counts.evaluations;
            return player == 0 ? game.payoff() : -game.payoff();
        }
        if (depth == 0) {
            ++counts.evaluations;
            ++counts.horizon;
            return evaluation_(game);
        }
        Moves<G> moves;
        game.moves(moves);
        if (player < 0) return average(game, moves, depth, ply);
        double best = player == 0 ? -limit : limit;
        for (const Move move : moves) {
            const double worth = value(game.play(move), depth - 1, alpha, beta, ply + 1);
            if (stopped_) return 0;
            if (player == 0 ? worth > best : worth < best) {
                best = worth;
                if (line) {
                    line->assign(1, move);
                    if (ply + 1 < longest_line) line->insert(line->end(), lines_[ply + 1].begin(), lines_[ply + 1].end());
                }
                if (pruning_ == Pruning::none) continue;
                (player == 0 ? alpha : beta) = player == 0 ? std::max(alpha, best) : std::min(beta, best);
                if (alpha >= beta) {
                    ++counts.cutoffs;
                    break;
                }
            }
        }
        return best;
    }

    double average(const G& game, const Moves<G>& moves, int depth, int ply) {
        double sum = 0;
        if constexpr (ByChance<G>) {
            std::array<double, G::max_moves> probabilities;
            game.probabilities(moves, probabilities);
            for (std::size_t at = 0; at < moves.size() && !stopped_; ++at)
                // An average may lie anywhere between its parts, so no window goes into them.
                sum += probabilities[at] * value(game.play(moves[at]), depth - 1, -limit, limit, ply + 1);
        }
        if (ply < longest_line) lines_[ply].clear();  // who knows what chance will do
        return sum;
    }

    const Evaluation& evaluation_;
    Pruning pruning_;
    Watch& watch_;
    bool stopped_ = false;
    std::array<std::vector<Move>, longest_line> lines_;
};

// One finished depth: every move at the root in natural order.
template <class G>
struct ExpectedPass {
    int depth = 0;
    std::vector<ExpectedMove<G>> moves;
    SearchCounts counts;
    double seconds = 0;
};

template <class G>
struct ExpectedOutcome {
    ExpectedPass<G> last;  // the deepest that was finished; if none was, the moves that were
    std::vector<ExpectedPass<G>> history;
    SearchCounts counts;
    bool proven = false;  // the horizon was never reached
    Stopped stopped = Stopped::complete;
    double seconds = 0;
};

// Goes one move deeper from pass to pass until a limit, or looks to one depth only (`deepens` is false).
template <Game G, class Evaluation>
ExpectedOutcome<G> expect(const G& root, const Moves<G>& moves, const SearchLimits& limits, Pruning pruning, bool deepens,
                          const Evaluation& evaluation, const std::function<bool(const ExpectedPass<G>&)>& on_depth = {}) {
    constexpr int deepest_possible = 250;
    ExpectedOutcome<G> outcome;
    std::atomic<bool> stop{false};
    Watch watch(limits, stop);
    Expecting<G, Evaluation> search(evaluation, pruning, watch);
    const int deepest = limits.depth > 0 ? std::min(limits.depth, deepest_possible) : deepest_possible;
    SearchCounts before;
    double seconds_before = 0;
    for (int depth = deepens ? 1 : deepest; depth <= deepest; ++depth) {
        ExpectedPass<G> pass{depth, {}, {}, 0};
        const bool finished = search.search(root, moves, depth, pass.moves);
        pass.counts = search.counts;
        pass.counts.nodes -= before.nodes, pass.counts.evaluations -= before.evaluations;
        pass.seconds = watch.elapsed() - seconds_before;
        if (!finished) {
            outcome.stopped = watch.reason();
            if (outcome.history.empty()) outcome.last = std::move(pass);
            break;
        }
        outcome.proven = search.counts.horizon == before.horizon;
        before = search.counts, seconds_before = watch.elapsed();
        outcome.history.push_back(pass);
        outcome.last = std::move(pass);
        if (on_depth && !on_depth(outcome.last)) {
            outcome.stopped = Stopped::cancelled;
            break;
        }
        if (outcome.proven) break;
        if (depth == deepest) outcome.stopped = Stopped::depth;
    }
    outcome.counts = search.counts;
    outcome.seconds = watch.elapsed();
    return outcome;
}

}  // namespace zermelo
