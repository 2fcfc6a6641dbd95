// How likely each move is to be played, by its features: a product of one number (gamma) for each feature that the move has, divided
// by the sum over all moves (the generalised Bradley-Terry model of Coulom 2007, "Computing Elo ratings of move patterns in the
// game of Go"). gammas.hpp has the numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "zermelo/base/list.hpp"
#include "zermelo/games/go/board.hpp"
#include "zermelo/games/go/gammas.hpp"
#include "zermelo/games/go/tactics.hpp"

namespace zermelo::go {

// What the features are about: the player to move, and the two moves before (a pass where there is none).
template <int Room>
struct Situation {
    const Board<Room>& board;
    Colour colour;
    Point last, second_last;
    bool begun;  // whether there is a last move
};

// The features of the moves of one position. What concerns a chain is found out once.
template <int Room>
class MoveFeatures {
public:
    using P = Points<Room>;
    using Features = List<std::uint16_t, 24>;

    explicit MoveFeatures(const Situation<Room>& situation) : at_(situation), board_(situation.board), colour_(situation.colour) {}

    void of(Point move, Features& out) {
        out.clear();
        if (move == pass) {
            out.push_back(at_.begun && at_.last == pass ? feature::pass_after_pass : feature::pass_first);
            return;
        }
        contacts(move, out);
        if (is_eye(board_.around(move), colour_)) out.push_back(feature::fill_eye);
        if (const int stones = self_atari(board_, move, colour_)) out.push_back(stones < 3 ? feature::self_atari_few : feature::self_atari_many);
        out.push_back(static_cast<std::uint16_t>(feature::line + line_of(move)));
        if (at_.last != pass) out.push_back(static_cast<std::uint16_t>(feature::distance + distance(move, at_.last)));
        if (at_.second_last != pass) out.push_back(static_cast<std::uint16_t>(feature::second_distance + distance(move, at_.second_last)));
        const Around around = colour_ == black ? board_.around(move) : detail::colours_exchanged(board_.around(move));
        out.push_back(static_cast<std::uint16_t>(feature::pattern + tables_.classes[around]));
    }

private:
    static constexpr int ladder_stones = 60;  // tried at most for one chain

    enum Answer : std::uint8_t { unknown, no, yes };

    void contacts(Point move, Features& out) {
        bool saves = false, in_vain = false, takes_to_save = false, ladder = false, attacks = false;
        int taken = 0;
        for (int direction = 0; direction < 4; ++direction) {
            const auto next = static_cast<Point>(move + P::steps[direction]);
            const Colour there = board_.at(next);
            if (there == empty || there == border) continue;
            const Chain& chain = board_.chain(next);
            if (there == colour_) {
                if (chain.in_atari()) (is_lost(next) ? in_vain : saves) = true;
            } else if (chain.in_atari()) {
                taken += chain.stones;
                takes_to_save |= threatens(next);
            } else if (has_two_liberties(next)) {
                attacks = true;
                ladder |= ladder_move(next) == move;
            }
        }
        if (takes_to_save) out.push_back(feature::capture_to_save);
        else if (taken) out.push_back(taken < 3 ? feature::capture_few : feature::capture_many);
        else if (saves && liberties_after(board_, move, colour_) > 1) out.push_back(feature::save);
        else if (in_vain) out.push_back(feature::save_in_vain);
        if (ladder) out.push_back(feature::atari_ladder);
        else if (attacks) out.push_back(feature::atari);
    }

    bool is_lost(Point stone) {
        Answer& answer = lost_[board_.head(stone)];
        if (answer == unknown) {
            int cap = ladder_stones;
            answer = lost_in_ladder(board_, board_.head(stone), cap) ? yes : no;
        }
        return answer == yes;
    }

    // Whether a chain of the opponent touches an own one in atari.
    bool threatens(Point stone) {
        Answer& answer = threatens_[board_.head(stone)];
        if (answer == unknown) {
            answer = no;
            Point at = stone;
            do {
                for (int direction = 0; direction < 4; ++direction) {
                    const auto next = static_cast<Point>(at + P::steps[direction]);
                    if (board_.at(next) == colour_ && board_.chain(next).in_atari()) answer = yes;
                }
                at = board_.next(at);
            } while (at != stone);
        }
        return answer == yes;
    }

    bool has_two_liberties(Point stone) {
        Answer& answer = two_liberties_[board_.head(stone)];
        if (answer == unknown) {
            List<Point, 3> liberties;
            board_.liberties(stone, liberties, 3);
            answer = liberties.size() == 2 ? yes : no;
        }
        return answer == yes;
    }

    // The atari that takes a chain with two liberties in a ladder; a pass if there is none.
    Point ladder_move(Point stone) {
        const Point head = board_.head(stone);
        if (ladder_known_[head] == unknown) {
            int cap = ladder_stones;
            ladder_known_[head] = ladder_captures(board_, head, cap, &ladder_moves_[head]) ? yes : no;
        }
        return ladder_known_[head] == yes ? ladder_moves_[head] : pass;
    }

    int line_of(Point move) const {
        const int row = P::row(move), column = P::column(move), last = board_.size() - 1;
        return std::min({row, column, last - row, last - column, 5});
    }

    static int distance(Point one, Point other) {
        const int rows = std::abs(P::row(one) - P::row(other)), columns = std::abs(P::column(one) - P::column(other));
        return std::clamp(rows + columns + std::max(rows, columns) - 2, 0, 15);
    }

    const Situation<Room>& at_;
    const Board<Room>& board_;
    const Colour colour_;
    const PatternTables& tables_ = pattern_tables();
    std::array<Answer, P::count> lost_{}, threatens_{}, two_liberties_{}, ladder_known_{};
    std::array<Point, P::count> ladder_moves_;
};

// The probability of each move, in the order of `moves`.
template <int Room, class MoveList>
void priors(const Situation<Room>& situation, const MoveList& moves, float* out, const Gammas& gammas) {
    MoveFeatures<Room> features(situation);
    typename MoveFeatures<Room>::Features active;
    double sum = 0;
    for (std::size_t at = 0; at < moves.size(); ++at) {
        features.of(moves[at], active);
        float strength = 1;
        for (const int index : active) strength *= gammas[index];
        out[at] = strength;
        sum += strength;
    }
    for (std::size_t at = 0; at < moves.size(); ++at) out[at] = static_cast<float>(out[at] / sum);
}

}  // namespace zermelo::go
