// From ground rules to the net: atoms become functions of facts and moves, dependencies first; atoms that depend on themselves
// are cut open; then gates that are used once are merged into their users, and the rest is laid out in topological order.
#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

#include "zermelo/games/gdl/net.hpp"

namespace zermelo::gdl {

// Strongly connected components (Tarjan 1972) without recursion, dependencies first. `children(node)` gives a vector.
template <class Children, class Emit>
class Components {
public:
    Components(std::uint32_t nodes, Children children, Emit emit) : index_(nodes, 0), low_(nodes, 0), on_stack_(nodes, 0), children_(std::move(children)), emit_(std::move(emit)) {}

    void visit(std::uint32_t root) {
        if (index_[root]) return;
        enter(root);
        while (!frames_.empty()) {
            Frame& frame = frames_.back();
            if (frame.next < frame.children.size()) {
                const std::uint32_t child = frame.children[frame.next++];
                if (!index_[child]) enter(child);
                else if (on_stack_[child]) low_[frame.node] = std::min(low_[frame.node], index_[child]);
                continue;
            }
            const std::uint32_t node = frame.node;
            frames_.pop_back();
            if (!frames_.empty()) low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[node]);
            if (low_[node] != index_[node]) continue;
            const auto start = std::find(stack_.rbegin(), stack_.rend(), node).base() - 1;
            const std::vector<std::uint32_t> members(start, stack_.end());
            stack_.erase(start, stack_.end());
            for (const std::uint32_t member : members) on_stack_[member] = 0;
            emit_(members);
        }
    }

private:
    struct Frame {
        std::uint32_t node;
        std::vector<std::uint32_t> children;
        std::size_t next;
    };
    void enter(std::uint32_t node) {
        index_[node] = low_[node] = ++count_;
        stack_.push_back(node);
        on_stack_[node] = 1;
        frames_.push_back({node, children_(node), 0});
    }

    std::vector<std::uint32_t> index_, low_;
    std::vector<char> on_stack_;
    Children children_;
    Emit emit_;
    std::uint32_t count_ = 0;
    std::vector<Frame> frames_;
    std::vector<std::uint32_t> stack_;
};

class NetBuilder {
public:
    explicit NetBuilder(const GroundProgram& program)
        : program_(program), graph_(static_cast<std::uint32_t>(program.facts.size()), input_counts(program)), literal_of_(program.atoms + 1, unknown) {}

    // Throws std::invalid_argument if an atom depends on its own negation.
    Net build() {
        group_rules();
        literal_of_[always] = yes;
        for (std::uint32_t at = 0; at < program_.facts.size(); ++at)
            if (program_.facts[at].now > 0) literal_of_[program_.facts[at].now] = graph_.fact(at);
        for (std::size_t role = 0; role < program_.roles.size(); ++role)
            for (std::uint32_t at = 0; at < program_.roles[role].inputs.size(); ++at)
                if (const Atom does = program_.roles[role].inputs[at].does; does > 0) literal_of_[does] = graph_.input(role, at);
        define_atoms();
        collect_outputs();
        merge_gates();
        lay_out();
        return std::move(net_);
    }

private:
    static constexpr Literal unknown = UINT32_MAX;
    using Lists = std::vector<std::vector<Literal>>;

    static std::vector<std::uint32_t> input_counts(const GroundProgram& program) {
        std::vector<std::uint32_t> counts;
        for (const auto& role : program.roles) counts.push_back(static_cast<std::uint32_t>(role.inputs.size()));
        return counts;
    }

    // ---- atoms

    void group_rules() {
        rules_begin_.assign(program_.atoms + 2, 0);
        for (const Atom head : program_.rules.heads) ++rules_begin_[head + 1];
        for (std::size_t at = 1; at < rules_begin_.size(); ++at) rules_begin_[at] += rules_begin_[at - 1];
        rules_by_head_.resize(program_.rules.size());
        std::vector<std::uint32_t> place(rules_begin_.begin(), rules_begin_.end() - 1);
        for (std::uint32_t rule = 0; rule < program_.rules.size(); ++rule) rules_by_head_[place[program_.rules.heads[rule]]++] = rule;
    }
    std::span<const std::uint32_t> rules_of(Atom atom) const {
        return {rules_by_head_.data() + rules_begin_[atom], rules_by_head_.data() + rules_begin_[atom + 1]};
    }

