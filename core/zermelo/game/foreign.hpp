// A foreign game, behind the function table of foreign.h: a fixed buffer of bytes and calls through function pointers. The engine
// treats it as any other game.
//
// Foreign code may fail. The first failure is kept with its state; a state whose view is unknown counts as the end of a drawn
// game, so that the search unwinds. The caller of the search then checks `failed` and discards its outcome.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <numeric>
#include <optional>
#include <vector>

#include "zermelo/base/list.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/foreign.h"
#include "zermelo/game/value.hpp"

namespace zermelo {

struct ForeignFailure {
    const char* function;  // its name in the function table
    std::int32_t status;   // what it returned
    const char* promise;   // the promise it broke although its status is OK, else null
    std::int32_t move;     // -1 where there was none
    std::vector<unsigned char> state;
};

// The functions of a game, and their first failure in one search.
class ForeignTable {
public:
    explicit ForeignTable(const zermelo_game& given, Value refinement = 1)
        : game(given), players(given.players ? given.players : 2), refinement(refinement) {}

    const zermelo_game game;
    const std::uint32_t players;
    const Value refinement;  // engine units to one of the game's, for static values from elsewhere that are finer

    void fail(const char* function, std::int32_t status, const char* promise, std::int32_t move, const unsigned char* state) {
        const std::lock_guard lock(mutex_);
        if (first_) return;
        first_ = ForeignFailure{function, status, promise, move, {state, state + game.state_size}};
        failed_.store(true);
    }
    const std::atomic<bool>& failed() const { return failed_; }
    const std::optional<ForeignFailure>& first() const { return first_; }  // once all threads have ended

private:
    std::mutex mutex_;
    std::atomic<bool> failed_{false};
    std::optional<ForeignFailure> first_;
};

// The promise that a function broke although its status is OK; null if it kept them all.
inline const char* broken_promise(const zermelo_game& game, std::uint32_t players, const zermelo_view& view, Value refinement = 1) {
    if (static_cast<std::uint32_t>(view.player) >= players) {
        if (view.player != ZERMELO_CHANCE) return players == 2 ? "the player must be 0 or 1" : "the player must be from 0 to players - 1";
        if (!game.chances) return "where the player is ZERMELO_CHANCE the table must have chances";
    }
    const std::int32_t most = ZERMELO_MOST / refinement;
    if (view.over && !game.payoffs && (view.utility > most || view.utility < -most))
        return refinement == 1 ? "a utility must lie between -134,000,000 and 134,000,000"
                               : "the utility is too large for a search with evaluate=, which counts in thousandths: use larger units";
    return nullptr;
}
inline const char* broken_promise(const zermelo_game& game, const std::int32_t* moves, std::int32_t count) {
    if (count < 1) return "there must be a move while the game goes on";
    if (count > static_cast<std::int32_t>(game.most_moves)) return "there are more moves than most_moves";
    if (std::any_of(moves, moves + count, [](std::int32_t move) { return move < 0; })) return "a move must be a number from 0 up";
    return nullptr;
}
inline const char* broken_promise(const zermelo_game& game, const std::int32_t* moves, const std::int64_t* weights, std::int32_t count) {
    if (const char* promise = broken_promise(game, moves, count)) return promise;
    std::int64_t left = ZERMELO_MOST_WEIGHT;
    for (std::int32_t at = 0; at < count; ++at) {
        if (weights[at] < 1) return "a weight must be a number from 1 up";
        if (weights[at] > left) return "the weights must add up to no more than 9,007,199,254,740,992";
        left -= weights[at];
    }
    return nullptr;
}
inline const char* broken_promise(const std::int32_t* payoffs, std::uint32_t players) {
    const auto beyond = [](std::int32_t payoff) { return payoff > ZERMELO_MOST || payoff < -ZERMELO_MOST; };
    return std::any_of(payoffs, payoffs + players, beyond) ? "each must lie between -134,000,000 and 134,000,000" : nullptr;
}

// `Bytes` and `MostMoves` are capacities; the game may need less.
template <std::size_t Bytes, int MostMoves>
class ForeignGame {
public:
    using Move = std::int32_t;
    static constexpr int max_moves = MostMoves;
    static constexpr std::size_t bytes = Bytes;
    using Weights = std::array<std::int64_t, max_moves>;
    using Units = List<std::int32_t, ZERMELO_MOST_PLAYERS>;  // one value per player, in engine units
    using Points = List<double, ZERMELO_MOST_PLAYERS>;

