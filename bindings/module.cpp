// The module zermelo._core: the only place where C++ meets Python.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace zermelo::python {
void bind_seam(nb::module_& module);
void bind_breakthrough(nb::module_& module);
void bind_checkers(nb::module_& module);
void bind_checkers_proof(nb::module_& module);
void bind_checkers_endgames(nb::module_& module);
void bind_chess(nb::module_& module);
void bind_connect_four(nb::module_& module);
void bind_endgames(nb::module_& module);
void bind_foreign(nb::module_& module);
void bind_gdl(nb::module_& module);
void bind_gdl_interpreter(nb::module_& module);
void bind_go(nb::module_& module);
void bind_hex(nb::module_& module);
void bind_othello(nb::module_& module);
void bind_pacman(nb::module_& module);
void bind_python_multi_player(nb::module_& module);
void bind_python_simultaneous(nb::module_& module);
void bind_python_two_player(nb::module_& module);
}

NB_MODULE(_core, module) {
    module.doc() = "The native part of Zermelo: games and the engine.";
    // Other libraries may still hold states when the process ends.
    nb::set_leak_warnings(false);
    zermelo::python::bind_seam(module);
    zermelo::python::bind_breakthrough(module);
    zermelo::python::bind_checkers(module);
    zermelo::python::bind_checkers_proof(module);
    zermelo::python::bind_checkers_endgames(module);
    zermelo::python::bind_chess(module);
    zermelo::python::bind_connect_four(module);
    zermelo::python::bind_endgames(module);
    zermelo::python::bind_foreign(module);
    zermelo::python::bind_gdl(module);
    zermelo::python::bind_gdl_interpreter(module);
    zermelo::python::bind_go(module);
    zermelo::python::bind_hex(module);
    zermelo::python::bind_othello(module);
    zermelo::python::bind_pacman(module);
    zermelo::python::bind_python_multi_player(module);
    zermelo::python::bind_python_simultaneous(module);
    zermelo::python::bind_python_two_player(module);
}
