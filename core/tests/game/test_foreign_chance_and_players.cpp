// Foreign games with chance and with three players: every search finds the values of brute force, CoalitionView too; the trial
// accepts correct games; and a function that fails ends each search with the first failure.
#include <cmath>
#include <cstring>

#include "mcts_alone.hpp"
#include "values.hpp"
#include "zermelo/game/coalition.hpp"
#include "zermelo/game/foreign_trial.hpp"
#include "zermelo/search/expectiminimax.hpp"
#include "zermelo/search/max_n.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;

namespace {

// A random game: its seed determines who moves, the number of moves, their weights and the payoffs. It has two players and
// chance, or three players.
struct RandomGame {
    std::uint64_t seed;
    std::int32_t height, three_players;
};

const RandomGame& of(const void* state) { return *static_cast<const RandomGame*>(state); }
// A number below `limit`, from the bits of the seed from `shift` on.
int some(const RandomGame& game, int shift, int limit) { return static_cast<int>((mix(game.seed) >> shift) % static_cast<std::uint64_t>(limit)); }

std::int32_t start(void* state) {
    *static_cast<RandomGame*>(state) = {7, 5, 0};
    return ZERMELO_OK;
}
std::int32_t start_three_players(void* state) {
    *static_cast<RandomGame*>(state) = {7, 5, 1};
    return ZERMELO_OK;
}
std::int32_t view(const void* state, zermelo_view* view) {
    const RandomGame& game = of(state);
    view->player = game.three_players ? some(game, 4, 3) : some(game, 4, 3) - 1;
    view->over = game.height == 0;
    view->utility = some(game, 8, 41) - 20;
    return ZERMELO_OK;
}
std::int32_t moves(const void* state, std::int32_t* out, std::int32_t* count) {
    *count = 1 + some(of(state), 16, 4);
    for (std::int32_t at = 0; at < *count; ++at) out[at] = 3 * at;
    return ZERMELO_OK;
}
std::int32_t chances(const void* state, std::int32_t* out, std::int64_t* weights, std::int32_t* count) {
    moves(state, out, count);
    for (std::int32_t at = 0; at < *count; ++at) weights[at] = 1 + some(of(state), 20 + 4 * at, 5);
    return ZERMELO_OK;
}
std::int32_t play(void* state, std::int32_t move, zermelo_view* after) {
    RandomGame& game = *static_cast<RandomGame*>(state);
    game.seed = mix(game.seed + static_cast<std::uint64_t>(move) + 1), --game.height;
    return view(state, after);
}
std::int32_t payoffs(const void* state, std::int32_t* out) {
    for (int at = 0; at < 3; ++at) out[at] = some(of(state), 8 * at, 9);
    return ZERMELO_OK;
}
std::int32_t evaluate(const void* state, std::int32_t* value) {
    zermelo_view here{};
    view(state, &here);
    *value = here.utility;
    return ZERMELO_OK;
}
std::int32_t failing_chances(const void*, std::int32_t*, std::int64_t*, std::int32_t*) { return 7; }
std::int32_t empty_chances(const void*, std::int32_t*, std::int64_t*, std::int32_t* count) { return *count = 0; }
std::int32_t failing_payoffs(const void*, std::int32_t*) { return 7; }

zermelo_game function_table(bool three_players) {
    zermelo_game game{};
    game.version = ZERMELO_GAME_VERSION, game.size = sizeof game, game.scale = 4, game.state_size = sizeof(RandomGame), game.most_moves = 4;
    game.view = view, game.moves = moves, game.play = play;
    game.start = three_players ? start_three_players : start;
    if (three_players) game.players = 3, game.payoffs = payoffs, game.evaluate = payoffs;
    else game.chances = chances, game.evaluate = evaluate;
    return game;
}

using G = ForeignGame<64, 128>;

const auto static_worth = [](const G& game) { return game.static_worth(); };
const auto static_payoffs = [](const G& game) { return game.static_payoffs(); };

G foreign(ForeignTable& table, std::uint64_t seed) {
    const RandomGame game{seed, 5, table.game.payoffs ? 1 : 0};
    return G(table, reinterpret_cast<const unsigned char*>(&game));
}

// Expectiminimax by its definition: MAX's value.
double brute_force(const G& game, int depth) {
    if (game.over()) return game.worth();
    if (depth == 0) return game.static_worth();
    Moves<G> moves;
    Probabilities<G> probabilities{};
    game.player() < 0 ? game.chances(moves, probabilities) : game.moves(moves);
    double best = game.player() < 0 ? 0 : game.player() == 0 ? -1e9 : 1e9;
    for (std::size_t at = 0; at < moves.size(); ++at) {
        const double worth = brute_force(game.play(moves[at]), depth - 1);
        best = game.player() < 0 ? best + probabilities[at] * worth : game.player() == 0 ? std::max(best, worth) : std::min(best, worth);
    }
    return best;
}

void test_expectiminimax() {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        ForeignTable table(function_table(false));
        const G root = foreign(table, seed);
        if (root.player() < 0) continue;
        Moves<G> moves;
        root.moves(moves);
        SearchRequest request;
        request.depth = 1 + static_cast<int>(seed % 5);
        request.bounds = ValueRange{-5, 5};
        const double expected = brute_force(root, request.depth);
        for (const Pruning pruning : {Pruning::none, Pruning::star1, Pruning::star2}) {
            request.pruning = pruning;
            const auto outcome = expectiminimax(root, moves, request, static_worth);
            CHECK(std::abs(best_worth(root, outcome) - expected) < 1e-9 && !outcome.outside);
        }
        CHECK(!table.failed());
    }
}

