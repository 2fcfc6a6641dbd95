// Monte-Carlo tree search for games in which players move at the same time: every player chooses a move alone, by the statistics of
// its own moves.
//
// Source: Finnsson and Björnsson 2008 (decoupled UCT: each player takes its own move with the largest UCB1 value); Shafiei,
// Sturtevant and Schaeffer 2009 (it need not come near an equilibrium); Lanctot, Lisý and Winands 2014, and Bošanský et al. 2016
// (regret matching: each player draws a move with a probability proportional to its regret, and the average of these
// probabilities comes near an equilibrium of a zero-sum game of two); Tammelin 2014 (regrets never fall below 0, and later
// probabilities weigh more in the average: both were better in our games). The textbook's `decoupled_uct` and `regret_matching` explain the
// steps; with the same random numbers they grow the same trees. Where only one player has a choice in every position, decoupled UCT
// is UCT.
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <vector>

#include "zermelo/game/simultaneous_game.hpp"
#include "zermelo/search/budget.hpp"
#include "zermelo/search/joint_tree.hpp"
#include "zermelo/search/pass_loop.hpp"
#include "zermelo/search/playout.hpp"

namespace zermelo {

// `Evaluation` gives static payoffs, one per player. One thread; `request.threads` is not used.
template <SimultaneousGame G, class Evaluation>
class SimultaneousMcts {
public:
    using Move = typename G::Move;
    using Tree = JointTree<Move>;
    static constexpr int longest_game = 100'000;
    static constexpr double report_seconds = 0.25;

    SimultaneousMcts(const G& root, const SearchRequest& request, const Evaluation& evaluation, std::size_t megabytes)
        : root_(root), request_(request), evaluation_(evaluation), players_(root.players()), tree_(players_, megabytes),
          budget_(request, stop_), random_(mix(request.seed)) {
        least_.fill(std::numeric_limits<double>::infinity());
        most_.fill(-std::numeric_limits<double>::infinity());
    }

    Outcome<Move> run(const OnPass<Move>& on_pass = {}) {
        double next_report = report_seconds;
        bool cancelled = false;
        for (std::uint64_t done = 0; done < request_.simulations && !cancelled && simulate(); ++done) {
            if (!on_pass || counts_.evaluations % 64 != 0 || budget_.elapsed() < next_report) continue;
            PassReport<Move> pass;
            pass.moves = root_value(), pass.strategies = strategies();
            pass.counts = counts_, pass.seconds = budget_.elapsed();
            cancelled = !on_pass(pass);
            next_report = budget_.elapsed() + report_seconds;
        }
        Outcome<Move> outcome;
        outcome.moves = root_value(), outcome.strategies = strategies();
        outcome.counts = counts_, outcome.shape = shape_;
        outcome.stopped = cancelled ? StopReason::cancelled : budget_.reason();
        outcome.endless = endless_;
        outcome.seconds = budget_.elapsed();
        return outcome;
    }

private:
    // One simulation: select, expand, simulate, back up. False if it was stopped.
    bool simulate() {
        path_.assign(1, 0);
        places_.clear();
        G game = root_;
        for (std::uint32_t at = 0; !game.over();) {
            if (!tree_.node(at).expanded && ((at != 0 && tree_.node(at).visits == 0) || !expand(at, game))) break;
            if (broken_) return false;
            places_.resize(places_.size() + players_);
            game = game.play(choose(at, places_.data() + places_.size() - players_));
            const std::uint16_t* places = places_.data() + places_.size() - players_;
            std::uint32_t child = tree_.child(at, places);
            if (child == 0 && (child = tree_.add_child(at, places)) != 0) count_node(path_.size());
            path_.push_back(child);
            if (child == 0) break;  // the tree is full
            at = child;
        }
        const Payoffs payoffs = playout(game);
        if (broken_ || endless_ || budget_.spent(counts_.nodes + counts_.evaluations)) return false;
        ++counts_.evaluations;
        back_up(payoffs);
        return true;
    }

    void count_node(std::size_t depth) {
        ++counts_.nodes;
        if (shape_.size() <= depth) shape_.resize(depth + 1);
        ++shape_[depth];
    }

    // ---- select

