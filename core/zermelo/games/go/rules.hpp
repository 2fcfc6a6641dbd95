// The game of Go on boards of 2 to 19 lines, with area scoring (Tromp-Taylor): a player owns its stones and the empty points from
// which only these are reached. Black is MAX and moves first; the game ends after two passes in a row.
//
// Payoffs are half points, so that a komi of 7.5 is a whole number; reported values are points.
//
// No position may recur, as far as `Superko` says. A simple ko forbids only to take a single stone back at once. Under superko two
// positions with the same stones but different pasts have different moves: `key` and `==` then include the set of earlier positions,
// in whatever order they occurred, so that tables and solvers stay correct. Under simple ko they do not. The last move, which playouts
// and priors look at, is in neither.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/base/list.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/games/go/area.hpp"
#include "zermelo/games/go/board.hpp"
#include "zermelo/games/go/history.hpp"
#include "zermelo/games/go/playout.hpp"
#include "zermelo/games/go/priors.hpp"

namespace zermelo {

namespace go {

enum class Superko : std::uint8_t { none, positional, situational };  // situational: with the same player to move

inline constexpr int max_komi = 2 * 500;  // in half points

struct Rules {
    int komi = 15;  // in half points
    Superko superko = Superko::positional;
    bool suicide = false;
    bool operator==(const Rules&) const = default;
};

// Why a move is not legal.
enum class Illegal : std::uint8_t { none, game_over, off_board, occupied, ko, suicide, superko };

}  // namespace go

template <int Room>
class BasicGo {
public:
    using Move = go::Point;  // a point of the board (see points.hpp), or go::pass
    using P = go::Points<Room>;
    using Board = go::Board<Room>;
    using Playout = go::Playout<Room>;
    static constexpr int room = Room;
    static constexpr int max_moves = Room * Room + 1;
    static constexpr int move_count = P::count;  // moves are below it
    static constexpr bool alternates = true;
    static constexpr Value unit = 1;             // a half point
    static constexpr double report_scale = 2;    // values are reported in points
    static constexpr Bounds value_range{-2000, 2000};

    explicit BasicGo(int size = std::min(9, Room), go::Rules rules = {}) : board_(size), rules_(rules) { history_.start(situation()); }
    // The position with the stones of a board, where `player` moves. Every chain must have a liberty.
    BasicGo(const Board& stones, int player, go::Rules rules) : board_(stones), rules_(rules), player_(static_cast<std::uint8_t>(player)) {
        board_.forget_ko();
        start_ = std::make_shared<const Start>(Start{board_, player});
        history_.start(situation());
    }

    // ---- the rules

    const Board& board() const { return board_; }
    go::Rules rules() const { return rules_; }
    int size() const { return board_.size(); }
    int player() const { return player_; }
    go::Colour colour() const { return go::colour_of(player_); }
    int passes() const { return passes_; }
    bool over() const { return passes_ == 2; }

    go::Illegal illegal(Move move) const {
        using enum go::Illegal;
        if (over()) return game_over;
        if (move == go::pass) return none;
        if (!board_.on_board(move)) return off_board;
        if (board_.at(move) != go::empty) return occupied;
        if (move == board_.ko()) return ko;
        if (!rules_.suicide && !board_.has_liberty_after(move, colour())) return suicide;
        if (rules_.superko != go::Superko::none && history_.contains(situation(board_.key_after(move, colour()), player_ ^ 1))) return superko;
        return none;
    }
    bool legal(Move move) const { return illegal(move) == go::Illegal::none; }

    // The points row by row from A1, then the pass.
    template <class MoveList>
    void moves(MoveList& list) const {
        if (over()) return;
        for (int row = 0; row < size(); ++row)
            for (int column = 0; column < size(); ++column) {
                const Move point = P::at(row, column);
                if (board_.at(point) == go::empty && legal(point)) list.push_back(point);
            }
        list.push_back(go::pass);
    }

    void advance(Move move) {
        if (move == go::pass) ++passes_, board_.forget_ko();
        else passes_ = 0, board_.play(move, colour());
        player_ ^= 1;
        history_.push(situation(), move);
    }
    BasicGo play(Move move) const {
        BasicGo next = *this;
        next.advance(move);
        return next;
    }

    // Black's points minus White's, without komi.
    int area() const { return go::area(board_); }
    // In half points, komi included.
    Value black_score() const { return 2 * area() - rules_.komi; }
    Value payoff() const { return player_ == 0 ? black_score() : -black_score(); }
    Bounds payoff_range() const {
        const Value all = 2 * size() * size(), komi = player_ == 0 ? rules_.komi : -rules_.komi;
        return {-all - komi, all - komi};
    }
    // As if the game ended here.
    Value evaluate() const { return payoff(); }

    Key key() const {
        const Key key = board_.key() ^ go::ko_key(board_.ko()) ^ go::passes_key(passes_) ^ (player_ ? go::white_to_move : 0);
        return rules_.superko == go::Superko::none ? key : mix(key + history_.set_key());
    }
    bool operator==(const BasicGo& other) const {
        return player_ == other.player_ && passes_ == other.passes_ && rules_ == other.rules_ && board_ == other.board_ &&
               (rules_.superko == go::Superko::none || history_.set_key() == other.history_.set_key());
    }

    // ---- hooks of Monte-Carlo tree search

    template <class MoveList>
    void priors(const MoveList& moves, float* out) const {
        priors(moves, out, go::shipped_gammas());
    }
    template <class MoveList>
    void priors(const MoveList& moves, float* out, const go::Gammas& gammas) const {
        go::priors(situation_of_moves(), moves, out, gammas);
    }
    // What the features of moves are about.
    go::Situation<Room> situation_of_moves() const { return {board_, colour(), last_move(), last_move(1), move_number() > 0}; }

    // ---- how it came about

    // The position that the game started from, if it was not the empty board with Black to move.
    struct Start {
        Board board;
        int player;
    };
    const Start* start() const { return start_.get(); }
    // The moves since then.
    std::vector<Move> line() const { return history_.line(); }
    int move_number() const { return history_.moves(); }
    Move last_move(int back = 0) const { return history_.move(back); }

private:
    Key situation(Key stones, int player) const { return rules_.superko == go::Superko::situational && player ? stones ^ go::white_to_move : stones; }
    Key situation() const { return situation(board_.key(), player_); }

    Board board_;
    go::History history_;
    std::shared_ptr<const Start> start_;
    go::Rules rules_;
    std::uint8_t player_ = 0, passes_ = 0;
};

using Go = BasicGo<19>;

}  // namespace zermelo
