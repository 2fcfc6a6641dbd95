// A game from outside as Python holds it: its rules, the functions of a table of foreign.h, and its states, which are bytes. A failure is
// explained by the Python function that came with the table, which raises.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <optional>

#include "native_game.hpp"
#include "payoffs.hpp"
#include "zermelo/game/foreign.hpp"

namespace zermelo::python {

inline constexpr std::uint32_t move_room = 256, state_room = 4096;

// Text from outside may be anything; bytes that are not UTF-8 are replaced.
inline nb::object as_text(const char* text) {
    PyObject* made = PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(std::strlen(text)), "replace");
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
}

template <std::size_t Bytes, int MostMoves>
struct Face<ForeignGame<Bytes, MostMoves>> {
    using G = ForeignGame<Bytes, MostMoves>;

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

class Rules {
public:
    // The table at an address; `owner` keeps alive what it points to.
    Rules(std::uintptr_t address, nb::object owner, nb::object explain) : owner_(std::move(owner)), explain_(std::move(explain)) {
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
        if (game_.players == 0) game_.players = 2;
        within("players", game_.players, ZERMELO_MOST_PLAYERS);
        if (game_.players > 2 && !game_.payoffs) throw nb::value_error("a game of more than two players must have the function payoffs");
        const std::pair<const char*, bool> needed[] = {
            {"start", game_.start}, {"view", game_.view}, {"moves", game_.moves}, {"play", game_.play}};
        for (const auto& [name, there] : needed)
            if (!there) throw nb::value_error(("the function " + std::string(name) + " is missing").c_str());
    }

    const zermelo_game& game() const { return game_; }
    const char* name() const { return game_.name ? game_.name : ""; }

    // Raise what `explain` raises for a failure.
    [[noreturn]] void raise(const ForeignFailure& failure) const {
        explain_(failure.function, failure.status, failure.promise ? nb::object(nb::str(failure.promise)) : nb::object(nb::none()),
                 failure.move, nb::bytes(reinterpret_cast<const char*>(failure.state.data()), failure.state.size()));
        throw std::runtime_error("a failure was not explained");
    }

    // The rules may be part of a cycle, which Python's garbage collector has to see.
    static int traverse(PyObject* self, visitproc visit, void* arg) {
        Py_VISIT(Py_TYPE(self));
        if (!nb::inst_ready(self)) return 0;
        const Rules* rules = nb::inst_ptr<Rules>(self);
        Py_VISIT(rules->owner_.ptr());
        Py_VISIT(rules->explain_.ptr());
        return 0;
    }
    static int clear(PyObject* self) {
        Rules* rules = nb::inst_ptr<Rules>(self);
        rules->owner_.reset();
        rules->explain_.reset();
        return 0;
    }

private:
    zermelo_game game_;
    nb::object owner_, explain_;
};

// A state as Python holds it.
struct Foreign {
    std::shared_ptr<const Rules> rules;
    std::vector<unsigned char> bytes;

    bool operator==(const Foreign& other) const { return rules == other.rules && bytes == other.bytes; }
};

inline bool fits(const zermelo_game& game, std::uint32_t bytes, std::uint32_t most_moves) {
    return game.state_size <= bytes && game.most_moves <= most_moves;
}

// Do `work` with the state as a game of one size, and raise if the game's own code has failed.
template <std::size_t Bytes, int MostMoves, class Work>
auto in_size(const Foreign& state, const Work& work, Value refinement = 1) {
    ForeignTable table(state.rules->game(), refinement);
    auto result = work(ForeignGame<Bytes, MostMoves>(table, state.bytes.data()));
    if (table.failed()) state.rules->raise(*table.first());
    return result;
}

// The same in the smallest of three sizes that the state fits.
template <class Work>
auto with_game(const Foreign& state, const Work& work, Value refinement = 1) {
    if (fits(state.rules->game(), 64, 128)) return in_size<64, 128>(state, work, refinement);
    if (fits(state.rules->game(), 256, 256)) return in_size<256, 256>(state, work, refinement);
    return in_size<ZERMELO_LARGEST_STATE, ZERMELO_MOST_MOVES>(state, work, refinement);
}

// The same in the smallest of four sizes, where copying states takes most of the time.
template <class Work>
auto with_smallest_game(const Foreign& state, const Work& work, Value refinement = 1) {
    if (fits(state.rules->game(), 16, 32)) return in_size<16, 32>(state, work, refinement);
    return with_game(state, work, refinement);
}

template <class G>
Foreign as_foreign(const Foreign& like, const G& game) {
    return {like.rules, {game.state(), game.state() + like.bytes.size()}};
}

inline nb::object as_number(Value value, std::uint32_t scale) {
    if (value % static_cast<Value>(scale) == 0) return nb::int_(value / static_cast<Value>(scale));
    return nb::float_(static_cast<double>(value) / scale);
}

}  // namespace zermelo::python
