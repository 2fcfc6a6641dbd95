// Chess and anti-chess in Python: a move is written as UCI does, such as "e2e4" or "e7e8q"; a position is a FEN, or the
// moves that lead to it; a game of a PGN file is plain tuples and lists, which zermelo.records.pgn makes readable.
#include "native_game.hpp"
#include "pgn.hpp"
#include "training.hpp"
#include "zermelo/games/antichess/model.hpp"
#include "zermelo/games/antichess/rules.hpp"
#include "zermelo/games/chess/endgame_tables.hpp"
#include "zermelo/games/chess/model.hpp"
#include "zermelo/games/chess/notation.hpp"

namespace zermelo::python {

static_assert(HasEndgameTable<Chess>, "a hook under another name would be ignored");

template <class Variant>
struct Face<BasicChess<Variant>> {
    using G = BasicChess<Variant>;

    static void insist(const std::string& error) {
        if (!error.empty()) throw nb::value_error(error.c_str());
    }

    static nb::object to_python(const G&, chess::Move move) { return nb::str(chess::format_uci(move).c_str()); }

    static chess::Move from_python(const G& game, nb::handle move) {
        std::string text;
        if (!nb::try_cast(move, text)) throw nb::value_error("a move is a word such as \"e2e4\" or \"e7e8q\"");
        chess::Move read = chess::no_move;
        insist(chess::parse_uci(game, text, read));
        return read;
    }

    static G parse(const std::string& text) {
        G game;
        insist(chess::parse_position(text, game));
        return game;
    }

    static std::string board(const G& game) { return chess::format_fen(game); }
};

namespace {

// How much of either half of the weights counts in a position, in parts of a whole.
std::array<int, 3> shares_of(const Chess& game) {
    const chess::FeatureCounts counts = game.counts();
    chess::WeightSum sum(chess::weights);
    for (int feature = 0; feature < chess::feature_count; ++feature) sum.add<chess::white>(feature, counts.of[feature]);
    const chess::Taper taper(game, sum.total);
    return {taper.middlegame, taper.endgame, taper.whole};
}
std::array<int, 3> shares_of(const AntiChess& game) {
    const chess::losing::Taper taper(game);
    return {taper.middlegame, taper.endgame, taper.whole};
}

// For each feature its weight in the middlegame, in the endgame, and between the two in this position.
template <class G, class Weights>
nb::dict weights_at(const G& game, const Weights& weights) {
    const auto [first, last, whole] = shares_of(game);
    nb::dict out;
    for (int feature = 0; feature < Weights::count; ++feature) {
        const int middlegame = middlegame_of(weights[feature]), endgame = endgame_of(weights[feature]);
        const std::string_view name = G::feature_names[feature];
        out[nb::str(name.data(), name.size())] =
            nb::make_tuple(middlegame, endgame, (middlegame * first + endgame * last) / static_cast<double>(whole));
    }
    return out;
}

template <class G>
nb::class_<G> bind(nb::module_& module, const char* name) {
    return bind_game<G>(module, name)
        .def("evaluate", [](const G& game) { return game.evaluate(); })
        .def("uci", [](const G& game, nb::handle move, bool takes_rook) {
                using chess::CastlingText;
                return chess::format_uci(Face<G>::from_python(game, move), takes_rook ? CastlingText::takes_rook : CastlingText::usual);
            }, nb::arg("move"), nb::arg("takes_rook") = false)
        .def("san", [](const G& game, nb::handle move) { return chess::format_san(game, Face<G>::from_python(game, move)); },
             nb::arg("move"))
        .def("parse_san", [](const G& game, const std::string& text) {
                chess::Move move = chess::no_move;
                Face<G>::insist(chess::parse_san(game, text, move));
                return chess::format_uci(move);
            }, nb::arg("text"))
        .def("legal_moves", [](const G& game) {
                // Also where the game is drawn by rule and moves() is empty.
                chess::MoveList moves;
                game.legal_moves(moves);
                nb::list out;
                for (const chess::Move move : moves) out.append(Face<G>::to_python(game, move));
                return out;
            })
        .def_prop_ro("check", [](const G& game) { return G::Rules::royal && game.in_check(); })
        .def_prop_ro("clock", [](const G& game) { return game.clock(); })
        .def_static("read_pgn", &read_pgn<G>, nb::arg("text"), nb::arg("number") = 1)
        .def_static("write_pgn", &write_pgn<G>, nb::arg("tags"), nb::arg("start"), nb::arg("line"), nb::arg("result"));
}

}  // namespace

void bind_chess(nb::module_& module) {
    bind<Chess>(module, "Chess").def("weights", [](const Chess& game) { return weights_at(game, chess::weights); });
    bind<AntiChess>(module, "AntiChess").def("weights", [](const AntiChess& game) { return weights_at(game, chess::losing::weights); });
    module.def("load_chess_weights", [](const std::string& text) { Face<Chess>::insist(chess::weights.load(text)); }, nb::arg("text"));
    module.def("load_antichess_weights", [](const std::string& text) { Face<AntiChess>::insist(chess::losing::weights.load(text)); },
               nb::arg("text"));
    bind_training<learning::Training<learning::ChessModel>>(module, "ChessTraining");
    bind_training<learning::Training<learning::AntiChessModel>>(module, "AntiChessTraining");
}

}  // namespace zermelo::python
