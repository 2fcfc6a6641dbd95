// Numbers the positions of one chess endgame. Symmetric positions share a number: without pawns under the eight symmetries of the
// board, with pawns under the left-right mirror only. If both sides have the same pieces, White is always to move.
//
//     number = (turn * kings + pair of kings) * places + places of the other pieces
//
// The white king is in the triangle a1-d1-d4, and the black king not above the long diagonal if the white king is on it (462
// pairs); with pawns the white king is on the files a to d (1806 pairs). Two equal pieces have one number per unordered pair of
// squares. Positions with an en passant capture come after all others.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "zermelo/games/chess/material.hpp"

namespace zermelo::chess {

namespace detail {

// The eight symmetries of the board: bit 0 mirrors the files, bit 1 the ranks, bit 2 exchanges files and ranks.
constexpr int image(int square, int turned) {
    if (turned & 1) square ^= 7;
    if (turned & 2) square ^= 56;
    return turned & 4 ? square >> 3 | (square & 7) << 3 : square;
}

struct KingPair {
    std::int16_t number = -1;  // -1: the kings are adjacent
    std::uint8_t turned = 0;   // the symmetry that gives them that number
    bool on_diagonal = false;  // the mirror in the long diagonal keeps their number
};

// The numbers of all pairs of kings; `Images` is 8 or 2.
template <int Images>
struct KingPairs {
    std::array<std::array<KingPair, 64>, 64> of{};
    std::vector<std::pair<std::uint8_t, std::uint8_t>> squares;

    KingPairs() {
        for (int white_king = 0; white_king < 64; ++white_king)
            for (int black_king = 0; black_king < 64; ++black_king)
                if (canonical(white_king, black_king)) {
                    of[white_king][black_king] = {static_cast<std::int16_t>(squares.size()), 0,
                                                  Images == 8 && diagonal(white_king) && diagonal(black_king)};
                    squares.emplace_back(white_king, black_king);
                }
        for (int white_king = 0; white_king < 64; ++white_king)
            for (int black_king = 0; black_king < 64; ++black_king)
                for (int turned = 1; turned < Images && of[white_king][black_king].number < 0; ++turned) {
                    const int white_image = image(white_king, turned), black_image = image(black_king, turned);
                    if (!canonical(white_image, black_image)) continue;
                    of[white_king][black_king] = of[white_image][black_image];
                    of[white_king][black_king].turned = static_cast<std::uint8_t>(turned);
                }
    }

    static bool diagonal(int square) { return square >> 3 == (square & 7); }
    static bool canonical(int white_king, int black_king) {
        if (white_king == black_king || king_attacks[white_king] & bit(black_king) || (white_king & 7) > 3) return false;
        if (Images == 2) return true;
        const auto above = [](int square) { return (square >> 3) - (square & 7); };
        return above(white_king) < 0 || (above(white_king) == 0 && above(black_king) <= 0);
    }
};

inline const KingPairs<8> kings_without_pawns;
inline const KingPairs<2> kings_with_pawns;

struct Images {
    std::array<std::array<std::uint8_t, 64>, 8> of{};
    constexpr Images() {
        for (int turned = 0; turned < 8; ++turned)
            for (int square = 0; square < 64; ++square) of[turned][square] = static_cast<std::uint8_t>(image(square, turned));
    }
};
inline constexpr Images images;

}  // namespace detail

// The squares of the pieces: the kings, then the pieces of the stronger side, then those of the weaker.
struct Placement {
    std::array<std::uint8_t, Material::most_pieces> squares{};
    int turn = white;
    bool en_passant = false;  // the player to move may capture the other pawn, which has just made a double step
};

// The endgame of a position and the placement of its pieces, with the colours reversed if Black is the stronger side. The position
// has at most four pieces.
inline std::pair<Material, Placement> describe(const Position& at) {
    Material::Pieces pieces[2];  // from the queens down, as in names
    List<int, Material::most_pieces - 2> squares[2];
    for (const int colour : {white, black})
        for (const Piece piece : {queen, rook, bishop, knight, pawn})
            for (Board left = at.of(colour, piece); left; left &= left - 1) {
                pieces[colour].push_back(piece);
                squares[colour].push_back(first(left));
            }
    const Material material(pieces[white], pieces[black]);
    const Material::Pieces& stronger = material.strong();
    const int strong = std::equal(pieces[white].begin(), pieces[white].end(), stronger.begin(), stronger.end()) ? white : black;
    Placement placement;
    int slot = 0;
    const auto place = [&](int square) { placement.squares[slot++] = static_cast<std::uint8_t>(strong == white ? square : square ^ 56); };
    for (const int colour : {strong, strong ^ 1}) place(at.king_of(colour));
    for (const int colour : {strong, strong ^ 1})
        for (const int square : squares[colour]) place(square);
    placement.turn = at.player() ^ strong;
    placement.en_passant = at.en_passant_square() != no_square;
    return {material, placement};
}

class EndgameIndex {
public:
    static constexpr std::size_t none = ~std::size_t{0};

