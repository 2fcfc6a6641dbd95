// Hex: the winner against a flood fill, distances against brute force, playouts, notation, and who wins on small boards.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "check.hpp"
#include "zermelo/game/hooks.hpp"
#include "zermelo/games/hex.hpp"
#include "zermelo/search/proof_number.hpp"

using namespace zermelo;

static_assert(Game<Hex> && HasMoveOrdering<Hex> && HasFeatures<Hex> && HasAdvance<Hex> && HasPlayout<Hex>);

namespace {

// Whether a player has connected their sides, as one would write it without thinking of speed: walk from the first side over the stones of a player.
bool connects(const Hex& game, int player) {
    const int size = game.size();
    std::vector<std::vector<bool>> seen(size, std::vector<bool>(size));
    std::vector<std::pair<int, int>> open;
    for (int at = 0; at < size; ++at) open.push_back(player ? std::pair{at, 0} : std::pair{0, at});
    while (!open.empty()) {
        const auto [row, column] = open.back();
        open.pop_back();
        if (row < 0 || column < 0 || row >= size || column >= size || seen[row][column] || game.owner(row, column) != player) continue;
        seen[row][column] = true;
        if ((player ? column : row) == size - 1) return true;
        for (const auto& [down, right] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}}) open.push_back({row + down, column + right});
    }
    return false;
}

Hex::Move random_move(const Hex& game, Random& random) {
    Moves<Hex> moves;
    game.moves(moves);
    CHECK(static_cast<int>(moves.size()) == game.count_moves());
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

void test_random_games() {
    Random random(1);
    for (int size = 1; size <= Hex::largest; ++size)
        for (int number = 0; number < 30; ++number) {
            Hex game(size);
            while (!game.over()) {
                CHECK(!connects(game, 0) && !connects(game, 1));
                const Hex::Move move = random_move(game, random);
                const Hex next = game.play(move);
                CHECK(!next.legal(move) && next.key() != game.key());
                game.advance(move);
                CHECK(game == next);
                std::string error;
                const auto again = Hex::parse(game.format(), 11, error);
                CHECK(again && again->format() == game.format() && again->key() == game.key() && again->over() == game.over());
                CHECK(again && again->owner(0, 0) == game.owner(0, 0) && (game.over() || *again == game));
            }
            CHECK(connects(game, game.player() ^ 1) && !connects(game, game.player()) && game.payoff() == -1);
            Moves<Hex> moves;
            game.moves(moves);
            CHECK(moves.empty());
        }
}

// The fewest cells that a player must add, by trying all sets of them.
int fewest_stones(const Hex& game, int player) {
    const int size = game.size();
    std::vector<std::pair<int, int>> cells;
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
            if (game.owner(row, column) < 0) cells.push_back({row, column});
    int fewest = Hex::max_moves + 1;
    for (unsigned set = 0; set < 1u << cells.size(); ++set) {
        const int count = std::popcount(set);
        if (count >= fewest) continue;
        // The same flood, over the stones and the chosen cells.
        std::vector<std::vector<int>> board(size, std::vector<int>(size));
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) board[row][column] = game.owner(row, column) == player;
        for (std::size_t at = 0; at < cells.size(); ++at)
            if (set >> at & 1) board[cells[at].first][cells[at].second] = 1;
        std::vector<std::pair<int, int>> open;
        for (int at = 0; at < size; ++at) open.push_back(player ? std::pair{at, 0} : std::pair{0, at});
        while (!open.empty()) {
            const auto [row, column] = open.back();
            open.pop_back();
            if (row < 0 || column < 0 || row >= size || column >= size || board[row][column] != 1) continue;
            board[row][column] = 2;
            if ((player ? column : row) == size - 1) fewest = count;
            for (const auto& [down, right] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}}) open.push_back({row + down, column + right});
        }
    }
    return fewest;
}

