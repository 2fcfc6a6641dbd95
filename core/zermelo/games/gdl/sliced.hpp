// Plays 512 games of one net in lock step. A node is 512 bits, one for each game, and a gate one operation on such a vector for each
// of its literals. Random moves are drawn in the same way: count the legal moves with binary counters whose digits are vectors, draw a
// random number below each count, and count again up to it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "zermelo/base/memory.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/games/gdl/net.hpp"
#include "zermelo/games/gdl/relevance.hpp"

namespace zermelo::gdl {

inline constexpr std::uint32_t lanes = 512;
inline constexpr std::uint32_t block_size = 64, block_digits = 7;  // of moves that are counted together

// One bit for each game.
struct alignas(64) Lanes {
    std::uint64_t words[lanes / 64];
};

// A net and the values of its nodes, as the kernels need them.
struct SlicedNet {
    // A run of gates: for each its number of direct and of inverse literals, the nodes of these, and its own node.
    struct Part {
        std::vector<std::uint32_t> code;
        std::uint32_t sources = 0;  // gates at the start that hold back, if the part is a cycle
    };
    struct Choice {
        std::vector<std::uint32_t> legal;  // literals; `always_true` and `always_true + 1` are constants
        std::vector<char> guarded;
        std::uint32_t guard;  // literal
        std::uint32_t first;  // node of the first input
        std::uint32_t digits;
    };
    struct Goal {
        std::uint32_t literal;
        std::uint32_t role;
        std::int32_t value;
    };

    std::vector<Part> before, after;  // the moves are chosen
    std::vector<Choice> choices;
    std::vector<std::uint32_t> facts;  // those that are computed
    std::vector<std::uint32_t> next;   // their literals
    std::vector<char> initial;
    std::vector<Goal> goals;
    std::uint32_t terminal = 0, nodes = 0;

    Lanes* values = nullptr;  // of the nodes
    Lanes* following = nullptr;  // the next facts
    Lanes* counts = nullptr;     // legal moves in each block, of one role at a time
    Lanes* reached = nullptr;    // by goal: games that ended with it
    Lanes random[2];
    Lanes finished;  // games that are over and wait
    bool restart = true;
    std::uint64_t steps = 0, games = 0;
    std::array<std::int64_t, 64> goal_sums{};  // by role
};

// AVX2 is left out: on two halves of a slice the compiler makes no better code than on four quarters.
namespace detail {
#define ZERMELO_GDL_BYTES 16
namespace portable {
#include "zermelo/games/gdl/sliced_kernel.inc"
}
#undef ZERMELO_GDL_BYTES
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC target("avx512f")
#define ZERMELO_GDL_BYTES 64
namespace avx512 {
#include "zermelo/games/gdl/sliced_kernel.inc"
}
#undef ZERMELO_GDL_BYTES
#pragma GCC pop_options
#endif

using Kernel = void (*)(SlicedNet&, std::uint32_t);

inline Kernel best_kernel() {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    if (__builtin_cpu_supports("avx512f")) return avx512::run;
#endif
    return portable::run;
}

}  // namespace detail

// Without those that cannot matter, playouts are quicker, and `fact` must not be asked.
enum class FactsKept { all, relevant };

// 512 games at once. All legal moves are equally likely, up to 1/4096 of their chance.
class Sliced {
public:
    Sliced(const Net& net, std::uint64_t seed, FactsKept kept = FactsKept::all)
        : net_(&net), memory_((net.first_gate() + net.gates + 1 + net.facts + count_digits(net) + net.goals.size()) * sizeof(Lanes)) {
        sliced_.nodes = net.first_gate() + net.gates + 1;
        sliced_.values = static_cast<Lanes*>(memory_.get());
        sliced_.following = sliced_.values + sliced_.nodes;
        sliced_.counts = sliced_.following + net.facts;
        sliced_.reached = sliced_.counts + count_digits(net);
        Random random(seed);
        for (Lanes& part : sliced_.random)
            for (Word& word : part.words) word = random.next();
        fill(sliced_.values[true_node()], true);
        lay_out(kept);
        load(net.initial.data());
    }

