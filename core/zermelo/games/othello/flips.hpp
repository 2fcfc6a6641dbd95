// Othello on bitboards: the legal squares, the flips of a move, and the number of flips of the last move. All are pure functions
// of two words, the discs of the player to move and of the opponent.
//
//     bit of a square = 8 * rank + file            rays from d4 (x)
//      8 | 56 57 58 59 60 61 62 63                  . . . 3 . . . 2
//      7 | 48 49 50 51 52 53 54 55                  1 . . 3 . . 2 .      "up" rays hold larger bits than the square,
//      .                                            . 1 . 3 . 2 . .      "down" rays smaller ones
//      2 |  8  9 10 11 12 13 14 15                  . . 1 3 2 . . .
//      1 |  0  1  2  3  4  5  6  7                  0 0 0 x 0 0 0 0
//          a  b  c  d  e  f  g  h
//
// Smaller boards (4x4, 6x6) are in the corner at a1 of the same words: squares outside are never occupied, so a ray that leaves the
// board meets an empty square and flips nothing. Only sets of moves must be masked with the board.
//
// There are two versions of each function: portable 64-bit code, and AVX2 (four rays at a time). The AVX2 functions have a target
// attribute, and callers choose between the two once per search, not per flip (see othello_endgame.hpp).
//
// Invariant: own & other == 0. flips() expects an empty square and returns 0 where the move is illegal.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace zermelo::othello {

using Board = std::uint64_t;

inline constexpr Board bit(int square) { return Board{1} << square; }

// The eight rays from each square, without the square itself. Up: right, up-left, up, up-right (+1 +7 +8 +9).
struct alignas(32) Rays {
    Board up[4];
    Board down[4];
};

namespace detail {

constexpr std::array<Rays, 64> make_rays() {
    std::array<Rays, 64> rays{};
    constexpr int steps[4][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    for (int square = 0; square < 64; ++square)
        for (int ray = 0; ray < 4; ++ray)
            for (int sign = 1; sign >= -1; sign -= 2) {
                Board line = 0;
                int file = square % 8 + sign * steps[ray][0], rank = square / 8 + sign * steps[ray][1];
                for (; file >= 0 && file < 8 && rank >= 0 && rank < 8;
                     file += sign * steps[ray][0], rank += sign * steps[ray][1])
                    line |= bit(8 * rank + file);
                (sign > 0 ? rays[square].up : rays[square].down)[ray] = line;
            }
    return rays;
}

// Twice the flips of a move at `at` of a line, where bits are own discs and every other square is the opponent's.
constexpr std::array<std::array<std::uint8_t, 256>, 8> make_line_counts() {
    std::array<std::array<std::uint8_t, 256>, 8> counts{};
    for (int at = 0; at < 8; ++at)
        for (int own = 0; own < 256; ++own) {
            int turned = 0;
            for (int up = at + 1; up < 8; ++up)
                if (own >> up & 1) {
                    turned += up - at - 1;
                    break;
                }
            for (int down = at - 1; down >= 0; --down)
                if (own >> down & 1) {
                    turned += at - down - 1;
                    break;
                }
            counts[at][own] = static_cast<std::uint8_t>(2 * turned);
        }
    return counts;
}

constexpr std::array<Board, 64> make_neighbours() {
    std::array<Board, 64> near{};
    for (int square = 0; square < 64; ++square)
        for (int other = 0; other < 64; ++other) {
            const int file = square % 8 - other % 8, rank = square / 8 - other / 8;
            if (square != other && file >= -1 && file <= 1 && rank >= -1 && rank <= 1) near[square] |= bit(other);
        }
    return near;
}

}  // namespace detail

inline constexpr std::array<Rays, 64> rays = detail::make_rays();
inline constexpr auto line_counts = detail::make_line_counts();
inline constexpr std::array<Board, 64> neighbours = detail::make_neighbours();

// The squares adjacent to a set of squares, which may be in it.
inline constexpr Board beside(Board set) {
    const Board aside = (set << 1 & 0xfefefefefefefefeull) | (set >> 1 & 0x7f7f7f7f7f7f7f7full), row = set | aside;
    return aside | row << 8 | row >> 8;
}

// The portable version.
struct PortableFlips {
    static Board flips(Board own, Board other, int square) {
        const Rays& ray = rays[square];
        Board turned = 0;
        for (int at = 0; at < 4; ++at) {
            // Adding one carries through the run of opposing discs to the first square that is not one.
            const Board up = ray.up[at];
            const Board end = ((other | ~up) + 1) & up & own;
            turned |= (end - (end != 0)) & up;
            const Board down = ray.down[at];
            const Board stop = (Board{1} << 63 >> std::countl_zero((~other & down) | 1)) & down & own;
            turned |= (Board{0} - 2 * stop) & down;
        }
        return turned;
    }

    static Board moves(Board own, Board other) {
        const Board inner = other & 0x7e7e7e7e7e7e7e7eull;
        return (along<1>(own, inner) | along<7>(own, inner) | along<8>(own, other) | along<9>(own, inner)) &
               ~(own | other);
    }

