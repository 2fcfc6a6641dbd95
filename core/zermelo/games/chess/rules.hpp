// Chess and its variants as games for the engine. A variant defines the legal moves, the payoff of a player without moves, and dead
// positions. Chess itself is here, anti-chess in antichess.hpp.
//
// A variant has `royal` (kings must be kept safe), `best_promotion`, `generate<Kind>(position, output, movers)`,
// `payoff_without_moves(position)` for the player to move, and `dead(position)`: nobody can win any more. One without royal
// kings also has an evaluation (`evaluate`, `features_of`, `feature_names`), `must_take(position)`, and `capture_gain`, by
// which a search orders captures and promotions.
//
// White is MAX. Positions do not know earlier ones, so repetition is not part of them: see game/history.hpp.
#pragma once

#include <algorithm>
#include <optional>

#include "zermelo/game/history.hpp"
#include "zermelo/game/value.hpp"
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
        chess::MoveLister<Variant::best_promotion> lister(moves);
        Variant::template generate<Kind>(*this, lister, of(player()));
    }

public:
    using Move = chess::Move;
    using Rules = Variant;
    static constexpr int max_moves = chess::max_moves;
    static constexpr bool alternates = true;
    // A won game is 10,000 centipawns, more than any material. Static values stay well below, which leaves room for distances to
    // mate.
    static constexpr Value unit = 10'000;
    static constexpr Bounds value_range{-1, 1};
    static constexpr int clock_limit = 100;  // fifty moves of each side without a capture or a pawn move

    // The starting position.
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
    // The fifty-move rule, or nobody can win any more.
    bool drawn_by_rule() const { return clock() >= clock_limit || Variant::dead(*this); }
    static constexpr bool draws_by_repetition() { return true; }
    bool over() const { return drawn_by_rule() || !has_moves(); }
    // Mate takes precedence over the fifty-move rule.
    Value payoff() const { return has_moves() ? 0 : Variant::payoff_without_moves(*this); }

    // ---- the evaluation of chess or of the variant

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
    // The count of each feature, for the player to move minus the opponent.
    void features(std::int32_t* out) const {
        const auto counted = counts();
        for (const std::int32_t count : counted.of) *out++ = player() == chess::white ? count : -count;
    }
    // The same for White minus Black.
    auto counts() const {
        if constexpr (Variant::royal) return chess::features_of(*this);
        else return Variant::features_of(*this);
    }

    // ---- moves

    void moves(chess::MoveList& moves) const {
        if (!drawn_by_rule()) legal_moves(moves);
    }
    // These ignore draws by rule. All moves are the noisy ones (captures and promotions) and the quiet ones.
    void legal_moves(chess::MoveList& moves) const { list<chess::Wanted::all>(moves); }
    void noisy_moves(chess::MoveList& moves) const { list<chess::Wanted::noisy>(moves); }
    void quiet_moves(chess::MoveList& moves) const { list<chess::Wanted::quiet>(moves); }

    int count_moves() const {
        chess::MoveCounter<Variant::best_promotion> counter;
        Variant::template generate<chess::Wanted::all>(*this, counter, of(player()));
        return counter.count();
    }
    // Whether a move, which may be any 16-bit number, is legal.
    bool legal(Move move) const {
        chess::MoveFinder<Variant::best_promotion> finder(move);
        Variant::template generate<chess::Wanted::all>(*this, finder, of(player()) & chess::bit(chess::from_of(move)));
        return finder.any();
    }

    // ---- hooks of the selective search (see HasExchanges in game/hooks.hpp)

    // The player to move is in check, or must capture.
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
    // Where captures are compulsory a player cannot stop an exchange, so none is evaluated.
    bool see_ge(Move move, Value threshold) const { return !Variant::royal || chess::see_ge(*this, move, threshold); }

    // Where captures are compulsory one move may change everything, so futile moves are not pruned: anti-chess won 57 % +- 3 of
    // 240 games without that pruning.
    static constexpr bool tactical_swings = !Variant::royal;
    // The number of captures that quiescence tries, by its depth.
    static constexpr int quiescence_width(int deep)
        requires(!Variant::royal)
    {
        return deep < 2 ? 3 - deep : 1;
    }

    // Which quiet moves give check.
    chess::Checks checks() const
        requires(Variant::royal)
    {
        return chess::Checks(*this);
    }

    static constexpr int piece_to_count = 6 * 64, from_to_count = 64 * 64;
    int piece_to(Move move) const { return 64 * piece_on(chess::from_of(move)) + chess::to_of(move); }
    static int from_to(Move move) { return move & 0xfff; }

    // None where zugzwang is likely (with pawns only), or in check.
    std::optional<BasicChess> null_move() const {
        if (!Variant::royal || !(of(player()) & ~of(chess::pawn) & ~of(chess::king)) || in_check()) return std::nullopt;
        return pass();
    }

    BasicChess play(Move move) const {
        BasicChess next = *this;
        next.template apply<Variant::royal>(move);
        return next;
    }
    // The same position with the other side to move. A player in check cannot pass.
    BasicChess pass() const {
        BasicChess next = *this;
        next.turn_over();
        return next;
    }
};

using Chess = BasicChess<chess::Orthodox>;

// Count lines of play; the last moves are counted without being made. Like published counts, it ignores draws by rule.
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

}  // namespace zermelo