    void define_atoms() {
        const auto children = [&](std::uint32_t atom) {
            std::vector<std::uint32_t> out;
            if (literal_of_[atom] != unknown) return out;
            for (const std::uint32_t rule : rules_of(static_cast<Atom>(atom)))
                for (const Atom literal : program_.rules.body(rule)) out.push_back(static_cast<std::uint32_t>(std::abs(literal)));
            return out;
        };
        Components components(static_cast<std::uint32_t>(program_.atoms) + 1, children, [&](const std::vector<std::uint32_t>& atoms) { define(atoms); });
        const auto visit = [&](Atom atom) {
            if (atom > 0) components.visit(static_cast<std::uint32_t>(atom));
        };
        for (const auto& fact : program_.facts) visit(fact.next);
        for (const auto& role : program_.roles) {
            for (const auto& input : role.inputs) visit(input.legal);
            for (const auto& goal : role.goals) visit(goal.atom);
        }
        visit(program_.terminal);
    }
    Literal of(Atom literal) const { return literal == never ? no : literal < 0 ? literal_of_[-literal] ^ 1 : literal_of_[literal]; }
    Literal definition(std::uint32_t atom) {
        Lists terms;
        for (const std::uint32_t rule : rules_of(static_cast<Atom>(atom))) {
            std::vector<Literal> term;
            for (const Atom literal : program_.rules.body(rule)) term.push_back(literal < 0 ? literal_of_[-literal] ^ 1 : literal_of_[literal]);
            if (std::find(term.begin(), term.end(), no) != term.end()) continue;
            std::erase(term, yes);
            terms.push_back(std::move(term));
        }
        return graph_.factored(std::move(terms));
    }

    // Give one atom, or several that depend on each other, their literals.
    void define(const std::vector<std::uint32_t>& atoms) {
        if (atoms.size() == 1 && literal_of_[atoms[0]] != unknown) return;
        if (atoms.size() == 1 && !depends_on_itself(atoms[0])) {
            literal_of_[atoms[0]] = definition(atoms[0]);
            return;
        }
        // Cut the cycles open. An atom that turns out to be constant may leave fewer of them: then begin again without it.
        for (std::vector<std::uint32_t> left = atoms, again; !left.empty(); left = std::move(again)) {
            again.clear();
            std::vector<char> inside(program_.atoms + 1, 0);
            for (const std::uint32_t atom : left) inside[atom] = 1;
            std::vector<std::uint32_t> order, cut;
            open(left, inside, order, cut);
            for (const std::uint32_t atom : cut) literal_of_[atom] = graph_.add_source();
            std::vector<std::pair<std::uint32_t, Literal>> definitions;
            std::vector<std::pair<std::uint32_t, Literal>> constants;
            for (const std::uint32_t atom : order) {
                const Literal defined = definition(atom);
                if (std::find(cut.begin(), cut.end(), atom) == cut.end()) literal_of_[atom] = defined;
                else if (node_of(defined) == 0) constants.emplace_back(atom, defined);
                else if (defined == literal_of_[atom]) constants.emplace_back(atom, no);  // it follows from nothing but itself
                else definitions.emplace_back(node_of(literal_of_[atom]), defined);
            }
            if (constants.empty()) {
                definitions_.insert(definitions_.end(), definitions.begin(), definitions.end());
                return;
            }
            for (const auto& [atom, value] : constants) literal_of_[atom] = value, inside[atom] = 0;
            for (const std::uint32_t atom : left)
                if (inside[atom]) again.push_back(atom);
        }
    }
    bool depends_on_itself(std::uint32_t atom) const {
        for (const std::uint32_t rule : rules_of(static_cast<Atom>(atom)))
            for (const Atom literal : program_.rules.body(rule))
                if (static_cast<std::uint32_t>(std::abs(literal)) == atom) {
                    if (literal < 0) throw std::invalid_argument("an atom of the ground rules depends on its own negation");
                    return true;
                }
        return false;
    }
    // Find atoms whose removal cuts every cycle among `atoms`, and an order with dependencies first.
    void open(const std::vector<std::uint32_t>& atoms, const std::vector<char>& inside, std::vector<std::uint32_t>& order, std::vector<std::uint32_t>& cut) const {
        enum : char { fresh, active, done };
        std::vector<char> mark(inside.size(), fresh), is_cut(inside.size(), 0);
        struct Frame {
            std::uint32_t atom;
            std::vector<std::uint32_t> children;
            std::size_t next;
        };
        const auto children = [&](std::uint32_t atom) {
            std::vector<std::uint32_t> out;
            for (const std::uint32_t rule : rules_of(static_cast<Atom>(atom)))
                for (const Atom literal : program_.rules.body(rule)) {
                    if (!inside[std::abs(literal)]) continue;
                    if (literal < 0) throw std::invalid_argument("an atom of the ground rules depends on its own negation");
                    out.push_back(static_cast<std::uint32_t>(literal));
                }
            return out;
        };
        for (const std::uint32_t root : atoms) {
            if (mark[root] != fresh) continue;
            std::vector<Frame> frames{{root, children(root), 0}};
            mark[root] = active;
            while (!frames.empty()) {
                Frame& frame = frames.back();
                if (frame.next == frame.children.size()) {
                    mark[frame.atom] = done;
                    order.push_back(frame.atom);
                    frames.pop_back();
                    continue;
                }
                const std::uint32_t child = frame.children[frame.next++];
                if (mark[child] == active && !is_cut[child]) is_cut[child] = 1, cut.push_back(child);
                if (mark[child] != fresh) continue;
                mark[child] = active;
                frames.push_back({child, children(child), 0});
            }
        }
    }

