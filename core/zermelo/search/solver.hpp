// The exact solver: the value of a position with perfect play to the end of the game. It bisects the range of possible values by
// null-window searches ("is the value greater than m?"). Its table keeps both bounds of every position, so that each search
// profits from those before it.
//
// It uses the hooks of hooks.hpp, all optional: bounds and known values, candidate moves and their order, symmetry, an endgame
// solver, and `replies`, which gives several of these at once. Without hooks the result is the same, later.
//
// All entries of the table are proven, so a solver may keep them from one position to the next. With one thread the number of
// nodes is deterministic for the same table.
//
// A line of play that is too long for recursion, as where positions repeat, ends this search; then `graph_solver.hpp` solves the game if
// the positions that can be reached fit into memory.
//
// Several threads all run each null-window search (see solver_search.hpp); the first to finish ends it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "zermelo/base/order.hpp"
#include "zermelo/search/graph_solver.hpp"
#include "zermelo/search/solver_search.hpp"

namespace zermelo {

template <class M>
struct Solution {
    bool solved = false;      // false if it was stopped: then value and move mean nothing
    Value value = 0;          // exact, for the player to move; of a weak solution only its sign: -1, 0 or 1
    std::optional<M> move;    // one that keeps the value; none once the game is over
    std::uint64_t nodes = 0;  // positions searched, without those decided by a hook or the table
    SolverEnd end = SolverEnd::stopped;  // if it is not solved, why
    std::vector<M> line;      // more moves of the line that `move` begins, if the graph was solved
};

template <class M>
struct MoveValue {
    M move;
    Value value;  // for the player who makes the move
};

template <Game G>
class Solver {
    using Search = SolverSearch<G>;

public:
    using Move = typename G::Move;
    using Answer = Solution<Move>;

    explicit Solver(std::size_t megabytes = 64) : table_(megabytes), search_(table_), megabytes_(megabytes) {}
    Solver(const Solver&) = delete;

    // The exact value, or with `weak` only who wins, which is often found sooner.
    Answer solve(const G& game, bool weak = false, const Stop& stop = {}, int threads = 1) {
        Answer answer = run(stop, threads, [&](Answer& found) {
            found.value = value_of(game, weak);
            found.move = move_that_keeps(game, found.value, weak);
        });
        if (!answer.solved && too_deep_) solve_graph(game, weak, stop, answer);
        return answer;
    }

    // The exact value of every legal move, in natural order; empty if it was stopped.
    std::vector<MoveValue<Move>> analyse(const G& game, const Stop& stop = {}) {
        std::vector<MoveValue<Move>> values;
        const Answer answer = run(stop, 1, [&](Answer&) {
            Moves<G> moves;
            game.moves(moves);
            for (const Move move : moves) {
                const G child = game.play(move);
                const Value value = value_of(child, false);
                values.push_back({move, same_player(game, child) ? value : -value});
            }
        });
        if (!answer.solved) values.clear();
        return values;
    }

    void forget() { table_.forget(); }
    void resize(std::size_t megabytes) { table_.resize(megabytes), megabytes_ = megabytes; }
    std::size_t table_bytes() const { return table_.bytes(); }

    // The nodes that all threads visited in the last call. Threads may call this while a call runs.
    std::uint64_t nodes() const { return graph_nodes_ + (threads_ > 1 ? helped_ + (shared_state_ ? shared_state_->nodes() : 0) : search_.nodes()); }

private:
    static constexpr Value narrow = 4096;  // ranges up to this are bisected, wider ones searched with an open window

    template <class Work>
    Answer run(const Stop& stop, int threads, Work&& work) {
        Answer answer;
        threads_ = threads, stop_ = &stop, helped_ = graph_nodes_ = 0, too_deep_ = false;
        search_.begin(stop);
        if (threads > 1) table_.grow_fully();
        try {
            work(answer);
            answer.solved = true, answer.end = SolverEnd::solved;
        } catch (const typename Search::Abandoned&) {
            answer = Answer{};
            too_deep_ |= search_.too_deep();
        }
        answer.nodes = nodes();
        return answer;
    }

    void solve_graph(const G& game, bool weak, const Stop& stop, Answer& answer) {
        GraphSolver<G> graph;
        answer.end = graph.solve(game, megabytes_, weak, graph_nodes_, Search::known_bounds, stop);
        answer.nodes = nodes();
        if (answer.end != SolverEnd::solved) return;
        answer.solved = true;
        answer.value = graph.value();
        answer.line = graph.line();
        if (!answer.line.empty()) answer.move = answer.line.front();
    }

