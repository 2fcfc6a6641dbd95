// What a search asks of a game that has a payoff for each of any number of players, also where these do not cancel out.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>

#include "zermelo/search/game.hpp"

namespace zermelo {

inline constexpr std::size_t most_players = 16;

// One payoff per player. All of a game are of the same length, and whoever moves has one.
using Payoffs = List<double, most_players>;

template <class G>
concept ManyPlayers = std::copyable<G> && requires(const G& game, Moves<G>& moves, typename G::Move move) {
    { game.player() } -> std::convertible_to<int>;  // counted from 0; -1 where chance moves
    { game.over() } -> std::convertible_to<bool>;
    { game.payoffs() } -> std::convertible_to<Payoffs>;  // once it is over
    { game.moves(moves) };                               // all legal moves, in natural order; none once it is over
    { game.play(move) } -> std::convertible_to<G>;
};

// Nobody gets less than `least`, and all together no more than `total`: what one has is lost to the others.
struct Shares {
    double total = 0, least = 0;

    // But for what rounding does to a sum.
    bool hold(const Payoffs& worth) const {
        constexpr double tolerance = 1e-9;
        double sum = 0, size = 1;
        for (const double each : worth) sum += each, size = std::max(size, std::abs(each));
        return *std::min_element(worth.begin(), worth.end()) >= least && sum <= total + tolerance * size;
    }
    // The most that anybody else can have if one player has so much.
    double left(double has, std::size_t players) const { return total - has - (static_cast<double>(players) - 2) * least; }
    // The most that anybody can have at all.
    double most(std::size_t players) const { return total - (static_cast<double>(players) - 1) * least; }
};

}  // namespace zermelo
