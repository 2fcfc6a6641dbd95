// Evaluates procedures of a program in one state: top-down, with a table of the answers to every call (Tamaki and Sato, OLD
// resolution with tabulation, 1986). Only what a question needs is derived, and each call once.
//
// A call that depends on itself uses the answers found so far; the first call of such a cycle is repeated until no call in it finds
// a new answer. Calls wait on a stack of their own, so no rules are too deep for the thread's.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "zermelo/games/gdl/interpreter_matcher.hpp"
#include "zermelo/games/gdl/interpreter_program.hpp"

namespace zermelo::datalog {

// For the evaluation of one state.
struct Limits {
    std::uint64_t steps = 400'000'000;
    std::size_t values = 2'000'000;  // in calls and their answers
    double seconds = 5;
};

class Evaluator {
public:
    using Status = AnswerTable::Status;

    Evaluator(const Program& program, Limits limits) : program_(program), terms_(program.terms), matcher_(program), limits_(limits) {}

    // `facts` and `moves` must stay where they are. Answers that do not depend on what changes are kept.
    void set_state(std::span<const TermId> facts) {
        if (tables_[static_cast<std::size_t>(Level::rules)].size() > limits_.values / 4) clear(Level::rules);
        clear(Level::state);
        clear(Level::moves);
        moves_ = {};
        facts_ = facts;
        if (++epoch_ == 0) std::fill(stamps_.begin(), stamps_.end(), 0), std::fill(built_.begin(), built_.end(), 0), epoch_ = 1;
        for (const TermId fact : facts) {
            if (fact >= stamps_.size()) stamps_.resize(std::max<std::size_t>(2 * stamps_.size(), fact + 1), 0);
            stamps_[fact] = epoch_;
        }
        start_clock();
    }
    // One move for each role.
    void set_moves(std::span<const TermId> roles, std::span<const TermId> moves) {
        clear(Level::moves);
        roles_ = roles;
        moves_ = moves;
        start_clock();
    }
    void set_limits(Limits limits) {
        limits_ = limits;
        start_clock();
    }
    std::uint64_t steps() const { return steps_; }

    // The answers to a call, one after the other: the values of the arguments that are not bound. Valid until the next change.
    std::span<const TermId> solve(std::uint32_t procedure, std::span<const TermId> keys) {
        const Reference call = find(procedure, keys.data());
        evaluate(call);
        return at(call).values;
    }
    bool holds(std::uint32_t procedure) {
        const Reference call = find(procedure, nullptr);
        evaluate(call);
        return at(call).answers > 0;
    }

private:
    using Reference = std::uint32_t;  // a level in the top bits, and a call in its table
    static constexpr std::uint32_t never = none;

    struct Frame {
        Reference call;
        std::uint32_t procedure, rule;
        std::int32_t step;  // the step that waits for a call, or -1
        std::size_t variables, cursors, pending;
        std::uint32_t lowest;  // the lowest frame whose call this one depends on, or never
        std::uint64_t added;   // `added_` when its round began
    };
    struct Cursor {
        const TermId *fact, *end;  // scans of facts
        Reference call;            // scans of answers
        std::uint32_t at;          // and of moves
    };

    AnswerTable& table(Reference call) { return tables_[call >> 30]; }
    AnswerTable::Call& at(Reference call) { return table(call)[call & 0x3FFFFFFF]; }
    Reference find(std::uint32_t number, const TermId* keys) {
        const Procedure& procedure = program_.procedures[number];
        const auto level = static_cast<std::uint32_t>(procedure.level);
        return level << 30 | tables_[level].find_or_add(number, keys, procedure.key_count, procedure.width);
    }

    void start_clock() {
        steps_ = 0;
        next_check_ = std::min<std::uint64_t>(check_interval, limits_.steps);
        started_ = std::chrono::steady_clock::now();
    }

    bool is_due(const AnswerTable::Call& call) const {
        return call.status == Status::fresh || (call.status == Status::provisional && call.round != round_);
    }

