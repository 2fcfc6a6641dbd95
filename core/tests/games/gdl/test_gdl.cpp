// Nets of rules: random ground programs with cycles and negation, evaluated by the net's counters and in slices, against the rules taken
// literally; hand-made programs; the reader; and a small game under the searches.
#include <array>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"
#include "games/gdl/gdl_nim.hpp"
#include "zermelo/games/gdl/build.hpp"
#include "zermelo/games/gdl/game.hpp"
#include "zermelo/games/gdl/sliced.hpp"
#include "zermelo/search/evaluation.hpp"
#include "zermelo/search/proof_number.hpp"
#include "zermelo/search/search.hpp"
#include "zermelo/search/solver.hpp"

using namespace zermelo;
using gdl::Atom;
using gdl::GroundProgram;
using gdl::Word;

using SmallGame = gdl::Game<4, 64>;
static_assert(zermelo::Game<SmallGame> && MultiPlayerGame<SmallGame> && HasBounds<SmallGame> && HasPlayout<SmallGame> && HasAdvance<SmallGame>);

namespace {

// The atoms that hold, layer by layer: the rules of a layer are applied until nothing new follows.
class Literally {
public:
    Literally(const GroundProgram& program, const std::vector<int>& layer_of, int layers) : program_(program), layer_of_(layer_of), layers_(layers) {}

    std::vector<char> holds(const std::vector<char>& facts, const std::vector<std::uint32_t>& joint) const {
        std::vector<char> holds(static_cast<std::size_t>(program_.atoms) + 1, 0);
        holds[gdl::always] = 1;
        for (std::size_t at = 0; at < facts.size(); ++at)
            if (facts[at] && program_.facts[at].now > 0) holds[program_.facts[at].now] = 1;
        for (std::size_t role = 0; role < joint.size(); ++role) holds[program_.roles[role].inputs[joint[role]].does] = 1;
        for (int layer = 0; layer < layers_; ++layer)
            for (bool grows = true; grows;) {
                grows = false;
                for (std::size_t rule = 0; rule < program_.rules.size(); ++rule) {
                    const Atom head = program_.rules.heads[rule];
                    if (layer_of_[head] != layer || holds[head]) continue;
                    bool all = true;
                    for (const Atom literal : program_.rules.body(rule)) all = all && (literal > 0 ? holds[literal] : !holds[-literal]);
                    if (all) holds[head] = 1, grows = true;
                }
            }
        return holds;
    }

private:
    const GroundProgram& program_;
    const std::vector<int>& layer_of_;
    int layers_;
};

struct RandomProgram {
    GroundProgram program;
    std::vector<int> layer_of;
    static constexpr int layers = 4;

