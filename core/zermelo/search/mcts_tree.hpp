// The tree of Monte-Carlo search: nodes in one block of memory, the children of a node side by side, no positions. Threads grow it
// together without locks.
//
//     node 0 is the root   |  children of the root  |  children of some node  |  ...
//
// The memory has a fixed size. When it is full, `keep` copies the nodes worth keeping; the same function makes a node the new root.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "zermelo/base/memory.hpp"
#include "zermelo/game/value.hpp"

namespace zermelo {

// A node, with the move that leads to it and what is known about that move. All zero but for the bounds, it is one never visited.
template <class M>
struct MctsNode {
    using Move = M;
    static constexpr auto relaxed = std::memory_order_relaxed;
    static constexpr std::uint32_t expanding = 0xffffffff;  // instead of the first child, while a thread lists the children
    static constexpr std::uint64_t most_visits = 4'000'000'000;  // that can be counted

    std::atomic<double> total{0};                // rewards of the player who chose the move
    std::atomic<double> payoffs{0};              // MAX's payoffs
    std::atomic<std::uint32_t> visits{0};
    std::atomic<std::uint32_t> first_child{0};   // 0: not expanded
    std::atomic<Value> low{-infinity};           // MAX's payoff is proven to be from low to high
    std::atomic<Value> high{infinity};
    std::atomic<float> rave_total{0};            // the same as total and visits, for all simulations with the move later on
    std::atomic<std::uint32_t> rave_visits{0};
    float prior = 0;                             // how likely the move is; the probability of an outcome of chance
    std::uint16_t child_count = 0;
    Move move{};

    MctsNode() = default;
    MctsNode(const MctsNode& other) { *this = other; }
    MctsNode& operator=(const MctsNode& other) {
        copy(total, other.total), copy(payoffs, other.payoffs), copy(visits, other.visits), copy(first_child, other.first_child);
        copy(low, other.low), copy(high, other.high), copy(rave_total, other.rave_total), copy(rave_visits, other.rave_visits);
        prior = other.prior, child_count = other.child_count, move = other.move;
        return *this;
    }

    // MAX's payoff where the bounds settle it: exactly or, if only the winner matters, the nearest one that is proven.
    std::optional<Value> settled(bool wins) const {
        const Value least = low.load(relaxed), most = high.load(relaxed);
        if (least == most || (wins && least > 0)) return least;
        if (wins && most < 0) return most;
        return std::nullopt;
    }

    bool expanded() const {
        const std::uint32_t first = first_child.load(std::memory_order_acquire);
        return first != 0 && first != expanding;
    }

private:
    template <class T>
    static void copy(std::atomic<T>& to, const std::atomic<T>& from) { to.store(from.load(relaxed), relaxed); }
};

template <class Move>
class MctsTree {
public:
    using Node = MctsNode<Move>;

    explicit MctsTree(std::size_t megabytes)
        : capacity_(static_cast<std::uint32_t>(std::clamp<std::size_t>((megabytes << 20) / sizeof(Node), 4096, Node::expanding - 1))) {
        clear();
    }

    // A tree of the root alone.
    void clear() {
        memory_ = Memory(capacity_ * sizeof(Node));
        nodes_ = static_cast<Node*>(memory_.get());
        new (nodes_) Node();
        size_.store(1, relaxed), players_ = 0;
    }

    Node& operator[](std::uint32_t at) { return nodes_[at]; }
    const Node& operator[](std::uint32_t at) const { return nodes_[at]; }
    std::uint32_t size() const { return std::min(size_.load(relaxed), capacity_); }
    std::uint32_t capacity() const { return capacity_; }
    // No room is left; nothing grows until some is made.
    bool full() const { return size_.load(relaxed) > capacity_; }

    // Claim a node to list its children; false if they are listed, or another thread does.
    bool claim(std::uint32_t at) {
        std::uint32_t none = 0;
        return nodes_[at].first_child.compare_exchange_strong(none, Node::expanding, std::memory_order_acquire);
    }

    // Room for the children of a node: the first of them, or 0 if the tree is full.
    std::uint32_t allocate(std::uint32_t count) {
        std::uint32_t first = size_.load(relaxed);
        do {
            if (first > capacity_ || capacity_ - first < count) {
                size_.store(capacity_ + 1, relaxed);
                return 0;
            }
        } while (!size_.compare_exchange_weak(first, first + count, relaxed));
        for (std::uint32_t at = first; at < first + count; ++at) new (nodes_ + at) Node();
        return first;
    }

    // ---- payoffs of several players, one total for each in every node

    // When the first simulation ends, before threads share the tree.
    void set_players(std::size_t players) {
        if (players_ == players) return;
        players_ = players;
        share_memory_ = make_shares();
    }
    std::atomic<double>& share(std::uint32_t node, std::size_t player) const { return shares(share_memory_)[node * players_ + player]; }
    std::size_t players() const { return players_; }

    // ---- keeping a part

    // Keep only what is below a node, which becomes the root. No thread may use the tree meanwhile.
    void keep(std::uint32_t root) { keep(root, 0); }

    // Make room: forget what is below the nodes with the fewest visits, so that about half of the tree is left.
    void make_room() {
        constexpr std::size_t most = 4096;
        std::array<std::uint64_t, most> children{};  // of nodes with so many visits
        const std::uint32_t size = std::min(size_.load(relaxed), capacity_);
        for (std::uint32_t at = 0; at < size; ++at)
            if (nodes_[at].expanded()) children[std::min<std::size_t>(nodes_[at].visits.load(relaxed), most - 1)] += nodes_[at].child_count;
        std::uint64_t kept = 0;
        std::uint32_t least = most - 1;
        while (least > 1 && kept + children[least] <= capacity_ / 2) kept += children[least--];
        keep(0, least + 1);
    }

private:
    static constexpr auto relaxed = std::memory_order_relaxed;

    // Memory that was never touched holds zeros.
    Memory make_shares() const { return Memory(capacity_ * players_ * sizeof(std::atomic<double>)); }
    static std::atomic<double>* shares(const Memory& memory) { return static_cast<std::atomic<double>*>(memory.get()); }

    // Breadth first: a copied node still says where its children were until they are copied too.
    void keep(std::uint32_t root, std::uint32_t least_visits) {
        const Memory old_memory = std::exchange(memory_, Memory(capacity_ * sizeof(Node)));
        const Node* const old = std::exchange(nodes_, static_cast<Node*>(memory_.get()));
        const Memory old_shares = std::exchange(share_memory_, players_ ? make_shares() : Memory());
        std::uint32_t made = 0;
        const auto copy = [&](std::uint32_t from) {
            new (nodes_ + made) Node(old[from]);
            for (std::size_t player = 0; player < players_; ++player)
                share(made, player).store(shares(old_shares)[from * players_ + player].load(relaxed), relaxed);
            ++made;
        };
        copy(root);
        for (std::uint32_t at = 0; at < made; ++at) {
            Node& node = nodes_[at];
            if (!node.expanded()) continue;
            const std::uint32_t first = node.first_child.load(relaxed);
            const bool keeps = (at == 0 || node.visits.load(relaxed) >= least_visits) && capacity_ - made >= node.child_count;
            node.first_child.store(keeps ? made : 0, relaxed);
            if (!keeps) continue;
            for (std::uint32_t child = first; child < first + node.child_count; ++child) copy(child);
        }
        size_.store(made, relaxed);
    }

    std::uint32_t capacity_;
    Memory memory_;
    Node* nodes_ = nullptr;
    std::atomic<std::uint32_t> size_{0};
    Memory share_memory_;
    std::size_t players_ = 0;
};

}  // namespace zermelo
