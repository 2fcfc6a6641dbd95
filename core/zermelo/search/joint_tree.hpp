// The tree of Monte-Carlo search with simultaneous moves. A node has the statistics of every player's own moves; its children, one
// for each joint move that was tried, are found by a hash table. The tree stops growing when its memory is used up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "zermelo/base/random.hpp"

namespace zermelo {

template <class Move>
class JointTree {
public:
    // A move of one player. At a chance node `strategy` is the outcome's probability.
    struct Action {
        Move move{};
        std::uint32_t visits = 0;
        double total = 0;     // of the player's payoffs
        double regret = 0;    // regret matching: how much more the move would have brought than those chosen, at least 0
        double strategy = 0;  // regret matching: the sum of the probabilities with which it was to be chosen, the later ones more
    };
    // What a node keeps for a player; chance has the place of the first one.
    struct Seat {
        double total = 0;         // of the player's payoffs at the node
        std::uint32_t first = 0;  // of the player's actions
        std::uint16_t count = 0;
        std::uint16_t place = 0;  // which of the player's actions at the parent leads here
    };
    struct Node {
        std::uint32_t parent = 0;
        std::uint32_t visits = 0;
        bool expanded = false, chance = false;
    };

    JointTree(std::size_t players, std::size_t megabytes) : players_(players), budget_(megabytes << 20) {
        nodes_.resize(1), seats_.resize(players), slots_.resize(64);
        bytes_ = sizeof(Node) + players * sizeof(Seat) + slots_.size() * sizeof(std::uint32_t);
    }

    std::size_t players() const { return players_; }
    Node& node(std::uint32_t at) { return nodes_[at]; }
    const Node& node(std::uint32_t at) const { return nodes_[at]; }
    Seat& seat(std::uint32_t at, std::size_t player) { return seats_[at * players_ + player]; }
    const Seat& seat(std::uint32_t at, std::size_t player) const { return seats_[at * players_ + player]; }
    Action* actions(std::uint32_t at, std::size_t player) { return actions_.data() + seat(at, player).first; }
    const Action* actions(std::uint32_t at, std::size_t player) const { return actions_.data() + seat(at, player).first; }

    // Room for more actions of a player; false if there is none.
    bool add_actions(std::uint32_t at, std::size_t player, std::size_t count) {
        if (!make_room(actions_, count)) return false;
        seat(at, player).first = static_cast<std::uint32_t>(actions_.size());
        seat(at, player).count = static_cast<std::uint16_t>(count);
        actions_.resize(actions_.size() + count);
        return true;
    }

    // The child by the places of the players' actions; 0 if it has not been added.
    std::uint32_t child(std::uint32_t parent, const std::uint16_t* places) const { return slots_[find(parent, places)]; }

    // 0 if there is no room.
    std::uint32_t add_child(std::uint32_t parent, const std::uint16_t* places) {
        if (!make_room(nodes_, 1) || !make_room(seats_, players_) || !make_room_for_slots()) return 0;
        const auto at = static_cast<std::uint32_t>(nodes_.size());
        const std::size_t slot = find(parent, places);
        nodes_.emplace_back().parent = parent;
        seats_.resize(seats_.size() + players_);
        for (std::size_t player = 0; player < players_; ++player) seat(at, player).place = places[player];
        return slots_[slot] = at;
    }

private:
    // Where a child is, or would be.
    std::size_t find(std::uint32_t parent, const std::uint16_t* places) const {
        std::uint64_t hash = mix(parent);
        for (std::size_t player = 0; player < players_; ++player) hash = mix(hash ^ places[player]);
        std::size_t slot = hash & (slots_.size() - 1);
        while (slots_[slot] && !is_child(slots_[slot], parent, places)) slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    }
    bool is_child(std::uint32_t at, std::uint32_t parent, const std::uint16_t* places) const {
        if (nodes_[at].parent != parent) return false;
        for (std::size_t player = 0; player < players_; ++player)
            if (seat(at, player).place != places[player]) return false;
        return true;
    }

    // Let a vector grow; while it moves, both copies count.
    template <class T>
    bool make_room(std::vector<T>& items, std::size_t count) {
        const std::size_t held = items.capacity(), needed = items.size() + count;
        if (needed <= held) return true;
        const std::size_t wanted = std::max({2 * held, needed, std::size_t{256}});
        if (wanted > UINT32_MAX || bytes_ + wanted * sizeof(T) > budget_) return false;
        items.reserve(wanted);
        bytes_ += (items.capacity() - held) * sizeof(T);
        return true;
    }
    bool make_room_for_slots() {
        if (2 * nodes_.size() < slots_.size()) return true;
        std::vector<std::uint32_t> old = std::move(slots_);
        const bool fits = bytes_ + 2 * old.size() * sizeof(std::uint32_t) <= budget_;
        if (!fits) return slots_ = std::move(old), false;
        bytes_ += old.size() * sizeof(std::uint32_t);
        slots_.assign(2 * old.size(), 0);
        std::vector<std::uint16_t> places(players_);
        for (std::uint32_t at = 1; at < nodes_.size(); ++at) {
            for (std::size_t player = 0; player < players_; ++player) places[player] = seat(at, player).place;
            slots_[find(nodes_[at].parent, places.data())] = at;
        }
        return true;
    }

    std::size_t players_, budget_, bytes_ = 0;
    std::vector<Node> nodes_;
    std::vector<Seat> seats_;  // as many per node as there are players
    std::vector<Action> actions_;
    std::vector<std::uint32_t> slots_;
};

}  // namespace zermelo
