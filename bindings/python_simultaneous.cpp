// Monte-Carlo tree search over games written in Python in which players move at the same time, somewhere or everywhere. A move is a
// place in the list of a player's moves.
#include <string>

#include "payoffs.hpp"
#include "python_state.hpp"
#include "simultaneous.hpp"

namespace zermelo::python {

namespace {

// The states of one search, which all have as many players.
class JointStates : public StateMethods {
public:
    explicit JointStates(std::size_t players) : players_(players) { check_players(players); }

    std::size_t players() const { return players_; }

    Payoffs payoffs(const nb::object& given, const char* what) const {
        const Payoffs out = read_payoffs(given, what);
        if (out.size() != players_) throw wrong_players(std::string(what) + " returned " + std::to_string(out.size()) + " payoffs");
        return out;
    }
    int mover(PyObject* state) const {
        const int mover = player(state);
        if (mover >= static_cast<int>(players_)) throw wrong_players("player " + std::to_string(mover + 1) + " moves");
        return mover;
    }
    // One tuple of moves per player.
    nb::object choices(const nb::object& given) const {
        const nb::object listed = first_items(given, static_cast<Py_ssize_t>(max_players) + 1);
        const auto count = static_cast<std::size_t>(PyTuple_GET_SIZE(listed.ptr()));
        if (count != players_) throw wrong_players("moves() has " + std::to_string(count) + " lists");
        nb::list out;
        for (std::size_t player = 0; player < players_; ++player) {
            const nb::object moves = moves_of(nb::borrow(PyTuple_GET_ITEM(listed.ptr(), static_cast<Py_ssize_t>(player))));
            out.append(moves);
            if (PyTuple_GET_SIZE(moves.ptr()) == 0)
                throw nb::value_error(("all move at the same time, but moves() has none for player " + std::to_string(player)).c_str());
        }
        return nb::tuple(out);
    }
    static nb::object moves_of(const nb::object& given) {
        const nb::object listed = first_items(given, max_moves + 1);
        if (PyTuple_GET_SIZE(listed.ptr()) > max_moves) too_many_moves();
        return listed;
    }

private:
    nb::builtin_exception wrong_players(const std::string& what) const {
        return nb::value_error((what + ", and the game has " + std::to_string(players_) + " players").c_str());
    }

    std::size_t players_;
};

class JointGame {
public:
    using Move = std::uint16_t;
    static constexpr int max_moves = StateMethods::max_moves;
    static constexpr int simultaneous = -2;

    JointGame(nb::object state, JointStates& states) : state_(std::move(state)), states_(&states) {
        states.use(state_.ptr());
        const nb::object utility = states.utility(state_.ptr());
        over_ = !utility.is_none();
        if (over_) payoffs_ = states.payoffs(utility, "utility()");
        else player_ = states.mover(state_.ptr());
    }

    std::size_t players() const { return states_->players(); }
    bool over() const { return over_; }
    bool chance() const { return !over_ && player_ == -1; }
    const Payoffs& payoffs() const { return payoffs_; }
    void moves(std::size_t player, Moves<JointGame>& out) const {
        if (over_ || chance() || (player_ >= 0 && player_ != static_cast<int>(player))) return;
        const auto count = static_cast<std::size_t>(PyTuple_GET_SIZE(options(player)));
        if (count == 0) StateMethods::no_moves("moves()");
        for (std::size_t at = 0; at < count; ++at) out.push_back(static_cast<Move>(at));
    }
    void chances(Moves<JointGame>& list, Probabilities<JointGame>& out) const {
        const auto count = static_cast<std::size_t>(PyTuple_GET_SIZE(options(0)));
        if (count == 0) StateMethods::no_moves("chances()");
        for (std::size_t at = 0; at < count; ++at) list.push_back(static_cast<Move>(at));
        states_->probabilities(listed_, out);
    }
    JointGame play(const JointMove<JointGame>& joint) const {
        nb::object move;
        if (chance()) move = checked(PySequence_GetItem(PyTuple_GET_ITEM(options(0), joint[0]), 0));
        else if (player_ >= 0) move = named(static_cast<std::size_t>(player_), joint[static_cast<std::size_t>(player_)]);
        else {
            move = checked(PyTuple_New(static_cast<Py_ssize_t>(joint.size())));
            for (std::size_t player = 0; player < joint.size(); ++player)
                PyTuple_SET_ITEM(move.ptr(), static_cast<Py_ssize_t>(player), named(player, joint[player]).release().ptr());
        }
        states_->use(state_.ptr());
        return JointGame(states_->play(state_.ptr(), move.ptr()), *states_);
    }

    // A player's move as the game knows it.
    nb::object named(std::size_t player, Move move) const { return nb::borrow(PyTuple_GET_ITEM(options(player), move)); }
    const nb::object& state() const { return state_; }

private:
    // The moves of a player, or of chance with their probabilities.
    PyObject* options(std::size_t player) const {
        if (!listed_.is_valid()) {
            states_->use(state_.ptr());
            listed_ = player_ == simultaneous ? states_->choices(states_->moves(state_.ptr()))
                                              : JointStates::moves_of(chance() ? states_->chances(state_.ptr()) : states_->moves(state_.ptr()));
        }
        return player_ == simultaneous ? PyTuple_GET_ITEM(listed_.ptr(), static_cast<Py_ssize_t>(player)) : listed_.ptr();
    }

    nb::object state_;
    mutable nb::object listed_;
    JointStates* states_;
    int player_ = 0;
    bool over_ = false;
    Payoffs payoffs_;
};

}  // namespace

template <>
struct Face<JointGame> {
    static nb::object to_python(const JointGame& game, std::size_t player, JointGame::Move move) { return game.named(player, move); }
};

void bind_python_simultaneous(nb::module_& module) {
    module.def("simultaneous_mcts_python", [](nb::object state, std::size_t players, std::size_t megabytes, const SearchRequest& request,
                                              nb::object function, nb::object on_pass, nb::object cancel) {
        Run run({on_pass, cancel});
        JointStates states(players);
        const JointGame root(std::move(state), states);
        // Called only where there are static values, by a function or by evaluate() of the state.
        const auto evaluation = [&](const JointGame& game) {
            PyObject* at = game.state().ptr();
            if (!function.is_none()) return states.payoffs(checked(PyObject_CallOneArg(function.ptr(), at)), "evaluate");
            states.use(at);
            return states.payoffs(states.evaluate(at), "evaluate()");
        };
        return run_simultaneous_mcts(run, root, request, evaluation, megabytes, true);
    }, nb::arg("state"), nb::arg("players"), nb::arg("megabytes"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("on_pass").none(),
       nb::arg("cancel").none(), "Monte-Carlo tree search over a game written in Python with simultaneous moves.");
}

}  // namespace zermelo::python
