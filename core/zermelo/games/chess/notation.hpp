// Notation of moves. UCI: the two squares and the piece of a promotion (e2e4, e7e8q); castling as the king's two squares (e1g1), or
// as the king capturing its rook (e1h1) where they are not on their usual squares or the caller asks for it. SAN: Nf3, exd5,
// O-O, e8=Q+. Both are read leniently and checked against the legal moves. A parser returns an empty string, or one sentence
// with the error; its result is then unchanged.
#pragma once

#include <string>
#include <string_view>

#include "zermelo/game/pgn.hpp"
#include "zermelo/games/chess/fen.hpp"

namespace zermelo::chess {

enum class CastlingText { usual, takes_rook };

inline std::string format_uci(Move move, CastlingText castling = CastlingText::usual) {
    const int from = from_of(move), rook_file = to_of(move) % 8;
    const bool as_usual = from % 8 == 4 && (rook_file == 0 || rook_file == 7) && castling == CastlingText::usual;
    const int to = special_of(move) == castles && as_usual ? castled_king(move) : to_of(move);
    std::string text = square_name(from) + square_name(to);
    if (is_promotion(move)) text += piece_letters[promoted(move)];
    return text;
}

namespace detail {

inline std::string shortened(std::string_view text) {
    std::string shown;
    for (const char letter : text.substr(0, 12)) shown += letter >= 32 && letter < 127 ? letter : '?';
    return shown + (text.size() > 12 ? "..." : "");
}
inline bool is_file(char letter) { return letter >= 'a' && letter <= 'h'; }
inline bool is_rank(char letter) { return letter >= '1' && letter <= '8'; }
inline int square_at(std::string_view text) { return 8 * (text[1] - '1') + text[0] - 'a'; }

// The parts of a SAN move; -1 where one is missing.
struct SanWords {
    int piece = pawn, file = -1, rank = -1, to = -1, promotes_to = -1;
    int castling = 0;  // 1 towards h, -1 towards a

