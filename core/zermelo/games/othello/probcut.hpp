// ProbCut for Othello: how well shallow searches with the trained weights predict deep ones.
//
// The value of a search of `depth` moves is that of a shallow search (of the same parity, about half as deep) plus `shift`, with
// the standard deviation `sigma`, in hundredths of a disc at 34 empty squares; sigma shrinks with every further empty square.
// Beyond the last row the shallow search is deeper too and errs less: by a tenth for every four moves.
//
// This command prints the rows and `per_empty`, from positions of its own games, in about two minutes:
//
//     make othello-probcut
#pragma once

#include <array>
#include <optional>

#include "zermelo/game/value.hpp"

namespace zermelo::othello {

struct Prediction {
    int shift;
    int sigma;
};

inline constexpr int least_probcut_depth = 3, most_measured_depth = 10, usual_empties = 34;
inline constexpr std::array<Prediction, most_measured_depth - least_probcut_depth + 1> predictions = {{
    {-160, 431},  // 3 predicted by 1
    {99, 368},    // 4 by 2
    {-7, 336},    // 5 by 3
    {129, 437},   // 6 by 2
    {-3, 403},    // 7 by 3
    {36, 345},    // 8 by 4
    {9, 323},     // 9 by 5
    {31, 386},    // 10 by 4
}};
inline constexpr int per_empty = 12;  // thousandths of sigma

// The margin in tenths of sigma. Against no ProbCut at equal time it won 62% of 150 games with 20 ms a move and 64% of 100 with
// 50 ms; a match of 150 games showed no difference between 10 and 16.
inline constexpr int margin_tenths = 12;

inline constexpr int shallow_depth(int depth) {
    const int half = depth / 4 * 2 + depth % 2;
    return half > 0 ? half : depth - 2;
}

inline constexpr std::optional<ProbCutMargins> probcut(int empties, int depth) {
    if (depth < least_probcut_depth) return std::nullopt;
    int row = depth, tenths = 10;
    for (; row > most_measured_depth; row -= 4) tenths = tenths > 5 ? tenths - 1 : 5;
    const auto [shift, sigma] = predictions[row - least_probcut_depth];
    const int margin = sigma * tenths / 10 * (1000 - per_empty * (empties - usual_empties)) / 1000 * margin_tenths / 10;
    return ProbCutMargins{shallow_depth(depth), margin - shift, margin + shift};
}

}  // namespace zermelo::othello
