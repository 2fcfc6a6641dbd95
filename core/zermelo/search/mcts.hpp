// Monte-Carlo tree search with UCT over any game, also with chance and with any number of players.
//
// Source: Kocsis and Szepesvári 2006, Coulom 2006; the Python textbook's `mcts` explains the four steps. Simulations may be cut off
// after some moves and evaluated, where whole games would say little. Each player selects by its own mean payoff, scaled to
// 0..1 by the smallest and largest payoffs seen.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/search/budget.hpp"
#include "zermelo/search/hooks.hpp"
#include "zermelo/search/turns.hpp"

namespace zermelo {

// A payoff is MAX's number in a two-player game, else one per player; `Evaluation` gives static values of the same kind.
template <class G, class Evaluation>
    requires Game<G> || MultiPlayerGame<G>
class Mcts {
public:
    using Move = typename G::Move;
    static constexpr bool multi_player = MultiPlayerGame<G>;
    using Worth = std::conditional_t<multi_player, Payoffs, double>;

    Mcts(const Evaluation& evaluation, const SearchRequest& request, Budget& budget)
        : evaluation_(evaluation), request_(request), budget_(budget), random_(mix(request.seed)) {}

    // False if it was stopped before all simulations were played, also by one that does not end.
    bool search(const G& root) {
        tree_.clear();
        // A foreign game is some hundred bytes long, so that moving the nodes of a growing tree would cost more than the search.
        tree_.reserve(std::min<std::uint64_t>({request_.simulations + 1, most_nodes, most_reserved}));
        add(root, none, Move{});
        for (std::uint64_t simulation = 0; simulation < request_.simulations; ++simulation) {
            const std::uint32_t at = select();
            if (broken) return false;
            const std::uint32_t node = expand(at);
            const Worth payoff = simulate(tree_[node].game);
            // In a small tree that is complete no simulation adds a node, but time goes by.
            if (endless || broken || budget_.spent(counts.nodes + simulation)) return false;
            widen_range(payoff);
            for (std::uint32_t at = node; at != none; at = tree_[at].parent) ++tree_[at].visits, back_up(tree_[at].total, payoff);
        }
        return true;
    }

    // The moves at the root that were tried, with their mean payoffs.
    std::vector<RootMove<Move>> root_moves() const {
        std::vector<RootMove<Move>> out;
        for (std::uint32_t child = tree_.front().first_child; child != none; child = tree_[child].sibling) {
            if (!tree_[child].visits) continue;
            out.push_back({{tree_[child].move}, {}, Bound::none, tree_[child].visits});
            if constexpr (multi_player) out.back().worth = mean(child);
            else out.back().worth.push_back(mean(child));
        }
        std::reverse(out.begin(), out.end());
        return out;
    }

    static constexpr int longest_game = 100'000;
    Counts counts;
    bool endless = false;  // a simulation went on for longer than that
    bool broken = false;   // the game has failed, and lists no moves

private:
    static constexpr std::uint32_t none = 0xffffffff;
    struct Node {
        G game;
        std::vector<Move> untried;
        std::uint32_t parent, first_child = none, sibling = none;
        Move move;
        std::uint64_t visits = 0;
        Worth total{};
    };
    // A full tree grows no more, but is still played through.
    static constexpr std::size_t most_reserved = (std::size_t{1} << 26) / sizeof(Node);
    static constexpr std::size_t most_nodes = std::min(std::size_t{1} << 20, (std::size_t{1} << 30) / sizeof(Node));

    Worth mean(std::uint32_t node) const {
        Worth out = tree_[node].total;
        const auto visits = static_cast<double>(tree_[node].visits);
        if constexpr (multi_player)
            for (double& payoff : out) payoff /= visits;
        else out /= visits;
        return out;
    }

    static void back_up(Worth& total, const Worth& payoff) {
        if constexpr (!multi_player) total += payoff;
        else if (total.empty()) total = payoff;
        else
            for (std::size_t player = 0; player < payoff.size(); ++player) total[player] += payoff[player];
    }

    void widen_range(const Worth& payoff) {
        const auto one = [this](double value) { least_ = std::min(least_, value), most_ = std::max(most_, value); };
        if constexpr (multi_player) std::for_each(payoff.begin(), payoff.end(), one);
        else one(payoff);
    }

