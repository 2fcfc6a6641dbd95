// Proof-number search, depth-first (df-pn): can the player to move reach at least `goal`? Yes, no, or not known in time.
//
// Every position has two numbers, seen by the player to move there: phi, how many leaves must still be settled to show
// that this player gets what they want, and delta, how many to show that they do not. The search always works where the
// least is left to do. Source: Allis 1994 (proof-number search), Nagai 2002 (df-pn).
//
// The table is replaced always and checked by the whole key; a lost entry costs time, never truth. Positions that repeat
// on the line of play count as not reaching the goal for the player who asks.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/search/limits.hpp"

namespace zermelo {

enum class Verdict { unknown, yes, no };

struct Proof {
    Verdict verdict = Verdict::unknown;
    std::uint64_t nodes = 0;
    Stopped stopped = Stopped::complete;
    double seconds = 0;
};

template <Game G>
class ProofNumberSearch {
public:
    explicit ProofNumberSearch(std::size_t megabytes)
        : size_(std::bit_floor(std::max<std::size_t>((megabytes << 20) / sizeof(Entry), 1024))), table_(new Entry[size_]) {}

    // Can the player to move at `root` get at least `goal` (a payoff)?
    Proof prove(const G& root, Value goal, const SearchLimits& limits) {
        std::fill_n(table_.get(), size_, Entry{});
        asker_ = root.player();
        goal_ = goal;
        nodes_ = 0;
        path_.clear();
        stop_.store(false);
        Watch watch(limits, stop_);
        watch_ = &watch;
        const Numbers found = explore(root, {endless, endless});
        Proof proof;
        proof.nodes = nodes_;
        proof.seconds = watch.elapsed();
        if (found.phi == 0) proof.verdict = Verdict::yes;
        else if (found.delta == 0) proof.verdict = Verdict::no;
        else proof.stopped = watch.reason();
        return proof;
    }

private:
    using Number = std::uint32_t;
    static constexpr Number endless = 1u << 30;

    struct Numbers {
        Number phi, delta;
    };
    struct Entry {
        Key key = 0;
        Number phi = 1, delta = 1;
        bool used = false;
    };

    // Whether the goal is reached, seen by the player to move: phi is 0 for "I get what I want".
    Numbers settled(const G& game, bool asker_gets_it) const {
        return (game.player() == asker_) == asker_gets_it ? Numbers{0, endless} : Numbers{endless, 0};
    }

    Numbers look_up(const G& game, Key key) const {
        if (game.over()) {
            const Value payoff = game.player() == asker_ ? game.payoff() : -game.payoff();
            return settled(game, payoff >= goal_);
        }
        const Entry& entry = table_[index(key)];
        return entry.used && entry.key == key ? Numbers{entry.phi, entry.delta} : Numbers{1, 1};
    }

    void store(Key key, Numbers numbers) { table_[index(key)] = {key, numbers.phi, numbers.delta, true}; }

    // Works below a position until one of its numbers reaches its limit.
    Numbers explore(const G& game, Numbers limit) {
        ++nodes_;
        const Key key = game.key();
        if (game.over()) return look_up(game, key);
        if (std::find(path_.begin(), path_.end(), key) != path_.end()) return settled(game, false);
        if (watch_->spent(nodes_) || path_.size() >= 4000) return {1, 1};
        path_.push_back(key);
        Moves<G> moves;
        game.moves(moves);
        std::vector<G> children;
        std::vector<Key> keys;
        for (const auto move : moves) {
            children.push_back(game.play(move));
            keys.push_back(children.back().key());
        }
        Numbers now;
        while (true) {
            // phi is the least of the children's deltas (one good move is enough), delta the sum of their phis.
            Number least = endless, second = endless;
            std::uint64_t sum = 0;
            std::size_t best = 0;
            Number best_phi = endless;
            for (std::size_t at = 0; at < children.size(); ++at) {
                Numbers child = look_up(children[at], keys[at]);
                if (children[at].player() == game.player()) std::swap(child.phi, child.delta);
                sum += child.phi;
                if (child.delta < least) {
                    second = least;
                    least = child.delta, best = at, best_phi = child.phi;
                } else {
                    second = std::min(second, child.delta);
                }
            }
            now = {least, static_cast<Number>(std::min<std::uint64_t>(sum, endless))};
            if (now.phi >= limit.phi || now.delta >= limit.delta || stop_.load(std::memory_order_relaxed)) break;
            Numbers below{static_cast<Number>(std::min<std::uint64_t>(
                              endless, static_cast<std::uint64_t>(limit.delta) + best_phi - now.delta)),
                          std::min(limit.phi, second == endless ? endless : second + 1)};
            if (children[best].player() == game.player()) std::swap(below.phi, below.delta);
            const Numbers found = explore(children[best], below);
            if (stop_.load(std::memory_order_relaxed)) break;
            if (!children[best].over()) store(keys[best], found);
        }
        path_.pop_back();
        store(key, now);
        return now;
    }

    std::size_t index(Key key) const { return mix(key) & (size_ - 1); }

    std::size_t size_;
    std::unique_ptr<Entry[]> table_;
    std::vector<Key> path_;
    std::atomic<bool> stop_{false};
    Watch* watch_ = nullptr;
    int asker_ = 0;
    Value goal_ = 0;
    std::uint64_t nodes_ = 0;
};

}  // namespace zermelo
