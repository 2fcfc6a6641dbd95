// Max^n and Monte-Carlo tree search over games written in Python, with any number of players and with chance. A move is a place in
// the list of a state's moves.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <optional>
#include <string>

#include "calling.hpp"
#include "payoffs.hpp"
#include "rating.hpp"
#include "zermelo/search/max_n.hpp"

namespace zermelo::python {

namespace {

// Asks the states of one search, and remembers what must be the same in all of them.
class Asking {
public:
    const nb::object player = interned("player"), utility = interned("utility"), moves = interned("moves"), play = interned("play"),
                     chances = interned("chances"), evaluate = interned("evaluate");
    bool interrupted = false;  // by Ctrl-C, while a state was asked

    // What a method of a state answers. States are values: where Ctrl-C comes in between, the same can be asked again.
    nb::object operator()(const nb::object& state, const nb::object& method, PyObject* argument = nullptr) {
        return answer([&] {
            PyObject* arguments[] = {nullptr, state.ptr(), argument};
            return PyObject_VectorcallMethod(method.ptr(), arguments + 1, (argument ? 2 : 1) | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
        });
    }
    nb::object judged(const nb::object& state, const nb::object& function) {
        return answer([&] { return PyObject_CallOneArg(function.ptr(), state.ptr()); });
    }
    int mover(const nb::object& state) {
        const nb::object given = answer([&] { return PyObject_GetAttr(state.ptr(), player.ptr()); });
        const int mover = PyLong_Check(given.ptr()) ? static_cast<int>(PyLong_AsLong(given.ptr())) : -2;
        if (PyErr_Occurred()) throw nb::python_error();
        if (mover < -1) throw nb::value_error("player must be a whole number: of those who move in turn, or -1 for chance");
        latest_ = std::max(latest_, mover);
        check();
        return mover;
    }
    // The moves of a state, or with each its probability, as a tuple.
    nb::object listed(const nb::object& state, const nb::object& method, Py_ssize_t most) {
        return answer([&]() -> PyObject* {
            try {
                const nb::object given = (*this)(state, method);
                nb::object found = first_items(given, most + 1);
                if (PyTuple_GET_SIZE(found.ptr()) > most) throw nb::value_error("the engine takes at most 1,000 moves in a state");
                return found.release().ptr();
            } catch (nb::python_error& error) {
                error.restore();
                return nullptr;
            }
        });
    }

    Payoffs payoffs(const nb::object& worth, const char* what) {
        const Payoffs out = read_payoffs(worth, what);
        if (parts_ == 0) parts_ = out.size(), check();
        if (out.size() != parts_)
            throw nb::value_error((std::string(what) + " gave a payoff of " + std::to_string(out.size()) + " parts, and another one has " +
                                   std::to_string(parts_)).c_str());
        return out;
    }

private:
    template <class Call>
    nb::object answer(Call&& call) {
        PyObject* made = call();
        if (made == nullptr && PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) {
            PyErr_Clear();
            interrupted = true;
            made = call();
        }
        return checked(made);
    }

    // Whoever moves has a payoff.
    void check() const {
        if (parts_ && latest_ >= static_cast<int>(parts_))
            throw nb::value_error(("player " + std::to_string(latest_ + 1) + " moves, but a payoff has only " + std::to_string(parts_) + " parts").c_str());
    }

    int latest_ = 0;
    std::size_t parts_ = 0;
};

class PlayersGame {
public:
    using Move = std::uint16_t;
    static constexpr int max_moves = 1000;

    PlayersGame(nb::object state, Asking& ask) : state_(std::move(state)), ask_(&ask) {
        const nb::object worth = ask(state_, ask.utility);
        over_ = !worth.is_none();
        if (over_) payoffs_ = ask.payoffs(worth, "utility()");
        else player_ = ask.mover(state_);
    }

    int player() const { return player_; }
    bool over() const { return over_; }
    const Payoffs& payoffs() const { return payoffs_; }
    bool by_chance() const { return true; }  // for all that is known of it
    void moves(Moves<PlayersGame>& out) const {
        if (over_) return;
        const auto count = PyTuple_GET_SIZE(listed().ptr());
        for (Py_ssize_t at = 0; at < count; ++at) out.push_back(static_cast<Move>(at));
        if (out.empty()) throw nb::value_error(player_ < 0 ? "chances() is empty although utility() is None" : "moves() is empty although utility() is None");
    }
    void chances(Moves<PlayersGame>& list, Probabilities<PlayersGame>& out) const {
        moves(list);
        for (std::size_t at = 0; at < list.size(); ++at) {
            const nb::object chance = checked(PySequence_GetItem(PyTuple_GET_ITEM(listed().ptr(), list[at]), 1));
            out[at] = finite_number(chance.ptr(), "chances()");
        }
    }
    PlayersGame play(Move move) const { return PlayersGame((*ask_)(state_, ask_->play, named(move).ptr()), *ask_); }

