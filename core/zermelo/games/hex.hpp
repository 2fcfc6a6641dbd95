// Hex (Piet Hein 1942, John Nash 1948) on a rhombus of 1 to 19 cells a side, without the swap rule. Red (first, MAX) connects top
// and bottom, Blue left and right, as on HexWiki. A full board connects exactly one of them, so there are no draws.
//
//     a1 b1 c1        a cell touches the cells beside it, and those above and below it and above it to the right and below it
//       a2 b2 c2      to the left
//         a3 b3 c3
//
// The cells are bytes, row by row, with a border of cells around them that belong to the players whose sides they are. A stone knows
// which of its player's two sides it is linked to. A new stone passes on the links of its neighbours, and each stone gets each link
// once, so a game costs time in proportion to its stones. Payoffs are 1 and -1.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/list.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"

namespace zermelo {

class Hex {
public:
    using Move = std::uint16_t;  // a cell, counted with the border
    // A column more than the borders need, so that no cell of the left border touches one of the right border.
    static constexpr int largest = 19, stride = largest + 3, bytes = stride * (largest + 2);
    static constexpr int max_moves = largest * largest;
    // A win is a thousand engine units, and static values stay below.
    static constexpr Value unit = 1000;
    static constexpr double static_limit = 999;
    static constexpr bool alternates = true;
    static constexpr Bounds value_range{-1, 1};

    explicit Hex(int size = 11) : size_(static_cast<std::uint8_t>(size)), key_(mix(static_cast<Key>(size))) {
        cells_.fill(outside);
        for (int at = 0; at < size; ++at) {
            cells_[cell(-1, at)] = red | first_side, cells_[cell(size, at)] = red | second_side;
            cells_[cell(at, -1)] = blue | first_side, cells_[cell(at, size)] = blue | second_side;
            for (int column = 0; column < size; ++column) cells_[cell(at, column)] = empty;
        }
    }

    // ---- the rules

    int size() const { return size_; }
    int stones() const { return stones_; }
    int player() const { return stones_ & 1; }
    bool over() const { return winner_ >= 0; }
    Value payoff() const { return winner_ == player() ? 1 : -1; }
    Key key() const { return key_; }
    bool operator==(const Hex&) const = default;

    static constexpr Move cell(int row, int column) { return static_cast<Move>((row + 1) * stride + column + 1); }
    static constexpr int row_of(Move move) { return move / stride - 1; }
    static constexpr int column_of(Move move) { return move % stride - 1; }
    // 0 for Red's stone, 1 for Blue's, -1 if the cell is empty.
    int owner(int row, int column) const { return cells_[cell(row, column)] & red ? 0 : cells_[cell(row, column)] & blue ? 1 : -1; }

    void moves(List<Move, max_moves>& list) const {
        if (over()) return;
        for (int row = 0; row < size_; ++row)
            for (int column = 0; column < size_; ++column)
                if (cells_[cell(row, column)] == empty) list.push_back(cell(row, column));
    }
    int count_moves() const { return over() ? 0 : size_ * size_ - stones_; }
    bool legal(Move move) const { return !over() && move < bytes && cells_[move] == empty; }

    Hex play(Move move) const {
        Hex next = *this;
        next.advance(move);
        return next;
    }
    void advance(Move move) { place(move, player()); }

    // ---- hooks

    // The middle first, and there the cells that touch stones or make bridges.
    int order_score(Move move) const {
        const int row = 2 * row_of(move) - size_ + 1, column = 2 * column_of(move) - size_ + 1;
        int score = -std::max({std::abs(row), std::abs(column), std::abs(row + column)});
        const std::uint8_t own = player() ? blue : red;
        for (int side = 0; side < 6; ++side) {
            const int near = move + around[side], next = move + around[side + 1];
            score += (cells_[near] & (red | blue)) != 0;
            if (cells_[near] == empty && cells_[next] == empty && cells_[near + around[side + 1]] & own) score += 4;
        }
        return score;
    }

