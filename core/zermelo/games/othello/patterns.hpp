// The evaluation of Othello: patterns of squares and mobility, with weights by stage of the game.
//
// Forty-six patterns of 4 to 10 squares cover the board; patterns that are symmetric to each other share their weights. A
// pattern's index is its squares as digits in base 3 (0 empty, 1 player to move, 2 opponent), so 48 indices (two spare) fit
// in 96 bytes, and the indices of a position are sums over its eight ranks:
//
//     indices = sum over ranks of  rows[rank][own byte] + 2 * rows[rank][other byte]          16 x 96 bytes added up
//
//     pattern            squares  images    table at (within a stage)
//     edge and both X       10       4      rank 1 with b2, g2
//     corner 2x5            10       8      a1-e1, a2-e2
//     corner 3x3             9       4      a1-c3
//     ranks 2, 3, 4          8   4+4+4
//     diagonals 8 to 4     8..4  2+4+4+4+4
//
// Weights are whole hundredths of a disc, one set per stage of five discs on the board. The caller loads them from bytes (`load`);
// the default is a formula of mobility, corners and stable discs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/games/othello/flips.hpp"
#include "zermelo/games/othello/stability.hpp"

namespace zermelo::othello {

inline constexpr int pattern_images = 46, padded_images = 48, pattern_kinds = 11, stages = 12;

struct PatternKind {
    int squares;
    int images;
    int at[10];  // the squares of the first image, in order of weight 1, 3, 9, ...
};

inline constexpr std::array<PatternKind, pattern_kinds> kinds = {{
    {10, 4, {0, 1, 2, 3, 4, 5, 6, 7, 9, 14}},
    {10, 8, {0, 1, 2, 3, 4, 8, 9, 10, 11, 12}},
    {9, 4, {0, 1, 2, 8, 9, 10, 16, 17, 18}},
    {8, 4, {8, 9, 10, 11, 12, 13, 14, 15}},
    {8, 4, {16, 17, 18, 19, 20, 21, 22, 23}},
    {8, 4, {24, 25, 26, 27, 28, 29, 30, 31}},
    {8, 2, {0, 9, 18, 27, 36, 45, 54, 63}},
    {7, 4, {1, 10, 19, 28, 37, 46, 55}},
    {6, 4, {2, 11, 20, 29, 38, 47}},
    {5, 4, {3, 12, 21, 30, 39}},
    {4, 4, {4, 13, 22, 31}},
}};

inline constexpr int power_of_three(int exponent) { return exponent == 0 ? 1 : 3 * power_of_three(exponent - 1); }

inline constexpr int pattern_weights = [] {
    int total = 0;
    for (const PatternKind& kind : kinds) total += power_of_three(kind.squares);
    return total;
}();
// The first weight of each image in a stage.
inline constexpr std::array<int, pattern_images> weights_of_image = [] {
    std::array<int, pattern_images> at{};
    int image = 0, offset = 0;
    for (const PatternKind& kind : kinds) {
        for (int each = 0; each < kind.images; ++each) at[image++] = offset;
        offset += power_of_three(kind.squares);
    }
    return at;
}();
// After the patterns: mobility of the player to move and of the opponent (0 to 31 moves each), and one weight per number of empties.
inline constexpr int own_moves_at = pattern_weights, other_moves_at = own_moves_at + 32,
                     empties_at = other_moves_at + 32;
inline constexpr int stage_weights = empties_at + 64;

inline constexpr int stage_of(int discs) { return discs < 4 ? 0 : discs > 63 ? stages - 1 : (discs - 4) / 5; }

struct alignas(32) Indices {
    std::uint16_t at[padded_images];
};

// Sixteen indices at a time, explicitly: compilers do not vectorise the sums below otherwise.
using Lanes [[gnu::vector_size(32), gnu::may_alias]] = std::uint16_t;

// The tables from patterns to indices, made once.
class PatternMap {
public:
    static const PatternMap& get() {
        static const PatternMap map;
        return map;
    }

