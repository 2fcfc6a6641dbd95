// The root of alpha-beta, the same for every way of searching below it: the lines asked for, best first, each by an aspiration
// window around the value of the last pass; the order of the moves from pass to pass; the answer when time runs out.
//
// `Self` searches below the root: `search_root_move(root, move, number, depth, alpha, beta)` is the value of a move for the player
// to move at the root (fail-soft), with the line of play after it left in line_[1]; `table_move(game)` is the move of an exact
// entry; `static_value(game)` the evaluation. `endgame_move(game)` may give the move of an endgame table, and `in_tables(game)` says
// whether one knows the position. Where the recorder has room for a ply, nodes are searched by `record_node`, and `ending_of` says how they ended.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <vector>

#include "zermelo/base/order.hpp"
#include "zermelo/game/turns.hpp"
#include "zermelo/search/pass_loop.hpp"
#include "zermelo/search/pv.hpp"
#include "zermelo/search/recorder.hpp"
#include "zermelo/tables/transposition.hpp"

namespace zermelo {

// Shared by the threads of one search.
struct SharedSearch {
    TranspositionTable& table;
    const SearchRequest& request;
    Key conversion = 0;  // of the endgame of a root that tables without distances know to be won or lost
    std::atomic<bool> stop{false};

    // An exact search must not meet what others have left out or searched deeper. A search in a won endgame values positions by the
    // plies to its end.
    Key salt() const { return (request.exact ? ~request.salt : request.salt) ^ conversion; }
};

// A root move's line; the value is for the player to move, in engine units.
template <class Move>
struct RootLine {
    Value value = -infinity;
    Bound bound = Bound::none;
    std::vector<Move> moves;
    bool in_tables = false;  // it ends there
};

template <class Self, Game G>
class RootSearch {
public:
    using Move = typename G::Move;
    static constexpr int max_ply = 256;

    // One pass (see pass_loop.hpp): the best lines among the root moves, best first.
    bool pass(const G& root, const Moves<G>& root_moves, int depth, std::vector<RootMove<Move>>& found) {
        found.clear();
        if (!search_lines(root, root_moves, depth)) {
            if (const auto line = unfinished_answer(root, root_moves)) {
                found.push_back(report(root, *line));
                leave_root(root, *line, Ending::stopped);
                recorder_.keep_unfinished();
            }
            return false;
        }
        for (const Line& line : lines_) found.push_back(report(root, line));
        recorder_.keep();
        return true;
    }

    int hashfull() const { return shared_.table.hashfull(); }

    // The top of the tree that gave the answer, if it was asked for.
    std::vector<RecordedNode<Move>> record() { return recorder_.take(); }

    Counts counts;

protected:
    // `budget` belongs to the first thread.
    RootSearch(SharedSearch& shared, Budget* budget, int thread)
        : shared_(shared), thread_(thread), recorder_(thread == 0 ? shared.request.record : 0), budget_(budget) {}

    bool stopped() {
        return budget_ ? budget_->spent(counts.nodes) : shared_.stop.load(std::memory_order_relaxed);
    }

    std::optional<Move> endgame_move(const G&) const { return std::nullopt; }
    bool in_tables(const G& game) const { return table_result(game, shared_.request.knowledge).has_value(); }

    // Record the node that `move` leads to while `search()` searches it. An end of the game and a static value are exact even outside
    // the window.
    template <class Search>
    Value record_node(const G& game, Move move, int depth, Value alpha, Value beta, int ply, const Search& search) {
        const auto worth = [&game](Value value) { return reported(game, value); };
        recorder_.enter(move, game.player(), ply, depth, alpha, beta, worth);
        ending_ = Ending::horizon;  // unless the search says otherwise
        const std::uint64_t before = counts.nodes;
        const Value value = search();
        if (!recorder_.holds(ply) || shared_.stop.load(std::memory_order_relaxed)) return value;
        Ending ending = self().ending_of(game, depth, alpha, beta, counts.nodes - before);
        if (ending == Ending::searched && value >= beta) ending = Ending::cutoff;
        const bool exact = ending == Ending::end || ending == Ending::horizon;
        recorder_.leave(ply, value, exact ? Bound::exact : bound_of(value, alpha, beta), ending, self().table_move(game, false), worth);
        return value;
    }

    SharedSearch& shared_;
    int thread_;
    int depth_ = 0;                                // of this pass
    std::array<std::vector<Move>, max_ply> line_;  // the best line of play from each ply on
    Recorder<Move> recorder_;
    Ending ending_ = Ending::stopped;              // noted by the node searched last, where only it knows

private:
    using Line = RootLine<Move>;

    Self& self() { return static_cast<Self&>(*this); }

    // The only place where values for the player to move become MAX's.
    static RootMove<Move> report(const G& root, const Line& line) {
        RootMove<Move> out{line.moves, {}, line.bound, 0, line.in_tables};
        out.worth.push_back(reported(root, line.value));
        if (root.player() == 1 && (line.bound == Bound::lower || line.bound == Bound::upper))
            out.bound = line.bound == Bound::lower ? Bound::upper : Bound::lower;
        return out;
    }