    // ---- outputs

    void collect_outputs() {
        net_.facts = static_cast<std::uint32_t>(program_.facts.size());
        net_.initial.assign(net_.fact_words(), 0);
        for (std::uint32_t at = 0; at < net_.facts; ++at) {
            show(at, of(program_.facts[at].next));
            if (program_.facts[at].initial) net_.initial[at / 64] |= Word{1} << at % 64;
        }
        std::uint32_t bit = 64 * net_.fact_words();
        for (const auto& role : program_.roles) {
            net_.roles.push_back({net_.inputs, static_cast<std::uint32_t>(role.inputs.size()), bit / 64, none, 0, 0});
            show_legal(role, bit);
            net_.inputs += static_cast<std::uint32_t>(role.inputs.size());
            bit += 64 * words_for(static_cast<std::uint32_t>(role.inputs.size()));
        }
        net_.terminal_bit = bit;
        show(bit++, of(program_.terminal));
        for (std::size_t role = 0; role < program_.roles.size(); ++role) {
            net_.roles[role].goals = static_cast<std::uint32_t>(net_.goals.size());
            net_.roles[role].goal_count = static_cast<std::uint32_t>(program_.roles[role].goals.size());
            for (const auto& goal : program_.roles[role].goals) {
                net_.goals.push_back({bit, goal.value});
                show(bit++, of(goal.atom));
            }
        }
        for (std::size_t role = 0; role < net_.roles.size(); ++role)
            if (guards_[role] != yes) show(net_.roles[role].guard_bit = bit++, guards_[role]);
        net_.output_words = words_for(bit);
        net_.unguarded.resize(net_.output_words, ~Word{0});
        net_.outputs.resize(64 * net_.output_words, {0, true, false});
    }
    // The legal moves of a role, without the literal that most of them share.
    void show_legal(const GroundProgram::Role& role, std::uint32_t first) {
        std::vector<std::uint32_t> counts(2 * graph_.nodes(), 0);
        Literal guard = yes;
        const auto gate = [&](std::uint32_t at) {
            const Literal legal = of(role.inputs[at].legal);
            return inverted(legal) ? std::span<const Literal>() : graph_.gate(node_of(legal));
        };
        for (std::uint32_t at = 0; at < role.inputs.size(); ++at)
            for (const Literal literal : gate(at))
                if (++counts[literal] > counts[guard] && 2 * counts[literal] > role.inputs.size()) guard = literal;
        net_.unguarded.resize(first / 64 + words_for(static_cast<std::uint32_t>(role.inputs.size())), ~Word{0});
        for (std::uint32_t at = 0; at < role.inputs.size(); ++at) {
            const std::span<const Literal> literals = gate(at);
            std::vector<Literal> rest(literals.begin(), literals.end());
            if (guard == yes || std::erase(rest, guard) == 0) show(first + at, of(role.inputs[at].legal));
            else {
                show(first + at, graph_.all_of(std::move(rest)));
                net_.unguarded[(first + at) / 64] &= ~(Word{1} << at % 64);
            }
        }
        guards_.push_back(guard);
    }
    void show(std::uint32_t bit, Literal literal) {
        if (net_.outputs.size() <= bit) net_.outputs.resize(bit + 1, {0, true, false});
        net_.outputs[bit] = {literal, node_of(literal) == 0, literal == yes};
    }

