// The static value of a chess position: the sum of its named features times their weights, between those of the middlegame
// and those of the endgame according to the pieces left. About a hundred features count in a position.
//
//     value = (middlegame * phase + endgame * (24 - phase) * scale / 64) / 24
//
// where phase is 24 with all pieces on the board and 0 with none but pawns, and scale is below 64 where the side that is
// ahead is known not to win easily.
#pragma once

#include <algorithm>
#include <array>

#include "zermelo/games/chess/pawns.hpp"

namespace zermelo::chess {

// How far the game is from the endgame, 24 at the start; and the part of an endgame's value that counts, in 64ths.
inline constexpr int full_phase = 24, full_scale = 64;

inline int phase_of(const Position& at) {
    return std::min(full_phase, std::popcount(at.of(knight) | at.of(bishop)) + 2 * std::popcount(at.of(rook)) +
                                    4 * std::popcount(at.of(queen)));
}

inline int scale_of(const Position& at, int ahead) {
    const auto officers = [&](int colour) {
        return 3 * std::popcount(at.of(colour, knight) | at.of(colour, bishop)) + 5 * std::popcount(at.of(colour, rook)) +
               9 * std::popcount(at.of(colour, queen));
    };
    if (!at.of(ahead, pawn)) {
        const int ours = officers(ahead), theirs = officers(ahead ^ 1);
        const bool two_knights = ours == 6 && several(at.of(ahead, knight));
        if (ours < 5 || two_knights) return 0;
        if (ours - theirs <= 3) return 12;
    }
    const Board bishops = at.of(bishop);
    const auto single = [](Board board) { return board && !several(board); };
    if (single(bishops & at.of(white)) && single(bishops & at.of(black)) && single(bishops & light_squares))
        return at.of(knight) | at.rooks_and_queens() ? 52 : 34;
    return full_scale;
}

// How much of either half of a sum counts in a position.
struct Taper {
    static constexpr int whole = full_phase * full_scale;
    int middlegame, endgame;  // parts of the whole

    Taper(const Position& at, Pair sum) {
        const int phase = phase_of(at);
        middlegame = phase * full_scale;
        endgame = (full_phase - phase) * scale_of(at, endgame_of(sum) >= 0 ? white : black);
    }
};

// The value of a sum for White, rounded towards zero.
inline Value tapered(Pair sum, const Position& at) {
    const Taper taper(at, sum);
    return (middlegame_of(sum) * taper.middlegame + endgame_of(sum) * taper.endgame) / Taper::whole;
}

// Tells a sink all features of a position but those of its pawns alone.
template <class Sink>
class Judge {
public:
    Judge(const Position& at, const PawnFacts& facts, Sink& sink)
        : at_(at), facts_(facts), sink_(sink), occupied_(at.occupied()) {
        prepare<white>();
        prepare<black>();
        pieces<white>();
        pieces<black>();
        king_safety<white>();
        king_safety<black>();
        threats<white>();
        threats<black>();
        passed_pawns<white>();
        passed_pawns<black>();
        if (at.player() == white) add<white>(Family::tempo);
        else add<black>(Family::tempo);
    }

private:
    const Position& at_;
    const PawnFacts& facts_;
    Sink& sink_;
    const Board occupied_;
    std::array<std::array<Board, 6>, 2> by_{};    // what each kind of piece attacks
    std::array<Board, 2> attacks_{}, twice_{};    // what any piece attacks, and what two do
    std::array<Board, 2> area_{}, zone_{};        // where moves count as mobility; the nine squares around the king
    std::array<int, 2> units_{};                  // of the attack on the other king

    template <int Us>
    void add(Family family, int each = 0) {
        sink_.template add<Us>(first_of(family) + each);
    }
    template <int Us>
    void count(Family family, int times) {
        sink_.template add<Us>(first_of(family), times);
    }

    template <int Us>
    void note(Piece piece, Board attacks) {
        twice_[Us] |= attacks_[Us] & attacks;
        attacks_[Us] |= attacks;
        by_[Us][piece] |= attacks;
    }

    template <int Us>
    void prepare() {
        using Go = detail::Forward<Us>;
        const Board pawns = at_.of(Us, pawn);
        const int king_square = at_.king_of(Us);
        const Board left = shift<Go::left>(pawns), right = shift<Go::right>(pawns);
        by_[Us][pawn] = left | right;
        twice_[Us] = left & right;
        attacks_[Us] = left | right;
        note<Us>(king, king_attacks[king_square]);
        sink_.template put<Us>(king, king_square);
        const int middle = std::clamp(king_square & 7, 1, 6) + 8 * std::clamp(king_square >> 3, 1, 6);
        zone_[Us] = king_attacks[middle] | bit(middle);
        area_[Us] = ~(pawns | bit(king_square) | detail::attacked_by_pawns<Us ^ 1>(at_.of(Us ^ 1, pawn)));
    }

