// Monte-Carlo tree search over any game, also with chance and with any number of players: threads that grow one tree, and the answer.
#pragma once

#include <barrier>
#include <functional>
#include <new>
#include <thread>
#include <tuple>

#include "zermelo/search/kept_tree.hpp"
#include "zermelo/search/mcts_worker.hpp"
#include "zermelo/search/pass_loop.hpp"

namespace zermelo {

// The answer as it stands in the tree: every move at the root that was tried, the best first.
template <class G, bool MultiPlayer>
class MctsAnswer {
public:
    using Move = typename G::Move;

    MctsAnswer(const G& root, const MctsTree<Move>& tree, bool wins) : root_(root), tree_(tree), wins_(wins) {}

    std::vector<RootMove<Move>> moves() const {
        std::vector<std::uint32_t> children;
        if (tree_[0].expanded())
            for (std::uint32_t child = first_child(0); child < first_child(0) + tree_[0].child_count; ++child)
                if (tree_[child].visits.load(relaxed) > 0) children.push_back(child);
        std::stable_sort(children.begin(), children.end(),
                         [&, player = root_.player()](std::uint32_t a, std::uint32_t b) { return rank(0, a, player) > rank(0, b, player); });
        std::vector<RootMove<Move>> out;
        for (const std::uint32_t child : children) out.push_back(root_move(child));
        return out;
    }

    // The value of the root is the game's own.
    bool proven() const { return tree_[0].low.load(relaxed) == tree_[0].high.load(relaxed); }

private:
    static constexpr auto relaxed = std::memory_order_relaxed;

    static int sign(Value value) { return (value > 0) - (value < 0); }
    std::uint32_t first_child(std::uint32_t at) const { return tree_[at].first_child.load(relaxed); }

    // Which child a player chooses: of the best standing the most visits, and of equal visits the most rewards; in a proven node a
    // child that gives it its value, and of these one that wins at once, and not one that loses at once.
    std::tuple<int, std::uint32_t, double> rank(std::uint32_t at, std::uint32_t child, int player) const {
        const auto& node = tree_[child];
        const std::uint32_t visits = node.visits.load(relaxed);
        if (const auto payoff = tree_[at].settled(false); payoff && node.settled(false) == payoff)
            return {3 + (node.expanded() ? 0 : sign(player == 0 ? *payoff : -*payoff)), visits, rewards(child, player)};
        return {standing(at, child, player), visits, rewards(child, player)};
    }

    // How a child compares with the reward that is sure at its node: -1 if it gives less or its mean promises less, else 0, where
    // visits decide, since the mean is one over good and bad replies. Where the sure reward is a loss, 1 for a child that promises
    // more and may be none.
    int standing(std::uint32_t at, std::uint32_t child, int player) const {
        const double sure = reward_bounds(at, player).first;
        const auto [low, high] = reward_bounds(child, player);
        if (high <= sure) return low >= sure ? 0 : -1;
        const double mean = std::clamp(rewards(child, player) / tree_[child].visits.load(relaxed), low, high);
        return mean > sure || low >= sure || (mean == sure && sure < 0) ? sure < 0 && high >= 0 : -1;
    }

    // What is proven about a player's rewards at a node.
    std::pair<double, double> reward_bounds(std::uint32_t at, int player) const {
        const auto reward = [&](Value payoff) { return wins_ ? sign(payoff) : payoff * unit_of<G>() / report_scale(root_); };
        const double low = reward(tree_[at].low.load(relaxed)), high = reward(tree_[at].high.load(relaxed));
        return player == 0 ? std::pair(low, high) : std::pair(-high, -low);
    }

    // The rewards at a child of the player who chooses it.
    double rewards(std::uint32_t child, [[maybe_unused]] int player) const {
        if constexpr (MultiPlayer) return tree_.share(child, static_cast<std::size_t>(player)).load(relaxed);
        else return tree_[child].total.load(relaxed);
    }

    RootMove<Move> root_move(std::uint32_t at) const {
        const auto& node = tree_[at];
        const std::uint64_t visits = node.visits.load(relaxed);
        RootMove<Move> out{line(at), {}, Bound::none, visits};
        if constexpr (MultiPlayer) {
            for (std::size_t player = 0; player < tree_.players(); ++player)
                out.worth.push_back(tree_.share(at, player).load(relaxed) / static_cast<double>(visits));
            return out;
        }
        if (wins_) {
            const double mean = node.total.load(relaxed) / static_cast<double>(visits);
            out.win_rate = (1 + (root_.player() == 1 ? -mean : mean)) / 2;
        }
        if (const auto settled = node.settled(wins_)) {
            if (wins_) out.win_rate = (1 + sign(*settled)) / 2.0;
            out.worth.push_back(*settled * unit_of<G>() / report_scale(root_));
            out.bound = node.low.load(relaxed) == node.high.load(relaxed) ? Bound::exact : *settled > 0 ? Bound::lower : Bound::upper;
        } else {
            const double scale = unit_of<G>() / report_scale(root_), mean = node.payoffs.load(relaxed) / static_cast<double>(visits);
            // Earlier simulations may lie outside what is proven now.
            out.worth.push_back(std::clamp(mean, node.low.load(relaxed) * scale, node.high.load(relaxed) * scale));
        }
        return out;
    }

