// Depth-first proof-number search (df-pn): can the player to move reach at least `goal`? Yes, no, or not known in time.
//
// Every position has two numbers, for its player to move: phi, the number of leaves still to be proven for this player to reach
// their aim, and delta, the number still to be proven for the opponent to prevent it. (The asker's aim is to reach the goal, the
// opponent's to prevent that.) The search expands the most-proving node; a new position starts with phi 1 and delta the
// number of its moves, which leads the search to where the opponent has few moves. Sources: Allis 1994 (proof-number search),
// Nagai 2002 (df-pn), Pawlewicz and Lew 2007 (the 1 + epsilon trick for thresholds).
//
// Correctness:
// - A position that repeats on the path counts as not reaching the goal. That may be true on this path only (graph history
//   interaction), so such a disproof is stored only if the whole cycle is below the position (`since`); a proof never needs one.
// - Where a game is drawn after some moves without progress, a proof stores how many it needs (`span`), and is used only where
//   the clock leaves enough.
// - A lost entry of the table costs time, never correctness.
// - A line longer than the stack allows ends the search: the answer is then not known.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/game/hooks.hpp"
#include "zermelo/search/budget.hpp"
#include "zermelo/search/proof_table.hpp"

namespace zermelo {

enum class Verdict { unknown, yes, no };

template <class Move>
struct Proof {
    Verdict verdict = Verdict::unknown;
    std::vector<Move> line;  // of a yes: the winning move and a continuation, as far as the table has it
    std::uint64_t nodes = 0;
    StopReason stopped = StopReason::complete;
    double seconds = 0;
};

template <Game G>
class ProofNumberSearch {
public:
    using Move = typename G::Move;

    explicit ProofNumberSearch(std::size_t megabytes) : table_(megabytes) {}

    // Can the player to move at `root` get at least `goal` (a payoff)?
    Proof<Move> prove(const G& root, Value goal, const SearchRequest& request) {
        const Bounds range = payoff_range(root);
        if (goal <= range.low || goal > range.high) return sure(root, goal <= range.low);
        table_.clear();
        // Where a repetition is a draw, "can I draw?" is "can the opponent not win?".
        const bool for_opponent = has_clock && goal <= 0;
        Move move{};
        Proof<Move> proof = for_opponent ? ask(root, root.player() ^ 1, 1 - goal, request, &move) : ask(root, root.player(), goal, request, &move);
        if (for_opponent && proof.verdict != Verdict::unknown) proof.verdict = proof.verdict == Verdict::yes ? Verdict::no : Verdict::yes;
        if (proof.verdict != Verdict::yes || root.over()) return proof;
        proof.line = for_opponent ? std::vector<Move>{move} : line_from(root, move);
        return proof;
    }

    // Can `asker` get at least `goal`? The table keeps what earlier calls found, so all must be about the same asker and goal.
    // `move` gets the move by which the player to move reaches or prevents it.
    Proof<Move> ask(const G& root, int asker, Value goal, const SearchRequest& request, Move* move) {
        asker_ = asker;
        goal_ = goal;
        nodes_ = 0;
        path_.clear();
        stop_.store(false);
        too_deep_ = false;
        Budget budget(request, stop_);
        budget_ = &budget;
        const NodeNumbers found = search(root, first_look(root), {infinite, infinite}, move);
        Proof<Move> proof;
        if (proven(found, asks(root))) proof.verdict = Verdict::yes;
        else if (disproven(found, asks(root))) proof.verdict = Verdict::no;
        else proof.stopped = too_deep_ ? StopReason::long_line : budget.reason();
        proof.nodes = nodes_;
        proof.seconds = budget.elapsed();
        return proof;
    }

    ProofTable& table() { return table_; }

private:
    // No play gets less than a goal that is never missed, nor more than the best end.
    static Proof<Move> sure(const G& root, bool yes) {
        Proof<Move> proof;
        proof.verdict = yes ? Verdict::yes : Verdict::no;
        Moves<G> moves;
        if (yes && !root.over()) root.moves(moves), proof.line.assign(1, moves[0]);
        return proof;
    }

