// A model: the features of a game, the weights of its scoring polynomial, and how to train them.
//
// Weights are a vector in engine units: one for each feature, repeated for each phase of the game (`phases`: 2 with a middlegame and
// an endgame, else 1). Features are counted for MAX.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "zermelo/game/hooks.hpp"

namespace zermelo::learning {

using Vector = std::vector<double>;
using Counts = std::vector<std::int32_t>;

// How games of self-play begin and end, and which of their positions are used. Values are in engine units.
struct SelfPlaySettings {
    int random_moves = 8;           // of the opening
    Value max_opening_value = 100;  // an opening is used only if a search values it no higher for either side
    Value resign_value = 900;       // a game ends when both sides agree on a winner by this value for six moves
    Value draw_value = 8;           // a game is drawn when no value exceeds this for 24 moves, from move 80 on
    Value max_label_value = 2000;   // positions with larger values are not used: any weights judge them well
    int max_moves = 320;
};

struct FitSettings {
    double slope = 0;              // of the logistic curve from values to chances to win; 0: it is fitted too
    double result_share = 0.3;     // of a label is the result of the game; the rest is the value of the search
    double regularisation = 3e-6;  // towards the weights before the fit
    double step = 1.5;             // of Adam, in engine units
    int epochs = 24;
};

template <class M>
concept Model = Game<typename M::Play> && requires(const typename M::Play& game, typename M::Play::Move move, Counts& counts,
                                                   const Vector& weights, Vector& fitted, std::string& text) {
    { M::features } -> std::convertible_to<int>;
    { M::phases } -> std::convertible_to<int>;
    { M::self_play_settings } -> std::convertible_to<SelfPlaySettings>;
    { M::fit_settings } -> std::convertible_to<FitSettings>;
    { M::initial_weights() } -> std::same_as<Vector>;                              // chosen by hand
    { M::save(weights) } -> std::same_as<std::string>;                             // the lines of a file
    { M::load(text, fitted) } -> std::same_as<std::string>;                        // an empty string, or what is wrong
    { typename M::Evaluation(weights)(game) } -> std::convertible_to<Value>;       // for the player to move
    M::count_features(game, counts);                                               // for MAX
    { M::phase_shares(game, counts, weights)[0] } -> std::convertible_to<double>;  // of each phase in the static value
    { M::tied(0) } -> std::convertible_to<int>;                                    // the feature with the same weight
    { M::is_quiet(game, move) } -> std::convertible_to<bool>;                      // its static value can be learned from
    M::normalise(fitted, weights);                                                 // after the fit that began with `weights`
    typename M::History;                                                           // leave(game, move), repeated(game), keys()
};

// For games whose positions cannot repeat.
struct NoHistory {
    template <class G, class Move>
    void leave(const G&, Move) {}
    template <class G>
    bool repeated(const G&) const {
        return false;
    }
    std::vector<Key> keys() const { return {}; }
};

}  // namespace zermelo::learning
