// Plays a game by its rules as they are written, without grounding them: slower than a propositional net, but it needs no more
// memory than the facts of one state.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/games/gdl/interpreter_evaluator.hpp"
#include "zermelo/games/gdl/interpreter_plan.hpp"
#include "zermelo/games/gdl/interpreter_static.hpp"

namespace zermelo::datalog {

// The facts that hold, by number, and a hash that is the same in every process.
struct State {
    std::vector<TermId> facts;
    Key hash = 0;

    State(const Terms& terms, std::vector<TermId> given) : facts(std::move(given)) {
        std::sort(facts.begin(), facts.end());
        facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
        for (const TermId fact : facts) hash += mix(terms[fact].hash);
    }
    bool operator==(const State& other) const { return hash == other.hash && facts == other.facts; }
};
using StatePointer = std::shared_ptr<const State>;

// Threads may share it: each evaluation takes a workspace of its own.
class Interpreter {
    struct Workspace {
        Workspace(const Program& program, Limits limits) : evaluator(program, limits) {}
        Evaluator evaluator;
        StatePointer state;
    };

public:
    explicit Interpreter(const Sheet& sheet, Limits limits = {}) : terms_(sheet.symbols), program_(sheet, terms_), limits_(limits) {
        store_relations(program_, limits_);
        roles_ = unary_facts("role");
        if (roles_.empty()) throw RulesError("the rules name no role");
        std::vector<TermId> initial = unary_facts("init");
        program_.expect_facts(initial);
        initial_ = std::make_shared<const State>(terms_, std::move(initial));
        plan();
        for (const std::uint32_t procedure : {legal_, goal_, terminal_})
            if (procedure != none && program_.procedures[procedure].level == Level::moves)
                throw RulesError("the relation " + program_.name(program_.relations[program_.procedures[procedure].relation]) + " depends on does");
        choose_eager();
    }

    const std::vector<TermId>& roles() const { return roles_; }
    const StatePointer& initial() const { return initial_; }
    Terms& terms() { return terms_; }
    const Terms& terms() const { return terms_; }
    const Program& program() const { return program_; }

    // Asks about states, with a workspace of the rules for as long as it lives. One thread uses it.
    class Session {
    public:
        // Best for `state`: the workspace that has it already, if there is one.
        Session(Interpreter& rules, const StatePointer& state) : rules_(rules) {
            const std::lock_guard lock(rules.mutex_);
            if (rules.pool_.empty()) {
                workspace_ = std::make_unique<Workspace>(rules.program_, rules.limits_);
                return;
            }
            auto best = std::find_if(rules.pool_.begin(), rules.pool_.end(), [&](const auto& each) { return each->state == state; });
            if (best == rules.pool_.end()) --best;
            workspace_ = std::move(*best);
            rules.pool_.erase(best);
        }
        ~Session() {
            const std::lock_guard lock(rules_.mutex_);
            rules_.pool_.push_back(std::move(workspace_));
        }
        Session(const Session&) = delete;
        Session& operator=(const Session&) = delete;

        bool terminal(const StatePointer& state) { return rules_.terminal_ != none && at(state).holds(rules_.terminal_); }

        // The legal moves of a role, sorted as people expect; none if the rules give it none.
        std::vector<TermId> legal(const StatePointer& state, std::size_t role) {
            if (rules_.legal_ == none) return {};
            const auto found = at(state).solve(rules_.legal_, {&rules_.roles_[role], 1});
            std::vector<TermId> moves(found.begin(), found.end());
            std::sort(moves.begin(), moves.end(), [&](TermId one, TermId other) { return rules_.terms_.less(one, other); });
            return moves;
        }

        // The goals of a role: one in well-formed games, at least at their ends.
        std::vector<int> goals(const StatePointer& state, std::size_t role) {
            if (rules_.goal_ == none) return {};
            std::vector<int> goals;
            for (const TermId goal : at(state).solve(rules_.goal_, {&rules_.roles_[role], 1})) goals.push_back(rules_.goal_value(goal, role));
            return goals;
        }

        // The state after one legal move of each role.
        StatePointer next(const StatePointer& state, std::span<const TermId> moves) {
            if (moves.size() != rules_.roles_.size()) throw RulesError("a joint move needs one move for each role");
            std::vector<TermId> facts;
            if (rules_.next_ != none) {
                Evaluator& evaluator = at(state);
                evaluator.set_moves(rules_.roles_, moves);
                const auto found = evaluator.solve(rules_.next_, {});
                facts.assign(found.begin(), found.end());
            }
            return std::make_shared<const State>(rules_.terms_, std::move(facts));
        }

    private:
        Evaluator& at(const StatePointer& state) {
            if (workspace_->state != state) {
                workspace_->state = state;
                workspace_->evaluator.set_state(state->facts);
            }
            return workspace_->evaluator;
        }

        Interpreter& rules_;
        std::unique_ptr<Workspace> workspace_;
    };

    bool terminal(const StatePointer& state) { return Session(*this, state).terminal(state); }
    std::vector<TermId> legal(const StatePointer& state, std::size_t role) { return Session(*this, state).legal(state, role); }
    std::vector<int> goals(const StatePointer& state, std::size_t role) { return Session(*this, state).goals(state, role); }
    StatePointer next(const StatePointer& state, std::span<const TermId> moves) { return Session(*this, state).next(state, moves); }