    // Features of a linear evaluation, for the player to move: how many stones less than the opponent they need to connect.
    static constexpr std::array<std::string_view, 2> feature_names{
        "distance",         // by neighbouring cells
        "bridge_distance",  // also by bridges, two cells with two empty ones between them, which are as good as linked
    };
    void features(std::int32_t* out) const {
        for (const bool bridges : {false, true}) out[bridges] = distance(player() ^ 1, bridges) - distance(player(), bridges);
    }

    // The fewest stones with which a player would connect their sides if the opponent passed; more than there are cells if none would.
    int distance(int player, bool bridges) const {
        const std::uint8_t own = player ? blue : red;
        std::array<std::uint16_t, bytes> needed;
        std::array<std::array<Move, bytes>, 2> fronts;  // the cells to go on from with so many stones, and with one more
        int counts[2] = {0, 0};
        needed.fill(unreachable);
        for (int at = 0; at < size_; ++at) {
            fronts[0][counts[0]++] = player ? cell(at, -1) : cell(-1, at);
            needed[fronts[0][at]] = 0;
        }
        for (std::uint16_t cost = 0; counts[cost & 1]; ++cost) {
            const int now = cost & 1;
            while (counts[now]) {
                const Move from = fronts[now][--counts[now]];
                if (cells_[from] & second_side && cells_[from] & own) return cost;
                const auto reach = [&](int to) {
                    const std::uint16_t stones = cells_[to] == empty ? cost + 1 : cells_[to] & own ? cost : unreachable;
                    if (stones >= needed[to]) return;
                    needed[to] = stones;
                    const int front = stones & 1;
                    fronts[front][counts[front]++] = static_cast<Move>(to);
                };
                for (int side = 0; side < 6; ++side) {
                    const int near = from + around[side], next = from + around[side + 1], far = near + around[side + 1];
                    if (!on_board(near)) continue;
                    reach(near);
                    if (bridges && on_board(next) && cells_[near] == empty && cells_[next] == empty) reach(far);
                }
            }
        }
        return max_moves + 1;
    }

    // ---- playouts

    // The players fill the whole board, which does not change who wins, so the winner is found once at the end. By its policy a player
    // whose bridge is intruded upon completes it; all other moves are random.
    class Playout {
    public:
        Playout(const Hex& game, bool uniform) : cells_(game.cells_), size_(game.size_), player_(static_cast<std::uint8_t>(game.player())), uniform_(uniform) {
            for (int row = 0; row < size_; ++row)
                for (int column = 0; column < size_; ++column) {
                    const Move at = cell(row, column);
                    if (cells_[at] & red) red_rows_[row] |= 1u << column;
                    if (cells_[at] != empty) continue;
                    place_[at] = static_cast<Move>(empties_.size());
                    empties_.push_back(at);
                }
            if (game.over()) empties_.clear(), winner_ = game.winner_;
        }
        bool over() const { return empties_.empty(); }
        int player() const { return player_; }
        Value payoff() const { return (winner_ >= 0 ? winner_ == 0 : red_connects()) ? 1 : -1; }

        Move step(Random& random) {
            Move move = uniform_ || last_ == 0 ? 0 : bridge_reply(random);
            if (move == 0) move = empties_[random.below(static_cast<std::uint32_t>(empties_.size()))];
            const Move moved = empties_[empties_.size() - 1];
            empties_[place_[move]] = moved, place_[moved] = place_[move];
            empties_.resize(empties_.size() - 1);
            cells_[move] = player_ ? blue : red;
            if (!player_) red_rows_[row_of(move)] |= 1u << column_of(move);
            last_ = move;
            player_ ^= 1;
            return move;
        }

