// The games of the module: the one list of them on this side.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace zermelo::python {
void bind_breakthrough(nb::module_& module);
void bind_checkers(nb::module_& module);
void bind_checkers_proof(nb::module_& module);
void bind_checkers_endgames(nb::module_& module);
void bind_chess(nb::module_& module);
void bind_connect_four(nb::module_& module);
void bind_chess_endgames(nb::module_& module);
void bind_gdl(nb::module_& module);
void bind_gdl_interpreter(nb::module_& module);
void bind_go(nb::module_& module);
void bind_hex(nb::module_& module);
void bind_othello(nb::module_& module);
void bind_pacman(nb::module_& module);

void bind_games(nb::module_& module) {
    bind_breakthrough(module);
    bind_checkers(module);
    bind_checkers_proof(module);
    bind_checkers_endgames(module);
    bind_chess(module);
    bind_connect_four(module);
    bind_chess_endgames(module);
    bind_gdl(module);
    bind_gdl_interpreter(module);
    bind_go(module);
    bind_hex(module);
    bind_othello(module);
    bind_pacman(module);
}

}  // namespace zermelo::python
