// Derives the facts that depend on no state, once and for all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "zermelo/games/gdl/interpreter_evaluator.hpp"
#include "zermelo/games/gdl/interpreter_plan.hpp"

namespace zermelo::datalog {

// The relations that play depends on: not base, input and what only these need.
inline std::vector<bool> needed_relations(const Program& program) {
    std::vector<bool> needed(program.relations.size(), false);
    std::vector<std::uint32_t> waiting;
    const auto need = [&](std::uint32_t relation) {
        if (relation == none || needed[relation]) return;
        needed[relation] = true;
        waiting.push_back(relation);
    };
    for (const auto& [name, arity] : {std::pair{"role", 1}, {"init", 1}, {"next", 1}, {"legal", 2}, {"goal", 2}, {"terminal", 0}})
        need(program.find_relation(name, static_cast<std::size_t>(arity)));
    while (!waiting.empty()) {
        const std::uint32_t relation = waiting.back();
        waiting.pop_back();
        for (const std::uint32_t rule : program.relations[relation].rules)
            for (const SheetLiteral& literal : program.sheet.rules[rule].body)
                need(program.find_relation(program.name_of(literal.atom), program.sheet.terms[literal.atom].arguments.size()));
    }
    return needed;
}

// The facts of a relation without bodies, each once, in their order; nothing if it has rules with bodies.
inline std::optional<std::vector<TermId>> listed_facts(const Program& program, const Relation& relation) {
    std::vector<TermId> facts;
    std::unordered_set<TermId> seen;
    for (const std::uint32_t rule : relation.rules) {
        const SheetRule& given = program.sheet.rules[rule];
        if (!given.body.empty() || program.ground[given.head] == none) return std::nullopt;
        if (seen.insert(program.ground[given.head]).second) facts.push_back(program.ground[given.head]);
    }
    return facts;
}

// All facts of a relation.
inline std::vector<TermId> derived_facts(const Program& program, const Relation& relation, Evaluator& evaluator, std::uint32_t procedure) {
    std::vector<TermId> facts;
    if (relation.arity == 0) {
        if (evaluator.holds(procedure)) facts.push_back(program.terms.intern(relation.symbol, nullptr, 0));
        return facts;
    }
    const auto found = evaluator.solve(procedure, {});
    for (std::size_t at = 0; at < found.size(); at += relation.arity) facts.push_back(program.terms.intern(relation.symbol, found.data() + at, relation.arity));
    return facts;
}

// Store the facts of the relations that depend on no state. A relation with too many is left to be asked for single ones.
inline void store_relations(Program& program, Limits limits) {
    const std::vector<bool> needed = needed_relations(program);
    Planner planner(program);
    Evaluator evaluator(program, limits);
    std::uint64_t steps = 40'000'000;  // for all relations
    for (const std::vector<std::uint32_t>& component : program.components)
        for (const std::uint32_t number : component) {
            const Relation& relation = program.relations[number];
            if (!needed[number] || relation.level != Level::rules) continue;
            if (std::optional<std::vector<TermId>> facts = listed_facts(program, relation)) {
                program.store(number, std::move(*facts));
                continue;
            }
            const std::uint32_t procedure = planner.procedure(number, 0);
            evaluator.set_state({});
            evaluator.set_limits({std::min<std::uint64_t>(4'000'000, steps), 1'000'000, limits.seconds});
            std::optional<std::vector<TermId>> facts;
            try {
                facts = derived_facts(program, relation, evaluator, procedure);
            } catch (const RulesError&) {  // too many
            }
            steps -= std::min(steps, evaluator.steps());
            if (facts) program.store(number, std::move(*facts));
        }
}

}  // namespace zermelo::datalog