double sum_of(const Payoffs& payoffs, std::uint32_t partners) {
    double sum = 0;
    for (std::size_t player = 0; player < payoffs.size(); ++player) sum += partners >> player & 1 ? payoffs[player] : 0;
    return sum;
}

// Everybody's payoffs by brute force: partners (one bit per player) maximise their sum and the others minimise it; without
// partners everybody maximises their own payoff.
Payoffs brute_force_payoffs(const G& game, int depth, std::uint32_t partners) {
    if (game.over()) return game.payoffs();
    if (depth == 0) return game.static_payoffs();
    const auto player = static_cast<std::size_t>(game.player());
    Moves<G> moves;
    game.moves(moves);
    Payoffs best;
    for (const auto move : moves) {
        const Payoffs worth = brute_force_payoffs(game.play(move), depth - 1, partners);
        const double gain = best.empty() ? 1 : partners ? sum_of(worth, partners) - sum_of(best, partners) : worth[player] - best[player];
        if (best.empty() || (partners && !(partners >> player & 1) ? gain < 0 : gain > 0)) best = worth;
    }
    return best;
}

void test_max_n() {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        ForeignTable table(function_table(true));
        const G root = foreign(table, seed);
        Moves<G> moves;
        root.moves(moves);
        SearchRequest request;
        request.depth = 1 + static_cast<int>(seed % 5);
        const auto player = static_cast<std::size_t>(root.player());
        const auto outcome = max_n(root, moves, request, static_payoffs);
        Payoffs best = outcome.moves.front().worth;
        for (const auto& move : outcome.moves)
            if (move.worth[player] > best[player]) best = move.worth;
        const Payoffs expected = brute_force_payoffs(root, request.depth, 0);
        CHECK(std::equal(best.begin(), best.end(), expected.begin(), expected.end()));
        CHECK(!table.failed());
    }
}

