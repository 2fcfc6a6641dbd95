// The engine's adapter for games written in Python: the same search, calling the state's own methods. Most of the time goes
// into those methods, so that everything around them is as short as Python's C interface allows.
#include <nanobind/nanobind.h>

#include <cmath>
#include <vector>

#include "searching.hpp"

namespace zermelo::python {

namespace {

// Values are kept to three decimals, and have to fit the table.
constexpr Value decimals = 1000;
constexpr double largest = 134'000;

Value as_value(PyObject* number, const char* what) {
    const double value = PyFloat_AsDouble(number);
    if (value == -1.0 && PyErr_Occurred()) {
        PyErr_Clear();
        throw nb::value_error((std::string(what) + " must give one number for MAX").c_str());
    }
    if (!(std::abs(value) <= largest))
        throw nb::value_error((std::string(what) + " gave a value beyond 134,000, which the engine cannot hold").c_str());
    return static_cast<Value>(std::lround(value * decimals));
}

nb::object checked(PyObject* made) {
    if (made == nullptr) throw nb::python_error();
    return nb::steal<nb::object>(made);
}

nb::object call(PyObject* state, PyObject* method) {
    PyObject* arguments[] = {nullptr, state};
    return checked(PyObject_VectorcallMethod(method, arguments + 1, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
}

nb::object call(PyObject* state, PyObject* method, PyObject* argument) {
    PyObject* arguments[] = {nullptr, state, argument};
    return checked(PyObject_VectorcallMethod(method, arguments + 1, 2 | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
}

// What all states of one search share: the names of their members, and the numbers that keys and moves go by.
class Session {
public:
    const nb::object player = name("player"), utility = name("utility"), moves = name("moves"), play = name("play"),
                     key = name("key"), evaluate = name("evaluate");

    // States are told apart by equality, not by their hash: every key met with either player to move has a number of its own,
    // so that two of them can never share an entry of the table. So many are kept; then numbering goes on without what was
    // met before.
    Key number_of(int player, PyObject* known) {
        PyObject* numbers = numbers_[player].ptr();
        if (PyDict_GET_SIZE(numbers) >= most_numbers) PyDict_Clear(numbers);
        PyObject* number = PyDict_SetDefault(numbers, known, fresh_.ptr());
        if (number == nullptr) throw nb::python_error();
        if (number != fresh_.ptr()) return PyLong_AsUnsignedLongLong(number);
        const Key given = next_++;
        fresh_ = checked(PyLong_FromUnsignedLongLong(next_));
        return given;
    }

    // A move goes by one number wherever it is met, so that the engine learns which moves are good: small whole numbers by
    // themselves, others by the order in which they were met. What cannot be hashed, or comes too late, goes by its place.
    int code_of(PyObject* move, int place) {
        if (PyLong_CheckExact(move)) {
            int overflow = 0;
            const long value = PyLong_AsLongAndOverflow(move, &overflow);
            if (!overflow && value >= 0 && value < small) {
                auto& kept = moves_[static_cast<std::size_t>(value)];
                if (!kept.is_valid()) kept = nb::borrow(move);
                return static_cast<int>(value);
            }
        }
        if (PyObject* code = PyDict_GetItemWithError(codes_.ptr(), move)) return static_cast<int>(PyLong_AsLong(code));
        if (PyErr_Occurred()) {
            if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
            PyErr_Clear();
            return by_place + place;
        }
        const auto code = static_cast<int>(moves_.size());
        if (code >= by_place) return by_place + place;
        codes_[nb::handle(move)] = code;
        moves_.push_back(nb::borrow(move));
        return code;
    }

    static constexpr int small = 1024;        // as many as the engine's history tells apart
    static constexpr int by_place = 60'000;   // from here on a code is a place in the list
    const nb::object& move(int code) const { return moves_[static_cast<std::size_t>(code)]; }

    // Whether states of this class have the optional members; games are mostly of one class.
    bool has_key(PyObject* state) { return look(state), has_key_; }
    bool judges(PyObject* state) { return look(state), judges_; }

private:
    static constexpr Py_ssize_t most_numbers = 1 << 19;

    static nb::object name(const char* text) { return checked(PyUnicode_InternFromString(text)); }

    void look(PyObject* state) {
        if (Py_TYPE(state) == class_) return;
        class_ = Py_TYPE(state);
        has_key_ = PyObject_HasAttr(state, key.ptr());
        judges_ = PyObject_HasAttr(state, evaluate.ptr());
    }

    nb::dict numbers_[2], codes_;
    Key next_ = 0;
    nb::object fresh_ = nb::int_(0);
    std::vector<nb::object> moves_{small};
    PyTypeObject* class_ = nullptr;
    bool has_key_ = false, judges_ = false;
};

class PythonGame {
public:
    using Move = int;
    static constexpr int max_moves = 1000;

    PythonGame(nb::object state, Session& session) : state_(std::move(state)), session_(&session) {
        const nb::object player = checked(PyObject_GetAttr(state_.ptr(), session.player.ptr()));
        player_ = static_cast<int>(PyLong_AsLong(player.ptr()));
        if (player_ == -1 && PyErr_Occurred()) {
            PyErr_Clear();
            throw nb::value_error("player must be a whole number");
        }
        const nb::object utility = call(state_.ptr(), session.utility.ptr());
        over_ = !utility.is_none();
        if (over_) payoff_ = sign() * as_value(utility.ptr(), "utility()");
        else if (player_ != 0 && player_ != 1)
            throw nb::value_error("only MAX (0) and MIN (1) may move in a game for the engine");
    }

    int player() const { return player_; }
    bool over() const { return over_; }
    Value payoff() const { return payoff_; }
    Value aspiration() const { return decimals / 2; }
    void moves(Moves<PythonGame>& out) const {
        if (over_) return;
        listed_ = call(state_.ptr(), session_->moves.ptr());
        if (!PyList_CheckExact(listed_.ptr()) && !PyTuple_CheckExact(listed_.ptr())) listed_ = checked(PySequence_List(listed_.ptr()));
        // Python code may run while a move is looked up, and change the list.
        for (int at = 0; at < PySequence_Fast_GET_SIZE(listed_.ptr()); ++at) {
            if (at == max_moves) throw nb::value_error("the engine takes at most 1,000 moves in a state");
            const nb::object move = nb::borrow(PySequence_Fast_GET_ITEM(listed_.ptr(), at));
            out.push_back(session_->code_of(move.ptr(), at));
        }
        if (out.empty()) throw nb::value_error("moves() is empty although utility() is None");
    }
    PythonGame play(Move code) const { return PythonGame(call(state_.ptr(), session_->play.ptr(), move(code).ptr()), *session_); }
    Key key() const {
        if (!session_->has_key(state_.ptr())) return mix(session_->number_of(player_, state_.ptr()));
        return mix(session_->number_of(player_, call(state_.ptr(), session_->key.ptr()).ptr()));
    }

    int sign() const { return player_ == 0 ? 1 : -1; }
    const nb::object& state() const { return state_; }
    Session& session() const { return *session_; }
    nb::object move(Move code) const {
        if (code < Session::by_place) return session_->move(code);
        if (!listed_.is_valid()) listed_ = call(state_.ptr(), session_->moves.ptr());
        return checked(PySequence_GetItem(listed_.ptr(), code - Session::by_place));
    }

private:
    nb::object state_;
    mutable nb::object listed_;  // the moves, once they were asked for
    Session* session_;
    int player_ = 0;
    Value payoff_ = 0;
    bool over_ = false;
};

}  // namespace

template <>
struct Face<PythonGame> {
    static constexpr double scale = decimals;
    static nb::object to_python(const PythonGame& game, int move) { return game.move(move); }
};

nb::dict search_python(nb::object state, TranspositionTable& table, nb::dict asked, nb::object evaluate, nb::list only) {
    Request request = read_request(asked);
    Trouble trouble;
    Session session;
    const PythonGame root(std::move(state), session);
    const auto evaluation = [&](const PythonGame& game) -> Value {
        PyObject* own = game.state().ptr();
        if (!evaluate.is_none()) return game.sign() * as_value(checked(PyObject_CallOneArg(evaluate.ptr(), own)).ptr(), "evaluate");
        if (!session.judges(own)) return 0;
        return game.sign() * as_value(call(own, session.evaluate.ptr()).ptr(), "evaluate");
    };
    Moves<PythonGame> moves;
    root.moves(moves);
    std::vector<int> chosen;
    for (const int code : moves)
        for (const nb::handle wanted : only)
            if (root.move(code).equal(wanted)) chosen.push_back(code);
    return run_search(root, table, request, evaluation, chosen, trouble, true);
}

void bind_python_game(nb::module_& module) {
    module.def("search_python", &search_python, nb::arg("state"), nb::arg("table"), nb::arg("request"), nb::arg("evaluate").none(),
               nb::arg("moves"), "Searches a game written in Python.");
}

}  // namespace zermelo::python