    // Every player's choice, or that of chance: the places go into `places`.
    JointMove<G> choose(std::uint32_t at, std::uint16_t* places) {
        JointMove<G> joint;
        if (tree_.node(at).chance) {
            const auto* outcomes = tree_.actions(at, 0);
            places[0] = static_cast<std::uint16_t>(draw_outcome(tree_.seat(at, 0).count, random_, [&](std::size_t outcome) { return outcomes[outcome].strategy; }));
            joint.push_back(outcomes[places[0]].move);
            return joint;
        }
        for (std::size_t player = 0; player < players_; ++player) {
            const std::size_t count = tree_.seat(at, player).count;
            if (count > 1) places[player] = static_cast<std::uint16_t>(request_.selection == Selection::regret_matching ? by_regret(at, player) : by_ucb(at, player));
            joint.push_back(count ? tree_.actions(at, player)[places[player]].move : Move{});
        }
        return joint;
    }

    // Payoffs are scaled to 0..1 by those seen so far.
    std::size_t by_ucb(std::uint32_t at, std::size_t player) const {
        const auto* actions = tree_.actions(at, player);
        const double least = least_[player], width = most_[player] > least ? most_[player] - least : 1;
        const double reach = std::log(static_cast<double>(std::max(tree_.node(at).visits, 1u)));
        std::size_t chosen = 0;
        double highest = -std::numeric_limits<double>::infinity();
        for (std::size_t place = 0; place < tree_.seat(at, player).count; ++place) {
            const double visits = actions[place].visits;
            if (visits == 0) return place;
            const double worth = (actions[place].total / visits - least) / width + request_.exploration * std::sqrt(reach / visits);
            if (worth > highest) highest = worth, chosen = place;
        }
        return chosen;
    }

    // `exploration` is the share of moves that are drawn from all alike.
    std::size_t by_regret(std::uint32_t at, std::size_t player) {
        auto* actions = tree_.actions(at, player);
        const std::size_t count = tree_.seat(at, player).count;
        double sum = 0;
        for (std::size_t place = 0; place < count; ++place) sum += actions[place].regret;
        const double alike = 1.0 / static_cast<double>(count);
        const auto share = [&](std::size_t place) { return sum > 0 ? actions[place].regret / sum : alike; };
        for (std::size_t place = 0; place < count; ++place) actions[place].strategy += tree_.node(at).visits * share(place);
        const double explore = request_.exploration;
        return draw_outcome(count, random_, [&](std::size_t place) { return explore * alike + (1 - explore) * share(place); });
    }

    // ---- expand

    // List the moves of all players at a node; false if there is no room.
    bool expand(std::uint32_t at, const G& game) {
        Moves<G> moves;
        if (chance_moves(game)) {
            if constexpr (HasChanceNodes<G>) {
                Probabilities<G> probabilities;
                game.chances(moves, probabilities);
                if (!tree_.add_actions(at, 0, moves.size())) return false;
                for (std::size_t place = 0; place < moves.size(); ++place)
                    tree_.actions(at, 0)[place].move = moves[place], tree_.actions(at, 0)[place].strategy = probabilities[place];
                tree_.node(at).chance = true;
                broken_ = moves.empty();
            }
        } else {
            broken_ = true;  // unless somebody has a move
            for (std::size_t player = 0; player < players_; ++player) {
                moves.clear();
                game.moves(player, moves);
                if (moves.empty()) continue;
                broken_ = false;
                for (std::size_t place = moves.size(); place-- > 1;) std::swap(moves[place], moves[random_.below(static_cast<std::uint32_t>(place + 1))]);
                if (!tree_.add_actions(at, player, moves.size())) return false;
                for (std::size_t place = 0; place < moves.size(); ++place) tree_.actions(at, player)[place].move = moves[place];
            }
        }
        return tree_.node(at).expanded = true;
    }

    // ---- simulate

    Payoffs playout(G& game) {
        for (int plies = 0; !game.over(); ++plies) {
            if (plies == request_.plies) return evaluation_(game);
            game = game.play(draw_joint(game));
            ++counts_.nodes;
            endless_ = plies == longest_game && request_.seconds == 0;  // with a limit of time a simulation may take all of it
            if (broken_ || endless_ || budget_.spent(counts_.nodes + counts_.evaluations)) return {};
        }
        return game.payoffs();
    }