    using Number = std::uint32_t;
    static constexpr Number infinite = 1u << 30;
    static constexpr Number suspect = 1u << 22;  // disproven by a cycle on another path: tried last
    static constexpr int always = 1 << 20;
    static constexpr std::size_t deepest = std::min<std::size_t>(4000, (std::size_t{4} << 20) / (sizeof(G) + 512));  // moves on a path

    struct Thresholds {
        Number phi, delta;
    };
    struct NodeNumbers {
        Number phi, delta;
        int span = 0;        // of a proof: the most moves without progress that it needs
        int since = always;  // of a disproof: it holds on paths through the position at this index
    };
    struct Child {
        Move move;
        Key key;
        NodeNumbers found;
    };

    bool asks(const G& game) const { return game.player() == asker_; }

    // A decided position, for its player to move: phi is 0 if this player reaches their aim.
    NodeNumbers decided(const G& game, bool asker_gets_it, int since = always) const {
        if (asks(game) == asker_gets_it) return {0, infinite, 0, since};
        return {infinite, 0, 0, since};
    }
    // Whether the goal is disproven, or proven, by the numbers of the player to move.
    static bool disproven(const NodeNumbers& found, bool asker_to_move) { return (asker_to_move ? found.delta : found.phi) == 0; }
    static bool proven(const NodeNumbers& found, bool asker_to_move) { return (asker_to_move ? found.phi : found.delta) == 0; }

    // The numbers of a position before it is searched.
    NodeNumbers first_look(const G& game) const {
        if (game.over()) {
            const Value payoff = asks(game) ? game.payoff() : -game.payoff();
            // A draw by the clock depends on the whole path.
            bool by_clock = false;
            if constexpr (has_clock) by_clock = game.clock() >= G::clock_limit;
            return decided(game, payoff >= goal_, by_clock ? 0 : always);
        }
        if (const auto known = table_.probe(game.key())) {
            const NodeNumbers found{known->phi, known->delta, known->span};
            bool in_time = true;
            if constexpr (has_clock) in_time = !proven(found, asks(game)) || game.clock() + found.span <= G::clock_limit;
            if (in_time) return found;
        }
        if constexpr (requires { game.count_moves(); }) return {1, static_cast<Number>(game.count_moves())};
        else return {1, 1};
    }

    static constexpr bool has_clock = requires(const G& game) {
        game.clock();
        G::clock_limit;
    };

    // With a stack frame of its own, which is gone when the children are searched.
    [[gnu::noinline]] std::vector<Child> children_of(const G& game) const {
        Moves<G> moves;
        game.moves(moves);
        std::vector<Child> children;
        children.reserve(moves.size());
        for (const Move move : moves) {
            const G next = game.play(move);
            const Key key = next.key();
            const auto met = std::find(path_.begin(), path_.end(), key);
            NodeNumbers found = met != path_.end() ? decided(next, false, static_cast<int>(met - path_.begin())) : first_look(next);
            if (next.player() == game.player()) std::swap(found.phi, found.delta);
            children.push_back({move, key, found});
        }
        return children;
    }

