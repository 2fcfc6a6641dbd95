// The root of a search, the same for every way of searching below it: the lines asked for, best first, each by a window around
// the value of the last pass; the order of the moves from pass to pass; what is known when time runs out.
//
// `Self` searches below the root: `from_root(root, move, place, depth, alpha, beta)` is the value of a move for the player to
// move at the root (fail-soft), with the line of play after it left in line_[1]; `best_known(game)` is the table's move.
// Where it knows the end of a game it may say so by `decided_move(game)`.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "zermelo/search/limits.hpp"

namespace zermelo {

// How many engine units one point of payoff is.
template <class G>
constexpr Value unit_of() {
    if constexpr (requires { G::unit; }) return G::unit;
    else return 1;
}

// Shared by the threads of one search.
struct SharedSearch {
    TranspositionTable& table;
    SearchOptions options;
    std::vector<Key> past{};  // the positions before the root that may come back, the latest last
    std::atomic<bool> stop{false};
};

template <class Self, Game G>
class RootSearch {
public:
    using Move = typename G::Move;
    static constexpr int max_ply = 256;

    // Searches to `depth` and returns the best lines among the root moves, best first. False if it was stopped.
    bool search_root(const G& root, const Moves<G>& root_moves, int depth, std::vector<RootLine<G>>& lines, Watch* watch) {
        watch_ = watch;
        depth_ = depth;
        std::vector<RootLine<G>> found;
        Moves<G> left = root_moves;
        // The best lines of the last pass lead this one; helpers keep to their own order.
        for (std::size_t number = thread_ == 0 ? lines.size() : 0; number-- > 0;) {
            const auto at = std::find(left.begin(), left.end(), lines[number].moves.front());
            std::rotate(left.begin(), at, at + 1);
        }
        const int wanted = std::min<int>(shared_.options.lines, static_cast<int>(root_moves.size()));
        unfinished_ = {-infinity, Bound::none, {}};
        for (int number = 0; number < wanted; ++number) {
            const Value guess = number < static_cast<int>(lines.size()) ? lines[number].value : 0;
            RootLine<G> line = aspire(root, left, depth, guess, !lines.empty());
            if (stopped()) return false;
            remove(left, line.moves.front());
            complete(root, line, depth);
            found.push_back(std::move(line));
            unfinished_.moves.clear();
        }
        std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
        lines = std::move(found);
        return true;
    }

    // The best that was found for the line under way before the search was stopped; without moves if nothing was.
    const RootLine<G>& unfinished() const { return unfinished_; }

    SearchCounts counts;

protected:
    RootSearch(SharedSearch& shared, int thread) : shared_(shared), thread_(thread) {}

    bool stopped() {
        return watch_ ? watch_->spent(counts.nodes) : shared_.stop.load(std::memory_order_relaxed);
    }

    std::optional<Move> decided_move(const G&) const { return std::nullopt; }

    SharedSearch& shared_;
    int thread_;
    int depth_ = 0;                                // of this pass
    std::array<std::vector<Move>, max_ply> line_;  // the best line of play from each ply on

private:
    Self& self() { return static_cast<Self&>(*this); }

    // Searches around the value of the last pass first; a value outside that window asks for a wider one.
    RootLine<G> aspire(const G& root, Moves<G>& moves, int depth, Value guess, bool has_guess) {
        Value step = Self::aspiration_step(root);
        Value alpha = -infinity, beta = infinity;
        if (shared_.options.aspiration && has_guess && depth >= 4) alpha = guess - step, beta = guess + step;
        while (true) {
            RootLine<G> line = root_node(root, moves, depth, alpha, beta);
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

    // Where the table answered, the line of play ends early: what the table calls best goes on with it. Where a table of
    // endings did, it is played out.
    void complete(const G& root, RootLine<G>& line, int depth) {
        if (!shared_.options.table || line.bound != Bound::exact) return;
        G game = root;
        for (const Move move : line.moves) game = game.play(move);
        while (!game.over()) {
            std::optional<Move> move = self().decided_move(game);
            if (!move && static_cast<int>(line.moves.size()) < depth) move = self().best_known(game);
            if (!move) return;
            line.moves.push_back(*move);
            game = game.play(*move);
        }
    }

    RootLine<G> root_node(const G& root, Moves<G>& moves, int depth, Value alpha, Value beta) {
        ++counts.nodes;
        const Value first_alpha = alpha;
        RootLine<G> best{-infinity, Bound::none, {}};
        for (std::size_t at = 0; at < moves.size(); ++at) {
            const Value value = self().from_root(root, moves[at], at, depth - 1, alpha, beta);
            if (stopped()) return best;
            if (value > best.value) {
                best.value = value;
                if (value > alpha || at == 0) {
                    best.moves.assign(1, moves[at]);
                    best.moves.insert(best.moves.end(), line_[1].begin(), line_[1].end());
                    // The best so far leads the next pass.
                    std::rotate(moves.begin(), moves.begin() + at, moves.begin() + at + 1);
                    unfinished_ = best;
                    unfinished_.bound = value > first_alpha ? Bound::lower : Bound::upper;
                }
                alpha = std::max(alpha, value);
                if (alpha >= beta) break;
            }
        }
        best.bound = best.value <= first_alpha ? Bound::upper : best.value >= beta ? Bound::lower : Bound::exact;
        return best;
    }

    static void remove(Moves<G>& moves, Move move) {
        const auto kept = std::remove_if(moves.begin(), moves.end(), [&](Move each) { return each == move; });
        moves.resize(static_cast<std::size_t>(kept - moves.begin()));
    }

    Watch* watch_ = nullptr;
    RootLine<G> unfinished_{-infinity, Bound::none, {}};
};

}  // namespace zermelo