    // ---- gates

    // The literals of every gate, with gates that only one other uses, directly, merged into it. Sources get their definitions.
    void merge_gates() {
        gates_.resize(graph_.nodes());
        for (std::uint32_t node = graph_.first_gate(); node < graph_.nodes(); ++node) gates_[node].assign(graph_.gate(node).begin(), graph_.gate(node).end());
        source_.assign(graph_.nodes(), 0);
        for (const auto& [node, defined] : definitions_) gates_[node] = {defined}, source_[node] = 1;
        std::vector<std::uint32_t> uses(graph_.nodes(), 0);
        std::vector<std::uint32_t> waiting;
        const auto use = [&](Literal literal) {
            if (uses[node_of(literal)]++ == 0) waiting.push_back(node_of(literal));
        };
        for (const auto& output : net_.outputs)
            if (!output.constant) use(output.literal), ++uses[node_of(output.literal)];
        std::vector<std::uint32_t> reached;
        while (!waiting.empty()) {
            const std::uint32_t node = waiting.back();
            waiting.pop_back();
            reached.push_back(node);
            for (const Literal literal : gates_[node]) use(literal);
        }
        std::sort(reached.begin(), reached.end());  // literals of a gate have smaller numbers, except those of sources
        for (const std::uint32_t node : reached) {
            if (source_[node]) continue;
            std::vector<Literal> merged;
            for (const Literal literal : gates_[node]) {
                const std::uint32_t child = node_of(literal);
                const bool merge = !inverted(literal) && uses[child] == 1 && child >= graph_.first_gate() && !source_[child];
                if (merge) merged.insert(merged.end(), gates_[child].begin(), gates_[child].end()), gates_[child].clear();
                else merged.push_back(literal);
            }
            std::sort(merged.begin(), merged.end());
            merged.erase(std::unique(merged.begin(), merged.end()), merged.end());
            gates_[node] = std::move(merged);
        }
    }

    // ---- layout

