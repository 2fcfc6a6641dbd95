// Breakthrough in Python: a move is two squares such as "a2a3", with an x between them if it captures.
#include "native_game.hpp"
#include "zermelo/games/breakthrough.hpp"

namespace zermelo::python {

template <int Size>
struct Face<Breakthrough<Size>> {
    using G = Breakthrough<Size>;

    static nb::object to_python(const G& game, typename G::Move move) { return nb::str(game.format_move(move).c_str()); }

    static typename G::Move from_python(const G& game, nb::handle move) {
        std::string text;
        const auto read = nb::try_cast(move, text) ? G::parse_move(text) : std::nullopt;
        if (!read) throw nb::value_error("a move is two squares, as in \"a2a3\", with an x between them if it captures");
        if (!game.legal(*read)) throw nb::value_error((text + " is not a legal move here").c_str());
        return *read;
    }

    static G parse(const std::string& text) {
        std::string error;
        const auto game = G::parse(text, error);
        if (!game) throw nb::value_error(error.c_str());
        return *game;
    }

    static std::string board(const G& game) { return game.format(); }
};

void bind_breakthrough(nb::module_& module) {
    bind_game<Breakthrough<8>>(module, "Breakthrough");
    bind_game<Breakthrough<6>>(module, "Breakthrough6");
    bind_game<Breakthrough<5>>(module, "Breakthrough5");
}

}  // namespace zermelo::python