    bool search_lines(const G& root, const Moves<G>& root_moves, int depth) {
        depth_ = depth;
        std::vector<Line> found;
        Moves<G> left = root_moves;
        // The best lines of the last pass lead this one.
        for (std::size_t number = lines_.size(); number-- > 0;) {
            const auto at = std::find(left.begin(), left.end(), lines_[number].moves.front());
            move_to_front(left, static_cast<std::size_t>(at - left.begin()));
        }
        const int wanted = std::min<int>(shared_.request.lines, static_cast<int>(root_moves.size()));
        unfinished_ = {};
        for (int number = 0; number < wanted; ++number) {
            const Value guess = number < static_cast<int>(lines_.size()) ? lines_[number].value : 0;
            best_line_ = number == 0;
            Line line = search_window(root, left, depth, guess, !lines_.empty());
            if (stopped()) return false;
            remove(left, line.moves.front());
            complete(root, line, depth);
            found.push_back(std::move(line));
            unfinished_.moves.clear();
        }
        sort_stably(found, [](const Line& a, const Line& b) { return a.value > b.value; });
        lines_ = std::move(found);
        return true;
    }

    // The answer of a pass that was stopped: a move that beats the last pass's best, searched deeper, is the better one. If not
    // even one move was ever finished, the move that looks best by its static value is an answer still.
    std::optional<Line> unfinished_answer(const G& root, const Moves<G>& moves) {
        if (!unfinished_.moves.empty()) {
            if (lines_.empty() || (lines_.size() == 1 && unfinished_.bound == Bound::lower)) return unfinished_;
            return std::nullopt;
        }
        if (!lines_.empty()) return std::nullopt;
        Line best;
        for (const auto move : moves) {
            const G next = root.play(move);
            const Value worth = next.over() ? next.payoff() * unit_of<G>() : self().static_value(next);
            const Value value = same_player(root, next) ? worth : -worth;
            if (value > best.value) best = {value, Bound::none, {move}};
        }
        return best;
    }

    // Search around the value of the last pass first; a value outside the window asks for a wider one.
    Line search_window(const G& root, Moves<G>& moves, int depth, Value guess, bool has_guess) {
        Value step = Self::aspiration_step(root);
        Value alpha = -infinity, beta = infinity;
        if (shared_.request.aspiration && has_guess && depth >= 4) alpha = guess - step, beta = guess + step;
        while (true) {
            Line line = root_node(root, moves, depth, alpha, beta);
            if (stopped() || (line.value > alpha && line.value < beta)) return line;
            if (line.value <= alpha) {
                if (alpha == -infinity) return line;
                alpha = std::max<Value>(line.value - (step *= 4), -infinity);
            } else {
                if (beta == infinity) return line;
                beta = std::min<Value>(line.value + (step *= 4), infinity);
            }
            if (step > 64 * unit_of<G>() + 4096) alpha = -infinity, beta = infinity;
        }
    }

    // Where the transposition table answered, the line ends early: exact entries lengthen it. Where an endgame table did, it is
    // played out.
    void complete(const G& root, Line& line, int depth) {
        G game = root;
        for (const Move move : line.moves) game = game.play(move);
        if (shared_.request.table && line.bound == Bound::exact)
            while (!game.over()) {
                std::optional<Move> move = self().endgame_move(game);
                if (!move && static_cast<int>(line.moves.size()) < depth) move = self().table_move(game);
                if (!move) break;
                line.moves.push_back(*move);
                game = game.play(*move);
            }
        line.in_tables = !game.over() && self().in_tables(game);
    }

    Line root_node(const G& root, Moves<G>& moves, int depth, Value alpha, Value beta) {
        ++counts.nodes;
        const Value first_alpha = alpha;
        if (best_line_) {
            recorder_.start();
            if (recorder_.plies) recorder_.enter(Move{}, root.player(), 0, depth, alpha, beta, [&](Value value) { return reported(root, value); });
        } else {
            recorder_.stop();
        }
        Line best;
        for (std::size_t at = 0; at < moves.size(); ++at) {
            const Value value = self().search_root_move(root, moves[at], at, depth - 1, alpha, beta);
            if (stopped()) return best;
            if (value > best.value) {
                best.value = value;
                if (value > alpha || at == 0) {
                    extend_line(best.moves, moves[at], line_[1]);
                    // The best so far leads the next pass.
                    move_to_front(moves, at);
                    unfinished_ = best;
                    unfinished_.bound = value > first_alpha ? Bound::lower : Bound::upper;
                }
                alpha = std::max(alpha, value);
                if (alpha >= beta) break;
            }
        }
        best.bound = bound_of(best.value, first_alpha, beta);
        if (best_line_) leave_root(root, best, alpha >= beta ? Ending::cutoff : Ending::searched);
        return best;
    }

    void leave_root(const G& root, const Line& line, Ending ending) {
        recorder_.leave(0, line.value, line.bound, ending, line.moves.front(), [&](Value value) { return reported(root, value); });
    }

    static void remove(Moves<G>& moves, Move move) {
        const auto kept = std::remove_if(moves.begin(), moves.end(), [&](Move other) { return other == move; });
        moves.resize(static_cast<std::size_t>(kept - moves.begin()));
    }

    Budget* budget_;
    std::vector<Line> lines_;  // of the last finished pass, best first
    Line unfinished_;          // the best so far of the line being searched; without moves if there is none
    bool best_line_ = true;    // the best line is searched, which is the one to record
};

}  // namespace zermelo