    // A move as the game knows it.
    nb::object named(Move move) const {
        PyObject* item = PyTuple_GET_ITEM(listed().ptr(), move);
        return player_ < 0 ? checked(PySequence_GetItem(item, 0)) : nb::borrow(item);
    }
    const nb::object& state() const { return state_; }

private:
    // The moves; where chance moves, each with its probability.
    const nb::object& listed() const {
        if (listed_.is_valid()) return listed_;
        return listed_ = ask_->listed(state_, player_ < 0 ? ask_->chances : ask_->moves, max_moves);
    }

    nb::object state_;
    mutable nb::object listed_;
    Asking* ask_;
    int player_ = 0;
    bool over_ = false;
    Payoffs payoffs_;
};

// Everybody's static value: by a function, or by the state's own.
struct PlayersJudgement {
    Asking& ask;
    const nb::object& function;
    int depth;  // as it was asked for

    Payoffs operator()(const PlayersGame& game) const {
        if (!function.is_none()) return ask.payoffs(ask.judged(game.state(), function), "evaluate");
        if (!PyObject_HasAttr(game.state().ptr(), ask.evaluate.ptr()))
            throw nb::value_error(("the search stops at depth " + std::to_string(depth ? depth : deepest_pass) + " before the end of the game, and " +
                                   nb::cast<std::string>(game.state().type().attr("__name__")) +
                                   " has no evaluate(): write one, or pass evaluate=").c_str());
        return ask.payoffs(ask(game.state(), ask.evaluate), "evaluate()");
    }
};

// One search of a game of Python.
struct Players {
    Request request;
    Trouble trouble;
    Asking ask;
    PlayersJudgement judgement;
    PlayersGame root;

    Players(nb::object state, const nb::dict& asked, const nb::object& evaluate)
        : request(read_request(asked)), judgement{ask, evaluate, request.limits.depth}, root(std::move(state), ask) {
        poll_python(request, trouble);
        request.limits.poll = [this, python = request.limits.poll] { return (request.interrupted |= ask.interrupted) || python(); };
    }
};

}  // namespace

template <>
struct Face<PlayersGame> {
    static nb::object to_python(const PlayersGame& game, PlayersGame::Move move) { return game.named(move); }
};

// `shares` are the most that all get together and the least that each gets, if they are known.
nb::dict max_n_python(nb::object state, nb::dict asked, std::optional<std::pair<double, double>> shares, bool deepens, nb::object evaluate,
                      nb::list only) {
    Players players(std::move(state), asked, evaluate);
    Moves<PlayersGame> all, moves;
    players.root.moves(all);
    for (const auto move : all) {
        bool wanted = only.size() == 0;
        for (const nb::handle each : only) wanted = wanted || players.root.named(move).equal(each);
        if (wanted) moves.push_back(move);
    }
    std::optional<Shares> limits;
    if (shares) limits = Shares{shares->first, shares->second};
    const auto on_depth = tell_passes<Payoffs>(players.root, players.request, players.trouble);
    const auto outcome = max_n(players.root, moves, players.request.limits, limits, deepens, players.judgement, on_depth);
    players.trouble.raise();
    return outcome_to_python(players.root, outcome, players.request);
}

nb::dict playouts_python(nb::object state, nb::dict asked, std::uint64_t rounds, int plies, double exploration, std::uint64_t seed,
                         nb::object evaluate) {
    Players players(std::move(state), asked, evaluate);
    return run_playouts(players.root, players.request, {rounds, plies, exploration, seed}, players.judgement, players.trouble, true);
}

void bind_many_players(nb::module_& module) {
    module.def("max_n_python", &max_n_python, nb::arg("state"), nb::arg("request"), nb::arg("shares").none(), nb::arg("deepens"),
               nb::arg("evaluate").none(), nb::arg("moves"), "Max^n over a game written in Python.");
    module.def("playouts_python", &playouts_python, nb::arg("state"), nb::arg("request"), nb::arg("rounds"), nb::arg("plies"),
               nb::arg("exploration"), nb::arg("seed"), nb::arg("evaluate").none(), "Monte-Carlo tree search over a game written in Python.");
}

}  // namespace zermelo::python
