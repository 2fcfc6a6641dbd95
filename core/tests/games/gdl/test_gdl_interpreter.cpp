// The interpreter of rule sheets: hand-made programs with known models, recursion against a flood fill, hostile rules, and the searches.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "check.hpp"
#include "zermelo/games/gdl/interpreted_game.hpp"
#include "zermelo/search/evaluation.hpp"
#include "zermelo/search/mcts.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;
using namespace zermelo::datalog;

static_assert(Game<InterpretedGame> && MultiPlayerGame<InterpretedGame>);

namespace {

// Rules as text, for the tests alone: no comments, no `or`, and no mistakes.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {
        while (skip(), at_ < text_.size()) sheet_.rules.push_back(rule());
    }
    Sheet sheet() const { return sheet_; }

private:
    void skip() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    }
    bool take(std::string_view wanted) {
        skip();
        if (text_.substr(at_, wanted.size()) != wanted) return false;
        at_ += wanted.size();
        return true;
    }
    std::uint32_t number(SheetTerm term) {
        sheet_.terms.push_back(std::move(term));
        return static_cast<std::uint32_t>(sheet_.terms.size() - 1);
    }
    std::int32_t name() {
        skip();
        const std::size_t end = std::min(text_.find_first_of(" \n()", at_), text_.size());
        const std::string word(text_.substr(at_, end - at_));
        at_ = end;
        if (word[0] == '?') return -1 - variables_.try_emplace(word, static_cast<std::int32_t>(variables_.size())).first->second;
        const auto [found, added] = symbols_.try_emplace(word, static_cast<std::int32_t>(symbols_.size()));
        if (added) sheet_.symbols.push_back(word);
        return found->second;
    }
    std::uint32_t term() {
        if (!take("(")) return number({name(), {}});
        SheetTerm made{name(), {}};
        while (!take(")")) made.arguments.push_back(term());
        return number(std::move(made));
    }
    SheetRule rule() {
        if (!take("(<=")) return {term(), {}};
        SheetRule made{term(), {}};
        while (!take(")")) {
            const bool negated = take("(not ");
            made.body.push_back({term(), negated});
            if (negated) take(")");
        }
        return made;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    Sheet sheet_;
    std::map<std::string, std::int32_t> symbols_, variables_;
};

Sheet read(const std::string& text) { return Reader(text).sheet(); }

// The message of the error that the rules raise when they are loaded and asked everything at the start; empty if none.
std::string problem(const std::string& text, Limits limits = {}) {
    try {
        Interpreter rules(read(text), limits);
        for (std::size_t role = 0; role < rules.roles().size(); ++role) rules.legal(rules.initial(), role), rules.goals(rules.initial(), role);
        rules.terminal(rules.initial());
    } catch (const RulesError& error) {
        return error.what();
    }
    return {};
}

std::set<std::string> texts(const Interpreter& rules, const std::vector<TermId>& terms) {
    std::set<std::string> out;
    for (const TermId term : terms) out.insert(rules.terms().text(term));
    return out;
}

std::set<std::string> legal(const std::string& text, std::size_t role = 0, Limits limits = {}) {
    Interpreter rules(read(text), limits);
    return texts(rules, rules.legal(rules.initial(), role));
}

using Words = std::set<std::string>;

