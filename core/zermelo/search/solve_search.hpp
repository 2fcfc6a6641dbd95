// One thread of the exact solver: alpha-beta over the solver's table, with all that the game's hooks know.
//
// Several such threads may work at one question, each by itself, on the same position and table (`Shared`). They divide the
// work by looking: a move that another thread has in hand is left for later (but never the first move, which must be known
// before the others make sense), and what another thread has settled meanwhile is taken from the table.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <optional>
#include <type_traits>
#include <vector>

#include "zermelo/search/game.hpp"
#include "zermelo/search/solve_table.hpp"

namespace zermelo {

// Says whether to give up; asked every few thousand nodes.
using Stop = std::function<bool()>;

// What the threads of one question share beside the table. A slot that two positions quarrel for costs time, never truth.
class Crew {
public:
    bool in_hand(Key key) const { return slot(key).load(relaxed) == key; }
    void take(Key key) { slot(key).store(key, relaxed); }
    void leave(Key key) { slot(key).store(0, relaxed); }

    void end() { ended_.store(true, relaxed); }
    bool ended() const { return ended_.load(relaxed); }

    void count(std::uint64_t nodes) { nodes_.fetch_add(nodes, relaxed); }
    std::uint64_t nodes() const { return nodes_.load(relaxed); }

private:
    static constexpr auto relaxed = std::memory_order_relaxed;
    static constexpr int bits = 14;

    std::atomic<Key>& slot(Key key) { return slots_[key * 0x9E3779B97F4A7C15ull >> (64 - bits)]; }
    const std::atomic<Key>& slot(Key key) const { return slots_[key * 0x9E3779B97F4A7C15ull >> (64 - bits)]; }

    std::array<std::atomic<Key>, std::size_t{1} << bits> slots_{};
    std::atomic<bool> ended_{false};
    std::atomic<std::uint64_t> nodes_{0};
};

// All the solver asks of a position, in one call, for games where the answers share their work: fills the list with
// moves among which a best one is certain to be. Asked only of positions that are neither over nor settled.
template <class G>
using Replies = List<Reply<typename G::Move>, G::max_moves>;
template <class G>
concept Surveys = requires(const G& game, Replies<G>& replies) { game.survey(replies); };

template <Game G>
class SolveSearch {
public:
    using Move = typename G::Move;
    struct GivenUp {};

    struct Child {
        G game;
        FoldedKey key;
        int code;      // the move as the table names it
        Proven known;  // for the player to move in the child
    };
    static_assert(std::is_trivially_destructible_v<G> && G::max_moves <= 1024);

    explicit SolveSearch(SolveTable<G>& table) : table_(table) {}

    // A search on its own, that gives up by throwing.
    void begin(const Stop& stop) {
        nodes_ = 0;
        stop_ = &stop;
        next_poll_ = stop ? 0 : ~std::uint64_t{0};
    }
    // One of a crew; `stop` for the one of them that asks it.
    void join(Crew& crew, const Stop* stop) {
        crew_ = &crew;
        stop_ = stop;
        counted_ = nodes_;
        next_poll_ = nodes_ + poll_every;
        returns_to_ = nowhere;
    }
    void part() { crew_->count(nodes_ - counted_); }

    std::uint64_t nodes() const { return nodes_; }

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

    Value finish(const G& game, Value alpha, Value beta) {
        if constexpr (Finishes<G>) return game.finish(alpha, beta, nodes_);
        else return 0;
    }

    // The value of a child for its parent; alpha and beta are the parent's.
    template <bool Shared>
    Value descend(const Child& child, bool flipped, Value alpha, Value beta, int ply) {
        const Value low = flipped ? -beta : alpha;
        const Value high = flipped ? -alpha : beta;
        const Value value = near_end(child.game) ? finish(child.game, low, high)
                                                 : search<Shared>(child.game, child.key, child.known, low, high, ply);
        return flipped ? -value : value;
    }

    // Fail-soft alpha-beta of a position that is neither over nor decided by `known`: the result is exact inside the
    // window, a lower bound from beta upwards, an upper bound from alpha downwards, and is stored as such. `ply` counts from
    // the position of the question.
    template <bool Shared>
    Value search(const G& game, const FoldedKey key, const Proven& known, Value alpha, const Value beta, const int ply) {
        if constexpr (Shared) {
            path_.resize(static_cast<std::size_t>(ply));
            path_.push_back({key.key, alpha, beta});
        }
        if (nodes_ >= next_poll_) [[unlikely]] {
            poll<Shared>();
            if (Shared && returns_to_ < nowhere) return 0;
        }
        const std::uint64_t before = nodes_++;
        const Value floor = alpha;

        const auto done = [&](Value best, int move) {
            Proven proven = known;
            if (best > floor) proven.low = std::max(proven.low, best);
            if (best < beta) proven.high = std::min(proven.high, best);
            proven.move = move;
            table_.template store<Shared>(key.key, proven, nodes_ - before);
            return best;
        };

        // First what the hooks say of each reply,
        Replies<G> replies;
        survey(game, replies);
        Room children;
        std::int64_t order[Shared ? 2 * G::max_moves : G::max_moves];  // rank above, place in `children` below, best first
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
            if (!table_.template probe<Shared>(child.key.key, child.known)) continue;
            const Value low = flipped ? -child.known.high : child.known.low;
            if (low >= beta) return done(low, child.code);
        }

