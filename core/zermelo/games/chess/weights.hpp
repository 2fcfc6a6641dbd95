// The weights of the features, for the middlegame and for the endgame, in centipawns. The caller loads them from text (`load`); the
// default has material only.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "zermelo/games/chess/features.hpp"
#include "zermelo/games/chess/see.hpp"
#include "zermelo/learning/tapered.hpp"

namespace zermelo::chess {

// For the features of a layout: that of chess (features.hpp) or of a variant.
template <class Layout>
class WeightsOf {
public:
    using Features = Layout;
    static constexpr int count = Layout::names.size();

    constexpr explicit WeightsOf(const std::array<int, 7>& material) {
        std::array<Pair, count> plain{};
        for (int piece = pawn; piece <= king; ++piece)
            if (const int feature = Layout::material(static_cast<Piece>(piece)); feature != Layout::none)
                plain[feature] = make_pair(material[piece], material[piece]);
        assign(plain);
    }

    constexpr Pair operator[](int feature) const { return of_[feature]; }
    // The weight of a piece on a square, material included; from its owner's side.
    constexpr Pair placed(Piece piece, int square) const { return placed_[piece][square]; }
    // Changes whenever the weights do, so that cached values become invalid.
    constexpr std::uint32_t version() const { return version_; }

    constexpr void assign(const std::array<Pair, count>& weights) {
        of_ = weights;
        ++version_;
        for (int kind = pawn; kind <= king; ++kind)
            for (int square = 0; square < 64; ++square) {
                const auto piece = static_cast<Piece>(kind);
                const int material = Layout::material(piece);
                placed_[piece][square] = (material == Layout::none ? 0 : of_[material]) + of_[Layout::square(piece, square)];
            }
    }

    // See parse_weights.
    std::string load(std::string_view text) {
        std::array<Pair, count> read{};
        const std::string error = parse_weights(Layout::names, text, read);
        if (error.empty()) assign(read);
        return error;
    }
    std::string save() const { return format_weights(Layout::names, of_); }

private:
    std::array<Pair, count> of_{};
    std::array<std::array<Pair, 64>, 6> placed_{};
    std::uint32_t version_ = 0;
};

class Weights : public WeightsOf<Layout> {
public:
    constexpr Weights() : WeightsOf<Layout>(exchange_values) {}
};

// The program's weights: load them before searching, from one thread.
inline constinit Weights weights;

}  // namespace zermelo::chess
