// Small tactical questions about a move: is it self-atari, does it save a chain, does a ladder work, where is the vital point of a
// small eye. Playouts and priors ask them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "zermelo/base/list.hpp"
#include "zermelo/games/go/board.hpp"

namespace zermelo::go {

// How many liberties the chain of a stone on an empty point would have: 0, 1, or 2 for more. A capture counts as two
// where it takes more than one stone.
template <int Room>
int liberties_after(const Board<Room>& board, Point point, Colour colour) {
    using P = Points<Room>;
    if (empty_adjacent(board.around(point)) >= 2) return 2;
    Point only = 0;
    const auto second = [&](Point liberty) {
        if (only && only != liberty) return true;
        only = liberty;
        return false;
    };
    for (int direction = 0; direction < 4; ++direction) {
        const auto next = static_cast<Point>(point + P::steps[direction]);
        const Colour there = board.at(next);
        if (there == border) continue;
        if (there == empty) {
            if (second(next)) return 2;
        } else if (there == colour) {
            Chain rest = board.chain(next);
            // The point is a liberty once for each stone of this chain that touches it.
            for (int again = 0; again < 4; ++again) {
                const auto stone = static_cast<Point>(point + P::steps[again]);
                if (board.at(stone) == colour && board.head(stone) == board.head(next)) rest.remove(point);
            }
            if (rest.captured()) continue;
            if (!rest.in_atari() || second(rest.last_liberty())) return 2;
        } else if (board.chain(next).in_atari()) {
            if (board.chain(next).stones > 1 || second(next)) return 2;
        }
    }
    return only ? 1 : 0;
}

// The stones that a move would leave in atari, itself included; 0 if it has more liberties.
template <int Room>
int self_atari(const Board<Room>& board, Point point, Colour colour) {
    if (liberties_after(board, point, colour) > 1) return 0;
    using P = Points<Room>;
    int stones = 1;
    std::array<Point, 4> heads{};
    for (int direction = 0; direction < 4; ++direction) {
        const auto next = static_cast<Point>(point + P::steps[direction]);
        if (board.at(next) != colour || std::find(heads.begin(), heads.end(), board.head(next)) != heads.end()) continue;
        heads[direction] = board.head(next);
        stones += board.chain(next).stones;
    }
    return stones;
}

// Whether a chain in atari, whose side moves, is lost in a ladder; `cap` limits the stones that are tried, and a ladder that is not
// decided by then counts as an escape.
template <int Room>
bool lost_in_ladder(const Board<Room>& board, Point stone, int& cap);

// Whether the opponent of a chain with two liberties, moving next, takes it in a ladder; `first` is the atari that begins it.
template <int Room>
bool ladder_captures(const Board<Room>& board, Point stone, int& cap, Point* first = nullptr) {
    List<Point, 3> liberties;
    board.liberties(stone, liberties, 3);
    if (liberties.size() != 2) return liberties.size() == 1;
    const Colour hunter = other(board.at(stone));
    for (const Point atari : liberties) {
        if (--cap < 0) return false;
        if (atari == board.ko() || liberties_after(board, atari, hunter) == 0) continue;
        Board<Room> next = board;
        next.play(atari, hunter);
        if (lost_in_ladder(next, stone, cap)) {
            if (first) *first = atari;
            return true;
        }
    }
    return false;
}

template <int Room>
bool lost_in_ladder(const Board<Room>& board, Point stone, int& cap) {
    using P = Points<Room>;
    if (!board.chain(stone).in_atari()) return false;
    const Colour colour = board.at(stone);
    List<Point, 16> tries;
    // Take a neighbour that is in atari, or run.
    Point at = stone;
    do {
        for (int direction = 0; direction < 4 && tries.size() < 15; ++direction) {
            const auto next = static_cast<Point>(at + P::steps[direction]);
            if (board.at(next) != other(colour) || !board.chain(next).in_atari()) continue;
            const Point capture = board.chain(next).last_liberty();
            if (std::find(tries.begin(), tries.end(), capture) == tries.end()) tries.push_back(capture);
        }
        at = board.next(at);
    } while (at != stone);
    const Point run = board.chain(stone).last_liberty();
    if (std::find(tries.begin(), tries.end(), run) == tries.end()) tries.push_back(run);
    for (const Point reply : tries) {
        if (--cap < 0) return false;
        if (reply == board.ko() || !board.has_liberty_after(reply, colour)) continue;
        Board<Room> next = board;
        next.play(reply, colour);
        List<Point, 3> liberties;
        next.liberties(stone, liberties, 3);
        if (liberties.size() >= 3) return false;
        if (liberties.size() == 2 && !ladder_captures(next, stone, cap)) return false;
    }
    return true;
}

// The vital point of a region of three to six empty points that one colour encloses and that holds `inside`; a pass if there is none.
template <int Room>
Point vital_point(const Board<Room>& board, Point inside, Colour around) {
    using P = Points<Room>;
    List<Point, 6> region;
    region.push_back(inside);
    // The vital point alone has the most neighbours in the region: all others in three in a row, the T of four and the crossed
    // five, three in the bulky five, four in the rabbity six. No other point has more than two.
    Point vital = pass;
    int most = 0, times = 0;
    for (std::size_t at = 0; at < region.size(); ++at) {
        const Around beside = board.around(region[at]);
        const int neighbours = empty_adjacent(beside);
        if (touches(beside, other(around)) || (neighbours > 2 && most > 2)) return pass;
        if (neighbours > most) most = neighbours, times = 1, vital = region[at];
        else times += neighbours == most;
        for (int direction = 0; direction < 4; ++direction) {
            const auto next = static_cast<Point>(region[at] + P::steps[direction]);
            if (board.at(next) != empty || std::find(region.begin(), region.end(), next) != region.end()) continue;
            if (region.size() == 6) return pass;
            region.push_back(next);
        }
    }
    if (region.size() < 3) return pass;
    const bool shape = times == 1 && most == static_cast<int>(region.size()) - 1;
    const bool bulky = times == 1 && ((region.size() == 5 && most == 3) || (region.size() == 6 && most == 4));
    return shape || bulky ? vital : pass;
}

}  // namespace zermelo::go
