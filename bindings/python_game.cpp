// The engine's adapter for games written in Python: the same search, calling the state's own methods. Most of the time goes
// into those methods, so that everything around them is as short as Python's C interface allows.
#include <nanobind/nanobind.h>

#include <cmath>
#include <vector>

#include "calling.hpp"
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

// A method of the states. Where a class leaves no doubt which function it is, that is called without looking it up each time.
class Method {
public:
    explicit Method(const char* name) : name_(interned(name)) {}

    void find(PyTypeObject* type) {
        const bool plain = type->tp_dictoffset == 0 && type->tp_getattro == PyObject_GenericGetAttr;
        PyObject* found = plain ? _PyType_Lookup(type, name_.ptr()) : nullptr;
        function_ = found && PyFunction_Check(found) ? nb::borrow(found) : nb::object();
    }

    nb::object operator()(PyObject* state, PyObject* argument = nullptr) const {
        PyObject* arguments[] = {nullptr, state, argument};
        const std::size_t count = (argument ? 2 : 1) | PY_VECTORCALL_ARGUMENTS_OFFSET;
        return checked(function_.is_valid() ? PyObject_Vectorcall(function_.ptr(), arguments + 1, count, nullptr)
                                            : PyObject_VectorcallMethod(name_.ptr(), arguments + 1, count, nullptr));
    }
    bool is_in(PyObject* state) const { return PyObject_HasAttr(state, name_.ptr()); }

private:
    nb::object name_, function_;
};

// What all states of one search share: their methods, and the numbers that keys and moves go by.
class Session {
public:
    const nb::object player = interned("player");
    Method utility{"utility"}, moves{"moves"}, play{"play"}, key{"key"}, evaluate{"evaluate"};

    // To be told of every state before its methods are called; games are mostly of one class.
    void meet(PyObject* state) {
        if (reinterpret_cast<PyObject*>(Py_TYPE(state)) == class_.ptr()) return;
        class_ = nb::borrow(reinterpret_cast<PyObject*>(Py_TYPE(state)));
        for (Method* method : {&utility, &moves, &play, &key, &evaluate}) method->find(Py_TYPE(state));
        has_key_ = key.is_in(state);
        judges_ = evaluate.is_in(state);
    }
    bool has_key() const { return has_key_; }  // of the class met last
    bool judges() const { return judges_; }

    // States are told apart by equality, not by their hash: every key met with either player to move has a number of its own,
    // so that two of them can never share an entry of the table. Whole numbers that fit are their own; of others so many are
    // kept, and then numbering goes on without what was met before.
    Key number_of(int player, PyObject* known) {
        if (PyLong_CheckExact(known)) {
            int overflow = 0;
            const long long value = PyLong_AsLongLongAndOverflow(known, &overflow);
            if (!overflow && value >= 0 && value < 1ll << 62) return static_cast<Key>(value) * 2 + static_cast<Key>(player);
        }
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

private:
    static constexpr Py_ssize_t most_numbers = 1 << 19;

    nb::dict numbers_[2], codes_;
    Key next_ = Key{1} << 63;  // above all that are their own
    nb::object fresh_ = checked(PyLong_FromUnsignedLongLong(next_));
    std::vector<nb::object> moves_{small};
    nb::object class_;
    bool has_key_ = false, judges_ = false;
};

class PythonGame {
public:
    using Move = int;
    static constexpr int max_moves = 1000;

    PythonGame(nb::object state, Session& session) : state_(std::move(state)), session_(&session) {
        session.meet(state_.ptr());
        const nb::object player = checked(PyObject_GetAttr(state_.ptr(), session.player.ptr()));
        player_ = static_cast<int>(PyLong_AsLong(player.ptr()));
        if (player_ == -1 && PyErr_Occurred()) {
            PyErr_Clear();
            throw nb::value_error("player must be a whole number");
        }
        const nb::object utility = session.utility(state_.ptr());
        over_ = !utility.is_none();
        if (over_) {
            payoff_ = sign() * as_value(utility.ptr(), "utility()");
            if (payoff_ == 0 && PyFloat_AsDouble(utility.ptr()) != 0)
                throw nb::value_error("utility() gave less than a thousandth, which the engine would take for 0: count in smaller units");
        } else if (player_ != 0 && player_ != 1)
            throw nb::value_error("only MAX (0) and MIN (1) may move in a game for the engine");
    }

    int player() const { return player_; }
    bool over() const { return over_; }
    Value payoff() const { return payoff_; }
    Value aspiration() const { return decimals / 2; }
    void moves(Moves<PythonGame>& out) const {
        if (over_) return;
        listed_ = met().moves(state_.ptr());
        if (!PyList_CheckExact(listed_.ptr())) listed_ = first_items(listed_, max_moves + 1);
        // Python code may run while a move is looked up, and change the list.
        for (int at = 0; at < PySequence_Fast_GET_SIZE(listed_.ptr()); ++at) {
            if (at == max_moves) throw nb::value_error("the engine takes at most 1,000 moves in a state");
            const nb::object move = nb::borrow(PySequence_Fast_GET_ITEM(listed_.ptr(), at));
            out.push_back(session_->code_of(move.ptr(), at));
        }
        if (out.empty()) throw nb::value_error("moves() is empty although utility() is None");
    }
    PythonGame play(Move code) const { return PythonGame(met().play(state_.ptr(), move(code).ptr()), *session_); }
    Key key() const {
        if (!met().has_key()) return mix(session_->number_of(player_, state_.ptr()));
        return mix(session_->number_of(player_, session_->key(state_.ptr()).ptr()));
    }

    int sign() const { return player_ == 0 ? 1 : -1; }
    const nb::object& state() const { return state_; }
    Session& session() const { return *session_; }
    nb::object move(Move code) const {
        if (code < Session::by_place) return session_->move(code);
        if (!listed_.is_valid()) listed_ = met().moves(state_.ptr());
        return checked(PySequence_GetItem(listed_.ptr(), code - Session::by_place));
    }

private:
    Session& met() const { return session_->meet(state_.ptr()), *session_; }

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
        session.meet(own);
        if (!session.judges()) return 0;
        return game.sign() * as_value(session.evaluate(own).ptr(), "evaluate");
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
