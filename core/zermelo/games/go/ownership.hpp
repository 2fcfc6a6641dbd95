// Who owns each point in the end, on average over playouts: a map of a position, and which stones are dead.
#pragma once

#include <array>
#include <cstdint>

#include "zermelo/base/random.hpp"
#include "zermelo/games/go/rules.hpp"

namespace zermelo::go {

template <int Room>
struct Ownership {
    std::array<float, Points<Room>::count> of{};  // 1 for Black's points, -1 for White's
    double score = 0;                             // Black's, in half points, komi included
};

template <int Room>
Ownership<Room> ownership(const BasicGo<Room>& game, int playouts, std::uint64_t seed, bool uniform = false) {
    using P = Points<Room>;
    Random random(mix(seed));
    Ownership<Room> out;
    for (int count = 0; count < playouts; ++count) {
        Playout<Room> playout(game, uniform);
        while (!playout.over()) playout.step(random);
        const auto owner = owners(playout.board());
        for (int point = 0; point < P::count; ++point) out.of[point] += static_cast<float>((owner[point] == black) - (owner[point] == white));
        out.score += playout.payoff();
    }
    for (float& mean : out.of) mean /= static_cast<float>(playouts);
    out.score /= playouts;
    return out;
}

}  // namespace zermelo::go