    [[gnu::always_inline]] inline void indices(Board own, Board other, Indices& sum) const {
        const auto& rows = *rows_;
        constexpr int lanes = padded_images / 16;
        Lanes mine[lanes] = {}, theirs[lanes] = {};
        for (int rank = 0; rank < 8; ++rank) {
            const auto* const own_row = reinterpret_cast<const Lanes*>(rows[rank][own >> 8 * rank & 255].at);
            const auto* const other_row = reinterpret_cast<const Lanes*>(rows[rank][other >> 8 * rank & 255].at);
            for (int lane = 0; lane < lanes; ++lane) mine[lane] += own_row[lane], theirs[lane] += other_row[lane];
        }
        for (int lane = 0; lane < lanes; ++lane)
            reinterpret_cast<Lanes*>(sum.at)[lane] = mine[lane] + theirs[lane] + theirs[lane];
    }

    // The first weight of an image in a stage.
    int offset(int image) const { return offsets_[image]; }

    // The smallest index that is equivalent by the pattern's own symmetry.
    int folded(int weight) const { return folded_[weight]; }

private:
    using Rows = std::array<std::array<Indices, 256>, 8>;

    static int image_of(int square, int symmetry) {
        int file = square % 8, rank = square / 8;
        if (symmetry & 1) file = 7 - file;
        if (symmetry & 2) rank = 7 - rank;
        if (symmetry & 4) std::swap(file, rank);
        return 8 * rank + file;
    }

    PatternMap() : rows_(std::make_unique<Rows>()), folded_(stage_weights) {
        std::memset(static_cast<void*>(rows_.get()), 0, sizeof(Rows));
        offsets_.fill(0);
        for (int at = 0; at < stage_weights; ++at) folded_[at] = at;
        int image = 0, offset = 0;
        for (const PatternKind& kind : kinds) {
            std::vector<Board> seen;
            for (int symmetry = 0; symmetry < 8; ++symmetry) {
                Board squares = 0;
                for (int at = 0; at < kind.squares; ++at) squares |= bit(image_of(kind.at[at], symmetry));
                bool known = false;
                for (const Board before : seen) known |= before == squares;
                if (known) {
                    if (squares == seen[0]) fold(kind, symmetry, offset);
                    continue;
                }
                seen.push_back(squares);
                for (int at = 0, weight = 1; at < kind.squares; ++at, weight *= 3) {
                    const int square = image_of(kind.at[at], symmetry);
                    for (int byte = 0; byte < 256; ++byte)
                        if (byte >> square % 8 & 1)
                            (*rows_)[square / 8][byte].at[image] =
                                static_cast<std::uint16_t>((*rows_)[square / 8][byte].at[image] + weight);
                }
                offsets_[image++] = offset;
            }
            offset += power_of_three(kind.squares);
        }
    }

    // This symmetry maps the first image to itself with its squares in another order: join equivalent indices.
    void fold(const PatternKind& kind, int symmetry, int offset) {
        int to[10] = {};
        for (int at = 0; at < kind.squares; ++at)
            for (int other = 0; other < kind.squares; ++other)
                if (kind.at[other] == image_of(kind.at[at], symmetry)) to[at] = other;
        for (int index = 0; index < power_of_three(kind.squares); ++index) {
            int turned = 0;
            for (int at = 0, rest = index; at < kind.squares; ++at, rest /= 3)
                turned += rest % 3 * power_of_three(to[at]);
            if (turned < index) folded_[offset + index] = std::min(folded_[offset + index], offset + turned);
        }
    }

    std::unique_ptr<Rows> rows_;
    std::array<int, padded_images> offsets_;
    std::vector<int> folded_;
};

// The trained weights. `weights()` is the program's set: load it before searching, from one thread.
class Weights {
public:
    bool loaded() const { return !at_.empty(); }

