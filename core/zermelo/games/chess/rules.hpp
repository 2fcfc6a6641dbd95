// Chess as a game for the engine, over what a variant says of its own: which moves are legal, what it means to have none,
// and when a position is dead. Chess itself is here, anti-chess in antichess.hpp.
//
// A variant tells: `royal` (kings must be kept safe), `best_promotion`, `generate<Kind>(position, sink, movers)`,
// `payoff_without_moves(position)` for the player to move, and `dead(position)`: nobody can win any more. One without royal
// kings also tells its static value (`evaluate`, `features_of`, `feature_names`), `must_take(position)`, and the `gain` of a
// capture or promotion, by which a search orders them.
//
// White is MAX. Repetition is not part of a position, since a position does not know its past: see History.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "zermelo/base/value.hpp"
#include "zermelo/games/chess/board.hpp"
#include "zermelo/games/chess/checks.hpp"
#include "zermelo/games/chess/evaluate.hpp"
#include "zermelo/games/chess/moves.hpp"
#include "zermelo/games/chess/see.hpp"

namespace zermelo {

template <class Variant>
class BasicChess : public chess::Position {
    template <chess::Wanted Kind>
    void list(chess::MoveList& moves) const {
        chess::Lister<Variant::best_promotion> lister(moves);
        Variant::template generate<Kind>(*this, lister, of(player()));
    }

public:
    using Move = chess::Move;
    using Rules = Variant;
    static constexpr int max_moves = chess::max_moves;
    static constexpr bool alternates = true;
    // A won game is worth 10,000 centipawns, more than any material: static values must stay well below, so that between
    // the two there is room for the distance to mate.
    static constexpr Value unit = 10'000;
    static constexpr Bounds value_range{-1, 1};
    static constexpr int clock_limit = 100;  // fifty moves of each side without a capture or a pawn move

    // The start of a game.
    BasicChess() {
        constexpr chess::Piece back[] = {chess::rook, chess::knight, chess::bishop, chess::queen,
                                         chess::king, chess::bishop, chess::knight, chess::rook};
        for (int file = 0; file < 8; ++file)
            for (const int colour : {chess::white, chess::black}) {
                put(file + 56 * colour, colour, back[file]);
                put(file + (colour == chess::white ? 8 : 48), colour, chess::pawn);
            }
        if constexpr (Variant::royal)
            for (const int rook_square : {0, 7, 56, 63}) allow_castling(rook_square);
    }
    explicit BasicChess(const Position& position) : Position(position) {}

    // ---- the end

    bool has_moves() const { return count_moves() != 0; }
    // A draw although there are moves: fifty moves without progress, or nobody can win any more.
    bool drawn_by_rule() const { return clock() >= clock_limit || Variant::dead(*this); }
    bool over() const { return drawn_by_rule() || !has_moves(); }
    // Who mates with the last of the fifty moves has won.
    Value payoff() const { return has_moves() ? 0 : Variant::payoff_without_moves(*this); }

    // ---- the static value: chess's own, or that of the variant

    static constexpr const auto& feature_names = []() -> const auto& {
        if constexpr (Variant::royal) return chess::feature_names;
        else return Variant::feature_names;
    }();
    static constexpr Value static_limit = chess::static_limit;
    static constexpr double report_scale = 1;  // values are reported in centipawns

    Value evaluate() const {
        if constexpr (Variant::royal) return chess::evaluate(*this);
        else return Variant::evaluate(*this);
    }
    // How often each feature counts for the player to move, less how often for the other.
    void features(std::int32_t* out) const {
        const auto counted = counts();
        for (const std::int32_t count : counted.of) *out++ = player() == chess::white ? count : -count;
    }
    // The same for White, less Black.
    auto counts() const {
        if constexpr (Variant::royal) return chess::features_of(*this);
        else return Variant::features_of(*this);
    }

    // ---- moves

    void moves(chess::MoveList& moves) const {
        if (!drawn_by_rule()) legal_moves(moves);
    }
    // These three do not ask whether the game is drawn: captures and promotions first, then quiet moves, make all.
    void legal_moves(chess::MoveList& moves) const { list<chess::Wanted::all>(moves); }
    void noisy_moves(chess::MoveList& moves) const { list<chess::Wanted::noisy>(moves); }
    void quiet_moves(chess::MoveList& moves) const { list<chess::Wanted::quiet>(moves); }

