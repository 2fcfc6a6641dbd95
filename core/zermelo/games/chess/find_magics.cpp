// Find and print the magic factors of core/zermelo/games/chess/magics.hpp: for each square a factor that maps the blockers of a
// slider to an index, with one bit for each square that may hold one.
#include <cstdio>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/games/chess/bitboard.hpp"

using namespace zermelo;
using namespace zermelo::chess;

static Board inner(int square) {
    return ~(((rank_1 | rank_8) & ~rank_of(square)) | ((file_a | file_h) & ~file_of(square)));
}

static Board find(const std::array<detail::Step, 4>& steps, int square, Random& random) {
    const Board mask = detail::slide(steps, square, 0) & inner(square) & ~bit(square);
    const int bits = std::popcount(mask);
    std::vector<Board> occupancies, attacks, seen(std::size_t{1} << bits);
    std::vector<int> round(std::size_t{1} << bits);
    Board occupied = 0;
    do {
        occupancies.push_back(occupied);
        attacks.push_back(detail::slide(steps, square, occupied));
        occupied = (occupied - mask) & mask;
    } while (occupied);
    for (int attempt = 1;; ++attempt) {
        const Board factor = random.next() & random.next() & random.next();
        if (std::popcount((mask * factor) >> 56) < 6) continue;
        bool collides = false;
        for (std::size_t at = 0; at < occupancies.size() && !collides; ++at) {
            const std::size_t index = (occupancies[at] * factor) >> (64 - bits);
            collides = round[index] == attempt && seen[index] != attacks[at];
            round[index] = attempt, seen[index] = attacks[at];
        }
        if (!collides) return factor;
    }
}

static void print(const char* name, const std::array<detail::Step, 4>& steps, Random& random) {
    std::printf("inline constexpr std::array<Board, 64> %s{", name);
    for (int square = 0; square < 64; ++square)
        std::printf("%s0x%016llx,", square % 5 ? " " : "\n    ",
                    static_cast<unsigned long long>(find(steps, square, random)));
    std::printf("\n};\n");
}

int main() {
    Random random(1912);
    print("rook_factors", detail::rook_steps, random);
    print("bishop_factors", detail::bishop_steps, random);
}
