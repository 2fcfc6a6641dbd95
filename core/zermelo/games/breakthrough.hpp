// Breakthrough (Dan Troyka 2000) on a square board of 4 to 8 files. Each player has two rows of men. A man moves one square forward,
// straight to an empty square or diagonally to an empty or enemy one; it captures only diagonally. A player wins by reaching the
// far row or by capturing all enemy men: there are no draws.
//
//     a position is two words and the side to move:
//         men_[0]   White (first, MAX), moving to higher ranks     bit = Size * rank + file, a1 = 0
//         men_[1]   Black, moving to lower ranks
//
// A player who has men always has a move: no man of their own stands before the most advanced one, so its forward diagonals, at
// least one of which is on the board, are free to move to. Payoffs are 1 and -1.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/list.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"

namespace zermelo {

template <int Size = 8>
class Breakthrough {
    static_assert(Size >= 4 && Size <= 8, "the board must fit 64 bits, and the men's rows the board");

public:
    using Board = std::uint64_t;
    using Move = std::uint16_t;  // from + 64 * to
    static constexpr int size = Size, squares = Size * Size, most_men = 2 * Size;
    static constexpr int max_moves = 3 * most_men;
    // A win is a thousand engine units, and static values stay below.
    static constexpr Value unit = 1000;
    static constexpr double static_limit = 999;
    static constexpr bool alternates = true;
    static constexpr Bounds value_range{-1, 1};

    constexpr Breakthrough() : men_{home(0), home(1)} {}
    constexpr Breakthrough(Board white, Board black, int player) : men_{white, black}, player_(static_cast<std::uint8_t>(player)) {}

    // ---- the rules

    constexpr int player() const { return player_; }
    constexpr Board men(int player) const { return men_[player]; }
    constexpr bool won(int player) const { return (men_[player] & goal(player)) || !men_[player ^ 1]; }
    constexpr bool over() const { return won(0) || won(1); }
    constexpr Value payoff() const { return won(player_) ? 1 : -1; }
    constexpr bool operator==(const Breakthrough&) const = default;

    static constexpr int from(Move move) { return move & 63; }
    static constexpr int to(Move move) { return move >> 6; }
    constexpr bool captures(Move move) const { return men_[player_ ^ 1] & bit(to(move)); }

    // Ordered by the square moved from, then to.
    constexpr void moves(List<Move, max_moves>& list) const {
        if (over()) return;
        for (Board left = men_[player_]; left; left &= left - 1) {
            const int square = std::countr_zero(left);
            for (Board targets = targets_of(left & -left); targets; targets &= targets - 1) list.push_back(make(square, std::countr_zero(targets)));
        }
    }
    constexpr bool legal(Move move) const {
        return !over() && to(move) < squares && (men_[player_] & bit(from(move))) && (targets_of(bit(from(move))) & bit(to(move)));
    }
    constexpr Breakthrough play(Move move) const {
        Breakthrough next = *this;
        next.men_[player_] ^= bit(from(move)) | bit(to(move));
        next.men_[player_ ^ 1] &= ~bit(to(move));
        next.player_ ^= 1;
        return next;
    }
    constexpr Key key() const { return mix(men_[0] ^ mix(men_[1])) ^ (player_ ? 0xD6E8FEB86659FD93ull : 0); }

    // ---- hooks

    // A man before the far row gets there, and whoever can capture the last enemy man does so.
    constexpr std::optional<Move> winning_move() const {
        if (over()) return std::nullopt;
        const Board own = men_[player_], other = men_[player_ ^ 1];
        const Board runners = own & shift(goal(player_), player_ ^ 1), prey = std::has_single_bit(other) ? attackers(other, player_) : 0;
        if (const Board winners = runners | prey) {
            const Board man = winners & -winners;
            const Board targets = runners & man ? targets_of(man) : other;
            return make(std::countr_zero(man), std::countr_zero(targets));
        }
        return std::nullopt;
    }

