// Go in text. A move is a vertex of GTP, a letter without I and a number ("D4"), or "pass". A position is
//
//     D4 E5 pass                  the moves from the empty board
//     13: D4 E5                   the same on a board of that size
//     4/1X2/1OX1/4 w: A1 pass     rows from the top, X for Black, O for White, numbers or dots for empty points; the side to
//                                 move, b or w; the moves from there, if there are any
//     9 komi=6.5 superko=none suicide: D4
//                                 the same with other rules than those of the reader, after the size or the side to move
//
// `format_position` writes the start and all moves, since superko depends on them, and the rules that differ from the usual ones.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/games/go/rules.hpp"

namespace zermelo::go {

inline constexpr std::string_view column_letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

template <int Room>
std::string format_move(Point move) {
    using P = Points<Room>;
    if (move == pass) return "pass";
    return column_letters[P::column(move)] + std::to_string(P::row(move) + 1);
}

// A text in an error: short, and without what a terminal cannot show.
inline std::string quoted(std::string_view text) {
    std::string out;
    for (const char c : text.substr(0, 20)) out += c > ' ' && c <= '~' ? c : '?';
    return text.size() > 20 ? out + "..." : out;
}

// The point or pass that a text names; none, with a sentence in `error`, if it names none on this board.
template <int Room>
std::optional<Point> parse_vertex(std::string_view text, int size, std::string& error) {
    std::string upper;
    for (const char c : text.substr(0, 8)) upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (upper == "PASS") return pass;
    const std::size_t column = upper.empty() ? std::string_view::npos : column_letters.substr(0, static_cast<std::size_t>(size)).find(upper[0]);
    int row = 0;
    bool digits = text.size() >= 2 && text.size() <= 3;
    for (std::size_t at = 1; digits && at < upper.size(); ++at) {
        digits = upper[at] >= '0' && upper[at] <= '9';
        row = 10 * row + (upper[at] - '0');
    }
    if (column != std::string_view::npos && digits && row >= 1 && row <= size) return Points<Room>::at(row - 1, static_cast<int>(column));
    error = quoted(text) + " is not a point from A1 to " + column_letters[static_cast<std::size_t>(size - 1)] + std::to_string(size) + ", or pass";
    return std::nullopt;
}

// Why a move that names a point or pass is not legal; empty if it is.
template <int Room>
std::string refusal(const BasicGo<Room>& game, Point move) {
    const std::string name = format_move<Room>(move);
    switch (game.illegal(move)) {
        case Illegal::none: return "";
        case Illegal::game_over: return "the game is over: both players have passed";
        case Illegal::off_board: return "the move is not on the board";
        case Illegal::occupied: return name + " is occupied";
        case Illegal::ko: return name + " is a ko: the stone cannot be taken back at once";
        case Illegal::suicide: return name + " is suicide: the stones would have no liberty";
        case Illegal::superko: return name + " repeats an earlier position, which superko forbids";
    }
    return "";
}

template <int Room>
std::optional<Point> parse_move(const BasicGo<Room>& game, std::string_view text, std::string& error) {
    const auto move = parse_vertex<Room>(text, game.size(), error);
    if (!move) return std::nullopt;
    error = refusal(game, *move);
    return error.empty() ? move : std::nullopt;
}

// ---- rules

inline constexpr std::array<std::string_view, 3> superko_names{"none", "positional", "situational"};

inline std::optional<Superko> parse_superko(std::string_view text, std::string& error) {
    const auto named = std::find(superko_names.begin(), superko_names.end(), text);
    if (named != superko_names.end()) return static_cast<Superko>(named - superko_names.begin());
    error = "superko is none, positional or situational";
    return std::nullopt;
}

// A komi in half points.
inline std::optional<int> half_points(double komi, std::string& error) {
    if (komi * 2 == std::floor(komi * 2) && std::abs(komi * 2) <= max_komi) return static_cast<int>(komi * 2);
    error = "komi is a number of half points from -" + std::to_string(max_komi / 2) + " to " + std::to_string(max_komi / 2);
    return std::nullopt;
}

// The words for the rules that differ from the usual ones, such as "komi=6.5 suicide".
inline std::string format_rules(const Rules& rules) {
    const Rules usual;
    std::string out;
    const auto add = [&](const std::string& word) { out += (out.empty() ? "" : " ") + word; };
    if (rules.komi != usual.komi)
        add(std::string("komi=") + (rules.komi < 0 ? "-" : "") + std::to_string(std::abs(rules.komi) / 2) + (rules.komi % 2 ? ".5" : ""));
    if (rules.superko != usual.superko) add("superko=" + std::string(superko_names[static_cast<std::size_t>(rules.superko)]));
    if (rules.suicide) add("suicide");
    return out;
}

inline bool is_rule(std::string_view word) { return word == "suicide" || word.find('=') != std::string_view::npos; }

// Read one such word; false, with a sentence in `error`, if it is none.
inline bool parse_rule(std::string_view word, Rules& rules, std::string& error) {
    constexpr std::string_view komi = "komi=", superko = "superko=";
    if (word == "suicide") return rules.suicide = true;
    if (word.starts_with(komi)) {
        word.remove_prefix(komi.size());
        double points = std::nan("");
        const auto [end, wrong] = std::from_chars(word.data(), word.data() + word.size(), points);
        const auto half = half_points(wrong == std::errc() && end == word.data() + word.size() ? points : std::nan(""), error);
        rules.komi = half.value_or(rules.komi);
        return half.has_value();
    }
    if (word.starts_with(superko)) {
        const auto read = parse_superko(word.substr(superko.size()), error);
        rules.superko = read.value_or(rules.superko);
        return read.has_value();
    }
    error = quoted(word) + " is not a rule; rules are komi=NUMBER, superko=NAME and suicide";
    return false;
}

// ---- positions

// The rows from the top, with numbers for empty points.
template <int Room>
std::string format_rows(const Board<Room>& board) {
    std::string out;
    for (int row = board.size() - 1; row >= 0; --row) {
        int free = 0;
        const auto write_free = [&] { out += free ? std::to_string(free) : "", free = 0; };
        for (int column = 0; column < board.size(); ++column) {
            const Colour colour = board.at(Points<Room>::at(row, column));
            if (colour == empty) ++free;
            else write_free(), out += colour == black ? 'X' : 'O';
        }
        write_free();
        if (row) out += '/';
    }
    return out;
}

template <int Room>
std::string format_position(const BasicGo<Room>& game) {
    std::string out = game.start() ? format_rows(game.start()->board) + (game.start()->player ? " w" : " b") : std::to_string(game.size());
    if (const std::string rules = format_rules(game.rules()); !rules.empty()) out += " " + rules;
    if (!game.start() || game.move_number()) out += ':';
    for (const Point move : game.line()) out += " " + format_move<Room>(move);
    return out;
}

// Read the stones of a board; `text` is all of it, and `offset` where it begins in the whole position.
template <int Room>
std::optional<Board<Room>> parse_rows(std::string_view text, std::size_t offset, std::string& error) {
    const auto rows = 1 + std::count(text.begin(), text.end(), '/');
    const auto at_character = [&](std::size_t at) { return " at character " + std::to_string(offset + at + 1); };
    if (rows < 2 || rows > Room) {
        error = "a board has from 2 to " + std::to_string(Room) + " rows, not " + std::to_string(rows);
        return std::nullopt;
    }
    const int size = static_cast<int>(rows);
    Board<Room> board(size);
    int row = size - 1, column = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        const char c = at < text.size() ? text[at] : '/';
        if (c == '/') {
            if (column != size) {
                error = "row " + std::to_string(row + 1) + " has " + std::to_string(column) + " points instead of " + std::to_string(size);
                return std::nullopt;
            }
            --row, column = 0;
            continue;
        }
        int width = 1;
        if (c >= '0' && c <= '9') {
            width = c - '0';
            if (at + 1 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9') width = 10 * width + (text[++at] - '0');
        } else if (c != '.' && c != 'X' && c != 'O' && c != 'x' && c != 'o') {
            error = quoted(std::string_view(&c, 1)) + at_character(at) + " is not X, O, a dot or a number of empty points";
            return std::nullopt;
        }
        if (column + width > size) {
            error = "row " + std::to_string(row + 1) + " has more than " + std::to_string(size) + " points" + at_character(at);
            return std::nullopt;
        }
        if (c == 'X' || c == 'x' || c == 'O' || c == 'o') board.place(Points<Room>::at(row, column), c == 'X' || c == 'x' ? black : white);
        column += width;
    }
    for (row = 0; row < size; ++row)
        for (column = 0; column < size; ++column) {
            const Point point = Points<Room>::at(row, column);
            if (board.at(point) == empty || !board.chain(point).captured()) continue;
            error = "the stones at " + format_move<Room>(point) + " have no liberty";
            return std::nullopt;
        }
    return board;
}

// Take the first word off a text; empty if there is none.
inline std::string_view next_word(std::string_view& text) {
    const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    text.remove_prefix(static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_space) - text.begin()));
    const std::string_view word = text.substr(0, static_cast<std::size_t>(std::find_if(text.begin(), text.end(), is_space) - text.begin()));
    text.remove_prefix(word.size());
    return word;
}

