// Minimax, alpha-beta, expectiminimax, Star1 and Star2 as the textbook writes them, over any game, also with chance: moves in natural
// order, the first of several equals, no table and no hooks. Values are MAX's and are not rounded, since averages are seldom
// whole. Values, moves and nodes equal those of the Python textbook searches.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>
#include <vector>

#include "zermelo/game/turns.hpp"
#include "zermelo/search/plain_search.hpp"

namespace zermelo {

// `Evaluation` gives MAX's static value of a position. The contract of alpha-beta's values is that of alpha_beta.hpp.
template <TurnGame G, class Evaluation>
class Expectiminimax : public PlainSearch<Expectiminimax<G, Evaluation>, G> {
public:
    using Base = PlainSearch<Expectiminimax, G>;
    using Base::counts, Base::outside;
    using Move = typename G::Move;
    using Parts = Probabilities<G>;  // of an average
    static constexpr int longest_line = 64;

    Expectiminimax(const Evaluation& evaluation, Pruning pruning, ValueRange range, Budget& budget)
        : Base(budget), evaluation_(evaluation), pruning_(pruning), range_(range) {}

    bool search_moves(const G& root, const Moves<G>& moves, int depth, std::vector<RootMove<Move>>& found) {
        double alpha = -limit, beta = limit, best_rounding = 0;
        const bool chooses = root.player() >= 0;
        if (bounded() && !chooses) alpha = range_.low, beta = range_.high;
        for (const Move move : moves) {
            double worth = value(root.play(move), depth - 1, alpha, beta, 1);
            if (stopped_) return false;
            const double best = root.player() == 0 ? alpha : beta;
            if (chooses && is_better(root.player(), worth, best, rounding_ + best_rounding)) best_rounding = rounding_;
            else if (chooses && (root.player() == 0 ? worth > best : worth < best)) worth = best;
            RootMove<Move> root_move{{move}, {}, Bound::exact, 0};
            root_move.worth.push_back(worth);
            if (pruning_ != Pruning::none && chooses && worth <= alpha && alpha != -limit) root_move.bound = Bound::upper;
            if (pruning_ != Pruning::none && chooses && worth >= beta && beta != limit) root_move.bound = Bound::lower;
            if (chooses) extend_line(root_move.line, move, lines_[1]);
            found.push_back(std::move(root_move));
            if (root.player() == 0) alpha = std::max(alpha, worth);
            if (root.player() == 1) beta = std::min(beta, worth);
        }
        return true;
    }

private:
    using Base::exceeds, Base::rounding_, Base::rounding_of_average, Base::stopped_;
    static constexpr double limit = std::numeric_limits<double>::infinity();

    static bool is_better(int player, double worth, double best, double rounding) {
        return player == 0 ? exceeds(worth, best, rounding) : exceeds(best, worth, rounding);
    }

    bool bounded() const { return pruning_ == Pruning::star1 || pruning_ == Pruning::star2; }

    bool arrive(int ply) {
        if (ply < longest_line) lines_[ply].clear();
        return Base::arrive();
    }

    double leaf(double worth) {
        ++counts.evaluations;
        rounding_ = 0;
        if (bounded() && !range_.contains(worth)) outside.emplace().push_back(worth), stopped_ = true;
        return worth;
    }

    double value(const G& game, int depth, double alpha, double beta, int ply) {
        if (!arrive(ply)) return 0;
        const int player = game.player();
        if (game.over()) return leaf(worth_of(game));
        if (depth == 0) {
            ++counts.horizon;
            return leaf(evaluation_(game));
        }
        Moves<G> moves;
        if (player >= 0) {
            game.moves(moves);
            return choice(game, moves, depth, alpha, beta, ply);
        }
        const double mean = bounded() ? bounded_average(game, moves, depth, alpha, beta, ply) : average(game, moves, depth, ply);
        if (ply < longest_line) lines_[ply].clear();  // a line ends where chance moves
        return mean;
    }

    // MAX's payoff; a game may tell it in points itself.
    static double worth_of(const G& game) {
        if constexpr (requires { { game.worth() } -> std::convertible_to<double>; }) return game.worth();
        else return for_max(game, game.payoff());
    }

    // MAX or MIN moves, choosing among these moves. A game that fails lists none.
    double choice(const G& game, const Moves<G>& moves, int depth, double alpha, double beta, int ply) {
        const int player = game.player();
        std::vector<Move>* const line = ply < longest_line ? &lines_[ply] : nullptr;
        double best = player == 0 ? -limit : limit, rounding = 0;
        for (const Move move : moves) {
            const double worth = value(game.play(move), depth - 1, alpha, beta, ply + 1);
            if (stopped_) return 0;
            if (is_better(player, worth, best, rounding_ + rounding)) {
                best = worth, rounding = rounding_;
                if (line) ply + 1 < longest_line ? extend_line(*line, move, lines_[ply + 1]) : line->assign(1, move);
                if (pruning_ == Pruning::none) continue;
                (player == 0 ? alpha : beta) = player == 0 ? std::max(alpha, best) : std::min(beta, best);
                if (alpha >= beta) {
                    ++counts.cutoffs;
                    break;
                }
            }
        }
        rounding_ = rounding;
        return best;
    }

