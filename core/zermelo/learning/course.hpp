// What is taught: a course tells the trainer all it needs to know of a game and of the weights of its scoring polynomial.
//
// Weights are a vector of numbers in engine units: those of all features, once for each part of the game a feature is
// weighed in (`parts`: two for a middlegame and an endgame, one where the game has no such parts). Features count for MAX.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "zermelo/search/hooks.hpp"

namespace zermelo::learning {

using Vector = std::vector<double>;
using Counts = std::vector<std::int32_t>;

// When games of self-play begin, are given up, and what they teach. Values are engine units.
struct Manners {
    int opening = 8;          // random moves
    Value balanced = 100;     // an opening is played only if a search finds neither side better by more
    Value decided = 900;      // both sides have agreed for six moves who wins: the game is given up
    Value level = 8;          // from move 80 on both have agreed for 24 moves that nothing happens: a draw
    Value told = 2000;        // positions with larger values teach nothing: any weights will do there
    int longest = 320;
};

// How the fit goes. A slope of none is fitted: how steeply values of searches turn into results.
struct Method {
    double slope = 0;
    double by_result = 0.3;   // the part of a label that is the game's result; the rest is the value of the search
    double pull = 3e-6;       // towards the weights it began with
    double step = 1.5;        // of Adam, in engine units
    int epochs = 24;
};

template <class C>
concept Course = Game<typename C::Play> && requires(const typename C::Play& game, typename C::Play::Move move, Counts& counts,
                                                    const Vector& weights, Vector& changing, std::string& text) {
    { C::features } -> std::convertible_to<int>;
    { C::parts } -> std::convertible_to<int>;
    { C::manners } -> std::convertible_to<Manners>;
    { C::method } -> std::convertible_to<Method>;
    { C::start() } -> std::same_as<Vector>;                                    // chosen by hand
    { C::save(weights) } -> std::same_as<std::string>;                         // the lines of a file
    { C::load(text, changing) } -> std::same_as<std::string>;                  // what is wrong with them, if anything
    { typename C::Evaluation(weights)(game) } -> std::convertible_to<Value>;   // for the player to move, quickly
    C::count(game, counts);                                                    // the features, for MAX
    { C::shares(game, counts, weights)[0] } -> std::convertible_to<double>;    // how much of each part counts
    { C::tied(0) } -> std::convertible_to<int>;                                // the feature that has the same weight
    { C::quiet(game, move) } -> std::convertible_to<bool>;                     // a static value means something here
    C::settle(changing, weights);                                              // what was fitted, and what it began with
    typename C::History;                                                       // leave(game, move), repeated(game), keys()
};

// Of games whose positions cannot come back.
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