    // All games to one state.
    void load(const Word* facts) {
        for (std::uint32_t at = 0; at < net_->facts; ++at) fill(sliced_.values[at], facts[at / 64] >> at % 64 & 1);
        fill(sliced_.finished, false);
    }
    // Some games to a state: a power of two, from a multiple of it.
    void load(std::uint32_t lane, std::uint32_t count, const Word* facts) {
        for_words(lane, count, [&](std::uint32_t word, Word mask) {
            for (std::uint32_t at = 0; at < net_->facts; ++at) {
                const Word others = sliced_.values[at].words[word] & ~mask;
                sliced_.values[at].words[word] = facts[at / 64] >> at % 64 & 1 ? others | mask : others;
            }
            sliced_.finished.words[word] &= ~mask;
        });
    }
    void load(std::uint32_t lane, const Word* facts) { load(lane, 1, facts); }
    // Make random moves in all games. A game that is over starts again, at the initial state, with the next step.
    void run(std::uint32_t steps) {
        sliced_.restart = true;
        kernel_(sliced_, steps);
    }
    // Play all games to their ends, but at most `steps` moves; the number of games that ended is added to games(). Every few steps
    // `go_on(moves so far)` may end it.
    template <class GoOn>
    void finish(std::uint32_t steps, std::uint32_t at_a_time, const GoOn& go_on) {
        sliced_.restart = false;
        for (std::uint32_t done = 0; done < steps && !all_finished() && go_on(done); done += at_a_time) kernel_(sliced_, at_a_time);
    }
    void finish(std::uint32_t steps, std::uint32_t at_a_time = 4) {
        finish(steps, at_a_time, [](std::uint32_t) { return true; });
    }

    std::uint64_t steps() const { return sliced_.steps; }
    std::uint64_t games() const { return sliced_.games; }
    std::int64_t goal_sum(std::size_t role) const { return sliced_.goal_sums[role]; }

    // How many of some games are over, and the sum of their goals.
    std::uint32_t finished(std::uint32_t lane, std::uint32_t count) const {
        std::uint32_t games = 0;
        for_words(lane, count, [&](std::uint32_t word, Word mask) { games += static_cast<std::uint32_t>(std::popcount(sliced_.finished.words[word] & mask)); });
        return games;
    }
    std::int64_t goal_sum(std::size_t role, std::uint32_t lane, std::uint32_t count) const {
        std::int64_t sum = 0;
        for (std::size_t goal = 0; goal < sliced_.goals.size(); ++goal)
            if (sliced_.goals[goal].role == role)
                for_words(lane, count, [&](std::uint32_t word, Word mask) {
                    sum += sliced_.goals[goal].value * std::popcount(sliced_.reached[goal].words[word] & sliced_.finished.words[word] & mask);
                });
        return sum;
    }

    bool fact(std::uint32_t lane, std::uint32_t at) const { return bit(lane, at); }
    bool finished(std::uint32_t lane) const { return sliced_.finished.words[lane / 64] >> lane % 64 & 1; }
    // The last move of a role, or `none`.
    std::uint32_t move(std::uint32_t lane, std::size_t role) const {
        const Net::Role& of = net_->roles[role];
        for (std::uint32_t at = 0; at < of.inputs; ++at)
            if (bit(lane, net_->facts + of.first + at)) return at;
        return none;
    }
    // For tests: one of the kernels by name.
    void use_kernel(detail::Kernel kernel) { kernel_ = kernel; }

private:
    // Call `work(word, mask)` for the words with some games.
    template <class Work>
    static void for_words(std::uint32_t lane, std::uint32_t count, Work&& work) {
        if (count < 64) return work(lane / 64, ((Word{1} << count) - 1) << lane % 64);
        for (std::uint32_t word = lane / 64; word < (lane + count) / 64; ++word) work(word, ~Word{0});
    }
    static std::size_t count_digits(const Net& net) {
        std::size_t most = 0;
        for (const Net::Role& role : net.roles) most = std::max<std::size_t>(most, (role.inputs + block_size - 1) / block_size * block_digits);
        return most;
    }
    static void fill(Lanes& lanes, bool value) { std::ranges::fill(lanes.words, value ? ~Word{0} : 0); }
    std::uint32_t true_node() const { return sliced_.nodes - 1; }
    bool bit(std::uint32_t lane, std::uint32_t node) const { return sliced_.values[node].words[lane / 64] >> lane % 64 & 1; }
    bool all_finished() const {
        return std::ranges::all_of(sliced_.finished.words, [](Word word) { return word == ~Word{0}; });
    }
    std::uint32_t literal(const Net::Output& output) const { return output.constant ? 2 * true_node() + !output.value : output.literal; }