    // The move that begins at a child of the root, and the likeliest replies; chance ends it.
    std::vector<Move> line(std::uint32_t at) const {
        std::vector<Move> out{tree_[at].move};
        G game = root_;
        for (advance(game, out.back()); !game.over() && game.player() >= 0 && (at = best_child(at, game.player())); advance(game, out.back()))
            out.push_back(tree_[at].move);
        return out;
    }

    // 0 if no child was visited.
    std::uint32_t best_child(std::uint32_t at, int player) const {
        std::uint32_t best = 0;
        if (tree_[at].expanded())
            for (std::uint32_t child = first_child(at); child < first_child(at) + tree_[at].child_count; ++child)
                if (tree_[child].visits.load(relaxed) > 0 && (best == 0 || rank(at, child, player) > rank(at, best, player))) best = child;
        return best;
    }

    const G& root_;
    const MctsTree<Move>& tree_;
    bool wins_;
};

// How often the first thread reports, in seconds.
inline constexpr double mcts_report_seconds = 0.25;

// `kept` has the tree, which may hold simulations of earlier searches. `MultiPlayer`: payoffs are one per player, not MAX's number.
// `evaluate_batch` takes the place of playouts where the request has a batch.
template <bool MultiPlayer, class G, class Evaluation>
Outcome<typename G::Move> mcts(const G& root, const SearchRequest& request, const Evaluation& evaluation, KeptTree& kept,
                               const OnPass<typename G::Move>& on_pass = {},
                               const std::type_identity_t<BatchEvaluator<G, std::conditional_t<MultiPlayer, Payoffs, double>>>& evaluate_batch = {}) {
    using Move = typename G::Move;
    using Worker = MctsWorker<G, Evaluation, MultiPlayer>;
    std::atomic<bool> stop{false};
    Budget budget(request, stop);  // which the time to find the position in a kept tree is part of
    MctsTree<Move>& tree = kept.for_search(root, request.salt);
    MctsShared<G> shared{root, request, tree, stop};
    if (!MultiPlayer && request.wins) shared.ranges[0].widen(-1), shared.ranges[0].widen(1);
    const MctsAnswer<G, MultiPlayer> answer(root, tree, request.wins);

    std::vector<std::unique_ptr<Worker>> workers;
    for (int number = 0; number < request.threads; ++number)
        workers.push_back(std::make_unique<Worker>(shared, evaluation, number == 0 ? &budget : nullptr, mix(request.seed + static_cast<std::uint64_t>(number))));

    // All threads wait while one makes room in a full tree. Without memory to do so it stays full.
    const auto make_room = [&]() noexcept {
        try {
            if (tree.full()) tree.make_room();
        } catch (const std::bad_alloc&) {
        }
    };
    make_room();
    std::barrier meeting(request.threads, make_room);
    const std::uint64_t counted = tree[0].visits.load(std::memory_order_relaxed);
    const std::uint64_t most = std::min(request.simulations, MctsNode<Move>::most_visits - std::min(counted, MctsNode<Move>::most_visits));
    double next_report = mcts_report_seconds;
    bool cancelled = false;
    const auto report = [&] {
        PassReport<Move> pass;
        pass.moves = answer.moves();
        if (pass.moves.empty()) return;  // a slow evaluation of the root is all that has been done
        pass.seconds = budget.elapsed();
        pass.counts = workers[0]->counts;
        cancelled = !on_pass(pass);
        if (cancelled) stop.store(true);
    };
    std::vector<std::thread> helpers;
    const std::function<void(int)> run = [&](int number) {
        Worker& worker = *workers[static_cast<std::size_t>(number)];
        // The first of a batch must expand the root before others can go on from there.
        const auto take = [&]() -> std::uint64_t {
            const std::uint64_t count = request.batch > 0 && tree[0].expanded() ? static_cast<std::uint64_t>(request.batch) : 1;
            const std::uint64_t done = shared.simulations.fetch_add(count, std::memory_order_relaxed);
            return done < most ? std::min(count, most - done) : 0;
        };
        while (const std::uint64_t count = take()) {
            if (tree.full()) meeting.arrive_and_wait();
            if (!(request.batch > 0 ? worker.simulate(count, evaluate_batch) : worker.simulate())) break;
            // The first simulation tells how many payoffs there are.
            if (number == 0 && helpers.empty())
                for (int other = 1; other < request.threads; ++other) helpers.emplace_back(run, other);
            if (request.solver && tree[0].settled(request.wins)) {
                stop.store(true);
                break;
            }
            if (number == 0 && on_pass && (request.batch > 0 || worker.counts.evaluations % 64 == 0) && budget.elapsed() >= next_report) {
                report();
                next_report = budget.elapsed() + mcts_report_seconds;
            }
        }
        meeting.arrive_and_drop();
    };
    run(0);
    for (std::thread& helper : helpers) helper.join();

    Outcome<Move> outcome;
    outcome.moves = answer.moves();
    outcome.proven = answer.proven();
    for (const auto& worker : workers) {
        outcome.counts.add(worker->counts);
        if (outcome.shape.size() < worker->shape.size()) outcome.shape.resize(worker->shape.size());
        for (std::size_t depth = 0; depth < worker->shape.size(); ++depth) outcome.shape[depth] += worker->shape[depth];
    }
    outcome.stopped = cancelled ? StopReason::cancelled : budget.reason();
    outcome.endless = shared.endless.load();
    outcome.seconds = budget.elapsed();
    return outcome;
}

}  // namespace zermelo