    double average(const G& game, Moves<G>& moves, int depth, int ply) {
        double sum = 0, size = 0, rounding = 0;
        if constexpr (HasChance<G>) {
            Parts& probabilities = parts_at(ply).probabilities;
            game.chances(moves, probabilities);
            for (std::size_t at = 0; at < moves.size() && !stopped_; ++at) {
                // An average may lie anywhere between its parts, so no window goes into them.
                const double part = probabilities[at] * value(game.play(moves[at]), depth - 1, -limit, limit, ply + 1);
                sum += part, size += std::abs(part), rounding += probabilities[at] * rounding_;
            }
            rounding += rounding_of_average(moves.size(), size);
        }
        rounding_ = rounding;
        return sum;
    }

    // Star1 and Star2: `least` and `most` hold what each child adds to the average at least and at most.
    double bounded_average(const G& game, Moves<G>& moves, int depth, double alpha, double beta, int ply) {
        if constexpr (HasChance<G>) {
            auto& [probabilities, least, most] = parts_at(ply);
            game.chances(moves, probabilities);
            const std::size_t count = moves.size();
            for (std::size_t at = 0; at < count; ++at) {
                least[at] = probabilities[at] * range_.low;
                most[at] = probabilities[at] * range_.high;
            }
            const auto sum = [count](const Parts& parts) { return std::accumulate(parts.begin(), parts.begin() + count, 0.0); };
            double rounding = rounding_of_average(count, std::max(std::abs(range_.low), std::abs(range_.high)));
            const auto settled = [&, &least = least, &most = most] { return sum(least) >= beta || sum(most) <= alpha; };
            if (pruning_ == Pruning::star2 && depth != 1 && (alpha != -limit || beta != limit))
                for (std::size_t at = 0; at < count && !stopped_; ++at) {
                    probe(game.play(moves[at]), depth - 1, ply + 1, probabilities[at], least[at], most[at]);
                    if (settled()) break;
                }
            for (std::size_t at = 0; at < count && !stopped_; ++at) {
                if (settled()) {
                    ++counts.cutoffs;
                    break;
                }
                // The window of the child: outside it the average is outside (alpha, beta), whatever the others are worth.
                const double floor = (alpha - (sum(most) - most[at])) / probabilities[at];
                const double ceiling = (beta - (sum(least) - least[at])) / probabilities[at];
                const double worth =
                    value(game.play(moves[at]), depth - 1, std::max(range_.low, floor), std::min(range_.high, ceiling), ply + 1);
                rounding += probabilities[at] * rounding_;
                if (worth > floor) least[at] = probabilities[at] * worth;
                if (worth < ceiling) most[at] = probabilities[at] * worth;
                if (!(floor < worth && worth < ceiling)) break;
            }
            rounding_ = rounding;
            return sum(least) >= beta ? sum(least) : sum(most);
        }
        return 0;
    }

    // Looks at the first move below a child of a chance node: MAX can have no less, MIN need give no more.
    void probe(const G& child, int depth, int ply, double probability, double& least, double& most) {
        if (child.over() || child.player() < 0 || !arrive(ply)) return;
        Moves<G> moves;
        child.moves(moves);
        if (moves.empty()) return;
        moves.resize(1);
        const double worth = choice(child, moves, depth, range_.low, range_.high, ply);
        if (child.player() == 0) least = std::max(least, probability * worth);
        else most = std::min(most, probability * worth);
    }

    // What an average is made of. Games with many moves have no room for it on the stack, once for every ply.
    struct Average {
        Parts probabilities, least, most;
    };
    Average& parts_at(int ply) {
        while (averages_.size() <= static_cast<std::size_t>(ply)) averages_.emplace_back();
        return averages_[static_cast<std::size_t>(ply)];
    }

    const Evaluation& evaluation_;
    Pruning pruning_;
    ValueRange range_;
    std::array<std::vector<Move>, longest_line> lines_;
    std::deque<Average> averages_;
};

template <TurnGame G, class Evaluation>
Outcome<typename G::Move> expectiminimax(const G& root, const Moves<G>& moves, const SearchRequest& request, const Evaluation& evaluation,
                                         const OnPass<typename G::Move>& on_pass = {}) {
    return run_plain_search<Expectiminimax<G, Evaluation>>(root, moves, request, on_pass, evaluation, request.pruning,
                                                           request.bounds.value_or(ValueRange{}));
}

}  // namespace zermelo