    // A win with the next move, or a loss with the one after: the enemy's men before the far row cannot all be captured.
    constexpr std::optional<Value> known_value() const {
        if (over()) return payoff();
        if (winning_move()) return 1;
        if (const Board threats = this->threats(); threats && (!std::has_single_bit(threats) || !attackers(threats, player_))) return -1;
        return std::nullopt;
    }

    // A man that is about to win must be captured.
    constexpr void candidates(List<Move, max_moves>& list) const {
        if (const auto win = winning_move()) return list.push_back(*win);
        const Board threats = this->threats(), captors = std::has_single_bit(threats) ? attackers(threats, player_) : 0;
        if (!captors) return moves(list);
        for (Board left = captors; left; left &= left - 1) list.push_back(make(std::countr_zero(left), std::countr_zero(threats)));
    }

    // A forced reply costs no depth.
    constexpr int extension() const { return threats() ? 1 : 0; }

    // Captures first, then the men that are nearest to the far row, and last the moves to squares that cost a man.
    constexpr int order_score(Move move) const {
        const Board target = bit(to(move));
        const int enemies = std::popcount(attackers(target, player_ ^ 1)), friends = std::popcount(attackers(target, player_)) - (to(move) % Size != from(move) % Size);
        const int row = progress(to(move), player_), lost = enemies > friends ? 6 + row : 0;
        return 2 * row + (captures(move) ? 8 + Size - row : 0) - lost;
    }

    // ---- features of a linear evaluation, each for the player to move minus the opponent

    static constexpr std::array<std::string_view, 6> feature_names{
        "men",
        "advancement",  // squares of the rows that the men have advanced
        "guarded",      // men whom another could avenge
        "hanging",      // men who are attacked, and more often than guarded
        "runaways",     // men with no enemy in their way or beside it
        "home_men",     // men in the first row, who guard it
    };
    constexpr void features(std::int32_t* out) const {
        for (std::size_t at = 0; at < feature_names.size(); ++at) out[at] = 0;
        for (int side = 0; side < 2; ++side) {
            const Board own = men_[side], other = men_[side ^ 1];
            const std::int32_t sign = side == player_ ? 1 : -1;
            out[0] += sign * std::popcount(own);
            for (int row = 1; row < Size; ++row) out[1] += sign * row * row * std::popcount(own & row_of(side ? Size - 1 - row : row));
            const Board left = west(shift(own, side)), right = east(shift(own, side));
            const Board their_left = west(shift(other, side ^ 1)), their_right = east(shift(other, side ^ 1));
            out[2] += sign * std::popcount(own & (left | right));
            out[3] += sign * std::popcount(own & ((their_left & their_right & ~(left & right)) | ((their_left | their_right) & ~(left | right))));
            // The squares that an enemy man may still get to.
            Board watched = 0;
            for (Board front = other; front; watched |= front) front = shift(front | west(front) | east(front), side ^ 1);
            out[4] += sign * std::popcount(own & ~watched);
            out[5] += sign * std::popcount(own & row_of(side ? Size - 1 : 0));
        }
    }

    // ---- playouts

    // By its policy a player wins if they can, else captures a man that is about to win, else moves at random.
    class Playout {
    public:
        Playout(const Breakthrough& game, bool uniform) : men_{game.men_[0], game.men_[1]}, player_(game.player_), over_(game.over()), uniform_(uniform) {
            if (over_) winner_ = game.won(0) ? 0 : 1;
        }
        bool over() const { return over_; }
        int player() const { return player_; }
        Value payoff() const { return winner_ == 0 ? 1 : -1; }
        Move step(Random& random) { return player_ == 0 ? step_as<0>(random) : step_as<1>(random); }

