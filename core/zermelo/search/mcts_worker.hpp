// One thread of Monte-Carlo tree search: simulations in four steps, and what the threads share.
//
// Source: Kocsis and Szepesvári 2006 (UCT), Coulom 2006; Rosin 2011 (PUCT); Chaslot et al. 2008 (progressive bias and widening,
// virtual loss); Cazenave and Saffidine 2010 (score bounds). The Python textbook's `mcts` explains the four steps; with the same
// random numbers and none of the additions this search grows the same tree.
//
// A node keeps the rewards of the player who chose its move. While a simulation is under way it counts as a lost one, with the least
// reward so far, so that other threads, and the other simulations of a batch, look elsewhere (virtual loss).
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "zermelo/search/amaf.hpp"
#include "zermelo/search/budget.hpp"
#include "zermelo/search/mast.hpp"
#include "zermelo/search/mcts_moves.hpp"
#include "zermelo/search/mcts_shared.hpp"
#include "zermelo/search/playout.hpp"

namespace zermelo {

// The simulations of one thread. A payoff is MAX's number in a two-player game, else one per player; `Evaluation` gives static
// values of the same kind.
template <class G, class Evaluation, bool MultiPlayer>
    requires(MultiPlayer ? MultiPlayerGame<G> : Game<G>)
class MctsWorker {
public:
    using Move = typename G::Move;
    using Node = MctsNode<Move>;
    using Worth = std::conditional_t<MultiPlayer, Payoffs, double>;
    static constexpr int longest_game = 100'000;

    // `budget` belongs to the first thread.
    MctsWorker(MctsShared<G>& shared, const Evaluation& evaluation, Budget* budget, std::uint64_t seed)
        : shared_(shared), tree_(shared.tree), request_(shared.request), evaluation_(evaluation), budget_(budget), random_(seed) {}

    // One simulation: select, expand, simulate, back up. False if it was stopped.
    bool simulate() {
        G game = shared_.root;
        std::optional<Value> settled;
        if (!select(game, settled)) return false;
        const Worth payoff = settled ? points(game, *settled) : playout(game);
        if (stopped()) return undo(path_);
        back_up(payoff);
        return true;
    }

    // Several simulations whose leaves are evaluated together, and expanded at once with the priors that come with their values.
    // False if they were stopped.
    bool simulate(std::uint64_t count, const BatchEvaluator<G, Worth>& evaluate) {
        leaves_.clear(), leaf_games_.clear();
        for (; count > 0; --count) {
            G game = shared_.root;
            std::optional<Value> settled;
            if (!select(game, settled)) break;
            if (settled || game.over()) {
                back_up(settled ? points(game, *settled) : playout(game));
                continue;
            }
            leaves_.push_back({path_, played_, tree_.claim(path_.back().node)});
            leaf_games_.push_back(game);
        }
        std::vector<LeafValue<Worth>> values;
        if (!leaves_.empty() && !stopped()) values = evaluate(leaf_games_, [this] { return budget_ ? budget_->interrupted() : shared_.stop.load(relaxed); });
        const bool whole = values.size() == leaves_.size() && !shared_.broken.load(relaxed);
        for (std::size_t at = 0; at < leaves_.size(); ++at) {
            const bool done = at < values.size() && !shared_.broken.load(relaxed);
            Leaf& leaf = leaves_[at];
            const std::uint32_t node = leaf.path.back().node;
            if (leaf.claimed && done) list_children(node, leaf_games_[at], values[at].priors);
            else if (leaf.claimed) tree_[node].first_child.store(0, relaxed);
            if (!done) {
                undo(leaf.path);
                continue;
            }
            std::swap(path_, leaf.path), std::swap(played_, leaf.played);
            back_up(values[at].worth);
        }
        return whole && !stopped();
    }

    Counts counts;
    std::vector<std::uint64_t> shape;  // how many nodes were visited for the first time at each depth

private:
    static constexpr auto relaxed = std::memory_order_relaxed;
    static constexpr bool has_rave = !MultiPlayer && has_own_codes<Move>;
    static constexpr double widening_exponent = 0.5;
    static constexpr double infinite = std::numeric_limits<double>::infinity();

