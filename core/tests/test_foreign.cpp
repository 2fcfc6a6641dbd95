// Games from outside: behind the table the engine finds what brute force finds, in rooms of every size, on several threads; the
// trial finds nothing wrong; and a function that fails ends the search with the first failure and where it was.
#include <cstring>

#include "check.hpp"
#include "synthetic.hpp"
#include "zermelo/games/foreign.hpp"
#include "zermelo/games/foreign_trial.hpp"
#include "zermelo/search/search.hpp"
#include "zermelo/search/reference.hpp"

using namespace zermelo;

namespace {

// Random games as bytes: the seed, the ply and the turn.
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

zermelo_game table_of() {
    zermelo_game game{};
    game.version = ZERMELO_GAME_VERSION, game.size = sizeof game, game.scale = 1;
    game.state_size = sizeof(Synthetic), game.most_moves = Synthetic::max_moves;
    game.start = start, game.view = view, game.moves = moves, game.play = play, game.evaluate = evaluate;
    return game;
}

template <class G>
SearchOutcome<G> find(ForeignTable& table, const Synthetic& position, int depth, int threads) {
    TranspositionTable memory(1);
    SearchLimits limits;
    limits.depth = depth;
    limits.poll = [&] { return table.failed().load(); };
    SearchOptions options;
    options.threads = threads;
    const G root(table, reinterpret_cast<const unsigned char*>(&position));
    return search(root, memory, limits, options, [](const G& game) { return game.evaluate(); });
}

template <std::size_t Bytes, int MostMoves>
void agrees_with_brute_force(int threads) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Synthetic position(seed);
        ForeignTable table(table_of());
        for (const int depth : {1, 3, 6}) {
            const auto found = find<ForeignGame<Bytes, MostMoves>>(table, position, depth, threads);
            CHECK(found.lines.front().value == brute_force(position, depth));
        }
        CHECK(!table.failed());
        const ForeignGame<Bytes, MostMoves> root(table, reinterpret_cast<const unsigned char*>(&position));
        CHECK(perft(root, 5) == perft(position, 5));
    }
}

void failures_are_kept() {
    zermelo_game game = table_of();
    game.play = failing_play;
    for (const int threads : {1, 2}) {
        ForeignTable table(game);
        find<ForeignGame<64, 128>>(table, Synthetic(3), 9, threads);
        CHECK(table.failed());
        CHECK(std::strcmp(table.first()->function, "play") == 0);
        CHECK(table.first()->status == 7 && table.first()->promise == nullptr && table.first()->move >= 0);
        Synthetic where;
        std::memcpy(&where, table.first()->state.data(), sizeof where);
        CHECK(where.ply == 4);
    }
    CHECK(ForeignTrial(game).run(20, 100, 1).find("play gave the status 7 (after the moves ") == 0);
    CHECK(ForeignTrial(table_of()).run(20, 100, 1).empty());
}

}  // namespace

int main() {
    agrees_with_brute_force<16, 32>(1);
    agrees_with_brute_force<64, 128>(2);
    agrees_with_brute_force<ZERMELO_LARGEST_STATE, ZERMELO_MOST_MOVES>(1);
    failures_are_kept();
    return report("foreign");
}