    // One search, by one thread or by all.
    Value decide(const G& game, CanonicalKey key, const Proven& known, Value alpha, Value beta) {
        if (threads_ == 1) return search_.template search<false>(game, key, known, alpha, beta, 0);
        shared_state_ = std::make_unique<SharedState>();
        std::vector<std::thread> others;
        for (int number = 1; number < threads_; ++number)
            others.emplace_back([&] {
                Search helper(table_);
                helper.join(*shared_state_, nullptr);
                helper.template search<true>(game, key, known, alpha, beta, 0);
                helper.leave();
            });
        search_.join(*shared_state_, stop_);
        const Value value = search_.template search<true>(game, key, known, alpha, beta, 0);
        search_.leave();
        const bool given_up = shared_state_->ended();
        shared_state_->end();
        for (std::thread& other : others) other.join();
        helped_ += shared_state_->nodes();
        too_deep_ |= shared_state_->too_deep();
        shared_state_.reset();
        if (given_up) throw typename Search::Abandoned{};
        return value;
    }

    Value value_of(const G& game, bool weak) {
        const Bounds bounds = Search::known_bounds(game);
        auto [low, high] = bounds;
        if (weak) low = std::clamp(low, -1, 1), high = std::clamp(high, -1, 1);
        if (low == high) return low;
        if (near_end(game)) {
            const Value value = search_.finish(game, low - 1, high + 1);
            return weak ? std::clamp(value, -1, 1) : value;
        }
        const CanonicalKey key = canonical_key(game);
        const auto search = [&](Value alpha, Value beta) {
            Proven known{bounds.low, bounds.high};
            table_.template probe<false>(key.key, known);
            return decide(game, key, known, alpha, beta);
        };
        if (high - low > narrow) return search(low - 1, high + 1);
        // First whether it is nearly lost or won, which is quickly found if so; then who wins; then bisection.
        for (int step = 0; low < high; ++step) {
            Value middle = low + (high - low) / 2;
            if (step == 0 && low < 0) middle = low * 2 / 3;
            else if (step <= 1 && high > 0) middle = high * 2 / 3, step = 1;
            else if (low <= 0 && high > 0) middle = 0;
            else if (low < 0 && high >= 0) middle = -1;
            middle = std::clamp(middle, low, high - 1);
            const Value value = search(middle, middle + 1);
            if (value <= middle) high = std::max(low, value);
            else low = std::min(high, value);
        }
        return low;
    }

    // A move with at least the value of the position.
    std::optional<Move> move_that_keeps(const G& game, Value value, bool weak) {
        Moves<G> moves;
        game.moves(moves);
        if (moves.empty()) return std::nullopt;
        if (weak && value < 0) return moves[0];
        if constexpr (HasMoveOrdering<G>)
            sort_stably(moves, [&](Move a, Move b) { return game.order_score(a) > game.order_score(b); });
        if (!game.over() && !near_end(game)) {
            const CanonicalKey key = canonical_key(game);
            Proven known{-infinity, infinity};
            table_.template probe<false>(key.key, known);
            for (std::size_t at = 1; at < moves.size(); ++at)
                if (Search::code(moves[at], key.mirrored) == known.move) std::swap(moves[0], moves[at]);
        }
        for (const Move move : moves) {
            const G child = game.play(move);
            const bool same = same_player(game, child);
            const Bounds bounds = Search::known_bounds(child);
            const Bounds seen = turned(bounds, same);
            if (seen.low >= value) return move;
            if (seen.high < value) continue;
            const Value worth = from_parent(same, value - 1, value, [&](Value low, Value high) {
                return near_end(child) ? search_.finish(child, low, high)
                                       : decide(child, canonical_key(child), {bounds.low, bounds.high}, low, high);
            });
            if (worth >= value) return move;
        }
        return moves[0];  // not reached: some move keeps the value
    }

    SolverTable<G> table_;
    Search search_;
    const Stop* stop_ = nullptr;
    int threads_ = 1;
    std::unique_ptr<SharedState> shared_state_;  // during a search by several threads
    std::uint64_t helped_ = 0;       // nodes of the earlier searches by several threads
    std::uint64_t graph_nodes_ = 0;  // and of the graph
    bool too_deep_ = false;
    std::size_t megabytes_;
};

}  // namespace zermelo