    // A node of the simulation's path, the player who chose it (-1 is chance), and the reward it counts with until the simulation ends.
    struct Step {
        std::uint32_t node;
        int player;
        double virtual_loss = 0;
    };
    // A leaf that waits to be evaluated; `claimed` if it is to be expanded then.
    struct Leaf {
        std::vector<Step> path;
        std::vector<PlayedMove<Move>> played;
        bool claimed;
    };

    // MAX's payoff as it is reported; of several players nothing is known without a playout.
    static Worth points([[maybe_unused]] const G& game, [[maybe_unused]] Value payoff) {
        if constexpr (MultiPlayer) return {};
        else return payoff * unit_of<G>() / report_scale(game);
    }

    void note(int player, Move move) {
        if (uses_played_) played_.push_back({player, move});
    }

    // Forget a simulation that has begun.
    bool undo(const std::vector<Step>& path) {
        if (shared_.overlap())
            for (const Step step : path) {
                tree_[step.node].visits.fetch_sub(1, relaxed);
                add_virtual_loss(step, -step.virtual_loss);
            }
        return false;
    }

    void add_virtual_loss(const Step& step, double loss) {
        if (loss == 0) return;
        if constexpr (MultiPlayer) tree_.share(step.node, static_cast<std::size_t>(step.player)).fetch_add(loss, relaxed);
        else tree_[step.node].total.fetch_add(loss, relaxed);
    }

    bool stopped() {
        if (shared_.endless.load(relaxed) || shared_.broken.load(relaxed)) return true;
        return budget_ ? budget_->spent(counts.nodes + counts.evaluations) : shared_.stop.load(relaxed);
    }

    // At the beginning of a simulation where they overlap; else after it.
    static void count_visit(Node& node) { node.visits.fetch_add(1, relaxed); }
    void count_node(std::size_t depth) {
        ++counts.nodes;
        if (shape.size() <= depth) shape.resize(depth + 1);
        ++shape[depth];
    }
    std::uint32_t visits_before(std::uint32_t at) const { return tree_[at].visits.load(relaxed) - shared_.overlap(); }

    template <class Number>
    void add(std::atomic<Number>& sum, Number amount) const {
        if (shared_.overlap()) sum.fetch_add(amount, relaxed);
        else sum.store(sum.load(relaxed) + amount, relaxed);
    }

    // ---- select

    // Go down to a leaf, and expand nodes on the way; false if that was stopped. `settled` is MAX's payoff where it is known there.
    bool select(G& game, std::optional<Value>& settled) {
        path_.assign(1, {0, 0});
        played_.clear();
        if constexpr (has_rave) amaf_.start();
        if (shared_.overlap()) count_visit(tree_[0]);
        for (std::uint32_t at = 0;;) {
            if (game.over()) {
                if constexpr (!MultiPlayer) {
                    settled = for_max(game, game.payoff());
                    if (request_.solver) set_payoff(tree_[at], *settled);
                }
                return true;
            }
            if (request_.solver && (settled = tree_[at].settled(request_.wins))) return true;
            if (!tree_[at].expanded()) {
                if (request_.batch > 0 || (at != 0 && visits_before(at) == 0)) {
                    if (request_.solver && at != 0 && (settled = known_payoff(game))) set_payoff(tree_[at], *settled);
                    return true;
                }
                if (!expand(at, game)) return true;
            }
            if (shared_.broken.load(relaxed)) return undo(path_);
            const int player = game.player();
            const std::uint32_t child = player < 0 ? by_chance(at) : best_child(at, player);
            path_.push_back({child, player});
            if (shared_.overlap()) {
                count_visit(tree_[child]);
                if (player >= 0) add_virtual_loss(path_.back(), path_.back().virtual_loss = scale(player).least);
            }
            if (visits_before(child) == 0) count_node(path_.size() - 1);
            note(player, tree_[child].move);
            advance(game, tree_[child].move);
            at = child;
        }
    }

