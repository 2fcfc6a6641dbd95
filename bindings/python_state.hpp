// One way to call the methods of a Python state. Most of the time of a search goes into those methods, so everything around them is
// as short as Python's C API allows.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "evaluation.hpp"

namespace nb = nanobind;

namespace zermelo::python {

// The object a call made, or the exception it set.
inline nb::object checked(PyObject* made) {
    if (made == nullptr) throw nb::python_error();
    return nb::steal<nb::object>(made);
}

inline nb::object interned(const char* text) { return checked(PyUnicode_InternFromString(text)); }

// The first items of something that may not end, as a tuple.
inline nb::object first_items(const nb::object& given, Py_ssize_t most) {
    if (PyTuple_CheckExact(given.ptr())) return given;
    if (PyList_CheckExact(given.ptr())) return checked(PyList_AsTuple(given.ptr()));
    const nb::object iterator = checked(PyObject_GetIter(given.ptr()));
    const nb::object items = checked(PyList_New(0));
    while (PyList_GET_SIZE(items.ptr()) < most) {
        PyObject* item = PyIter_Next(iterator.ptr());
        if (item == nullptr) break;
        const int failed = PyList_Append(items.ptr(), item);
        Py_DECREF(item);
        if (failed) break;
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return checked(PyList_AsTuple(items.ptr()));
}

// A list without the items that are equal to earlier ones.
inline nb::object without_repeated(const nb::object& listed) {
    const nb::object once = checked(PyList_New(0));
    for (Py_ssize_t at = 0; at < PySequence_Fast_GET_SIZE(listed.ptr()); ++at) {
        const nb::object item = nb::borrow(PySequence_Fast_GET_ITEM(listed.ptr(), at));
        const int repeated = PySequence_Contains(once.ptr(), item.ptr());
        if (repeated < 0 || (!repeated && PyList_Append(once.ptr(), item.ptr()))) throw nb::python_error();
    }
    return checked(PyList_AsTuple(once.ptr()));
}

// A method of the states. Where a class leaves no doubt which function it is, that is called without looking it up each time.
class Method {
public:
    explicit Method(const char* name) : name_(interned(name)) {}

    void find(PyTypeObject* type) {
        const bool simple = type->tp_dictoffset == 0 && type->tp_getattro == PyObject_GenericGetAttr;
        PyObject* function = simple ? _PyType_Lookup(type, name_.ptr()) : nullptr;
        function_ = function && PyFunction_Check(function) ? nb::borrow(function) : nb::object();
    }

    nb::object operator()(PyObject* state, PyObject* argument = nullptr) const {
        PyObject* arguments[] = {nullptr, state, argument};
        const std::size_t count = (argument ? 2 : 1) | PY_VECTORCALL_ARGUMENTS_OFFSET;
        return checked(function_.is_valid() ? PyObject_Vectorcall(function_.ptr(), arguments + 1, count, nullptr)
                                            : PyObject_VectorcallMethod(name_.ptr(), arguments + 1, count, nullptr));
    }
    bool is_in(PyObject* state) const { return PyObject_HasAttr(state, name_.ptr()); }

private:
    nb::object name_, function_;
};

// Whether two states are equal. States that cannot be compared are not.
inline bool equal_states(const nb::object& one, const nb::object& other) {
    const int equal = PyObject_RichCompareBool(one.ptr(), other.ptr(), Py_EQ);
    if (equal < 0) {
        if (!PyErr_ExceptionMatches(PyExc_Exception)) throw nb::python_error();  // Ctrl-C
        PyErr_Clear();
    }
    return equal > 0;
}

// How many states a search compares with its own to find it in a kept tree; each takes Python some microseconds.
inline constexpr std::size_t kept_python_places = 2'000;

// The methods of the states of one search.
class StateMethods {
public:
    static constexpr int max_moves = 1000;

    Method utility{"utility"}, moves{"moves"}, play{"play"}, key{"key"}, evaluate{"evaluate"}, chances{"chances"};

    // Prepare the methods for a state; games are mostly of one class.
    void use(PyObject* state) {
        if (reinterpret_cast<PyObject*>(Py_TYPE(state)) == class_.ptr()) return;
        class_ = nb::borrow(reinterpret_cast<PyObject*>(Py_TYPE(state)));
        for (Method* method : {&utility, &moves, &play, &key, &evaluate, &chances}) method->find(Py_TYPE(state));
        has_key_ = key.is_in(state);
        has_evaluate_ = evaluate.is_in(state);
    }
    // Look the methods up again; a search may come long after the last one.
    void restart() { class_ = nb::object(); }
    bool has_key() const { return has_key_; }            // of the class used last
    bool has_evaluate() const { return has_evaluate_; }

    int player(PyObject* state) const {
        const nb::object given = checked(PyObject_GetAttr(state, player_.ptr()));
        const long player = PyLong_Check(given.ptr()) ? PyLong_AsLong(given.ptr()) : -3;
        if (PyErr_Occurred()) PyErr_Clear();
        if (player < -2 || player > 1 << 20) throw nb::value_error("player must be a whole number: from 0 for players, or -1 for chance");
        return static_cast<int>(player);
    }

    [[noreturn]] static void too_many_moves() { throw nb::value_error("the engine takes at most 1,000 moves in a state"); }
    [[noreturn]] static void illegal_move(nb::handle move) {
        throw nb::value_error((nb::cast<std::string>(nb::repr(move)) + " is not a legal move here").c_str());
    }
    [[noreturn]] static void no_moves(const char* method) {
        throw nb::value_error((std::string(method) + " is empty although utility() is None").c_str());
    }

    // The probabilities in a tuple of moves with theirs, which add up to 1.
    template <class Out>
    void probabilities(const nb::object& listed, Out& out) const {
        double sum = 0;
        const nb::object moves = checked(PySet_New(nullptr));
        const auto count = static_cast<std::size_t>(PyTuple_GET_SIZE(listed.ptr()));
        for (std::size_t at = 0; at < count; ++at) {
            const nb::object given = checked(PySequence_GetItem(PyTuple_GET_ITEM(listed.ptr(), static_cast<Py_ssize_t>(at)), 1));
            const double probability = finite_number(given.ptr(), "chances()");
            if (probability <= 0) throw nb::value_error("a probability in chances() is not above 0");
            sum += out[at] = probability;
            const nb::object move = checked(PySequence_GetItem(PyTuple_GET_ITEM(listed.ptr(), static_cast<Py_ssize_t>(at)), 0));
            if (PySet_Add(moves.ptr(), move.ptr()) != 0) throw nb::python_error();
        }
        if (static_cast<std::size_t>(PySet_GET_SIZE(moves.ptr())) < count) throw nb::value_error("chances() lists a move twice");
        if (!(std::abs(sum - 1) <= tolerance_)) throw nb::value_error(("the probabilities in chances() add up to " + short_number(sum) + ", not 1").c_str());
    }

private:
    static std::string short_number(double number) {
        char text[32];
        std::snprintf(text, sizeof text, "%.12g", number);
        return text;
    }

    const double tolerance_ = nb::cast<double>(nb::module_::import_("zermelo.state").attr("PROBABILITY_TOLERANCE"));
    const nb::object player_ = interned("player");
    nb::object class_;
    bool has_key_ = false, has_evaluate_ = false;
};

}  // namespace zermelo::python