    // Twice the flips of a move on the only empty square (all squares that are not `own` are the opponent's).
    static int last_turned(Board own, int square) {
        const Rays& ray = rays[square];
        const int file = square & 7, rank = square >> 3;
        const auto& on_file = line_counts[file];
        return on_file[own >> (square & 56) & 255] + on_file[spread(own & (ray.up[1] | ray.down[1]))] +
               on_file[spread(own & (ray.up[3] | ray.down[3]))] +
               line_counts[rank][((own >> file & 0x0101010101010101ull) * 0x0102040810204080ull) >> 56];
    }

private:
    // A diagonal has one square on each file: adding the ranks up gives it as a byte.
    static unsigned spread(Board diagonal) { return static_cast<unsigned>((diagonal * 0x0101010101010101ull) >> 56); }

    template <int Step>
    static Board along(Board own, Board other) {
        Board up = other & own << Step, down = other & own >> Step;
        up |= other & up << Step;
        down |= other & down >> Step;
        const Board pair = other & other << Step, pair_down = pair >> Step;
        up |= pair & up << 2 * Step;
        down |= pair_down & down >> 2 * Step;
        up |= pair & up << 2 * Step;
        down |= pair_down & down >> 2 * Step;
        return up << Step | down >> Step;
    }
};

#if defined(__x86_64__) && defined(__GNUC__)
#define ZERMELO_OTHELLO_AVX2 __attribute__((target("avx2,bmi,bmi2")))

// Four rays at a time. Callers need ZERMELO_OTHELLO_AVX2 too, so that these functions are inlined.
struct Avx2Flips {
    ZERMELO_OTHELLO_AVX2 static inline Board flips(Board own, Board other, int square) {
        const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
        const __m256i theirs = _mm256_set1_epi64x(static_cast<long long>(other));
        const __m256i zero = _mm256_setzero_si256();
        const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays[square].up));
        const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays[square].down));

        // Up: the lowest square of the ray that is not the opponent's, where it is ours.
        __m256i end = _mm256_andnot_si256(theirs, up);
        end = _mm256_and_si256(_mm256_and_si256(end, _mm256_sub_epi64(zero, end)), mine);
        const __m256i below =
            _mm256_sub_epi64(_mm256_add_epi64(end, _mm256_set1_epi64x(-1)), _mm256_cmpeq_epi64(end, zero));
        __m256i turned = _mm256_and_si256(below, up);

        // Down: smear every stopping square towards smaller bits; what survives is next above the highest one.
        const __m256i step = _mm256_set_epi64x(9, 8, 7, 1);
        __m256i stops = _mm256_andnot_si256(theirs, down);
        __m256i start = _mm256_sllv_epi64(_mm256_and_si256(mine, down), step);
        stops = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, step));
        start = _mm256_andnot_si256(stops, start);
        start = _mm256_andnot_si256(_mm256_srlv_epi64(stops, _mm256_set_epi64x(18, 16, 14, 2)), start);
        start = _mm256_andnot_si256(_mm256_srlv_epi64(stops, _mm256_set_epi64x(36, 32, 28, 4)), start);
        turned = _mm256_or_si256(turned, _mm256_and_si256(down, _mm256_sub_epi64(zero, start)));

        const __m128i half = _mm_or_si128(_mm256_castsi256_si128(turned), _mm256_extracti128_si256(turned, 1));
        return static_cast<Board>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
    }

    ZERMELO_OTHELLO_AVX2 static inline Board moves(Board own, Board other) {
        const __m256i step = _mm256_set_epi64x(9, 8, 7, 1), twice = _mm256_set_epi64x(18, 16, 14, 2);
        const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
        const __m256i theirs =
            _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(other)),
                             _mm256_set_epi64x(0x7e7e7e7e7e7e7e7e, -1, 0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e));
        __m256i up = _mm256_and_si256(theirs, _mm256_sllv_epi64(mine, step));
        __m256i down = _mm256_and_si256(theirs, _mm256_srlv_epi64(mine, step));
        up = _mm256_or_si256(up, _mm256_and_si256(theirs, _mm256_sllv_epi64(up, step)));
        down = _mm256_or_si256(down, _mm256_and_si256(theirs, _mm256_srlv_epi64(down, step)));
        const __m256i pair = _mm256_and_si256(theirs, _mm256_sllv_epi64(theirs, step));
        const __m256i pair_down = _mm256_srlv_epi64(pair, step);
        up = _mm256_or_si256(up, _mm256_and_si256(pair, _mm256_sllv_epi64(up, twice)));
        down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, twice)));
        up = _mm256_or_si256(up, _mm256_and_si256(pair, _mm256_sllv_epi64(up, twice)));
        down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, twice)));
        const __m256i both = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
        const __m128i half = _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
        return static_cast<Board>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)))) &
               ~(own | other);
    }

    ZERMELO_OTHELLO_AVX2 static inline int last_turned(Board own, int square) {
        return PortableFlips::last_turned(own, square);
    }
};

inline bool has_avx2() {
    static const bool found =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    return found;
}
#else
#define ZERMELO_OTHELLO_AVX2
using Avx2Flips = PortableFlips;
inline bool has_avx2() { return false; }
#endif

// For callers outside a search: the faster version on this machine.
inline Board moves(Board own, Board other) {
    return has_avx2() ? Avx2Flips::moves(own, other) : PortableFlips::moves(own, other);
}
inline Board flips(Board own, Board other, int square) {
    return has_avx2() ? Avx2Flips::flips(own, other, square) : PortableFlips::flips(own, other, square);
}

}  // namespace zermelo::othello