    // A sum of rewards as a mean, scaled to 0..1.
    struct Scale {
        double least, width;
        double operator()(double total, double visits) const { return (total / visits - least) / width; }
    };
    Scale scale(int player) const {
        const auto& range = shared_.ranges[MultiPlayer ? static_cast<std::size_t>(player) : 0];
        const double least = range.least.load(relaxed), most = range.most.load(relaxed);
        if (most < least) return {0, 1};  // no simulation has ended
        return {!MultiPlayer && player == 1 ? -most : least, most > least ? most - least : 1};
    }

    // The rewards at a child of the player who chooses it.
    double total(std::uint32_t child, [[maybe_unused]] int player) const {
        if constexpr (MultiPlayer) return tree_.share(child, static_cast<std::size_t>(player)).load(relaxed);
        else return tree_[child].total.load(relaxed);
    }

    std::uint32_t best_child(std::uint32_t at, int player) {
        const Node& node = tree_[at];
        const std::uint32_t first = node.first_child.load(relaxed), end = first + node.child_count;
        const Scale scaled = scale(player);
        const auto all_visits = static_cast<double>(std::max(node.visits.load(relaxed), 1u));
        const bool puct = request_.selection == Selection::puct, refers = looks_up_reference(at, player);
        const double reach = puct ? request_.exploration * std::sqrt(all_visits) : std::log(all_visits);
        const bool untried_first = !puct && request_.urgency < 0;
        const double unvisited = request_.urgency >= 0 ? request_.urgency : puct ? first_play_urgency(at, player, scaled) : 0;
        // Progressive widening: so many of the moves that are not decided, the likeliest first.
        double shown = request_.widening > 0 ? request_.widening * std::pow(all_visits, widening_exponent) : infinite;
        std::uint32_t chosen = first;
        double highest = -infinite;
        for (std::uint32_t child = first; child < end; ++child) {
            const Node& candidate = tree_[child];
            const std::uint32_t visits = candidate.visits.load(relaxed);
            if (visits > 0 && request_.solver && is_decided(node, candidate, player)) continue;
            double worth = visits == 0 ? unvisited : scaled(total(child, player), visits);
            if constexpr (has_rave) {
                if (request_.rave > 0) {
                    const Node& rave = refers ? amaf_.at_reference(tree_, player, candidate) : candidate;
                    if (const double seen = rave.rave_visits.load(relaxed); seen > 0) {
                        const double share = seen / (seen + visits + seen * visits / request_.rave);
                        worth = (1 - share) * worth + share * scaled(rave.rave_total.load(relaxed), seen);
                    } else if (visits == 0 && untried_first) return child;
                } else if (visits == 0 && untried_first) return child;
            } else if (visits == 0 && untried_first) return child;
            if (puct) worth += reach * candidate.prior / (1 + visits);
            else {
                if (visits > 0 || untried_first) worth += request_.exploration * std::sqrt(reach / std::max(visits, 1u));
                if (request_.bias > 0) worth += request_.bias * candidate.prior / (1 + visits);
            }
            if (worth > highest) highest = worth, chosen = child;
            if (puct && visits == 0 && request_.rave == 0) break;  // the others are as unknown, and less likely
            if (--shown <= 0) break;
        }
        return chosen;
    }

    // GRAVE: whether the RAVE means come from a node above, as this one has too few visits.
    bool looks_up_reference([[maybe_unused]] std::uint32_t at, [[maybe_unused]] int player) {
        if constexpr (has_rave) {
            if (request_.grave == 0 || request_.rave == 0) return false;
            if (tree_[at].visits.load(relaxed) < request_.grave) return amaf_.look_up(tree_, player);
            amaf_.set_reference(player, at);
        }
        return false;
    }

    // With PUCT a move never tried is worth as much as the node so far. In UCT it comes first.
    double first_play_urgency(std::uint32_t at, int player, const Scale& scaled) const {
        const double visits = tree_[at].visits.load(relaxed);
        if (visits < 1 || (MultiPlayer && tree_.players() == 0)) return 0.5;  // a visit under way has no payoff yet
        const bool same = MultiPlayer || std::max(path_.back().player, 0) == player;
        return scaled(same ? total(at, player) : -total(at, player), visits);
    }

