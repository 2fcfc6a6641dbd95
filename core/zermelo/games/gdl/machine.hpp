// Steps one state through a net. Each gate has a counter of the literals that it still lacks; when a node changes, only the gates it
// drives are touched, so another state costs what differs. Gates that change wait in a set of bits in topological order: each
// passes its change on at most once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/games/gdl/net.hpp"

namespace zermelo::gdl {

class Machine {
public:
    explicit Machine(const Net& net)
        : net_(&net), facts_(net.fact_words(), 0), next_(net.fact_words(), 0), outputs_(net.output_words, 0), pending_(words_for(net.gates) + 1, 0), lacking_(net.gates), moves_(net.roles.size(), 0) {
        reset();
    }

    const Net& net() const { return *net_; }
    const Word* facts() const { return facts_.data(); }

    // Go to a state.
    void load(const Word* facts) {
        const std::uint32_t words = net_->fact_words();
        for (std::uint32_t at = 0; at < words; ++at) {
            Word changed = facts_[at] ^ facts[at];
            facts_[at] = facts[at];
            for (; changed; changed &= changed - 1) {
                const auto bit = static_cast<std::uint32_t>(std::countr_zero(changed));
                flip(64 * at + bit, facts[at] >> bit & 1);
            }
        }
        settle();
    }
    // Go to the next state when each role makes its move, an index into its inputs.
    void advance(const std::uint32_t* joint) {
        choose(joint);
        std::copy_n(outputs_.begin(), next_.size(), next_.begin());  // the outputs change while the facts do
        load(next_.data());
    }
    // The state that follows, without going there.
    const Word* next(const std::uint32_t* joint) {
        choose(joint);
        return outputs_.data();
    }

    bool terminal() const { return output(net_->terminal_bit); }
    // The legal moves of a role, 64 inputs to a word.
    std::uint32_t legal_words(std::size_t role) const { return words_for(net_->roles[role].inputs); }
    Word legal_word(std::size_t role, std::uint32_t at) const {
        const Net::Role& of = net_->roles[role];
        return outputs_[of.legal_word + at] & (guarded(of) ? net_->unguarded[of.legal_word + at] : ~Word{0});
    }
    std::uint32_t legal_count(std::size_t role) const {
        std::uint32_t count = 0;
        for_legal_words(role, [&](std::uint32_t, Word word) { return count += static_cast<std::uint32_t>(std::popcount(word)), true; });
        return count;
    }
    // A random legal move; `none` if the role has none.
    std::uint32_t random_legal(std::size_t role, Random& random) const {
        const std::uint32_t count = legal_count(role);
        if (count == 0) return none;
        std::uint32_t skip = count == 1 ? 0 : random.below(count), chosen = none;
        for_legal_words(role, [&](std::uint32_t at, Word word) {
            const auto here = static_cast<std::uint32_t>(std::popcount(word));
            if (skip >= here) return skip -= here, true;
            for (; skip > 0; --skip) word &= word - 1;
            chosen = 64 * at + static_cast<std::uint32_t>(std::countr_zero(word));
            return false;
        });
        return chosen;
    }
    // The goal of a role: the value of the only goal that holds, or -1.
    std::int32_t goal(std::size_t role) const {
        const Net::Role& of = net_->roles[role];
        std::int32_t value = -1;
        for (std::uint32_t at = of.goals; at < of.goals + of.goal_count; ++at)
            if (output(net_->goals[at].bit)) {
                if (value >= 0) return -1;
                value = net_->goals[at].value;
            }
        return value;
    }

private:
    bool guarded(const Net::Role& role) const { return role.guard_bit != none && !output(role.guard_bit); }
    // Call `work(at, word)` for each word of legal moves until it gives false.
    template <class Work>
    void for_legal_words(std::size_t role, Work&& work) const {
        const Net::Role& of = net_->roles[role];
        const Word* const bits = outputs_.data() + of.legal_word;
        const Word* const mask = net_->unguarded.data() + of.legal_word;
        const std::uint32_t words = words_for(of.inputs);
        if (guarded(of)) {
            for (std::uint32_t at = 0; at < words; ++at)
                if (!work(at, bits[at] & mask[at])) return;
        } else
            for (std::uint32_t at = 0; at < words; ++at)
                if (!work(at, bits[at])) return;
    }
    bool output(std::uint32_t bit) const { return outputs_[bit / 64] >> bit % 64 & 1; }

