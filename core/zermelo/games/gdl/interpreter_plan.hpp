// Plans the procedures of a program: for each rule, the order of its literals and how each is evaluated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "zermelo/games/gdl/interpreter_program.hpp"

namespace zermelo::datalog {

// Plans one rule for one procedure.
class RulePlanner {
public:
    // `procedure_of(relation, mask)` gives the number of another procedure.
    template <class ProcedureOf>
    static RulePlan plan(Program& program, std::uint32_t rule, Procedure& procedure, ProcedureOf&& procedure_of) {
        RulePlanner planner(program, program.sheet.rules[rule]);
        const RulePlan out = planner.run(procedure, procedure_of);
        procedure.variables = std::max(procedure.variables, static_cast<std::uint32_t>(planner.bound_.size()));
        procedure.steps = std::max(procedure.steps, out.step_count);
        return out;
    }

private:
    using Places = std::vector<std::uint32_t>;

    RulePlanner(Program& program, const SheetRule& rule) : program_(program), rule_(rule) {}

    template <class ProcedureOf>
    RulePlan run(const Procedure& procedure, ProcedureOf& procedure_of) {
        const Places& head = arguments(rule_.head);
        std::vector<Column> keys;
        std::uint32_t key = 0;
        for (std::size_t at = 0; at < head.size(); ++at)
            if (procedure.mask >> at & 1) keys.push_back({key++, match(head[at])});
        RulePlan plan{append(keys), key, 0, 0, 0, -1};
        std::vector<bool> wanted(bound_.size(), false);  // the variables of the head that the body has to bind
        for (std::size_t at = 0; at < head.size(); ++at)
            if (!(procedure.mask >> at & 1)) collect(head[at]);
        wanted.resize(bound_.size(), true);

        for (const SheetLiteral& literal : rule_.body) literals_.push_back({literal, slots_of(literal.atom), false});
        std::vector<Step> steps;
        std::vector<std::int32_t> binder(bound_.size(), -1);  // the step that binds each variable
        std::vector<Places> used;
        for (std::size_t done = 0; done < literals_.size(); ++done) {
            const std::vector<bool> before = bound_;
            const PlannedLiteral& chosen = choose();
            used.push_back(chosen.slots);
            steps.push_back(emit(chosen, procedure_of));
            for (std::size_t slot = 0; slot < bound_.size(); ++slot)
                if (bound_[slot] && !before[slot]) binder[slot] = static_cast<std::int32_t>(done);
        }
        // Backjumping (Dechter 1990): another match of a scan on which a failure does not depend would fail in the same way.
        std::vector<bool> matters(steps.size(), false);
        const auto last_before = [&](std::int32_t step) {
            while (--step >= 0 && !matters[static_cast<std::size_t>(step)]) {}
            return step;
        };
        const auto need = [&](std::uint32_t slot) {
            if (binder[slot] >= 0) matters[static_cast<std::size_t>(binder[slot])] = true;
        };
        for (std::uint32_t slot = 0; slot < wanted.size(); ++slot)
            if (wanted[slot]) need(slot);
        plan.resume = last_before(static_cast<std::int32_t>(steps.size()));
        for (std::size_t at = steps.size(); at-- > 0;) {
            for (const std::uint32_t slot : used[at]) {
                need(slot);
                if (binder[slot] < static_cast<std::int32_t>(at)) steps[at].blamed = std::max(steps[at].blamed, binder[slot]);
            }
            steps[at].previous = last_before(static_cast<std::int32_t>(at));
        }
        std::vector<Operand> answer;
        for (std::size_t at = 0; at < head.size(); ++at)
            if (!(procedure.mask >> at & 1)) answer.push_back(make(head[at]));
        plan.head = append(answer);
        plan.steps = static_cast<std::uint32_t>(program_.steps.size());
        plan.step_count = static_cast<std::uint32_t>(steps.size());
        program_.steps.insert(program_.steps.end(), steps.begin(), steps.end());
        return plan;
    }

    struct PlannedLiteral {
        SheetLiteral literal;
        Places slots;
        bool used;
    };

    const Places& arguments(std::uint32_t term) const { return program_.sheet.terms[term].arguments; }
    std::uint32_t slot(std::int32_t variable) {
        const auto [at, added] = slots_.try_emplace(variable, static_cast<std::uint32_t>(bound_.size()));
        if (added) bound_.push_back(false);
        return at->second;
    }
    void collect(std::uint32_t term) {
        if (program_.ground[term] != none) return;
        if (program_.sheet.terms[term].name < 0) slot(program_.sheet.terms[term].name);
        for (const std::uint32_t argument : arguments(term)) collect(argument);
    }
    void add_slots(std::uint32_t term, Places& slots) {
        if (program_.ground[term] != none) return;
        if (program_.sheet.terms[term].name < 0) slots.push_back(slot(program_.sheet.terms[term].name));
        for (const std::uint32_t argument : arguments(term)) add_slots(argument, slots);
    }
    Places slots_of(std::uint32_t term) {
        Places slots;
        add_slots(term, slots);
        return slots;
    }
    bool is_known(std::uint32_t term) {
        const Places slots = slots_of(term);
        return std::all_of(slots.begin(), slots.end(), [&](std::uint32_t slot) { return bound_[slot]; });
    }
    Mask known_arguments(std::uint32_t term) {
        Mask mask = 0;
        const Places& given = arguments(term);
        for (std::size_t at = 0; at < std::min(given.size(), most_arguments); ++at)
            if (is_known(given[at])) mask |= Mask{1} << at;
        return mask;
    }