    std::uint32_t by_chance(std::uint32_t at) {
        const std::uint32_t first = tree_[at].first_child.load(relaxed);
        const auto probability = [&](std::size_t outcome) { return static_cast<double>(tree_[first + static_cast<std::uint32_t>(outcome)].prior); };
        return first + static_cast<std::uint32_t>(draw_outcome(tree_[at].child_count, random_, probability));
    }

    // ---- proven payoffs

    static int sign(Value value) { return (value > 0) - (value < 0); }

    static void set_payoff(Node& node, Value payoff) { node.low.store(payoff, relaxed), node.high.store(payoff, relaxed); }

    // MAX's, where the game or its endgame tables know it without search.
    std::optional<Value> known_payoff([[maybe_unused]] const G& game) const {
        if constexpr (HasKnownValue<G>)
            if (const auto value = game.known_value()) return for_max(game, *value);
        return std::nullopt;
    }

    // Whether a move cannot be better for the player than what the node is known to be worth.
    bool is_decided(const Node& node, const Node& child, int player) const {
        const Value best = player == 0 ? child.high.load(relaxed) : -child.low.load(relaxed);
        const Value known = player == 0 ? node.low.load(relaxed) : -node.high.load(relaxed);
        return request_.wins ? sign(best) <= sign(known) : best <= known;
    }

    // From the leaf up, as long as something changes. Chance ends it.
    void back_up_bounds() {
        for (std::size_t at = path_.size(); at-- > 1;) {
            const int player = path_[at].player;
            if (player < 0) return;
            Node& node = tree_[path_[at - 1].node];
            const std::uint32_t first = node.first_child.load(relaxed);
            Value low = player == 0 ? -infinity : infinity, high = low;
            for (std::uint32_t child = first; child < first + node.child_count; ++child) {
                const Value child_low = tree_[child].low.load(relaxed), child_high = tree_[child].high.load(relaxed);
                low = player == 0 ? std::max(low, child_low) : std::min(low, child_low);
                high = player == 0 ? std::max(high, child_high) : std::min(high, child_high);
            }
            // No payoff is better than the best of the game.
            if constexpr (requires { G::value_range; }) low = std::max(low, G::value_range.low), high = std::min(high, G::value_range.high);
            if (low == node.low.load(relaxed) && high == node.high.load(relaxed)) return;
            node.low.store(low, relaxed), node.high.store(high, relaxed);
        }
    }

    // ---- expand

    // List the children of a node; false if another thread does, or there is no room.
    bool expand(std::uint32_t at, const G& game) { return tree_.claim(at) ? list_children(at, game, {}) : tree_[at].expanded(); }

    // Add the children of a claimed node; return false if there is no room. `given` has the priors of all moves in natural order, or is empty.
    bool list_children(std::uint32_t at, const G& game, const std::vector<float>& given) {
        Node& node = tree_[at];
        Moves<G> moves;
        const std::vector<float>& priors = lister_.list(game, at != 0, given, random_, moves);
        if (moves.empty()) shared_.broken.store(true, relaxed);
        const std::uint32_t first = moves.empty() ? 0 : tree_.allocate(static_cast<std::uint32_t>(moves.size()));
        if (first) {
            for (std::uint32_t place = 0; place < moves.size(); ++place) {
                tree_[first + place].move = moves[place];
                if (!priors.empty()) tree_[first + place].prior = priors[place];
            }
            node.child_count = static_cast<std::uint16_t>(moves.size());
        }
        node.first_child.store(first, std::memory_order_release);
        return first != 0;
    }

    // ---- simulate

    Worth playout(G& game) {
        if constexpr (!MultiPlayer && HasPlayout<G>) {
            if (request_.plies < 0 && (request_.playouts == Playouts::game || request_.playouts == Playouts::uniform)) {
                typename G::Playout playout(game, request_.playouts == Playouts::uniform);
                for (int plies = 0; !playout.over(); ++plies) {
                    const int player = playout.player();
                    note(player, playout.step(random_));
                    if (is_too_long(plies)) return {};
                }
                return points(game, playout.payoff());
            }
        }
        for (int plies = 0; !game.over(); ++plies) {
            if (plies == request_.plies) return evaluation_(game);
            const int player = game.player();
            Move move{};
            if (!draw(game, move)) return shared_.broken.store(true, relaxed), Worth{};
            note(player, move);
            advance(game, move);
            if (is_too_long(plies)) return {};
        }
        return final_worth(game);
    }