    void evaluate(Reference root) {
        if (!is_due(at(root))) return;
        try {
            push(root);
            while (!frames_.empty()) {
                const Reference callee = advance();
                if (callee != never) push(callee);
                else finish();
            }
        } catch (...) {
            frames_.clear(), pending_.clear(), variables_.clear(), cursors_.clear();
            for (std::size_t level = 0; level < levels; ++level) tables_[level].reset(), clear(static_cast<Level>(level));
            throw;
        }
    }

    void push(Reference reference) {
        AnswerTable::Call& call = at(reference);
        const Procedure& procedure = program_.procedures[call.procedure];
        call.status = Status::active;
        call.frame = static_cast<std::uint32_t>(frames_.size());
        frames_.push_back({reference, call.procedure, 0, -1, variables_.size(), cursors_.size(), pending_.size(), never, added_});
        variables_.resize(variables_.size() + procedure.variables);
        cursors_.resize(cursors_.size() + procedure.steps);
        steps_ += 4;  // a call takes more time than a step
    }

    // All rules of the top frame are done.
    void finish() {
        Frame& frame = frames_.back();
        const auto depth = static_cast<std::uint32_t>(frames_.size() - 1);
        AnswerTable::Call& call = at(frame.call);
        const bool certain = call.width == 0 && call.answers > 0;  // whatever the calls it depends on will answer
        if (frame.lowest == depth && !certain && frame.added != added_) {
            ++round_;
            pending_.resize(frame.pending);
            frame.rule = 0;
            frame.step = -1;
            frame.added = added_;
            return;
        }
        if (certain) {
            settle(frame.pending, Status::fresh);
            call.status = Status::complete;
        } else if (frame.lowest >= depth) {
            settle(frame.pending, Status::complete);
            call.status = Status::complete;
        } else {
            call.status = Status::provisional;
            call.round = round_;
            pending_.push_back(frame.call);
            for (std::size_t each = frame.pending; each < pending_.size(); ++each) at(pending_[each]).frame = frame.lowest;
        }
        variables_.resize(frame.variables);
        cursors_.resize(frame.cursors);
        frames_.pop_back();
    }
    void settle(std::size_t first, Status status) {
        for (std::size_t each = first; each < pending_.size(); ++each) at(pending_[each]).status = status;
        pending_.resize(first);
    }

    // Run the top frame until it needs the answers to another call, which is returned, or has no more rules.
    Reference advance() {
        Frame& frame = frames_.back();
        const Procedure& procedure = program_.procedures[frame.procedure];
        matcher_.variables = variables_.data() + frame.variables;
        Cursor* cursors = cursors_.data() + frame.cursors;
        std::int32_t place = frame.step;
        bool entering = true;
        const RulePlan* plan = nullptr;
        if (place >= 0) plan = &program_.plans[procedure.rules + frame.rule];
        for (;;) {
            if (place < 0) {
                if (plan) ++frame.rule;
                for (;; ++frame.rule) {
                    if (frame.rule == procedure.rule_count) return never;
                    plan = &program_.plans[procedure.rules + frame.rule];
                    if (matcher_.match(plan->keys, plan->key_count, table(frame.call).keys(at(frame.call)))) break;
                }
                place = 0;
                entering = true;
            }
            if (entering && place == static_cast<std::int32_t>(plan->step_count)) {
                if (answer(frame, *plan, procedure) && procedure.width == 0) return never;
                place = plan->resume;
                entering = false;
                continue;
            }
            if (++steps_ >= next_check_) check_limits(procedure);
            const Step& step = program_.steps[plan->steps + static_cast<std::uint32_t>(place)];
            Cursor& cursor = cursors[place];
            if (entering) {
                if (step.kind == Step::test_call || step.kind == Step::scan_call) {
                    const Reference callee = find(step.source, keys(step));
                    const AnswerTable::Call& call = at(callee);
                    if (is_due(call)) {
                        frame.step = place;
                        return callee;
                    }
                    if (call.status != Status::complete) {
                        if (step.negated) throw RulesError("the relation " + program_.name(program_.relations[procedure.relation]) + " depends on its own negation");
                        frame.lowest = std::min(frame.lowest, call.frame);
                    }
                    cursor.call = callee;
                    cursor.at = 0;
                    cursor.fact = cursor.end = nullptr;
                    if (step.kind == Step::test_call) {
                        const bool holds = step.index == none ? call.answers > 0 : table(callee).contains(callee & 0x3FFFFFFF, buffer_.data());
                        entering = holds != step.negated;
                        place = entering ? place + 1 : step.blamed;
                        continue;
                    }
                    if (step.index != none && step.key_count > 0 && call.status == Status::complete) {
                        const std::span<const std::uint32_t> found = find_answers(step.index, callee);
                        cursor.fact = found.data();
                        cursor.end = found.data() + found.size();
                        cursor.at = call.answers;  // none are left to be scanned one by one
                    }
                } else if (step.is_test()) {
                    entering = test(step) != step.negated;
                    place = entering ? place + 1 : step.blamed;
                    continue;
                } else {
                    begin(step, cursor);
                }
            }
            const bool fresh = entering;
            entering = next(step, cursor);
            place = entering ? place + 1 : fresh ? step.blamed : step.previous;
        }
    }