    template <class Item>
    static std::uint32_t append_to(std::vector<Item>& all, const std::vector<Item>& items) {
        const auto first = static_cast<std::uint32_t>(all.size());
        all.insert(all.end(), items.begin(), items.end());
        return first;
    }
    std::uint32_t append(const std::vector<Operand>& items) { return append_to(program_.operands, items); }
    std::uint32_t append(const std::vector<Column>& items) { return append_to(program_.columns, items); }

    // How to match a term against a value; its variables are bound from then on.
    Operand match(std::uint32_t term) {
        if (program_.ground[term] != none) return {Operand::constant, program_.ground[term]};
        const SheetTerm& given = program_.sheet.terms[term];
        if (given.name < 0) {
            const std::uint32_t at = slot(given.name);
            if (bound_[at]) return {Operand::bound, at};
            bound_[at] = true;
            return {Operand::bind, at};
        }
        std::vector<Operand> parts;
        for (const std::uint32_t argument : given.arguments) parts.push_back(match(argument));
        const auto symbol = static_cast<Symbol>(given.name);
        program_.compounds.push_back({symbol, program_.terms.functor(symbol, parts.size()), append(parts), static_cast<std::uint32_t>(parts.size())});
        return {Operand::compound, static_cast<std::uint32_t>(program_.compounds.size() - 1)};
    }
    // The same for a term whose variables must all be bound, to make its value.
    Operand make(std::uint32_t term) {
        if (!is_known(term))
            throw RulesError("a variable in a rule for " + program_.sheet.symbols[program_.name_of(rule_.head)] + " occurs in no positive literal of its body");
        return match(term);
    }

    // The next literal: tests first, then the scan with the fewest matches expected.
    PlannedLiteral& choose() {
        PlannedLiteral* best = nullptr;
        double least = 0;
        for (PlannedLiteral& candidate : literals_) {
            if (candidate.used) continue;
            const double cost = estimate(candidate);
            if (cost < unsafe && (!best || cost < least)) best = &candidate, least = cost;
        }
        if (!best)
            throw RulesError("a variable in a rule for " + program_.sheet.symbols[program_.name_of(rule_.head)] + " occurs in no positive literal of its body");
        best->used = true;
        return *best;
    }

    static constexpr double unsafe = 1e300;

    double estimate(const PlannedLiteral& candidate) {
        const std::uint32_t atom = candidate.literal.atom;
        const Symbol name = program_.name_of(atom);
        const bool known = std::all_of(candidate.slots.begin(), candidate.slots.end(), [&](std::uint32_t slot) { return bound_[slot]; });
        if (name == program_.distinct_symbol) return known ? -4 : unsafe;
        if (!known && candidate.literal.negated) return unsafe;
        if (program_.is_input(name)) {
            if (known) return -3;
            if (name == program_.does_symbol) return is_known(arguments(atom)[0]) ? 0.5 : 1.5;
            const std::uint32_t fact = arguments(atom)[0];
            if (program_.sheet.terms[fact].name < 0) return 1000;
            const auto functor = program_.terms.functor(static_cast<Symbol>(program_.sheet.terms[fact].name), arguments(fact).size());
            const auto found = program_.state_statistics.find(functor);
            const Mask mask = known_arguments(fact);
            return found == program_.state_statistics.end() ? Statistics::guess(arguments(fact).size()).matches(mask) : found->second.matches(mask);
        }
        const std::uint32_t relation = program_.find_relation(name, arguments(atom).size());
        if (program_.relations[relation].stored) return known ? -2 : program_.statistics(relation).matches(known_arguments(atom));
        // A call takes more time than a scan, and a recursive one may take much.
        return known ? -1 : 10 * Statistics::guess(arguments(atom).size()).matches(known_arguments(atom));
    }