    explicit RandomProgram(Random& random) {
        const auto draw = [&](int limit) { return static_cast<int>(random.below(static_cast<std::uint32_t>(limit))); };
        const int facts = 1 + draw(80), roles = 1 + draw(3);
        Atom atom = 0;
        for (int at = 0; at < facts; ++at) program.facts.push_back({++atom, gdl::never, draw(2) == 1});
        for (int role = 0; role < roles; ++role) {
            program.roles.emplace_back();
            for (int left = 1 + draw(70); left > 0; --left) program.roles.back().inputs.push_back({++atom, gdl::never});
        }
        const Atom first = atom + 1;
        layer_of.assign(static_cast<std::size_t>(first), -1);
        // Half of the layers depend on the state only, as `legal` must.
        for (int layer = 0; layer < layers; ++layer)
            for (int left = 1 + draw(30); left > 0; --left) layer_of.push_back(layer), ++atom;
        program.atoms = atom;
        for (Atom head = first; head <= atom; ++head)
            for (int left = draw(5); left > 0; --left) {
                std::vector<Atom> body;
                for (int size = draw(5); size > 0; --size) {
                    const int layer = layer_of[head];
                    Atom literal;
                    if (draw(2) == 0) literal = 1 + draw(layer < 2 ? facts : first - 1);
                    else literal = first + draw(atom - first + 1);
                    if (layer_of[literal] > layer) continue;
                    if (layer >= 2 && draw(4) == 0) literal = facts + 1 + draw(first - 1 - facts);
                    const bool below = layer_of[literal] < layer;
                    body.push_back(below && draw(3) == 0 ? -literal : literal);
                }
                program.rules.add(head, body);
            }
        const auto any = [&](int from) -> Atom {
            for (int tries = 0; tries < 20; ++tries)
                if (const Atom found = first + draw(atom - first + 1); layer_of[found] >= from) return found;
            return gdl::never;
        };
        const auto of_state = [&]() -> Atom {
            const Atom found = draw(6) == 0 ? 1 + draw(facts) : first + draw(atom - first + 1);
            return layer_of[found] < 2 ? found : draw(3) == 0 ? gdl::always : gdl::never;
        };
        for (auto& fact : program.facts) fact.next = draw(3) == 0 ? 1 + draw(first - 1) : any(0);
        for (auto& role : program.roles) {
            const Atom guard = draw(2) == 0 ? 1 + draw(facts) : 0;  // most moves may need the same fact
            for (auto& input : role.inputs) {
                for (int tries = 0; (input.legal = of_state()) <= 0 && guard && tries < 20;) ++tries;
                if (!guard || input.legal <= 0 || draw(10) == 0) continue;
                const Atom body[] = {guard, input.legal};
                program.rules.add(input.legal = ++program.atoms, body);
                layer_of.push_back(1);
            }
            role.goals = {{of_state(), 0}, {of_state(), 50}, {of_state(), 100}};
        }
        program.terminal = of_state();
    }
};

bool bit(const Word* words, std::size_t at) { return words[at / 64] >> at % 64 & 1; }

void test_random_programs() {
    Random random(1);
    int cycles = 0, guards = 0;
    for (int number = 0; number < 400; ++number) {
        const RandomProgram made(random);
        const GroundProgram& program = made.program;
        const gdl::Net net = gdl::build_net(program);
        cycles += !net.components.empty();
        for (const auto& role : net.roles) guards += role.guard_bit != gdl::none;
        const Literally literally(program, made.layer_of, RandomProgram::layers);
        const auto value = [&](const std::vector<char>& holds, Atom atom) { return atom == gdl::never ? 0 : holds[atom]; };
        gdl::Machine machine(net);
        std::vector<char> facts;
        for (const auto& fact : program.facts) facts.push_back(fact.initial);
        std::vector<std::uint32_t> joint(program.roles.size(), 0);
        for (int step = 0; step < 30; ++step) {
            if (step % 5 == 4)
                for (char& fact : facts) fact = static_cast<char>(random.below(2));
            std::vector<Word> words(net.fact_words(), 0);
            for (std::size_t at = 0; at < facts.size(); ++at) words[at / 64] |= Word{static_cast<Word>(facts[at])} << at % 64;
            machine.load(words.data());
            for (std::size_t role = 0; role < joint.size(); ++role) joint[role] = random.below(static_cast<std::uint32_t>(program.roles[role].inputs.size()));
            const std::vector<char> holds = literally.holds(facts, joint);
            CHECK(machine.terminal() == (value(holds, program.terminal) != 0));
            for (std::size_t role = 0; role < joint.size(); ++role) {
                std::uint32_t count = 0;
                for (std::uint32_t at = 0; at < program.roles[role].inputs.size(); ++at) {
                    const bool legal = value(holds, program.roles[role].inputs[at].legal);
                    CHECK((machine.legal_word(role, at / 64) >> at % 64 & 1) == legal);
                    count += legal;
                }
                CHECK(machine.legal_count(role) == count);
                const std::uint32_t drawn = machine.random_legal(role, random);
                CHECK(count == 0 ? drawn == gdl::none : value(holds, program.roles[role].inputs[drawn].legal));
                int goals = 0, goal = -1;
                for (const auto& each : program.roles[role].goals)
                    if (value(holds, each.atom)) ++goals, goal = each.value;
                CHECK(machine.goal(role) == (goals == 1 ? goal : -1));
            }
            const Word* next = machine.next(joint.data());
            for (std::size_t at = 0; at < facts.size(); ++at) CHECK(bit(next, at) == (value(holds, program.facts[at].next) != 0));
            machine.advance(joint.data());
            for (std::size_t at = 0; at < facts.size(); ++at) facts[at] = static_cast<char>(value(holds, program.facts[at].next));
            for (std::size_t at = 0; at < facts.size(); ++at) CHECK(bit(machine.facts(), at) == (facts[at] != 0));
        }
    }
    CHECK(cycles > 50);
    CHECK(guards > 50);
}

// Every game in every kernel follows the machine, with moves that it allows.
void test_slices() {
    Random random(2);
    const std::vector<gdl::detail::Kernel> kernels{gdl::detail::portable::run, gdl::detail::best_kernel()};
    for (int number = 0; number < 60; ++number) {
        const RandomProgram made(random);
        const gdl::Net net = gdl::build_net(made.program);
        gdl::Machine machine(net);
        for (const gdl::detail::Kernel kernel : kernels) {
            gdl::Sliced sliced(net, 5);
            sliced.use_kernel(kernel);
            for (std::uint32_t lane = 0; lane < gdl::lanes; ++lane) {
                std::vector<Word> words(net.fact_words(), 0);
                for (std::uint32_t at = 0; at < net.facts; ++at) words[at / 64] |= Word{random.below(2)} << at % 64;
                sliced.load(lane, words.data());
            }
            for (int step = 0; step < 4; ++step) {
                std::vector<std::vector<Word>> before(gdl::lanes, std::vector<Word>(net.fact_words(), 0));
                for (std::uint32_t lane = 0; lane < gdl::lanes; ++lane)
                    for (std::uint32_t at = 0; at < net.facts; ++at) before[lane][at / 64] |= Word{sliced.fact(lane, at)} << at % 64;
                sliced.run(1);
                for (std::uint32_t lane = 0; lane < gdl::lanes; lane += 1 + random.below(40)) {
                    machine.load(before[lane].data());
                    const bool over = machine.terminal();
                    std::vector<std::uint32_t> joint;
                    bool complete = true;
                    for (std::size_t role = 0; role < net.roles.size(); ++role) {
                        const std::uint32_t move = sliced.move(lane, role);
                        CHECK((move == gdl::none) == (machine.legal_count(role) == 0));
                        if (move == gdl::none) complete = false;
                        else CHECK(machine.legal_word(role, move / 64) >> move % 64 & 1);
                        joint.push_back(move);
                    }
                    if (!over && !complete) continue;  // what follows is not defined
                    const Word* after = over ? net.initial.data() : machine.next(joint.data());
                    for (std::uint32_t at = 0; at < net.facts; ++at) CHECK(sliced.fact(lane, at) == bit(after, at));
                }
            }
        }
    }
}

// Without the facts that cannot matter, games in slices make the same moves and get the same goals.
void test_relevant_slices() {
    Random random(4);
    int dropped = 0;
    for (int number = 0; number < 100; ++number) {
        const RandomProgram made(random);
        const gdl::Net net = gdl::build_net(made.program);
        const gdl::Relevance relevance = gdl::relevance_of(net);
        gdl::Sliced all(net, 5), relevant(net, 5, gdl::FactsKept::relevant);
        dropped += relevance.fact_count < net.facts;
        for (int step = 0; step < 6; ++step) {
            for (std::uint32_t lane = 0; lane < gdl::lanes; lane += 7)
                for (std::uint32_t at = 0; at < net.facts; ++at) CHECK(!relevance.fact(at) || all.fact(lane, at) == relevant.fact(lane, at));
            all.run(1), relevant.run(1);
            for (std::uint32_t lane = 0; lane < gdl::lanes; lane += 7)
                for (std::size_t role = 0; role < net.roles.size(); ++role) CHECK(all.move(lane, role) == relevant.move(lane, role));
        }
        CHECK(all.games() == relevant.games());
        for (std::size_t role = 0; role < net.roles.size(); ++role) CHECK(all.goal_sum(role) == relevant.goal_sum(role));
    }
    CHECK(dropped > 20 && dropped < 100);
}

// Nim with facts that only record which moves were made. Searches without an evaluation join states that differ in nothing else.
void test_joined_states() {
    GroundProgram program = nim(12);
    const std::size_t facts = program.facts.size();
    for (const auto& role : program.roles)
        for (int input = 0; input < 2; ++input) {
            const Atom now = ++program.atoms, next = ++program.atoms;
            program.facts.push_back({now, next, false});
            program.rules.add(next, std::vector<Atom>{now});
            program.rules.add(next, std::vector<Atom>{role.inputs[static_cast<std::size_t>(input)].does});
        }
    const gdl::Rules rules(gdl::build_net(program)), without(gdl::build_net(nim(12)));
    CHECK(rules.net.facts == facts + 4 && rules.relevance.fact_count == facts && without.relevance.fact_count == facts);
    std::uint64_t nodes[3];
    for (const int kind : {0, 1, 2}) {
        const gdl::Rules& played = kind == 2 ? without : rules;
        gdl::SearchContext context(played);
        context.joins_states = kind == 1;
        const SmallGame game(context, played.net.initial.data());
        Solver<SmallGame> solver(1);
        const auto solution = solver.solve(game);
        CHECK(solution.solved && solution.value == -100);
        nodes[kind] = solution.nodes;
        CHECK((game.play(0).play(1).key() == game.play(1).play(0).key()) == (kind == 1 || kind == 2));
        CHECK((game.play(0).play(1) == game.play(1).play(0)) == (kind == 2));
    }
    CHECK(nodes[1] == nodes[2] && nodes[0] > nodes[1]);
}

// A game of one role that chooses one of `size` moves and ends; only the odd moves are legal.
GroundProgram lottery(std::uint32_t size) {
    GroundProgram program;
    program.atoms = static_cast<Atom>(size) + 2;
    program.facts = {{1, gdl::never, true}, {2, gdl::never, false}};
    program.roles.resize(1);
    for (std::uint32_t at = 0; at < size; ++at) program.roles[0].inputs.push_back({static_cast<Atom>(3 + at), at % 2 ? gdl::always : gdl::never});
    program.terminal = 1;
    program.roles[0].goals = {{gdl::always, 100}};
    return program;
}

// Random moves are equally likely: each of n legal moves comes within five standard deviations of its share.
void test_random_moves() {
    for (const std::uint32_t size : {2u, 7u, 20u, 131u}) {
        const gdl::Net net = gdl::build_net(lottery(size));
        gdl::Sliced sliced(net, 3);
        std::vector<double> seen(size, 0);
        constexpr int steps = 40;
        for (int step = 0; step < steps; ++step) {
            sliced.run(1);
            for (std::uint32_t lane = 0; lane < gdl::lanes; ++lane) ++seen[sliced.move(lane, 0)];
        }
        const double share = 1.0 / (size / 2), expected = gdl::lanes * steps * share;
        for (std::uint32_t at = 0; at < size; ++at) {
            if (at % 2 == 0) CHECK(seen[at] == 0);
            else CHECK((seen[at] - expected) * (seen[at] - expected) <= 25 * expected * (1 - share) + 1e-9);
        }
    }
}

// ---- by hand

void test_negative_cycle() {
    GroundProgram program = lottery(2);
    program.atoms += 2;
    const Atom one = program.atoms - 1, other = program.atoms;
    const Atom no_other[] = {-other}, just_one[] = {one};
    program.rules.add(one, no_other);
    program.rules.add(other, just_one);
    program.terminal = one;
    bool refused = false;
    try {
        gdl::build_net(program);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);
}

void test_any_move_but_one() {
    // (next 1) holds after any of 100 moves but the last: one inverted literal instead of an OR of 99.
    GroundProgram program = lottery(100);
    program.atoms += 1;
    for (Atom move = 0; move < 99; ++move) {
        const Atom does[] = {3 + move};
        program.rules.add(program.atoms, does);
    }
    program.facts[0].next = program.atoms;
    const gdl::Net net = gdl::build_net(program);
    CHECK(net.gates == 0);
    CHECK(net.outputs[0].literal == 2 * (net.facts + 99) + 1);
}

void test_reader() {
    const auto read = gdl::read_aspif("asp 1 0 0 incremental\n1 0 1 1 0 0\n1 1 1 2 0 1 1\n1 0 1 3 0 2 2 -4\n4 4 r(a) 1 3\n4 1 p 0\n0\n");
    CHECK(read.has_value());
    CHECK(read->rules.size() == 2 && read->atoms == 4 && read->shown.size() == 2);
    CHECK(read->shown[0] == std::pair(std::string("r(a)"), 3) && read->shown[1] == std::pair(std::string("p"), 0));
    for (const char* text : {"", "asp 1 0 0", "asp 1 0 0\n", "asp 1 0 0\n1 0 1 1 0 0\n", "asp 2 0 0\n0\n", "asp 1 0 0\n1 0 1 1 0 9\n0\n", "asp 1 0 0\n4 99 a 0\n0\n",
                             "asp 1 0 0\n1 0 0 0 1 1\n0\n", "asp 1 0 0\n1 0 1 x 0 0\n0\n", "asp 1 0 0\n1 0 1 99999999999 0 0\n0\n", "asp 1 0 0\n7 1\n0\n", "asp 1 0 0\n1 0 1 -1 0 0\n0\n"})
        CHECK(!gdl::read_aspif(text));
}

void test_searches() {
    for (int heap = 1; heap <= 12; ++heap) {
        const gdl::Rules rules(gdl::build_net(nim(heap)));
        CHECK(rules.turns() && rules.zero_sum() && rules.seen.problem == gdl::Problem::none && rules.seen.sum == 100);
        gdl::SearchContext context(rules);
        const SmallGame game(context, rules.net.initial.data());
        const Value truth = heap % 3 ? 100 : -100;
        TranspositionTable table(1);
        SearchRequest request;
        request.evaluates = false;
        const auto outcome = search(game, table, request, AnyEvaluation<SmallGame>());
        CHECK(outcome.moves.front().worth[0] == truth);
        Solver<SmallGame> solver(1);
        const auto solution = solver.solve(game, false, [] { return false; });
        CHECK(solution.solved && solution.value == truth);
        ProofNumberSearch<SmallGame> prover(1);
        CHECK((prover.prove(game, 100, SearchRequest{}).verdict == Verdict::yes) == (truth > 0));
        Random random(9);
        for (int number = 0; number < 20; ++number) {
            SmallGame::Playout playout(game, true);
            int player = 0;
            while (!playout.over()) {
                CHECK(playout.player() == player);
                playout.step(random);
                player ^= 1;
            }
            CHECK(playout.payoff() == (player == 1 ? 100 : -100));  // who moved last has won
        }
        CHECK(!context.failed());
    }
}

// Both roles may always take: not turns. The survey sees it, and a search that is started all the same stops.
void test_simultaneous() {
    GroundProgram program = nim(6);
    for (auto& role : program.roles)
        for (auto& input : role.inputs) input.legal = gdl::always;
    const gdl::Rules rules(gdl::build_net(program));
    CHECK(!rules.turns());
    gdl::SearchContext context(rules);
    const SmallGame game(context, rules.net.initial.data());
    CHECK(game.over() && context.failed() && context.problem() == gdl::Problem::several_choices);
}

void test_broken_rules() {
    GroundProgram program = nim(3);
    program.roles[1].inputs[2].legal = gdl::never;  // the second role cannot wait
    const gdl::Rules stuck(gdl::build_net(program));
    CHECK(stuck.seen.problem == gdl::Problem::no_move && stuck.seen.role == 1);
    program = nim(3);
    program.roles[0].goals[0].atom = gdl::always;  // two goals at once
    const gdl::Rules torn(gdl::build_net(program));
    CHECK(torn.seen.problem == gdl::Problem::goals && torn.seen.role == 0);
}

}  // namespace

int main() {
    test_reader();
    test_negative_cycle();
    test_any_move_but_one();
    test_random_programs();
    test_slices();
    test_relevant_slices();
    test_joined_states();
    test_random_moves();
    test_searches();
    test_simultaneous();
    test_broken_rules();
    return report("gdl");
}
