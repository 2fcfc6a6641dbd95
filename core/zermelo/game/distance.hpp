// What endgame tables hold: the distance of a position to the end of the game, one byte per position, or only its result.
//
// Players take turns, so a win for the player to move takes an odd number of plies and a loss an even one: the number alone tells
// which. A byte is 0 for a draw, else 1 + the plies.
#pragma once

#include <compare>
#include <cstdint>

#include "zermelo/game/value.hpp"

namespace zermelo {

enum class Result : std::uint8_t { draw, win, loss };  // for the player to move

// The result of a position without draws by rule.
struct TableResult {
    Result result;
    bool certain;   // no such rule can change it
    int plies = 0;  // until the win or loss comes closer for good, where that is known

    constexpr bool drawn() const { return result == Result::draw; }
    // The value for the player to move, if a win is worth `win` less the plies.
    constexpr Value value(Value win) const { return drawn() ? 0 : result == Result::win ? win - plies : plies - win; }
};

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

    // The distance of a position whose best move leads to this one, for the player who makes it.
    constexpr Distance before() const { return drawn() ? *this : of_plies(plies() + 1); }

    // The value for the player to move, if a win is worth `win` less the plies it takes.
    constexpr Value value(Value win) const { return drawn() ? 0 : won() ? win - plies() : plies() - win; }

    // Greater is better for the player to move: a quick win, a slow loss.
    constexpr std::strong_ordering operator<=>(const Distance& other) const { return value(1000) <=> other.value(1000); }
    constexpr bool operator==(const Distance& other) const = default;

private:
    constexpr explicit Distance(std::uint8_t byte) : byte_(byte) {}
    std::uint8_t byte_ = 0;
};

}  // namespace zermelo
