// Pac-Man: random games keep their accounts, and the searches over games with chance agree with a few lines of recursion.
// The rules themselves are compared with a second, plain version in the tests of Python.
#include "zermelo/games/pacman/notation.hpp"

#include <cmath>

#include "check.hpp"
#include "zermelo/search/search.hpp"
#include "zermelo/search/expectiminimax.hpp"
#include "zermelo/search/mcts.hpp"

using namespace zermelo;
using namespace zermelo::pacman;

namespace {

const char* const layouts[] = {
    "%%%%%%%%%%%\n%Go.P.o..G%\n%.%.%%%.%.%\n%.o..G..o.%\n%%%%%%%%%%%\n",
    "%%%%%%%\n%P...G%\n%%%%%%%\n",
    "%%%%%%%\n%P.%G%%\n%%%%%%%\n",  // a ghost that is walled in
    ".P.\n...\n..G\n",              // no walls at all
};

Pacman begin(const char* text, Role role) {
    std::string error;
    const auto layout = read_layout(text, error);
    CHECK(layout.has_value());
    return Pacman(*layout, role);
}

double static_value(const Pacman& game) {
    std::array<std::int32_t, Pacman::feature_names.size()> features{};
    game.features(features.data());
    return features[0] - 2.5 * features[1] + 0.5 * features[4];
}

void accounts() {
    for (const char* text : layouts)
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            Random random(seed);
            Pacman game = begin(text, Role::directional);
            const int food = game.food_left();
            int moves_made = 0, eaten = 0;
            while (!game.over() && moves_made < 300) {
                Moves<Pacman> moves;
                game.moves(moves);
                CHECK(!moves.empty());
                if (game.agent()) {
                    Probabilities<Pacman> chances;
                    Moves<Pacman> listed;
                    game.chances(listed, chances);
                    CHECK(std::equal(listed.begin(), listed.end(), moves.begin(), moves.end()));
                    double sum = 0;
                    for (std::size_t at = 0; at < moves.size(); ++at) sum += chances[at];
                    CHECK(std::abs(sum - 1) < 1e-12);
                }
                moves_made += game.agent() == 0;
                const Pacman next = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
                for (int gain = next.score() - game.score(); gain > 150; gain -= 200) eaten += gain < 500 || next.outcome() != Outcome::won;
                std::string error;
                const auto again = NotationReader(error).read(write_notation(next));
                CHECK(again && *again == next && again->key() == next.key());
                game = next;
            }
            const int ended = game.outcome() == Outcome::won ? 500 : game.outcome() == Outcome::lost ? -500 : 0;
            CHECK((game.score() - (10 * (food - game.food_left()) - moves_made + ended)) % 200 == 0);
        }
}

double value(const Pacman& game, int depth) {
    if (game.over()) return game.score();
    if (depth == 0) return static_value(game);
    Moves<Pacman> moves;
    Probabilities<Pacman> chances{};
    if (game.player() < 0) game.chances(moves, chances);
    else game.moves(moves);
    double best = game.player() < 0 ? 0 : game.player() == 0 ? -1e9 : 1e9;
    for (std::size_t at = 0; at < moves.size(); ++at) {
        const double worth = value(game.play(moves[at]), depth - 1);
        best = game.player() < 0 ? best + chances[at] * worth : game.player() == 0 ? std::max(best, worth) : std::min(best, worth);
    }
    return best;
}

double best_of(const Pacman& game, const ExpectedOutcome<Pacman>& found) {
    double best = game.player() == 0 ? -1e9 : 1e9;
    for (const auto& each : found.last.moves) best = game.player() == 0 ? std::max(best, each.value) : std::min(best, each.value);
    return best;
}

void searches() {
    SearchLimits limits;
    limits.depth = 6;
    for (const char* text : layouts)
        for (const Role role : {Role::min, Role::random, Role::directional, Role::max}) {
            const Pacman game = begin(text, role);
            Moves<Pacman> moves;
            game.moves(moves);
            const double known = value(game, limits.depth);
            const auto plain = expect(game, moves, limits, Pruning::none, false, static_value);
            CHECK(std::abs(best_of(game, plain) - known) < 1e-6);
            const auto deepened = expect(game, moves, limits, Pruning::none, true, static_value);
            CHECK(std::abs(best_of(game, deepened) - known) < 1e-6);
            CHECK(static_cast<int>(deepened.history.size()) == deepened.last.depth);
            for (const Pruning star : {Pruning::star1, Pruning::star2}) {
                const auto bounded = expect(game, moves, limits, star, false, static_value, {}, {-1e4, 1e4});
                CHECK(std::abs(best_of(game, bounded) - known) < 1e-6);
                CHECK(!bounded.outside);
                const auto wrong = expect(game, moves, limits, star, false, static_value, {}, {1e5, 1e6});
                CHECK(wrong.outside && *wrong.outside < 1e5);
            }
            if (game.has_chance()) continue;
            const auto pruned = expect(game, moves, limits, Pruning::alpha_beta, false, static_value);
            CHECK(std::abs(best_of(game, pruned) - known) < 1e-6);
            CHECK(pruned.counts.nodes <= plain.counts.nodes);
            TranspositionTable table(1);
            SearchOptions options;
            options.exact = true;
            const auto engine = search(game, table, limits, options, [](const Pacman& each) {
                return static_cast<Value>(std::lround(static_value(each) * Pacman::unit)) * (each.player() == 0 ? 1 : -1);
            });
            CHECK(std::abs(engine.lines.front().value / double{Pacman::unit} - known) < 1e-6);
        }
}

void playouts() {
    const Pacman game = begin("%%%%%%%\n% P. G%\n%%%%%%%\n", Role::random);
    SearchLimits limits;
    std::atomic<bool> stop{false};
    Watch watch(limits, stop);
    MonteCarlo<Pacman, double (*)(const Pacman&)> search(static_value, {500, 12, 1.4, 3}, watch);
    CHECK(search.search(game));
    std::uint64_t visits = 0, most = 0;
    Pacman::Move best = 0;
    for (const auto& each : search.tried()) {
        visits += each.visits;
        if (each.visits > most) most = each.visits, best = each.move;
    }
    CHECK(visits == 500);
    CHECK(static_cast<Direction>(best) == Direction::east);  // the only food, and the game is won
}

}  // namespace

int main() {
    accounts();
    searches();
    playouts();
    return report("pacman");
}