    ForeignGame(ForeignTable& table, const unsigned char* state) : table_(&table) {
        std::memset(state_, 0, Bytes);
        std::memcpy(state_, state, table.game.state_size);
        zermelo_view here{};
        const std::int32_t status = table.game.view(state_, &here);
        take(here, "view", status, -1, state_);
    }

    int player() const { return player_; }
    bool over() const { return over_; }
    Value payoff() const { return payoff_ * table_->refinement; }
    // Half a point.
    Value aspiration_window() const { return std::max<Value>(static_cast<Value>(report_scale()) / 2, 1); }

    void moves(List<Move, max_moves>& list) const {
        if (over_) return;
        if (player_ < 0) [[unlikely]] return outcomes(list);
        std::int32_t count = 0;
        const std::int32_t status = table_->game.moves(state_, list.begin(), &count);
        const char* promise = status == ZERMELO_OK ? broken_promise(table_->game, list.begin(), count) : nullptr;
        if (status != ZERMELO_OK || promise) [[unlikely]] {
            table_->fail("moves", status, promise, -1, state_);
            return;
        }
        list.resize(static_cast<std::size_t>(count));
    }

    bool has_chance() const { return table_->game.chances != nullptr; }
    // The outcomes where chance moves, with their weights. Returns the sum of the weights, 0 if the game has failed.
    std::int64_t chances(List<Move, max_moves>& list, Weights& weights) const {
        std::int32_t count = 0;
        const std::int32_t status = table_->game.chances(state_, list.begin(), weights.data(), &count);
        const char* promise = status == ZERMELO_OK ? broken_promise(table_->game, list.begin(), weights.data(), count) : nullptr;
        if (status != ZERMELO_OK || promise) [[unlikely]] {
            table_->fail("chances", status, promise, -1, state_);
            return 0;
        }
        list.resize(static_cast<std::size_t>(count));
        return std::accumulate(weights.begin(), weights.begin() + count, std::int64_t{0});
    }
    // The same with probabilities. Both numbers of the quotient are exact.
    void chances(List<Move, max_moves>& list, std::array<double, max_moves>& probabilities) const {
        Weights weights;
        const auto total = static_cast<double>(chances(list, weights));
        for (std::size_t at = 0; at < list.size(); ++at) probabilities[at] = static_cast<double>(weights[at]) / total;
    }

    ForeignGame play(Move move) const {
        ForeignGame next(*this);
        zermelo_view after{};
        const std::int32_t status = table_->game.play(next.state_, move, &after);
        next.take(after, "play", status, move, state_);
        return next;
    }

    Key key() const {
        if (table_->game.key) {
            std::uint64_t key = 0;
            const std::int32_t status = table_->game.key(state_, &key);
            if (status != ZERMELO_OK) [[unlikely]] table_->fail("key", status, nullptr, -1, state_);
            return mix(key) ^ static_cast<Key>(player_);
        }
        const std::size_t words = Bytes <= 16 ? Bytes / 8 : (table_->game.state_size + 7) / 8;
        Key hash = 0;
        for (std::size_t at = 0; at < words; ++at) {
            std::uint64_t word;
            std::memcpy(&word, state_ + 8 * at, 8);
            hash = mix(hash ^ word);
        }
        return hash;
    }

