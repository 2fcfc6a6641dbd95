// Foreign games: behind the function table the engine finds the values of brute force, with every buffer size and with
// several threads; the trial accepts a correct game; and a function that fails ends the search with the first failure and its state.
#include <cstring>

#include "synthetic.hpp"
#include "values.hpp"
#include "zermelo/game/foreign.hpp"
#include "zermelo/game/foreign_trial.hpp"
#include "zermelo/search/reference.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;

namespace {

// The bytes of a state are a Synthetic game.
const Synthetic& of(const void* state) { return *static_cast<const Synthetic*>(state); }

std::int32_t start(void* state) {
    *static_cast<Synthetic*>(state) = Synthetic(1);
    return ZERMELO_OK;
}
std::int32_t view(const void* state, zermelo_view* view) {
    const Synthetic& game = of(state);
    *view = {game.player(), game.over(), game.player() == 0 ? game.payoff() : -game.payoff()};
    return ZERMELO_OK;
}
std::int32_t moves(const void* state, std::int32_t* out, std::int32_t* count) {
    List<int, Synthetic::max_moves> list;
    of(state).moves(list);
    *count = static_cast<std::int32_t>(list.size());
    std::copy(list.begin(), list.end(), out);
    return ZERMELO_OK;
}
std::int32_t play(void* state, std::int32_t move, zermelo_view* after) {
    *static_cast<Synthetic*>(state) = of(state).play(move);
    return view(state, after);
}
std::int32_t evaluate(const void* state, std::int32_t* value) {
    *value = of(state).player() == 0 ? of(state).evaluate() : -of(state).evaluate();
    return ZERMELO_OK;
}
std::int32_t failing_play(void* state, std::int32_t move, zermelo_view* after) {
    return of(state).ply == 4 ? 7 : play(state, move, after);
}

// Writes a player that there is not, with or without a status that says so.
template <std::int32_t status>
std::int32_t lying_play(void* state, std::int32_t move, zermelo_view* after) {
    if (of(state).ply != 4) return play(state, move, after);
    *after = {5, 0, 0};
    return status;
}

zermelo_game function_table() {
    zermelo_game game{};
    game.version = ZERMELO_GAME_VERSION, game.size = sizeof game, game.scale = 1;
    game.state_size = sizeof(Synthetic), game.most_moves = Synthetic::max_moves;
    game.start = start, game.view = view, game.moves = moves, game.play = play, game.evaluate = evaluate;
    return game;
}

template <class G>
Outcome<typename G::Move> run(const G& root, int depth, int threads) {
    TranspositionTable table(1);
    SearchRequest request;
    request.depth = depth;
    request.threads = threads;
    request.poll = [&] { return root.table().failed().load(); };
    return search(root, table, request, [](const G& game) { return game.evaluate(); });
}

template <class G>
G foreign(ForeignTable& table, const Synthetic& position) {
    return G(table, reinterpret_cast<const unsigned char*>(&position));
}

template <std::size_t Bytes, int MostMoves>
void test_values(int threads) {
    using G = ForeignGame<Bytes, MostMoves>;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Synthetic position(seed, static_cast<int>(seed & 1));
        ForeignTable table(function_table());
        const G root = foreign<G>(table, position);
        for (const int depth : {1, 3, 6}) CHECK(value_of(root, run(root, depth, threads)) == brute_force(position, depth));
        CHECK(!table.failed());
        CHECK(perft(root, 5) == perft(position, 5));
    }
}

void test_failures() {
    zermelo_game game = function_table();
    game.play = failing_play;
    for (const int threads : {1, 2}) {
        ForeignTable table(game);
        run(foreign<ForeignGame<64, 128>>(table, Synthetic(3)), 9, threads);
        CHECK(table.failed());
        CHECK(std::strcmp(table.first()->function, "play") == 0);
        CHECK(table.first()->status == 7 && table.first()->promise == nullptr && table.first()->move >= 0);
        Synthetic state;
        std::memcpy(&state, table.first()->state.data(), sizeof state);
        CHECK(state.ply == 4);
    }
    const auto first_failure = [&](auto* play) {
        game.play = play;
        ForeignTable table(game);
        run(foreign<ForeignGame<64, 128>>(table, Synthetic(3)), 9, 1);
        CHECK(table.failed());
        return *table.first();
    };
    CHECK(first_failure(lying_play<7>).status == 7 && first_failure(lying_play<7>).promise == nullptr);
    const auto broken = first_failure(lying_play<ZERMELO_OK>);
    CHECK(broken.status == ZERMELO_OK && broken.promise && std::strcmp(broken.promise, "the player must be 0 or 1") == 0);
    game.play = failing_play;
    CHECK(ForeignTrial(game).run(20, 100, 1).find("play gave the status 7 (after the moves ") == 0);
    CHECK(ForeignTrial(function_table()).run(20, 100, 1).empty());
}

}  // namespace

int main() {
    test_values<16, 32>(1);
    test_values<64, 128>(2);
    test_values<ZERMELO_LARGEST_STATE, ZERMELO_MOST_MOVES>(1);
    test_failures();
    return report("foreign");
}
