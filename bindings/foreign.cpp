// Games from outside in Python: the functions of a table of foreign.h, and states that are bytes. The GIL is let go while such
// a game is searched. What fails is explained by the function of Python that came with the table, which raises.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include <memory>

#include "native_game.hpp"
#include "zermelo/games/foreign.hpp"
#include "zermelo/games/foreign_trial.hpp"
#include "zermelo/search/plain.hpp"

namespace zermelo::python {

namespace {

constexpr std::uint32_t move_room = 256, state_room = 4096;

// Text from outside may be anything; what is no UTF-8 is shown as such.
nb::object as_text(const char* text) {
    PyObject* made = PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(std::strlen(text)), "replace");
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
}

}  // namespace

template <std::size_t Bytes, int MostMoves>
struct Face<ForeignGame<Bytes, MostMoves>> {
    using G = ForeignGame<Bytes, MostMoves>;
    static double scale_in(const G& game) { return game.table().game.scale; }

    // Its text where the game writes moves, else its number.
    static nb::object to_python(const G& game, std::int32_t move) {
        const auto write = game.table().game.write_move;
        if (!write) return nb::int_(move);
        char text[move_room] = {};
        const std::int32_t status = write(game.state(), move, text, move_room);
        text[move_room - 1] = 0;
        if (status != ZERMELO_OK) game.table().fail("write_move", status, nullptr, move, game.state());
        return as_text(text);
    }
    static std::int32_t from_python(const G& game, nb::handle given) {
        Moves<G> moves;
        game.moves(moves);
        for (const std::int32_t move : moves)
            if (to_python(game, move).equal(given)) return move;
        if (!game.table().failed()) throw nb::value_error((nb::cast<std::string>(nb::str(given)) + " is not a move here").c_str());
        return -1;
    }
};

namespace {

class Rules {
public:
    // The table at an address; `keeper` keeps alive what it points to.
    Rules(std::uintptr_t address, nb::object keeper, nb::object explain) : keeper_(std::move(keeper)), explain_(std::move(explain)) {
        const auto* given = reinterpret_cast<const zermelo_game*>(address);
        if (given == nullptr) throw nb::value_error("zermelo_find_game gave no table");
        if (given->version != ZERMELO_GAME_VERSION)
            throw nb::value_error(("the table is of version " + std::to_string(given->version) + ", and this Zermelo takes version " +
                                   std::to_string(ZERMELO_GAME_VERSION) + ": build the game with its own zermelo/foreign.h")
                                      .c_str());
        if (given->size != sizeof(zermelo_game))
            throw nb::value_error(("the table says that it has " + std::to_string(given->size) + " bytes, and this version has " +
                                   std::to_string(sizeof(zermelo_game)) + ": set size = sizeof(zermelo_game)")
                                      .c_str());
        game_ = *given;
        const auto within = [](const char* name, std::uint32_t number, std::uint32_t most) {
            if (number < 1 || number > most)
                throw nb::value_error((std::string(name) + " must be from 1 to " + std::to_string(most) + ", not " + std::to_string(number)).c_str());
        };
        within("state_size", game_.state_size, ZERMELO_LARGEST_STATE);
        within("most_moves", game_.most_moves, ZERMELO_MOST_MOVES);
        within("scale", game_.scale, 1'000'000);
        const std::pair<const char*, bool> needed[] = {
            {"start", game_.start}, {"view", game_.view}, {"moves", game_.moves}, {"play", game_.play}};
        for (const auto& [name, there] : needed)
            if (!there) throw nb::value_error(("the function " + std::string(name) + " is missing").c_str());
    }

    const zermelo_game& game() const { return game_; }
    const char* name() const { return game_.name ? game_.name : ""; }

    // Raises what `explain` raises of a failure.
    [[noreturn]] void raise(const ForeignFailure& failure) const {
        explain_(failure.function, failure.status, failure.promise ? nb::object(nb::str(failure.promise)) : nb::object(nb::none()),
                 failure.move, nb::bytes(reinterpret_cast<const char*>(failure.state.data()), failure.state.size()));
        throw std::runtime_error("a failure was not explained");
    }

    // What it holds may lead back to it: Python's collector of cycles has to see that.
    static int traverse(PyObject* self, visitproc visit, void* arg) {
        Py_VISIT(Py_TYPE(self));
        if (!nb::inst_ready(self)) return 0;
        const Rules* rules = nb::inst_ptr<Rules>(self);
        Py_VISIT(rules->keeper_.ptr());
        Py_VISIT(rules->explain_.ptr());
        return 0;
    }
    static int clear(PyObject* self) {
        Rules* rules = nb::inst_ptr<Rules>(self);
        rules->keeper_.reset();
        rules->explain_.reset();
        return 0;
    }

private:
    zermelo_game game_;
    nb::object keeper_, explain_;
};

PyType_Slot rules_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(&Rules::traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(&Rules::clear)},
    {0, nullptr},
};