    template <int Us, Piece Kind>
    Board attacks_from(int square) const {
        // Sliders see through the pieces of their side that slide alike: doubled rooks, a queen behind a bishop.
        if constexpr (Kind == knight) return knight_attacks[square];
        if constexpr (Kind == bishop) return bishop_attacks(square, occupied_ ^ at_.of(Us, queen));
        if constexpr (Kind == rook) return rook_attacks(square, occupied_ ^ (at_.of(Us) & at_.rooks_and_queens()));
        if constexpr (Kind == queen) return queen_attacks(square, occupied_);
    }

    template <int Us>
    void pieces() {
        constexpr Board seventh = Us == white ? rank_1 << 48 : rank_1 << 8;
        const Board pawns = at_.of(Us, pawn), all_pawns = at_.of(pawn);
        kind<Us, knight>(Family::mobility_knight, 2);
        kind<Us, bishop>(Family::mobility_bishop, 2);
        kind<Us, rook>(Family::mobility_rook, 3);
        kind<Us, queen>(Family::mobility_queen, 5);

        const Board knights = at_.of(Us, knight), bishops = at_.of(Us, bishop), rooks = at_.of(Us, rook);
        constexpr Board outposts = (Us == white ? 0xffffffull << 24 : 0xffffffull << 16);
        const Board posts = outposts & by_[Us][pawn] & ~facts_.reach[Us ^ 1];
        count<Us>(Family::outpost_knight, std::popcount(knights & posts));
        count<Us>(Family::outpost_bishop, std::popcount(bishops & posts));
        count<Us>(Family::minor_behind_pawn,
                  std::popcount((knights | bishops) & shift<detail::Forward<Us ^ 1>::up>(all_pawns)));
        if (bishops) {
            const Board light = bishops & light_squares, dark = bishops & ~light_squares;
            if (light && dark) add<Us>(Family::bishop_pair);
            count<Us>(Family::bishop_own_pawns, std::popcount(light) * std::popcount(pawns & light_squares) +
                                                    std::popcount(dark) * std::popcount(pawns & ~light_squares));
        }
        for (Board left = rooks; left; left &= left - 1) {
            const Board file = file_of(first(left));
            if (!(file & all_pawns)) add<Us>(Family::rook_open_file);
            else if (!(file & pawns)) add<Us>(Family::rook_half_open_file);
        }
        if (rooks & seventh && (at_.of(Us ^ 1, pawn) & seventh || detail::rank_from<Us>(at_.king_of(Us ^ 1)) == 7))
            count<Us>(Family::rook_seventh, std::popcount(rooks & seventh));

        constexpr Board behind = (file_a << 2 | file_a << 3 | file_a << 4 | file_a << 5) &
                                 (Us == white ? 0xffffffull << 8 : 0xffffffull << 32);
        count<Us>(Family::space, std::popcount(behind & ~pawns & area_[Us]));
    }

    // `weight` is what such a piece adds to an attack on the king.
    template <int Us, Piece Kind>
    void kind(Family mobility, int weight) {
        for (Board left = at_.of(Us, Kind); left; left &= left - 1) {
            const int square = first(left);
            const Board attacks = attacks_from<Us, Kind>(square);
            note<Us>(Kind, attacks);
            sink_.template put<Us>(Kind, square);
            add<Us>(mobility, std::popcount(attacks & area_[Us]));
            if (attacks & zone_[Us ^ 1]) {
                units_[Us] += weight;
                add<Us>(Family::king_attackers, Kind - knight);
            }
        }
    }

    // The attack of Us on the other king, and the shelter of our own. Units of danger: each piece that attacks the zone 2 to 5,
    // each square of the zone that is attacked and hardly defended 1, each kind of piece that can give a safe check 2 or 3.
    template <int Us>
    void king_safety() {
        constexpr int Them = Us ^ 1;
        const int king_square = at_.king_of(Them);
        const Board hardly = ~attacks_[Them] | (~twice_[Them] & (by_[Them][king] | by_[Them][queen]));
        const Board safe = ~at_.of(Us) & (~attacks_[Them] | (hardly & twice_[Us]));
        const Board straight = rook_attacks(king_square, occupied_) & safe;
        const Board slanted = bishop_attacks(king_square, occupied_) & safe;
        int units = units_[Us] + std::popcount(zone_[Them] & attacks_[Us] & hardly);
        const auto check = [&](Piece piece, Board from, int weight) {
            if (!(from & by_[Us][piece])) return;
            units += weight;
            add<Us>(Family::king_check, piece - knight);
        };
        check(knight, knight_attacks[king_square] & safe, 3);
        check(bishop, slanted, 2);
        check(rook, straight, 3);
        check(queen, straight | slanted, 3);
        add<Us>(Family::king_danger, std::min(units, 31));
        shelter<Us>();
    }

