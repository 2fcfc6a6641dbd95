// The value of a position by retrograde analysis of all positions that can be reached from it. It is for games that recursion does
// not suit: positions may repeat, and lines may be of any length.
//
// Every position has two bounds. The lower one starts at the least that any end of the game is worth, the upper one at the most;
// both are then worked back from the ends until nothing changes. So the lower bound is what MAX can force in a finite number
// of moves, and the upper bound what MIN can. Where they differ, the players can only agree to go on for ever: the rules give that no
// value, and neither does this solver.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/game/hooks.hpp"
#include "zermelo/game/turns.hpp"

namespace zermelo {

// How a solver ended: with the value; stopped by the caller; without a value, because the players can go on for ever; out of memory.
enum class SolverEnd { solved, stopped, endless, memory };

template <Game G>
class GraphSolver {
public:
    using Move = typename G::Move;

    // `bounds_of(game)` gives the bounds of a position without search; equal ones end it.
    template <class BoundsOf, class Stop>
    SolverEnd solve(const G& root, std::size_t megabytes, bool weak, std::uint64_t& nodes, const BoundsOf& bounds_of, const Stop& stop) {
        weak_ = weak;
        slots_.assign(1 << 10, none);
        number(root);
        edges_begin_.push_back(0);
        std::uint64_t next_poll = nodes;
        for (std::size_t at = 0; at < games_.size(); ++at) {
            if (nodes >= next_poll) {
                if (stop && stop()) return SolverEnd::stopped;
                next_poll = nodes + poll_every;
            }
            if (bytes() > megabytes << 20) return SolverEnd::memory;
            ++nodes;
            const Bounds bounds = as_max(games_[at], bounds_of(games_[at]));
            low_.push_back({bounds.low, 0}), high_.push_back({bounds.high, 0});
            if (bounds.low < bounds.high) expand(at);
            edges_begin_.push_back(static_cast<std::uint32_t>(edges_.size()));
        }
        reverse_edges();
        if (!improve(low_, [](Value one, Value other) { return one > other; }, 0, stop)) return SolverEnd::stopped;
        if (!improve(high_, [](Value one, Value other) { return one < other; }, 1, stop)) return SolverEnd::stopped;
        return low_[0].value == high_[0].value ? SolverEnd::solved : SolverEnd::endless;
    }

    // For the player to move at the root.
    Value value() const { return for_max(games_[0], low_[0].value); }

    // Moves that reach the value, as far as they are forced to: of a puzzle to its end. Each goes to a position that was decided earlier.
    std::vector<Move> line() const {
        std::vector<Move> line;
        std::uint32_t at = 0;
        while (edges_begin_[at] < edges_begin_[at + 1] && line.size() < games_.size()) {
            const auto& bounds = games_[at].player() == 0 ? low_ : high_;
            std::uint32_t best = edges_begin_[at];
            for (std::uint32_t edge = best; edge < edges_begin_[at + 1]; ++edge) {
                const Bound &here = bounds[edges_[edge]], &there = bounds[edges_[best]];
                const bool keeps = here.value == bounds[at].value, kept = there.value == bounds[at].value;
                if (keeps != kept ? keeps : here.decided < there.decided) best = edge;
            }
            Moves<G> moves;
            games_[at].moves(moves);
            line.push_back(moves[best - edges_begin_[at]]);
            // Any move keeps a value that is not worked back from an end.
            if (bounds[edges_[best]].decided >= bounds[at].decided) break;
            at = edges_[best];
        }
        return line;
    }

private:
    static constexpr std::uint32_t none = UINT32_MAX;
    static constexpr std::uint64_t poll_every = 1024;

    // MAX's, and when it got this value, counted in changes; 0 if from the start.
    struct Bound {
        Value value;
        std::uint32_t decided;
    };