    void lay_out() {
        const std::uint32_t inputs_end = graph_.first_gate();
        place_.assign(graph_.nodes(), none);
        for (std::uint32_t node = 1; node < inputs_end; ++node) place_[node] = node - 1;
        const auto children = [&](std::uint32_t node) {
            std::vector<std::uint32_t> out;
            for (const Literal literal : gates_[node])
                if (node_of(literal) >= inputs_end) out.push_back(node_of(literal));
            return out;
        };
        std::vector<std::uint32_t> order;
        Components components(graph_.nodes(), children, [&](const std::vector<std::uint32_t>& nodes) { place_component(nodes, order); });
        for (const auto& output : net_.outputs)
            if (!output.constant && node_of(output.literal) >= inputs_end) components.visit(node_of(output.literal));

        net_.gates = static_cast<std::uint32_t>(order.size());
        net_.begins.assign(1, 0);
        for (const std::uint32_t node : order) {
            for (const Literal literal : gates_[node]) net_.literals.push_back(2 * place_[node_of(literal)] + inverted(literal));
            net_.begins.push_back(static_cast<std::uint32_t>(net_.literals.size()));
        }
        for (auto& output : net_.outputs)
            if (!output.constant) output.literal = 2 * place_[node_of(output.literal)] + inverted(output.literal);
        if (!net_.components.empty()) {
            net_.component_of.assign(net_.gates, none);
            for (std::uint32_t at = 0; at < net_.components.size(); ++at)
                std::fill(net_.component_of.begin() + net_.components[at].begin, net_.component_of.begin() + net_.components[at].end, at);
        }
        connect();
    }
    void put(std::uint32_t node, std::vector<std::uint32_t>& order) {
        place_[node] = net_.first_gate() + static_cast<std::uint32_t>(order.size());
        order.push_back(node);
    }
    void place_component(const std::vector<std::uint32_t>& nodes, std::vector<std::uint32_t>& order) {
        if (nodes.size() == 1) return put(nodes[0], order);
        const auto begin = static_cast<std::uint32_t>(order.size());
        for (const std::uint32_t node : nodes)
            if (source_[node]) put(node, order);
        const auto sources = static_cast<std::uint32_t>(order.size());
        // Without sources the rest has no cycle, and numbers grow from literals to gates.
        std::vector<std::uint32_t> rest;
        for (const std::uint32_t node : nodes)
            if (!source_[node]) rest.push_back(node);
        std::sort(rest.begin(), rest.end());
        for (const std::uint32_t node : rest) put(node, order);
        net_.components.push_back({begin, sources, static_cast<std::uint32_t>(order.size())});
    }

    void connect() {
        const std::uint32_t nodes = net_.first_gate() + net_.gates;
        std::vector<std::vector<std::uint32_t>> direct(nodes), inverse(nodes), outputs(nodes);
        for (std::uint32_t gate = 0; gate < net_.gates; ++gate)
            for (const Literal literal : net_.gate(gate)) (inverted(literal) ? inverse : direct)[node_of(literal)].push_back(gate);
        for (std::uint32_t bit = 0; bit < net_.outputs.size(); ++bit)
            if (!net_.outputs[bit].constant) outputs[node_of(net_.outputs[bit].literal)].push_back(bit);
        for (std::uint32_t node = 0; node < nodes; ++node) {
            Net::Fanout fanout{};
            const auto put_all = [&](const std::vector<std::uint32_t>& list) {
                const auto at = static_cast<std::uint32_t>(net_.targets.size());
                net_.targets.insert(net_.targets.end(), list.begin(), list.end());
                return at;
            };
            fanout.direct = put_all(direct[node]), fanout.inverse = put_all(inverse[node]), fanout.outputs = put_all(outputs[node]);
            fanout.end = static_cast<std::uint32_t>(net_.targets.size());
            net_.fanouts.push_back(fanout);
        }
        if (!net_.components.empty()) set_alarms(nodes);
    }
    void set_alarms(std::uint32_t nodes) {
        std::vector<std::vector<std::uint32_t>> alarms(nodes);
        for (const Net::Component& cycle : net_.components)
            for (std::uint32_t gate = cycle.begin; gate < cycle.end; ++gate)
                for (const Literal literal : net_.gate(gate)) {
                    const std::uint32_t node = node_of(literal), inner = node - net_.first_gate();
                    const bool outside = node < net_.first_gate() || inner < cycle.begin || inner >= cycle.end;
                    if (outside && (alarms[node].empty() || alarms[node].back() != cycle.begin)) alarms[node].push_back(cycle.begin);
                }
        net_.alarm_begins.push_back(0);
        for (const auto& list : alarms) {
            net_.alarms.insert(net_.alarms.end(), list.begin(), list.end());
            net_.alarm_begins.push_back(static_cast<std::uint32_t>(net_.alarms.size()));
        }
    }

    const GroundProgram& program_;
    Graph graph_;
    std::vector<Literal> literal_of_, guards_;
    std::vector<std::uint32_t> rules_begin_, rules_by_head_;
    std::vector<std::pair<std::uint32_t, Literal>> definitions_;  // of sources
    Lists gates_;
    std::vector<char> source_;
    std::vector<std::uint32_t> place_;
    Net net_;
};

inline Net build_net(const GroundProgram& program) { return NetBuilder(program).build(); }

}  // namespace zermelo::gdl
