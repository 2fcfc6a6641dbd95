// Reads from Python what a state is worth: one payoff per player.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <string>

#include "zermelo/search/payoffs.hpp"

namespace nb = nanobind;

namespace zermelo::python {

inline double finite_number(PyObject* given, const char* what) {
    const double value = PyFloat_AsDouble(given);
    if ((value == -1.0 && PyErr_Occurred()) || !std::isfinite(value)) {
        if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception)) throw nb::python_error();  // Ctrl-C
        PyErr_Clear();
        throw nb::value_error((std::string(what) + " must give finite numbers").c_str());
    }
    return value;
}

// A lone number is MAX's in a zero-sum game of two.
inline Payoffs read_payoffs(const nb::object& worth, const char* what) {
    Payoffs out;
    if (PyTuple_Check(worth.ptr())) {
        const auto parts = static_cast<std::size_t>(PyTuple_GET_SIZE(worth.ptr()));
        if (parts == 0 || parts > most_players)
            throw nb::value_error((std::string(what) + " gave " + std::to_string(parts) + " payoffs, and the engine takes from 1 to " +
                                   std::to_string(most_players)).c_str());
        for (std::size_t at = 0; at < parts; ++at)
            out.push_back(finite_number(PyTuple_GET_ITEM(worth.ptr(), static_cast<Py_ssize_t>(at)), what));
    } else {
        const double one = finite_number(worth.ptr(), what);
        out.push_back(one), out.push_back(-one);
    }
    return out;
}

}  // namespace zermelo::python
