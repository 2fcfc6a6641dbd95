// The module zermelo._core: the only place where C++ meets Python.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace zermelo::python {
void bind_seam(nb::module_& module);
void bind_foreign(nb::module_& module);
void bind_games(nb::module_& module);
void bind_python_multi_player(nb::module_& module);
void bind_python_simultaneous(nb::module_& module);
void bind_python_two_player(nb::module_& module);
}

NB_MODULE(_core, module) {
    module.doc() = "The native part of Zermelo: games and the engine.";
    // Other libraries may still hold states when the process ends.
    nb::set_leak_warnings(false);
    zermelo::python::bind_seam(module);
    zermelo::python::bind_foreign(module);
    zermelo::python::bind_games(module);
    zermelo::python::bind_python_multi_player(module);
    zermelo::python::bind_python_simultaneous(module);
    zermelo::python::bind_python_two_player(module);
}