    int count_moves() const {
        chess::Counter<Variant::best_promotion> counter;
        Variant::template generate<chess::Wanted::all>(*this, counter, of(player()));
        return counter.count();
    }
    // Whether any sixteen bits are a move here.
    bool legal(Move move) const {
        chess::Seeker<Variant::best_promotion> seeker(move);
        Variant::template generate<chess::Wanted::all>(*this, seeker, of(player()) & chess::bit(chess::from_of(move)));
        return seeker.any();
    }

    // ---- what a selective search asks (see search/hooks.hpp)

    // A static value means nothing while the player to move is in check, or must take.
    bool in_check_or_forced() const {
        if constexpr (Variant::royal) return in_check();
        else return Variant::must_take(*this);
    }
    Value payoff_without_moves() const { return Variant::payoff_without_moves(*this); }
    bool noisy(Move move) const { return takes(move) || chess::is_promotion(move); }
    Value capture_gain(Move move) const {
        if constexpr (!Variant::royal) return Variant::capture_gain(*this, move);
        const Value taken = chess::exchange_values[taken_by(move)];
        if (!chess::is_promotion(move)) return taken;
        return taken + chess::exchange_values[chess::promoted(move)] - chess::exchange_values[chess::pawn];
    }
    // Where captures are compulsory no exchange can be stopped, so that none is reckoned out.
    bool see_ge(Move move, Value threshold) const { return !Variant::royal || chess::see_ge(*this, move, threshold); }

    // Where captures are compulsory one move may turn everything round (without pruning hopeless moves anti-chess won 57 % +- 3
    // of 240 games)...
    static constexpr bool tactical_swings = !Variant::royal;
    // ...and a quiescence search tries so many of them after so many others.
    static constexpr int quiescence_width(int deep)
        requires(!Variant::royal)
    {
        return deep < 2 ? 3 - deep : 1;
    }

    // Which of the moves here give check.
    chess::Checks checks() const
        requires(Variant::royal)
    {
        return chess::Checks(*this);
    }

    static constexpr int piece_to_count = 6 * 64, from_to_count = 64 * 64;
    int piece_to(Move move) const { return 64 * piece_on(chess::from_of(move)) + chess::to_of(move); }
    static int from_to(Move move) { return move & 0xfff; }

    // To pass is to make the worst move there is, unless every move is bad: not in check, and not with pawns alone.
    std::optional<BasicChess> null_move() const {
        if (!Variant::royal || !(of(player()) & ~of(chess::pawn) & ~of(chess::king)) || in_check()) return std::nullopt;
        return pass();
    }

    BasicChess play(Move move) const {
        BasicChess next = *this;
        next.template apply<Variant::royal>(move);
        return next;
    }
    // The other side to move in the same position. A player in check cannot pass.
    BasicChess pass() const {
        BasicChess next = *this;
        next.turn_over();
        return next;
    }
};

using Chess = BasicChess<chess::Orthodox>;

// Counts lines of play, the last move of each only counted, not made. As the published counts do, it goes on where a game
// is drawn by rule.
template <class Variant>
std::uint64_t perft(const BasicChess<Variant>& game, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(game.count_moves());
    chess::MoveList moves;
    game.legal_moves(moves);
    std::uint64_t lines = 0;
    for (const chess::Move move : moves) lines += perft(game.play(move), depth - 1);
    return lines;
}

namespace chess {

// The positions of a game that may still come back, by their keys: what the draw by repetition needs to know.
class History {
public:
    // Call it with every position, the first one too, before `move` is played in it.
    void leave(const Position& position, Move move) {
        if (position.irreversible(move)) keys_.clear();
        else keys_.push_back(position.key());
    }
    // How often the position has stood on the board before.
    int seen(const Position& position) const {
        return static_cast<int>(std::count(keys_.begin(), keys_.end(), position.key()));
    }
    // Whether it stands there for the third time.
    bool repeated(const Position& position) const { return seen(position) >= 2; }
    const std::vector<Key>& keys() const { return keys_; }

private:
    std::vector<Key> keys_;
};

}  // namespace chess
}  // namespace zermelo