    private:
        // The men's targets straight ahead, to the west and to the east are three sets; a random number counts through them.
        template <int Player>
        Move step_as(Random& random) {
            const Board own = men_[Player], other = men_[Player ^ 1], forward = shift(own, Player);
            Board straight = forward & ~(own | other), to_west = west(forward) & ~own, to_east = east(forward) & ~own;
            if (!uniform_) {
                if (const Board wins = (straight | to_west | to_east) & goal(Player)) straight &= wins, to_west &= wins, to_east &= wins;
                else if (const Board threats = other & shift(goal(Player ^ 1), Player); threats & (to_west | to_east)) straight = 0, to_west &= threats, to_east &= threats;
            }
            const int straights = std::popcount(straight), wests = std::popcount(to_west), easts = std::popcount(to_east);
            int chosen = static_cast<int>(random.below(static_cast<std::uint32_t>(straights + wests + easts)));
            Board set = straight;
            int sideways = 0;
            if (chosen >= straights) chosen -= straights, set = to_west, sideways = -1;
            if (sideways && chosen >= wests) chosen -= wests, set = to_east, sideways = 1;
            for (; chosen > 0; --chosen) set &= set - 1;
            const int target = std::countr_zero(set), start = target - sideways + (Player == 0 ? -Size : Size);
            men_[Player] = own ^ bit(start) ^ bit(target);
            men_[Player ^ 1] = other & ~bit(target);
            over_ = (bit(target) & goal(Player)) || !men_[Player ^ 1];
            winner_ = Player;
            player_ = Player ^ 1;
            return make(start, target);
        }

        Board men_[2];
        int player_, winner_ = 0;
        bool over_, uniform_;
    };

    // ---- notation: squares such as "a2a3", with an x for a capture ("a2xb3"); boards row by row from the top, as in a FEN

    static std::string format_square(int square) { return {static_cast<char>('a' + square % Size), static_cast<char>('1' + square / Size)}; }
    std::string format_move(Move move) const { return format_square(from(move)) + (captures(move) ? "x" : "") + format_square(to(move)); }

    // The move that a text stands for, with or without an x or - between the squares; none if it is not two squares.
    static std::optional<Move> parse_move(std::string_view text) {
        const bool joined = text.size() == 4;
        if (!joined && (text.size() != 5 || (text[2] != 'x' && text[2] != '-'))) return std::nullopt;
        const auto square = [&](std::size_t at) {
            const int file = text[at] - 'a', rank = text[at + 1] - '1';
            return file >= 0 && file < Size && rank >= 0 && rank < Size ? rank * Size + file : -1;
        };
        const int start = square(0), target = square(joined ? 2 : 3);
        if (start < 0 || target < 0) return std::nullopt;
        return make(start, target);
    }

    std::string format() const {
        std::string text;
        for (int rank = Size - 1; rank >= 0; --rank) {
            int empty = 0;
            const auto skip = [&] { text += empty ? std::to_string(empty) : "", empty = 0; };
            for (int file = 0; file < Size; ++file) {
                const Board here = bit(rank * Size + file);
                if (!((men_[0] | men_[1]) & here)) ++empty;
                else skip(), text += men_[0] & here ? 'w' : 'b';
            }
            skip();
            text += rank ? '/' : ' ';
        }
        return text + (player_ ? 'b' : 'w');
    }

    // A board, or the moves from the start; none, with a sentence in `error`, if it cannot be read.
    static std::optional<Breakthrough> parse(std::string_view text, std::string& error) {
        return text.find('/') == std::string_view::npos ? parse_game(text, error) : parse_board(text, error);
    }

private:
    static constexpr Board bit(int square) { return Board{1} << square; }
    static constexpr Move make(int from, int to) { return static_cast<Move>(from + 64 * to); }
    static constexpr Board board = squares == 64 ? ~Board{0} : (Board{1} << (squares & 63)) - 1;
    static constexpr Board row_of(int rank) { return ((Board{1} << Size) - 1) << (rank * Size); }
    static constexpr Board first_file = [] {
        Board file = 0;
        for (int rank = 0; rank < Size; ++rank) file |= bit(rank * Size);
        return file;
    }();
    static constexpr Board west(Board set) { return (set & ~first_file) >> 1; }
    static constexpr Board east(Board set) { return (set & ~(first_file << (Size - 1))) << 1; }
    // One row forward, as this player sees it.
    static constexpr Board shift(Board set, int player) { return player ? set >> Size : (set << Size) & board; }
    static constexpr Board goal(int player) { return row_of(player ? 0 : Size - 1); }
    static constexpr Board home(int player) { return player ? row_of(Size - 1) | row_of(Size - 2) : row_of(0) | row_of(1); }
    static constexpr int progress(int square, int player) { return player ? Size - 1 - square / Size : square / Size; }

