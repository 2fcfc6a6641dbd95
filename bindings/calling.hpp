// What calls of Python's own interface have in common.
#pragma once

#include <nanobind/nanobind.h>

namespace zermelo::python {

namespace nb = nanobind;

// What a call has made, or the exception it has set.
inline nb::object checked(PyObject* made) {
    if (made == nullptr) throw nb::python_error();
    return nb::steal<nb::object>(made);
}

inline nb::object interned(const char* text) { return checked(PyUnicode_InternFromString(text)); }

// A tuple of the first items of something that may not end.
inline nb::object first_items(const nb::object& given, Py_ssize_t most) {
    if (PyTuple_CheckExact(given.ptr())) return given;
    if (PyList_CheckExact(given.ptr())) return checked(PyList_AsTuple(given.ptr()));
    const nb::object each = checked(PyObject_GetIter(given.ptr()));
    const nb::object found = checked(PyList_New(0));
    while (PyList_GET_SIZE(found.ptr()) < most) {
        PyObject* item = PyIter_Next(each.ptr());
        if (item == nullptr) break;
        const int failed = PyList_Append(found.ptr(), item);
        Py_DECREF(item);
        if (failed) break;
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return checked(PyList_AsTuple(found.ptr()));
}

}  // namespace zermelo::python
