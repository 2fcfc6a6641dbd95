// Playouts of Go: random games that end where only eyes are left, so that the area is counted by looking at neighbours.
//
// Uniform playouts choose among all legal points that do not fill an own eye. The others first answer the last move, as MoGo did
// (Gelly, Wang, Munos and Teytaud 2006): save chains from atari or take the stones that attack them, take the last stone, play the
// vital point of a small eye, play an urgent contact next to the last stone; and they do not put many stones into atari.
//
// Only a simple ko is forbidden, and suicide always is. A playout that does not end within three moves for each point is
// counted as it stands.
#pragma once

#include <cstdint>

#include "zermelo/base/list.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/games/go/area.hpp"
#include "zermelo/games/go/board.hpp"
#include "zermelo/games/go/patterns.hpp"
#include "zermelo/games/go/tactics.hpp"

namespace zermelo::go {

template <int Room>
class Playout {
public:
    using P = Points<Room>;

    template <class G>
    Playout(const G& game, bool uniform)
        : board_(game.board()), komi_(game.rules().komi), moves_left_(3 * game.board().area()), last_(game.last_move()),
          player_(static_cast<std::uint8_t>(game.player())), passes_(static_cast<std::uint8_t>(game.passes())), uniform_(uniform) {}

    bool over() const { return passes_ == 2 || moves_left_ == 0; }
    int player() const { return player_; }
    const Board<Room>& board() const { return board_; }

    // Choose a move, play it and return it.
    Point step(Random& random) {
        const Colour colour = colour_of(player_);
        Point move = uniform_ || last_ == pass ? pass : answer(colour, random);
        if (move == pass) move = anywhere(colour, random);
        play(move);
        return move;
    }

    void play(Point move) {
        if (move == pass) ++passes_, board_.forget_ko();
        else passes_ = 0, board_.play(move, colour_of(player_));
        player_ ^= 1;
        last_ = move;
        --moves_left_;
    }

    // ---- the end

    // Whose a point is; once only eyes are left, its neighbours say so.
    Colour owner(Point point) const {
        if (board_.at(point) != empty) return board_.at(point);
        return is_enclosed(board_.around(point), black) ? black : is_enclosed(board_.around(point), white) ? white : empty;
    }
    // Black's, in half points, komi included.
    Value payoff() const {
        int difference = board_.stones(black) - board_.stones(white);
        for (const Point point : board_.empties()) {
            if (has_empty_adjacent(board_.around(point))) return 2 * area(board_) - komi_;
            const Colour colour = owner(point);
            difference += (colour == black) - (colour == white);
        }
        return 2 * difference - komi_;
    }

private:
    static constexpr int most_in_atari = 2;  // stones that a move chosen at random may leave in atari

    bool playable(Point point, Colour colour) const {
        return point != board_.ko() && !is_eye(board_.around(point), colour) && board_.has_liberty_after(point, colour);
    }

    // Any point that makes sense, each with the same probability; a pass if there is none.
    Point anywhere(Colour colour, Random& random) {
        for (int left = board_.empty_count(); left > 0;) {
            const int place = static_cast<int>(random.below(static_cast<std::uint32_t>(left)));
            const Point point = board_.empty_point(place);
            if (playable(point, colour) && (uniform_ || self_atari(board_, point, colour) <= most_in_atari)) return point;
            board_.swap_empties(place, --left);
        }
        return pass;
    }

    using Candidates = List<Point, 64>;

    // A move that answers the last one; a pass if there is none.
    Point answer(Colour colour, Random& random) const {
        Candidates moves;
        urgent_captures(colour, moves);
        if (moves.empty()) nakade(colour, moves);
        if (moves.empty()) contacts(colour, moves);
        return moves.empty() ? pass : moves[moves.size() == 1 ? 0 : random.below(static_cast<std::uint32_t>(moves.size()))];
    }

    void add(Point move, Candidates& moves) const {
        if (move != board_.ko() && moves.size() < 64) moves.push_back(move);
    }

    void urgent_captures(Colour colour, Candidates& moves) const {
        if (board_.at(last_) != empty && board_.chain(last_).in_atari()) add(board_.chain(last_).last_liberty(), moves);
        for (int direction = 0; direction < 4; ++direction) {
            const auto stone = static_cast<Point>(last_ + P::steps[direction]);
            if (board_.at(stone) != colour || !board_.chain(stone).in_atari()) continue;
            const Point liberty = board_.chain(stone).last_liberty();
            if (liberties_after(board_, liberty, colour) > 1) add(liberty, moves);
            Point at = stone;
            do {
                for (int around = 0; around < 4; ++around) {
                    const auto enemy = static_cast<Point>(at + P::steps[around]);
                    if (board_.at(enemy) == other(colour) && board_.chain(enemy).in_atari()) add(board_.chain(enemy).last_liberty(), moves);
                }
                at = board_.next(at);
            } while (at != stone);
        }
    }

    // The opponent has just played at the edge of a small eye of its own.
    void nakade(Colour colour, Candidates& moves) const {
        for (int direction = 0; direction < 4; ++direction) {
            const auto inside = static_cast<Point>(last_ + P::steps[direction]);
            if (board_.at(inside) != empty || touches(board_.around(inside), colour)) continue;
            if (const Point vital = vital_point(board_, inside, other(colour)); vital != pass) add(vital, moves);
        }
    }

    void contacts(Colour colour, Candidates& moves) const {
        for (const int step : P::steps) {
            const auto point = static_cast<Point>(last_ + step);
            if (board_.at(point) == empty && tables_.urgent(board_.around(point)) && playable(point, colour) && liberties_after(board_, point, colour) > 1)
                add(point, moves);
        }
    }

    Board<Room> board_;
    const PatternTables& tables_ = pattern_tables();
    int komi_, moves_left_;
    Point last_;
    std::uint8_t player_, passes_;
    bool uniform_;
};

}  // namespace zermelo::go
