// The part of the evaluation that depends on pawns only: their squares and their structure. Few moves change it, so a small
// table caches it.
#pragma once

#include <array>
#include <cstdint>

#include "zermelo/base/random.hpp"
#include "zermelo/games/chess/feature_sums.hpp"
#include "zermelo/games/chess/moves.hpp"

namespace zermelo::chess {

// What the rest of the evaluation needs to know about the pawns.
struct PawnFacts {
    Board passed = 0;                 // of both sides
    std::array<Board, 2> reach{};     // squares that a side's pawns attack, or will once they have advanced
};

namespace detail {

// The squares and all those ahead of them, for a colour.
template <int Us>
constexpr Board ahead_and_here(Board squares) {
    if constexpr (Us == white) squares |= squares << 8, squares |= squares << 16, squares |= squares << 32;
    else squares |= squares >> 8, squares |= squares >> 16, squares |= squares >> 32;
    return squares;
}
template <int Us>
constexpr Board ahead(Board squares) {
    return ahead_and_here<Us>(shift<Forward<Us>::up>(squares));
}
constexpr Board beside(Board squares) { return ((squares & ~file_h) << 1) | ((squares & ~file_a) >> 1); }

template <int Us>
constexpr Board attacked_by_pawns(Board pawns) {
    return shift<Forward<Us>::left>(pawns) | shift<Forward<Us>::right>(pawns);
}

// 0 to 7 from the colour's own side.
template <int Us>
constexpr int rank_from(int square) {
    return seen_by(Us, square) >> 3;
}

template <int Us, class Output>
void extract_pawn_features_of(const Position& at, Output& output, PawnFacts& facts) {
    constexpr int Them = Us ^ 1;
    const Board ours = at.of(Us, pawn), theirs = at.of(Them, pawn);
    const Board attacks = attacked_by_pawns<Us>(ours), their_attacks = attacked_by_pawns<Them>(theirs);
    const Board reach = ahead_and_here<Us>(attacks);
    const Board files = ahead<Us>(ours) | ahead_and_here<Them>(ours);
    const Board guarded = ahead<Them>(theirs);  // the squares ahead of their pawns: ours there are opposed
    facts.reach[Us] = reach;

    const Board isolated = ours & ~beside(files);
    const Board backward = ours & shift<Forward<Them>::up>(their_attacks & ~reach) & ~isolated;
    const Board passed = ours & ~(guarded | beside(guarded) | ahead<Them>(ours));
    facts.passed |= passed;
    output.template add<Us>(first_of(FeatureGroup::pawns_doubled), std::popcount(ours & ahead<Them>(ours)));
    output.template add<Us>(first_of(FeatureGroup::pawns_isolated), std::popcount(isolated));
    output.template add<Us>(first_of(FeatureGroup::pawns_backward), std::popcount(backward));
    output.template add<Us>(first_of(FeatureGroup::pawns_weak_open), std::popcount((isolated | backward) & ~guarded));

    for (Board left = ours & (attacks | beside(ours)); left; left &= left - 1)
        output.template add<Us>(first_of(FeatureGroup::pawns_connected) + rank_from<Us>(first(left)));
    for (Board left = ours & ~passed & ~guarded & ~ahead<Them>(ours); left; left &= left - 1) {
        const int square = first(left);
        const Board neighbours = beside(file_of(square)), further = ahead<Us>(rank_of(square));
        const int guards = std::popcount(theirs & neighbours & further);
        if (std::popcount(ours & neighbours & ~further) >= guards)
            output.template add<Us>(first_of(FeatureGroup::pawns_candidate) + rank_from<Us>(square));
    }
    for (Board left = ours; left; left &= left - 1) output.template put<Us>(pawn, first(left));
}

}  // namespace detail

template <class Output>
void extract_pawn_features(const Position& at, Output& output, PawnFacts& facts) {
    detail::extract_pawn_features_of<white>(at, output, facts);
    detail::extract_pawn_features_of<black>(at, output, facts);
}

// A cache of pawn structures, for one set of weights. An empty entry is right for a board without pawns.
class PawnTable {
public:
    struct Entry {
        std::array<Board, 2> pawns{};
        PawnFacts facts;
        Pair sum = 0;
    };

    const Entry& look_up(const Position& at, const Weights& weights) {
        if (weights.version() != version_) [[unlikely]] {
            entries_.fill({});
            version_ = weights.version();
        }
        const std::array<Board, 2> pawns{at.of(white, pawn), at.of(black, pawn)};
        // A multiplication spreads the bits well enough.
        const Key key = (pawns[0] * 0x9E3779B97F4A7C15ull) ^ (pawns[1] * 0xC2B2AE3D27D4EB4Full);
        Entry& entry = entries_[key >> (64 - size_bits)];
        if (entry.pawns != pawns) [[unlikely]] {
            WeightSum sum(weights);
            entry.pawns = pawns;
            entry.facts = {};
            extract_pawn_features(at, sum, entry.facts);
            entry.sum = sum.total;
        }
        return entry;
    }

private:
    static constexpr int size_bits = 12;  // 192 kilobytes

    std::array<Entry, 1 << size_bits> entries_{};
    std::uint32_t version_ = 0;
};

}  // namespace zermelo::chess