void test_joins() {
    CHECK((legal("(role r) (p 1) (p 2) (q 2) (q 3) (<= (legal r (a ?x ?y)) (p ?x) (q ?y) (distinct ?x ?y))") == Words{"(a 1 2)", "(a 1 3)", "(a 2 3)"}));
    CHECK((legal("(role r) (p 1) (p 2) (q 2) (<= (legal r ?x) (p ?x) (not (q ?x)))") == Words{"1"}));
    // Terms in terms, and a variable that occurs twice in a literal.
    CHECK((legal("(role r) (p (f 1 (g 2))) (p (f 1 (g 1))) (p (f 2 2)) (<= (legal r ?x) (p (f ?x (g ?x))))") == Words{"1"}));
    CHECK((legal("(role r) (e 1 1) (e 1 2) (e 2 2) (<= (legal r ?x) (e ?x ?x))") == Words{"1", "2"}));
    // All facts of a state, and facts by part.
    CHECK((legal("(role r) (init on) (init (at 1)) (init (at 2)) (<= (legal r ?f) (true ?f))") == Words{"on", "(at 1)", "(at 2)"}));
    CHECK((legal("(role r) (init (at 1 a)) (init (at 2 b)) (<= (legal r ?x) (true (at ?x b)))") == Words{"2"}));
    // A fact of an equal name with another number of arguments is another fact.
    CHECK((legal("(role r) (init (at 1)) (init (at 2 b)) (<= (legal r ?x) (true (at ?x)))") == Words{"1"}));
    CHECK((legal("(role r) (role s) (init on) (<= (legal ?r go) (role ?r) (true on))", 1) == Words{"go"}));
    // Moves come in their natural order.
    Interpreter rules(read("(role r) (p b) (p 10) (p (f 1)) (p 9) (p a) (<= (legal r ?x) (p ?x))"));
    std::vector<std::string> order;
    for (const TermId move : rules.legal(rules.initial(), 0)) order.push_back(rules.terms().text(move));
    CHECK((order == std::vector<std::string>{"9", "10", "a", "b", "(f 1)"}));
    for (const char* text : {"(f 1)", " ( f 1 ) ", "b"}) CHECK(rules.parse(text).has_value());
    for (const char* text : {"", "(", ")", "(f 1", "f 1", "(f 1))", "unknown", "((f) 1)", "()"}) CHECK(!rules.parse(text));
}