    // Search below a position until one of its numbers reaches its threshold. `best_move` gets the last move searched: of a proof
    // for the player to move, the proving one.
    NodeNumbers search(const G& game, const NodeNumbers& before, Thresholds limit, Move* best_move = nullptr) {
        ++nodes_;
        if (game.over()) return before;
        // The root is expanded in any case, so that an answer in the table has its move.
        if (budget_->spent(nodes_) && !path_.empty()) return before;
        if (path_.size() >= deepest) {
            too_deep_ = true;
            stop_.store(true);
            return before;
        }
        const std::uint64_t began = nodes_;
        const int place = static_cast<int>(path_.size());
        const bool asking = asks(game);
        path_.push_back(game.key());
        std::vector<Child> children = children_of(game);
        NodeNumbers now;
        while (true) {
            // phi is the smallest delta of the children (one good move is enough), delta the sum of their phis.
            Number second = infinite;
            std::uint64_t sum = 0;
            std::size_t best = 0;
            for (std::size_t at = 0; at < children.size(); ++at) {
                const NodeNumbers& child = children[at].found;
                sum += child.phi;
                if (at == 0) continue;
                if (child.delta < children[best].found.delta) {
                    second = children[best].found.delta;
                    best = at;
                } else {
                    second = std::min(second, child.delta);
                }
            }
            const NodeNumbers& child = children[best].found;
            // Only decided positions have infinite numbers: sums stay below.
            now = {child.delta, child.delta == 0 ? infinite : static_cast<Number>(std::min<std::uint64_t>(sum, infinite - 1))};
            if (best_move) *best_move = children[best].move;
            if (now.phi >= limit.phi || now.delta >= limit.delta || stop_.load(std::memory_order_relaxed)) break;
            const std::uint64_t slack = second + std::uint64_t{second} / 4 + 1;
            Thresholds below{static_cast<Number>(std::min<std::uint64_t>(infinite, std::uint64_t{limit.delta} + child.phi - now.delta)),
                          static_cast<Number>(std::min<std::uint64_t>({limit.phi, slack, infinite}))};
            const G next = game.play(children[best].move);
            const bool same = next.player() == game.player();
            NodeNumbers known = child;
            if (same) std::swap(below.phi, below.delta), std::swap(known.phi, known.delta);
            NodeNumbers found = search(next, known, below);
            if (same) std::swap(found.phi, found.delta);
            children[best].found = found;
        }
        path_.pop_back();
        conclude(game, children, asking, place, now);
        keep(game.key(), now, asking, nodes_ - began + 1);
        return now;
    }

    // The span of a proof, and the cycles that a disproof depends on.
    [[gnu::noinline]] void conclude(const G& game, const std::vector<Child>& children, bool asking, int place, NodeNumbers& now) const {
        const auto span_of = [&](const Child& child) {
            if constexpr (has_clock) return game.play(child.move).clock() == 0 ? 0 : child.found.span + 1;
            else return 0;
        };
        if (proven(now, asking)) {
            int span = asking ? always : 0;
            for (const Child& child : children)
                if (!asking) span = std::max(span, span_of(child));
                else if (child.found.delta == 0) span = std::min(span, span_of(child));
            now.span = span;
        } else if (disproven(now, asking)) {
            int since = asking ? always : -1;
            for (const Child& child : children)
                if (asking) since = std::min(since, child.found.since);
                else if (child.found.delta == 0) since = std::max(since, child.found.since);
            now.since = since >= place ? always : since;
        }
    }

    void keep(Key key, const NodeNumbers& found, bool asking, std::uint64_t work) {
        ProofNumbers kept{found.phi, found.delta, static_cast<std::uint8_t>(std::min(found.span, 255))};
        if (disproven(found, asking) && found.since != always)
            kept = asking ? ProofNumbers{suspect, 1, 0} : ProofNumbers{1, suspect, 0};
        table_.store(key, kept, work);
    }

    // The line of a proof: the asker's proving moves, and the replies that took the most work.
    std::vector<Move> line_from(const G& root, Move move) {
        std::vector<Move> line{move};
        std::vector<Key> seen{root.key()};
        G game = root.play(move);
        while (!game.over() && std::find(seen.begin(), seen.end(), game.key()) == seen.end()) {
            seen.push_back(game.key());
            Moves<G> moves;
            game.moves(moves);
            std::optional<Move> chosen;
            std::uint64_t most = 0;
            for (const Move candidate : moves) {
                const G next = game.play(candidate);
                if (!proven(first_look(next), asks(next))) continue;
                const std::uint64_t work = table_.work(next.key());
                if (!chosen || (asks(game) ? work < most : work > most)) chosen = candidate, most = work;
            }
            if (!chosen) break;
            line.push_back(*chosen);
            game = game.play(*chosen);
        }
        return line;
    }

    ProofTable table_;
    std::vector<Key> path_;
    std::atomic<bool> stop_{false};
    Budget* budget_ = nullptr;
    int asker_ = 0;
    Value goal_ = 0;
    std::uint64_t nodes_ = 0;
    bool too_deep_ = false;
};

}  // namespace zermelo