    Bounds as_max(const G& game, Bounds bounds) const {
        if (weak_) bounds = {std::clamp(bounds.low, -1, 1), std::clamp(bounds.high, -1, 1)};
        return game.player() == 0 ? bounds : Bounds{-bounds.high, -bounds.low};
    }
    std::size_t bytes() const {
        return games_.size() * (sizeof(G) + sizeof(Key) + 2 * sizeof(Bound) + 2 * sizeof(std::uint32_t)) +
               (slots_.size() + 2 * edges_.size()) * sizeof(std::uint32_t);
    }

    [[gnu::noinline]] void expand(std::size_t at) {
        Moves<G> moves;
        games_[at].moves(moves);
        for (const Move move : moves) edges_.push_back(number(games_[at].play(move)));
    }
    // The number of a position, which may be a new one.
    std::uint32_t number(const G& game) {
        const Key key = game.key();
        std::size_t slot = mix(key) & (slots_.size() - 1);
        for (; slots_[slot] != none; slot = (slot + 1) & (slots_.size() - 1))
            if (keys_[slots_[slot]] == key) return slots_[slot];
        slots_[slot] = static_cast<std::uint32_t>(games_.size());
        games_.push_back(game), keys_.push_back(key);
        if (2 * games_.size() > slots_.size()) grow();
        return static_cast<std::uint32_t>(games_.size()) - 1;
    }
    void grow() {
        slots_.assign(2 * slots_.size(), none);
        for (std::uint32_t at = 0; at < keys_.size(); ++at) {
            std::size_t slot = mix(keys_[at]) & (slots_.size() - 1);
            while (slots_[slot] != none) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = at;
        }
    }

    void reverse_edges() {
        parents_begin_.assign(games_.size() + 1, 0);
        for (const std::uint32_t child : edges_) ++parents_begin_[child + 1];
        for (std::size_t at = 1; at < parents_begin_.size(); ++at) parents_begin_[at] += parents_begin_[at - 1];
        parents_.resize(edges_.size());
        std::vector<std::uint32_t> place(parents_begin_.begin(), parents_begin_.end() - 1);
        for (std::uint32_t at = 0; at < games_.size(); ++at)
            for (std::uint32_t edge = edges_begin_[at]; edge < edges_begin_[at + 1]; ++edge) parents_[place[edges_[edge]]++] = at;
    }

    // Propagate `player`'s bounds to the parents until nothing changes, first in, first out. `better` compares values for `player`.
    // Return false if stopped.
    template <class Better, class Stop>
    bool improve(std::vector<Bound>& bounds, const Better& better, int player, const Stop& stop) {
        std::vector<std::uint32_t> waiting, next;
        std::vector<char> waits(games_.size(), 1);
        for (auto at = static_cast<std::uint32_t>(games_.size()); at-- > 0;) waiting.push_back(at);
        std::uint32_t changes = 0;
        std::uint64_t work = 0;
        for (; !waiting.empty(); waiting.swap(next), next.clear())
            for (const std::uint32_t at : waiting) {
                if (++work % poll_every == 0 && stop && stop()) return false;
                waits[at] = 0;
                if (edges_begin_[at] == edges_begin_[at + 1]) continue;
                Value best = bounds[edges_[edges_begin_[at]]].value;
                for (std::uint32_t edge = edges_begin_[at]; edge < edges_begin_[at + 1]; ++edge) {
                    const Value value = bounds[edges_[edge]].value;
                    if (better(value, best) == (games_[at].player() == player) && value != best) best = value;
                }
                if (!better(best, bounds[at].value)) continue;
                bounds[at] = {best, ++changes};
                for (std::uint32_t edge = parents_begin_[at]; edge < parents_begin_[at + 1]; ++edge)
                    if (const std::uint32_t parent = parents_[edge]; !waits[parent]) waits[parent] = 1, next.push_back(parent);
            }
        return true;
    }

    bool weak_ = false;
    std::vector<G> games_;
    std::vector<Key> keys_;
    std::vector<std::uint32_t> slots_;
    std::vector<std::uint32_t> edges_begin_, edges_, parents_begin_, parents_;
    std::vector<Bound> low_, high_;
};

}  // namespace zermelo
