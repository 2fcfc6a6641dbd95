// One thread of Monte-Carlo tree search: simulations in four steps, and what the threads share.
//
// Source: Kocsis and Szepesvári 2006 (UCT), Coulom 2006; Rosin 2011 (PUCT); Gelly and Silver 2007 (RAVE); Chaslot et al. 2008
// (progressive bias, virtual loss); Cazenave and Saffidine 2010 (score bounds). The Python textbook's `mcts` explains the four
// steps; with the same random numbers and none of the additions this search grows the same tree.
//
// A node keeps the rewards of the player who chose its move. While a simulation is under way it counts as one without reward,
// so that other threads look elsewhere (virtual loss).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "zermelo/search/budget.hpp"
#include "zermelo/search/mcts_tree.hpp"
#include "zermelo/search/playout.hpp"

namespace zermelo {

// What the threads of one search share.
template <class G>
struct MctsShared {
    using Move = typename G::Move;

    const G& root;
    const SearchRequest& request;
    MctsTree<Move>& tree;
    std::atomic<bool>& stop;
    std::atomic<std::uint64_t> simulations{0};
    std::atomic<bool> endless{false};  // a simulation went on for too long
    std::atomic<bool> broken{false};   // the game has failed, and lists no moves

    bool threaded() const { return request.threads > 1; }

    // The smallest and largest reward of a player so far, by which they are scaled to 0..1. Of two players only MAX's are kept.
    struct Range {
        std::atomic<double> least{std::numeric_limits<double>::infinity()}, most{-std::numeric_limits<double>::infinity()};

        void widen(double reward) {
            double low = least.load(std::memory_order_relaxed), high = most.load(std::memory_order_relaxed);
            while (reward < low && !least.compare_exchange_weak(low, reward, std::memory_order_relaxed)) {}
            while (reward > high && !most.compare_exchange_weak(high, reward, std::memory_order_relaxed)) {}
        }
    };
    std::array<Range, max_players> ranges{};
};

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
        path_.assign(1, {0, 0});
        played_.clear();
        G game = shared_.root;
        if (shared_.threaded()) count_visit(tree_[0]);
        std::optional<Value> settled;  // MAX's payoff, where it is known without a playout
        for (std::uint32_t at = 0;;) {
            if (game.over()) {
                if constexpr (!MultiPlayer) settled = for_max(game, game.payoff()), set_payoff(tree_[at], *settled);
                break;
            }
            if (request_.solver && (settled = tree_[at].settled(request_.wins))) break;
            if (!tree_[at].expanded()) {
                if (at != 0 && visits_before(at) == 0) {
                    if (request_.solver && (settled = known_payoff(game))) set_payoff(tree_[at], *settled);
                    break;
                }
                if (!expand(at, game)) break;
            }
            if (shared_.broken.load(relaxed)) return false;
            const int player = game.player();
            const std::uint32_t child = player < 0 ? by_chance(at) : best_child(at, player);
            if (shared_.threaded()) count_visit(tree_[child]);
            if (visits_before(child) == 0) count_node(path_.size());
            path_.push_back({child, player});
            note(player, tree_[child].move);
            advance(game, tree_[child].move);
            at = child;
        }
        const Worth payoff = settled ? points(game, *settled) : playout(game);
        if (stopped()) {
            if (shared_.threaded())
                for (const Step step : path_) tree_[step.node].visits.fetch_sub(1, relaxed);
            return false;
        }
        ++counts.evaluations;
        back_up(payoff);
        return true;
    }

    Counts counts;
    std::vector<std::uint64_t> shape;  // how many nodes were visited for the first time at each depth

