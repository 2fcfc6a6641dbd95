// Measure move generation of chess and anti-chess: perft on one thread, best of three. `counted` only counts the moves of the last
// ply, as the library does; `listed` lists them, as the perft of most engines does.
//     bench_chess
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "zermelo/games/antichess/rules.hpp"
#include "zermelo/games/chess/fen.hpp"

using namespace zermelo;

template <class G>
static std::uint64_t listed(const G& game, int depth) {
    chess::MoveList moves;
    game.legal_moves(moves);
    if (depth == 1) return moves.size();
    std::uint64_t lines = 0;
    for (const chess::Move move : moves) lines += listed(game.play(move), depth - 1);
    return lines;
}

template <class Count>
static void measure(const char* name, const char* how, std::uint64_t known, Count count) {
    double best = 1e9;
    std::uint64_t lines = 0;
    for (int round = 0; round < 3; ++round) {
        const auto start = std::chrono::steady_clock::now();
        lines = count();
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::printf("%-20s %-8s %11llu lines %6.3f s %6.1f M/s%s\n", name, how, static_cast<unsigned long long>(lines), best,
                static_cast<double>(lines) / best / 1e6, lines == known ? "" : "  WRONG");
}

template <class G>
static void measure_both(const char* name, const G& game, int depth, std::uint64_t known) {
    measure(name, "counted", known, [&] { return perft(game, depth); });
    measure(name, "listed", known, [&] { return listed(game, depth); });
}

int main() {
    Chess kiwipete;
    if (!chess::parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", kiwipete).empty()) return 1;
    measure_both("chess, start, 6", Chess(), 6, 119'060'324);
    measure_both("chess, kiwipete, 5", kiwipete, 5, 193'690'690);
    measure_both("anti-chess, start, 6", AntiChess(), 6, 46'264'162);
}