// The same with bridges, by costs that are lowered until none can be: a cell of the player costs nothing, an empty one a stone, and
// beyond the sides all cells are the player's.
int fewest_with_bridges(const Hex& game, int player) {
    const int size = game.size(), ways[7][2] = {{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}};
    const auto across = [&](int row, int column) { return player ? column : row; };
    const auto inside = [&](int at) { return at >= 0 && at < size; };
    // -1 of nobody, 0 empty, 1 the player's.
    const auto look = [&](int row, int column) {
        const int along = player ? row : column;
        if (!inside(along)) return -1;
        if (!inside(across(row, column))) return across(row, column) == -1 || across(row, column) == size ? 1 : -1;
        const int owner = game.owner(row, column);
        return owner < 0 ? 0 : owner == player ? 1 : -1;
    };
    constexpr int far_away = Hex::max_moves + 1;
    std::vector<std::vector<int>> cost(size + 2, std::vector<int>(size + 2, far_away));  // from -1 on
    for (int at = 0; at < size; ++at) (player ? cost[at + 1][0] : cost[0][at + 1]) = 0;
    for (bool lowered = true; lowered;) {
        lowered = false;
        const auto lower = [&](int row, int column, int least) {
            if (row < -1 || column < -1 || row > size || column > size || look(row, column) < 0) return;
            least += look(row, column) == 0;
            if (least < cost[row + 1][column + 1]) cost[row + 1][column + 1] = least, lowered = true;
        };
        for (int row = -1; row <= size; ++row)
            for (int column = -1; column <= size; ++column) {
                const int here = cost[row + 1][column + 1];
                if (here == far_away) continue;
                for (int side = 0; side < 6; ++side) {
                    const int down = ways[side][0], right = ways[side][1];
                    const int next_down = ways[side + 1][0], next_right = ways[side + 1][1];
                    lower(row + down, column + right, here);
                    const bool carried = look(row + down, column + right) == 0 && look(row + next_down, column + next_right) == 0;
                    if (carried) lower(row + down + next_down, column + right + next_right, here);
                }
            }
    }
    int fewest = far_away;
    for (int at = 0; at < size; ++at) fewest = std::min(fewest, player ? cost[at + 1][size + 1] : cost[size + 1][at + 1]);
    return fewest;
}

void test_distances() {
    Random random(2);
    for (int number = 0; number < 60; ++number) {
        Hex game(3 + number % 2);
        for (int stones = static_cast<int>(random.below(8)) + 4 * (number % 2); stones > 0 && !game.over(); --stones) game.advance(random_move(game, random));
        for (int player = 0; player < 2; ++player) {
            CHECK(game.distance(player, false) == fewest_stones(game, player));
            CHECK(game.distance(player, true) == fewest_with_bridges(game, player));
        }
    }
    for (int number = 0; number < 300; ++number) {
        Hex game(5 + number % 15);
        const int area = game.size() * game.size();
        for (int stones = static_cast<int>(random.below(static_cast<std::uint32_t>(area))); stones > 0 && !game.over(); --stones) game.advance(random_move(game, random));
        for (int player = 0; player < 2; ++player) CHECK(game.distance(player, true) == fewest_with_bridges(game, player));
    }
    for (int size = 1; size <= Hex::largest; ++size)
        for (int player = 0; player < 2; ++player) {
            CHECK(Hex(size).distance(player, false) == size);
            CHECK(Hex(size).distance(player, true) == size / 2 + (size == 1));
        }
}

