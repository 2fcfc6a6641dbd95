// The propositional net of a game: AND gates with inverters in topological order, flat, ready to be evaluated.
//
//     nodes      facts of the state | inputs (one for each move of each role) | gates
//     outputs    bits: next facts | legal moves, from a new word for each role | terminal, goals and guards
//
// In most games nearly all moves of a role need the same fact, such as (control white). It is the guard of these moves, and no literal
// of theirs: otherwise thousands of gates would change whenever the turn does.
//
// A node drives gates, directly or inverted, and output bits. Gates on a cycle form a component: its first gates, the sources, have their
// definition as their only literal, and stand in the order before it; they hold what the least fixpoint gives.
#pragma once

#include <cstdint>
#include <vector>

#include "zermelo/games/gdl/graph.hpp"
#include "zermelo/games/gdl/ground_program.hpp"

namespace zermelo::gdl {

using Word = std::uint64_t;
inline constexpr std::uint32_t words_for(std::uint32_t bits) { return (bits + 63) / 64; }
inline constexpr std::uint32_t none = UINT32_MAX;

struct Net {
    struct Role {
        std::uint32_t first;       // its first input, counted over all roles
        std::uint32_t inputs;      // how many it has
        std::uint32_t legal_word;  // where the bits of its legal moves start
        std::uint32_t guard_bit;   // an output without which most of these moves are not legal, whatever their bits say; or `none`
        std::uint32_t goals;       // where its goals start in `goal_bits`
        std::uint32_t goal_count;
    };
    struct Goal {
        std::uint32_t bit;
        std::int32_t value;
    };
    // Where a node's targets start in `targets`: gates it drives, gates it drives inverted, output bits, and the end.
    struct Fanout {
        std::uint32_t direct, inverse, outputs, end;
    };
    // Gates on a cycle: [begin, sources) hold back, [sources, end) follow from them.
    struct Component {
        std::uint32_t begin, sources, end;
    };
    // What an output bit shows: a literal over nodes, or a constant.
    struct Output {
        Literal literal;
        bool constant, value;
    };

    std::uint32_t facts = 0, inputs = 0, gates = 0;
    std::vector<Role> roles;
    std::vector<Goal> goals;
    std::vector<Word> unguarded;  // which moves are legal without the guard, in the words from `legal_word`; indexed as the outputs are
    std::uint32_t terminal_bit = 0, output_words = 0;
    std::vector<Word> initial;
    std::vector<std::uint32_t> begins;  // of the gates' literals
    std::vector<Literal> literals;      // 2 * node, plus 1 if inverted
    std::vector<Fanout> fanouts;
    std::vector<std::uint32_t> targets;
    std::vector<Component> components;
    std::vector<std::uint32_t> component_of;  // of gates, or `none`; empty if there are no components
    std::vector<std::uint32_t> alarm_begins;  // by node, where its alarms start; empty if there are no components
    std::vector<std::uint32_t> alarms;        // first gates of the components that read the node from outside
    std::vector<Output> outputs;              // by bit

    std::uint32_t first_gate() const { return facts + inputs; }
    std::uint32_t fact_words() const { return words_for(facts); }
    std::span<const Literal> gate(std::uint32_t at) const { return {literals.data() + begins[at], literals.data() + begins[at + 1]}; }
};

}  // namespace zermelo::gdl
