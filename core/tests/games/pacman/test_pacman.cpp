// Pac-Man: scores of random games add up, and the searches agree with brute force. The Python tests compare the rules with a
// second implementation.
#include <cmath>
#include <string>
#include <utility>

#include "mcts_alone.hpp"
#include "values.hpp"
#include "zermelo/base/checksum.hpp"
#include "zermelo/games/pacman/notation.hpp"
#include "zermelo/search/expectiminimax.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;
using namespace zermelo::pacman;
using GameOutcome = pacman::Outcome;  // not that of a search

namespace {

const char* const layouts[] = {
    "%%%%%%%%%%%\n%Go.P.o..G%\n%.%.%%%.%.%\n%.o..G..o.%\n%%%%%%%%%%%\n",
    "%%%%%%%\n%P...G%\n%%%%%%%\n",
    "%%%%%%%\n%P.%G%%\n%%%%%%%\n",  // a ghost behind walls
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

// By definition: a cell is one step further than the nearest of its neighbours.
void test_distances() {
    for (const char* text : layouts) {
        const Pacman game = begin(text, Role::min);
        const Maze& maze = game.maze();
        for (Cell from = 0; from < maze.cells(); ++from) {
            for (Cell to = 0; to < maze.cells(); ++to) {
                int nearest = nowhere;
                for (const Direction direction : directions)
                    if (maze.open(to, direction)) nearest = std::min(nearest, maze.distance(from, maze.next(to, direction)));
                CHECK(maze.distance(from, to) == (from == to ? 0 : nearest == nowhere ? nowhere : nearest + 1));
            }
            const Cell* const near = maze.food_near(from);
            CHECK(std::is_sorted(near, near + game.food_left(), [&](Cell a, Cell b) { return maze.distance(from, a) < maze.distance(from, b); }));
        }
    }
}

// What is written of each position, its features and its probabilities, as a checksum that changes only when the rules do.
std::string trace_of(const Pacman& game) {
    std::array<std::int32_t, Pacman::feature_names.size()> features{};
    game.features(features.data());
    std::string trace = write_notation(game);
    for (const std::int32_t feature : features) trace += ' ' + std::to_string(feature);
    if (game.agent() && !game.over()) {
        Probabilities<Pacman> chances;
        Moves<Pacman> moves;
        game.chances(moves, chances);
        for (std::size_t at = 0; at < moves.size(); ++at) trace += ' ' + std::to_string(std::lround(chances[at] * 1000));
    }
    return trace + '\n';
}

void test_random_games() {
    std::string trace;
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
                for (int gain = next.score() - game.score(); gain > 150; gain -= 200) eaten += gain < 500 || next.outcome() != GameOutcome::won;
                std::string error;
                const auto again = NotationReader(error).read(write_notation(next));
                CHECK(again && *again == next && again->key() == next.key());
                game = next;
                trace += trace_of(game);
            }
            const int ended = game.outcome() == GameOutcome::won ? 500 : game.outcome() == GameOutcome::lost ? -500 : 0;
            CHECK((game.score() - (10 * (food - game.food_left()) - moves_made + ended)) % 200 == 0);
        }
    const std::uint32_t checksum = crc32({reinterpret_cast<const std::uint8_t*>(trace.data()), trace.size()});
    if (checksum != 2852297498u) std::printf("random games: checksum %u\n", checksum);
    CHECK(checksum == 2852297498u);
}

std::string repeated(std::string_view text, int times) {
    std::string out;
    for (int time = 0; time < times; ++time) out += text;
    return out;
}