        // and only then the search, best first. With other threads about, all but the first are left for later while
        // another thread has them in hand: by then the table may know.
        int last = count;
        for (int place = 0; place < last; ++place) {
            Child& child = children[1023 - (order[place] & 1023)];
            const bool flipped = flips(game, child.game);
            bool mine = false;
            if constexpr (Shared) {
                // Telling the others costs more than a small subtree; how large it is shows in what was searched before.
                if (place > 0 && !near_end(child.game) && (nodes_ - before > worth_sharing || ply < always_shared)) {
                    if (place < count && crew_->in_hand(child.key.key)) {
                        order[last++] = order[place];
                        continue;
                    }
                    table_.template probe<Shared>(child.key.key, child.known);
                    crew_->take(child.key.key);
                    mine = true;
                }
            }
            const Bounds seen = seen_from_parent({child.known.low, child.known.high}, flipped);
            Value value;
            if (seen.high <= alpha || seen.low == seen.high || (Shared && seen.low >= beta)) {
                value = seen.low >= beta ? seen.low : seen.high;
            } else if (place == 0 || beta - alpha == 1) {
                value = descend<Shared>(child, flipped, alpha, beta, ply + 1);
            } else {
                value = descend<Shared>(child, flipped, alpha, alpha + 1, ply + 1);
                if (value > alpha && value < beta && !(Shared && returns_to_ < nowhere))
                    value = descend<Shared>(child, flipped, alpha, beta, ply + 1);
            }
            if constexpr (Shared) {
                if (mine) crew_->leave(child.key.key);
                if (returns_to_ < nowhere) {
                    if (returns_to_ < ply) return 0;
                    returns_to_ = nowhere;
                    return settled_;
                }
            }
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

private:
    static constexpr std::uint64_t poll_every = 2048;
    static constexpr std::uint64_t worth_sharing = 256;  // nodes
    static constexpr int always_shared = 6;              // plies
    static constexpr int nowhere = std::numeric_limits<int>::max();

    // Room for children that costs nothing until they are put there.
    class Room {
    public:
        Child& operator[](std::int64_t at) { return *std::launder(reinterpret_cast<Child*>(bytes_) + at); }
        Child& put(int at, const Child& child) { return *new (bytes_ + at * sizeof(Child)) Child(child); }

    private:
        alignas(Child) std::byte bytes_[G::max_moves * sizeof(Child)];
    };

    struct Ancestor {
        Key key;
        Value alpha, beta;
    };

    // Asks whether to go on. With other threads about it also looks whether one of them has settled a position that this one
    // is still searching: then all below that is given up, with the value found there.
    template <bool Shared>
    void poll() {
        next_poll_ = nodes_ + poll_every;
        if constexpr (!Shared) {
            if ((*stop_)()) throw GivenUp{};
        } else {
            crew_->count(nodes_ - counted_);
            counted_ = nodes_;
            if (stop_ && *stop_ && (*stop_)()) crew_->end();
            if (crew_->ended()) returns_to_ = -1;
            for (std::size_t at = 0; at + 1 < path_.size() && returns_to_ == nowhere; ++at) {
                Proven known{-infinity, infinity};
                if (!table_.template probe<Shared>(path_[at].key, known)) continue;
                if (known.low >= path_[at].beta) returns_to_ = static_cast<int>(at), settled_ = known.low;
                else if (known.high <= path_[at].alpha) returns_to_ = static_cast<int>(at), settled_ = known.high;
            }
        }
    }

    SolveTable<G>& table_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_poll_ = 0;
    const Stop* stop_ = nullptr;

    Crew* crew_ = nullptr;
    std::uint64_t counted_ = 0;      // of the nodes, those that the crew has counted
    std::vector<Ancestor> path_;     // the positions being searched, from that of the question down
    int returns_to_ = nowhere;       // the ply that is settled, so that all below it is given up; -1: all of it
    Value settled_ = 0;              // its value
};

}  // namespace zermelo
