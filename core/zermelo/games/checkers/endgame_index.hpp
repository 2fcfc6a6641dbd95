// Numbers the positions of checkers endgames without gaps. The player to move is always Black: a position with White to move is
// turned by 180 degrees with the colours exchanged.
//
// An endgame is the material of both sides, as in KKMvKM. It is divided into slices by the leads, the rows of the most advanced man
// of each side: a move that changes the material or a lead never comes back, so a slice needs only itself and slices before it in
// `slices_of` and `endgames`. A slice has two sides, one for each player to move, or one if both have the same men, kings and lead.
//
//     number = (own men, other men) * ways to place the kings + own kings * ways to place the other kings + other kings
//
// Pieces of one kind are numbered as combinations of the free squares in the order of their largest square. A lead fixes the row
// of that square, and so a range of numbers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/games/checkers/rules.hpp"

namespace zermelo::checkers {

inline constexpr int most_table_pieces = 6;

// The pieces of one side. `lead` is the row of the most advanced man, counted from the side's own back rank; 0 without men.
struct Force {
    int men = 0, kings = 0, lead = 0;

    constexpr int pieces() const { return men + kings; }
    constexpr std::strong_ordering operator<=>(const Force& other) const {
        if (const auto order = pieces() <=> other.pieces(); order != 0) return order;
        if (const auto order = kings <=> other.kings; order != 0) return order;
        return lead <=> other.lead;
    }
    constexpr bool operator==(const Force&) const = default;
};

// The two sides of a slice; `first` is never the smaller one.
struct SliceForces {
    Force first, second;

    bool symmetric() const { return first == second; }
    int pieces() const { return first.pieces() + second.pieces(); }
    bool operator==(const SliceForces&) const = default;
};

inline SliceForces ordered(const Force& own, const Force& other) { return own < other ? SliceForces{other, own} : SliceForces{own, other}; }

// An endgame is a slice with leads of 0.
inline std::string name_of(const SliceForces& endgame) {
    const auto letters = [](const Force& force) {
        return std::string(static_cast<std::size_t>(force.kings), 'K') + std::string(static_cast<std::size_t>(force.men), 'M');
    };
    return letters(endgame.first) + "v" + letters(endgame.second);
}

// Reads a name such as KMvK, in any order and case.
inline std::optional<SliceForces> parse_endgame(std::string_view name) {
    Force sides[2];
    int side = 0;
    for (const char letter : name) {
        if ((letter == 'v' || letter == 'V') && side == 0) side = 1;
        else if (letter == 'K' || letter == 'k') ++sides[side].kings;
        else if (letter == 'M' || letter == 'm') ++sides[side].men;
        else return std::nullopt;
        if (sides[0].pieces() + sides[1].pieces() > most_table_pieces) return std::nullopt;
    }
    if (sides[0].pieces() == 0 || sides[1].pieces() == 0) return std::nullopt;
    return ordered(sides[0], sides[1]);
}

// All endgames with this many pieces, each after those it leads to by promotions.
inline std::vector<SliceForces> endgames(int pieces) {
    std::vector<SliceForces> found;
    for (int men = 0; men <= pieces; ++men)
        for (int second = 1; second <= pieces / 2; ++second)
            for (int second_men = std::min(men, second); second_men >= 0; --second_men) {
                const int first = pieces - second, first_men = men - second_men;
                if (first_men > first) continue;
                const Force one{first_men, first - first_men, 0}, two{second_men, second - second_men, 0};
                if (one >= two) found.push_back({one, two});
            }
    return found;
}

// The slices of an endgame, each after those it leads to.
template <int Size>
std::vector<SliceForces> slices_of(const SliceForces& endgame) {
    std::vector<SliceForces> found;
    for (int first = endgame.first.men ? Size - 2 : 0; first >= 0; --first)
        for (int second = endgame.second.men ? Size - 2 : 0; second >= 0; --second) {
            SliceForces slice = endgame;
            slice.first.lead = first, slice.second.lead = second;
            if (slice.first >= slice.second) found.push_back(slice);
        }
    return found;
}

namespace detail {

// choose[n][k], for k up to the most pieces.
inline constexpr auto choose = [] {
    std::array<std::array<std::uint32_t, most_table_pieces + 1>, 33> ways{};
    for (std::size_t n = 0; n <= 32; ++n) {
        ways[n][0] = 1;
        for (std::size_t k = 1; k <= most_table_pieces && n > 0; ++k) ways[n][k] = ways[n - 1][k - 1] + ways[n - 1][k];
    }
    return ways;
}();

inline std::uint32_t ways(int squares, int pieces) { return choose[static_cast<std::size_t>(squares)][static_cast<std::size_t>(pieces)]; }

// The number of a combination of free squares.
inline std::uint32_t combination_number(Board pieces, Board free) {
    std::uint32_t number = 0;
    int count = 0;
    for (; pieces; pieces &= pieces - 1) number += ways(std::popcount(free & ((pieces & -pieces) - 1)), ++count);
    return number;
}

// All combinations of so many of 32 squares, by number.
inline const std::vector<Board>& combinations(int count) {
    static const auto all = [] {
        std::array<std::vector<Board>, most_table_pieces> found;
        found[0] = {0};
        for (std::size_t pieces = 1; pieces < most_table_pieces; ++pieces)
            for (int highest = static_cast<int>(pieces) - 1; highest < 32; ++highest)
                for (std::uint32_t rest = 0; rest < ways(highest, static_cast<int>(pieces) - 1); ++rest)
                    found[pieces].push_back(found[pieces - 1][rest] | Board{1} << highest);
        return found;
    }();
    return all[static_cast<std::size_t>(count)];
}

// The combination of squares that are not occupied with this number.
inline Board combination(std::uint32_t number, int count, Board occupied) {
    Board pieces = combinations(count)[number];
    for (; occupied; occupied &= occupied - 1) {
        const Board below = (occupied & -occupied) - 1;
        pieces = (pieces & below) | (pieces & ~below) << 1;
    }
    return pieces;
}

}  // namespace detail

// The positions in which `own` is to move.
template <int Size>
class EndgameIndex {
public:
    using Game = BasicCheckers<Size>;
    using Squares = BasicBoard<Size>;

