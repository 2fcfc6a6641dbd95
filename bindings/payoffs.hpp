// Reads payoffs from Python: one number for MAX, or one per player.
#pragma once

#include <string>

#include "evaluation.hpp"

namespace zermelo::python {

// A single number is MAX's in a zero-sum game of two.
inline Payoffs read_payoffs(const nb::object& given, const char* what) {
    Payoffs out;
    if (PyTuple_Check(given.ptr())) {
        const auto count = static_cast<std::size_t>(PyTuple_GET_SIZE(given.ptr()));
        if (count == 0 || count > max_players)
            throw nb::value_error((std::string(what) + " returned " + std::to_string(count) + " payoffs, and the engine takes from 1 to " +
                                   std::to_string(max_players)).c_str());
        for (std::size_t at = 0; at < count; ++at)
            out.push_back(finite_number(PyTuple_GET_ITEM(given.ptr(), static_cast<Py_ssize_t>(at)), what));
    } else {
        const double payoff = finite_number(given.ptr(), what);
        out.push_back(payoff), out.push_back(-payoff);
    }
    return out;
}

// What a Python function says of a state of rules, with a payoff for each of the context's players.
template <class Context>
Payoffs read_role_payoffs(const nb::object& given, const Context& context) {
    const Payoffs out = read_payoffs(given, "evaluate");
    if (out.size() == context.players()) return out;
    const std::string expected = context.zero_sum ? "these rules take one number, for MAX" : "there are " + std::to_string(context.players()) + " roles";
    throw nb::value_error(("evaluate returned " + std::to_string(out.size()) + " payoffs, and " + expected).c_str());
}

inline void check_players(std::size_t players) {
    if (players > max_players)
        throw nb::value_error(("the engine takes at most " + std::to_string(max_players) + " players, not " + std::to_string(players)).c_str());
}

}  // namespace zermelo::python
