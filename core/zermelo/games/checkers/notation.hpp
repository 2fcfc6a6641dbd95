// Notation of checkers: squares by number from 1, moves ("11-15", captures with each square they land on, "22x15x8"), positions
// as the FEN of PDN files ("B:W17,21,K5:B1,2": the side to move, then the pieces of each side, kings with a K; ":H12" for a
// clock of 12 plies), and the moves of a game. A parser returns an empty string, or one sentence with the error and its
// character, counted from 1; its result is then unchanged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "zermelo/game/pgn.hpp"
#include "zermelo/games/checkers/rules.hpp"

namespace zermelo::checkers {

inline constexpr std::size_t nowhere = static_cast<std::size_t>(-1);  // no place to name in an error

namespace detail {

inline std::string at_place(std::size_t at) { return at == nowhere ? "" : " at character " + std::to_string(at + 1); }
inline std::string quoted(char letter) {
    if (letter >= 32 && letter < 127) return std::string("'") + letter + "'";
    return "the byte " + std::to_string(static_cast<unsigned char>(letter));
}
inline bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
inline bool is_space(char letter) { return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r'; }
inline char upper(char letter) { return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 32) : letter; }
inline const char* side_name(int player) { return player == 0 ? "Black" : "White"; }

// A number of at most four digits, or -1; `at` moves behind it.
inline int read_number(std::string_view text, std::size_t& at) {
    int number = -1;
    for (const std::size_t first = at; at < text.size() && at < first + 4 && is_digit(text[at]); ++at)
        number = std::max(number, 0) * 10 + (text[at] - '0');
    return number;
}

}  // namespace detail

// ---- moves

// The squares of a move, from its origin to its target, counted from 1.
template <int Size>
std::vector<int> route_of(Move move) {
    using Squares = BasicBoard<Size>;
    Board at = Board{1} << from_of(move);
    std::vector<int> route{from_of(move) + 1};
    for (int step = 0; step < steps_of(move); ++step) {
        for (int times = is_capture(move) ? 2 : 1; times > 0; --times) at = Squares::step(at, direction_of(move, step));
        route.push_back(std::countr_zero(at) + 1);
    }
    return route;
}

template <int Size = 8>
std::string format_move(Move move) {
    std::string text;
    for (const int square : route_of<Size>(move))
        text += (text.empty() ? "" : is_capture(move) ? "x" : "-") + std::to_string(square);
    return text;
}

// A legal move; the squares between origin and target may be left out where that leaves one move only. The error names the
// character, counted from `offset`.
template <int Size>
std::string parse_move(const BasicCheckers<Size>& game, std::string_view text, Move& move, std::size_t offset = nowhere) {
    const auto place = [&](std::size_t at) { return detail::at_place(offset == nowhere ? nowhere : offset + at); };
    std::vector<int> squares;
    for (std::size_t at = 0;; ++at) {
        const std::size_t first = at;
        const int square = detail::read_number(text, at);
        if (square < 1 || square > BasicBoard<Size>::squares)
            return "a square from 1 to " + std::to_string(BasicBoard<Size>::squares) + " is missing" + place(first);
        squares.push_back(square);
        if (at == text.size()) break;
        if (text[at] != '-' && text[at] != ':' && detail::upper(text[at]) != 'X')
            return detail::quoted(text[at]) + place(at) + " does not belong in a move such as 11-15 or 22x15x8";
    }
    const std::string shown(text.substr(0, 40));
    if (squares.size() < 2) return "the move " + shown + place(0) + " has only one square";
    std::vector<Move> matching;
    game.each_move([&](Move legal, const Change&) {
        const std::vector<int> route = route_of<Size>(legal);
        if (route == squares || (squares.size() == 2 && route.front() == squares.front() && route.back() == squares.back()))
            matching.push_back(legal);
    });
    if (matching.empty()) {
        const bool forced = game.captures() && !game.drawn_by_rule();
        return shown + place(0) + " is not a legal move here" + (forced ? ": a capture is compulsory" : "");
    }
    std::string choices;
    bool clear = true;
    for (const Move other : matching) {
        clear = clear && game.play(other) == game.play(matching.front());
        choices += (choices.empty() ? "" : " or ") + format_move<Size>(other);
    }
    if (!clear) return shown + place(0) + " may be " + choices + ": write every square";
    move = matching.front();
    return "";
}

// ---- positions

template <int Size>
std::string format_fen(const BasicCheckers<Size>& game) {
    std::string text = game.player() == 0 ? "B" : "W";
    for (const int side : {1, 0}) {
        text += side == 0 ? ":B" : ":W";
        const char* comma = "";
        for (Board left = side == 0 ? game.black() : game.white(); left; left &= left - 1, comma = ",")
            text += comma + std::string(left & -left & game.kings() ? "K" : "") + std::to_string(std::countr_zero(left) + 1);
    }
    if (game.clock() > 0) text += ":H" + std::to_string(game.clock());
    return text;
}

template <int Size>
class FenReader {
    using Squares = BasicBoard<Size>;

public:
    FenReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

