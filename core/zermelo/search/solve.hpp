// The exact solver: the value of a position with perfect play by both sides, to the end of the game. It asks a row of
// yes-or-no questions ("is it worth more than m?", an alpha-beta search with a window of one) that halve what is still
// possible, over a table that keeps both bounds of every position, so that each question profits from those before it.
//
// A game helps through the hooks of game.hpp, all optional: what is known without search (bounds, settled), the moves that
// matter (candidates), their order (rank), symmetry (folded_key), quick endings (finish), and survey, which gives several
// of these at once. Without any hook the answer is the same, later.
//
// Everything in the table is proven, whatever position it was searched for, so a solver may keep it from one position to
// the next. Same game, same table, same question: same nodes.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <optional>
#include <type_traits>
#include <vector>

#include "zermelo/search/game.hpp"
#include "zermelo/search/solve_table.hpp"

namespace zermelo {

// Says whether to give up; asked every few thousand nodes.
using Stop = std::function<bool()>;

template <class M>
struct Solution {
    bool solved = false;      // false: it was stopped, and value and move mean nothing
    Value value = 0;          // exact, for the player to move; from a weak solution only its sign: -1, 0 or 1
    std::optional<M> move;    // one that keeps the value; none once the game is over
    std::uint64_t nodes = 0;  // positions searched (those that a hook or the table decided are not counted)
};

template <class M>
struct MoveValue {
    M move;
    Value value;  // for the player who makes the move
};

// All the solver asks of a position, in one call, for games where the answers share their work: fills the list with
// moves among which a best one is certain to be. Asked only of positions that are neither over nor settled.
template <class G>
using Replies = List<Reply<typename G::Move>, G::max_moves>;
template <class G>
concept Surveys = requires(const G& game, Replies<G>& replies) { game.survey(replies); };

template <Game G>
class Solver {
public:
    using Move = typename G::Move;
    using Answer = Solution<Move>;

    explicit Solver(std::size_t megabytes = 64) : table_(megabytes) {}

    // The exact value, or with `weak` only who wins, which is often found sooner.
    Answer solve(const G& game, bool weak = false, const Stop& stop = {}) {
        return run(stop, [&](Answer& answer) {
            answer.value = value_of(game, weak);
            answer.move = keeper(game, answer.value, weak);
        });
    }

    // The exact value of every legal move, in natural order; empty if it was stopped.
    std::vector<MoveValue<Move>> analyse(const G& game, const Stop& stop = {}) {
        std::vector<MoveValue<Move>> values;
        const Answer answer = run(stop, [&](Answer&) {
            Moves<G> moves;
            game.moves(moves);
            for (const Move move : moves) {
                const G child = game.play(move);
                const Value value = value_of(child, false);
                values.push_back({move, flips(game, child) ? -value : value});
            }
        });
        if (!answer.solved) values.clear();
        return values;
    }

    void forget() { table_.clear(); }
    void resize(std::size_t megabytes) { table_.resize(megabytes); }
    std::size_t table_bytes() const { return table_.bytes(); }
    std::uint64_t nodes() const { return nodes_; }  // of the last question, also while it is being answered

private:
    static constexpr std::uint64_t poll_every = 2048;
    static constexpr Value narrow = 4096;  // ranges up to this are halved, wider ones searched with an open window

    struct GivenUp {};
    struct Child {
        G game;
        FoldedKey key;
        int code;      // the move as the table names it
        Proven known;  // for the player to move in the child
    };
    static_assert(std::is_trivially_destructible_v<G> && G::max_moves <= 1024);

    // Room for children that costs nothing until they are put there.
    class Room {
    public:
        Child& operator[](std::int64_t at) { return *std::launder(reinterpret_cast<Child*>(bytes_) + at); }
        Child& put(int at, const Child& child) { return *new (bytes_ + at * sizeof(Child)) Child(child); }

    private:
        alignas(Child) std::byte bytes_[G::max_moves * sizeof(Child)];
    };

    template <class Work>
    Answer run(const Stop& stop, Work&& work) {
        Answer answer;
        nodes_ = 0;
        stop_ = &stop;
        next_poll_ = stop ? 0 : ~std::uint64_t{0};
        try {
            work(answer);
            answer.solved = true;
        } catch (const GivenUp&) {
            answer = Answer{};
        }
        answer.nodes = nodes_;
        return answer;
    }