    private:
        // The last stone cuts a bridge of the player to move if two of that player's stones touch it and the empty cell between them.
        Move bridge_reply(Random& random) const {
            const int own = player_;  // the bit of the player's stones
            unsigned mine = 0, free = 0;
            for (int side = 0; side < 6; ++side) {
                const unsigned here = cells_[last_ + around[side]];
                mine |= (here >> own & 1) << side;
                free |= unsigned{here == empty} << side;
            }
            unsigned between = free & (mine << 1 | mine >> 5) & (mine >> 1 | mine << 5);
            if (!between) return 0;
            if (between & (between - 1) && random.next() & 1) between &= between - 1;
            return static_cast<Move>(last_ + around[std::countr_zero(between)]);
        }

        // Fill from the top, row by row, until nothing is added.
        bool red_connects() const {
            std::array<std::uint32_t, largest> reached{};
            const auto spread = [&](int row, std::uint32_t seeds) {
                std::uint32_t filled = (reached[row] | seeds) & red_rows_[row];
                for (std::uint32_t before = 0; before != filled;) before = filled, filled |= (filled << 1 | filled >> 1) & red_rows_[row];
                const bool added = filled != reached[row];
                reached[row] = filled;
                return added;
            };
            spread(0, ~0u);
            for (bool added = true; added;) {
                added = false;
                for (int row = 1; row < size_; ++row) added |= spread(row, reached[row - 1] | reached[row - 1] >> 1);
                if (reached[size_ - 1]) return true;
                if (!added) return false;
                added = false;
                for (int row = size_ - 2; row >= 0; --row) added |= spread(row, reached[row + 1] | reached[row + 1] << 1);
            }
            return false;
        }

        std::array<std::uint8_t, bytes> cells_;
        std::array<Move, bytes> place_;  // of an empty cell in the list
        List<Move, max_moves> empties_;
        std::array<std::uint32_t, largest> red_rows_{};
        Move last_ = 0;
        std::uint8_t size_, player_;
        bool uniform_;
        std::int8_t winner_ = -1;  // of a game that was over before the playout
    };

    // ---- notation: cells "a1" (top left) to "s19"; boards row by row from the top, r and b and numbers of empty cells

    static std::string format_move(Move move) { return static_cast<char>('a' + column_of(move)) + std::to_string(row_of(move) + 1); }

    // Read the cell at the beginning of a text and remove it from the text; return none if the text does not begin with a cell of the board.
    std::optional<Move> parse_move(std::string_view& text) const {
        std::size_t end = 1;
        int row = 0;
        while (end < text.size() && end < 3 && text[end] >= '0' && text[end] <= '9') row = 10 * row + text[end++] - '0';
        const int column = text.empty() ? -1 : text[0] - (text[0] < 'a' ? 'A' : 'a');
        if (end == 1 || text[1] == '0' || row > size_ || column < 0 || column >= size_) return std::nullopt;
        text.remove_prefix(end);
        return cell(row - 1, column);
    }

    std::string format() const {
        std::string text;
        for (int row = 0; row < size_; ++row) {
            int gap = 0;
            const auto skip = [&] { text += gap ? std::to_string(gap) : "", gap = 0; };
            if (row) text += '/';
            for (int column = 0; column < size_; ++column)
                if (const int owner = this->owner(row, column); owner < 0) ++gap;
                else skip(), text += owner ? 'b' : 'r';
            skip();
        }
        return text;
    }

    // Read a board, which has its own size, or moves on a board of this size. On a mistake return none and put a sentence into `error`.
    static std::optional<Hex> parse(std::string_view text, int size, std::string& error) {
        const bool is_board = text.find('/') != std::string_view::npos || text == "1" || text == "r";
        return is_board ? parse_board(text, error) : parse_game(text, size, error);
    }

private:
    static constexpr std::uint8_t empty = 0, red = 1 << 0, blue = 1 << 1, first_side = 4, second_side = 8, both_sides = 12, outside = 16;
    static constexpr std::uint16_t unreachable = 0xffff;
    // The neighbours in a circle, the first again at the end.
    static constexpr std::array<int, 7> around{1, stride, stride - 1, -1, -stride, 1 - stride, 1};
    static constexpr bool on_board(int at) { return at >= 0 && at < bytes; }

