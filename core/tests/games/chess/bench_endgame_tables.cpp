// Build chess endgame tables and print the time, the results by side to move, and the longest mates. `check` compares every value
// with those of its successors.
//     bench_endgame_tables [check] [threads] [ENDGAME...]      all of three and four pieces if none is named
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "zermelo/games/chess/endgame_build.hpp"

using namespace zermelo;
using namespace zermelo::chess;

static double since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The position with this number, if there is one.
static std::optional<Chess> position(const EndgameIndex& index, std::size_t number) {
    Placement placement;
    if (!index.placement(number, placement)) return std::nullopt;
    const Chess game = position_of(index, placement);
    if (game.attacks(game.player(), game.king_of(game.player() ^ 1), game.occupied())) return std::nullopt;
    if (placement.en_passant && (game.en_passant_square() == no_square || index.number(describe(game).second) != number)) return std::nullopt;
    return game;
}

static Distance by_moves(const Chess& game) {
    MoveList moves;
    game.legal_moves(moves);
    if (moves.empty()) return game.in_check() ? Distance::of_plies(0) : Distance();
    Distance best = Distance::of_plies(0);
    for (const Move move : moves) best = std::max(best, endgame_tables.probe(game.play(move)).value().before());
    return best;
}

static void measure(const Material& material, int threads, bool check) {
    if (endgame_tables.find(material)) return;
    for (const Material& other : material.leads_to()) measure(other, threads, check);
    RetrogradeProgress progress;
    const auto start = std::chrono::steady_clock::now();
    endgame_tables.load(std::make_shared<EndgameTable>(material, build_endgame(material, progress, threads)));
    const double seconds = since(start);

    const EndgameTable& table = *endgame_tables.find(material);
    long counts[2][3] = {}, wrong = 0;
    int longest[2] = {0, 0};  // moves, by who is to move
    for (std::size_t number = 0; number < table.index().size(); ++number) {
        const std::optional<Chess> game = position(table.index(), number);
        if (!game) continue;
        const Distance found = table.at(number).value();
        const int turn = game->player();
        ++counts[turn][found.won() ? 0 : found.drawn() ? 1 : 2];
        if (found.won()) longest[turn] = std::max(longest[turn], (found.plies() + 1) / 2);
        if (check) wrong += found != by_moves(*game);
    }
    std::printf("%-5s %6.2f s", material.name().c_str(), seconds);
    for (const int turn : {white, black})
        std::printf("  %s to move +%ld =%ld -%ld, mate in %d", turn == white ? "White" : "Black", counts[turn][0], counts[turn][1],
                    counts[turn][2], longest[turn]);
    if (check) std::printf("  %ld wrong", wrong);
    std::printf("\n");
    std::fflush(stdout);
}

int main(int count, char** words) {
    bool check = false, named = false;
    int threads = 1;
    const auto start = std::chrono::steady_clock::now();
    for (int at = 1; at < count; ++at) {
        const std::string word = words[at];
        if (word == "check") check = true;
        else if (std::atoi(words[at]) > 0) threads = std::atoi(words[at]);
        else if (const auto material = parse_material(word)) measure(*material, threads, check), named = true;
        else return std::printf("%s is neither check, a number of threads nor an endgame\n", word.c_str()), 2;
    }
    for (const int pieces : {3, 4})
        if (!named)
            for (const Material& material : all_endgames(pieces)) measure(material, threads, check);
    std::printf("%.1f s in all\n", since(start));
}