private:
    static constexpr auto relaxed = std::memory_order_relaxed;
    static constexpr bool has_rave = !MultiPlayer && std::integral<Move> && sizeof(Move) <= 2;

    // A node of the simulation's path, and the player who chose it: -1 is chance.
    struct Step {
        std::uint32_t node;
        int player;
    };
    struct Played {
        int player;
        Move move;
    };

    // MAX's payoff as it is reported; of several players nothing is known without a playout.
    static Worth points([[maybe_unused]] const G& game, [[maybe_unused]] Value payoff) {
        if constexpr (MultiPlayer) return {};
        else return payoff * unit_of<G>() / report_scale(game);
    }

    void note([[maybe_unused]] int player, [[maybe_unused]] Move move) {
        if constexpr (has_rave)
            if (request_.rave > 0) played_.push_back({player, move});
    }

    bool stopped() {
        if (shared_.endless.load(relaxed) || shared_.broken.load(relaxed)) return true;
        return budget_ ? budget_->spent(counts.nodes + counts.evaluations) : shared_.stop.load(relaxed);
    }

    // Under way, on several threads; else after the simulation.
    static void count_visit(Node& node) { node.visits.fetch_add(1, relaxed); }
    void count_node(std::size_t depth) {
        ++counts.nodes;
        if (shape.size() <= depth) shape.resize(depth + 1);
        ++shape[depth];
    }
    std::uint32_t visits_before(std::uint32_t at) const { return tree_[at].visits.load(relaxed) - shared_.threaded(); }

    template <class Number>
    void add(std::atomic<Number>& sum, Number amount) const {
        if (shared_.threaded()) sum.fetch_add(amount, relaxed);
        else sum.store(sum.load(relaxed) + amount, relaxed);
    }

    // ---- select

    // A sum of rewards as a mean, scaled to 0..1.
    struct Scale {
        double least, width;
        double operator()(double total, double visits) const { return (total / visits - least) / width; }
    };
    Scale scale(int player) const {
        const auto& range = shared_.ranges[MultiPlayer ? static_cast<std::size_t>(player) : 0];
        const double least = range.least.load(relaxed), most = range.most.load(relaxed);
        return {!MultiPlayer && player == 1 ? -most : least, most > least ? most - least : 1};
    }

    // The rewards at a child of the player who chooses it.
    double total(std::uint32_t child, [[maybe_unused]] int player) const {
        if constexpr (MultiPlayer) return tree_.share(child, static_cast<std::size_t>(player)).load(relaxed);
        else return tree_[child].total.load(relaxed);
    }

    std::uint32_t best_child(std::uint32_t at, int player) const {
        const Node& node = tree_[at];
        const std::uint32_t first = node.first_child.load(relaxed), end = first + node.child_count;
        const Scale scaled = scale(player);
        const auto all_visits = static_cast<double>(std::max(node.visits.load(relaxed), 1u));
        const bool puct = request_.selection == Selection::puct;
        const double reach = puct ? request_.exploration * std::sqrt(all_visits) : std::log(all_visits);
        const double unvisited = puct ? first_play_urgency(at, player, scaled) : 0;
        std::uint32_t chosen = first;
        double highest = -std::numeric_limits<double>::infinity();
        for (std::uint32_t child = first; child < end; ++child) {
            const Node& candidate = tree_[child];
            const std::uint32_t visits = candidate.visits.load(relaxed);
            double worth = unvisited;
            if (visits == 0) {
                if (!puct && !has_rave_mean(candidate)) return child;
                if (has_rave_mean(candidate)) worth = rave_mean(candidate, scaled);
            } else {
                if (request_.solver && is_decided(node, candidate, player)) continue;
                worth = scaled(total(child, player), visits);
                if (has_rave_mean(candidate)) {
                    const double seen = candidate.rave_visits.load(relaxed), share = seen / (seen + visits + seen * visits / request_.rave);
                    worth = (1 - share) * worth + share * rave_mean(candidate, scaled);
                }
            }
            if (puct) worth += reach * candidate.prior / (1 + visits);
            else worth += request_.exploration * std::sqrt(reach / std::max(visits, 1u)) + (request_.bias > 0 ? request_.bias * candidate.prior / (1 + visits) : 0);
            if (worth > highest) highest = worth, chosen = child;
            if (puct && visits == 0 && request_.rave == 0) break;  // the others are as unknown, and less likely
        }
        return chosen;
    }

    // With PUCT a move never tried is worth as much as the node so far. In UCT it comes first.
    double first_play_urgency(std::uint32_t at, int player, const Scale& scaled) const {
        const double visits = tree_[at].visits.load(relaxed);
        if (visits < 1) return 0.5;
        const bool same = MultiPlayer || std::max(path_.back().player, 0) == player;
        return scaled(same ? total(at, player) : -total(at, player), visits);
    }

    bool has_rave_mean(const Node& node) const { return has_rave && request_.rave > 0 && node.rave_visits.load(relaxed) > 0; }
    double rave_mean(const Node& node, const Scale& scaled) const {
        return scaled(node.rave_total.load(relaxed), node.rave_visits.load(relaxed));
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
            if (low == node.low.load(relaxed) && high == node.high.load(relaxed)) return;
            node.low.store(low, relaxed), node.high.store(high, relaxed);
        }
    }

    // ---- expand

    // List the children of a node; false if another thread does, or there is no room.
    bool expand(std::uint32_t at, const G& game) {
        Node& node = tree_[at];
        std::uint32_t none = 0;
        if (!node.first_child.compare_exchange_strong(none, Node::expanding, std::memory_order_acquire)) return node.expanded();
        Moves<G> moves;
        std::vector<float>& priors = priors_;
        priors.clear();
        if (game.player() < 0) {
            if constexpr (HasChance<G>) {
                Probabilities<G> probabilities;
                game.chances(moves, probabilities);
                for (std::size_t outcome = 0; outcome < moves.size(); ++outcome) priors.push_back(static_cast<float>(probabilities[outcome]));
            }
        } else {
            game.moves(moves);
            if constexpr (HasWinningMove<G>)
                if (request_.solver && at != 0)
                    if (const auto move = game.winning_move()) moves.clear(), moves.push_back(*move);
            if (!sort_by_prior(game, moves)) shuffle(moves);
        }
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

    // The likeliest move first, if the game and the search have priors.
    bool sort_by_prior([[maybe_unused]] const G& game, [[maybe_unused]] Moves<G>& moves) {
        if constexpr (HasPriors<G>) {
            if (request_.selection != Selection::puct && request_.bias == 0) return false;
            std::vector<std::pair<float, Move>> sorted(moves.size());
            priors_.resize(moves.size());
            game.priors(moves, priors_.data());
            for (std::size_t at = 0; at < moves.size(); ++at) sorted[at] = {priors_[at], moves[at]};
            std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
            for (std::size_t at = 0; at < moves.size(); ++at) priors_[at] = sorted[at].first, moves[at] = sorted[at].second;
            return true;
        }
        priors_.assign(moves.size(), 1.0f / static_cast<float>(moves.size()));
        return false;
    }

    void shuffle(Moves<G>& moves) {
        for (std::size_t at = moves.size(); at-- > 1;) std::swap(moves[at], moves[random_.below(static_cast<std::uint32_t>(at + 1))]);
    }

    // ---- simulate

    Worth playout(G& game) {
        if constexpr (!MultiPlayer && HasPlayout<G>) {
            if (request_.plies < 0) {
                typename G::Playout playout(game, request_.uniform);
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
            if (!draw_move(game, random_, move)) return shared_.broken.store(true, relaxed), Worth{};
            note(player, move);
            advance(game, move);
            if (is_too_long(plies)) return {};
        }
        if constexpr (MultiPlayer) return game.payoffs();
        else return points(game, for_max(game, game.payoff()));
    }

    bool is_too_long(int plies) {
        ++counts.nodes;
        if (plies == longest_game) shared_.endless.store(true, relaxed);
        return stopped();
    }

    // ---- back up

    void back_up(const Worth& payoff) {
        if constexpr (MultiPlayer) {
            tree_.set_players(payoff.size());
            for (std::size_t player = 0; player < payoff.size(); ++player) shared_.ranges[player].widen(payoff[player]);
            for (const Step step : path_)
                for (std::size_t player = 0; player < payoff.size(); ++player) add(tree_.share(step.node, player), payoff[player]);
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
                add(node.total, path_[at].player == 1 ? -reward : reward);
                add(node.payoffs, bounded);
            }
            if (request_.rave > 0) back_up_rave(reward_of(payoff));
        }
        if (!shared_.threaded())
            for (const Step step : path_) tree_[step.node].visits.store(tree_[step.node].visits.load(relaxed) + 1, relaxed);
    }

    // A move counts at every node of the path from which the same player made it later, wherever that was.
    void back_up_rave([[maybe_unused]] double reward) {
        if constexpr (has_rave) {
            if (seen_.empty()) seen_.resize(2 * (std::size_t{1} << (8 * sizeof(Move))));
            ++simulation_;
            std::size_t later = played_.size();
            for (std::size_t depth = path_.size(); depth-- > 0;) {
                while (later > depth) --later, seen_[code(played_[later].player, played_[later].move)] = simulation_;
                const Node& node = tree_[path_[depth].node];
                if (!node.expanded() || depth >= played_.size()) continue;
                const int player = played_[depth].player;
                const std::uint32_t first = node.first_child.load(relaxed);
                for (std::uint32_t at = first; at < first + node.child_count; ++at) {
                    Node& child = tree_[at];
                    if (seen_[code(player, child.move)] != simulation_) continue;
                    child.rave_total.store(child.rave_total.load(relaxed) + static_cast<float>(player == 1 ? -reward : reward), relaxed);
                    child.rave_visits.store(child.rave_visits.load(relaxed) + 1, relaxed);
                }
            }
        }
    }
    static std::size_t code(int player, Move move) {
        return static_cast<std::size_t>(player == 1) << (8 * sizeof(Move)) | static_cast<std::make_unsigned_t<Move>>(move);
    }

    MctsShared<G>& shared_;
    MctsTree<Move>& tree_;
    const SearchRequest& request_;
    const Evaluation& evaluation_;
    Budget* budget_;
    Random random_;
    std::vector<Step> path_;
    std::vector<Played> played_;          // the moves of the simulation, in the tree and after it
    std::vector<float> priors_;           // of the moves being listed
    std::vector<std::uint32_t> seen_;     // the last simulation in which a player made a move
    std::uint32_t simulation_ = 0;
};

}  // namespace zermelo