// Every coalition of three players, at every depth, with one and with two threads.
void test_coalitions() {
    int max_to_move = 0, min_to_move = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        ForeignTable table(function_table(true));
        const G root = foreign(table, seed);
        for (std::uint32_t partners = 1; partners < 8; ++partners) {
            const CoalitionView<G> view(root, partners);
            CHECK(view.player() == (partners >> root.player() & 1 ? 0 : 1));
            ++(view.player() == 0 ? max_to_move : min_to_move);
            for (int depth = 1; depth <= 5; ++depth) {
                TranspositionTable memory(1);
                SearchRequest request;
                request.depth = depth;
                request.threads = 1 + static_cast<int>(seed % 2);
                const auto outcome = search(view, memory, request, [](const CoalitionView<G>& at) { return at.evaluate(); });
                const double expected = sum_of(brute_force_payoffs(root, depth, partners), partners);
                // MAX's, in reported units, whoever moves.
                CHECK(outcome.moves.front().worth.size() == 1 && std::abs(outcome.moves.front().worth[0] - expected) < 1e-9);
                CHECK(value_of(view, outcome) == (view.player() == 0 ? 1 : -1) * std::lround(4 * expected));
                const G child = root.play(outcome.moves.front().line.front());
                CHECK(std::abs(sum_of(brute_force_payoffs(child, depth - 1, partners), partners) - expected) < 1e-9);
            }
        }
        CHECK(!table.failed());
    }
    CHECK(max_to_move > 20 && min_to_move > 20);
}

// A position with three possible players to move and always the same key.
struct SameKey {
    using Move = int;
    static constexpr int max_moves = 1;
    int to_move;

    int player() const { return to_move; }
    bool over() const { return false; }
    void moves(List<Move, max_moves>& list) const { list.push_back(0); }
    SameKey play(Move) const { return {(to_move + 1) % 3}; }
    Payoffs payoffs() const { return {}; }
    Key key() const { return 5; }
    void fail(const char*, const char*) const {}
};

// Two opponents are both MIN, but it matters which of them moves: the keys differ.
void test_coalition_keys() {
    const CoalitionView<SameKey> first({1}, 1), second({2}, 1);
    CHECK(first.player() == 1 && second.player() == 1 && first.key() != second.key());
}

std::int32_t huge_payoffs(const void*, std::int32_t* out) {
    std::fill_n(out, 3, 100'000'000);
    return ZERMELO_OK;
}

// Payoffs that fit one by one may not fit as a sum: that is a failure of the game, not a wrong value.
void test_coalition_overflow() {
    zermelo_game game = function_table(true);
    game.payoffs = huge_payoffs;
    ForeignTable table(game);
    G root = foreign(table, 1);
    while (!root.over()) {
        Moves<G> moves;
        root.moves(moves);
        root = root.play(moves[0]);
    }
    CHECK(CoalitionView<G>(root, 1).payoff() != 0 && !table.failed());
    CHECK(CoalitionView<G>(root, 3).payoff() == 0 && table.failed());
    CHECK(std::strcmp(table.first()->function, "payoffs") == 0);
}

void test_failures() {
    enum Fault { failing, empty, payoffs_fail };
    enum Method { averages, max_n_search, simulations };
    for (const Fault fault : {failing, empty, payoffs_fail}) {
        zermelo_game game = function_table(fault == payoffs_fail);
        if (fault == failing) game.chances = failing_chances;
        if (fault == empty) game.chances = empty_chances;
        if (fault == payoffs_fail) game.payoffs = failing_payoffs;
        CHECK(!ForeignTrial(game).run(20, 100, 1).empty());
        for (const Method method : {averages, max_n_search, simulations}) {
            ForeignTable table(game);
            for (std::uint64_t seed = 0; seed < 20; ++seed) {
                const G root = foreign(table, seed);
                Moves<G> moves;
                root.moves(moves);
                SearchRequest request;
                request.deepening = false;
                request.pruning = Pruning::star2;
                request.bounds = ValueRange{-5, 5};
                request.simulations = 50;
                if (method == averages && fault != payoffs_fail) expectiminimax(root, moves, request, static_worth);
                else if (method == max_n_search) max_n(root, moves, request, static_payoffs);
                else mcts_alone(root, request, static_payoffs);
            }
            CHECK(table.failed());
            CHECK(std::strcmp(table.first()->function, fault == payoffs_fail ? "payoffs" : "chances") == 0);
        }
    }
    for (const bool three_players : {false, true}) CHECK(ForeignTrial(function_table(three_players)).run(20, 100, 1).empty());
}

}  // namespace

int main() {
    test_expectiminimax();
    test_max_n();
    test_coalitions();
    test_coalition_keys();
    test_coalition_overflow();
    test_failures();
    return report("foreign, chance and players");
}