    JointMove<G> draw_joint(const G& game) {
        Moves<G> moves;
        JointMove<G> joint;
        if (chance_moves(game)) {
            if constexpr (HasChanceNodes<G>) {
                Probabilities<G> probabilities;
                game.chances(moves, probabilities);
                broken_ = moves.empty();
                joint.push_back(broken_ ? Move{} : moves[draw_outcome(moves.size(), random_, [&](std::size_t at) { return probabilities[at]; })]);
            }
            return joint;
        }
        broken_ = true;
        for (std::size_t player = 0; player < players_; ++player) {
            moves.clear();
            game.moves(player, moves);
            broken_ = broken_ && moves.empty();
            joint.push_back(moves.empty() ? Move{} : moves[random_.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        return joint;
    }

    // ---- back up

    void back_up(const Payoffs& payoffs) {
        for (std::size_t player = 0; player < players_; ++player) {
            least_[player] = std::min(least_[player], payoffs[player]);
            most_[player] = std::max(most_[player], payoffs[player]);
        }
        for (std::size_t step = path_.size(); step-- > 0;) {
            const std::uint32_t at = path_[step];
            if (at == 0 && step > 0) continue;  // where the tree is full
            ++tree_.node(at).visits;
            for (std::size_t player = 0; player < players_; ++player) tree_.seat(at, player).total += payoffs[player];
            if (step + 1 == path_.size() || tree_.node(at).chance) continue;
            std::uint16_t* places = places_.data() + step * players_;
            for (std::size_t player = 0; player < players_; ++player) {
                if (tree_.seat(at, player).count == 0) continue;
                auto& action = tree_.actions(at, player)[places[player]];
                ++action.visits, action.total += payoffs[player];
                if (request_.selection == Selection::regret_matching) add_regrets(at, player, places);
            }
        }
    }

    // How much more each of a player's moves has brought against what the others chose, where that was tried.
    void add_regrets(std::uint32_t at, std::size_t player, std::uint16_t* places) {
        const std::uint16_t chosen = places[player];
        const std::uint32_t played = tree_.child(at, places);
        if (played == 0) return;
        const auto mean = [&](std::uint32_t child) { return tree_.seat(child, player).total / tree_.node(child).visits; };
        for (places[player] = 0; places[player] < tree_.seat(at, player).count; ++places[player]) {
            const std::uint32_t child = tree_.child(at, places);
            double& regret = tree_.actions(at, player)[places[player]].regret;
            if (child && tree_.node(child).visits) regret = std::max(regret + mean(child) - mean(played), 0.0);
        }
        places[player] = chosen;
    }

    // ---- answer

    // The mean payoffs of all simulations, without a move.
    std::vector<RootMove<Move>> root_value() const {
        if (tree_.node(0).visits == 0) return {};
        RootMove<Move> out{{}, {}, Bound::none, tree_.node(0).visits};
        for (std::size_t player = 0; player < players_; ++player) out.worth.push_back(tree_.seat(0, player).total / tree_.node(0).visits);
        return {out};
    }

    // One list per player, in natural order; no lists where chance moves.
    Strategies<Move> strategies() const {
        Strategies<Move> out;
        if (!tree_.node(0).expanded || tree_.node(0).chance) return out;
        for (std::size_t player = 0; player < players_; ++player) {
            out.emplace_back();
            const auto* actions = tree_.actions(0, player);
            const std::size_t count = tree_.seat(0, player).count;
            double sum = 0;
            for (std::size_t place = 0; place < count; ++place) sum += weight(actions[place]);
            Moves<G> moves;
            root_.moves(player, moves);
            for (const Move& move : moves)
                for (std::size_t place = 0; place < count; ++place) {
                    if (!(actions[place].move == move)) continue;
                    const auto& action = actions[place];
                    const double probability = count == 1 ? 1 : sum > 0 ? weight(action) / sum : 1.0 / static_cast<double>(count);
                    out.back().push_back({move, probability, action.visits, action.visits ? action.total / action.visits : 0});
                }
        }
        return out;
    }
    double weight(const typename Tree::Action& action) const {
        return request_.selection == Selection::regret_matching ? action.strategy : static_cast<double>(action.visits);
    }

    const G& root_;
    const SearchRequest& request_;
    const Evaluation& evaluation_;
    std::size_t players_;
    Tree tree_;
    std::atomic<bool> stop_{false};
    Budget budget_;
    Random random_;
    Counts counts_;
    std::vector<std::uint64_t> shape_;     // how many nodes were added at each depth
    std::vector<std::uint32_t> path_;      // the nodes of the simulation; 0 at its end where the tree is full
    std::vector<std::uint16_t> places_;    // the choices at each of them, as many as there are players
    std::array<double, max_players> least_{}, most_{};
    bool broken_ = false;                  // the game has failed, and lists no moves
    bool endless_ = false;                 // a simulation went on for too long
};

template <SimultaneousGame G, class Evaluation>
Outcome<typename G::Move> simultaneous_mcts(const G& root, const SearchRequest& request, const Evaluation& evaluation, std::size_t megabytes,
                                            const OnPass<typename G::Move>& on_pass = {}) {
    return SimultaneousMcts<G, Evaluation>(root, request, evaluation, megabytes).run(on_pass);
}

}  // namespace zermelo