    // A static value for the player to move, in the game's units; 0 where the game has none.
    Value evaluate() const {
        if (!table_->game.evaluate) return 0;
        std::int32_t value[ZERMELO_MOST_PLAYERS];  // only the first is used
        value[0] = 0;
        call("evaluate", table_->game.evaluate, value, 1);
        return player_ == 0 ? value[0] : -value[0];
    }

    double report_scale() const { return table_->refinement * static_cast<double>(table_->game.scale); }
    void fail(const char* function, const char* promise) const { table_->fail(function, ZERMELO_OK, promise, -1, state_); }

    // MAX's payoff, once the game is over, and MAX's static value, in points.
    double worth() const { return (player_ == 0 ? payoff_ : -payoff_) / static_cast<double>(table_->game.scale); }
    double static_worth() const { return (player_ == 0 ? evaluate() : -evaluate()) / static_cast<double>(table_->game.scale); }

    // Payoffs and static values of all players; a game without `payoffs` has two players and is zero-sum.
    Units units() const { return all_units("payoffs", table_->game.payoffs, payoff_); }
    Units static_units() const { return all_units("evaluate", table_->game.evaluate, table_->game.payoffs ? 0 : evaluate()); }
    Points payoffs() const { return in_points(units()); }
    Points static_payoffs() const { return in_points(static_units()); }

    int order_score(Move move) const {
        if (!table_->game.rank) return 0;
        std::int32_t rank = 0;
        const std::int32_t status = table_->game.rank(state_, move, &rank);
        if (status != ZERMELO_OK) [[unlikely]] table_->fail("rank", status, nullptr, move, state_);
        return rank;
    }

    const unsigned char* state() const { return state_; }
    ForeignTable& table() const { return *table_; }

private:
    using WriteValues = std::int32_t (*)(const void*, std::int32_t*);

    [[gnu::noinline]] void outcomes(List<Move, max_moves>& list) const {
        Weights weights;
        chances(list, weights);
    }

    // Call a function that writes `count` values; they are 0 if it fails.
    void call(const char* name, WriteValues function, std::int32_t* values, std::uint32_t count) const {
        const std::int32_t status = function(state_, values);
        const char* promise = status == ZERMELO_OK ? broken_promise(values, count) : nullptr;
        if (status == ZERMELO_OK && !promise) return;
        table_->fail(name, status, promise, -1, state_);
        std::fill_n(values, count, 0);
    }
    // The values of all players. In a zero-sum game the player to move has `own`.
    Units all_units(const char* name, WriteValues function, Value own) const {
        Units out;
        out.resize(table_->game.payoffs ? table_->players : 2);
        if (!table_->game.payoffs) {
            out[0] = player_ == 0 ? own : -own;
            out[1] = -out[0];
        } else {
            std::fill(out.begin(), out.end(), 0);
            if (function && !broken_) call(name, function, out.begin(), table_->players);
        }
        return out;
    }
    Points in_points(const Units& units) const {
        Points out;
        for (const std::int32_t value : units) out.push_back(value / static_cast<double>(table_->game.scale));
        return out;
    }

    // Take over the view that a function wrote, or fail; `before` is the state that was passed to it.
    void take(const zermelo_view& view, const char* function, std::int32_t status, Move move, const unsigned char* before) {
        const char* promise = broken_promise(table_->game, table_->players, view, table_->refinement);
        if (status != ZERMELO_OK || promise) [[unlikely]] {
            table_->fail(function, status, status == ZERMELO_OK ? promise : nullptr, move, before);
            player_ = 0, over_ = true, payoff_ = 0, broken_ = true;
            return;
        }
        player_ = view.player;
        over_ = view.over != 0;
        payoff_ = view.player == 0 ? view.utility : static_cast<Value>(-static_cast<std::int64_t>(view.utility));  // any 32-bit value is possible here
    }

    ForeignTable* table_;
    alignas(16) unsigned char state_[Bytes];
    std::int32_t player_ = 0;
    Value payoff_ = 0;  // in the game's units
    bool over_ = false;
    bool broken_ = false;  // no function is called for this state any more
};

}  // namespace zermelo
