// Notation of Othello: moves (`f5` in any case; `--`, `pa` or `pass` for a pass), boards (a1 to h8 with X or * for Black, O for
// White, - or . for empty, then the side to move X or O), games (`f5d6c3`, passes may be omitted), and lines of problem files
// (OBF: `board side; move:+score; ...`). A parser returns an empty string, or one sentence with the error and its character,
// counted from 1; its result is then unchanged.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/games/othello/rules.hpp"

namespace zermelo::othello {

inline std::string format_move(int move) {
    if (move < 0 || move > 63) return "--";
    return {static_cast<char>('a' + move % 8), static_cast<char>('1' + move / 8)};
}

namespace detail {
inline std::string at_place(std::size_t at) { return " at character " + std::to_string(at + 1); }
inline std::string quoted(char letter) {
    if (letter >= 32 && letter < 127) return std::string("'") + letter + "'";
    return "the byte " + std::to_string(static_cast<unsigned char>(letter));
}
inline char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; }
}  // namespace detail

// A move on a board with `size` files; `offset` is added to the character in the error.
inline std::string parse_move(std::string_view text, int& move, int size = 8, std::size_t offset = 0) {
    std::string low;
    for (const char letter : text) low += detail::lower(letter);
    if (low == "--" || low == "pa" || low == "pass" || low == "ps") {
        move = 64;
        return "";
    }
    const char last_file = static_cast<char>('a' + size - 1), last_rank = static_cast<char>('0' + size);
    if (text.empty()) return "a move is missing" + detail::at_place(offset);
    if (low[0] < 'a' || low[0] > last_file)
        return detail::quoted(text[0]) + detail::at_place(offset) + " is not a file from a to " + last_file;
    if (text.size() < 2) return "the rank of the move is missing" + detail::at_place(offset + 1);
    if (text[1] < '1' || text[1] > last_rank)
        return detail::quoted(text[1]) + detail::at_place(offset + 1) + " is not a rank from 1 to " + last_rank;
    if (text.size() > 2) return detail::quoted(text[2]) + detail::at_place(offset + 2) + " is too much for a move";
    move = 8 * (text[1] - '1') + (low[0] - 'a');
    return "";
}

template <int Size>
std::string format_position(const BasicOthello<Size>& game) {
    std::string text;
    for (int rank = 0; rank < Size; ++rank)
        for (int file = 0; file < Size; ++file) {
            const Board here = bit(8 * rank + file);
            text += game.black() & here ? 'X' : game.white() & here ? 'O' : '-';
        }
    return text + ' ' + (game.player() == 0 ? 'X' : 'O');
}

template <int Size>
std::string parse_position(std::string_view text, BasicOthello<Size>& game) {
    Board black = 0, white = 0;
    int square = 0;
    std::size_t at = 0;
    for (; at < text.size() && square < Size * Size; ++at) {
        const char letter = detail::lower(text[at]);
        const Board here = bit(8 * (square / Size) + square % Size);
        if (letter == ' ' || letter == '\n' || letter == '/') continue;
        if (letter == 'x' || letter == '*') black |= here;
        else if (letter == 'o') white |= here;
        else if (letter != '-' && letter != '.')
            return detail::quoted(text[at]) + detail::at_place(at) + " is none of X O - * .";
        ++square;
    }
    if (square < Size * Size)
        return "the board has " + std::to_string(square) + " squares, it needs " + std::to_string(Size * Size);
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n')) ++at;
    if (at == text.size()) return "the side to move, X or O, is missing" + detail::at_place(at);
    const char side = detail::lower(text[at]);
    if (side != 'x' && side != '*' && side != 'o')
        return detail::quoted(text[at]) + detail::at_place(at) + " is not a side to move, X or O";
    for (std::size_t rest = at + 1; rest < text.size(); ++rest)
        if (text[rest] != ' ' && text[rest] != '\n' && text[rest] != '\r' && text[rest] != ';')
            return detail::quoted(text[rest]) + detail::at_place(rest) + " follows the side to move";
    game = side == 'o' ? BasicOthello<Size>(white, black, 1) : BasicOthello<Size>(black, white, 0);
    return "";
}

// A line of an OBF file: a position and the scores of some of its moves.
struct Problem {
    Othello position;
    std::vector<std::pair<int, int>> scores;
};

inline std::string parse_obf(std::string_view line, Problem& problem) {
    Problem read;
    std::size_t at = std::min(line.find(';'), line.size());
    if (std::string error = parse_position(line.substr(0, at), read.position); !error.empty()) return error;
    while (at < line.size()) {
        ++at;
        while (at < line.size() && (line[at] == ' ' || line[at] == '\r')) ++at;
        if (at >= line.size() || line[at] == '%') break;
        const std::size_t end = std::min(line.find(';', at), line.size()), colon = line.find(':', at);
        if (colon == std::string_view::npos || colon > end) return "a ':' is missing" + detail::at_place(at);
        int move = 0, score = 0, digits = 0;
        if (std::string error = parse_move(line.substr(at, colon - at), move, 8, at); !error.empty()) return error;
        std::size_t from = colon + 1;
        const bool minus = from < end && line[from] == '-';
        if (from < end && (line[from] == '-' || line[from] == '+')) ++from;
        for (; from < end && line[from] >= '0' && line[from] <= '9' && digits < 3; ++from, ++digits)
            score = 10 * score + line[from] - '0';
        while (from < end && (line[from] == ' ' || line[from] == '\r')) ++from;
        if (digits == 0 && from >= end) return "a score is missing" + detail::at_place(from);
        if (from < end) return detail::quoted(line[from]) + detail::at_place(from) + " does not belong to a score";
        if (score > 64) return "the score " + std::to_string(score) + detail::at_place(colon + 1) + " is more than 64";
        read.scores.emplace_back(move, minus ? -score : score);
        at = end;
    }
    problem = std::move(read);
    return "";
}

// Play a game such as `f5d6c3` from `start`. Passes that the text omits are inserted.
template <int Size>
std::string parse_game(std::string_view text, const BasicOthello<Size>& start, std::vector<int>& moves,
                       BasicOthello<Size>& end) {
    std::vector<int> played;
    BasicOthello<Size> game = start;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ' || text[at] == '\n' || text[at] == '\r') {
            ++at;
            continue;
        }
        int move = 0;
        if (std::string error = parse_move(text.substr(at, 2), move, Size, at); !error.empty()) return error;
        if (move != 64 && !game.placements() && game.replies()) game = game.play(64), played.push_back(64);
        if (!game.legal(static_cast<std::uint8_t>(move)))
            return "the move " + std::string(text.substr(at, 2)) + detail::at_place(at) + " is not legal there";
        game = game.play(static_cast<std::uint8_t>(move));
        played.push_back(move);
        at += 2;
        const std::string_view rest = text.substr(at, 2);
        if (move == 64 && (rest == "ss" || rest == "SS")) at += 2;
    }
    moves = std::move(played), end = game;
    return "";
}

inline std::string format_game(const std::vector<int>& moves) {
    std::string text;
    for (const int move : moves) text += format_move(move);
    return text;
}

}  // namespace zermelo::othello
