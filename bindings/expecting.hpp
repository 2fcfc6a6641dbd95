// Runs for Python the searches whose values are averages: minimax, alpha-beta, expectiminimax, Star1 and Star2 as the textbook
// writes them, and Monte-Carlo tree search. Values are MAX's.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "rating.hpp"
#include "zermelo/search/expecting.hpp"

namespace zermelo::python {

// A game that names features of its positions.
template <class G>
concept Features = requires(const G& game, std::int32_t* out) {
    G::feature_names;
    game.features(out);
};

// A linear scoring polynomial: the sum of features times weights.
template <Features G>
double weighted_sum(const G& game, const std::vector<double>& weights) {
    std::array<std::int32_t, G::feature_names.size()> features{};
    game.features(features.data());
    double sum = 0;
    for (std::size_t at = 0; at < features.size(); ++at) sum += weights[at] * features[at];
    return sum;
}

// Weights of features that are MAX's, whoever is to move.
inline std::vector<double> scaled(nb::object weights, double factor) {
    auto out = weights.is_none() ? std::vector<double>() : nb::cast<std::vector<double>>(weights);
    for (double& weight : out) weight *= factor;
    return out;
}

// MAX's static value: by a function of Python, or the features times their weights.
template <class G>
struct Judgement {
    const std::vector<double>& weights;
    const nb::object& function;
    Trouble& trouble;

    double operator()(const G& game) const {
        if (!function.is_none()) {
            double value = 0;
            trouble.guard([&] {
                value = nb::cast<double>(nb::float_(function(nb::cast(game))));
                if (!std::isfinite(value)) throw nb::value_error("evaluate must give a finite number");
                return false;
            });
            return value;
        }
        return weighted_sum(game, weights);
    }
};

// The request is one that polls Python.
template <class G, class Evaluation>
nb::dict run_expecting(const G& root, const Request& request, Pruning pruning, bool deepens, const Evaluation& evaluation,
                       const Moves<G>& moves, Trouble& trouble, bool calls_python, ValueRange range) {
    const auto on_depth = tell_passes<double>(root, request, trouble);
    ExpectedOutcome<G> outcome;
    unless_python(calls_python, [&] { outcome = expect(root, moves, request.limits, pruning, deepens, evaluation, on_depth, range); });
    trouble.raise();
    return outcome_to_python(root, outcome, request);
}

template <class G>
nb::dict expect_native(const G& root, Request& request, Pruning pruning, bool deepens, const std::vector<double>& weights,
                       const nb::object& evaluate, const std::vector<typename G::Move>& only, ValueRange range) {
    Trouble trouble;
    poll_python(request, trouble);
    Moves<G> moves;
    for (const auto move : only) moves.push_back(move);
    if (only.empty()) root.moves(moves);
    const Judgement<G> judgement{weights, evaluate, trouble};
    return run_expecting(root, request, pruning, deepens, judgement, moves, trouble, !evaluate.is_none(), range);
}

// What all values are said to lie between, if the request says it.
inline std::optional<ValueRange> read_range(const nb::dict& asked) {
    const nb::object bounds = asked["bounds"];
    if (bounds.is_none()) return {};
    return ValueRange{nb::cast<double>(bounds[0]), nb::cast<double>(bounds[1])};
}

inline Pruning pruning_of(const std::string& search) {
    if (search == "alpha_beta") return Pruning::alpha_beta;
    if (search == "star1") return Pruning::star1;
    return search == "star2" ? Pruning::star2 : Pruning::none;
}

template <class G>
nb::dict textbook_native(const G& root, nb::dict asked, const std::string& search, nb::object weights, nb::object evaluate) {
    Request request = read_request(asked);
    return expect_native(root, request, pruning_of(search), false, scaled(weights, 1), evaluate, {}, read_range(asked).value_or(ValueRange{}));
}

template <class G>
nb::dict playouts_native(const G& root, nb::dict asked, std::uint64_t rounds, int plies, double exploration, std::uint64_t seed,
                         nb::object weights, nb::object evaluate) {
    Request request = read_request(asked);
    Trouble trouble;
    poll_python(request, trouble);
    const auto given = scaled(weights, 1);
    const Judgement<G> judgement{given, evaluate, trouble};
    return run_playouts(root, request, {rounds, plies, exploration, seed}, judgement, trouble, !evaluate.is_none());
}

}  // namespace zermelo::python
