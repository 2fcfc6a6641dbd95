// The evaluation of chess: a weighted sum of named features, tapered between middlegame and endgame weights by the pieces left.
// A position has about a hundred features.
//
//     value = (middlegame * phase + endgame * (24 - phase) * scale / 64) / 24
//
// where phase is 24 with all pieces on the board and 0 with only pawns, and scale is below 64 in endgames that the side ahead
// does not win easily.
#pragma once

#include <algorithm>
#include <array>

#include "zermelo/games/chess/pawns.hpp"

namespace zermelo::chess {

// The phase, 24 at the start and 0 in a pawn endgame; and the scale of the endgame value, in 64ths.
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

// The shares of the two halves of a sum in a position.
struct Taper {
    static constexpr int whole = full_phase * full_scale;
    int middlegame, endgame;  // of the whole

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

// Send all features of a position, except those of pawns.hpp, to an output.
template <class Output>
class FeatureExtractor {
public:
    FeatureExtractor(const Position& at, const PawnFacts& facts, Output& output)
        : at_(at), facts_(facts), output_(output), occupied_(at.occupied()) {
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
        if (at.player() == white) add<white>(FeatureGroup::tempo);
        else add<black>(FeatureGroup::tempo);
    }

private:
    const Position& at_;
    const PawnFacts& facts_;
    Output& output_;
    const Board occupied_;
    std::array<std::array<Board, 6>, 2> by_{};    // attacks of each kind of piece
    std::array<Board, 2> attacks_{}, twice_{};    // squares attacked at least once, and at least twice
    std::array<Board, 2> area_{}, zone_{};        // squares that count as mobility; the nine squares around the king
    std::array<int, 2> units_{};                  // of danger to the opposing king

    template <int Us>
    void add(FeatureGroup group, int index = 0) {
        output_.template add<Us>(first_of(group) + index);
    }
    template <int Us>
    void count(FeatureGroup group, int times) {
        output_.template add<Us>(first_of(group), times);
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
        output_.template put<Us>(king, king_square);
        const int middle = std::clamp(king_square & 7, 1, 6) + 8 * std::clamp(king_square >> 3, 1, 6);
        zone_[Us] = king_attacks[middle] | bit(middle);
        area_[Us] = ~(pawns | bit(king_square) | detail::attacked_by_pawns<Us ^ 1>(at_.of(Us ^ 1, pawn)));
    }

    template <int Us, Piece Kind>
    Board attacks_from(int square) const {
        // X-rays: sliders see through own pieces that move the same way (doubled rooks, a queen behind a bishop).
        if constexpr (Kind == knight) return knight_attacks[square];
        if constexpr (Kind == bishop) return bishop_attacks(square, occupied_ ^ at_.of(Us, queen));
        if constexpr (Kind == rook) return rook_attacks(square, occupied_ ^ (at_.of(Us) & at_.rooks_and_queens()));
        if constexpr (Kind == queen) return queen_attacks(square, occupied_);
    }

    template <int Us>
    void pieces() {
        constexpr Board seventh = Us == white ? rank_1 << 48 : rank_1 << 8;
        const Board pawns = at_.of(Us, pawn), all_pawns = at_.of(pawn);
        kind<Us, knight>(FeatureGroup::mobility_knight, 2);
        kind<Us, bishop>(FeatureGroup::mobility_bishop, 2);
        kind<Us, rook>(FeatureGroup::mobility_rook, 3);
        kind<Us, queen>(FeatureGroup::mobility_queen, 5);

        const Board knights = at_.of(Us, knight), bishops = at_.of(Us, bishop), rooks = at_.of(Us, rook);
        constexpr Board outposts = (Us == white ? 0xffffffull << 24 : 0xffffffull << 16);
        const Board posts = outposts & by_[Us][pawn] & ~facts_.reach[Us ^ 1];
        count<Us>(FeatureGroup::outpost_knight, std::popcount(knights & posts));
        count<Us>(FeatureGroup::outpost_bishop, std::popcount(bishops & posts));
        count<Us>(FeatureGroup::minor_behind_pawn,
                  std::popcount((knights | bishops) & shift<detail::Forward<Us ^ 1>::up>(all_pawns)));
        if (bishops) {
            const Board light = bishops & light_squares, dark = bishops & ~light_squares;
            if (light && dark) add<Us>(FeatureGroup::bishop_pair);
            count<Us>(FeatureGroup::bishop_own_pawns, std::popcount(light) * std::popcount(pawns & light_squares) +
                                                    std::popcount(dark) * std::popcount(pawns & ~light_squares));
        }
        for (Board left = rooks; left; left &= left - 1) {
            const Board file = file_of(first(left));
            if (!(file & all_pawns)) add<Us>(FeatureGroup::rook_open_file);
            else if (!(file & pawns)) add<Us>(FeatureGroup::rook_half_open_file);
        }
        if (rooks & seventh && (at_.of(Us ^ 1, pawn) & seventh || detail::rank_from<Us>(at_.king_of(Us ^ 1)) == 7))
            count<Us>(FeatureGroup::rook_seventh, std::popcount(rooks & seventh));

        constexpr Board behind = (file_a << 2 | file_a << 3 | file_a << 4 | file_a << 5) &
                                 (Us == white ? 0xffffffull << 8 : 0xffffffull << 32);
        count<Us>(FeatureGroup::space, std::popcount(behind & ~pawns & area_[Us]));
    }

