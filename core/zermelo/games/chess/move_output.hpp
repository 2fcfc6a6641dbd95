// Outputs of the move generators, which produce sets of target squares: MoveLister lists every move, MoveCounter counts squares,
// which makes the last ply of perft almost free, and MoveFinder looks for one move.
#pragma once

#include "zermelo/base/list.hpp"
#include "zermelo/games/chess/bitboard.hpp"
#include "zermelo/games/chess/move.hpp"

namespace zermelo::chess {

inline constexpr int max_moves = 256;  // the most known for a reachable position is 218
using MoveList = List<Move, max_moves>;

// `Best` is the last piece, in the order knight, bishop, rook, queen, king, that a pawn may promote to.
template <Piece Best>
class MoveLister {
public:
    explicit MoveLister(MoveList& list) : list_(list) {}

    void one(Move move) { list_.push_back(move); }
    void piece(int from, Board targets) {
        for (; targets; targets &= targets - 1) list_.push_back(make_move(from, first(targets)));
    }
    void pawns(Board targets, int step, int special = ordinary) {
        for (; targets; targets &= targets - 1) {
            const int to = first(targets);
            list_.push_back(make_move(to - step, to, special));
        }
    }
    void promotions(Board targets, int step) {
        for (int piece = Best; piece >= knight; --piece) pawns(targets, step, promotes + piece);
    }
    bool any() const { return !list_.empty(); }

private:
    MoveList& list_;
};

template <Piece Best>
class MoveCounter {
public:
    void one(Move) { ++count_; }
    void piece(int, Board targets) { count_ += std::popcount(targets); }
    void pawns(Board targets, int, int = ordinary) { count_ += std::popcount(targets); }
    void promotions(Board targets, int) { count_ += Best * std::popcount(targets); }
    bool any() const { return count_ != 0; }
    int count() const { return count_; }

private:
    int count_ = 0;
};

// Whether a given move is generated.
template <Piece Best>
class MoveFinder {
public:
    explicit MoveFinder(Move move) : move_(move) {}

    void one(Move move) { found_ |= move == move_; }
    void piece(int from, Board targets) {
        found_ |= special_of(move_) == ordinary && from == from_of(move_) && targets & bit(to_of(move_));
    }
    void pawns(Board targets, int step, int special = ordinary) {
        found_ |= special_of(move_) == special && from_of(move_) + step == to_of(move_) && targets & bit(to_of(move_));
    }
    void promotions(Board targets, int step) {
        if (is_promotion(move_) && promoted(move_) >= knight && promoted(move_) <= Best)
            pawns(targets, step, special_of(move_));
    }
    bool any() const { return found_; }

private:
    Move move_;
    bool found_ = false;
};

}  // namespace zermelo::chess
