// What the models of chess and of its variants do with the weights of pieces on squares.
#pragma once

#include "zermelo/games/chess/move.hpp"
#include "zermelo/learning/tapered_model.hpp"

namespace zermelo::learning {

template <class G, class W>
struct PieceSquaresModel : TaperedModel<G, W> {
    using typename TaperedModel<G, W>::Layout;
    using TaperedModel<G, W>::features;

    // Moves the mean weight of a piece's squares into its material.
    static void centre_squares(Vector& weights) {
        for (const int half : {0, features})
            for (int kind = chess::pawn; kind <= chess::king; ++kind) {
                const auto piece = static_cast<chess::Piece>(kind);
                const int begin = piece == chess::pawn ? 8 : 0, end = 64 - begin;
                double mean = 0;
                for (int square = begin; square < end; ++square) mean += weights[half + Layout::square(piece, square)] / (end - begin);
                // Mirrored squares may share a feature, which must change only once.
                const auto first_of_pair = [&](int square) { return square % 8 < 4 || Layout::square(piece, square) != Layout::square(piece, square ^ 7); };
                for (int square = begin; square < end; ++square)
                    if (first_of_pair(square)) weights[half + Layout::square(piece, square)] -= mean;
                if (const int material = Layout::material(piece); material != Layout::none) weights[half + material] += mean;
            }
    }
};

}  // namespace zermelo::learning
