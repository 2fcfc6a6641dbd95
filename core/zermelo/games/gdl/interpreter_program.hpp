// A rule sheet made ready for the interpreter: its relations, what they depend on, and procedures.
//
// A procedure is a relation with some arguments bound: (legal white ?move) and (legal ?role ?move) are different procedures. Each
// of its rules has a plan: the body's literals in an order in which each finds many variables bound, so that an index finds the few
// facts that match.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "zermelo/games/gdl/interpreter_tables.hpp"
#include "zermelo/games/gdl/interpreter_terms.hpp"

namespace zermelo::datalog {

using Mask = std::uint64_t;  // bound arguments
inline constexpr std::size_t most_arguments = 64;

// What a relation depends on: the rules alone, also the state, also the moves.
enum class Level : std::uint8_t { rules, state, moves };
inline constexpr std::size_t levels = 3;

// How a term is matched or made. `value` is a term, a variable, or a place in `Program::compounds`.
struct Operand {
    enum Kind : std::uint8_t { constant, bound, bind, compound } kind;
    std::uint32_t value;
};
struct Compound {
    Symbol symbol;
    std::uint32_t functor, operands, count;
};
struct Column {
    std::uint32_t column;
    Operand operand;
};

struct Step {
    // Tests hold once or not at all; scans may match several times.
    enum Kind : std::uint8_t { distinct, test_state, test_facts, test_does, test_call, scan_state, scan_facts, scan_does, scan_call } kind;
    bool negated;
    std::int32_t blamed;               // where to look for another match if this step has none: the last scan that binds one of its variables, or -1
    std::int32_t previous;             // where to look once its matches are used up: the last scan before it that this or a later step, or the answer, depends on
    std::uint32_t source;              // an index, or a procedure
    std::uint32_t index;               // of the answers of a procedure that is called with nothing bound, else none
    std::uint32_t keys, key_count;     // operands whose values are known
    std::uint32_t columns, column_count;  // the others, with their places in a fact or an answer
    bool is_test() const { return kind <= test_call; }
};

struct RulePlan {
    std::uint32_t keys, key_count;  // columns: how the call's keys match the head
    std::uint32_t head;             // operands: the answer
    std::uint32_t steps, step_count;
    std::int32_t resume;  // where to look for another answer after one is found: the last scan that binds a variable of the head
};

struct Procedure {
    std::uint32_t relation;
    Mask mask;
    Level level;
    bool recursive;
    std::uint32_t key_count, width;
    std::uint32_t rules = 0, rule_count = 0;
    std::uint32_t variables = 0, steps = 0;  // the most of any rule
};

struct Relation {
    Symbol symbol;
    std::uint32_t arity;
    std::vector<std::uint32_t> rules;
    Level level = Level::rules;
    bool recursive = false;
    bool stored = false;  // all its facts are known, in `facts`
    bool negates_itself = false;  // though no fact of it may: a call that needs its own negation is refused
    bool eager = false;   // always called with nothing bound: all its facts in a state are derived at once
    std::vector<TermId> facts;
};

// How many facts to expect, and how many values each argument has among them.
struct Statistics {
    double size = 0;
    std::vector<double> values;

    static Statistics of(const Terms& terms, std::span<const TermId> facts, std::size_t arity) {
        Statistics out{static_cast<double>(facts.size()), std::vector<double>(arity)};
        std::vector<TermId> seen;
        for (std::size_t column = 0; column < arity; ++column) {
            seen.clear();
            for (const TermId fact : facts) seen.push_back(terms[fact].arguments[column]);
            std::sort(seen.begin(), seen.end());
            out.values[column] = static_cast<double>(std::unique(seen.begin(), seen.end()) - seen.begin());
        }
        return out;
    }
    static Statistics guess(std::size_t arity) { return {24, std::vector<double>(arity, 5)}; }
    double matches(Mask mask) const {
        double expected = size;
        for (std::size_t column = 0; column < std::min(values.size(), most_arguments); ++column)
            if (mask >> column & 1) expected /= std::max(values[column], 1.0);
        return expected;
    }
};

// Facts of a state with one functor, by some of their arguments; `none` stands for all facts.
struct StateIndexKey {
    std::uint32_t functor;
    std::vector<std::uint32_t> columns;
    auto operator<=>(const StateIndexKey&) const = default;
};

struct Program {
    Program(const Sheet& given, Terms& terms) : sheet(given), terms(terms) {
        sheet.check();
        for (std::uint32_t at = 0; at < sheet.symbols.size(); ++at) symbols.emplace(sheet.symbols[at], at);
        true_symbol = symbol("true"), does_symbol = symbol("does"), distinct_symbol = symbol("distinct");
        ground.assign(sheet.terms.size(), none);
        for (std::uint32_t at = 0; at < sheet.terms.size(); ++at) intern_if_ground(at);
        for (std::uint32_t at = 0; at < sheet.rules.size(); ++at) add_rule(at);
        order_relations();
    }

