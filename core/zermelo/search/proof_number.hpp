// Proof-number search, depth-first (df-pn): can the player to move reach at least `goal`? Yes, no, or not known in time.
//
// Every position has two numbers, seen by the player to move there: phi, how many leaves must still be settled to show
// that this player gets what they want, and delta, how many to show that they do not. The search always works where the
// least is left to do; a new position begins with one way to get it and as many to be refused as it has moves, which leads
// the search to where the other side has little choice. Sources: Allis 1994 (proof-number search), Nagai 2002 (df-pn),
// Pawlewicz and Lew 2007 (thresholds with some slack, so that it jumps about less).
//
// What keeps its answers right:
// - A position that repeats on the line of play counts as not reaching the goal. That a cycle was met may be true on this
//   line only, so such a refusal is kept only where the whole cycle lies below (`since`); a proof never needs one.
// - Where a game is drawn after so many moves without progress, a proof remembers how many it needs (`span`), and counts only
//   where the clock leaves it so many.
// - A lost entry of the table costs time, never truth.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/search/budget.hpp"
#include "zermelo/search/proof_table.hpp"

namespace zermelo {

enum class Verdict { unknown, yes, no };

template <class Move>
struct Proof {
    Verdict verdict = Verdict::unknown;
    std::vector<Move> line;  // of a yes: the move that gets it, and how the game may go on, as far as the table still knows
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
        table_.clear();
        // Whether a draw can be had where a repetition is one: whether the other side cannot win.
        const bool turned = has_clock && goal <= 0;
        asker_ = turned ? root.player() ^ 1 : root.player();
        goal_ = turned ? 1 - goal : goal;
        nodes_ = 0;
        path_.clear();
        stop_.store(false);
        Budget budget(request, stop_);
        budget_ = &budget;
        Move move{};
        const Finding found = explore(root, first_look(root), {endless, endless}, &move);
        Proof<Move> proof;
        if (found.phi == 0) {
            proof.verdict = Verdict::yes;
            if (turned && !root.over()) proof.line = {move};
            else if (!root.over()) proof.line = line_from(root, move);
        } else if (found.delta == 0) {
            proof.verdict = Verdict::no;
        } else {
            proof.stopped = budget.reason();
        }
        proof.nodes = nodes_;
        proof.seconds = budget.elapsed();
        return proof;
    }

private:
    using Number = std::uint32_t;
    static constexpr Number endless = 1u << 30;
    static constexpr Number suspect = 1u << 22;  // refused on another line by a cycle: the last place to look
    static constexpr int always = 1 << 20;
    static constexpr std::size_t deepest = 4000;

    struct Numbers {
        Number phi, delta;
    };
    struct Finding {
        Number phi, delta;
        int span = 0;        // of a proof: how many moves without progress it may need
        int since = always;  // of a refusal: it holds on lines through what stands at this place of the path
    };
    struct Child {
        Move move;
        Key key;
        Finding found;
    };

    bool asks(const G& game) const { return game.player() == asker_; }

    // Whether the goal is reached, seen by the player to move: phi is 0 for "I get what I want".
    Finding settled(const G& game, bool asker_gets_it, int since = always) const {
        if (asks(game) == asker_gets_it) return {0, endless, 0, since};
        return {endless, 0, 0, since};
    }
    // Whether the asker has been refused, seen by the player to move.
    static bool refused(const Finding& found, bool asker_to_move) { return (asker_to_move ? found.delta : found.phi) == 0; }
    static bool proven(const Finding& found, bool asker_to_move) { return (asker_to_move ? found.phi : found.delta) == 0; }

