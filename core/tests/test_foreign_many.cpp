// Games from outside with chance and with three players: every search finds what brute force finds, the trial finds nothing wrong, and
// a function that fails ends each search with the first failure.
#include <cmath>
#include <cstring>
#include <functional>

#include "check.hpp"
#include "zermelo/games/foreign_alliance.hpp"
#include "zermelo/games/foreign_trial.hpp"
#include "zermelo/search/deepening.hpp"
#include "zermelo/search/expecting.hpp"
#include "zermelo/search/max_n.hpp"
#include "zermelo/search/monte_carlo.hpp"

using namespace zermelo;

namespace {

// A game made of a number: who moves, how many moves there are, how likely they are and what the end pays all come from it. Chance
// moves, or three players do.
struct Lot {
    std::uint64_t seed;
    std::int32_t height, many;
};

const Lot& of(const void* state) { return *static_cast<const Lot*>(state); }
int some(const Lot& lot, int shift, int of) { return static_cast<int>((mix(lot.seed) >> shift) % static_cast<std::uint64_t>(of)); }

std::int32_t start(void* state) {
    *static_cast<Lot*>(state) = {7, 5, 0};
    return ZERMELO_OK;
}
std::int32_t start_many(void* state) {
    *static_cast<Lot*>(state) = {7, 5, 1};
    return ZERMELO_OK;
}
std::int32_t view(const void* state, zermelo_view* view) {
    const Lot& lot = of(state);
    view->player = lot.many ? some(lot, 4, 3) : some(lot, 4, 3) - 1;
    view->over = lot.height == 0;
    view->utility = some(lot, 8, 41) - 20;
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
    Lot& lot = *static_cast<Lot*>(state);
    lot.seed = mix(lot.seed + static_cast<std::uint64_t>(move) + 1), --lot.height;
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

zermelo_game table_of(bool many) {
    zermelo_game game{};
    game.version = ZERMELO_GAME_VERSION, game.size = sizeof game, game.scale = 4, game.state_size = sizeof(Lot), game.most_moves = 4;
    game.view = view, game.moves = moves, game.play = play;
    game.start = many ? start_many : start;
    if (many) game.players = 3, game.payoffs = payoffs, game.evaluate = payoffs;
    else game.chances = chances, game.evaluate = evaluate;
    return game;
}

using G = ForeignGame<64, 128>;
using CoalitionView = ForeignAlliance<64, 128>;

G game_of(ForeignTable& table, std::uint64_t seed) {
    const Lot lot{seed, 5, table.game.payoffs ? 1 : 0};
    return G(table, reinterpret_cast<const unsigned char*>(&lot));
}

double brute_force(const G& game, int depth) {
    if (game.over()) return game.worth();
    if (depth == 0) return game.judged_worth();
    Moves<G> moves;
    Probabilities<G> odds{};
    game.player() < 0 ? game.chances(moves, odds) : game.moves(moves);
    double best = game.player() < 0 ? 0 : game.player() == 0 ? -1e9 : 1e9;
    for (std::size_t at = 0; at < moves.size(); ++at) {
        const double worth = brute_force(game.play(moves[at]), depth - 1);
        best = game.player() < 0 ? best + odds[at] * worth : game.player() == 0 ? std::max(best, worth) : std::min(best, worth);
    }
    return best;
}

void averages_are_right() {
    const auto judge = [](const G& at) { return at.judged_worth(); };
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        ForeignTable table(table_of(false));
        const G root = game_of(table, seed);
        if (root.player() < 0) continue;
        Moves<G> moves;
        root.moves(moves);
        SearchLimits limits;
        limits.depth = 1 + static_cast<int>(seed % 5);
        const double expected = brute_force(root, limits.depth);
        for (const Pruning pruning : {Pruning::none, Pruning::star1, Pruning::star2}) {
            const auto found = expect(root, moves, limits, pruning, true, judge, {}, {-5, 5});
            double best = root.player() == 0 ? -1e9 : 1e9;
            for (const auto& each : found.last.moves) best = root.player() == 0 ? std::max(best, each.value) : std::min(best, each.value);
            CHECK(std::abs(best - expected) < 1e-9 && !found.outside);
        }
        CHECK(!table.failed());
    }
}

// What those partners get who have a bit in `partners`, or what everybody gets who plays for themselves.
Payoffs share(const G& game, int depth, std::uint32_t partners) {
    if (game.over()) return game.payoffs();
    if (depth == 0) return game.judged_payoffs();
    const auto together = [&](const Payoffs& worth) {
        double sum = 0;
        for (std::size_t at = 0; at < worth.size(); ++at) sum += partners >> at & 1 ? worth[at] : 0;
        return sum;
    };
    const auto own = static_cast<std::size_t>(game.player());
    Moves<G> moves;
    game.moves(moves);
    Payoffs best;
    for (const auto move : moves) {
        const Payoffs worth = share(game.play(move), depth - 1, partners);
        const bool better = best.empty() || (partners ? (partners >> own & 1) ? together(worth) > together(best) : together(worth) < together(best)
                                                      : worth[own] > best[own]);
        if (better) best = worth;
    }
    return best;
}

void players_are_right() {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        ForeignTable table(table_of(true));
        const G root = game_of(table, seed);
        Moves<G> moves;
        root.moves(moves);
        SearchLimits limits;
        limits.depth = 1 + static_cast<int>(seed % 5);
        const auto own = static_cast<std::size_t>(root.player());
        const auto found = max_n(root, moves, limits, {}, true, [](const G& at) { return at.judged_payoffs(); });
        Payoffs best = found.last.moves.front().value;
        for (const auto& each : found.last.moves)
            if (each.value[own] > best[own]) best = each.value;
        const Payoffs expected = share(root, limits.depth, 0);
        CHECK(std::equal(best.begin(), best.end(), expected.begin(), expected.end()));
        for (const std::uint32_t partners : {1u, 2u, 5u, 7u}) {
            TranspositionTable memory(1);
            SearchOptions options;
            options.threads = 1 + static_cast<int>(seed % 2);
            const CoalitionView allied(root, partners);
            const auto played = search(allied, memory, limits, options, [](const CoalitionView& at) { return at.evaluate(); });
            const Payoffs shared = share(root, limits.depth, partners);
            double sum = 0;
            for (std::size_t at = 0; at < shared.size(); ++at) sum += partners >> at & 1 ? shared[at] : 0;
            CHECK(played.lines.front().value == (allied.player() == 0 ? 1 : -1) * std::lround(4 * sum));
        }
        CHECK(!table.failed());
    }
}