    // Whether the child's values are for the other player.
    static bool flips(const G& game, const G& child) {
        if constexpr (requires { requires G::alternates; }) return true;
        else return game.player() != child.player();
    }
    static Bounds seen_from_parent(Bounds of_child, bool flipped) {
        return flipped ? Bounds{-of_child.high, -of_child.low} : of_child;
    }

    // What is known of a position without searching it.
    static Bounds glance(const G& game) {
        if (game.over()) {
            const Value value = game.payoff();
            return {value, value};
        }
        if constexpr (Settles<G>)
            if (const std::optional<Value> value = game.settled()) return {*value, *value};
        if constexpr (Bounded<G>) return game.bounds();
        else if constexpr (requires { G::value_range; }) return G::value_range;
        else return {-infinity, infinity};
    }

    static void survey(const G& game, Replies<G>& replies) {
        if constexpr (Surveys<G>) {
            game.survey(replies);
        } else {
            Moves<G> moves;
            if constexpr (Narrows<G>) game.candidates(moves);
            else game.moves(moves);
            for (const Move move : moves) {
                const G child = game.play(move);
                int rank = 0;
                if constexpr (Ranks<G>) rank = game.rank(move);
                replies.push_back({move, rank, seen_from_parent(glance(child), flips(game, child))});
            }
        }
    }

    Value value_of(const G& game, bool weak) {
        const Bounds glanced = glance(game);
        auto [low, high] = glanced;
        if (weak) low = std::clamp(low, -1, 1), high = std::clamp(high, -1, 1);
        if (low == high) return low;
        if (near_end(game)) {
            const Value value = finish(game, low - 1, high + 1);
            return weak ? std::clamp(value, -1, 1) : value;
        }
        const FoldedKey key = folded_key(game);
        const auto ask = [&](Value alpha, Value beta) {
            Proven known{glanced.low, glanced.high};
            table_.probe(key.key, known);
            return search(game, key, known, alpha, beta);
        };
        if (high - low > narrow) return ask(low - 1, high + 1);
        // First whether it is as good as lost or won, which is soon seen if so; then who wins; then by halves.
        for (int asked = 0; low < high; ++asked) {
            Value middle = low + (high - low) / 2;
            if (asked == 0 && low < 0) middle = low * 2 / 3;
            else if (asked <= 1 && high > 0) middle = high * 2 / 3, asked = 1;
            else if (low <= 0 && high > 0) middle = 0;
            else if (low < 0 && high >= 0) middle = -1;
            middle = std::clamp(middle, low, high - 1);
            const Value value = ask(middle, middle + 1);
            if (value <= middle) high = std::max(low, value);
            else low = std::min(high, value);
        }
        return low;
    }