void test_layouts() {
    std::string error;
    const std::string wide = "P" + repeated(".", 63) + "\n", row = repeated(".", 64) + "\n", wall = repeated("%", 64) + "\n";
    const std::string accepted[] = {
        "P.GGGGGGGG\n",                            // 8 ghosts
        "P." + repeated("o", 62) + "\noo" + repeated(" ", 62) + "\n",  // 64 capsules
        wide,                                      // 64 columns
        "P\n" + repeated(".\n", 63),              // 64 lines
        wide + repeated(row, 15) + repeated(wall, 48),  // 1024 cells
        "%%%%\r\n%P.%\r\n%%%%\r\n\r\n\n",
    };
    for (const std::string& text : accepted) CHECK(read_layout(text, error));
    const std::pair<std::string, const char*> refused[] = {
        {"", "line 1, column 1: the layout is empty"},
        {"%%%%\n%. %\n%%%%\n", "no Pac-Man: put a P into it (line 1, column 1 to line 3, column 4)"},
        {"%%%%\n%P %\n%%%%\n", "no food"},
        {"%%%%\n%P.%\n%%%\n", "line 3, column 4: this row has 3 characters, and the first one has 4"},
        {"%%%%\n%P.%%%\n%%%%\n", "line 2, column 5: this row has 6 characters"},
        {"%%%%%\n%P%.%\n%%%%%\n", "line 2, column 4: this food cannot be reached"},
        {"%%%%%\n%P.%%\n%%%o%\n%%%%%\n", "line 3, column 4: this capsule cannot be reached"},
        {"%Px%\n", "line 1, column 3: 'x' means nothing"},
        {"%P\x1f%\n", "a control character means nothing"},
        {"%P\x7f%\n", "a control character means nothing"},
        {"%P-%\n", "'-' means nothing"},
        {"%P\xc3\xa9.%\n", "'\xc3\xa9' means nothing"},
        {"%P\xe2\x82\xac.%\n", "'\xe2\x82\xac' means nothing"},
        {"%P\xf0\x9f\x91\xbb.%\n", "'\xf0\x9f\x91\xbb' means nothing"},
        {"%PP.\n", "line 1, column 3: there is a second P"},
        {"P.GGGGGGGGG\n", "line 1, column 11: a layout has at most 8 ghosts"},
        {"P." + repeated("o", 62) + "\nooo" + repeated(" ", 61) + "\n", "line 2, column 3: a layout has at most 64 capsules"},
        {"P" + repeated(".", 64) + "\n", "line 1, column 65: a layout has at most 64 lines and columns"},
        {"P\n" + repeated(".\n", 64), "line 65, column 1: a layout has at most 64"},
        {wide + repeated(row, 15) + "." + repeated("%", 63) + "\n", "1025 cells without a wall, and 1024 is the most"},
    };
    for (const auto& [text, sentence] : refused) CHECK(!read_layout(text, error) && error.find(sentence) != error.npos);
}