    // What is known of a position before it is explored.
    Finding first_look(const G& game) const {
        if (game.over()) {
            const Value payoff = asks(game) ? game.payoff() : -game.payoff();
            // A draw for want of progress depends on the whole line.
            bool by_clock = false;
            if constexpr (has_clock) by_clock = game.clock() >= G::clock_limit;
            return settled(game, payoff >= goal_, by_clock ? 0 : always);
        }
        if (const auto known = table_.probe(game.key())) {
            const Finding found{known->phi, known->delta, known->span};
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

    // Works below a position until one of its numbers reaches its limit. `best_move` gets the move worked at last: of a proof
    // of the player to move, the one that does it.
    Finding explore(const G& game, const Finding& before, Numbers limit, Move* best_move = nullptr) {
        ++nodes_;
        if (game.over()) return before;
        if (budget_->spent(nodes_) || path_.size() >= deepest) return before;
        const std::uint64_t began = nodes_;
        const int place = static_cast<int>(path_.size());
        const bool asking = asks(game);
        path_.push_back(game.key());
        Moves<G> moves;
        game.moves(moves);
        std::vector<Child> children;
        children.reserve(moves.size());
        for (const Move move : moves) {
            const G next = game.play(move);
            const Key key = next.key();
            const auto met = std::find(path_.begin(), path_.end(), key);
            Finding found = met != path_.end() ? settled(next, false, static_cast<int>(met - path_.begin())) : first_look(next);
            if (next.player() == game.player()) std::swap(found.phi, found.delta);
            children.push_back({move, key, found});
        }
        Finding now;
        while (true) {
            // phi is the least of the children's deltas (one good move is enough), delta the sum of their phis.
            Number second = endless;
            std::uint64_t sum = 0;
            std::size_t best = 0;
            for (std::size_t at = 0; at < children.size(); ++at) {
                const Finding& child = children[at].found;
                sum += child.phi;
                if (at == 0) continue;
                if (child.delta < children[best].found.delta) {
                    second = children[best].found.delta;
                    best = at;
                } else {
                    second = std::min(second, child.delta);
                }
            }
            const Finding& child = children[best].found;
            // Endless is only what is settled: sums stay below it.
            now = {child.delta, child.delta == 0 ? endless : static_cast<Number>(std::min<std::uint64_t>(sum, endless - 1))};
            if (best_move) *best_move = children[best].move;
            if (now.phi >= limit.phi || now.delta >= limit.delta || stop_.load(std::memory_order_relaxed)) break;
            const std::uint64_t slack = second + std::uint64_t{second} / 4 + 1;
            Numbers below{static_cast<Number>(std::min<std::uint64_t>(endless, std::uint64_t{limit.delta} + child.phi - now.delta)),
                          static_cast<Number>(std::min<std::uint64_t>({limit.phi, slack, endless}))};
            const G next = game.play(children[best].move);
            const bool same = next.player() == game.player();
            Finding known = child;
            if (same) std::swap(below.phi, below.delta), std::swap(known.phi, known.delta);
            Finding found = explore(next, known, below);
            if (same) std::swap(found.phi, found.delta);
            children[best].found = found;
            if (path_.size() + 1 >= deepest) break;
        }
        path_.pop_back();
        conclude(game, children, asking, place, now);
        keep(game.key(), now, asking, nodes_ - began + 1);
        return now;
    }

    // What a proof needs, and what a refusal rests on.
    void conclude(const G& game, const std::vector<Child>& children, bool asking, int place, Finding& now) const {
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
        } else if (refused(now, asking)) {
            int since = asking ? always : -1;
            for (const Child& child : children)
                if (asking) since = std::min(since, child.found.since);
                else if (child.found.delta == 0) since = std::max(since, child.found.since);
            now.since = since >= place ? always : since;
        }
    }

    void keep(Key key, const Finding& found, bool asking, std::uint64_t work) {
        ProofNumbers kept{found.phi, found.delta, static_cast<std::uint8_t>(std::min(found.span, 255))};
        if (refused(found, asking) && found.since != always)
            kept = asking ? ProofNumbers{suspect, 1, 0} : ProofNumbers{1, suspect, 0};
        table_.store(key, kept, work);
    }

    // The line of a proof: the asker's winning moves, and the replies that took the most work.
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
            for (const Move each : moves) {
                const G next = game.play(each);
                if (!proven(first_look(next), asks(next))) continue;
                const std::uint64_t work = table_.work(next.key());
                if (!chosen || (asks(game) ? work < most : work > most)) chosen = each, most = work;
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
};

}  // namespace zermelo