    const Sheet sheet;
    Terms& terms;
    std::unordered_map<std::string, Symbol> symbols;
    Symbol true_symbol, does_symbol, distinct_symbol;
    std::vector<TermId> ground;  // by place in the sheet: the term, or none if it has variables
    std::vector<Relation> relations;
    std::vector<std::vector<std::uint32_t>> components;  // relations that depend on each other, what they depend on first

    std::vector<Procedure> procedures;
    std::vector<RulePlan> plans;
    std::vector<Step> steps;
    std::vector<Operand> operands;
    std::vector<Column> columns;
    std::vector<Compound> compounds;
    std::deque<Index> fact_indexes;
    std::vector<StateIndexKey> state_indexes;
    std::vector<std::vector<std::uint32_t>> answer_indexes;  // their columns
    std::map<std::uint32_t, Statistics> state_statistics;  // by functor

    Symbol symbol(const std::string& text) const {
        const auto at = symbols.find(text);
        return at == symbols.end() ? none : at->second;
    }
    std::uint32_t find_relation(Symbol symbol, std::size_t arity) const {
        const auto at = relation_numbers.find({symbol, arity});
        return at == relation_numbers.end() ? none : at->second;
    }
    std::uint32_t find_relation(const std::string& name, std::size_t arity) const { return find_relation(symbol(name), arity); }
    const std::string& name(const Relation& relation) const { return sheet.symbols[relation.symbol]; }
    Symbol name_of(std::uint32_t atom) const { return static_cast<Symbol>(sheet.terms[atom].name); }
    bool is_input(Symbol symbol) const { return symbol == true_symbol || symbol == does_symbol; }

    void store(std::uint32_t number, std::vector<TermId> facts) {
        Relation& relation = relations[number];
        relation.facts = std::move(facts);
        relation.stored = true;
        statistics_[number] = Statistics::of(terms, relation.facts, relation.arity);
    }
    const Statistics& statistics(std::uint32_t relation) const { return statistics_[relation]; }

    // The states' facts are expected to be as many as these.
    void expect_facts(std::span<const TermId> facts) {
        std::map<std::uint32_t, std::vector<TermId>> by_functor;
        for (const TermId fact : facts) by_functor[terms[fact].functor].push_back(fact);
        for (const auto& [functor, group] : by_functor) state_statistics[functor] = Statistics::of(terms, group, terms[group.front()].arity);
    }

    std::uint32_t fact_index(std::uint32_t relation, const std::vector<std::uint32_t>& bound) {
        const auto [at, added] = fact_index_numbers_.try_emplace({relation, bound}, static_cast<std::uint32_t>(fact_indexes.size()));
        if (added) fact_indexes.emplace_back(bound).build(relations[relation].facts, Arguments{terms});
        return at->second;
    }
    std::uint32_t state_index(std::uint32_t functor, std::vector<std::uint32_t> bound) {
        StateIndexKey key{functor, std::move(bound)};
        const auto [at, added] = state_index_numbers_.try_emplace(key, static_cast<std::uint32_t>(state_indexes.size()));
        if (added) state_indexes.push_back(key);
        return at->second;
    }

    std::uint32_t answer_index(std::uint32_t procedure, const std::vector<std::uint32_t>& bound) {
        const auto [at, added] = answer_index_numbers_.try_emplace({procedure, bound}, static_cast<std::uint32_t>(answer_indexes.size()));
        if (added) answer_indexes.push_back(bound);
        return at->second;
    }

    void forget_plans() {
        procedures.clear(), plans.clear(), steps.clear(), operands.clear(), columns.clear(), compounds.clear();
        answer_indexes.clear(), answer_index_numbers_.clear();
    }

private:
    void intern_if_ground(std::uint32_t at) {
        const SheetTerm& term = sheet.terms[at];
        if (term.name < 0) return;
        terms.functor(static_cast<Symbol>(term.name), term.arguments.size());
        std::vector<TermId> arguments;
        for (const std::uint32_t argument : term.arguments) {
            if (ground[argument] == none) return;
            arguments.push_back(ground[argument]);
        }
        ground[at] = terms.intern(static_cast<Symbol>(term.name), arguments.data(), arguments.size());
    }