void failures_are_kept() {
    const auto judge = [](const G& at) { return at.judged_worth(); };
    const auto shared = [](const G& at) { return at.judged_payoffs(); };
    for (int each = 0; each < 3; ++each) {
        zermelo_game game = table_of(each == 2);
        if (each == 0) game.chances = failing_chances;
        if (each == 1) game.chances = empty_chances;
        if (each == 2) game.payoffs = failing_payoffs;
        CHECK(!ForeignTrial(game).run(20, 100, 1).empty());
        for (int search = 0; search < 3; ++search) {
            ForeignTable table(game);
            for (std::uint64_t seed = 0; seed < 20; ++seed) {
                const G root = game_of(table, seed);
                Moves<G> moves;
                root.moves(moves);
                SearchLimits limits;
                std::atomic<bool> stop{false};
                Watch watch(limits, stop);
                if (search == 0 && each < 2) expect(root, moves, limits, Pruning::star2, false, judge, {}, {-5, 5});
                else if (search == 1) max_n(root, moves, limits, {}, false, shared);
                else MonteCarlo<G, decltype(shared)>(shared, {50}, watch).search(root);
            }
            CHECK(table.failed());
            CHECK(std::strcmp(table.first()->function, each == 2 ? "payoffs" : "chances") == 0);
        }
    }
    for (const bool many : {false, true}) CHECK(ForeignTrial(table_of(many)).run(20, 100, 1).empty());
}

}  // namespace

int main() {
    averages_are_right();
    players_are_right();
    failures_are_kept();
    return report("foreign_many");
}