    EndgameIndex(const Force& own, const Force& other) : own_(own), other_(other) {
        first_men_ = own.men ? detail::ways(Squares::half * own.lead, own.men) : 0;
        const std::uint32_t placements = (own.men ? detail::ways(Squares::half * (own.lead + 1), own.men) : 1) - first_men_;
        starts_.reserve(placements + 1);
        std::uint32_t start = 0;
        for (std::uint32_t placement = 0; placement < placements; ++placement) {
            starts_.push_back(start);
            const Range range = other_men_range(own_men(placement));
            start += range.end - range.begin;
        }
        starts_.push_back(start);
        const int free = Squares::squares - own.men - other.men;
        other_kings_ = detail::ways(std::max(free - own.kings, 0), other.kings);
        kings_ = detail::ways(std::max(free, 0), own.kings) * static_cast<std::size_t>(other_kings_);
    }

    const Force& own() const { return own_; }
    const Force& other() const { return other_; }
    std::size_t size() const { return starts_.back() * kings_; }

    // The number of a position of this slice. Black is to move.
    std::size_t number(const Game& game) const {
        const std::size_t men = first_number(game.black() & ~game.kings(), game.white() & ~game.kings());
        return own_.kings + other_.kings == 0 ? men : men + kings_number(game);
    }

    // The two parts of the number: that of the first position with these men, and what the kings add to it.
    std::size_t first_number(Board own_men, Board other_men) const {
        std::size_t men = own_.men ? starts_[detail::combination_number(own_men, Squares::all) - first_men_] : 0;
        if (other_.men) {
            const Board free = Squares::turned(Squares::all & ~own_men);
            men += detail::combination_number(Squares::turned(other_men), free) - other_men_range(own_men).begin;
        }
        return men * kings_;
    }
    std::size_t kings_number(const Game& game) const {
        const Board own_kings = game.black() & game.kings(), other_kings = game.white() & game.kings();
        const Board free = game.empty() | game.kings();
        return detail::combination_number(own_kings, free) * static_cast<std::size_t>(other_kings_) +
               detail::combination_number(other_kings, free & ~own_kings);
    }

    // The position with this number. Black is to move.
    Game position(std::size_t number) const {
        const auto men = static_cast<std::uint32_t>(number / kings_), kings = static_cast<std::uint32_t>(number % kings_);
        const auto start = std::upper_bound(starts_.begin(), starts_.end(), men) - 1;
        const Board own_men = this->own_men(static_cast<std::uint32_t>(start - starts_.begin()));
        const std::uint32_t other_number = men - *start + other_men_range(own_men).begin;
        const Board other_men = Squares::turned(detail::combination(other_number, other_.men, Squares::turned(own_men)));
        const Board men_of_both = own_men | other_men;
        const Board own_kings = detail::combination(kings / other_kings_, own_.kings, men_of_both);
        const Board other_kings = detail::combination(kings % other_kings_, other_.kings, men_of_both | own_kings);
        return Game::of(own_men | own_kings, other_men | other_kings, own_kings | other_kings, 0);
    }

private:
    struct Range {
        std::uint32_t begin, end;
    };

    Force own_, other_;
    std::uint32_t first_men_ = 0;        // the first combination of own men with their lead
    std::uint32_t other_kings_ = 1;      // ways to place the other kings
    std::size_t kings_ = 1;              // and all kings
    std::vector<std::uint32_t> starts_;  // for each placement of the own men, the men's number with the first of the other men

    Board own_men(std::uint32_t placement) const { return detail::combination(first_men_ + placement, own_.men, 0); }

    // The combinations of the other men that have their lead.
    Range other_men_range(Board own_men) const {
        if (other_.men == 0) return {0, 1};
        const Board free = Squares::turned(Squares::all & ~own_men);
        const Board below = (Board{1} << (Squares::half * other_.lead)) - 1;
        const int fewer = std::popcount(free & below), squares = fewer + std::popcount(free & Squares::row(other_.lead));
        return {detail::ways(fewer, other_.men), detail::ways(squares, other_.men)};
    }
};

// Positions with pieces of one colour only, which need no table; each counts once.
template <int Size>
std::uint64_t one_colour_positions(int pieces) {
    constexpr int squares = BasicBoard<Size>::squares;
    std::uint64_t found = 0;
    for (int men = 0; men <= pieces; ++men)
        found += 2 * std::uint64_t{detail::ways(squares - Size / 2, men)} * detail::ways(squares - men, pieces - men);
    return found;
}

template <int Size>
Force force_of(Board men, int kings) {
    return {std::popcount(men), kings, men ? (31 - std::countl_zero(men)) / BasicBoard<Size>::half : 0};
}

// The pieces of the player to move, and of the other, of a position with Black to move.
template <int Size>
std::pair<Force, Force> forces_of(const BasicCheckers<Size>& game) {
    const Board kings = game.kings();
    return {force_of<Size>(game.black() & ~kings, std::popcount(game.black() & kings)),
            force_of<Size>(BasicBoard<Size>::turned(game.white() & ~kings), std::popcount(game.white() & kings))};
}

template <int Size>
BasicCheckers<Size> black_to_move(const BasicCheckers<Size>& game) {
    return game.player() == 0 ? game : game.turned();
}

}  // namespace zermelo::checkers
