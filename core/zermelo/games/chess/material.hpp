// The material of a chess endgame with at most four pieces, including the kings: its name (KQKR), and the endgames that its
// captures and promotions lead to.
//
// The side named first is the stronger one: it has more pieces, or the better one. In tables it is always White; a position in
// which Black is the stronger side is looked up with the colours reversed.
#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/list.hpp"
#include "zermelo/games/chess/board.hpp"

namespace zermelo::chess {

// The pieces of both sides without the kings.
class Material {
public:
    static constexpr int most_pieces = 4;
    using Pieces = List<Piece, most_pieces - 2>;

    Material() = default;
    // The stronger side first, whichever was given first.
    Material(Pieces one, Pieces other) : strong_(one), weak_(other) {
        for (Pieces* side : {&strong_, &weak_}) std::sort(side->begin(), side->end(), std::greater());
        const auto rank = [](const Pieces& side) {
            int sum = 100 * static_cast<int>(side.size());
            for (const Piece piece : side) sum += piece;
            return sum;
        };
        if (rank(strong_) < rank(weak_)) std::swap(strong_, weak_);
    }

    const Pieces& strong() const { return strong_; }
    const Pieces& weak() const { return weak_; }
    int pieces() const { return 2 + static_cast<int>(strong_.size() + weak_.size()); }
    bool symmetric() const { return std::equal(strong_.begin(), strong_.end(), weak_.begin(), weak_.end()); }
    bool has_pawns() const { return has(strong_, pawn) || has(weak_, pawn); }
    // With pawns on both sides there are en passant captures.
    bool has_en_passant() const { return has(strong_, pawn) && has(weak_, pawn); }

    std::string name() const {
        std::string text;
        for (const Pieces* side : {&strong_, &weak_}) {
            text += 'K';
            for (const Piece piece : *side) text += "PNBRQ"[piece];
        }
        return text;
    }

    // A unique number below `codes`.
    static constexpr int codes = 36 * 36;
    int code() const { return 36 * code_of(strong_) + code_of(weak_); }

    // A lone minor piece cannot mate: such an endgame needs no table.
    bool always_drawn() const {
        return weak_.empty() && (strong_.empty() || (strong_.size() == 1 && (strong_[0] == bishop || strong_[0] == knight)));
    }

    // The other endgames that one move may lead to, without those that are always drawn.
    std::vector<Material> leads_to() const {
        std::vector<Material> found;
        const auto add = [&](const Material& material) {
            const auto same = [&](const Material& other) { return other.code() == material.code(); };
            if (!material.always_drawn() && std::none_of(found.begin(), found.end(), same)) found.push_back(material);
        };
        for (const bool strong_moves : {true, false}) {
            const Pieces &movers = strong_moves ? strong_ : weak_, &others = strong_moves ? weak_ : strong_;
            std::vector<Pieces> after{movers};  // unchanged, or with a pawn promoted
            if (has(movers, pawn))
                for (const Piece promoted : {queen, rook, bishop, knight}) after.push_back(without(movers, pawn, promoted));
            for (std::size_t at = 0; at < after.size(); ++at) {
                if (at > 0) add(Material(after[at], others));
                for (const Piece taken : others) add(Material(after[at], without(others, taken, no_piece)));
            }
        }
        return found;
    }

private:
    Pieces strong_, weak_;

    static bool has(const Pieces& side, Piece piece) { return std::find(side.begin(), side.end(), piece) != side.end(); }
    static int code_of(const Pieces& side) {
        int code = 0;
        for (const Piece piece : side) code = 6 * code + piece + 1;
        return code;
    }
    static Pieces without(const Pieces& side, Piece gone, Piece instead) {
        Pieces left = side;
        *std::find(left.begin(), left.end(), gone) = instead;
        left.resize(static_cast<std::size_t>(std::remove(left.begin(), left.end(), no_piece) - left.begin()));
        return left;
    }
};

// All endgames with this many pieces, including the kings.
inline std::vector<Material> all_endgames(int pieces) {
    constexpr Piece kinds[] = {queen, rook, bishop, knight, pawn};
    std::vector<Material> found;
    const auto side = [](std::initializer_list<Piece> with) {
        Material::Pieces made;
        for (const Piece piece : with) made.push_back(piece);
        return made;
    };
    for (int one = 0; one < 5; ++one) {
        if (pieces == 3) found.emplace_back(side({kinds[one]}), side({}));
        for (int other = one; pieces == 4 && other < 5; ++other) {
            found.emplace_back(side({kinds[one], kinds[other]}), side({}));
            found.emplace_back(side({kinds[one]}), side({kinds[other]}));
        }
    }
    return found;
}

// Parses KQKR or kqkr, with the sides in either order; nothing if it is not an endgame of three or four pieces.
inline std::optional<Material> parse_material(std::string_view text) {
    Material::Pieces sides[2];
    int side = -1, pieces = 0;
    for (char letter : text) {
        if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 32);
        const std::size_t piece = std::string_view("PNBRQK").find(letter);
        if (piece == std::string_view::npos || ++pieces > Material::most_pieces) return std::nullopt;
        if (piece == king) {
            if (++side > 1) return std::nullopt;
        } else if (side < 0 || sides[side].size() == Material::most_pieces - 2) {
            return std::nullopt;
        } else {
            sides[side].push_back(static_cast<Piece>(piece));
        }
    }
    if (side != 1 || pieces < 3) return std::nullopt;
    return Material(sides[0], sides[1]);
}

}  // namespace zermelo::chess