// A state as Python holds it.
struct Foreign {
    std::shared_ptr<const Rules> rules;
    std::vector<unsigned char> bytes;

    bool operator==(const Foreign& other) const { return rules == other.rules && bytes == other.bytes; }
};

// Does `work` with the state as a game of the smallest room it fits, and raises if the game's own code has failed.
template <class Work>
auto with_game(const Foreign& state, Work&& work) {
    const zermelo_game& game = state.rules->game();
    ForeignTable table(game);
    const auto in_room = [&]<std::size_t Bytes, int MostMoves>() {
        auto result = work(ForeignGame<Bytes, MostMoves>(table, state.bytes.data()));
        if (table.failed()) state.rules->raise(*table.first());
        return result;
    };
    if (game.state_size <= 16 && game.most_moves <= 32) return in_room.template operator()<16, 32>();
    if (game.state_size <= 64 && game.most_moves <= 128) return in_room.template operator()<64, 128>();
    if (game.state_size <= 256 && game.most_moves <= 256) return in_room.template operator()<256, 256>();
    return in_room.template operator()<ZERMELO_LARGEST_STATE, ZERMELO_MOST_MOVES>();
}

template <class G>
Foreign as_foreign(const Foreign& like, const G& game) {
    return {like.rules, {game.state(), game.state() + like.bytes.size()}};
}

nb::object as_number(Value value, std::uint32_t scale) {
    if (value % static_cast<Value>(scale) == 0) return nb::int_(value / static_cast<Value>(scale));
    return nb::float_(static_cast<double>(value) / scale);
}

// The bytes as text: what a position is called where nothing better is known.
std::string in_digits(const std::vector<unsigned char>& bytes) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes) text += digits[byte >> 4], text += digits[byte & 15];
    return text;
}

nb::list moves_of(const Foreign& state) {
    return with_game(state, [&](const auto& game) {
        using G = std::decay_t<decltype(game)>;
        nb::list out;
        Moves<G> moves;
        game.moves(moves);
        for (const auto move : moves) out.append(Face<G>::to_python(game, move));
        return out;
    });
}

Foreign play(const Foreign& state, nb::handle given) {
    return with_game(state, [&](const auto& game) {
        const std::int32_t move = Face<std::decay_t<decltype(game)>>::from_python(game, given);
        return as_foreign(state, game.table().failed() ? game : game.play(move));
    });
}

nb::dict search_foreign(const Foreign& root, TranspositionTable& table, nb::dict asked, nb::object, nb::object evaluate, nb::list only) {
    return with_game(root, [&](const auto& game) {
        using G = std::decay_t<decltype(game)>;
        Request request = read_request(asked);
        Trouble trouble(&game.table().failed());
        std::vector<std::int32_t> chosen;
        for (const nb::handle move : only) chosen.push_back(Face<G>::from_python(game, move));
        nb::dict found;
        if (evaluate.is_none()) {
            found = run_search(game, table, request, [](const G& at) { return at.evaluate(); }, chosen, trouble, false);
        } else {
            const auto evaluation = [&](const G& at) -> Value {
                Value value = 0;
                trouble.guard([&] {
                    const double given = nb::cast<double>(nb::float_(evaluate(nb::cast(as_foreign(root, at)))));
                    if (!std::isfinite(given)) throw nb::value_error("evaluate must give a finite number");
                    const double most = ZERMELO_MOST;
                    value = static_cast<Value>(std::lround(std::clamp(given * scale_of(at), -most, most)));
                    return false;
                });
                return at.player() == 0 ? value : -value;
            };
            request.options.threads = 1;  // Python runs on one
            found = run_search(game, table, request, evaluation, chosen, trouble, true);
        }
        if (game.table().failed()) table.clear();  // it may hold what the failure made of the values
        return found;
    });
}

}  // namespace