    template <class Variant>
    bool fit(const BasicChess<Variant>& game, Move move) const {
        const int from = from_of(move);
        if (castling) return special_of(move) == castles && (to_of(move) > from) == (castling > 0);
        return special_of(move) != castles && game.piece_on(from) == piece && to_of(move) == to &&
               (file < 0 || from % 8 == file) && (rank < 0 || from / 8 == rank) &&
               promotes_to == (is_promotion(move) ? promoted(move) : -1);
    }
};

// Parse a SAN move; false if the text is not one.
inline bool read_san(std::string_view text, SanWords& words) {
    while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
    if (text == "O-O" || text == "0-0" || text == "O-O-O" || text == "0-0-0") {
        words.castling = text.size() == 3 ? 1 : -1;
        return true;
    }
    constexpr std::string_view letters = "PNBRQK";
    const auto piece_at = [&](std::size_t at) {
        const std::size_t piece = at < text.size() ? letters.find(text[at]) : std::string_view::npos;
        return piece == std::string_view::npos ? -1 : static_cast<int>(piece);
    };
    if (const int piece = piece_at(0); piece >= 0) {
        words.piece = piece;
        text.remove_prefix(1);
    }
    if (const int piece = piece_at(text.size() - 1); piece > pawn) {
        words.promotes_to = piece;
        text.remove_suffix(1);
        if (!text.empty() && text.back() == '=') text.remove_suffix(1);
    }
    if (text.size() < 2 || !is_file(text[text.size() - 2]) || !is_rank(text.back())) return false;
    words.to = square_at(text.substr(text.size() - 2));
    text.remove_suffix(2);
    if (!text.empty() && (text.back() == 'x' || text.back() == '-' || text.back() == ':')) text.remove_suffix(1);
    if (!text.empty() && is_file(text[0])) words.file = text[0] - 'a', text.remove_prefix(1);
    if (!text.empty() && is_rank(text[0])) words.rank = text[0] - '1', text.remove_prefix(1);
    // A pawn push has no file of origin, so e4 never means a capture.
    if (words.piece == pawn && words.file < 0) words.file = words.to % 8;
    return text.empty();
}

}  // namespace detail

template <class Variant>
std::string parse_uci(const BasicChess<Variant>& game, std::string_view text, Move& move) {
    using namespace detail;
    const std::string shown = shortened(text);
    const std::size_t piece = text.size() == 5 ? piece_letters.find(lower(text[4])) : 0;
    if (text.size() < 4 || text.size() > 5 || !is_file(text[0]) || !is_rank(text[1]) || !is_file(text[2]) || !is_rank(text[3]) ||
        piece == std::string_view::npos)
        return std::string(1, '\'').append(shown) + "' is not a move such as e2e4 or e7e8q";
    const int from = square_at(text), to = square_at(text.substr(2));
    MoveList moves;
    game.legal_moves(moves);
    for (const Move legal : moves) {
        if (from_of(legal) != from || (text.size() == 5) != is_promotion(legal)) continue;
        if (is_promotion(legal) && promoted(legal) != piece) continue;
        // A king never moves two squares otherwise, so this is unambiguous in Chess960 too.
        const bool castling = special_of(legal) == castles;
        const bool two_squares = castling && castled_king(legal) == to && (to - from == 2 || from - to == 2);
        if (to_of(legal) == to || two_squares) {
            move = legal;
            return "";
        }
    }
    return shown + " is not a legal move here";
}

template <class Variant>
std::string format_san(const BasicChess<Variant>& game, Move move) {
    const int from = from_of(move), to = to_of(move);
    const Piece piece = game.piece_on(from);
    std::string text;
    if (special_of(move) == castles) {
        text = to > from ? "O-O" : "O-O-O";
    } else {
        const auto capital = [](Piece of) { return static_cast<char>(piece_letters[of] - 32); };
        if (piece == pawn) {
            if (game.takes(move)) text += square_name(from)[0];
        } else {
            text += capital(piece);
            bool others = false, on_file = false, on_rank = false;
            MoveList moves;
            game.legal_moves(moves);
            for (const Move other : moves) {
                const int start = from_of(other);
                if (start == from || to_of(other) != to || special_of(other) == castles) continue;
                if (game.piece_on(start) != piece) continue;
                others = true;
                on_file |= start % 8 == from % 8;
                on_rank |= start / 8 == from / 8;
            }
            if (others && (!on_file || on_rank)) text += square_name(from)[0];
            if (others && on_file) text += square_name(from)[1];
        }
        if (game.takes(move)) text += 'x';
        text += square_name(to);
        if (is_promotion(move)) text += '=', text += capital(promoted(move));
    }
    // '#' marks a move that wins the game, in anti-chess too.
    const auto next = game.play(move);
    if (Variant::royal && !next.in_check()) return text;
    if (!next.has_moves()) text += '#';
    else if (Variant::royal) text += '+';
    return text;
}

template <class Variant>
std::string parse_san(const BasicChess<Variant>& game, std::string_view text, Move& move) {
    const std::string shown = detail::shortened(text);
    detail::SanWords words;
    if (!detail::read_san(text, words))
        return std::string(1, '\'').append(shown) + "' is not a move such as Nf3, exd5, O-O or e8=Q";
    MoveList moves;
    game.legal_moves(moves);
    Move found = no_move;
    for (const Move legal : moves) {
        if (!words.fit(game, legal)) continue;
        if (found != no_move) return shown + " could be " + format_san(game, found) + " or " + format_san(game, legal);
        found = legal;
    }
    if (found == no_move) return shown + " is not a legal move here";
    move = found;
    return "";
}

// Play moves in UCI or SAN, separated by spaces; move numbers (1. or 1...) are skipped.
template <class Variant>
std::string play_moves(std::string_view text, BasicChess<Variant>& game) {
    BasicChess<Variant> now = game;
    std::size_t at = 0;
    for (int count = 1;; ++count) {
        // A move number ends with a dot; 0-0 is not one.
        for (bool again = true; again;) {
            while (at < text.size() && detail::is_space(text[at])) ++at;
            std::size_t end = at;
            while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
            again = end > at && end < text.size() && text[end] == '.';
            while (again && end < text.size() && text[end] == '.') ++end;
            if (again) at = end;
        }
        if (at >= text.size()) break;
        std::size_t end = at;
        while (end < text.size() && !detail::is_space(text[end])) ++end;
        const std::string_view word = text.substr(at, end - at);
        Move move = no_move;
        if (!parse_uci(now, word, move).empty())
            if (const std::string error = parse_san(now, word, move); !error.empty())
                return "move " + std::to_string(count) + detail::at_place(at) + ": " + error;
        now = now.play(move);
        at = end;
    }
    game = now;
    return "";
}

// A position: a FEN, moves from the start, or a FEN, the word `moves` and moves.
template <class Variant>
std::string parse_position(std::string_view text, BasicChess<Variant>& game) {
    BasicChess<Variant> start;
    if (text.find('/') == std::string_view::npos) {
        if (std::string error = play_moves(text, start); !error.empty()) return error;
    } else {
        const std::size_t moves = text.find(" moves");
        if (std::string error = parse_fen(text.substr(0, moves), start); !error.empty()) return error;
        if (moves != std::string_view::npos)
            if (std::string error = play_moves(text.substr(moves + 6), start); !error.empty()) return error;
    }
    game = start;
    return "";
}

}  // namespace zermelo::chess

namespace zermelo {

// Moves in SAN, or as UCI writes them.
template <class Variant>
struct PgnDialect<BasicChess<Variant>> {
    using G = BasicChess<Variant>;

    static std::string parse_move(const G& game, std::string_view text, chess::Move& move) {
        std::string wrong = chess::parse_san(game, text, move);
        if (!wrong.empty() && chess::parse_uci(game, text, move).empty()) wrong.clear();
        return wrong;
    }
    static std::string format_move(const G& game, chess::Move move) { return chess::format_san(game, move); }
    static std::string parse_fen(std::string_view text, G& game) { return chess::parse_fen(text, game); }
    static std::string format_fen(const G& game) { return chess::format_fen(game); }
    static G start() { return G(); }
    static bool is_start(const G& game) { return game == G() && game.ply() == 0; }
    static int ply(const G& game) { return game.ply(); }
};

}  // namespace zermelo
