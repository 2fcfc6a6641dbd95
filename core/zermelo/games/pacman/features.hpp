// The named features of Pac-Man (listed in pacman.hpp), from Pac-Man's point of view whoever is to move. Distances are path lengths
// in the maze.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "zermelo/games/pacman/rules.hpp"

namespace zermelo::pacman {

inline constexpr int close = 5, in_sight = 10;  // distances up to which ghosts and prey count
inline constexpr int much_room = 20;

inline int nearest_food(const Pacman& game) {
    const Maze& maze = game.maze();
    if (game.food_left() > 6) {
        const Cell* near = maze.food_near(game.pacman());
        while (!game.has_food(*near)) ++near;
        return maze.distance(game.pacman(), *near);
    }
    // With little food left the first in the list may be far down.
    int nearest = game.food_left() ? nowhere : 0;
    for (std::size_t word = 0; word * 64 < maze.cells(); ++word)
        for (std::uint64_t left = game.food()[word]; left; left &= left - 1)
            nearest = std::min(nearest, maze.distance(game.pacman(), static_cast<Cell>(word * 64 + static_cast<std::size_t>(std::countr_zero(left)))));
    return nearest;
}

// The number of cells that Pac-Man reaches before any ghost that is not scared. One loop per ghost, which the compiler vectorises.
inline int room(const Pacman& game) {
    const Maze& maze = game.maze();
    const std::size_t cells = maze.cells();
    std::array<std::uint16_t, most_cells> theirs;
    std::fill_n(theirs.begin(), cells, static_cast<std::uint16_t>(nowhere));
    for (std::size_t at = 0; at < game.ghosts(); ++at) {
        if (game.ghost(at).scared) continue;
        const std::uint16_t* const far = maze.distances(game.ghost(at).cell);
        for (std::size_t cell = 0; cell < cells; ++cell) theirs[cell] = std::min(theirs[cell], far[cell]);
    }
    const std::uint16_t* const own = maze.distances(game.pacman());
    std::uint16_t first = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) first = static_cast<std::uint16_t>(first + (own[cell] < theirs[cell]));
    return first;
}

inline void Pacman::features(std::int32_t* out) const {
    const Maze& maze = *maze_;
    int ghost_distance = 0, ghosts_close = 0, prey_close = 0, fear_left = 0;
    for (std::size_t at = 0; at < ghosts_count_; ++at) {
        const Ghost& ghost = ghosts_[at];
        int distance = maze.distance(pacman_, ghost.cell);
        if (ghost.half) distance = std::min(distance, maze.distance(pacman_, maze.next(ghost.cell, ghost.direction)));
        fear_left += ghost.scared;
        if (distance == nowhere) continue;
        if (ghost.scared) {
            if (distance <= ghost.scared) prey_close += std::max(0, in_sight - distance);
        } else {
            ghost_distance += distance;
            ghosts_close += std::max(0, close - distance);
        }
    }
    out[0] = score_;
    out[1] = nearest_food(*this);
    out[2] = food_left_;
    out[3] = std::popcount(capsules_);
    out[4] = ghost_distance;
    out[5] = ghosts_close;
    out[6] = std::min(room(*this), much_room);
    out[7] = prey_close;
    out[8] = fear_left;
}

}  // namespace zermelo::pacman
