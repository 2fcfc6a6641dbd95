// FEN, with four fields (as in EPD) or all six. Castling rights are read as KQkq or as the files of the rooks (Chess960), and
// written as KQkq where that is unambiguous. The parser returns an empty string, or one sentence with the error and its
// character, counted from 1; the position is then unchanged.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "zermelo/games/chess/rules.hpp"

namespace zermelo::chess {

inline constexpr std::string_view piece_letters = "pnbrqk";

inline std::string square_name(int square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

namespace detail {

inline std::string at_place(std::size_t at) { return " at character " + std::to_string(at + 1); }
inline std::string quoted(char letter) {
    if (letter >= 32 && letter < 127) return std::string("'") + letter + "'";
    return "the byte " + std::to_string(static_cast<unsigned char>(letter));
}
inline bool is_space(char letter) { return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r'; }
inline bool is_capital(char letter) { return letter >= 'A' && letter <= 'Z'; }
inline char lower(char letter) { return is_capital(letter) ? static_cast<char>(letter + 32) : letter; }
inline const char* side_name(int colour) { return colour == white ? "White" : "Black"; }

class FenReader {
public:
    explicit FenReader(std::string_view text) : text_(text) {}

    template <class Variant>
    std::string read(Position& position) {
        for (const auto part : {&FenReader::read_board, &FenReader::read_material<Variant>, &FenReader::read_side,
                                &FenReader::read_castling<Variant>, &FenReader::read_en_passant<Variant>,
                                &FenReader::read_numbers})
            if (std::string error = (this->*part)(); !error.empty()) return error;
        position_.set_turn(2 * (std::max(number_, 1) - 1) + side_, clock_);
        if (Variant::royal && position_.attacks(side_, position_.king_of(side_ ^ 1), position_.occupied()))
            return std::string(side_name(side_ ^ 1)) + " is in check, but " + side_name(side_) + " is to move";
        if (passed_ != no_square) position_.allow_en_passant<Variant::royal>(passed_);
        position = position_;
        return "";
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    Position position_;
    int side_ = white, passed_ = no_square, clock_ = 0, number_ = 1;

    bool ended() const { return at_ >= text_.size() || is_space(text_[at_]); }
    void skip_spaces() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }
    bool at_end() {
        skip_spaces();
        return at_ >= text_.size();
    }

    std::string read_board() {
        skip_spaces();
        int rank = 7, file = 0;
        for (; !ended(); ++at_) {
            const char letter = text_[at_];
            if (letter == '/') {
                if (file < 8) return rank_name(rank) + " has only " + std::to_string(file) + " squares" + at_place(at_);
                if (rank == 0) return "the board has more than 8 ranks" + at_place(at_);
                --rank, file = 0;
                continue;
            }
            const std::size_t piece = piece_letters.find(lower(letter));
            const bool is_gap = letter >= '1' && letter <= '8';
            if (!is_gap && piece == std::string_view::npos)
                return quoted(letter) + at_place(at_) + " is neither a piece (PNBRQK or pnbrqk) nor a number of empty squares";
            if (file + (is_gap ? letter - '0' : 1) > 8) return rank_name(rank) + " has more than 8 squares" + at_place(at_);
            if (is_gap) {
                file += letter - '0';
                continue;
            }
            if (piece == pawn && (rank == 0 || rank == 7))
                return "the pawn" + at_place(at_) + " stands on rank " + std::to_string(rank + 1);
            position_.put(8 * rank + file++, is_capital(letter) ? white : black, static_cast<Piece>(piece));
        }
        if (rank > 0 && file == 8) return "the board has only " + std::to_string(8 - rank) + " ranks" + at_place(at_);
        if (file < 8) return rank_name(rank) + " has only " + std::to_string(file) + " squares" + at_place(at_);
        return "";
    }
    static std::string rank_name(int rank) { return "rank " + std::to_string(rank + 1) + " of the board"; }

    // No more pieces than a game can have, except kings that are not royal: the size of move lists relies on it.
    template <class Variant>
    std::string read_material() {
        for (const int colour : {white, black}) {
            const auto count = [&](Piece piece) { return std::popcount(position_.of(colour, piece)); };
            const std::string side = side_name(colour);
            if (Variant::royal && count(king) != 1)
                return side + " has " + (count(king) ? std::to_string(count(king)) + " kings" : std::string("no king")) +
                       " on the board, and needs one";
            int pawns = count(pawn);
            if (pawns > 8) return side + " has " + std::to_string(pawns) + " pawns on the board, more than 8";
            // Any number of kings: they have few moves, and problems of anti-chess use many.
            for (const Piece piece : {knight, bishop, rook, queen})
                pawns += std::max(0, count(piece) - (piece == queen ? 1 : 2));
            if (pawns > 8) return side + " has more pieces on the board than promotions of its 8 pawns can make";
            const int men = std::popcount(position_.of(colour));
            if (men > 16) return side + " has " + std::to_string(men) + " pieces on the board, more than 16";
        }
        return "";
    }

    std::string read_side() {
        if (at_end()) return "the side to move, w or b, is missing" + at_place(at_);
        if (text_[at_] != 'w' && text_[at_] != 'b') return quoted(text_[at_]) + at_place(at_) + " is not a side to move, w or b";
        side_ = text_[at_++] == 'w' ? white : black;
        position_.set_turn(side_, 0);
        if (!ended()) return quoted(text_[at_]) + at_place(at_) + " follows the side to move";
        return "";
    }

    template <class Variant>
    std::string read_castling() {
        if (at_end()) return "the castling rights are missing" + at_place(at_) + ", - where there are none";
        if (text_[at_] == '-') {
            ++at_;
            return ended() ? "" : quoted(text_[at_]) + at_place(at_) + " follows the -, no castling rights";
        }
        for (; !ended(); ++at_) {
            const char letter = lower(text_[at_]);
            const std::string place = quoted(text_[at_]) + at_place(at_);
            if (letter != 'k' && letter != 'q' && (letter < 'a' || letter > 'h'))
                return place + " is not a castling right: KQkq or the file of a rook, - for none";
            if (!Variant::royal) continue;  // there is no castling, whatever the FEN says
            const std::string error = allow(letter, is_capital(text_[at_]) ? white : black);
            if (!error.empty()) return place + error;
        }
        return "";
    }

    // A castling right: with the outermost rook towards h (k) or a (q), or with the rook on a file.
    std::string allow(char letter, int colour) {
        const Board rank = colour == white ? rank_1 : rank_8, rooks = position_.of(colour, rook) & rank;
        const std::string side = std::string(" lets ") + side_name(colour);
        const int king_square = position_.king_of(colour);
        if (!(rank & bit(king_square))) return side + " castle, but its king has left its rank";
        const Board right = rooks & ~(bit(king_square) - 1), left = rooks & (bit(king_square) - 1);
        const Board with = letter == 'k' ? (right ? bit(63 - std::countl_zero(right)) : 0)
                           : letter == 'q' ? left & -left
                                           : rooks & file_of(letter - 'a');
        if (!with) return side + " castle, but there is no rook of its own for it";
        const Board same_side = with & right ? right : left;
        if (position_.castling_rooks() & with) return " appears twice";
        if (position_.castling_rooks() & same_side) return side + " castle with two rooks on one side";
        position_.allow_castling(first(with));
        return "";
    }

    template <class Variant>
    std::string read_en_passant() {
        if (at_end()) return "the en passant square is missing" + at_place(at_) + ", - where there is none";
        const std::size_t start = at_;
        while (!ended()) ++at_;
        const std::string_view word = text_.substr(start, at_ - start);
        if (word == "-") return "";
        if (word.size() != 2 || word[0] < 'a' || word[0] > 'h' || word[1] < '1' || word[1] > '8')
            return "the en passant square" + at_place(start) + " is neither a square such as e3 nor -";
        const int square = 8 * (word[1] - '1') + word[0] - 'a', up = side_ == white ? 8 : -8;
        const std::string place = "the en passant square " + square_name(square) + at_place(start);
        if (square / 8 != (side_ == white ? 5 : 2))
            return place + " is not on rank " + (side_ == white ? "6, with White" : "3, with Black") + " to move";
        if (!(position_.of(side_ ^ 1, pawn) & bit(square - up)) || position_.occupied() & (bit(square) | bit(square + up)))
            return place + " is not one that a pawn of " + side_name(side_ ^ 1) + " has just passed";
        passed_ = square;
        return "";
    }

    std::string read_numbers() {
        if (std::string error = read_number("the half-move clock", 255, clock_); !error.empty()) return error;
        if (std::string error = read_number("the number of the move", 9999, number_); !error.empty()) return error;
        return at_end() ? "" : quoted(text_[at_]) + at_place(at_) + " follows the end of the position";
    }

    std::string read_number(const char* name, int most, int& number) {
        if (at_end()) return "";
        const std::size_t start = at_;
        int value = 0;
        for (; !ended(); ++at_) {
            if (text_[at_] < '0' || text_[at_] > '9')
                return quoted(text_[at_]) + at_place(at_) + " does not belong to " + name;
            value = std::min(10 * value + text_[at_] - '0', 10 * most);
        }
        if (value > most) return name + at_place(start) + " is more than " + std::to_string(most);
        number = value;
        return "";
    }
};

// K, Q, k or q, or the file of the rook if another rook is further out.
inline char castling_letter(const Position& position, int rook_square) {
    const int colour = position.of(black) >> rook_square & 1, king_square = position.king_of(colour);
    const Board rooks = position.of(colour, rook) & rank_of(rook_square);
    const bool right = rook_square > king_square;
    const Board further = right ? rooks & ~(bit(rook_square) | (bit(rook_square) - 1)) : rooks & (bit(rook_square) - 1);
    const char letter = static_cast<char>(further ? 'a' + rook_square % 8 : right ? 'k' : 'q');
    return colour == white ? static_cast<char>(letter - 32) : letter;
}

}  // namespace detail

template <class Variant>
std::string parse_fen(std::string_view text, BasicChess<Variant>& game) {
    return detail::FenReader(text).read<Variant>(game);
}

// The first field of a FEN, from rank 8 to rank 1.
inline std::string format_board(const Position& position) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int gap = 0;
        for (int file = 0; file < 8; ++file) {
            const int square = 8 * rank + file;
            const Piece piece = position.piece_on(square);
            if (piece == no_piece) {
                ++gap;
                continue;
            }
            if (gap) text += static_cast<char>('0' + gap);
            gap = 0;
            const char letter = piece_letters[piece];
            text += position.of(white) & bit(square) ? static_cast<char>(letter - 32) : letter;
        }
        if (gap) text += static_cast<char>('0' + gap);
        if (rank) text += '/';
    }
    return text;
}

inline std::string format_fen(const Position& position) {
    std::string rights;
    for (const int colour : {white, black})
        for (Board left = position.castling_rooks() & position.of(colour); left;) {
            const int outer = 63 - std::countl_zero(left);
            rights += detail::castling_letter(position, outer);
            left ^= bit(outer);
        }
    const int passed = position.en_passant_square();
    return format_board(position) + (position.player() == white ? " w " : " b ") + (rights.empty() ? "-" : rights) + ' ' +
           (passed == no_square ? "-" : square_name(passed)) + ' ' + std::to_string(position.clock()) + ' ' +
           std::to_string(position.ply() / 2 + 1);
}

}  // namespace zermelo::chess
