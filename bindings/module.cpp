// The module zermelo._core: the only place where C++ meets Python.
#include <nanobind/nanobind.h>

#include "zermelo/tables/transposition.hpp"

namespace nb = nanobind;

namespace zermelo::python {
void bind_chess(nb::module_& module);
void bind_connect_four(nb::module_& module);
void bind_learning(nb::module_& module);
void bind_endgames(nb::module_& module);
void bind_foreign(nb::module_& module);
void bind_many_players(nb::module_& module);
void bind_othello(nb::module_& module);
void bind_pacman(nb::module_& module);
void bind_python_game(nb::module_& module);
}

NB_MODULE(_core, module) {
    using zermelo::TranspositionTable;
    module.doc() = "The native part of Zermelo: games and the engine.";
    // When a process ends, other libraries may still hold states, in whatever order Python lets go of things: no news for users.
    nb::set_leak_warnings(false);
    nb::class_<TranspositionTable>(module, "Table", "What is known of positions met before, shared by searches.")
        .def(nb::init<std::size_t>(), nb::arg("megabytes"))
        .def("clear", &TranspositionTable::clear)
        .def_prop_ro("bytes", &TranspositionTable::bytes);
    zermelo::python::bind_chess(module);
    zermelo::python::bind_connect_four(module);
    zermelo::python::bind_learning(module);
    zermelo::python::bind_endgames(module);
    zermelo::python::bind_foreign(module);
    zermelo::python::bind_many_players(module);
    zermelo::python::bind_othello(module);
    zermelo::python::bind_pacman(module);
    zermelo::python::bind_python_game(module);
}