    // `weight` is the number of units that such a piece adds to an attack on the king.
    template <int Us, Piece Kind>
    void kind(FeatureGroup mobility, int weight) {
        for (Board left = at_.of(Us, Kind); left; left &= left - 1) {
            const int square = first(left);
            const Board attacks = attacks_from<Us, Kind>(square);
            note<Us>(Kind, attacks);
            output_.template put<Us>(Kind, square);
            add<Us>(mobility, std::popcount(attacks & area_[Us]));
            if (attacks & zone_[Us ^ 1]) {
                units_[Us] += weight;
                add<Us>(FeatureGroup::king_attackers, Kind - knight);
            }
        }
    }

    // The attack of Us on the opposing king, and the shelter of our own. Units of danger: 2 to 5 for each piece that attacks the
    // zone, 1 for each square of the zone that is attacked and hardly defended, 2 or 3 for each kind of piece that can give a
    // safe check.
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
            add<Us>(FeatureGroup::king_check, piece - knight);
        };
        check(knight, knight_attacks[king_square] & safe, 3);
        check(bishop, slanted, 2);
        check(rook, straight, 3);
        check(queen, straight | slanted, 3);
        add<Us>(FeatureGroup::king_danger, std::min(units, 31));
        shelter<Us>();
    }

    template <int Us>
    void shelter() {
        const int king_square = at_.king_of(Us);
        // Pawns beside the king count as shelter, like those in front of it.
        const Board before = detail::ahead_and_here<Us>(rank_of(king_square));
        const Board ours = at_.of(Us, pawn) & before, theirs = at_.of(Us ^ 1, pawn) & before;
        const int middle = std::clamp(king_square & 7, 1, 6);
        for (int file = middle - 1; file <= middle + 1; ++file) {
            const int folded = std::min(file, 7 - file);
            const int shield = nearest<Us>(ours & (file_a << file)), storm = nearest<Us>(theirs & (file_a << file));
            add<Us>(FeatureGroup::king_shield, 4 * shield + folded);
            add<Us>(FeatureGroup::king_storm, 4 * storm + folded);
            if (!(shield | storm)) add<Us>(FeatureGroup::king_open_file);
        }
    }

    // The rank of the first pawn, from our side; 0 if there is none.
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
        victims<Us>(FeatureGroup::threat_by_pawn, officers & by_[Us][pawn]);
        victims<Us>(FeatureGroup::threat_by_minor, (weak | great) & (by_[Us][knight] | by_[Us][bishop]));
        victims<Us>(FeatureGroup::threat_by_rook, (weak | (great & at_.of(queen))) & by_[Us][rook]);
        if (weak & by_[Us][king]) add<Us>(FeatureGroup::threat_by_king);
        count<Us>(FeatureGroup::hanging, std::popcount(officers & attacks_[Us] & ~attacks_[Them]));

        const Board once = shift<Go::up>(at_.of(Us, pawn)) & ~occupied_;
        const Board steps = (once | (shift<Go::up>(once & Go::third_rank) & ~occupied_)) & ~by_[Them][pawn] &
                            (attacks_[Us] | ~attacks_[Them]);
        count<Us>(FeatureGroup::threat_by_push, std::popcount(detail::attacked_by_pawns<Us>(steps) & officers));
    }

    template <int Us>
    void victims(FeatureGroup group, Board of) {
        for (of &= ~at_.of(king); of; of &= of - 1) add<Us>(group, at_.piece_on(first(of)));
    }

    template <int Us>
    void passed_pawns() {
        constexpr int Them = Us ^ 1;
        for (Board left = facts_.passed & at_.of(Us); left; left &= left - 1) {
            const int square = first(left), next = square + detail::Forward<Us>::up, rank = detail::rank_from<Us>(square);
            add<Us>(FeatureGroup::passed, rank);
            if (occupied_ & bit(next)) add<Us>(FeatureGroup::passed_blocked, rank);
            else if (!(attacks_[Them] & bit(next))) add<Us>(FeatureGroup::passed_free, rank);
            if (attacks_[Us] & bit(next)) add<Us>(FeatureGroup::passed_escorted, rank);
            if (rank < 3) continue;
            add<Us>(FeatureGroup::passed_own_king, steps_between(next, at_.king_of(Us)));
            add<Us>(FeatureGroup::passed_other_king, steps_between(next, at_.king_of(Them)));
            if (detail::ahead<Them>(bit(square)) & at_.of(Us, rook)) add<Us>(FeatureGroup::passed_rook_behind);
        }
    }

    // The number of king moves between two squares.
    static int steps_between(int from, int to) {
        return std::max(std::abs((from & 7) - (to & 7)), std::abs((from >> 3) - (to >> 3)));
    }
};

// Static values stay below won games.
inline constexpr Value static_limit = 9000;

// For the player to move, in centipawns, with the given weights.
inline Value evaluate(const Position& at, const Weights& by, PawnTable& table) {
    const PawnTable::Entry& pawns = table.look_up(at, by);
    WeightSum sum(by);
    sum.total = pawns.sum;
    FeatureExtractor(at, pawns.facts, sum);
    const Value value = std::clamp(tapered(sum.total, at), -static_limit, static_limit);
    return at.player() == white ? value : -value;
}

// For the player to move, in centipawns.
inline Value evaluate(const Position& at) {
    static thread_local constinit PawnTable table;
    return evaluate(at, weights, table);
}

// The count of each feature, White's minus Black's.
inline FeatureCounts features_of(const Position& at) {
    FeatureCounts counts;
    PawnFacts facts;
    extract_pawn_features(at, counts, facts);
    FeatureExtractor(at, facts, counts);
    return counts;
}

}  // namespace zermelo::chess