    // The ground term that a text such as "(mark 1 2)" says; nothing if it is none over the symbols of the rules.
    std::optional<TermId> parse(std::string_view text) {
        struct Open {
            Symbol symbol;
            std::vector<TermId> arguments;
        };
        std::vector<Open> open;
        std::optional<TermId> done;
        for (std::size_t at = 0; at < text.size();) {
            if (text[at] == ' ') {
                ++at;
                continue;
            }
            if (done || open.size() > deepest_term) return std::nullopt;
            if (text[at] == ')') {
                if (open.empty() || open.back().symbol == none) return std::nullopt;
                done = terms_.intern(open.back().symbol, open.back().arguments.data(), open.back().arguments.size());
                open.pop_back();
                ++at;
            } else if (text[at] == '(') {
                if (!open.empty() && open.back().symbol == none) return std::nullopt;
                open.push_back({none, {}});
                ++at;
                continue;
            } else {
                const std::size_t end = std::min(text.find_first_of(" ()", at), text.size());
                const Symbol symbol = program_.symbol(std::string(text.substr(at, end - at)));
                if (symbol == none) return std::nullopt;
                at = end;
                if (!open.empty() && open.back().symbol == none) {
                    open.back().symbol = symbol;
                    continue;
                }
                done = terms_.intern(symbol, nullptr, 0);
            }
            if (!open.empty()) {
                open.back().arguments.push_back(*done);
                done.reset();
            }
        }
        return open.empty() ? done : std::nullopt;
    }

private:
    std::vector<TermId> unary_facts(const std::string& name) const {
        const std::uint32_t number = program_.find_relation(name, 1);
        if (number == none) return {};
        const Relation& relation = program_.relations[number];
        if (relation.level != Level::rules) throw RulesError("the relation " + name + " depends on true or does");
        if (!relation.stored) throw RulesError("the rules for " + name + " make too many facts");
        std::vector<TermId> out;
        for (const TermId fact : relation.facts) out.push_back(terms_[fact].arguments[0]);
        return out;
    }

    void plan() {
        program_.forget_plans();
        Planner planner(program_);
        const auto procedure = [&](const char* name, std::size_t arity, Mask mask) {
            const std::uint32_t relation = program_.find_relation(name, arity);
            return relation == none ? none : planner.procedure(relation, mask);
        };
        legal_ = procedure("legal", 2, 1);
        goal_ = procedure("goal", 2, 1);
        next_ = procedure("next", 1, 0);
        terminal_ = procedure("terminal", 0, 0);
        pool_.clear();
    }

    struct Sample {
        StatePointer state;
        std::vector<TermId> moves;
    };

    // For some relations deriving every fact of a state takes fewer steps than deriving facts on demand. Random games show which; mark them eager.
    void choose_eager() {
        constexpr double worth_it = 0.95;
        const Limits limits = std::exchange(limits_, {20'000'000, limits_.values, std::min(limits_.seconds, 1.0)});
        const std::vector<Sample> samples = draw_samples();
        limits_ = limits;
        pool_.clear();
        if (samples.empty()) return;
        double least = count_steps(samples), left = 3'000'000 - least;
        for (std::uint32_t number = 0; number < program_.relations.size() && left > 0; ++number) {
            const auto is_bound = [&](const Procedure& procedure) { return procedure.relation == number && procedure.mask && procedure.level != Level::rules; };
            // A fact that may depend on the negation of another cannot be derived with it.
            if (program_.relations[number].negates_itself || std::none_of(program_.procedures.begin(), program_.procedures.end(), is_bound)) continue;
            program_.relations[number].eager = true;
            plan();
            const double steps = count_steps(samples);
            left -= steps + 50.0 * static_cast<double>(program_.steps.size());  // to plan takes time too
            if (steps < worth_it * least) {
                least = steps;
                continue;
            }
            program_.relations[number].eager = false;
            plan();
        }
    }

    std::vector<Sample> draw_samples() {
        std::vector<Sample> samples;
        Random random(1);
        try {
            for (int game = 0; game < 3; ++game) {
                StatePointer state = initial_;
                for (int step = 0; step < 40 && !terminal(state); ++step) {
                    std::vector<TermId> moves;
                    for (std::size_t role = 0; role < roles_.size(); ++role) {
                        const std::vector<TermId> found = legal(state, role);
                        if (found.empty()) return samples;
                        moves.push_back(found[random.below(static_cast<std::uint32_t>(found.size()))]);
                    }
                    StatePointer after = next(state, moves);
                    if (step % 5 == game) samples.push_back({std::move(state), std::move(moves)});
                    state = std::move(after);
                }
            }
        } catch (const RulesError&) {  // said when it is met in play
        }
        return samples;
    }

    double count_steps(const std::vector<Sample>& samples) {
        Evaluator evaluator(program_, {1'000'000, limits_.values, limits_.seconds});
        double steps = 0;
        try {
            for (const Sample& sample : samples) {
                evaluator.set_state(sample.state->facts);
                if (terminal_ != none) evaluator.holds(terminal_);
                for (const TermId role : roles_) evaluator.solve(legal_, {&role, 1});
                steps += static_cast<double>(evaluator.steps());
                evaluator.set_moves(roles_, sample.moves);
                if (next_ != none) evaluator.solve(next_, {});
                steps += static_cast<double>(evaluator.steps());
            }
        } catch (const RulesError&) {
            return std::numeric_limits<double>::max();
        }
        return steps;
    }

    int goal_value(TermId goal, std::size_t role) const {
        const std::string text = terms_.text(goal);
        int value = -1;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > 100)
            throw RulesError("a goal of " + terms_.text(roles_[role]) + " is " + text.substr(0, 100) + ", not a number from 0 to 100");
        return value;
    }

    Terms terms_;
    Program program_;
    Limits limits_;
    std::vector<TermId> roles_;
    StatePointer initial_;
    std::uint32_t legal_ = none, goal_ = none, next_ = none, terminal_ = none;  // procedures
    std::mutex mutex_;
    std::vector<std::unique_ptr<Workspace>> pool_;
};

}  // namespace zermelo::datalog
