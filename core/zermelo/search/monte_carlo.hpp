// Monte-Carlo tree search with UCT over any game, also with chance and with any number of players: grow the tree where random
// games go well.
//
// Source: Kocsis and Szepesvári 2006, Coulom 2006; the textbook's `mcts` tells its four steps. Random games may be broken off
// after some moves and judged by the static value, where whole ones would say little. Whoever moves goes where that player's own
// payoffs are best; they are scaled to 0..1 by the smallest and largest seen.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/search/limits.hpp"
#include "zermelo/search/payoffs.hpp"

namespace zermelo {

struct PlayoutOptions {
    std::uint64_t rounds = 1000;
    int plies = 0;  // after so many moves a random game is judged; 0 plays it out
    double exploration = 1.4142135623730951;
    std::uint64_t seed = 0;
};

// What a game and its static values are worth: MAX's number where what one wins the other loses, else a payoff for each.
template <class G, class Evaluation>
    requires Game<G> || ManyPlayers<G>
class MonteCarlo {
public:
    using Move = typename G::Move;
    static constexpr bool shared = ManyPlayers<G>;
    using Worth = std::conditional_t<shared, Payoffs, double>;

    struct Tried {
        Move move;
        Worth mean{};
        std::uint64_t visits = 0;
    };

    MonteCarlo(const Evaluation& evaluation, const PlayoutOptions& options, Watch& watch)
        : evaluation_(evaluation), options_(options), watch_(watch), random_(mix(options.seed)) {}

    // False if it was stopped before all rounds were played, also by a random game without an end.
    bool search(const G& root) {
        tree_.clear();
        add(root, none, Move{});
        for (std::uint64_t round = 0; round < options_.rounds; ++round) {
            const std::uint32_t at = select();
            if (broken) return false;
            const std::uint32_t node = expand(at);
            const Worth payoff = play_out(tree_[node].game);
            // In a small tree that is complete no round adds a node, but time goes by.
            if (endless || broken || watch_.spent(counts.nodes + round)) return false;
            note(payoff);
            for (std::uint32_t at = node; at != none; at = tree_[at].parent) ++tree_[at].visits, back_up(tree_[at].total, payoff);
        }
        return true;
    }

    std::vector<Tried> tried() const {
        std::vector<Tried> out;
        for (std::uint32_t child = tree_.front().first_child; child != none; child = tree_[child].sibling)
            if (tree_[child].visits) out.push_back({tree_[child].move, mean(child), tree_[child].visits});
        std::reverse(out.begin(), out.end());
        return out;
    }

    static constexpr int longest_game = 100'000;
    SearchCounts counts;
    bool endless = false;  // a random game went on for longer than that
    bool broken = false;   // a game has failed, and lists no moves

private:
    static constexpr std::uint32_t none = 0xffffffff;
    struct Node {
        G game;
        std::vector<Move> untried;  // few are, mostly, of how many there may be
        std::uint32_t parent, first_child = none, sibling = none;
        Move move;
        std::uint64_t visits = 0;
        Worth total{};
    };
    // A larger tree grows no more, but is still played through.
    static constexpr std::size_t most_nodes = std::min(std::size_t{1} << 20, (std::size_t{1} << 30) / sizeof(Node));

    Worth mean(std::uint32_t node) const {
        Worth out = tree_[node].total;
        const auto visits = static_cast<double>(tree_[node].visits);
        if constexpr (shared)
            for (double& each : out) each /= visits;
        else out /= visits;
        return out;
    }

    static void back_up(Worth& total, const Worth& payoff) {
        if constexpr (!shared) total += payoff;
        else if (total.empty()) total = payoff;
        else
            for (std::size_t each = 0; each < payoff.size(); ++each) total[each] += payoff[each];
    }

    void note(const Worth& payoff) {
        const auto one = [this](double each) { least_ = std::min(least_, each), most_ = std::max(most_, each); };
        if constexpr (shared) std::for_each(payoff.begin(), payoff.end(), one);
        else one(payoff);
    }

    // What a child is worth to a player, from 0 to 1; what MAX wins MIN loses.
    double share(std::uint32_t child, int player) const {
        const double width = most_ > least_ ? most_ - least_ : 1;
        const auto scaled = [&](double total) { return (total / static_cast<double>(tree_[child].visits) - least_) / width; };
        if constexpr (shared) return scaled(tree_[child].total[static_cast<std::size_t>(player)]);
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
        const double reach = std::log(static_cast<double>(tree_[at].visits));
        const int player = tree_[at].game.player();
        std::uint32_t chosen = none;
        double highest = -1;
        for (std::uint32_t child = tree_[at].first_child; child != none; child = tree_[child].sibling) {
            const double promise = share(child, player) + options_.exploration * std::sqrt(reach / static_cast<double>(tree_[child].visits));
            if (promise > highest) highest = promise, chosen = child;
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

    Worth play_out(G game) {
        for (int plies = 0; !game.over(); ++plies) {
            if (plies == longest_game) endless = true;
            if (options_.plies && plies == options_.plies) {
                ++counts.evaluations;
                return evaluation_(game);
            }
            const Move move = draw(game);
            if (broken) return {};
            game = game.play(move);
            ++counts.nodes;
            if (endless || watch_.spent(counts.nodes)) return {};
        }
        ++counts.evaluations;
        if constexpr (shared) return game.payoffs();
        else return game.player() == 0 ? game.payoff() : -game.payoff();
    }

    // Any move, or what chance does.
    Move draw(const G& game) {
        Moves<G> moves;
        if constexpr (ByChance<G>) {
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
    PlayoutOptions options_;
    Watch& watch_;
    Random random_;
    std::vector<Node> tree_;
    double least_ = std::numeric_limits<double>::infinity(), most_ = -std::numeric_limits<double>::infinity();
};

}  // namespace zermelo