void test_playouts() {
    Random random(3);
    for (int number = 0; number < 600; ++number) {
        const int size = 1 + number % Hex::largest;
        Hex game(size);
        for (int stones = static_cast<int>(random.below(static_cast<std::uint32_t>(size * size))); stones > 0; --stones) {
            const Hex next = game.play(random_move(game, random));
            if (next.over()) break;
            game = next;
        }
        Hex::Playout playout(game, number % 2 == 0);
        int plies = 0;
        for (; !playout.over(); ++plies) {
            CHECK(playout.player() == ((game.stones() + plies) & 1) || game.over());
            const Hex::Move move = playout.step(random);
            if (!game.over()) {
                CHECK(game.legal(move));
                game.advance(move), --plies;
            }
        }
        CHECK(game.over() && playout.payoff() == (game.player() == 0 ? game.payoff() : -game.payoff()));
        CHECK(Hex::Playout(game, false).over() && Hex::Playout(game, false).payoff() == playout.payoff());
    }
    // Red's stones at c2 and b4 are a bridge; whatever Blue takes of it, the policy takes the other cell.
    std::string error;
    const Hex game = *Hex::parse("c2 a5 b4 e5 e4", 5, error);
    int intrusions = 0;
    for (int draw = 0; draw < 2000; ++draw) {
        Hex::Playout playout(game, false);
        const std::string taken = Hex::format_move(playout.step(random)), reply = Hex::format_move(playout.step(random));
        if (taken == "b3") CHECK(reply == "c3");
        if (taken == "c3") CHECK(reply == "b3");
        intrusions += taken == "b3" || taken == "c3";
    }
    CHECK(intrusions > 100);
}

// Who wins, by trying everything.
Value brute_force(const Hex& game, std::unordered_map<std::string, Value>& known) {
    if (game.over()) return game.payoff();
    const auto [at, is_new] = known.try_emplace(game.format(), -1);
    if (!is_new) return at->second;
    Moves<Hex> moves;
    game.moves(moves);
    Value best = -1;
    for (const Hex::Move move : moves)
        if (best < 1) best = -brute_force(game.play(move), known);
    return known[game.format()] = best;
}

void test_small_boards() {
    SearchRequest request;
    // Each first move of Red's: 1 where it wins.
    const std::pair<int, const char*> openings[] = {{1, "1"}, {2, "0110"}, {3, "001111100"}};
    for (const auto& [size, wins] : openings) {
        std::unordered_map<std::string, Value> known;
        std::string found;
        Moves<Hex> moves;
        Hex(size).moves(moves);
        for (const Hex::Move move : moves) {
            const Hex after = Hex(size).play(move);
            const Value value = -brute_force(after, known);
            found += value > 0 ? '1' : '0';
            if (!after.over()) CHECK((ProofNumberSearch<Hex>(1).prove(after, 1, request).verdict == Verdict::no) == (value > 0));
        }
        CHECK(found == wins);
        if (found != wins) std::printf("%d: %s\n", size, found.c_str());
    }
    // On four rows the short diagonal wins, and nothing else.
    std::string found;
    Moves<Hex> moves;
    Hex(4).moves(moves);
    for (const Hex::Move move : moves) {
        const auto proof = ProofNumberSearch<Hex>(4).prove(Hex(4).play(move), 1, request);
        CHECK(proof.verdict != Verdict::unknown);
        found += proof.verdict == Verdict::no ? '1' : '0';
    }
    CHECK(found == "0001001001001000");
}

void test_errors() {
    const std::pair<const char*, const char*> wrong[] = {
        {"a1 a1", "move 2: a1 is taken"},
        {"a1 l1", "move 2: a move is a cell from a1 to k11"},
        {"a12", "move 1: a move is a cell from a1 to k11"},
        {"a01", "move 1: a move is a cell from a1 to k11"},
        {"f", "move 1: a move is a cell from a1 to k11"},
        {"2/3", "row 2 of the board has more than 2 cells"},
        {"2/1", "row 2 of the board has 1 cells, not 2"},
        {"2/1x", "character 4 of the board is none of r b . / and numbers of empty cells"},
        {"rr/2", "Red moves first, so Red has as many stones as Blue or one more"},
        {"//////////////////////", "a board has at most 19 rows, not 23"},
    };
    for (const auto& [text, sentence] : wrong) {
        std::string error;
        CHECK(!Hex::parse(text, 11, error) && error == sentence);
        if (error != sentence) std::printf("%s: %s\n", text, error.c_str());
    }
    std::string error;
    CHECK(!Hex::parse("b1 a1 b2 a2", 2, error) && error == "move 4: the game is over after move 3");
    CHECK(Hex::parse("f6e7 K11a1", 11, error)->stones() == 4);
}

}  // namespace

int main() {
    test_random_games();
    test_distances();
    test_playouts();
    test_small_boards();
    test_errors();
    return report("hex");
}
