// All moves as first: what a simulation says about moves that were made later than at a node. RAVE (Gelly and Silver 2007) keeps it
// in the children of every node. GRAVE (Cazenave 2015) reads it, at nodes with few visits, from the nearest node above with
// enough of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "zermelo/game/move_code.hpp"
#include "zermelo/search/mcts_tree.hpp"

namespace zermelo {

template <class Move>
class Amaf {
public:
    using Node = MctsNode<Move>;

    // A new simulation begins.
    void start() {
        for (Reference& reference : references_) reference.node = none;
    }

    // ---- GRAVE

    // A node with enough visits, at which a player moves: what nodes below read.
    void set_reference(int player, std::uint32_t node) { references_[index(player)] = {node, 0}; }

    // Whether a node above was set for the player; then `at_reference` tells what it knows.
    bool look_up(const MctsTree<Move>& tree, int player) {
        Reference& reference = references_[index(player)];
        if (reference.node == none) return false;
        if (reference.stamp) return true;
        if (places_.empty()) places_.resize(2 * move_codes<Move>);
        reference.stamp = ++stamp_;
        const std::uint32_t first = tree[reference.node].first_child.load(relaxed);
        for (std::uint32_t child = first; child < first + tree[reference.node].child_count; ++child)
            places_[code(player, tree[child].move)] = {child, reference.stamp};
        return true;
    }

    // The child of the reference with the same move, or the node itself where that is not among them.
    const Node& at_reference(const MctsTree<Move>& tree, int player, const Node& child) const {
        const Reference& place = places_[code(player, child.move)];
        return place.stamp == references_[index(player)].stamp ? tree[place.node] : child;
    }

    // ---- back up

    // Count a move at each node of the path after which the same player made that move, at any later ply. `reward` is MAX's.
    template <class Step>
    void back_up(MctsTree<Move>& tree, const std::vector<Step>& path, const std::vector<PlayedMove<Move>>& played, double reward) {
        if (seen_.empty()) seen_.resize(2 * move_codes<Move>);
        ++simulation_;
        std::size_t later = played.size();
        for (std::size_t depth = path.size(); depth-- > 0;) {
            while (later > depth) --later, seen_[code(played[later].player, played[later].move)] = simulation_;
            const Node& node = tree[path[depth].node];
            if (!node.expanded() || depth >= played.size()) continue;
            const int player = played[depth].player;
            const std::uint32_t first = node.first_child.load(relaxed);
            for (std::uint32_t at = first; at < first + node.child_count; ++at) {
                Node& child = tree[at];
                if (seen_[code(player, child.move)] != simulation_) continue;
                child.rave_total.store(child.rave_total.load(relaxed) + static_cast<float>(player == 1 ? -reward : reward), relaxed);
                child.rave_visits.store(child.rave_visits.load(relaxed) + 1, relaxed);
            }
        }
    }

private:
    static constexpr auto relaxed = std::memory_order_relaxed;
    static constexpr std::uint32_t none = 0xffffffff;

    struct Reference {
        std::uint32_t node = none, stamp = 0;
    };

    static std::size_t index(int player) { return player == 1; }
    static std::size_t code(int player, Move move) { return index(player) * move_codes<Move> + move_code(move); }

    std::array<Reference, 2> references_;  // of each player; the stamp is 0 before it is looked up
    std::vector<Reference> places_;        // children of the references by player and move, with the stamp of theirs
    std::uint32_t stamp_ = 0;
    std::vector<std::uint32_t> seen_;      // the last simulation in which a player made a move
    std::uint32_t simulation_ = 0;
};

}  // namespace zermelo