// The cells that are connected, by left, right and double recursion, with and without bound arguments.
void test_recursion() {
    Random random(1);
    for (int graph = 0; graph < 60; ++graph) {
        const int nodes = 2 + static_cast<int>(random.below(8));
        std::vector<std::vector<bool>> path(nodes, std::vector<bool>(nodes));
        std::string facts;
        for (int edge = 0; edge < 2 * nodes; ++edge) {
            const auto from = random.below(static_cast<std::uint32_t>(nodes)), to = random.below(static_cast<std::uint32_t>(nodes));
            path[from][to] = true;
            facts += " (init (edge " + std::to_string(from) + " " + std::to_string(to) + "))";
        }
        for (int via = 0; via < nodes; ++via)
            for (int from = 0; from < nodes; ++from)
                for (int to = 0; to < nodes; ++to)
                    if (path[from][via] && path[via][to]) path[from][to] = true;
        Words pairs, from_0, cyclic, apart;
        for (int from = 0; from < nodes; ++from)
            for (int to = 0; to < nodes; ++to) {
                if (path[from][to]) pairs.insert("(" + std::to_string(from) + " " + std::to_string(to) + ")");
                if (from == to && path[from][to]) cyclic.insert(std::to_string(from));
                if (from == 0 && path[from][to]) from_0.insert(std::to_string(to));
            }
        for (const char* step : {"(<= (reach ?x ?y) (true (edge ?x ?z)) (reach ?z ?y))", "(<= (reach ?x ?y) (reach ?x ?z) (true (edge ?z ?y)))",
                                 "(<= (reach ?x ?y) (reach ?x ?z) (reach ?z ?y))",
                                 "(<= (reach ?x ?y) (other ?x ?z) (true (edge ?z ?y))) (<= (other ?x ?y) (true (edge ?x ?z)) (reach ?z ?y)) (<= (other ?x ?y) (true (edge ?x ?y)))"}) {
            const std::string rules = "(role r) (role s) (role t)" + facts + " (<= (reach ?x ?y) (true (edge ?x ?y))) " + step +
                                      " (<= (legal r (pair ?x ?y)) (reach ?x ?y)) (<= (legal s ?y) (reach 0 ?y)) (<= (legal t ?x) (true (edge ?x ?y)) (reach ?x ?x))";
            Words found;
            for (const std::string& text : legal(rules)) found.insert("(" + text.substr(6));
            CHECK(found == pairs);
            CHECK(legal(rules, 1) == from_0);
            CHECK(legal(rules, 2) == cyclic);
        }
    }
    // Mutual recursion over a chain that is too deep for a stack of the thread, asked for one value.
    std::string chain = "(role r) (init start)";
    for (int at = 0; at < 20'000; ++at) chain += " (s " + std::to_string(at) + " " + std::to_string(at + 1) + ")";
    chain += " (<= (even 0) (true start)) (<= (even ?x) (s ?y ?x) (odd ?y)) (<= (odd ?x) (s ?y ?x) (even ?y)) (<= (legal r yes) (even 20000)) (<= (legal r no) (odd 20000))";
    CHECK((legal(chain) == Words{"yes"}));
}

// Random rules of sets that contain each other's intersections, with cycles of all kinds, against the least fixpoint.
void test_random_cycles() {
    Random random(2);
    const auto draw = [&](int limit) { return static_cast<int>(random.below(static_cast<std::uint32_t>(limit))); };
    for (int program = 0; program < 250; ++program) {
        constexpr int values = 3;
        const int sets = 3 + draw(8);
        std::vector<std::set<int>> members(sets);
        struct Rule {
            int set, one, other;
        };
        std::vector<Rule> rules;
        std::string text = "(role r) (role idle) (init start)";
        for (int number = 0; number < 3; ++number) {
            const int set = draw(sets), value = draw(values);
            members[set].insert(value);
            text += " (<= (in s" + std::to_string(set) + " " + std::to_string(value) + ") (true start))";
        }
        for (int number = 0; number < 3 * sets; ++number) {
            const Rule& rule = rules.emplace_back(Rule{draw(sets), draw(sets), draw(sets)});
            if (draw(3)) rules.back().other = rule.one;
            text += " (<= (in s" + std::to_string(rule.set) + " ?x) (in s" + std::to_string(rule.one) + " ?x) (in s" + std::to_string(rule.other) + " ?x))";
        }
        for (bool grows = true; grows;) {
            grows = false;
            for (const Rule& rule : rules)
                for (int value = 0; value < values; ++value)
                    if (members[rule.one].contains(value) && members[rule.other].contains(value)) grows |= members[rule.set].insert(value).second;
        }
        Words expected;
        for (int number = 0; number < sets; ++number) {
            const int set = (number * 7 + program) % sets;
            for (const int value : members[set]) expected.insert("(a s" + std::to_string(set) + " " + std::to_string(value) + ")");
            text += " (<= (legal r (a s" + std::to_string(set) + " ?x)) (in s" + std::to_string(set) + " ?x))";
        }
        if (sets % 7 == 0) continue;  // some sets would be left out
        CHECK(legal(text) == expected);                   // asked set by set, because no game can be played
        CHECK(legal(text + " (legal idle wait)") == expected);  // or all at once, if that takes fewer steps
    }
}

// Negation in layers: a position of a small graph is won if some move leads to one that is not.
void test_negation() {
    CHECK((legal("(role r) (init (m a b)) (init (m b c)) (init (m c d)) (<= (third ?x) (true (m ?x ?y)) (not (moves ?y))) (<= (moves ?x) (true (m ?x ?y)))"
                 " (<= (second ?x) (true (m ?x ?y)) (not (third ?y))) (<= (legal r (third ?x)) (third ?x)) (<= (legal r (second ?x)) (second ?x))") ==
           Words{"(third c)", "(second a)", "(second c)"}));
    CHECK(problem("(role r) (init a) (<= (p ?x) (true ?x) (not (q ?x))) (<= (q ?x) (true ?x) (not (p ?x))) (<= (legal r ?x) (p ?x))").find("depends on its own negation") != std::string::npos);
}

// A fact may depend on the negation of another of its relation, but not on its own.
void test_negation_of_other_facts() {
    const std::string goals = "(role r) (init a) (<= (goal r 100) (true a)) (<= (goal r 0) (not (goal r 100)))";
    Interpreter rules(read(goals));
    CHECK(rules.goals(rules.initial(), 0) == std::vector<int>{100});
    Interpreter other(read(goals + " (<= (legal r b) (not (goal r 0)))"));
    CHECK(other.legal(other.initial(), 0).size() == 1);
    CHECK(problem(goals + " (<= (goal r 50) (not (goal r 50))) (<= (legal r b) (goal r 50))").find("depends on its own negation") != std::string::npos);
}

// Sudoku's shape: literals that share no variable with one that fails must not be tried in every combination.
void test_backjumping() {
    std::string digits = "(role r)";
    for (int row = 1; row <= 9; ++row)
        for (int digit = 1; digit <= 9; ++digit) digits += " (init (mark " + std::to_string(row) + " " + std::to_string(digit) + "))";
    std::string rows, marks;
    for (int row = 1; row <= 9; ++row) rows += " (true (mark " + std::to_string(row) + " ?v" + std::to_string(row) + "))";
    Limits small;
    small.steps = 5'000;
    // The last row fits nothing; another has to differ from the first; only the answer's own variable takes several values.
    CHECK(problem(digits + "(<= (legal r a) " + rows + " (odd ?v9)) (<= (odd ?x) (true (other ?x)))", small).empty());
    CHECK((legal(digits + "(<= (legal r ?v1) " + rows + " (distinct ?v1 ?v9))", 0, small).size() == 9));
    CHECK((legal(digits + "(<= (legal r (m ?v2 ?v8)) " + rows + " (distinct ?v3 ?v5) (distinct ?v2 ?v8))", 0, small).size() == 72));
}

void test_steps() {
    Interpreter rules(read("(role r) (role s) (init (n 0)) (succ 0 1) (succ 1 2) (<= (legal ?r go) (role ?r)) (<= (legal r stay) (true (n ?x)))"
                           " (<= moved (does r go)) (<= (next (n ?y)) (true (n ?x)) (succ ?x ?y) moved) (<= (next (n ?x)) (true (n ?x)) (not moved))"
                           " (<= terminal (true (n 2))) (<= (goal r 100) (true (n 2))) (<= (goal r 0) (not (true (n 2)))) (<= (goal s 7) (role s))"));
    const TermId go = *rules.parse("go"), stay = *rules.parse("stay");
    const StatePointer first = rules.initial();
    CHECK(!rules.terminal(first) && rules.goals(first, 0) == std::vector<int>{0} && rules.goals(first, 1) == std::vector<int>{7});
    const StatePointer same = rules.next(first, std::vector{stay, go}), second = rules.next(first, std::vector{go, go});
    CHECK(*same == *first && same->hash == first->hash && !(*second == *first));
    const StatePointer last = rules.next(second, std::vector{go, go});
    CHECK(rules.terminal(last) && rules.goals(last, 0) == std::vector<int>{100} && !rules.terminal(second));
    CHECK(problem("(role r) (<= (legal r a) (does r b))") == "the relation legal depends on does");
    CHECK(problem("(init a)") == "the rules name no role");
    CHECK(problem("(role r) (goal r ten)") == "a goal of r is ten, not a number from 0 to 100");
    CHECK(problem("(role r) (<= (legal r ?x) (not (p ?x)))").find("no positive literal") != std::string::npos);
    CHECK(problem("(role r) (<= (legal r ?x) (p 1)) (p 1)").find("no positive literal") != std::string::npos);
    CHECK(problem("(role r) (true a)") == "true cannot be the head of a rule");
}

void test_hostile() {
    Limits small;
    small.steps = 1'000'000;
    small.values = 200'000;
    // Terms that grow for ever, in a relation of the rules alone and in one of the state.
    CHECK(problem("(role r) (n z) (<= (n (s ?x)) (n ?x)) (<= (legal r ?x) (n ?x))", small).find("nested more than 500") != std::string::npos);
    CHECK(problem("(role r) (init z) (<= (n ?x) (true ?x)) (<= (n (s ?x)) (n ?x)) (<= (legal r ?x) (n ?x))", small).find("nested more than 500") != std::string::npos);
    // Terms that double in size have 2^60 symbols long before they are nested too deep.
    std::string doubling = "(role r) (p0 a) (<= (legal r ?x) (p60 ?x))";
    for (int at = 0; at < 60; ++at) doubling += "(<= (p" + std::to_string(at + 1) + " (f ?x ?x)) (p" + std::to_string(at) + " ?x))";
    CHECK(problem(doubling, small).find("a term with more than 1000 symbols") != std::string::npos);
    // Asked for one term, the same rules have an answer.
    CHECK((legal("(role r) (n z) (<= (n (s ?x)) (n ?x)) (<= (legal r yes) (n (s (s z))))") == Words{"yes"}));
    CHECK(problem("(role r) (init (f z z)) (<= (n ?x) (true ?x)) (<= (n (f ?x ?y)) (n ?x) (n ?y)) (<= (legal r ?x) (n ?x))", small) != "");
    // 10^9 combinations without an answer, and 10^9 answers.
    std::string digits = "(role r) (init go)";
    for (int digit = 0; digit < 32; ++digit) digits += " (d " + std::to_string(digit) + ")";
    const std::string six = "(d ?a) (d ?b) (d ?c) (d ?e) (d ?f) (d ?g)";
    CHECK(problem(digits + "(<= (legal r ?a) (true go) " + six + " (not (p ?a ?b ?c ?e ?f ?g))) (<= (p ?a ?b ?c ?e ?f ?g) (true go) " + six + ")", small) != "");
    CHECK(problem(digits + "(<= (p ?a ?b ?c ?e ?f ?g) " + six + ") (<= (legal r (m ?a ?b)) (p ?a ?b ?c ?e ?f ?g) (true go) (true ?a))", small) != "");
    CHECK(problem(digits + "(<= (legal r (m ?a ?b ?c ?e ?f ?g)) (true go) " + six + ")", small) != "");
    CHECK(problem(digits + "(<= (init (m ?a ?b ?c ?e ?f ?g)) " + six + ")", small) == "the rules for init make too many facts");
    // A product of the rules alone is left aside, and asked for what is needed.
    CHECK((legal(digits + "(<= (p ?a ?b ?c ?e ?f ?g) " + six + ") (<= (legal r yes) (true go) (p 1 2 3 4 5 6))") == Words{"yes"}));
    // After a failure other questions have their answers.
    Interpreter rules(read("(role r) (role s) (init z) (<= (n ?x) (true ?x)) (<= (n (s ?x)) (n ?x)) (<= (legal r ?x) (n ?x)) (legal s go)"), small);
    for (int round = 0; round < 3; ++round) {
        bool failed = false;
        try {
            rules.legal(rules.initial(), 0);
        } catch (const RulesError&) {
            failed = true;
        }
        CHECK(failed && rules.legal(rules.initial(), 1).size() == 1);
    }
    // Numbers that point nowhere.
    for (const Sheet& sheet : {Sheet{{"p"}, {{5, {}}}, {{0, {}}}}, Sheet{{"p"}, {{0, {0}}}, {{0, {}}}}, Sheet{{"p"}, {{0, {}}}, {{3, {}}}}, Sheet{{"p"}, {{-1, {}}}, {{0, {}}}}}) {
        bool failed = false;
        try {
            Interpreter broken(sheet);
        } catch (const RulesError&) {
            failed = true;
        }
        CHECK(failed);
    }
    Sheet deep{{"f", "z"}, {{1, {}}}, {}};
    for (std::uint32_t at = 0; at < 100'000; ++at) deep.terms.push_back({0, {at}});
    bool failed = false;
    try {
        Interpreter broken(deep);
    } catch (const RulesError&) {
        failed = true;
    }
    CHECK(failed);
}

// Players take one or two matches at a time; taking the last one wins.
std::string matches(int count, const std::string& extra = "") {
    std::string rules = "(role w) (role b) (other w b) (other b w) (init (control w)) (init (left " + std::to_string(count) + "))";
    for (int at = 0; at < count; ++at) rules += " (succ " + std::to_string(at) + " " + std::to_string(at + 1) + ")";
    return rules + " (<= (less ?n ?m 1) (succ ?m ?n)) (<= (less ?n ?m 2) (succ ?k ?n) (succ ?m ?k))"
                   " (<= (legal ?r (take ?k)) (true (control ?r)) (true (left ?n)) (less ?n ?m ?k)) (<= (legal ?r noop) (other ?r ?o) (true (control ?o)))"
                   " (<= (next (left ?m)) (does ?r (take ?k)) (true (left ?n)) (less ?n ?m ?k)) (<= (next (control ?o)) (true (control ?r)) (other ?r ?o))"
                   " (<= terminal (true (left 0))) (<= (goal ?r 0) (true (control ?r))) (<= (goal ?o 100) (true (control ?r)) (other ?r ?o)) " + extra;
}

void test_searches() {
    for (int count = 1; count <= 10; ++count) {
        const auto rules = std::make_shared<const InterpretedRules>(read(matches(count)));
        CHECK(rules->turns() && rules->zero_sum() && rules->sum() == 100 && rules->problem().empty());
        const auto context = std::make_shared<InterpretedContext>(rules);
        const InterpretedGame game(context, rules->interpreter.initial());
        CHECK(game.player() == 0 && !game.over());
        TranspositionTable table(1);
        SearchRequest request;
        request.depth = 30;
        const auto outcome = search(game, table, request, AnyEvaluation<InterpretedGame>());
        CHECK(outcome.moves.front().worth[0] == (count % 3 ? 100 : -100) && !context->failed());
        if (count % 3) CHECK(rules->interpreter.terms().text(outcome.moves.front().line[0]) == "(take " + std::to_string(count % 3) + ")");
        KeptTree tree(16);
        request.depth = 0;
        request.simulations = 1000;
        request.threads = 2;
        const auto simulated = mcts<false>(game, request, [](const InterpretedGame&) { return 0.0; }, tree);
        if (count % 3) CHECK(rules->interpreter.terms().text(simulated.moves.front().line[0]) == "(take " + std::to_string(count % 3) + ")");
        CHECK(!context->failed());
    }
    // States that break a promise are the ends of drawn games, and the context says why.
    const auto fails = [](const std::string& text, const std::string& wanted) {
        const auto rules = std::make_shared<const InterpretedRules>(read(text));
        const auto context = std::make_shared<InterpretedContext>(rules);
        InterpretedGame game(context, rules->interpreter.initial());
        while (!game.over()) {
            Moves<InterpretedGame> moves;
            game.moves(moves);
            game = game.play(moves[moves.size() - 1]);
        }
        CHECK(context->failed() && context->problem().find(wanted) != std::string::npos && game.payoff() == 0);
        return rules;
    };
    fails(matches(3, "(goal w 50)"), "w does not have exactly one goal in the state");
    const auto together = fails("(role a) (role b) (init x) (legal a 1) (legal a 2) (legal b 1) (legal b 2) (goal a 1) (goal b 1)", "more than one role has a choice");
    CHECK(!together->turns());
    CHECK(!fails("(role a) (init x) (<= (legal a go) (true x)) (<= (next y) (does a go)) (goal a 1)", "a has no legal move in the state y")->problem().empty());
}

// Threads that share rules reach the same states, and number terms without a race.
void test_threads() {
    Interpreter rules(read("(role r) (init (n z)) (<= (legal r (f ?x)) (true (n ?x))) (<= (legal r (g ?x)) (true (n ?x))) (<= (next (n ?x)) (does r ?x))"));
    std::vector<Key> hashes(4);
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < hashes.size(); ++thread)
        threads.emplace_back([&, thread] {
            Random random(7 + thread / 2);
            StatePointer state = rules.initial();
            for (int step = 0; step < 300; ++step) state = rules.next(state, std::vector{rules.legal(state, 0)[random.below(2)]});
            hashes[thread] = state->hash;
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(hashes[0] == hashes[1] && hashes[2] == hashes[3] && hashes[0] != hashes[2]);
}

}  // namespace

int main() {
    test_joins();
    test_recursion();
    test_random_cycles();
    test_negation();
    test_negation_of_other_facts();
    test_backjumping();
    test_steps();
    test_hostile();
    test_searches();
    test_threads();
    return report("gdl_interpreter");
}
