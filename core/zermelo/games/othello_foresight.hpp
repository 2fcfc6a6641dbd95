// How well shallow searches with Othello's trained weights foretell deep ones: the numbers behind ProbCut.
//
// The value of a search of `depth` moves is that of one of `shallow` moves (of the same parity, about half) plus `shift`,
// give or take `sigma`, in hundredths of a disc at 34 empties; sigma shrinks a little with every further empty square.
// Deeper than the last row the shallow search is deeper too and errs less: by a tenth for every four moves.
//
// The rows and `per_empty` are what this command prints (its positions are its own games; about two minutes):
//
//     make othello-foresight
#pragma once

#include <array>
#include <optional>

#include "zermelo/base/value.hpp"

namespace zermelo::othello {

struct Foretelling {
    int shift;
    int sigma;
};

inline constexpr int foretold_from = 3, foretold_to = 10, usual_empties = 34;
inline constexpr std::array<Foretelling, foretold_to - foretold_from + 1> foretellings = {{
    {-160, 431},  // 3 foretold by 1
    {99, 368},    // 4 by 2
    {-7, 336},    // 5 by 3
    {129, 437},   // 6 by 2
    {-3, 403},    // 7 by 3
    {36, 345},    // 8 by 4
    {9, 323},     // 9 by 5
    {31, 386},    // 10 by 4
}};
inline constexpr int per_empty = 12;  // thousandths of sigma

// How many sigmas beyond a bound are enough, in tenths. Against no ProbCut at equal time this won 62% of 150 games with 20 ms
// a move and 64% of 100 with 50 ms; between 10 and 16 a match of 150 games saw no difference.
inline constexpr int sure_enough = 12;

inline constexpr int shallow_depth(int depth) {
    const int half = depth / 4 * 2 + depth % 2;
    return half > 0 ? half : depth - 2;
}

inline constexpr std::optional<ProbCutMargins> probcut(int empties, int depth) {
    if (depth < foretold_from) return std::nullopt;
    int row = depth, tenths = 10;
    for (; row > foretold_to; row -= 4) tenths = tenths > 5 ? tenths - 1 : 5;
    const auto [shift, sigma] = foretellings[row - foretold_from];
    const int margin = sigma * tenths / 10 * (1000 - per_empty * (empties - usual_empties)) / 1000 * sure_enough / 10;
    return ProbCutMargins{shallow_depth(depth), margin - shift, margin + shift};
}

}  // namespace zermelo::othello
