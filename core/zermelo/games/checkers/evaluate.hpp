// The evaluation of checkers: a weighted sum of named features, tapered between the weights of a full and of an empty board by the
// pieces left:
//
//     value = (middlegame * pieces + endgame * (whole - pieces)) / whole,    whole: the pieces at the start
//
// Each feature is counted for both sides, as that side sees the board. The evaluation means little while the player to move must
// capture: searches go on there. A game here is anything with boards as BasicCheckers has.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "zermelo/game/value.hpp"
#include "zermelo/games/checkers/squares.hpp"
#include "zermelo/learning/tapered.hpp"

namespace zermelo::checkers {

enum Feature : int {
    men, kings, back_rank, bridge, oreo, dog_hole, centre_men, centre_kings, edge_men, advance, mobility, safe_mobility, blocked_men,
    supported_men, threatened, trapped_kings, double_corner, pursuit, runaway, the_move, tempo, feature_count
};

inline constexpr std::array<std::string_view, feature_count> feature_names{
    "men",
    "kings",
    "back_rank",      // men that have not left it
    "bridge",         // men on squares 1 and 3 (30 and 32), which keep single men from becoming kings
    "oreo",           // men on squares 2, 3 and 7 (26, 30 and 31)
    "dog_hole",       // a man on square 28 (5) with an opposing man behind it in the corner
    "centre_men",     // on the eight squares in the middle
    "centre_kings",
    "edge_men",       // at the left and right edge
    "advance",        // rows that men have advanced
    "mobility",       // steps that a player could make
    "safe_mobility",  // those to squares where the piece cannot be captured
    "blocked_men",    // without a step or a capture
    "supported_men",  // with a piece of the same side behind them
    "threatened",     // pieces that can be captured
    "trapped_kings",  // without a safe step
    "double_corner",  // kings there, where they are hard to catch
    "pursuit",        // kings of the side that is ahead, more the nearer they are to opposing pieces; with ten pieces or less
    "runaway",        // men whose way is free, more the nearer they are to the last row
    "the_move",       // the opposition: 1 for the player to move, or for the opponent
    "tempo",          // 1 for the player to move
};

struct FeatureCounts {
    std::array<std::int32_t, feature_count> of{};
};

inline constexpr Value static_limit = 9000;

class Weights {
public:
    struct Features {
        static constexpr const auto& names = feature_names;
    };
    static constexpr int count = feature_count;

    // Material only.
    constexpr Weights() { of_[men] = make_pair(100, 100), of_[kings] = make_pair(140, 140); }

    constexpr Pair operator[](int feature) const { return of_[feature]; }
    constexpr void assign(const std::array<Pair, count>& weights) { of_ = weights; }
    // See parse_weights.
    std::string load(std::string_view text) { return parse_weights(feature_names, text, of_); }
    std::string save() const { return format_weights(feature_names, of_); }

private:
    std::array<Pair, count> of_{};
};

// The program's weights: load them before searching, from one thread.
inline constinit Weights weights;

// The shares of the two halves of a sum in a position.
template <class G>
struct Taper {
    static constexpr int whole = 2 * G::Squares::men;
    int middlegame, endgame;  // of the whole