    void lay_out(FactsKept kept) {
        const Net& net = *net_;
        Relevance relevance;
        if (kept == FactsKept::relevant) relevance = relevance_of(net);
        // Gates that no move can change come before the choice.
        std::vector<char> moved(net.first_gate() + net.gates, 0);
        std::fill(moved.begin() + net.facts, moved.begin() + net.first_gate(), 1);
        const auto reads_moves = [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t gate = begin; gate < end; ++gate)
                for (const Literal literal : net.gate(gate))
                    if (moved[node_of(literal)]) return true;
            return false;
        };
        std::size_t component = 0;
        bool open[2] = {false, false};
        for (std::uint32_t gate = 0; gate < net.gates;) {
            const bool cycle = component < net.components.size() && net.components[component].begin == gate;
            const std::uint32_t end = cycle ? net.components[component].end : gate + 1;
            if (!relevance.gates.empty() && !relevance.gates[gate]) {
                gate = end, component += cycle;
                continue;
            }
            const bool late = reads_moves(gate, end);
            std::fill(moved.begin() + net.first_gate() + gate, moved.begin() + net.first_gate() + end, late);
            auto& parts = late ? sliced_.after : sliced_.before;
            if (cycle || !open[late]) parts.emplace_back();
            open[late] = !cycle;
            if (cycle) parts.back().sources = net.components[component].sources - gate, ++component;
            for (; gate < end; ++gate) encode(gate, parts.back().code);
        }
        for (std::uint32_t at = 0; at < net.facts; ++at) {
            if (kept == FactsKept::relevant && !relevance.fact(at)) continue;
            sliced_.facts.push_back(at);
            sliced_.next.push_back(literal(net.outputs[at]));
            sliced_.initial.push_back(net.initial[at / 64] >> at % 64 & 1);
        }
        sliced_.terminal = literal(net.outputs[net.terminal_bit]);
        for (std::uint32_t role = 0; role < net.roles.size(); ++role) {
            const Net::Role& of = net.roles[role];
            SlicedNet::Choice choice{{}, {}, of.guard_bit == none ? 2 * true_node() : literal(net.outputs[of.guard_bit]), net.facts + of.first, 0};
            for (std::uint32_t at = 0; at < of.inputs; ++at) {
                const std::uint32_t bit = 64 * of.legal_word + at;
                choice.legal.push_back(literal(net.outputs[bit]));
                choice.guarded.push_back(!(net.unguarded[bit / 64] >> bit % 64 & 1));
            }
            choice.digits = static_cast<std::uint32_t>(std::bit_width(of.inputs));
            sliced_.choices.push_back(std::move(choice));
            for (std::uint32_t at = of.goals; at < of.goals + of.goal_count; ++at)
                sliced_.goals.push_back({literal(net.outputs[net.goals[at].bit]), role, net.goals[at].value});
        }
    }
    void encode(std::uint32_t gate, std::vector<std::uint32_t>& code) const {
        std::vector<std::uint32_t> direct, inverse;
        for (const Literal literal : net_->gate(gate)) (inverted(literal) ? inverse : direct).push_back(node_of(literal));
        code.push_back(static_cast<std::uint32_t>(direct.size()));
        code.push_back(static_cast<std::uint32_t>(inverse.size()));
        code.insert(code.end(), direct.begin(), direct.end());
        code.insert(code.end(), inverse.begin(), inverse.end());
        code.push_back(net_->first_gate() + gate);
    }

    const Net* net_;
    Memory memory_;
    SlicedNet sliced_{};
    detail::Kernel kernel_ = detail::best_kernel();
};

}  // namespace zermelo::gdl