    // The position, in the rules of `game`; `end` is the character behind it.
    std::string read(BasicCheckers<Size>& game, std::size_t& end) {
        const char side = at_ < text_.size() ? detail::upper(text_[at_]) : ' ';
        if (side != 'B' && side != 'W') return "the side to move, B or W, is missing" + detail::at_place(at_);
        ++at_;
        bool seen[2] = {false, false};
        int clock = 0;
        while (at_ < text_.size() && text_[at_] == ':') {
            const char part = ++at_ < text_.size() ? detail::upper(text_[at_]) : ' ';
            const std::size_t place = at_++;
            if (part == 'H' || part == 'F') {
                const int number = detail::read_number(text_, at_);
                if (number < 0) return "a number is missing" + detail::at_place(at_);
                if (part == 'H') clock = number;
            } else if (part == 'B' || part == 'W') {
                const int player = part == 'B' ? 0 : 1;
                if (seen[player]) return std::string(detail::side_name(player)) + "'s pieces are given twice" + detail::at_place(place);
                seen[player] = true;
                if (std::string error = read_pieces(player); !error.empty()) return error;
            } else {
                return "B or W and the squares of that side are missing" + detail::at_place(place);
            }
        }
        if (at_ < text_.size() && text_[at_] == '.') ++at_;
        if (at_ < text_.size() && !detail::is_space(text_[at_]))
            return detail::quoted(text_[at_]) + detail::at_place(at_) + " does not belong in a position such as B:W21,22,K5:B1,2";
        for (const int player : {0, 1}) {
            if (!seen[player]) return std::string(detail::side_name(player)) + "'s pieces are missing" + detail::at_place(at_);
            if (std::popcount(pieces_[player]) > Squares::men)
                return std::string(detail::side_name(player)) + " has " + std::to_string(std::popcount(pieces_[player])) +
                       " pieces, at most " + std::to_string(Squares::men) + " are possible";
        }
        game = BasicCheckers<Size>::of(pieces_[0], pieces_[1], kings_, side == 'B' ? 0 : 1, clock, game.rules());
        end = at_;
        return "";
    }

private:
    std::string read_pieces(int player) {
        if (at_ == text_.size() || !(detail::is_digit(text_[at_]) || detail::upper(text_[at_]) == 'K')) return "";  // no pieces
        for (;; ++at_) {
            const bool king = at_ < text_.size() && detail::upper(text_[at_]) == 'K';
            at_ += king;
            int first = 0;
            if (std::string error = read_square(first); !error.empty()) return error;
            int last = first;
            if (at_ < text_.size() && text_[at_] == '-') {  // a range such as 21-32
                ++at_;
                if (std::string error = read_square(last); !error.empty()) return error;
            }
            for (int square = first; square <= last; ++square) {
                const Board here = Board{1} << (square - 1);
                if ((pieces_[0] | pieces_[1]) & here) return "square " + std::to_string(square) + " is given twice" + detail::at_place(at_ - 1);
                if (!king && here & Squares::crown_row(player))
                    return std::string(detail::side_name(player)) + "'s man on square " + std::to_string(square) + " must be a king, K" +
                           std::to_string(square) + detail::at_place(at_ - 1);
                pieces_[player] |= here;
                if (king) kings_ |= here;
            }
            if (at_ == text_.size() || text_[at_] != ',') return "";
        }
    }
    std::string read_square(int& square) {
        const std::size_t place = at_;
        square = detail::read_number(text_, at_);
        if (square >= 1 && square <= Squares::squares) return "";
        return "a square from 1 to " + std::to_string(Squares::squares) + " is missing" + detail::at_place(place);
    }

    std::string_view text_;
    std::size_t at_;
    Board pieces_[2] = {0, 0}, kings_ = 0;
};

// A FEN, or moves from the start such as "1. 11-15 22-18", or a FEN followed by the word moves and moves. `game` gives the rules.
template <int Size>
std::string parse_position(std::string_view text, BasicCheckers<Size>& game) {
    auto position = BasicCheckers<Size>().under(game.rules());
    std::size_t at = 0;
    const auto skip_spaces = [&] {
        while (at < text.size() && detail::is_space(text[at])) ++at;
    };
    skip_spaces();
    if (at < text.size() && !detail::is_digit(text[at])) {
        if (std::string error = FenReader<Size>(text, at).read(position, at); !error.empty()) return error;
        skip_spaces();
        if (at < text.size() && text.substr(at, 5) != "moves")
            return detail::quoted(text[at]) + detail::at_place(at) + " is too much for a position";
        at += at < text.size() ? 5 : 0;
    }
    for (skip_spaces(); at < text.size(); skip_spaces()) {
        const std::size_t first = at;
        while (at < text.size() && !detail::is_space(text[at]) && text[at] != '.') ++at;
        if (at < text.size() && text[at] == '.' && at > first) {  // the number of a move
            while (at < text.size() && text[at] == '.') ++at;
            continue;
        }
        Move move = no_move;
        if (position.over()) return "the game is over before the move" + detail::at_place(first);
        if (std::string error = parse_move(position, text.substr(first, at - first), move, first); !error.empty()) return error;
        position = position.play(move);
    }
    game = position;
    return "";
}

}  // namespace zermelo::checkers

namespace zermelo {

template <int Size>
struct PgnDialect<BasicCheckers<Size>> {
    using G = BasicCheckers<Size>;

    static std::string parse_move(const G& game, std::string_view text, checkers::Move& move) { return checkers::parse_move(game, text, move); }
    static std::string format_move(const G&, checkers::Move move) { return checkers::format_move<Size>(move); }
    static std::string parse_fen(std::string_view text, G& game) {
        G read = game;
        std::size_t end = 0;
        if (std::string error = checkers::FenReader<Size>(text, 0).read(read, end); !error.empty()) return error;
        if (end < text.size()) return checkers::detail::quoted(text[end]) + checkers::detail::at_place(end) + " is too much for a position";
        game = read;
        return "";
    }
    static std::string format_fen(const G& game) { return checkers::format_fen(game); }
    static G start() { return G().under({true, true}); }
    static bool is_start(const G& game) { return game == G().under(game.rules()); }
    static int ply(const G& game) { return game.player(); }
};

}  // namespace zermelo
