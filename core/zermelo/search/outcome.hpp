// What a search answers: a template over the move, not the game, so that one translation turns a game's moves into Python
// objects or text. Values are MAX's, or one per player.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/game/game.hpp"
#include "zermelo/search/recorder.hpp"
#include "zermelo/tables/entry.hpp"

namespace zermelo {

// `long_line`, `endless` and `memory` are of solvers: lines of play are too long to follow; the players can go on for ever, which has no
// value; the positions do not fit into memory.
enum class StopReason { complete, depth, nodes, seconds, cancelled, interrupted, long_line, endless, memory };

struct Counts {
    std::uint64_t nodes = 0;
    std::uint64_t evaluations = 0;
    std::uint64_t table_probes = 0;
    std::uint64_t table_hits = 0;
    std::uint64_t cutoffs = 0;
    std::uint64_t first_move_cutoffs = 0;
    std::uint64_t horizon = 0;  // how often the search stopped before the end of the game
    int selective_depth = 0;    // the deepest ply visited

    void add(const Counts& other) {
        nodes += other.nodes, evaluations += other.evaluations, table_probes += other.table_probes;
        table_hits += other.table_hits, cutoffs += other.cutoffs, first_move_cutoffs += other.first_move_cutoffs;
        horizon += other.horizon;
        if (other.selective_depth > selective_depth) selective_depth = other.selective_depth;
    }
};

// A move at the root with the line it begins. `worth` has one number, MAX's, or one per player; none if nothing judged it.
template <class Move>
struct RootMove {
    std::vector<Move> line;
    Payoffs worth;
    Bound bound = Bound::exact;
    std::uint64_t visits = 0;  // simulations through it
    bool in_tables = false;    // the line ends in an endgame table
    double win_rate = -1;      // MAX's, a draw counts half, where simulations count wins
};

// A move of one player at the root, where players move at the same time: with which probability to play it.
template <class Move>
struct StrategyMove {
    Move move{};
    double probability = 0;
    std::uint64_t visits = 0;
    double mean = 0;  // of the player's payoffs
};

// One list of moves per player.
template <class Move>
using Strategies = std::vector<std::vector<StrategyMove<Move>>>;

// One pass of a search. `moves` are best first for alpha-beta, else in natural order.
template <class Move>
struct PassReport {
    int depth = 0;           // 0 is to the end of the game
    bool finished = true;    // an unfinished pass is reported only where it changes the answer
    std::vector<RootMove<Move>> moves;
    Counts counts;           // of this pass; nodes and evaluations only
    double seconds = 0;      // of this pass
    int hashfull = -1;       // per mille of the table in use, if there is one
    Strategies<Move> strategies{};
};

template <class Move>
struct Outcome {
    std::vector<RootMove<Move>> moves;
    std::vector<PassReport<Move>> history;  // the finished passes
    Counts counts;
    int depth = 0;                          // of the last finished pass
    bool proven = false;                    // the horizon was never reached: the value is the game's own
    StopReason stopped = StopReason::complete;
    double seconds = 0;
    int hashfull = -1;
    std::optional<Payoffs> outside;         // a leaf outside the range of values that was promised; it ends the search
    bool endless = false;                   // a simulation did not end
    std::vector<std::uint64_t> shape;       // Monte-Carlo search: how many nodes it added at each depth
    Strategies<Move> strategies{};          // simultaneous moves: `moves` then has one item without a line, the mean payoffs
    std::vector<RecordedNode<Move>> record; // the top of the tree that gave the answer, if it was asked for; parents come first
};

// ---- translation of moves; `line(moves)` turns a line of one kind into a line of the other

template <class To, class From, class Line>
std::vector<RootMove<To>> translate(const std::vector<RootMove<From>>& moves, const Line& line) {
    std::vector<RootMove<To>> out;
    out.reserve(moves.size());
    for (const auto& move : moves) out.push_back({line(move.line), move.worth, move.bound, move.visits, move.in_tables, move.win_rate});
    return out;
}

template <class To, class From, class Line>
PassReport<To> translate(const PassReport<From>& pass, const Line& line) {
    return {pass.depth, pass.finished, translate<To>(pass.moves, line), pass.counts, pass.seconds, pass.hashfull, {}};
}

template <class To, class From, class Line>
std::vector<RecordedNode<To>> translate(const std::vector<RecordedNode<From>>& record, const Line& line) {
    std::vector<RecordedNode<To>> out;
    std::vector<std::vector<From>> paths;  // the moves that lead to each node
    out.reserve(record.size()), paths.reserve(record.size());
    for (const auto& node : record) {
        out.push_back({node.parent, {}, node.player, node.ply, node.depth, node.alpha, node.beta, node.value, node.bound, node.ending, {}, node.open});
        std::vector<From> path;
        if (node.parent >= 0) {
            path = paths[static_cast<std::size_t>(node.parent)];
            path.push_back(node.move);
            out.back().move = line(path).back();
        }
        paths.push_back(path);
        if (!node.reply) continue;
        path.push_back(*node.reply);
        out.back().reply = line(path).back();
    }
    return out;
}

template <class To, class From, class Line>
Outcome<To> translate(const Outcome<From>& outcome, const Line& line) {
    Outcome<To> out{translate<To>(outcome.moves, line), {}, outcome.counts, outcome.depth, outcome.proven, outcome.stopped,
                    outcome.seconds, outcome.hashfull, outcome.outside, outcome.endless};
    out.history.reserve(outcome.history.size());
    for (const auto& pass : outcome.history) out.history.push_back(translate<To>(pass, line));
    out.record = translate<To>(outcome.record, line);
    out.shape = outcome.shape;
    return out;
}

// `name(player, move)` turns a move of a player at the root.
template <class To, class From, class Name>
Strategies<To> translate_strategies(const Strategies<From>& strategies, const Name& name) {
    Strategies<To> out(strategies.size());
    for (std::size_t player = 0; player < strategies.size(); ++player)
        for (const auto& move : strategies[player]) out[player].push_back({name(player, move.move), move.probability, move.visits, move.mean});
    return out;
}

}  // namespace zermelo