    // Returns whether the answer is new.
    bool answer(const Frame& frame, const RulePlan& plan, const Procedure& procedure) {
        for (std::uint32_t each = 0; each < procedure.width; ++each) buffer_[each] = matcher_.make(program_.operands[plan.head + each]);
        if (!table(frame.call).add(frame.call & 0x3FFFFFFF, buffer_.data())) return false;
        if (procedure.recursive) ++added_;
        return true;
    }

    bool test(const Step& step) {
        if (step.kind == Step::test_does) {
            for (std::uint32_t role = 0; role < moves_.size(); ++role)
                if (match_move(step, role)) return true;
            return false;
        }
        const TermId* values = keys(step);
        if (step.kind == Step::distinct) return values[0] != values[1];
        if (step.kind == Step::test_facts) return !program_.fact_indexes[step.source].find(values, Arguments{terms_}).empty();
        return values[0] < stamps_.size() && stamps_[values[0]] == epoch_;
    }

    void begin(const Step& step, Cursor& cursor) {
        cursor.at = 0;
        if (step.kind == Step::scan_does) return;
        const TermId* values = keys(step);
        const std::span<const TermId> found = (step.kind == Step::scan_facts ? program_.fact_indexes[step.source] : state_index(step.source)).find(values, Arguments{terms_});
        cursor.fact = found.data();
        cursor.end = found.data() + found.size();
    }

    bool next(const Step& step, Cursor& cursor) {
        if (step.kind == Step::scan_call) {
            const AnswerTable::Call& call = at(cursor.call);
            for (; cursor.fact != cursor.end; ++steps_)
                if (matcher_.match(step.columns, step.column_count, call.values.data() + std::size_t{*cursor.fact++} * call.width)) return true;
            for (; cursor.at < call.answers; ++steps_)
                if (matcher_.match(step.columns, step.column_count, call.values.data() + std::size_t{cursor.at++} * call.width)) return true;
            return false;
        }
        if (step.kind == Step::scan_does) {
            while (cursor.at < moves_.size())
                if (match_move(step, cursor.at++)) return true;
            return false;
        }
        const bool whole = step.column_count == 1 && program_.columns[step.columns].column == none;
        while (cursor.fact != cursor.end) {
            const TermId fact = *cursor.fact++;
            ++steps_;
            if (whole ? matcher_.match(program_.columns[step.columns].operand, fact) : matcher_.match(step.columns, step.column_count, terms_[fact].arguments)) return true;
        }
        return false;
    }