    // A move that is worth at least `value`, the value of the position.
    std::optional<Move> keeper(const G& game, Value value, bool weak) {
        Moves<G> moves;
        game.moves(moves);
        if (moves.empty()) return std::nullopt;
        if (weak && value < 0) return moves[0];
        if constexpr (Ranks<G>)
            std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) { return game.rank(a) > game.rank(b); });
        if (!game.over() && !near_end(game)) {
            const FoldedKey key = folded_key(game);
            Proven known{-infinity, infinity};
            table_.probe(key.key, known);
            for (std::size_t at = 1; at < moves.size(); ++at)
                if (code(moves[at], key.mirrored) == known.move) std::swap(moves[0], moves[at]);
        }
        for (const Move move : moves) {
            const G child = game.play(move);
            const bool flipped = flips(game, child);
            const Bounds bounds = glance(child);
            const Child reply{child, folded_key(child), 0, {bounds.low, bounds.high}};
            const Bounds seen = seen_from_parent(bounds, flipped);
            if (seen.low >= value) return move;
            if (seen.high < value) continue;
            if (descend(reply, flipped, value - 1, value) >= value) return move;
        }
        return moves[0];  // not reached: some move keeps the value
    }

    Value finish(const G& game, Value alpha, Value beta) {
        if constexpr (Finishes<G>) return game.finish(alpha, beta, nodes_);
        else return 0;
    }

    // The value of a child for its parent; alpha and beta are the parent's.
    Value descend(const Child& child, bool flipped, Value alpha, Value beta) {
        const Value low = flipped ? -beta : alpha;
        const Value high = flipped ? -alpha : beta;
        const Value value = near_end(child.game) ? finish(child.game, low, high)
                                                 : search(child.game, child.key, child.known, low, high);
        return flipped ? -value : value;
    }

    // Fail-soft alpha-beta of a position that is neither over nor decided by `known`: the result is exact inside the
    // window, a lower bound from beta upwards, an upper bound from alpha downwards, and is stored as such.
    Value search(const G& game, const FoldedKey key, const Proven& known, Value alpha, const Value beta) {
        if (nodes_ >= next_poll_) [[unlikely]] {
            if ((*stop_)()) throw GivenUp{};
            next_poll_ = nodes_ + poll_every;
        }
        const std::uint64_t before = nodes_++;
        const Value floor = alpha;

        const auto done = [&](Value best, int move) {
            Proven proven = known;
            if (best > floor) proven.low = std::max(proven.low, best);
            if (best < beta) proven.high = std::min(proven.high, best);
            proven.move = move;
            table_.store(key.key, proven, nodes_ - before);
            return best;
        };

        // First what the hooks say of each reply,
        Replies<G> replies;
        survey(game, replies);
        Room children;
        std::int64_t order[G::max_moves];  // rank above, place in `children` below, best first
        int count = 0;
        Value best = -infinity;
        int best_code = Proven::no_move;
        for (std::size_t at = 0; at < replies.size(); ++at) {
            const Reply<Move>& reply = replies[at];
            const int name = code(reply.move, key.mirrored);
            if (reply.bounds.low >= beta) return done(reply.bounds.low, name);
            if (reply.bounds.high <= alpha || reply.bounds.low == reply.bounds.high) {
                if (reply.bounds.high > best) best = reply.bounds.high, best_code = name;
                alpha = std::max(alpha, best);
                continue;
            }
            const G next = game.play(reply.move);
            const Bounds bounds = seen_from_parent(reply.bounds, flips(game, next));
            Child& child = children.put(count, {next, {}, name, {bounds.low, bounds.high}});
            if (!near_end(next)) {
                child.key = folded_key(next);
                table_.prefetch(child.key.key);
            }
            const std::int64_t worth = static_cast<std::int64_t>(reply.rank) + (name == known.move ? 1 << 28 : 0);
            const std::int64_t mine = worth * 1024 + (1023 - count);
            int place = count++;
            for (; place > 0 && order[place - 1] < mine; --place) order[place] = order[place - 1];
            order[place] = mine;
        }

        // then what the table knows of them (one that refutes at once saves the search of all others),
        for (int place = 0; place < count; ++place) {
            Child& child = children[1023 - (order[place] & 1023)];
            if (near_end(child.game)) continue;
            const bool flipped = flips(game, child.game);
            if (!table_.probe(child.key.key, child.known)) continue;
            const Value low = flipped ? -child.known.high : child.known.low;
            if (low >= beta) return done(low, child.code);
        }

        // and only then the search, best first.
        bool first = true;
        for (int place = 0; place < count; ++place) {
            const Child& child = children[1023 - (order[place] & 1023)];
            const bool flipped = flips(game, child.game);
            const Bounds seen = seen_from_parent({child.known.low, child.known.high}, flipped);
            Value value;
            if (seen.high <= alpha || seen.low == seen.high) {
                value = seen.high;
            } else if (first || beta - alpha == 1) {
                value = descend(child, flipped, alpha, beta);
            } else {
                value = descend(child, flipped, alpha, alpha + 1);
                if (value > alpha && value < beta) value = descend(child, flipped, alpha, beta);
            }
            first = false;
            if (value > best) {
                best = value, best_code = child.code;
                if (best >= beta) break;
                alpha = std::max(alpha, best);
            }
        }
        return done(best, best_code);
    }

    // The table's name for a move: its number, in the orientation of the folded position. Moves that are not numbers are
    // not remembered.
    static int code(Move move, [[maybe_unused]] bool mirrored) {
        if constexpr (!std::integral<Move>) return Proven::no_move;
        else if constexpr (Symmetric<G>) return static_cast<int>(mirrored ? G::mirror(move) : move);
        else return static_cast<int>(move);
    }

    SolveTable<G> table_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_poll_ = 0;
    const Stop* stop_ = nullptr;
};

}  // namespace zermelo