    template <int Us>
    void shelter() {
        const int king_square = at_.king_of(Us);
        // Pawns beside the king shelter it as well as those before it.
        const Board before = detail::ahead_and_here<Us>(rank_of(king_square));
        const Board ours = at_.of(Us, pawn) & before, theirs = at_.of(Us ^ 1, pawn) & before;
        const int middle = std::clamp(king_square & 7, 1, 6);
        for (int file = middle - 1; file <= middle + 1; ++file) {
            const int folded = std::min(file, 7 - file);
            const int shield = nearest<Us>(ours & (file_a << file)), storm = nearest<Us>(theirs & (file_a << file));
            add<Us>(Family::king_shield, 4 * shield + folded);
            add<Us>(Family::king_storm, 4 * storm + folded);
            if (!(shield | storm)) add<Us>(Family::king_open_file);
        }
    }

    // The rank of the first of the pawns of a file, from our side; 0 if there is none.
    template <int Us>
    static int nearest(Board pawns) {
        if (!pawns) return 0;
        return Us == white ? first(pawns) >> 3 : std::countl_zero(pawns) >> 3;
    }

    template <int Us>
    void threats() {
        constexpr int Them = Us ^ 1;
        using Go = detail::Forward<Us>;
        const Board theirs = at_.of(Them), officers = theirs & ~at_.of(pawn) & ~at_.of(king);
        const Board guarded = by_[Them][pawn] | (twice_[Them] & ~twice_[Us]);
        const Board weak = theirs & ~guarded & attacks_[Us];
        const Board great = theirs & at_.rooks_and_queens();
        victims<Us>(Family::threat_by_pawn, officers & by_[Us][pawn]);
        victims<Us>(Family::threat_by_minor, (weak | great) & (by_[Us][knight] | by_[Us][bishop]));
        victims<Us>(Family::threat_by_rook, (weak | (great & at_.of(queen))) & by_[Us][rook]);
        if (weak & by_[Us][king]) add<Us>(Family::threat_by_king);
        count<Us>(Family::hanging, std::popcount(officers & attacks_[Us] & ~attacks_[Them]));

        const Board once = shift<Go::up>(at_.of(Us, pawn)) & ~occupied_;
        const Board steps = (once | (shift<Go::up>(once & Go::third_rank) & ~occupied_)) & ~by_[Them][pawn] &
                            (attacks_[Us] | ~attacks_[Them]);
        count<Us>(Family::threat_by_push, std::popcount(detail::attacked_by_pawns<Us>(steps) & officers));
    }

    template <int Us>
    void victims(Family family, Board of) {
        for (of &= ~at_.of(king); of; of &= of - 1) add<Us>(family, at_.piece_on(first(of)));
    }

    template <int Us>
    void passed_pawns() {
        constexpr int Them = Us ^ 1;
        for (Board left = facts_.passed & at_.of(Us); left; left &= left - 1) {
            const int square = first(left), next = square + detail::Forward<Us>::up, rank = detail::rank_from<Us>(square);
            add<Us>(Family::passed, rank);
            if (occupied_ & bit(next)) add<Us>(Family::passed_blocked, rank);
            else if (!(attacks_[Them] & bit(next))) add<Us>(Family::passed_free, rank);
            if (attacks_[Us] & bit(next)) add<Us>(Family::passed_escorted, rank);
            if (rank < 3) continue;
            add<Us>(Family::passed_own_king, steps_between(next, at_.king_of(Us)));
            add<Us>(Family::passed_other_king, steps_between(next, at_.king_of(Them)));
            if (detail::ahead<Them>(bit(square)) & at_.of(Us, rook)) add<Us>(Family::passed_rook_behind);
        }
    }

    // How many moves a king needs.
    static int steps_between(int from, int to) {
        return std::max(std::abs((from & 7) - (to & 7)), std::abs((from >> 3) - (to >> 3)));
    }
};

// Static values stay below those of won games.
inline constexpr Value static_limit = 9000;

// For the player to move, in centipawns, with other weights than the program's.
inline Value evaluate(const Position& at, const Weights& by, PawnTable& table) {
    const PawnTable::Entry& pawns = table.look_up(at, by);
    WeightSum sum(by);
    sum.total = pawns.sum;
    Judge(at, pawns.facts, sum);
    const Value value = std::clamp(tapered(sum.total, at), -static_limit, static_limit);
    return at.player() == white ? value : -value;
}

// For the player to move, in centipawns.
inline Value evaluate(const Position& at) {
    static thread_local constinit PawnTable table;
    return evaluate(at, weights, table);
}

// How often each feature counts, White's less Black's.
inline FeatureCounts features_of(const Position& at) {
    FeatureCounts counts;
    PawnFacts facts;
    judge_pawns(at, counts, facts);
    Judge(at, facts, counts);
    return counts;
}

}  // namespace zermelo::chess