    static Worth final_worth(const G& game) {
        if constexpr (MultiPlayer) return game.payoffs();
        else return points(game, for_max(game, game.payoff()));
    }

    // A move of a playout; false if the game lists none.
    bool draw(const G& game, Move& move) {
        if (request_.playouts == Playouts::mast) return averages_.draw(game, random_, move);
        if (request_.playouts != Playouts::softmax) return draw_move(game, random_, move);
        const auto value = [&, player = game.player()](const G& next) {
            const Worth worth = next.over() ? final_worth(next) : evaluation_(next);
            if constexpr (MultiPlayer) return worth[static_cast<std::size_t>(player)];
            else return player == 1 ? -worth : worth;
        };
        return draw_by_value(game, random_, request_.softmax_scale, value, weights_, move);
    }

    // With a limit of time a simulation may take all of it.
    bool is_too_long(int plies) {
        ++counts.nodes;
        if (plies == longest_game && request_.seconds == 0) shared_.endless.store(true, relaxed);
        return stopped();
    }

    // ---- back up

    void back_up(const Worth& payoff) {
        ++counts.evaluations;
        if constexpr (MultiPlayer) {
            tree_.set_players(payoff.size());
            for (std::size_t player = 0; player < payoff.size(); ++player) shared_.ranges[player].widen(payoff[player]);
            for (const Step step : path_)
                for (std::size_t player = 0; player < payoff.size(); ++player)
                    add(tree_.share(step.node, player), payoff[player] - (static_cast<int>(player) == step.player ? step.virtual_loss : 0));
            if (request_.playouts == Playouts::mast)
                for (const auto& [player, move] : played_)
                    if (player >= 0) averages_.learn(player, move, scale(player)(payoff[static_cast<std::size_t>(player)], 1));
        } else {
            if (request_.solver) back_up_bounds();
            double bounded = payoff;  // by what is proven, as moves that cannot be better are not tried any more
            const double scale = unit_of<G>() / report_scale(shared_.root);
            const auto reward_of = [&](double points) { return request_.wins ? (points > 0) - (points < 0) : points; };
            shared_.ranges[0].widen(reward_of(payoff));
            for (std::size_t at = path_.size(); at-- > 0;) {
                Node& node = tree_[path_[at].node];
                if (request_.solver) bounded = std::clamp(bounded, node.low.load(relaxed) * scale, node.high.load(relaxed) * scale);
                const double reward = reward_of(bounded);
                add(node.total, (path_[at].player == 1 ? -reward : reward) - path_[at].virtual_loss);
                add(node.payoffs, bounded);
            }
            if constexpr (has_rave)
                if (request_.rave > 0) amaf_.back_up(tree_, path_, played_, reward_of(payoff));
            if (request_.playouts == Playouts::mast) {
                const Scale scaled[2] = {this->scale(0), this->scale(1)};
                for (const auto& [player, move] : played_)
                    if (player >= 0) averages_.learn(player, move, scaled[player](player == 1 ? -reward_of(payoff) : reward_of(payoff), 1));
            }
        }
        if (!shared_.overlap())
            for (const Step step : path_) tree_[step.node].visits.store(tree_[step.node].visits.load(relaxed) + 1, relaxed);
    }

    MctsShared<G>& shared_;
    MctsTree<Move>& tree_;
    const SearchRequest& request_;
    const Evaluation& evaluation_;
    Budget* budget_;
    Random random_;
    std::vector<Step> path_;
    std::vector<PlayedMove<Move>> played_;  // the moves of the simulation, in the tree and after it
    bool uses_played_ = request_.rave > 0 || request_.playouts == Playouts::mast;
    MoveLister<G> lister_{request_};
    std::conditional_t<has_rave, Amaf<Move>, std::monostate> amaf_;
    MoveAverages<Move> averages_;
    std::vector<double> weights_;           // of the moves of a playout
    std::vector<Leaf> leaves_;              // of a batch
    std::vector<G> leaf_games_;
};

}  // namespace zermelo
