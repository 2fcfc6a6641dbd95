// Monte-Carlo tree search over any game, also with chance and with any number of players: threads that grow one tree, and the answer.
#pragma once

#include <barrier>
#include <new>
#include <thread>

#include "zermelo/search/kept_tree.hpp"
#include "zermelo/search/mcts_worker.hpp"
#include "zermelo/search/pass_loop.hpp"

namespace zermelo {

// The answer as it stands in the tree: every move at the root that was tried, in natural order.
template <class G, bool MultiPlayer>
class MctsAnswer {
public:
    using Move = typename G::Move;

    MctsAnswer(const G& root, const MctsTree<Move>& tree, bool wins) : root_(root), tree_(tree), wins_(wins) {}

    std::vector<RootMove<Move>> moves() const {
        std::vector<RootMove<Move>> out;
        Moves<G> natural;
        list_moves(natural);
        const auto& top = tree_[0];
        if (!top.expanded()) return out;
        const std::uint32_t first = top.first_child.load(relaxed);
        for (const Move move : natural)
            for (std::uint32_t child = first; child < first + top.child_count; ++child)
                if (tree_[child].move == move && tree_[child].visits.load(relaxed) > 0) out.push_back(root_move(child));
        return out;
    }

    // The value of the root is the game's own.
    bool proven() const { return tree_[0].low.load(relaxed) == tree_[0].high.load(relaxed); }

private:
    static constexpr auto relaxed = std::memory_order_relaxed;

    void list_moves(Moves<G>& moves) const {
        if constexpr (HasChance<G>) {
            if (root_.player() < 0) {
                Probabilities<G> probabilities;
                return root_.chances(moves, probabilities);
            }
        }
        root_.moves(moves);
    }

    RootMove<Move> root_move(std::uint32_t at) const {
        const auto& node = tree_[at];
        const std::uint64_t visits = node.visits.load(relaxed);
        RootMove<Move> out{line(at), {}, Bound::none, visits};
        if constexpr (MultiPlayer) {
            for (std::size_t player = 0; player < tree_.players(); ++player)
                out.worth.push_back(tree_.share(at, player).load(relaxed) / static_cast<double>(visits));
        } else if (const auto settled = node.settled(wins_)) {
            out.worth.push_back(*settled * unit_of<G>() / report_scale(root_));
            out.bound = node.low.load(relaxed) == node.high.load(relaxed) ? Bound::exact : *settled > 0 ? Bound::lower : Bound::upper;
        } else {
            out.worth.push_back(node.payoffs.load(relaxed) / static_cast<double>(visits));
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

    // A proven win, else the child with the most visits that is not a proven loss; 0 if none was visited.
    std::uint32_t best_child(std::uint32_t at, int player) const {
        if (!tree_[at].expanded()) return 0;
        const std::uint32_t first = tree_[at].first_child.load(relaxed);
        std::uint32_t best = 0;
        std::pair<int, std::uint32_t> most{-2, 0};
        for (std::uint32_t child = first; child < first + tree_[at].child_count; ++child) {
            const auto& node = tree_[child];
            if (node.visits.load(relaxed) == 0) continue;
            const Value settled = node.settled(true).value_or(0), own = player == 0 ? settled : -settled;
            const std::pair<int, std::uint32_t> rank{(own > 0) - (own < 0), node.visits.load(relaxed)};
            if (rank > most) most = rank, best = child;
        }
        return best;
    }

    const G& root_;
    const MctsTree<Move>& tree_;
    bool wins_;
};

// How often the first thread reports, in seconds.
inline constexpr double mcts_report_seconds = 0.25;

// `kept` has the tree, which may hold simulations of earlier searches. `MultiPlayer`: payoffs are one per player, not MAX's number.
template <bool MultiPlayer, class G, class Evaluation>
Outcome<typename G::Move> mcts(const G& root, const SearchRequest& request, const Evaluation& evaluation, KeptTree& kept,
                               const OnPass<typename G::Move>& on_pass = {}) {
    using Move = typename G::Move;
    using Worker = MctsWorker<G, Evaluation, MultiPlayer>;
    MctsTree<Move>& tree = kept.for_search(root, request.salt);
    std::atomic<bool> stop{false};
    Budget budget(request, stop);
    MctsShared<G> shared{root, request, tree, stop};
    if (request.wins) shared.widen(-1), shared.widen(1);
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
    std::barrier meeting(request.threads, make_room);
    double next_report = mcts_report_seconds;
    bool cancelled = false;
    const auto report = [&] {
        PassReport<Move> pass;
        pass.moves = answer.moves();
        pass.seconds = budget.elapsed();
        pass.counts = workers[0]->counts;
        cancelled = !on_pass(pass);
        if (cancelled) stop.store(true);
    };
    const auto run = [&](int number) {
        while (shared.simulations.fetch_add(1, std::memory_order_relaxed) < request.simulations) {
            if (tree.full()) meeting.arrive_and_wait();
            if (!workers[static_cast<std::size_t>(number)]->simulate()) break;
            if (request.solver && tree[0].settled(request.wins)) {
                stop.store(true);
                break;
            }
            if (number == 0 && on_pass && shared.simulations.load(std::memory_order_relaxed) % 64 == 0 && budget.elapsed() >= next_report) {
                report();
                next_report = budget.elapsed() + mcts_report_seconds;
            }
        }
        meeting.arrive_and_drop();
    };
    std::vector<std::thread> helpers;
    for (int number = 1; number < request.threads; ++number) helpers.emplace_back(run, number);
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