void test_notation() {
    std::string error;
    for (const char* text : {
             "%%%%%%/%.--G%/%%%%%% 1 -3 3,2 5,2,W+,12 min", "%%%%%/%.-G%/%%%%% 0 -1000000 3,2 4,2,-,0 max", "%.-% 0 1000000 3,1",
             "%.-G% 0 0 3,1 2,1,E,40 random", "%.-G% lost:0 0 3,1 3,1,E,0 directional", "%--G% won:1 0 3,1 2,1,E,0 min",
             "%.-G% 1 0 4,1 4,1,-,0 min",  // eaten at home
         }) {
        const auto game = NotationReader(error).read(text);
        if (!game) std::printf("%s: %s\n", text, error.c_str());
        CHECK(game && write_notation(*game) == text);
    }
    const std::pair<const char*, const char*> refused[] = {
        {"%.-G% 1 0 3,1 4,1,-,0 min\x1f", "without control characters"},
        {"%.-% 0 0", "has a maze, the agent to move, the score"},
        {"%.-% 0 0 3", "'3' does not begin with a column and a line"},
        {"%.-% 0 0 0,1", "does not begin with a column and a line"},
        {"%.-% 0 0 3,65", "does not begin with a column and a line"},
        {"%.-% 0 0 3x,1", "does not begin with a column and a line"},
        {"%.-% 0 0 1,1", "line 1, column 1: Pac-Man would be in a wall"},
        {"%.-% 0 0 3,2", "line 2, column 3: Pac-Man would be in a wall"},
        {"%.-P 0 0 3,1", "there is a second P"},
        {"%.-G% 0 0 3,1 4,1,-,0", "the maze has 1 ghosts, so 1 places of ghosts and then their roles must follow"},
        {"%.-% 0 0 3,1 min", "the maze has 0 ghosts"},
        {"%.-% 1 0 3,1", "'1' does not say which agent moves: a number from 0 to 0"},
        {"%.-% -1 0 3,1", "does not say which agent moves"},
        {"%.-G% 2 0 3,1 4,1,-,0 min", "does not say which agent moves: a number from 0 to 1"},
        {"%.-% lost: 0 3,1", "does not say which agent moves"},
        {"%.-% drawn:0 0 3,1", "does not say which agent moves"},
        {"%--% 0:won:0 0 3,1", "does not say which agent moves"},
        {"%.-% 0 1000001 3,1", "'1000001' is not a score"},
        {"%.-% 0 -1000001 3,1", "is not a score"},
        {"%.-% 0 x 3,1", "is not a score"},
        {"%.-G% 0 0 3,1 a,1,-,0 min", "'a,1,-,0' does not begin with a column and a line"},
        {"%.-G% 0 0 3,1 5,1,-,0 min", "line 1, column 5: a ghost would be in a wall"},
        {"%.-G% 0 0 3,1 4,1 min", "is not a ghost"},
        {"%.-G% 0 0 3,1 4,1,,0 min", "is not a ghost"},
        {"%.-G% 0 0 3,1 4,1,X,0 min", "is not a ghost"},
        {"%.-G% 0 0 3,1 4,1,W*,9 min", "is not a ghost"},
        {"%.-G% 0 0 3,1 4,1,W++,9 min", "is not a ghost"},
        {"%.-G% 0 0 3,1 4,1,W,41 min", "is not a ghost"},
        {"%.-G% 0 0 3,1 4,1,W,-1 min", "is not a ghost"},
        {"%.-G% 0 0 3,1 4,1,W,0,0 min", "is not a ghost"},
        {"%.-G% 0 0 2,1 4,1,W+,0 min", "only a scared ghost can be half way"},
        {"%.-G% 0 0 2,1 4,1,-+,5 min", "only a scared ghost can be half way"},
        {"%.-G% 0 0 2,1 4,1,E+,5 min", "only where there is no wall"},
        {"%.-G% 0 0 3,1 4,1,-,0 none", "'none' does not give each of the 1 ghosts a role"},
        {"%.-G% 0 0 3,1 4,1,-,0 min,min", "does not give each of the 1 ghosts a role"},
        {"%.-G% 0 0 2,1 4,1,-,0 min", "Pac-Man stands on food"},
        {"%--% 0 0 3,1", "there is no food left, so the game must be won"},
        {"%.-% won:0 0 3,1", "there is food left, so the game is not won"},
        {"%.-G% 0 0 3,1 3,1,W,0 min", "one of them was caught"},
        {"%.--G% 0 0 3,1 4,1,W+,5 min", "one of them was caught"},
        {"%.-G% lost:0 0 3,1 4,1,-,0 min", "so the game is not lost"},
    };
    for (const auto& [text, sentence] : refused) {
        error.clear();
        const bool read = NotationReader(error).read(text).has_value();
        if (read || error.find(sentence) == error.npos) std::printf("%s: %s\n", text, error.c_str());
        CHECK(!read && error.find(sentence) != error.npos);
    }
}

// A scared ghost moves half a cell at a time, and is back on a whole cell, right or above, when it is no longer scared.
void test_scared_ghosts() {
    const std::string row = "%G----.-% 1 0 8,1 ", column = "%%%/%G%/%-%/%-%/%.%/%-%/%%% 1 0 2,6 ";
    const struct {
        std::string maze, before;
        Direction direction;
        std::string after;
    } moves[] = {
        {row, "3,1,E,2", Direction::east, "3,1,E+,1"},    {row, "3,1,E+,2", Direction::east, "4,1,E,1"},
        {row, "3,1,E+,1", Direction::east, "4,1,E,0"},    {row, "3,1,E,1", Direction::east, "4,1,E,0"},
        {row, "5,1,W,1", Direction::west, "5,1,W,0"},     {row, "5,1,W+,1", Direction::west, "4,1,W,0"},
        {row, "3,1,E,0", Direction::east, "4,1,E,0"},     {column, "2,4,N,1", Direction::north, "2,3,N,0"},
        {column, "2,3,S,1", Direction::south, "2,3,S,0"},
    };
    for (const auto& [maze, before, direction, after] : moves) {
        std::string error;
        const auto game = NotationReader(error).read(maze + before + " min");
        CHECK(game);
        if (!game) continue;
        const std::string found = write_notation(game->play(static_cast<Pacman::Move>(direction)));
        CHECK(found.find(' ' + after + " min") != found.npos);
    }
}

