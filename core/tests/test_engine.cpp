// The engine against brute force on random games: every depth, every set of switches, several lines.
#include "check.hpp"
#include "synthetic.hpp"
#include "zermelo/search/search.hpp"
#include "zermelo/search/proof_number.hpp"

using namespace zermelo;

namespace {

const auto judge = [](const Synthetic& game) { return game.evaluate(); };

SearchOutcome<Synthetic> run(const Synthetic& game, int depth, const SearchOptions& options, TranspositionTable& table) {
    SearchLimits limits;
    limits.depth = depth;
    return search(game, table, limits, options, judge);
}

// A best line must lead to the value it claims.
Value follow(Synthetic game, const std::vector<int>& line, int depth) {
    int sign = 1;
    for (const int move : line) {
        const Synthetic next = game.play(move);
        if (next.player() != game.player()) sign = -sign;
        game = next;
        --depth;
    }
    return sign * brute_force(game, std::max(depth, 0));
}

void values_are_right() {
    for (int seed = 0; seed < 300; ++seed) {
        const Synthetic game(seed);
        for (const int depth : {1, 2, 3, 5, 0}) {
            const Value truth = brute_force(game, depth ? depth : -1);
            for (int switches = 0; switches < 8; ++switches) {
                SearchOptions options;
                options.exact = true;
                options.table = switches & 1;
                options.aspiration = switches & 2;
                options.enhanced_cutoffs = options.killers = options.history = switches & 4;
                TranspositionTable table(1);
                const auto outcome = run(game, depth, options, table);
                CHECK(outcome.lines.size() == 1);
                CHECK(outcome.lines[0].value == truth);
                CHECK(outcome.lines[0].bound == Bound::exact);
                if (!options.table) CHECK(follow(game, outcome.lines[0].moves, depth ? depth : 99) == truth);
                if (depth == 0) CHECK(outcome.proven);
            }
        }
    }
}

void a_used_table_does_no_harm() {
    TranspositionTable table(1);
    SearchOptions options;
    options.exact = true;
    for (int round = 0; round < 2; ++round)
        for (int seed = 0; seed < 200; ++seed) {
            const Synthetic game(seed);
            CHECK(run(game, 0, options, table).lines[0].value == brute_force(game, -1));
        }
}

void lines_are_sorted_and_right() {
    for (int seed = 0; seed < 200; ++seed) {
        const Synthetic game(seed);
        SearchOptions options;
        options.exact = true;
        options.lines = 5;
        TranspositionTable table(1);
        const auto outcome = run(game, 4, options, table);
        Moves<Synthetic> moves;
        game.moves(moves);
        CHECK(outcome.lines.size() == moves.size());
        for (std::size_t at = 0; at < outcome.lines.size(); ++at) {
            const Synthetic next = game.play(outcome.lines[at].moves.front());
            const Value value = brute_force(next, 3);
            CHECK(outcome.lines[at].value == (next.player() == game.player() ? value : -value));
            if (at > 0) CHECK(outcome.lines[at - 1].value >= outcome.lines[at].value);
        }
    }
}

// A game whose every position asks for one move more: the search goes as deep as it is allowed to, twice its depth.
struct Turmoil : Synthetic {
    using Synthetic::Synthetic;
    int extension() const { return 1; }
    Turmoil play(Move move) const {
        Turmoil next;
        static_cast<Synthetic&>(next) = Synthetic::play(move);
        return next;
    }
};

void extensions_look_deeper_and_exact_searches_do_without() {
    for (int seed = 0; seed < 100; ++seed) {
        const Turmoil game(seed);
        SearchOptions exact;
        exact.exact = true;
        TranspositionTable one(1), other(1);
        SearchLimits limits;
        limits.depth = 2;
        CHECK(search(game, one, limits, exact, judge).lines[0].value == brute_force(game, 2));
        CHECK(search(game, other, limits, SearchOptions{}, judge).lines[0].value == brute_force(game, 5));
    }
}

void one_thread_repeats_exactly() {
    for (int seed = 0; seed < 20; ++seed) {
        TranspositionTable one(1), other(1);
        const auto first = run(Synthetic(seed), 7, {}, one), second = run(Synthetic(seed), 7, {}, other);
        CHECK(first.counts.nodes == second.counts.nodes);
        CHECK(first.lines[0].value == second.lines[0].value);
    }
}

void limits_stop_it() {
    TranspositionTable table(1);
    SearchLimits limits;
    limits.nodes = 100;
    const auto few = search(Synthetic(7), table, limits, SearchOptions{}, judge);
    CHECK(few.counts.nodes <= 101);
    CHECK(few.stopped == Stopped::nodes || few.proven);
    SearchLimits polled;
    int polls = 0;
    polled.poll = [&] { return ++polls > 0; };
    const auto asked = search(Synthetic(3), table, polled, SearchOptions{}, judge);
    CHECK(asked.stopped == Stopped::cancelled || asked.proven);
}

void proofs_are_right() {
    for (int seed = 0; seed < 300; ++seed) {
        const Synthetic game(seed);
        const Value truth = brute_force(game, -1);
        ProofNumberSearch<Synthetic> prover(1);
        for (const Value goal : {-19, -5, 0, 1, 7, truth, truth + 1}) {
            const Proof proof = prover.prove(game, goal, {});
            CHECK(proof.verdict == (truth >= goal ? Verdict::yes : Verdict::no));
        }
    }
}

void the_table_keeps_what_it_is_told() {
    TranspositionTable table(1);
    Random random(1);
    for (int number = 0; number < 100000; ++number) {
        const Key key = random.next();
        const TableEntry known{static_cast<Value>(random.below(2000000)) - 1000000, static_cast<int>(random.below(4096)),
                          static_cast<int>(random.below(1024)), static_cast<Bound>(1 + random.below(3))};
        table.store(key, known);
        const auto found = table.probe(key);
        CHECK(found && found->value == known.value && found->depth == known.depth && found->move == known.move &&
              found->bound == known.bound);
        CHECK(!table.probe(key ^ 1));
    }
    table.clear();
    CHECK(!table.probe(0));
}

}  // namespace

int main() {
    values_are_right();
    a_used_table_does_no_harm();
    lines_are_sorted_and_right();
    extensions_look_deeper_and_exact_searches_do_without();
    one_thread_repeats_exactly();
    limits_stop_it();
    proofs_are_right();
    the_table_keeps_what_it_is_told();
    return report("engine");
}
