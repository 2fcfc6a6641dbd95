// Static values as Python asks for them: the game's own evaluation, a linear scoring polynomial, or a Python function.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "run.hpp"
#include "zermelo/game/hooks.hpp"
#include "zermelo/game/turns.hpp"
#include "zermelo/search/evaluation.hpp"

namespace zermelo::python {

// What the Python function of an evaluation is called with; games from outside have another form in Python.
template <class G>
nb::object state_to_python(const G& game) {
    return nb::cast(game);
}

// A finite number, by the rule for all games: `is_real` of zermelo/state.py. `must` says what it has to be.
inline double finite_number(PyObject* given, const char* what, const char* must = " must return finite numbers") {
    const bool plain = PyFloat_Check(given) || (PyLong_Check(given) && !PyBool_Check(given));
    const bool real = plain || nb::cast<bool>(nb::module_::import_("zermelo.state").attr("is_real")(nb::handle(given)));
    const double value = real ? PyFloat_AsDouble(given) : 0;
    if (!real || (value == -1.0 && PyErr_Occurred()) || !std::isfinite(value)) {
        if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception)) throw nb::python_error();  // Ctrl-C
        PyErr_Clear();
        throw nb::value_error((std::string(what) + must).c_str());
    }
    return value;
}

// Values in the units Python sees, `report_scale` of them to an engine unit.
template <class G>
class Evaluation {
public:
    // None for the game's own evaluation, a list of weights in the order of the features, or a function of a state.
    explicit Evaluation(const nb::object& given) {
        if (nb::isinstance<nb::list>(given)) weights_ = nb::cast<std::vector<double>>(given);
        else if (!given.is_none()) function_ = given;
    }

    bool calls_python() const { return function_.is_valid(); }
    bool is_own() const { return !function_.is_valid() && weights_.empty(); }

    // For alpha-beta.
    AnyEvaluation<G> for_search() const { return is_own() ? AnyEvaluation<G>() : AnyEvaluation<G>(*this); }

    // For the player to move, in engine units.
    Value operator()(const G& game) const {
        const double most = limit();
        return static_cast<Value>(std::lround(std::clamp(for_max(game, max_value(game)) * report_scale(game), -most, most)));
    }

    // MAX's, not rounded: for searches that average.
    double max_value(const G& game) const {
        // What it raises ends the search at once: no value of a state that it has not judged gets into the table.
        if (function_.is_valid()) return finite_number(nb::object(function_(state_to_python(game))).ptr(), "evaluate");
        if constexpr (HasFeatures<G>)
            if (!weights_.empty()) return weighted_sum(game);
        if constexpr (HasEvaluation<G>) return for_max(game, game.evaluate() / report_scale(game));
        else return 0;
    }

private:
    double weighted_sum(const G& game) const
        requires HasFeatures<G>
    {
        std::array<std::int32_t, G::feature_names.size()> features{};
        game.features(features.data());
        double sum = 0;
        for (std::size_t at = 0; at < features.size(); ++at) sum += weights_[at] * features[at];
        if constexpr (requires { requires G::features_for_max; }) return sum;
        else return for_max(game, sum);
    }

    // Static values stay below the payoff of the narrowest win, where the game says so. A function may say what it likes, unless
    // wins are counted by their distance: then no evaluation may be taken for a win.
    double limit() const {
        if constexpr (requires { G::static_limit; })
            if (HasExchanges<G> || !calls_python()) return G::static_limit;
        return 1e8;
    }

    std::vector<double> weights_;
    nb::object function_;
};

// The same as MAX's number, for expectiminimax and Monte-Carlo tree search.
template <class G>
struct MaxEvaluation {
    const Evaluation<G>& evaluation;
    double operator()(const G& game) const { return evaluation.max_value(game); }
};

}  // namespace zermelo::python