// `size` is that of a text which gives moves alone; `rules` hold where the text has no others.
template <int Room>
std::optional<BasicGo<Room>> parse_position(std::string_view text, int size, Rules rules, std::string& error) {
    const std::size_t colon = text.find(':');
    const bool set_up = text.substr(0, colon).find('/') != std::string_view::npos;
    std::string_view head = colon != std::string_view::npos || set_up ? text.substr(0, colon) : "";
    std::string_view moves = set_up && colon == std::string_view::npos ? "" : text.substr(colon == std::string_view::npos ? 0 : colon + 1);
    std::optional<Board<Room>> board;
    std::string_view word = next_word(head);
    int player = 0;
    if (set_up) {
        board = parse_rows<Room>(word, static_cast<std::size_t>(word.data() - text.data()), error);
        if (!board) return std::nullopt;
        word = next_word(head);
        if (!word.empty() && !is_rule(word)) {
            if (word != "b" && word != "w") {
                error = "the side to move is b or w, not " + quoted(word);
                return std::nullopt;
            }
            player = word == "w";
            word = next_word(head);
        }
    } else if (colon != std::string_view::npos && !is_rule(word)) {
        int given = 0;
        bool digits = !word.empty() && word.size() <= 2;
        for (const char c : word) digits = digits && c >= '0' && c <= '9', given = digits ? 10 * given + (c - '0') : 0;
        if (given < 2 || given > Room) {
            error = "the size of the board is a number from 2 to " + std::to_string(Room) + ", not " + quoted(word);
            return std::nullopt;
        }
        size = given;
        word = next_word(head);
    }
    for (; !word.empty(); word = next_word(head))
        if (!parse_rule(word, rules, error)) return std::nullopt;
    BasicGo<Room> game = board ? BasicGo<Room>(*board, player, rules) : BasicGo<Room>(size, rules);
    int number = 1;
    for (word = next_word(moves); !word.empty(); word = next_word(moves), ++number) {
        const auto move = parse_move(game, word, error);
        if (!move) {
            error = "move " + std::to_string(number) + ": " + error;
            return std::nullopt;
        }
        game.advance(*move);
    }
    return game;
}

}  // namespace zermelo::go