    template <class ProcedureOf>
    Step emit(const PlannedLiteral& planned, ProcedureOf& procedure_of) {
        const std::uint32_t atom = planned.literal.atom;
        const Symbol name = program_.name_of(atom);
        const Places given = arguments(atom);
        const bool known = is_known(atom);
        Step step{Step::distinct, planned.literal.negated, -1, -1, 0, none, 0, 0, 0, 0};
        if (name == program_.distinct_symbol) {
            set_keys(step, {make(given[0]), make(given[1])});
        } else if (name == program_.does_symbol) {
            step.kind = known ? Step::test_does : Step::scan_does;
            set_columns(step, {{0, match(given[0])}, {1, match(given[1])}});
        } else if (name == program_.true_symbol) {
            if (known) {
                step.kind = Step::test_state;
                set_keys(step, {make(given[0])});
            } else if (program_.sheet.terms[given[0]].name < 0) {
                step.kind = Step::scan_state;
                step.source = program_.state_index(none, {});
                set_columns(step, {{none, match(given[0])}});
            } else {
                step.kind = Step::scan_state;
                const Places bound = split(step, given[0], false);
                const SheetTerm& fact = program_.sheet.terms[given[0]];
                step.source = program_.state_index(program_.terms.functor(static_cast<Symbol>(fact.name), fact.arguments.size()), bound);
            }
        } else {
            const std::uint32_t relation = program_.find_relation(name, given.size());
            const bool stored = program_.relations[relation].stored;
            step.kind = stored ? known ? Step::test_facts : Step::scan_facts : known ? Step::test_call : Step::scan_call;
            const Mask mask = known_arguments(atom);
            if (!stored && program_.relations[relation].eager) {
                std::vector<Column> columns;
                const std::vector<bool> before = bound_;
                for (std::uint32_t at = 0; at < given.size(); ++at) columns.push_back({at, match(given[at])});
                bound_ = before;  // the keys are what was known before
                const Places bound = split(step, atom, false);
                set_columns(step, columns);
                step.source = procedure_of(relation, 0);
                step.index = program_.answer_index(step.source, bound);
            } else {
                const Places bound = split(step, atom, !stored);
                step.source = stored ? program_.fact_index(relation, bound) : procedure_of(relation, mask);
            }
        }
        return step;
    }

    void set_keys(Step& step, const std::vector<Operand>& keys) {
        step.keys = append(keys);
        step.key_count = static_cast<std::uint32_t>(keys.size());
    }
    void set_columns(Step& step, const std::vector<Column>& columns) {
        step.columns = append(columns);
        step.column_count = static_cast<std::uint32_t>(columns.size());
    }
    // Arguments with known values become keys, the others columns; an answer has only the latter. Returns the known ones.
    Places split(Step& step, std::uint32_t term, bool answer) {
        const Mask mask = known_arguments(term);
        const Places given = arguments(term);
        Places known;
        std::vector<Operand> keys;
        std::vector<Column> columns;
        for (std::uint32_t at = 0; at < given.size(); ++at) {
            if (at < most_arguments && mask >> at & 1) {
                known.push_back(at);
                keys.push_back(make(given[at]));
            } else {
                columns.push_back({answer ? static_cast<std::uint32_t>(columns.size()) : at, match(given[at])});
            }
        }
        set_keys(step, keys);
        set_columns(step, columns);
        return known;
    }

    Program& program_;
    const SheetRule& rule_;
    std::unordered_map<std::int32_t, std::uint32_t> slots_;
    std::vector<bool> bound_;
    std::vector<PlannedLiteral> literals_;
};

// Plans procedures and whatever they call.
class Planner {
public:
    explicit Planner(Program& program) : program_(program) {}

    std::uint32_t procedure(std::uint32_t relation, Mask mask) {
        const std::uint32_t number = add(relation, mask);
        for (; planned_ < program_.procedures.size(); ++planned_) {
            Procedure procedure = program_.procedures[planned_];
            std::vector<RulePlan> plans;
            for (const std::uint32_t rule : program_.relations[procedure.relation].rules)
                plans.push_back(RulePlanner::plan(program_, rule, procedure, [&](std::uint32_t callee, Mask bound) { return add(callee, bound); }));
            procedure.rules = static_cast<std::uint32_t>(program_.plans.size());
            procedure.rule_count = static_cast<std::uint32_t>(plans.size());
            program_.plans.insert(program_.plans.end(), plans.begin(), plans.end());
            program_.procedures[planned_] = procedure;
        }
        return number;
    }

private:
    static constexpr std::size_t most_procedures = 20'000;

    std::uint32_t add(std::uint32_t relation, Mask mask) {
        const auto [at, added] = numbers_.try_emplace({relation, mask}, static_cast<std::uint32_t>(program_.procedures.size()));
        if (!added) return at->second;
        if (program_.procedures.size() == most_procedures) throw RulesError("the relations are called in more than 20,000 different ways");
        const Relation& of = program_.relations[relation];
        const auto keys = static_cast<std::uint32_t>(std::popcount(mask));
        program_.procedures.push_back({relation, mask, of.level, of.recursive, keys, of.arity - keys});
        return at->second;
    }

    Program& program_;
    std::map<std::pair<std::uint32_t, Mask>, std::uint32_t> numbers_;
    std::size_t planned_ = 0;
};

}  // namespace zermelo::datalog
