// How far a decided position is from its end: what tables of endings hold, one byte a position.
//
// Players take turns, so that a win for the player to move takes an odd number of plies and a loss an even one: the number
// alone says which it is. A byte is 0 for a draw, else the plies and one.
#pragma once

#include <compare>
#include <cstdint>

#include "zermelo/base/value.hpp"

namespace zermelo {

class Distance {
public:
    static constexpr int most = 250;  // plies; bytes above are free for other uses

    constexpr Distance() = default;  // a draw
    static constexpr Distance of_plies(int plies) { return Distance(static_cast<std::uint8_t>(plies + 1)); }
    static constexpr Distance of_byte(std::uint8_t byte) { return Distance(byte); }
    constexpr std::uint8_t byte() const { return byte_; }

    constexpr bool drawn() const { return byte_ == 0; }
    constexpr bool won() const { return byte_ != 0 && (byte_ & 1) == 0; }
    constexpr bool lost() const { return (byte_ & 1) != 0; }
    constexpr int plies() const { return drawn() ? 0 : byte_ - 1; }

    // The same end seen by the other player, one ply earlier.
    constexpr Distance before() const { return drawn() ? *this : of_plies(plies() + 1); }

    // The worth for the player to move where a win is worth `win` less the plies it takes.
    constexpr Value value(Value win) const { return drawn() ? 0 : won() ? win - plies() : plies() - win; }

    // By what the player to move prefers: a quick win, a slow loss.
    constexpr std::strong_ordering operator<=>(const Distance& other) const { return value(1000) <=> other.value(1000); }
    constexpr bool operator==(const Distance& other) const = default;

private:
    constexpr explicit Distance(std::uint8_t byte) : byte_(byte) {}
    std::uint8_t byte_ = 0;
};

}  // namespace zermelo