    // Everything false, then the first move of each role and the initial state.
    void reset() {
        const Net& net = *net_;
        std::vector<char> value(net.first_gate() + net.gates, 0);
        const auto holds = [&](Literal literal) { return value[node_of(literal)] != inverted(literal); };
        const auto evaluate = [&](std::uint32_t gate) {
            std::int32_t lacking = 0;
            for (const Literal literal : net.gate(gate)) lacking -= !holds(literal);
            return lacking_[gate] = static_cast<Counter>(lacking);
        };
        std::size_t component = 0;
        for (std::uint32_t gate = 0; gate < net.gates; ++gate) {
            if (component < net.components.size() && net.components[component].begin == gate) {
                const Net::Component& cycle = net.components[component++];
                for (bool changed = true; changed;) {
                    changed = false;
                    for (std::uint32_t at = cycle.sources; at < cycle.end; ++at) value[net.first_gate() + at] = evaluate(at) == 0;
                    for (std::uint32_t at = cycle.begin; at < cycle.sources; ++at)
                        if (evaluate(at) == 0 && !value[net.first_gate() + at]) value[net.first_gate() + at] = 1, changed = true;
                }
                source_values_.resize(net.gates, 0);
                for (std::uint32_t at = cycle.begin; at < cycle.sources; ++at) source_values_[at] = value[net.first_gate() + at];
                gate = cycle.end - 1;
                continue;
            }
            value[net.first_gate() + gate] = evaluate(gate) == 0;
        }
        for (std::uint32_t bit = 0; bit < net.outputs.size(); ++bit) {
            const Net::Output& shown = net.outputs[bit];
            if (shown.constant ? shown.value : holds(shown.literal)) outputs_[bit / 64] |= Word{1} << bit % 64;
        }
        for (const Net::Role& role : net.roles)
            if (role.inputs) flip(net.facts + role.first, true);
        load(net.initial.data());
    }

    void choose(const std::uint32_t* joint) {
        for (std::size_t role = 0; role < net_->roles.size(); ++role) {
            if (moves_[role] == joint[role]) continue;
            const std::uint32_t first = net_->facts + net_->roles[role].first;
            flip(first + moves_[role], false);
            flip(first + joint[role], true);
            moves_[role] = joint[role];
        }
        settle();
    }

    // Tell the targets of a node that it has changed.
    void flip(std::uint32_t node, bool value) {
        const Net::Fanout& fanout = net_->fanouts[node];
        const std::uint32_t* const targets = net_->targets.data();
        if (value) {
            for (std::uint32_t at = fanout.direct; at < fanout.inverse; ++at) raise(targets[at]);
            for (std::uint32_t at = fanout.inverse; at < fanout.outputs; ++at) lower(targets[at]);
        } else {
            for (std::uint32_t at = fanout.direct; at < fanout.inverse; ++at) lower(targets[at]);
            for (std::uint32_t at = fanout.inverse; at < fanout.outputs; ++at) raise(targets[at]);
        }
        for (std::uint32_t at = fanout.outputs; at < fanout.end; ++at) outputs_[targets[at] / 64] ^= Word{1} << targets[at] % 64;
        if (!net_->alarms.empty()) [[unlikely]] alarm(node);
    }
    // A component must be computed anew even if none of its gates changes at once: gates may support each other without a reason.
    void alarm(std::uint32_t node) {
        for (std::uint32_t at = net_->alarm_begins[node]; at < net_->alarm_begins[node + 1]; ++at) pending_[net_->alarms[at] / 64] |= Word{1} << net_->alarms[at] % 64;
    }
    void raise(std::uint32_t gate) {
        if (++lacking_[gate] == 0) pending_[gate / 64] ^= Word{1} << gate % 64;
    }
    void lower(std::uint32_t gate) {
        if (lacking_[gate]-- == 0) pending_[gate / 64] ^= Word{1} << gate % 64;
    }

    // Let every pending gate pass on its change.
    void settle() {
        const auto words = static_cast<std::uint32_t>(pending_.size());
        for (std::uint32_t at = 0; at < words; ++at)
            while (pending_[at]) {
                const auto gate = 64 * at + static_cast<std::uint32_t>(std::countr_zero(pending_[at]));
                if (!net_->component_of.empty() && net_->component_of[gate] != none) {
                    settle_component(net_->components[net_->component_of[gate]]);
                    continue;
                }
                pending_[at] &= pending_[at] - 1;
                flip(net_->first_gate() + gate, lacking_[gate] == 0);
            }
    }
    // Compute the least fixpoint anew: all sources false, then those true whose definitions hold, until nothing changes.
    void settle_component(const Net::Component& cycle) {
        for (std::uint32_t gate = cycle.begin; gate < cycle.sources; ++gate)
            if (source_values_[gate]) source_values_[gate] = 0, flip(net_->first_gate() + gate, false);
        for (bool changed = true; changed;) {
            changed = false;
            for (std::uint32_t gate = cycle.sources; gate < cycle.end; ++gate)
                if (const Word bit = Word{1} << gate % 64; pending_[gate / 64] & bit) {
                    pending_[gate / 64] ^= bit;
                    flip(net_->first_gate() + gate, lacking_[gate] == 0);
                }
            for (std::uint32_t gate = cycle.begin; gate < cycle.sources; ++gate) {
                pending_[gate / 64] &= ~(Word{1} << gate % 64);
                if (source_values_[gate] || lacking_[gate] != 0) continue;
                source_values_[gate] = 1, changed = true;
                flip(net_->first_gate() + gate, true);
            }
        }
    }

    using Counter = std::int32_t;

    const Net* net_;
    std::vector<Word> facts_, next_, outputs_, pending_;
    std::vector<Counter> lacking_;  // minus the number of literals that do not hold: 0 if the gate is true
    std::vector<std::uint32_t> moves_;
    std::vector<char> source_values_;  // of the gates that are sources
};

}  // namespace zermelo::gdl