void bind_foreign(nb::module_& module) {
    nb::class_<Rules>(module, "ForeignRules", nb::type_slots(rules_slots), "A game from outside: the functions of its table.")
        .def("__init__", [](Rules* self, std::uintptr_t address, nb::object keeper, nb::object explain) {
                new (self) Rules(address, std::move(keeper), std::move(explain));
            }, nb::arg("address"), nb::arg("keeper"), nb::arg("explain"))
        .def_prop_ro("name", [](const Rules& rules) { return as_text(rules.name()); })
        .def_prop_ro("judges", [](const Rules& rules) { return rules.game().evaluate != nullptr; })
        .def_prop_ro("writes_states", [](const Rules& rules) { return rules.game().write_state != nullptr; })
        .def_prop_ro("state_size", [](const Rules& rules) { return rules.game().state_size; })
        .def("trial", [](const Rules& rules, int games, int plies, std::uint64_t seed) {
                return ForeignTrial(rules.game()).run(games, plies, seed);
            }, nb::arg("games"), nb::arg("plies"), nb::arg("seed"))
        .def("start", [](std::shared_ptr<Rules> rules) {
                Foreign state{rules, std::vector<unsigned char>(rules->game().state_size)};
                const std::int32_t status = rules->game().start(state.bytes.data());
                if (status != ZERMELO_OK) rules->raise({"start", status, nullptr, -1, state.bytes});
                return state;
            })
        .def("state", [](std::shared_ptr<Rules> rules, nb::bytes bytes) {
                if (bytes.size() != rules->game().state_size) throw nb::value_error("these bytes are no state of the game");
                const auto* begin = reinterpret_cast<const unsigned char*>(bytes.c_str());
                return Foreign{rules, {begin, begin + bytes.size()}};
            }, nb::arg("bytes"));

    nb::class_<Foreign> state(module, "Foreign", "A state of a game from outside.");
    state.def_prop_ro("player", [](const Foreign& state) { return with_game(state, [](const auto& game) { return game.player(); }); })
        .def("moves", &moves_of)
        .def("play", &play, nb::arg("move"))
        .def("utility", [](const Foreign& state) {
                return with_game(state, [&](const auto& game) {
                    if (!game.over()) return nb::object(nb::none());
                    return as_number(game.player() == 0 ? game.payoff() : -game.payoff(), state.rules->game().scale);
                });
            })
        .def("evaluate", [](const Foreign& state) {
                return with_game(state, [&](const auto& game) {
                    return as_number(game.player() == 0 ? game.evaluate() : -game.evaluate(), state.rules->game().scale);
                });
            })
        .def("key", [](const Foreign& state) { return with_game(state, [](const auto& game) { return game.key(); }); })
        .def("__eq__", [](const Foreign& one, const Foreign& other) { return one == other; })
        .def("__hash__", [](const Foreign& state) {
                return nb::hash(nb::bytes(reinterpret_cast<const char*>(state.bytes.data()), state.bytes.size()));
            })
        .def_prop_ro("bytes", [](const Foreign& state) {
                return nb::bytes(reinterpret_cast<const char*>(state.bytes.data()), state.bytes.size());
            })
        .def_prop_ro("board", [](const Foreign& state) { return in_digits(state.bytes); })
        .def_prop_ro("text", [](const Foreign& state) {
                char text[state_room] = {};
                const std::int32_t status = state.rules->game().write_state(state.bytes.data(), text, state_room);
                if (status != ZERMELO_OK) state.rules->raise({"write_state", status, nullptr, -1, state.bytes});
                text[state_room - 1] = 0;
                return as_text(text);
            })
        .def("perft", [](const Foreign& state, int depth) {
                return with_game(state, [&](const auto& game) {
                    nb::gil_scoped_release free;
                    return perft(game, depth);
                });
            }, nb::arg("depth"))
        .def("plain", [](const Foreign& state, int depth) {
                return with_game(state, [&](const auto& game) {
                    nb::gil_scoped_release free;
                    std::uint64_t nodes = 0;
                    const Value value = plain_alpha_beta<BySign>(game, depth, -infinity, infinity, nodes);
                    return std::pair<int, std::uint64_t>(value, nodes);
                });
            }, nb::arg("depth"))
        .def("search", &search_foreign, nb::arg("table"), nb::arg("request"), nb::arg("weights").none(), nb::arg("evaluate").none(),
             nb::arg("moves"))
        .def("prove", [](const Foreign& state, nb::dict limits, Value goal, std::size_t megabytes) {
                return with_game(state, [&](const auto& game) {
                    const auto scale = static_cast<Value>(state.rules->game().scale);
                    return prove_native(game, limits, goal * scale, megabytes, &game.table().failed());
                });
            }, nb::arg("limits"), nb::arg("goal"), nb::arg("megabytes"));
    state.attr("judges") = true;  // natively, or as 0 everywhere
    state.attr("unit") = 1;
}

}  // namespace zermelo::python