    void place(Move move, int player) {
        const std::uint8_t own = player ? blue : red;
        std::uint8_t links = own;
        for (int side = 0; side < 6; ++side)
            if (const std::uint8_t near = cells_[move + around[side]]; near & own) links |= near;
        cells_[move] = links;
        if (links != own) pass_on(move, own);
        if ((links & both_sides) == both_sides) winner_ = static_cast<std::int8_t>(player);
        ++stones_;
        key_ ^= mix(static_cast<Key>(2 * move + player + 64));
    }

    // Give the links of a stone to all stones of its group.
    void pass_on(Move start, std::uint8_t own) {
        List<Move, max_moves> open;
        open.push_back(start);
        while (!open.empty()) {
            const Move at = open[open.size() - 1];
            open.resize(open.size() - 1);
            for (int side = 0; side < 6; ++side) {
                const int near = at + around[side];
                if (!(cells_[near] & own) || (cells_[at] & ~cells_[near]) == 0 || is_border(near)) continue;
                cells_[near] |= cells_[at];
                open.push_back(static_cast<Move>(near));
            }
        }
    }
    bool is_border(int at) const {
        const int row = at / stride, column = at % stride;
        return row == 0 || column == 0 || row > size_ || column > size_;
    }

    static std::optional<Hex> parse_game(std::string_view text, int size, std::string& error) {
        Hex game(size);
        while (true) {
            while (!text.empty() && (text[0] == ' ' || text[0] == '\n' || text[0] == '\r' || text[0] == '\t')) text.remove_prefix(1);
            if (text.empty()) return game;
            const std::string place = "move " + std::to_string(game.stones() + 1) + ": ";
            const std::optional<Move> move = game.parse_move(text);
            if (!move) error = place + "a move is a cell from a1 to " + format_move(cell(size - 1, size - 1));
            else if (game.over()) error = place + "the game is over after move " + std::to_string(game.stones());
            else if (!game.legal(*move)) error = place + format_move(*move) + " is taken";
            else {
                game.advance(*move);
                continue;
            }
            return std::nullopt;
        }
    }

    static std::optional<Hex> parse_board(std::string_view text, std::string& error) {
        int size = 1;
        for (const char letter : text) size += letter == '/';
        const auto wrong = [&](const std::string& sentence) { return error = sentence, std::nullopt; };
        if (size > largest) return wrong("a board has at most " + std::to_string(largest) + " rows, not " + std::to_string(size));
        Hex game(size);
        int row = 0, column = 0, balance = 0;
        for (std::size_t at = 0; at <= text.size(); ++at) {
            const char letter = at < text.size() ? text[at] : '/';
            if (letter == '/') {
                if (column != size) return wrong("row " + std::to_string(row + 1) + " of the board has " + std::to_string(column) + " cells, not " + std::to_string(size));
                ++row, column = 0;
            } else if (letter == '.') ++column;
            else if (letter >= '1' && letter <= '9') {
                int gap = letter - '0';
                if (at + 1 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9') gap = 10 * gap + text[++at] - '0';
                column += gap;
            } else if (letter == 'r' || letter == 'b') {
                if (column < size) game.place(cell(row, column), letter == 'b');
                balance += letter == 'r' ? 1 : -1, ++column;
            } else return wrong("character " + std::to_string(at + 1) + " of the board is none of r b . / and numbers of empty cells");
            if (column > size) return wrong("row " + std::to_string(row + 1) + " of the board has more than " + std::to_string(size) + " cells");
        }
        if (balance != 0 && balance != 1) return wrong("Red moves first, so Red has as many stones as Blue or one more");
        return game;
    }

    std::array<std::uint8_t, bytes> cells_;
    std::uint8_t size_;
    std::int8_t winner_ = -1;
    std::uint16_t stones_ = 0;
    Key key_;
};

}  // namespace zermelo
