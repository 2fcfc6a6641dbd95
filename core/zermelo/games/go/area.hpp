// Area scoring: whose each point is once a game has ended.
#pragma once

#include <array>

#include "zermelo/base/list.hpp"
#include "zermelo/games/go/board.hpp"

namespace zermelo::go {

// The owner of every point: stones own their point, empty points belong to the colour that alone reaches them.
template <int Room>
std::array<Colour, Points<Room>::count> owners(const Board<Room>& board) {
    using P = Points<Room>;
    std::array<Colour, P::count> owner{};
    std::array<bool, P::count> seen{};
    List<Point, Room * Room> region;
    for (const Point start : board.empties()) {
        if (seen[start]) continue;
        region.clear();
        region.push_back(start);
        seen[start] = true;
        unsigned reached = 0;
        for (std::size_t at = 0; at < region.size(); ++at)
            for (int direction = 0; direction < 4; ++direction) {
                const auto next = static_cast<Point>(region[at] + P::steps[direction]);
                const Colour colour = board.at(next);
                if (colour == empty && !seen[next]) seen[next] = true, region.push_back(next);
                else if (colour == black || colour == white) reached |= colour;
            }
        if (reached == black || reached == white)
            for (const Point point : region) owner[point] = static_cast<Colour>(reached);
    }
    for (int row = 0; row < board.size(); ++row)
        for (int column = 0; column < board.size(); ++column) {
            const Point point = P::at(row, column);
            if (board.at(point) != empty) owner[point] = board.at(point);
        }
    return owner;
}

// Black's points minus White's.
template <int Room>
int area(const Board<Room>& board) {
    int difference = 0;
    for (const Colour owner : owners(board)) difference += (owner == black) - (owner == white);
    return difference;
}

}  // namespace zermelo::go