    void add_rule(std::uint32_t at) {
        const SheetRule& rule = sheet.rules[at];
        if (is_input(name_of(rule.head)) || name_of(rule.head) == distinct_symbol)
            throw RulesError(sheet.symbols[name_of(rule.head)] + " cannot be the head of a rule");
        if (rule.body.size() > 1000) throw RulesError("a rule for " + sheet.symbols[name_of(rule.head)] + " has more than 1,000 literals");
        relations[add_relation(rule.head)].rules.push_back(at);
        for (const SheetLiteral& literal : rule.body) {
            const Symbol name = name_of(literal.atom);
            const std::size_t arity = sheet.terms[literal.atom].arguments.size();
            const std::size_t expected = name == true_symbol ? 1 : name == does_symbol || name == distinct_symbol ? 2 : arity;
            if (arity != expected) throw RulesError(sheet.symbols[name] + " takes " + std::to_string(expected) + " arguments, not " + std::to_string(arity));
            if (!is_input(name) && name != distinct_symbol) add_relation(literal.atom);
        }
    }

    std::uint32_t add_relation(std::uint32_t atom) {
        const auto arity = static_cast<std::uint32_t>(sheet.terms[atom].arguments.size());
        if (arity > most_arguments)
            throw RulesError("the relation " + sheet.symbols[name_of(atom)] + " has more than " + std::to_string(most_arguments) + " arguments");
        const auto [at, added] = relation_numbers.try_emplace({name_of(atom), arity}, static_cast<std::uint32_t>(relations.size()));
        if (added) relations.push_back({name_of(atom), arity, {}, Level::rules, false, false, false, false, {}});
        return at->second;
    }

    // Strongly connected components (Tarjan 1972), without recursion; then levels.
    void order_relations() {
        statistics_.resize(relations.size());
        std::vector<std::vector<std::uint32_t>> needs(relations.size());
        for (std::uint32_t at = 0; at < relations.size(); ++at)
            for (const std::uint32_t rule : relations[at].rules)
                for (const SheetLiteral& literal : sheet.rules[rule].body) {
                    const Symbol name = name_of(literal.atom);
                    if (is_input(name)) relations[at].level = std::max(relations[at].level, name == does_symbol ? Level::moves : Level::state);
                    else if (name != distinct_symbol) needs[at].push_back(find_relation(name, sheet.terms[literal.atom].arguments.size()));
                }
        std::vector<std::uint32_t> index(relations.size(), 0), low(relations.size(), 0), next(relations.size(), 0), path, stack;
        std::vector<std::uint32_t> component(relations.size(), none);
        std::uint32_t count = 0;
        for (std::uint32_t root = 0; root < relations.size(); ++root) {
            if (!index[root]) path.push_back(root);
            while (!path.empty()) {
                const std::uint32_t at = path.back();
                if (!index[at]) index[at] = low[at] = ++count, stack.push_back(at);
                if (next[at] < needs[at].size()) {
                    const std::uint32_t callee = needs[at][next[at]++];
                    if (!index[callee]) path.push_back(callee);
                    else if (component[callee] == none) low[at] = std::min(low[at], index[callee]);
                    continue;
                }
                path.pop_back();
                if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[at]);
                if (low[at] != index[at]) continue;
                std::vector<std::uint32_t>& members = components.emplace_back();
                do {
                    members.push_back(stack.back());
                    component[stack.back()] = static_cast<std::uint32_t>(components.size() - 1);
                    stack.pop_back();
                } while (members.back() != at);
                finish_component(members, needs, component);
            }
        }
    }

    void finish_component(const std::vector<std::uint32_t>& members, const std::vector<std::vector<std::uint32_t>>& needs,
                          const std::vector<std::uint32_t>& component) {
        const std::uint32_t number = component[members.front()];
        Level level = Level::rules;
        bool recursive = false;
        for (const std::uint32_t member : members) {
            level = std::max(level, relations[member].level);
            for (const std::uint32_t callee : needs[member]) {
                level = std::max(level, relations[callee].level);
                recursive |= component[callee] == number;
            }
        }
        for (const std::uint32_t member : members) {
            relations[member].level = level;
            relations[member].recursive = recursive;
            for (const std::uint32_t rule : relations[member].rules)
                for (const SheetLiteral& literal : sheet.rules[rule].body) {
                    if (!literal.negated || is_input(name_of(literal.atom)) || name_of(literal.atom) == distinct_symbol) continue;
                    const std::uint32_t callee = find_relation(name_of(literal.atom), sheet.terms[literal.atom].arguments.size());
                    relations[member].negates_itself |= component[callee] == number;
                }
        }
    }

    std::map<std::pair<Symbol, std::size_t>, std::uint32_t> relation_numbers;
    std::vector<Statistics> statistics_;
    std::map<std::pair<std::uint32_t, std::vector<std::uint32_t>>, std::uint32_t> fact_index_numbers_;
    std::map<StateIndexKey, std::uint32_t> state_index_numbers_;
    std::map<std::pair<std::uint32_t, std::vector<std::uint32_t>>, std::uint32_t> answer_index_numbers_;
};

}  // namespace zermelo::datalog
