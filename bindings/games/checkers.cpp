// Checkers in Python: a move is its squares, such as "11-15" or "22x15x8"; a position is a FEN, or the moves that lead to it.
#include "native_game.hpp"
#include "pgn.hpp"
#include "training.hpp"
#include "zermelo/games/checkers/conversion.hpp"
#include "zermelo/games/checkers/model.hpp"
#include "zermelo/games/checkers/notation.hpp"

namespace zermelo::python {

static_assert(HasExchanges<Checkers> && HasEvaluation<Checkers> && HasFeatures<Checkers> && HasResultTable<Checkers>, "a hook under another name would be ignored");

template <int Size>
struct Face<BasicCheckers<Size>> {
    using G = BasicCheckers<Size>;

    static void insist(const std::string& error) {
        if (!error.empty()) throw nb::value_error(error.c_str());
    }

    static nb::object to_python(const G&, checkers::Move move) { return nb::str(checkers::format_move<Size>(move).c_str()); }

    static checkers::Move from_python(const G& game, nb::handle move) {
        std::string text;
        if (!nb::try_cast(move, text)) throw nb::value_error("a move is its squares, such as \"11-15\" or \"22x15x8\"");
        checkers::Move read = checkers::no_move;
        insist(checkers::parse_move(game, text, read));
        return read;
    }

    static G parse(const std::string& text) {
        G game;
        insist(checkers::parse_position(text, game));
        return game;
    }

    static std::string board(const G& game) { return checkers::format_fen(game); }
};

namespace {

// For each feature its weight in the middlegame, in the endgame, and between the two in this position.
template <class G>
nb::dict weights_at(const G& game) {
    const checkers::Taper<G> taper(game);
    nb::dict out;
    for (int feature = 0; feature < checkers::feature_count; ++feature) {
        const int middlegame = middlegame_of(checkers::weights[feature]), endgame = endgame_of(checkers::weights[feature]);
        const double between = (middlegame * taper.middlegame + endgame * taper.endgame) / static_cast<double>(taper.whole);
        const std::string_view name = checkers::feature_names[feature];
        out[nb::str(name.data(), name.size())] = nb::make_tuple(middlegame, endgame, between);
    }
    return out;
}

template <int Size>
void bind(nb::module_& module, const char* name) {
    using G = BasicCheckers<Size>;
    bind_game<G>(module, name)
        .def("evaluate", [](const G& game) { return game.evaluate(); })
        .def("weights", &weights_at<G>)
        .def("under", [](const G& game, bool repetition, bool forty_moves) { return game.under({repetition, forty_moves}); },
             nb::arg("repetition"), nb::arg("forty_moves"))
        .def_prop_ro("repetition", [](const G& game) { return game.rules().repetition; })
        .def_prop_ro("forty_moves", [](const G& game) { return game.rules().forty_moves; })
        .def_prop_ro("clock", [](const G& game) { return game.clock(); })
        .def_static("read_pgn", &read_pgn<G>, nb::arg("text"), nb::arg("number") = 1)
        .def_static("write_pgn", &write_pgn<G>, nb::arg("tags"), nb::arg("start"), nb::arg("line"), nb::arg("result"));
}

}  // namespace

void bind_checkers(nb::module_& module) {
    bind<8>(module, "Checkers");
    bind<6>(module, "Checkers6");
    bind<4>(module, "Checkers4");
    module.def("load_checkers_weights", [](const std::string& text) { Face<Checkers>::insist(checkers::weights.load(text)); }, nb::arg("text"));
    bind_training<learning::Training<learning::CheckersModel>>(module, "CheckersTraining");
}

}  // namespace zermelo::python
