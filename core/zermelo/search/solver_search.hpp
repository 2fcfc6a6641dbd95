// One thread of the exact solver: alpha-beta over the solver's table, with the game's hooks.
//
// Several threads may search the same position with the same window and table (`Shared`). They divide the work without messages: a
// move that another thread is searching is deferred (never the first move, on which the others depend), and results of other
// threads are taken from the table.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <new>
#include <optional>
#include <type_traits>
#include <vector>

#include "zermelo/game/hooks.hpp"
#include "zermelo/game/turns.hpp"
#include "zermelo/search/solver_table.hpp"

namespace zermelo {

// Whether to stop; called every few thousand nodes.
using Stop = std::function<bool()>;

// What the threads of one search share beside the table: which positions are being searched. Collisions cost time, never correctness.
class SharedState {
public:
    bool is_searched(Key key) const { return slot(key).load(relaxed) == key; }
    void begin(Key key) { slot(key).store(key, relaxed); }
    void finish(Key key) { slot(key).store(0, relaxed); }

    void end() { ended_.store(true, relaxed); }
    void end_too_deep() { too_deep_.store(true, relaxed), end(); }
    bool too_deep() const { return too_deep_.load(relaxed); }
    bool ended() const { return ended_.load(relaxed); }

    void count(std::uint64_t nodes) { nodes_.fetch_add(nodes, relaxed); }
    std::uint64_t nodes() const { return nodes_.load(relaxed); }

private:
    static constexpr auto relaxed = std::memory_order_relaxed;
    static constexpr int bits = 14;

    std::atomic<Key>& slot(Key key) { return slots_[key * 0x9E3779B97F4A7C15ull >> (64 - bits)]; }
    const std::atomic<Key>& slot(Key key) const { return slots_[key * 0x9E3779B97F4A7C15ull >> (64 - bits)]; }

    std::array<std::atomic<Key>, std::size_t{1} << bits> slots_{};
    std::atomic<bool> ended_{false}, too_deep_{false};
    std::atomic<std::uint64_t> nodes_{0};
};

template <Game G>
class SolverSearch {
public:
    using Move = typename G::Move;
    struct Abandoned {};

    struct Child {
        G game;
        CanonicalKey key;
        int code;      // of the move in the table
        Proven known;  // for the player to move in the child
    };
    static_assert(std::is_trivially_destructible_v<G> && G::max_moves <= 1024);

    // The children of a large game are kept apart from the stack.
    static constexpr std::size_t node_bytes = G::max_moves * (sizeof(Child) + sizeof(Reply<Move>) + 2 * sizeof(std::int64_t));
    static constexpr bool pooled = node_bytes > 8192;
    // A line of play longer than this ends the search, because recursion must not use up the stack: it takes about a megabyte.
    static constexpr int longest_line = static_cast<int>((std::size_t{1} << 20) / (512 + (pooled ? 0 : node_bytes)));

    explicit SolverSearch(SolverTable<G>& table) : table_(table) {}

    // A single-threaded search, which stops by throwing Abandoned.
    void begin(const Stop& stop) {
        nodes_ = 0;
        too_deep_ = false;
        stop_ = &stop;
        pool_.clear(), orders_.clear();
        next_poll_ = stop ? 0 : ~std::uint64_t{0};
    }
    // One of several threads; `stop` for the thread that polls.
    void join(SharedState& shared, const Stop* stop) {
        shared_state_ = &shared;
        stop_ = stop;
        counted_ = nodes_;
        next_poll_ = nodes_ + poll_every;
        returns_to_ = nowhere;
        pool_.clear(), orders_.clear();
    }
    void leave() { shared_state_->count(nodes_ - counted_); }

    std::uint64_t nodes() const { return nodes_; }
    // Whether the search was abandoned because of a line that is too long.
    bool too_deep() const { return too_deep_; }

    // Bounds of a position without search.
    static Bounds known_bounds(const G& game) {
        if (game.over()) {
            const Value value = game.payoff();
            return {value, value};
        }
        if constexpr (HasKnownValue<G>)
            if (const std::optional<Value> value = game.known_value()) return {*value, *value};
        if constexpr (HasBounds<G>) return game.bounds();
        else if constexpr (requires { G::value_range; }) return G::value_range;
        else return {-infinity, infinity};
    }

    static void replies_of(const G& game, Replies<G>& replies) {
        if constexpr (HasReplies<G>) {
            game.replies(replies);
        } else {
            Moves<G> moves;
            if constexpr (HasCandidateMoves<G>) game.candidates(moves);
            else game.moves(moves);
            for (const Move move : moves) {
                const G child = game.play(move);
                int score = 0;
                if constexpr (HasMoveOrdering<G>) score = game.order_score(move);
                replies.push_back({move, score, turned(known_bounds(child), same_player(game, child))});
            }
        }
    }

    Value finish(const G& game, Value alpha, Value beta) {
        if constexpr (HasEndgameSolver<G>) return game.finish(alpha, beta, nodes_);
        else return 0;
    }

