// The engine's adapter for games written in Python: the same search, calling the state's own methods.
#include <nanobind/nanobind.h>

#include <cmath>

#include "searching.hpp"

namespace zermelo::python {

namespace {

// Values are kept to three decimals.
constexpr Value decimals = 1000;
constexpr double largest = 900'000;

Value as_value(nb::handle number, const char* what) {
    const double value = PyFloat_AsDouble(number.ptr());
    if (value == -1.0 && PyErr_Occurred()) {
        PyErr_Clear();
        throw nb::value_error((std::string(what) + " must give one number for MAX").c_str());
    }
    if (!(std::abs(value) <= largest))
        throw nb::value_error((std::string(what) + " gave a value beyond 900,000, which the engine cannot hold").c_str());
    return static_cast<Value>(std::lround(value * decimals));
}

// A Python state. A move is its place in the list that the state's moves() gave. States are told apart by equality, not by
// their hash: `ids` gives every key met its own number, so that two of them can never share an entry of the table.
class PythonGame {
public:
    using Move = int;
    static constexpr int max_moves = 1000;
    static constexpr Value unit = 1;

    PythonGame(nb::object state, nb::dict ids) : state_(std::move(state)), ids_(std::move(ids)) {
        player_ = nb::cast<int>(state_.attr("player"));
        utility_ = state_.attr("utility")();
        if (!utility_.is_none()) return;
        if (player_ != 0 && player_ != 1) throw nb::value_error("only MAX (0) and MIN (1) may move in a game for the engine");
        moves_ = state_.attr("moves")();
        const std::size_t count = nb::len(moves_);
        if (count == 0) throw nb::value_error("moves() is empty although utility() is None");
        if (count > max_moves) throw nb::value_error("the engine takes at most 1,000 moves in a state");
    }

    int player() const { return player_; }
    bool over() const { return !utility_.is_none(); }
    Value payoff() const { return sign() * as_value(utility_, "utility()"); }
    void moves(Moves<PythonGame>& out) const {
        const int count = static_cast<int>(nb::len(moves_));
        for (int at = 0; at < count; ++at) out.push_back(at);
    }
    PythonGame play(Move move) const { return PythonGame(state_.attr("play")(moves_[move]), ids_); }
    Key key() const {
        const nb::object key = nb::hasattr(state_, "key") ? state_.attr("key")() : state_;
        const nb::tuple whole = nb::make_tuple(player_, key);
        const nb::object fresh = nb::cast(nb::len(ids_));
        PyObject* id = PyDict_SetDefault(ids_.ptr(), whole.ptr(), fresh.ptr());
        if (id == nullptr) throw nb::python_error();
        return mix(nb::cast<Key>(nb::handle(id)));
    }

    int sign() const { return player_ == 0 ? 1 : -1; }
    const nb::object& state() const { return state_; }
    nb::object move(Move move) const { return moves_[move]; }
    std::size_t count() const { return over() ? 0 : nb::len(moves_); }

private:
    nb::object state_, utility_, moves_;
    nb::dict ids_;
    int player_;
};

}  // namespace

template <>
struct Face<PythonGame> {
    static constexpr double scale = decimals;
    static nb::object to_python(const PythonGame& game, int move) { return game.move(move); }
};

nb::dict search_python(nb::object state, TranspositionTable& table, nb::dict asked, nb::object evaluate, nb::list only) {
    Request request = read_request(asked);
    request.options.history = request.options.killers = false;  // a place in a list says nothing about other lists
    Trouble trouble;
    const PythonGame root(std::move(state), nb::dict());
    const auto evaluation = [&](const PythonGame& game) -> Value {
        const nb::object value = evaluate.is_none() ? game.state().attr("evaluate")() : evaluate(game.state());
        return game.sign() * as_value(value, "evaluate");
    };
    std::vector<int> chosen;
    for (std::size_t at = 0; at < root.count(); ++at)
        for (const nb::handle wanted : only)
            if (root.move(static_cast<int>(at)).equal(wanted)) chosen.push_back(static_cast<int>(at));
    return run_search(root, table, request, evaluation, chosen, trouble, true);
}

void bind_python_game(nb::module_& module) {
    module.def("search_python", &search_python, nb::arg("state"), nb::arg("table"), nb::arg("request"), nb::arg("evaluate").none(),
               nb::arg("moves"), "Searches a game written in Python.");
}

}  // namespace zermelo::python