// Expectiminimax by its definition: MAX's value.
double brute_force(const Pacman& game, int depth) {
    if (game.over()) return game.score();
    if (depth == 0) return static_value(game);
    Moves<Pacman> moves;
    Probabilities<Pacman> chances{};
    if (game.player() < 0) game.chances(moves, chances);
    else game.moves(moves);
    double best = game.player() < 0 ? 0 : game.player() == 0 ? -1e9 : 1e9;
    for (std::size_t at = 0; at < moves.size(); ++at) {
        const double worth = brute_force(game.play(moves[at]), depth - 1);
        best = game.player() < 0 ? best + chances[at] * worth : game.player() == 0 ? std::max(best, worth) : std::min(best, worth);
    }
    return best;
}

void test_searches() {
    SearchRequest request;
    request.depth = 6;
    for (const char* text : layouts)
        for (const Role role : {Role::min, Role::random, Role::directional, Role::max}) {
            const Pacman game = begin(text, role);
            Moves<Pacman> moves;
            game.moves(moves);
            const double expected = brute_force(game, request.depth);
            const auto run = [&](Pruning pruning, bool deepening, std::optional<ValueRange> bounds = std::nullopt) {
                SearchRequest with = request;
                with.pruning = pruning, with.deepening = deepening, with.bounds = bounds;
                return expectiminimax(game, moves, with, static_value);
            };
            const auto full = run(Pruning::none, false);
            CHECK(std::abs(best_worth(game, full) - expected) < 1e-6);
            // A line ends where chance moves; what comes after it has the value of its move.
            for (const auto& move : full.moves) {
                Pacman end = game;
                for (const auto step : move.line) end = end.play(step);
                const int left = request.depth - static_cast<int>(move.line.size());
                CHECK(left == 0 || end.over() || end.player() < 0);
                CHECK(std::abs(brute_force(end, left) - move.worth[0]) < 1e-6);
            }
            const auto deepened = run(Pruning::none, true);
            CHECK(std::abs(best_worth(game, deepened) - expected) < 1e-6);
            CHECK(static_cast<int>(deepened.history.size()) == deepened.depth);
            for (const Pruning star : {Pruning::star1, Pruning::star2}) {
                const auto bounded = run(star, false, ValueRange{-1e4, 1e4});
                CHECK(std::abs(best_worth(game, bounded) - expected) < 1e-6);
                CHECK(!bounded.outside);
                const auto wrong = run(star, false, ValueRange{1e5, 1e6});
                CHECK(wrong.outside && wrong.outside->size() == 1 && (*wrong.outside)[0] < 1e5);
            }
            if (game.has_chance()) continue;
            const auto pruned = run(Pruning::alpha_beta, false);
            CHECK(std::abs(best_worth(game, pruned) - expected) < 1e-6);
            CHECK(pruned.counts.nodes <= full.counts.nodes);
            TranspositionTable table(1);
            SearchRequest exact = request;
            exact.exact = true;
            const auto engine = search(game, table, exact, [](const Pacman& each) {
                return static_cast<Value>(std::lround(static_value(each) * Pacman::unit)) * (each.player() == 0 ? 1 : -1);
            });
            CHECK(std::abs(engine.moves.front().worth[0] - expected) < 1e-6);
        }
}

void test_mcts() {
    const Pacman game = begin("%%%%%%%\n% P. G%\n%%%%%%%\n", Role::random);
    SearchRequest request;
    request.simulations = 500;
    request.plies = 12;
    request.exploration = 1.4;
    request.seed = 3;
    const auto outcome = mcts_alone(game, request, static_value);
    CHECK(outcome.stopped == StopReason::complete);
    std::uint64_t visits = 0, most = 0;
    Pacman::Move best = 0;
    for (const auto& move : outcome.moves) {
        visits += move.visits;
        if (move.visits > most) most = move.visits, best = move.line.front();
    }
    CHECK(visits == 500);
    CHECK(static_cast<Direction>(best) == Direction::east);  // eats the only food and wins
}

}  // namespace

int main() {
    test_distances();
    test_random_games();
    test_layouts();
    test_notation();
    test_scared_ghosts();
    test_searches();
    test_mcts();
    return report("pacman");
}