    explicit Taper(const G& game) : middlegame(std::popcount(game.black() | game.white())), endgame(whole - middlegame) {}
};

namespace detail {

template <class Squares>
class SideFeatures {
public:
    // Calls `add(feature, times)` for the features of one side, for some more than once.
    template <int Player, class G, class Add>
    static void count(const G& game, const Add& add) {
        constexpr int ahead = Player == 0 ? south_west : north_west, behind = Player == 0 ? north_west : south_west;
        const Board own = Player == 0 ? game.black() : game.white(), other = Player == 0 ? game.white() : game.black();
        const Board free = game.empty(), own_kings = own & game.kings(), own_men = own & ~game.kings();
        const auto number = [](Board squares) { return std::popcount(squares); };
        add(men, number(own_men));
        add(kings, number(own_kings));
        add(back_rank, number(own_men & Squares::back_rank(Player)));
        if constexpr (Squares::half == 4) {
            constexpr Board bridge_squares = seen<Player>(bit(1) | bit(3)), oreo_squares = seen<Player>(bit(2) | bit(3) | bit(7));
            add(bridge, (own_men & bridge_squares) == bridge_squares);
            add(oreo, (own_men & oreo_squares) == oreo_squares);
            add(dog_hole, (own_men & seen<Player>(bit(28))) && (other & ~game.kings() & seen<Player>(bit(32))));
        }
        add(centre_men, number(own_men & centre));
        add(edge_men, number(own_men & (Squares::west_edge | Squares::east_edge)));
        add(advance, number(own_men & rows_with_bit<Player>(1)) + 2 * number(own_men & rows_with_bit<Player>(2)) + 4 * number(own_men & rows_with_bit<Player>(4)));
        add(supported_men, number(own_men & (step<ahead>(own) | step<ahead + 1>(own))));

        // Squares where the opponent could capture a piece, by the direction of the capture.
        const Board other_kings = other & game.kings();
        const Board unsafe = step<behind>(other) & back<behind>(free), unsafe_too = step<behind + 1>(other) & back<behind + 1>(free);
        const Board unsafe_from_behind =
            other_kings ? (step<ahead>(other_kings) & back<ahead>(free)) | (step<ahead + 1>(other_kings) & back<ahead + 1>(free)) : 0;
        const Board danger = unsafe | unsafe_too | unsafe_from_behind, safe = free & ~danger;
        add(threatened, number(own & danger));
        add(mobility, number(own & back<ahead>(free)) + number(own & back<ahead + 1>(free)));
        add(safe_mobility, number(own & back<ahead>(safe)) + number(own & back<ahead + 1>(safe)));
        const Board takes = back<ahead>(other & back<ahead>(free)) | back<ahead + 1>(other & back<ahead + 1>(free));
        add(blocked_men, number(own_men & ~(back<ahead>(free) | back<ahead + 1>(free) | takes)));
        if (own_kings) {
            add(centre_kings, number(own_kings & centre));
            add(double_corner, number(own_kings & double_corners));
            add(mobility, number(own_kings & back<behind>(free)) + number(own_kings & back<behind + 1>(free)));
            add(safe_mobility, number(own_kings & back<behind>(safe)) + number(own_kings & back<behind + 1>(safe)));
            const Board escapes = back<ahead>(safe) | back<ahead + 1>(safe) | back<behind>(safe) | back<behind + 1>(safe);
            add(trapped_kings, number(own_kings & ~escapes));
            if (number(own) > number(other) && number(own | other) <= 10) {
                Board near = other;
                for (int distance = 1; distance <= 4; ++distance) {
                    near |= step<ahead>(near) | step<ahead + 1>(near) | step<behind>(near) | step<behind + 1>(near);
                    add(pursuit, number(own_kings & near));
                }
            }
        }
        for (Board far = own_men & advanced<Player>; far; far &= far - 1) {
            const int square = std::countr_zero(far);
            if (way[Player][square] & (own | other)) continue;
            const int row = square / Squares::half, left = Player == 0 ? Squares::half * 2 - 1 - row : row;
            add(runaway, Squares::half + 1 - left);
        }
    }

private:
    static constexpr Board bit(int square) { return Board{1} << (square - 1); }
    // Squares of Black's as the player's.
    template <int Player>
    static constexpr Board seen(Board squares) {
        return Player == 0 ? squares : Squares::turned(squares);
    }
    template <int To>
    static constexpr Board step(Board squares) {
        return Squares::template step<To>(squares);
    }
    template <int To>
    static constexpr Board back(Board squares) {
        return Squares::template step<opposite(To)>(squares);
    }
    // The rows whose number, from the player's back rank, has a bit set.
    template <int Player>
    static constexpr Board rows_with_bit(int one) {
        Board rows = 0;
        for (int row = 0; row < 2 * Squares::half; ++row)
            if (row & one) rows |= Squares::row(row);
        return seen<Player>(rows);
    }
    // The far half of the board.
    template <int Player>
    static constexpr Board advanced = seen<Player>(Squares::all >> Squares::squares / 2 << Squares::squares / 2);
    static constexpr Board edges = Squares::west_edge | Squares::east_edge;
    static constexpr Board centre = [] {
        Board rows = 0;
        for (int row = Squares::half - 2; row < Squares::half + 2; ++row) rows |= Squares::row(row);
        Board inner = Squares::all & ~edges;  // two columns further in on the large board
        if (Squares::half == 4) inner &= ~(Squares::template step<south_west>(edges) | Squares::template step<south_east>(edges) |
                                           Squares::template step<north_west>(edges) | Squares::template step<north_east>(edges));
        return rows & inner;
    }();
    static constexpr Board double_corners = bit(1) | bit(Squares::half + 1) | Squares::turned(bit(1) | bit(Squares::half + 1));
    // The squares that a man may still pass, by player and square.
    static constexpr auto way = [] {
        std::array<std::array<Board, 32>, 2> ways{};
        for (int square = 0; square < Squares::squares; ++square)
            for (Board south = Board{1} << square, north = south, times = 0; times < 8; ++times) {
                south = step<south_west>(south) | step<south_east>(south), north = step<north_west>(north) | step<north_east>(north);
                ways[0][square] |= south, ways[1][square] |= north;
            }
        return ways;
    }();
};

}  // namespace detail

namespace detail {

// Calls `add(feature, times)` so that the times of a feature add up to its count for Black minus White.
template <class G, class Add>
void count_features(const G& game, const Add& add) {
    using Squares = typename G::Squares;
    SideFeatures<Squares>::template count<0>(game, add);
    SideFeatures<Squares>::template count<1>(game, [&](Feature feature, int times) { add(feature, -times); });
    const int mover = game.player() == 0 ? 1 : -1;
    add(tempo, mover);
    if (std::popcount(game.black()) == std::popcount(game.white())) {
        const Board system = game.player() == 0 ? Squares::even_rows : Squares::odd_rows;
        add(the_move, std::popcount((game.black() | game.white()) & system) % 2 ? mover : -mover);
    }
}

}  // namespace detail

// The count of each feature, for Black minus White.
template <class G>
FeatureCounts features_of(const G& game) {
    FeatureCounts counts;
    detail::count_features(game, [&](Feature feature, int times) { counts.of[feature] += times; });
    return counts;
}

// For the player to move.
template <class G>
Value evaluate(const G& game, const Weights& weights) {
    Pair sum = 0;
    detail::count_features(game, [&](Feature feature, int times) { sum += times * weights[feature]; });
    const Taper<G> taper(game);
    const Value value = (middlegame_of(sum) * taper.middlegame + endgame_of(sum) * taper.endgame) / taper.whole;
    return std::clamp(game.player() == 0 ? value : -value, -static_limit, static_limit);
}

}  // namespace zermelo::checkers
