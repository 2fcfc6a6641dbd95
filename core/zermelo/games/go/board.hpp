// The stones of a Go board with what a game and a playout ask all the time, kept up to date with every stone: the chains, their
// liberties, the neighbours of each point, the empty points as a list, and the key.
//
// Liberties are counted once for each stone they touch (pseudo-liberties), with the sum of their points and of the squares of their
// points: a chain has one liberty exactly where count * squares == sum * sum (Cauchy-Schwarz), and it is then sum / count.
#pragma once

#include <array>
#include <cstdint>

#include "zermelo/games/go/points.hpp"

namespace zermelo::go {

struct Chain {
    std::uint32_t sum = 0, squares = 0;
    std::uint16_t liberties = 0;  // one for each stone that a liberty touches
    std::uint16_t stones = 0;

    void add(Point liberty) { ++liberties, sum += liberty, squares += std::uint32_t{liberty} * liberty; }
    void remove(Point liberty) { --liberties, sum -= liberty, squares -= std::uint32_t{liberty} * liberty; }
    bool in_atari() const { return liberties && std::uint64_t{liberties} * squares == std::uint64_t{sum} * sum; }
    bool captured() const { return liberties == 0; }
    Point last_liberty() const { return static_cast<Point>(sum / liberties); }  // of a chain in atari
};

template <int Room>
class Board {
public:
    using P = Points<Room>;

    explicit Board(int size = Room) : size_(static_cast<std::uint8_t>(size)) {
        colours_.fill(border);
        for (int point = 0; point < P::count; ++point) heads_[point] = static_cast<Point>(point);
        position_.fill(0);
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                const Point point = P::at(row, column);
                colours_[point] = empty;
                position_[point] = static_cast<std::uint16_t>(empty_count_);
                empty_points_[empty_count_++] = point;
            }
        for (const Point point : empties())
            for (int direction = 0; direction < 8; ++direction)
                around_[point] |= around_bits(colours_[point + P::steps[direction]], direction);
    }

    int size() const { return size_; }
    int area() const { return size_ * size_; }
    Colour at(int point) const { return colours_[point]; }
    bool on_board(Point point) const { return point < P::count && colours_[point] != border; }
    Around around(Point point) const { return around_[point]; }
    Point head(Point stone) const { return heads_[stone]; }
    Point next(Point stone) const { return next_[stone]; }  // the stones of a chain form a ring
    const Chain& chain(Point stone) const { return chains_[heads_[stone]]; }
    Key key() const { return key_; }
    Point ko() const { return ko_; }
    void forget_ko() { ko_ = 0; }
    int stones(Colour colour) const { return stones_[colour]; }

    // The empty points, in no particular order.
    struct Range {
        const Point *first, *last;
        const Point* begin() const { return first; }
        const Point* end() const { return last; }
    };
    Range empties() const { return {empty_points_.data(), empty_points_.data() + empty_count_}; }
    int empty_count() const { return empty_count_; }
    Point empty_point(int place) const { return empty_points_[place]; }
    // Exchange two places of the list.
    void swap_empties(int one, int other) {
        const Point first = empty_points_[one], second = empty_points_[other];
        empty_points_[one] = second, empty_points_[other] = first;
        position_[second] = static_cast<std::uint16_t>(one), position_[first] = static_cast<std::uint16_t>(other);
    }

    // Whether a stone on an empty point would take stones.
    bool captures(Point point, Colour colour) const {
        for (unsigned stones = adjacent_stones(around_[point], other(colour)); stones; stones &= stones - 1)
            if (chain(neighbour(point, stones)).in_atari()) return true;
        return false;
    }

    // Whether a stone on an empty point would have a liberty, after captures.
    bool has_liberty_after(Point point, Colour colour) const {
        if (has_empty_adjacent(around_[point])) return true;
        for (unsigned stones = adjacent_stones(around_[point], colour); stones; stones &= stones - 1)
            if (!chain(neighbour(point, stones)).in_atari()) return true;
        return captures(point, colour);
    }

    // The key of the board after a stone, and with it what it captures, also of its own colour.
    Key key_after(Point point, Colour colour) const {
        Key key = key_ ^ stone_keys[colour][point];
        std::array<Point, 4> gone{};
        int count = 0;
        const auto take = [&](Point stone) {
            const Point head = heads_[stone];
            for (int at = 0; at < count; ++at)
                if (gone[at] == head) return;
            gone[count++] = head;
            Point at = head;
            do key ^= stone_keys[colours_[at]][at], at = next_[at];
            while (at != head);
        };
        const bool suicide = !has_liberty_after(point, colour);
        const Colour taken = suicide ? colour : other(colour);
        for (int direction = 0; direction < 4; ++direction) {
            const auto next = static_cast<Point>(point + P::steps[direction]);
            if (colours_[next] == taken && chains_[heads_[next]].in_atari()) take(next);
        }
        return suicide ? key ^ stone_keys[colour][point] : key;
    }