    constexpr Board targets_of(Board man) const {
        const Board forward = shift(man, player_);
        return (forward & ~(men_[0] | men_[1])) | ((west(forward) | east(forward)) & ~men_[player_]);
    }
    // The men of a player who could capture on some of these squares.
    constexpr Board attackers(Board targets, int player) const {
        const Board behind = shift(targets, player ^ 1);
        return men_[player] & (west(behind) | east(behind));
    }
    // Enemy men who would win with the next move.
    constexpr Board threats() const { return men_[player_ ^ 1] & shift(goal(player_ ^ 1), player_); }

    static std::optional<Breakthrough> parse_game(std::string_view text, std::string& error) {
        Breakthrough game;
        int number = 0;
        for (std::size_t at = text.find_first_not_of(" \n\r\t"); at != std::string_view::npos; at = text.find_first_not_of(" \n\r\t", at)) {
            const std::size_t end = std::min(text.find_first_of(" \n\r\t", at), text.size());
            const std::string place = "move " + std::to_string(++number) + ": ";
            const std::optional<Move> move = parse_move(text.substr(at, end - at));
            if (!move) error = place + "a move is two squares, as in a2a3";
            else if (game.over()) error = place + "the game is over after move " + std::to_string(number - 1);
            else if (!game.legal(*move)) error = place + std::string(text.substr(at, end - at)) + " is not legal there";
            else {
                game = game.play(*move), at = end;
                continue;
            }
            return std::nullopt;
        }
        return game;
    }

    static std::optional<Breakthrough> parse_board(std::string_view text, std::string& error) {
        Board men[2] = {0, 0};
        int rank = Size - 1, file = 0;
        std::size_t at = 0;
        const auto wrong = [&](const std::string& sentence) { return error = sentence, std::nullopt; };
        for (; at < text.size() && text[at] != ' '; ++at) {
            const char letter = text[at];
            if (letter == '/') {
                if (file != Size || rank == 0) return wrong("a board has " + std::to_string(Size) + " rows of " + std::to_string(Size) + " squares, separated by /");
                --rank, file = 0;
            } else if (letter >= '1' && letter <= '8') file += letter - '0';
            else if (letter == '.') ++file;
            else if (letter != 'w' && letter != 'b') return wrong("character " + std::to_string(at + 1) + " of the board is none of w b . / and numbers of empty squares");
            else if (file < Size) men[letter == 'b'] |= bit(rank * Size + file++);
            else ++file;
            if (file > Size) return wrong("row " + std::to_string(rank + 1) + " of the board has more than " + std::to_string(Size) + " squares");
        }
        if (rank != 0 || file != Size) return wrong("a board has " + std::to_string(Size) + " rows of " + std::to_string(Size) + " squares, separated by /");
        const std::string_view side = text.substr(at);
        if (side != " w" && side != " b") return wrong("after the board comes the side to move, w or b");
        for (int player = 0; player < 2; ++player)
            if (std::popcount(men[player]) > most_men) return wrong(std::string(player ? "Black" : "White") + " has more than " + std::to_string(most_men) + " men");
        const Breakthrough game(men[0], men[1], side == " b");
        if (game.won(0) && game.won(1)) return wrong("both players have won");
        return game;
    }

    Board men_[2];
    std::uint8_t player_ = 0;
};

}  // namespace zermelo