    bool match_move(const Step& step, std::uint32_t role) {
        const std::array<TermId, 2> values{roles_[role], moves_[role]};
        return matcher_.match(step.columns, step.column_count, values.data());
    }
    const TermId* keys(const Step& step) {
        for (std::uint32_t each = 0; each < step.key_count; ++each) buffer_[each] = matcher_.make(program_.operands[step.keys + each]);
        return buffer_.data();
    }

    // Built when it is first needed in a state.
    const Index& state_index(std::uint32_t number) {
        while (state_indexes_.size() <= number) state_indexes_.emplace_back(program_.state_indexes[state_indexes_.size()].columns), built_.push_back(0);
        if (built_[number] != epoch_) {
            const std::uint32_t functor = program_.state_indexes[number].functor;
            scratch_.clear();
            for (const TermId fact : facts_)
                if (functor == none || terms_[fact].functor == functor) scratch_.push_back(fact);
            state_indexes_[number].build(scratch_, Arguments{terms_});
            built_[number] = epoch_;
        }
        return state_indexes_[number];
    }

    // The answers of a complete call whose values in the index's columns are those in the buffer.
    std::span<const std::uint32_t> find_answers(std::uint32_t number, Reference reference) {
        while (answer_indexes_.size() <= number) answer_indexes_.push_back({Index(program_.answer_indexes[answer_indexes_.size()]), 0});
        const AnswerTable::Call& call = at(reference);
        const auto row = [&](std::uint32_t answer) { return call.values.data() + std::size_t{answer} * call.width; };
        auto& [index, generation] = answer_indexes_[number];
        if (generation != generations_[reference >> 30]) {
            scratch_.resize(call.answers);
            std::iota(scratch_.begin(), scratch_.end(), 0);
            index.build(scratch_, row);
            generation = generations_[reference >> 30];
        }
        return index.find(buffer_.data(), row);
    }

    // Forget the answers of a level.
    void clear(Level level) {
        tables_[static_cast<std::size_t>(level)].clear();
        generations_[static_cast<std::size_t>(level)] = ++generation_;
    }

    void check_limits(const Procedure& procedure) {
        const std::string& name = program_.name(program_.relations[procedure.relation]);
        if (steps_ >= limits_.steps) throw RulesError("the rules for " + name + " take too many steps in one state");
        std::size_t values = variables_.size() + 8 * (cursors_.size() + frames_.size());
        for (const AnswerTable& each : tables_) values += each.size();
        if (values > limits_.values) throw RulesError("the rules for " + name + " make too many facts in one state");
        if (std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count() > limits_.seconds)
            throw RulesError("the rules for " + name + " take too long in one state");
        next_check_ = std::min(steps_ + check_interval, limits_.steps);
    }

    static constexpr std::uint64_t check_interval = 1 << 14;

    const Program& program_;
    const Terms& terms_;
    Matcher matcher_;
    Limits limits_;
    std::span<const TermId> facts_, roles_, moves_;
    std::vector<std::uint32_t> stamps_;  // by term: `epoch_` if it holds in the state
    std::uint32_t epoch_ = 0;
    std::vector<Index> state_indexes_;
    std::vector<std::uint32_t> built_;
    std::vector<TermId> scratch_;

    std::array<AnswerTable, levels> tables_;
    std::array<std::uint64_t, levels> generations_{1, 1, 1};  // of the tables' answers
    std::uint64_t generation_ = 1;
    std::vector<std::pair<Index, std::uint64_t>> answer_indexes_;
    std::vector<Frame> frames_;
    std::vector<Reference> pending_;  // provisional calls
    std::vector<TermId> variables_;
    std::vector<Cursor> cursors_;
    std::array<TermId, most_arguments> buffer_;
    std::uint32_t round_ = 1;
    std::uint64_t added_ = 0, steps_ = 0, next_check_ = 0;
    std::chrono::steady_clock::time_point started_;
};

}  // namespace zermelo::datalog