    // Put a stone on an empty point and take captured stones off; a chain left without liberties is taken off too. Returns how many
    // stones of the opponent were captured.
    int play(Point point, Colour colour) {
        const Around before = around_[point];
        place(point, colour);
        ko_ = 0;
        int captured = 0;
        Point taken = 0;
        for (unsigned stones = adjacent_stones(before, other(colour)); stones; stones &= stones - 1) {
            const Point next = neighbour(point, stones);
            if (colours_[next] != empty && chain(next).captured()) taken = next, captured += take_off(next);
        }
        if (captured == 1 && is_enclosed(before, other(colour))) ko_ = taken;
        if (!has_empty_adjacent(before) && chain(point).captured()) take_off(point);
        return captured;
    }

    // Put a stone on an empty point, whatever liberties it has.
    void place(Point point, Colour colour) {
        set(point, colour);
        ++stones_[colour];
        const std::uint16_t hole = position_[point];
        const Point moved = empty_points_[--empty_count_];
        empty_points_[hole] = moved, position_[moved] = hole;
        next_[point] = point;
        Chain single{0, 0, 0, 1};
        for (int direction = 0; direction < 4; ++direction) {
            const auto next = static_cast<Point>(point + P::steps[direction]);
            // No branch, as the processor predicts a neighbour's colour badly. An empty or border point also has a chain entry; it is never read.
            chains_[heads_[next]].remove(point);
            const std::uint32_t liberty = colours_[next] == empty;
            single.liberties += static_cast<std::uint16_t>(liberty);
            single.sum += liberty * next, single.squares += liberty * next * next;
        }
        chains_[point] = single;
        for (unsigned stones = adjacent_stones(around_[point], colour); stones; stones &= stones - 1) {
            const Point head = heads_[neighbour(point, stones)];
            if (head != heads_[point]) merge(head, heads_[point]);
        }
    }

    // The distinct liberties of a chain, `limit` at most.
    template <class Liberties>
    void liberties(Point stone, Liberties& out, std::size_t limit) const {
        Point at = stone;
        do {
            if (has_empty_adjacent(around_[at]))
                for (int direction = 0; direction < 4; ++direction) {
                    const auto next = static_cast<Point>(at + P::steps[direction]);
                    if (colours_[next] != empty) continue;
                    bool seen = false;
                    for (const Point known : out) seen |= known == next;
                    if (!seen) out.push_back(next);
                    if (out.size() == limit) return;
                }
            at = next_[at];
        } while (at != stone);
    }

    bool operator==(const Board& other) const { return size_ == other.size_ && ko_ == other.ko_ && colours_ == other.colours_; }

private:
    // The adjacent point of the lowest bit of adjacent_stones.
    static Point neighbour(Point point, unsigned stones) { return static_cast<Point>(point + P::steps[std::countr_zero(stones) / 2]); }

    void set(Point point, Colour colour) {
        const Colour change = colours_[point] ^ colour;
        key_ ^= stone_keys[change][point];
        colours_[point] = colour;
        for (int direction = 0; direction < 8; ++direction) around_[point + P::steps[direction]] ^= around_bits(change, direction ^ 1);
    }

    void merge(Point one, Point other) {
        if (chains_[one].stones < chains_[other].stones) std::swap(one, other);
        Chain& large = chains_[one];
        const Chain& small = chains_[other];
        large.sum += small.sum, large.squares += small.squares;
        large.liberties += small.liberties, large.stones += small.stones;
        Point at = other;
        do heads_[at] = one, at = next_[at];
        while (at != other);
        std::swap(next_[one], next_[other]);
    }

    int take_off(Point stone) {
        int count = 0;
        const Colour colour = colours_[stone];
        Point at = stone;
        do {
            set(at, empty);
            heads_[at] = at;
            position_[at] = static_cast<std::uint16_t>(empty_count_);
            empty_points_[empty_count_++] = at;
            for (unsigned stones = adjacent_stones(around_[at], other(colour)); stones; stones &= stones - 1)
                chains_[heads_[neighbour(at, stones)]].add(at);
            ++count;
            at = next_[at];
        } while (at != stone);
        stones_[colour] -= static_cast<std::uint16_t>(count);
        return count;
    }

    std::array<Colour, P::count> colours_;
    std::array<Around, P::count> around_{};
    std::array<Point, P::count> heads_{}, next_{};
    std::array<Chain, P::count> chains_{};
    std::array<Point, Room * Room> empty_points_{};
    std::array<std::uint16_t, P::count> position_;  // of an empty point in the list
    std::array<std::uint16_t, 3> stones_{};
    int empty_count_ = 0;
    Key key_ = 0;
    Point ko_ = 0;
    std::uint8_t size_;
};

}  // namespace zermelo::go