    // The value of a child for its parent's player; alpha and beta are the parent's.
    template <bool Shared>
    Value descend(const Child& child, bool same, Value alpha, Value beta, int ply) {
        return from_parent(same, alpha, beta, [&](Value low, Value high) {
            return near_end(child.game) ? finish(child.game, low, high)
                                        : search<Shared>(child.game, child.key, child.known, low, high, ply);
        });
    }

    // Fail-soft alpha-beta of a position that is neither over nor decided by `known`: the result is exact inside the
    // window, a lower bound from beta upwards, an upper bound from alpha downwards, and is stored as such. `ply` counts from
    // the root of the search.
    template <bool Shared>
    Value search(const G& game, const CanonicalKey key, const Proven& known, Value alpha, const Value beta, const int ply) {
        if constexpr (Shared) {
            path_.resize(static_cast<std::size_t>(ply));
            path_.push_back({key.key, alpha, beta});
        }
        if (nodes_ >= next_poll_) [[unlikely]] {
            poll<Shared>();
            if (Shared && returns_to_ < nowhere) return 0;
        }
        if (ply >= longest_line) [[unlikely]] {
            abandon_line<Shared>();
            return 0;
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

        // Step 1. The bounds of each reply by the game's hooks
        Children<Shared> children(*this);
        Expansion at{alpha, beta};
        if constexpr (pooled) expand_apart(game, key, known, at, children);
        else expand(game, key, known, at, children);
        if (at.best >= beta) return done(at.best, at.best_code);
        const int count = at.count;
        Value best = at.best;
        int best_code = at.best_code;
        alpha = at.alpha;

        // Step 2. Their bounds in the table: one may refute this node at once
        for (int place = 0; place < count; ++place) {
            Child& child = children.sorted(place);
            if (near_end(child.game)) continue;
            const bool same = same_player(game, child.game);
            if (!table_.template probe<Shared>(child.key.key, child.known)) continue;
            const Value low = turned({child.known.low, child.known.high}, same).low;
            if (low >= beta) return done(low, child.code);
        }

        // Step 3. Search them, best first. With several threads, all but the first are deferred while another thread searches
        // them: its result may then be in the table
        int last = count;
        for (int place = 0; place < last; ++place) {
            Child& child = children.sorted(place);
            const bool same = same_player(game, child.game);
            bool mine = false;
            if constexpr (Shared) {
                // Coordination costs more than a small subtree; the nodes so far show how large it is.
                if (place > 0 && !near_end(child.game) && (nodes_ - before > worth_sharing || ply < always_shared)) {
                    if (place < count && shared_state_->is_searched(child.key.key)) {
                        children.defer(last++, place);
                        continue;
                    }
                    table_.template probe<Shared>(child.key.key, child.known);
                    shared_state_->begin(child.key.key);
                    mine = true;
                }
            }
            const Bounds seen = turned({child.known.low, child.known.high}, same);
            Value value;
            if (seen.high <= alpha || seen.low == seen.high || (Shared && seen.low >= beta)) {
                value = seen.low >= beta ? seen.low : seen.high;
            } else if (place == 0 || beta - alpha == 1) {
                value = descend<Shared>(child, same, alpha, beta, ply + 1);
            } else {
                value = descend<Shared>(child, same, alpha, alpha + 1, ply + 1);
                if (value > alpha && value < beta && !(Shared && returns_to_ < nowhere))
                    value = descend<Shared>(child, same, alpha, beta, ply + 1);
            }
            if constexpr (Shared) {
                if (mine) shared_state_->finish(child.key.key);
                if (returns_to_ < nowhere) {
                    if (returns_to_ < ply) return 0;
                    returns_to_ = nowhere;
                    return decided_value_;
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

    // The table's code for a move: its number, in the orientation of the canonical position. Moves that are not numbers are
    // not stored.
    static int code(Move move, [[maybe_unused]] bool mirrored) {
        if constexpr (!std::integral<Move>) return Proven::no_move;
        else if constexpr (HasSymmetry<G>) return static_cast<int>(mirrored ? G::mirror(move) : move);
        else return static_cast<int>(move);
    }

private:
    static constexpr std::uint64_t poll_every = 2048;
    static constexpr std::uint64_t worth_sharing = 256;  // nodes
    static constexpr int always_shared = 6;              // plies
    static constexpr int nowhere = std::numeric_limits<int>::max();

    // Uninitialised memory for children, and their order: score above, place below, best first. Deferred ones follow after all.
    template <bool Shared>
    class StackChildren {
    public:
        explicit StackChildren(SolverSearch&) {}
        Child& operator[](std::int64_t at) { return *std::launder(reinterpret_cast<Child*>(bytes_) + at); }
        Child& put(int at, const Child& child) { return *new (bytes_ + at * sizeof(Child)) Child(child); }
        Child& sorted(int place) { return (*this)[1023 - (order_[place] & 1023)]; }
        void sort_in(int count, std::int64_t worth) { insert_sorted(order_, count, worth); }
        void defer(int to, int place) { order_[to] = order_[place]; }

    private:
        alignas(Child) std::byte bytes_[G::max_moves * sizeof(Child)];
        std::int64_t order_[Shared ? 2 * G::max_moves : G::max_moves];
    };
    class PooledChildren {
    public:
        explicit PooledChildren(SolverSearch& search) : search_(search), first_(search.pool_.size()), first_order_(search.orders_.size()) {}
        ~PooledChildren() {
            while (search_.pool_.size() > first_) search_.pool_.pop_back();
            search_.orders_.resize(first_order_);
        }
        PooledChildren(const PooledChildren&) = delete;
        Child& put(int, const Child& child) { return search_.pool_.push_back(child), search_.pool_.back(); }
        Child& sorted(int place) { return search_.pool_[first_ + static_cast<std::size_t>(1023 - (order()[place] & 1023))]; }
        void sort_in(int count, std::int64_t worth) {
            search_.orders_.push_back(0);
            insert_sorted(order(), count, worth);
        }
        void defer(int, int place) { search_.orders_.push_back(std::int64_t{order()[place]}); }

    private:
        std::int64_t* order() { return search_.orders_.data() + first_order_; }
        SolverSearch& search_;
        std::size_t first_, first_order_;
    };
    template <bool Shared>
    using Children = std::conditional_t<pooled, PooledChildren, StackChildren<Shared>>;

    static void insert_sorted(std::int64_t* order, int count, std::int64_t worth) {
        const std::int64_t mine = worth * 1024 + (1023 - count);
        int place = count;
        for (; place > 0 && order[place - 1] < mine; --place) order[place] = order[place - 1];
        order[place] = mine;
    }

    // The window of a node, and the best of its moves, before any child is searched.
    struct Expansion {
        Value alpha, beta;
        Value best = -infinity;
        int best_code = Proven::no_move;
        int count = 0;  // of the children that must be searched
    };
    // Until a move reaches beta.
    [[gnu::always_inline]] void expand(const G& game, const CanonicalKey key, const Proven& known, Expansion& node, auto& children) {
        Replies<G> replies;
        replies_of(game, replies);
        for (std::size_t at = 0; at < replies.size(); ++at) {
            const Reply<Move>& reply = replies[at];
            const int move_code = code(reply.move, key.mirrored);
            if (reply.bounds.low >= node.beta) {
                node.best = reply.bounds.low, node.best_code = move_code;
                return;
            }
            if (reply.bounds.high <= node.alpha || reply.bounds.low == reply.bounds.high) {
                if (reply.bounds.high > node.best) node.best = reply.bounds.high, node.best_code = move_code;
                node.alpha = std::max(node.alpha, node.best);
                continue;
            }
            const G next = game.play(reply.move);
            const Bounds bounds = turned(reply.bounds, same_player(game, next));
            Child& child = children.put(node.count, {next, {}, move_code, {bounds.low, bounds.high}});
            if (!near_end(next)) {
                child.key = canonical_key(next);
                table_.prefetch(child.key.key);
            }
            children.sort_in(node.count++, static_cast<std::int64_t>(reply.order_score) + (move_code == known.move ? 1 << 28 : 0));
        }
    }
    // The same with a stack frame of its own, which is gone when the children are searched.
    [[gnu::noinline]] void expand_apart(const G& game, const CanonicalKey key, const Proven& known, Expansion& node, auto& children) {
        expand(game, key, known, node, children);
    }

    template <bool Shared>
    void abandon_line() {
        too_deep_ = true;
        if constexpr (!Shared) throw Abandoned{};
        shared_state_->end_too_deep();
        returns_to_ = -1;
    }

    struct Ancestor {
        Key key;
        Value alpha, beta;
    };

    // Whether to stop. With several threads, also check whether another one has decided a position on this thread's path: then
    // everything below it is abandoned, and it returns with the value from the table.
    template <bool Shared>
    void poll() {
        next_poll_ = nodes_ + poll_every;
        if constexpr (!Shared) {
            if ((*stop_)()) throw Abandoned{};
        } else {
            shared_state_->count(nodes_ - counted_);
            counted_ = nodes_;
            if (stop_ && *stop_ && (*stop_)()) shared_state_->end();
            if (shared_state_->ended()) returns_to_ = -1;
            for (std::size_t at = 0; at + 1 < path_.size() && returns_to_ == nowhere; ++at) {
                Proven known{-infinity, infinity};
                if (!table_.template probe<Shared>(path_[at].key, known)) continue;
                if (known.low >= path_[at].beta) returns_to_ = static_cast<int>(at), decided_value_ = known.low;
                else if (known.high <= path_[at].alpha) returns_to_ = static_cast<int>(at), decided_value_ = known.high;
            }
        }
    }

    SolverTable<G>& table_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_poll_ = 0;
    const Stop* stop_ = nullptr;
    bool too_deep_ = false;
    std::deque<Child> pool_;             // of the positions being searched, if the game is large
    std::vector<std::int64_t> orders_;

    SharedState* shared_state_ = nullptr;
    std::uint64_t counted_ = 0;      // nodes already added to the shared state
    std::vector<Ancestor> path_;     // the positions being searched, from the root down
    int returns_to_ = nowhere;       // the ply that another thread has decided; -1 to stop
    Value decided_value_ = 0;        // its value
};

}  // namespace zermelo
