// The maze: the cells between the walls, their neighbours, and all distances. A maze never changes, so the positions of a game share
// one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace zermelo::pacman {

enum class Direction : std::uint8_t { north, south, east, west, stop };

inline constexpr std::array<Direction, 4> directions{Direction::north, Direction::south, Direction::east, Direction::west};

constexpr Direction opposite(Direction direction) {
    return direction == Direction::stop ? direction : static_cast<Direction>(static_cast<int>(direction) ^ 1);
}

// A place in the drawing, counted from 0 at the top left.
struct Place {
    int column = 0, line = 0;
    friend bool operator==(const Place&, const Place&) = default;
};

constexpr Place step(Place from, Direction direction) {
    switch (direction) {
        case Direction::north: return {from.column, from.line - 1};
        case Direction::south: return {from.column, from.line + 1};
        case Direction::east: return {from.column + 1, from.line};
        case Direction::west: return {from.column - 1, from.line};
        default: return from;
    }
}

using Cell = std::uint16_t;
inline constexpr Cell no_cell = 0xffff;
inline constexpr int nowhere = 0xffff;  // the distance of a cell that cannot be reached
inline constexpr int most_cells = 1024, longest_side = 64, most_ghosts = 8, most_capsules = 64;

class Maze {
public:
    // `walls` row by row, true for a wall.
    Maze(int width, int height, const std::vector<bool>& walls) : width_(width), height_(height), cells_at_(walls.size(), no_cell) {
        for (std::size_t at = 0; at < walls.size(); ++at) {
            if (walls[at]) continue;
            cells_at_[at] = static_cast<Cell>(places_.size());
            places_.push_back({static_cast<int>(at) % width, static_cast<int>(at) / width});
        }
        next_.resize(places_.size());
        for (Cell cell = 0; cell < places_.size(); ++cell)
            for (const Direction direction : directions)
                next_[cell][static_cast<std::size_t>(direction)] = this->cell(step(places_[cell], direction));
        measure();
    }

    int width() const { return width_; }
    int height() const { return height_; }
    std::size_t cells() const { return places_.size(); }
    Place place(Cell cell) const { return places_[cell]; }

    // The cell at a place; none for a wall or outside.
    Cell cell(Place at) const {
        if (at.column < 0 || at.line < 0 || at.column >= width_ || at.line >= height_) return no_cell;
        return cells_at_[static_cast<std::size_t>(at.line * width_ + at.column)];
    }
    // The neighbour in a direction that is not stop; none for a wall.
    Cell next(Cell cell, Direction direction) const { return next_[cell][static_cast<std::size_t>(direction)]; }
    bool open(Cell cell, Direction direction) const { return next(cell, direction) != no_cell; }
    int distance(Cell from, Cell to) const { return distances(from)[to]; }
    const std::uint16_t* distances(Cell from) const { return distance_.data() + from * cells(); }

    // Where ghosts start, and start again after they were eaten; where the capsules are.
    std::vector<Cell> homes, capsules;

    // List for each cell the food of the layout, nearest first.
    void sort_food(const std::vector<Cell>& food) {
        food_count_ = food.size();
        near_.reserve(cells() * food.size());
        for (Cell from = 0; from < cells(); ++from) {
            std::vector<Cell> sorted = food;
            std::stable_sort(sorted.begin(), sorted.end(), [&](Cell a, Cell b) { return distance(from, a) < distance(from, b); });
            near_.insert(near_.end(), sorted.begin(), sorted.end());
        }
    }
    const Cell* food_near(Cell cell) const { return near_.data() + cell * food_count_; }

    // Equal mazes may come from different layouts.
    friend bool operator==(const Maze& one, const Maze& other) {
        return one.width_ == other.width_ && one.cells_at_ == other.cells_at_ && one.homes == other.homes;
    }

private:
    // Breadth first from every cell.
    void measure() {
        distance_.assign(cells() * cells(), static_cast<std::uint16_t>(nowhere));
        std::vector<Cell> reached;
        for (Cell from = 0; from < cells(); ++from) {
            std::uint16_t* const row = distance_.data() + from * cells();
            row[from] = 0;
            reached.assign(1, from);
            for (std::size_t at = 0; at < reached.size(); ++at)
                for (const Direction direction : directions) {
                    const Cell to = next(reached[at], direction);
                    if (to == no_cell || row[to] != nowhere) continue;
                    row[to] = static_cast<std::uint16_t>(row[reached[at]] + 1);
                    reached.push_back(to);
                }
        }
    }

    int width_, height_;
    std::vector<Cell> cells_at_;
    std::vector<Place> places_;
    std::vector<std::array<Cell, 4>> next_;
    std::vector<std::uint16_t> distance_;
    std::vector<Cell> near_;
    std::size_t food_count_ = 0;
};

}  // namespace zermelo::pacman