    explicit EndgameIndex(const Material& material) : material_(material) {
        count_ = material.pieces();
        pieces_ = {king, king, no_piece, no_piece};
        int slot = 2;
        for (const Piece piece : material.strong()) pieces_[slot++] = piece;
        strong_end_ = slot;
        for (const Piece piece : material.weak()) pieces_[slot++] = piece;
        like_ = count_ == 4 && strong_end_ != 3 && pieces_[2] == pieces_[3];
        with_pawns_ = material.has_pawns();
        symmetric_ = material.symmetric();
        const auto room = [&](int of) { return pieces_[of] == pawn ? 48u : 64u; };
        last_room_ = count_ == 4 ? room(3) : 1;
        places_ = like_ ? room(2) * (room(2) - 1) / 2 : room(2) * last_room_;
        kings_ = with_pawns_ ? detail::kings_with_pawns.squares.size() : detail::kings_without_pawns.squares.size();
        side_ = kings_ * places_;
        ordinary_ = symmetric_ ? side_ : 2 * side_;
        size_ = ordinary_ + (material.has_en_passant() ? kings_ * passing : 0);
    }

    const Material& material() const { return material_; }
    int count() const { return count_; }
    Piece piece(int slot) const { return pieces_[slot]; }
    int colour(int slot) const { return slot < 2 ? slot : slot < strong_end_ ? white : black; }
    std::size_t size() const { return size_; }

    // The number of a placement; `none` if the kings are adjacent or two pieces share a square.
    std::size_t number(Placement at) const {
        if (symmetric_ && at.turn == black) at = reversed(at);
        const auto& pairs = with_pawns_ ? detail::kings_with_pawns.of : detail::kings_without_pawns.of;
        const detail::KingPair pair = pairs[at.squares[0]][at.squares[1]];
        if (pair.number < 0) return none;
        if (at.en_passant) return ordinary_ + static_cast<std::size_t>(pair.number) * passing + passing_of(at, pair.turned);
        std::size_t place = place_of(at, pair.turned);
        // Of two mirror images in the long diagonal the smaller number counts.
        if (pair.on_diagonal) place = std::min(place, place_of(at, pair.turned, true));
        if (place == none) return none;
        return static_cast<std::size_t>(at.turn) * side_ + static_cast<std::size_t>(pair.number) * places_ + place;
    }

    // Sets `at` to the placement with this number; returns false if there is none, or if a smaller number is its image.
    bool placement(std::size_t number, Placement& at) const {
        at = {};
        std::size_t rest = number;
        at.en_passant = number >= ordinary_;
        if (at.en_passant) {
            rest -= ordinary_;
            const auto place = static_cast<int>(rest % passing);
            const int own = 32 + place / 2, other = own + (place % 2 ? 1 : -1);
            if (other < 32 || other > 39) return false;
            at.squares[2] = static_cast<std::uint8_t>(own), at.squares[3] = static_cast<std::uint8_t>(other);
            rest /= passing;
        } else {
            at.turn = static_cast<int>(rest / side_);
            rest %= side_;
            set_places(at, rest % places_);
            rest /= places_;
        }
        const auto& kings = with_pawns_ ? detail::kings_with_pawns.squares : detail::kings_without_pawns.squares;
        at.squares[0] = kings[rest].first, at.squares[1] = kings[rest].second;
        Board seen = 0;
        for (int slot = 0; slot < count_; ++slot) {
            if (seen & bit(at.squares[slot])) return false;
            seen |= bit(at.squares[slot]);
        }
        return this->number(at) == number;
    }

    // The placement with the colours reversed, if both sides have the same pieces.
    Placement reversed(const Placement& at) const {
        Placement other = at;
        for (int slot = 0; slot < count_; ++slot) other.squares[slot ^ 1] = at.squares[slot] ^ 56;
        other.turn = at.turn ^ 1;
        return other;
    }

private:
    static constexpr std::size_t passing = 16;  // the file of the capturing pawn, and the side on which the other stands

    Material material_;
    std::array<Piece, Material::most_pieces> pieces_{};
    int count_ = 0, strong_end_ = 0;
    bool like_ = false, with_pawns_ = false, symmetric_ = false;
    std::size_t last_room_ = 1, places_ = 1, kings_ = 1, side_ = 1, ordinary_ = 1, size_ = 1;

    static std::size_t passing_of(const Placement& at, int turned) {
        const int own = detail::images.of[turned][at.squares[2]] & 7, other = detail::images.of[turned][at.squares[3]] & 7;
        return static_cast<std::size_t>(2 * own + (other > own));
    }

    std::size_t place_of(const Placement& at, int turned, bool mirrored = false) const {
        std::size_t places[2] = {0, 0};
        for (int slot = 2; slot < count_; ++slot) {
            int square = detail::images.of[turned][at.squares[slot]];
            if (mirrored) square = detail::images.of[4][square];
            places[slot - 2] = static_cast<std::size_t>(pieces_[slot] == pawn ? square - 8 : square);
        }
        if (!like_) return places[0] * last_room_ + places[1];
        if (places[0] == places[1]) return none;
        const auto [low, high] = std::minmax(places[0], places[1]);
        return high * (high - 1) / 2 + low;
    }

    void set_places(Placement& at, std::size_t place) const {
        std::size_t places[2] = {place / last_room_, place % last_room_};
        if (like_) {
            std::size_t high = 1;
            while ((high + 1) * high / 2 <= place) ++high;
            places[0] = place - high * (high - 1) / 2, places[1] = high;
        }
        for (int slot = 2; slot < count_; ++slot)
            at.squares[slot] = static_cast<std::uint8_t>(places[slot - 2] + (pieces_[slot] == pawn ? 8 : 0));
    }
};

}  // namespace zermelo::chess