    // The mean payoff of a child for a player, scaled to 0..1; what MAX wins MIN loses.
    double scaled_mean(std::uint32_t child, int player) const {
        const double width = most_ > least_ ? most_ - least_ : 1;
        const auto scaled = [&](double total) { return (total / static_cast<double>(tree_[child].visits) - least_) / width; };
        if constexpr (multi_player) return scaled(tree_[child].total[static_cast<std::size_t>(player)]);
        else return player == 1 ? 1 - scaled(tree_[child].total) : scaled(tree_[child].total);
    }

    void add(const G& game, std::uint32_t parent, Move move) {
        ++counts.nodes;
        tree_.push_back({game, {}, parent, none, none, move});
        Moves<G> moves;
        game.moves(moves);
        tree_.back().untried.assign(moves.begin(), moves.end());
    }

    std::uint32_t select() {
        std::uint32_t at = 0;
        while (!broken && tree_[at].untried.empty() && tree_[at].first_child != none)
            at = tree_[at].game.player() < 0 ? by_chance(at) : best(at);
        return at;
    }

    std::uint32_t best(std::uint32_t at) const {
        const double log_visits = std::log(static_cast<double>(tree_[at].visits));
        const int player = tree_[at].game.player();
        std::uint32_t chosen = none;
        double highest = -1;
        for (std::uint32_t child = tree_[at].first_child; child != none; child = tree_[child].sibling) {
            const double ucb = scaled_mean(child, player) + request_.exploration * std::sqrt(log_visits / static_cast<double>(tree_[child].visits));
            if (ucb > highest) highest = ucb, chosen = child;
        }
        return chosen;
    }

    std::uint32_t by_chance(std::uint32_t at) {
        const Move move = draw(tree_[at].game);
        std::uint32_t child = tree_[at].first_child;
        while (child != none && tree_[child].move != move) child = tree_[child].sibling;
        broken |= child == none;
        return broken ? at : child;
    }

    std::uint32_t expand(std::uint32_t at) {
        auto& untried = tree_[at].untried;
        if (untried.empty() || tree_.size() >= most_nodes) return at;
        const std::size_t place = random_.below(static_cast<std::uint32_t>(untried.size()));
        const Move move = untried[place];
        untried[place] = untried.back();
        untried.pop_back();
        const auto child = static_cast<std::uint32_t>(tree_.size());
        add(tree_[at].game.play(move), at, move);
        tree_[child].sibling = tree_[at].first_child;
        tree_[at].first_child = child;
        return child;
    }

    Worth simulate(G game) {
        for (int plies = 0; !game.over(); ++plies) {
            if (plies == longest_game) endless = true;
            if (request_.plies && plies == request_.plies) {
                ++counts.evaluations;
                return evaluation_(game);
            }
            const Move move = draw(game);
            if (broken) return {};
            game = game.play(move);
            ++counts.nodes;
            if (endless || budget_.spent(counts.nodes)) return {};
        }
        ++counts.evaluations;
        if constexpr (multi_player) return game.payoffs();
        else return for_max(game, game.payoff() * unit_of<G>() / report_scale(game));
    }

    // A random move, by the probabilities where chance moves.
    Move draw(const G& game) {
        Moves<G> moves;
        if constexpr (HasChance<G>) {
            if (game.player() < 0) {
                Probabilities<G> probabilities;
                game.chances(moves, probabilities);
                broken |= moves.empty();
                if (broken) return {};
                double left = static_cast<double>(random_.next() >> 11) * 0x1p-53;
                std::size_t at = 0;
                while (at + 1 < moves.size() && left >= probabilities[at]) left -= probabilities[at++];
                return moves[at];
            }
        }
        game.moves(moves);
        broken |= moves.empty();
        return broken ? Move{} : moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
    }

    const Evaluation& evaluation_;
    const SearchRequest& request_;
    Budget& budget_;
    Random random_;
    std::vector<Node> tree_;
    double least_ = std::numeric_limits<double>::infinity(), most_ = -std::numeric_limits<double>::infinity();
};

template <class G, class Evaluation>
Outcome<typename G::Move> mcts(const G& root, const SearchRequest& request, const Evaluation& evaluation) {
    std::atomic<bool> stop{false};
    Budget budget(request, stop);
    Mcts<G, Evaluation> search(evaluation, request, budget);
    Outcome<typename G::Move> outcome;
    search.search(root);
    outcome.moves = search.root_moves();
    outcome.counts = search.counts;
    outcome.stopped = budget.reason();
    outcome.endless = search.endless;
    outcome.seconds = budget.elapsed();
    return outcome;
}

}  // namespace zermelo