    // The content of a file without its checksum line: comment lines that begin with '#', the line `header`, then for each
    // stage the weights that are their own folded index, in order, as bytes: a value from -126 to 126 in units of `unit`,
    // 127 and two bytes for a larger one (low byte first), or -128 + a count byte for a run of up to 255 zeros. Returns
    // false and changes nothing if the content is not exactly that.
    bool load(std::string_view content) {
        while (content.starts_with('#') && content.find('\n') != content.npos) content.remove_prefix(content.find('\n') + 1);
        if (!content.starts_with(header)) return false;
        content.remove_prefix(header.size());
        const auto* in = reinterpret_cast<const std::int8_t*>(content.data());
        const auto* const end = in + content.size();
        const PatternMap& map = PatternMap::get();
        std::vector<std::int16_t> read(static_cast<std::size_t>(stages) * stage_weights);
        int zeros = 0;
        for (int stage = 0; stage < stages; ++stage) {
            std::int16_t* to = &read[static_cast<std::size_t>(stage) * stage_weights];
            for (int weight = 0; weight < stage_weights; ++weight) {
                if (map.folded(weight) != weight) {
                    to[weight] = to[map.folded(weight)];
                    continue;
                }
                if (zeros > 0) {
                    --zeros;
                    continue;
                }
                if (in == end) return false;
                const int value = *in++;
                if (value == -128) {
                    if (in == end || *in == 0) return false;
                    zeros = static_cast<std::uint8_t>(*in++) - 1;
                } else if (value == 127) {
                    if (end - in < 2) return false;
                    to[weight] = static_cast<std::int16_t>(static_cast<std::uint8_t>(in[0]) | in[1] * 256);
                    in += 2;
                } else {
                    to[weight] = static_cast<std::int16_t>(value * unit);
                }
            }
        }
        if (in != end || zeros != 0) return false;
        at_ = std::move(read);
        return true;
    }

    // The content that `load` reads, without comments.
    std::string save() const {
        const PatternMap& map = PatternMap::get();
        std::string out(header);
        int zeros = 0;
        const auto flush = [&] {
            if (zeros > 0) out.push_back(static_cast<char>(-128)), out.push_back(static_cast<char>(zeros));
            zeros = 0;
        };
        for (int stage = 0; stage < stages; ++stage)
            for (int weight = 0; weight < stage_weights; ++weight) {
                if (map.folded(weight) != weight) continue;
                const int value = at_[static_cast<std::size_t>(stage) * stage_weights + weight];
                const int small = (value >= 0 ? value + unit / 2 : value - unit / 2) / unit;
                if (small == 0) {
                    if (++zeros == 255) flush();
                    continue;
                }
                flush();
                if (small > -127 && small < 127) {
                    out.push_back(static_cast<char>(small));
                } else {
                    out.push_back(127), out.push_back(static_cast<char>(value & 255)),
                        out.push_back(static_cast<char>(value >> 8));
                }
            }
        flush();
        return out;
    }

    void set(std::vector<std::int16_t> weights) { at_ = std::move(weights); }

    // The value of an unfinished game for the player to move, in hundredths of a disc. Always inlined, so that it is compiled for
    // the instruction set of its caller.
    [[gnu::always_inline]] inline int evaluate(Board own, Board other, int own_moves, int other_moves) const {
        const int discs = std::popcount(own | other);
        if (at_.empty()) return plain(own, other, own_moves, other_moves);
        const std::int16_t* of = &at_[static_cast<std::size_t>(stage_of(discs)) * stage_weights];
        const PatternMap& map = PatternMap::get();
        Indices index;
        map.indices(own, other, index);
        int sum = of[own_moves_at + std::min(own_moves, 31)] + of[other_moves_at + std::min(other_moves, 31)] +
                  of[empties_at + (64 - discs) % 64];
#pragma GCC unroll 46
        for (int image = 0; image < pattern_images; ++image) sum += of[weights_of_image[image] + index.at[image]];
        return std::clamp(sum, -6300, 6300);
    }

    static constexpr std::string_view header = "zermelo othello weights 2\n";
    static constexpr int unit = 8;

private:
    // Without weights: mobility, corners and stable discs; discs count only as the board fills.
    static int plain(Board own, Board other, int own_moves, int other_moves) {
        const int corner = std::popcount(own & corners) - std::popcount(other & corners);
        const int stable = std::popcount(stable_discs(own, other)) - std::popcount(stable_discs(other, own));
        const int open = 64 - std::popcount(own | other);
        const int even = std::popcount(own) - std::popcount(other);
        return std::clamp(120 * (own_moves - other_moves) + 500 * corner + 150 * stable +
                              (open < 16 ? 100 * even * (16 - open) / 16 : 0),
                          -6300, 6300);
    }

    std::vector<std::int16_t> at_;
};

inline Weights& weights() {
    static Weights shared;
    return shared;
}

}  // namespace zermelo::othello
