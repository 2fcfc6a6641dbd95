// Max^n, expectiminimax and Monte-Carlo tree search over games written in Python, with any number of players and with chance. A move is
// a place in the list of a state's moves.
#include <optional>
#include <string>

#include "leaf_values.hpp"
#include "payoffs.hpp"
#include "python_state.hpp"
#include "zermelo/search/expectiminimax.hpp"
#include "zermelo/search/max_n.hpp"
#include "zermelo/search/mcts.hpp"

namespace zermelo::python {

namespace {

// The states of one search, and what must be the same in all of them.
class PayoffChecks : public StateMethods {
public:
    int mover(PyObject* state) {
        const int mover = player(state);
        if (mover < -1) throw nb::value_error("this search takes games in which players move in turn");
        latest_ = std::max(latest_, mover);
        check_players(static_cast<std::size_t>(latest_) + 1);
        check();
        return mover;
    }

    Payoffs payoffs(const nb::object& given, const char* what) {
        const Payoffs out = read_payoffs(given, what);
        if (players_ == 0) players_ = out.size(), check();
        if (out.size() != players_)
            throw nb::value_error((std::string(what) + " returned " + std::to_string(out.size()) + " payoffs, and another state has " +
                                   std::to_string(players_)).c_str());
        return out;
    }

private:
    // Every player who moves has a payoff.
    void check() const {
        if (players_ && latest_ >= static_cast<int>(players_))
            throw nb::value_error(("player " + std::to_string(latest_ + 1) + " moves, but there are only " + std::to_string(players_) + " payoffs").c_str());
    }

    int latest_ = 0;
    std::size_t players_ = 0;
};

class PlayersGame {
public:
    using Move = std::uint16_t;
    static constexpr std::size_t kept_places = kept_python_places;
    static constexpr int max_moves = StateMethods::max_moves;

    PlayersGame(nb::object state, PayoffChecks& states) : state_(std::move(state)), states_(&states) {
        states.use(state_.ptr());
        const nb::object utility = states.utility(state_.ptr());
        over_ = !utility.is_none();
        if (over_) payoffs_ = states.payoffs(utility, "utility()");
        else player_ = states.mover(state_.ptr());
    }

    int player() const { return player_; }
    bool over() const { return over_; }
    const Payoffs& payoffs() const { return payoffs_; }
    bool has_chance() const { return true; }  // for all that is known of it
    void moves(Moves<PlayersGame>& out) const {
        if (over_) return;
        const auto count = PyTuple_GET_SIZE(listed().ptr());
        for (Py_ssize_t at = 0; at < count; ++at) out.push_back(static_cast<Move>(at));
        if (out.empty()) StateMethods::no_moves(player_ < 0 ? "chances()" : "moves()");
    }
    void chances(Moves<PlayersGame>& list, Probabilities<PlayersGame>& out) const {
        moves(list);
        states_->probabilities(listed(), out);
    }
    PlayersGame play(Move move) const {
        states_->use(state_.ptr());
        return PlayersGame(states_->play(state_.ptr(), named(move).ptr()), *states_);
    }

    // List each move once. For the root, where each is an answer; elsewhere it would take too long.
    PlayersGame&& without_repeated_moves() && {
        if (!over_ && player_ >= 0) listed_ = without_repeated(listed());
        return std::move(*this);
    }
    // A move as the game knows it.
    nb::object named(Move move) const {
        PyObject* item = PyTuple_GET_ITEM(listed().ptr(), move);
        return player_ < 0 ? checked(PySequence_GetItem(item, 0)) : nb::borrow(item);
    }
    Move find(nb::handle given) const {
        for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(listed().ptr()); ++at)
            if (named(static_cast<Move>(at)).equal(given)) return static_cast<Move>(at);
        StateMethods::illegal_move(given);
    }
    const nb::object& state() const { return state_; }
    bool operator==(const PlayersGame& other) const { return equal_states(state_, other.state_); }

    double worth() const { return payoffs_[0]; }  // MAX's, for expectiminimax

private:
    // The moves; where chance moves, each with its probability.
    const nb::object& listed() const {
        if (listed_.is_valid()) return listed_;
        states_->use(state_.ptr());
        listed_ = first_items(player_ < 0 ? states_->chances(state_.ptr()) : states_->moves(state_.ptr()), max_moves + 1);
        if (PyTuple_GET_SIZE(listed_.ptr()) > max_moves) StateMethods::too_many_moves();
        return listed_;
    }

    nb::object state_;
    mutable nb::object listed_;
    PayoffChecks* states_;
    int player_ = 0;
    bool over_ = false;
    Payoffs payoffs_;
};

// Static payoffs: by a function, or by the state's own evaluate().
struct StaticPayoffs {
    PayoffChecks& states;
    const nb::object& function;
    int depth;  // as it was asked for

    Payoffs operator()(const PlayersGame& game) const {
        PyObject* state = game.state().ptr();
        if (!function.is_none()) return states.payoffs(checked(PyObject_CallOneArg(function.ptr(), state)), "evaluate");
        states.use(state);
        if (!states.has_evaluate())
            throw nb::value_error(("the search stops at depth " + std::to_string(depth ? depth : deepest_pass) + " before the end of the game, and " +
                                   nb::cast<std::string>(game.state().type().attr("__name__")) +
                                   " has no evaluate(): write one, or pass evaluate=").c_str());
        return states.payoffs(states.evaluate(state), "evaluate()");
    }
};

// MAX's static value in a zero-sum game of two.
struct StaticValue {
    const StaticPayoffs& payoffs;
    double operator()(const PlayersGame& game) const { return payoffs(game)[0]; }
};

// One search. Its states may be checked together with those of earlier searches.
struct Players {
    Run run;
    PayoffChecks own_states;
    PayoffChecks& states;
    StaticPayoffs evaluation;
    PlayersGame root;

    Players(nb::object state, const SearchRequest& request, const nb::object& function, Callbacks callbacks, PayoffChecks* kept = nullptr)
        : run(std::move(callbacks)), states(kept ? *kept : own_states), evaluation{states, function, request.depth}, root(PlayersGame(std::move(state), states).without_repeated_moves()) {}
};

}  // namespace

template <>
struct Face<PlayersGame> {
    static nb::object to_python(const PlayersGame& game, PlayersGame::Move move) { return game.named(move); }
    static PlayersGame::Move from_python(const PlayersGame& game, nb::handle given) { return game.find(given); }
};

void bind_python_multi_player(nb::module_& module) {
    module.def("max_n_python", [](nb::object state, const SearchRequest& request, nb::object function, nb::list only, nb::object on_pass, nb::object cancel) {
        Players players(std::move(state), request, function, {on_pass, cancel});
        const auto moves = root_moves(players.root, only);
        return players.run.search(players.root, request, true, [&](const SearchRequest& asked, const auto& tell) {
            return max_n(players.root, moves, asked, players.evaluation, tell);
        });
    }, nb::arg("state"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("moves"), nb::arg("on_pass").none(), nb::arg("cancel").none(),
       "Max^n over a game written in Python.");
    module.def("expectiminimax_python", [](nb::object state, const SearchRequest& request, nb::object function, nb::list only, nb::object on_pass,
                                           nb::object cancel) {
        Players players(std::move(state), request, function, {on_pass, cancel});
        const auto moves = root_moves(players.root, only);
        return players.run.search(players.root, request, true, [&](const SearchRequest& asked, const auto& tell) {
            return expectiminimax(players.root, moves, asked, StaticValue{players.evaluation}, tell);
        });
    }, nb::arg("state"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("moves"), nb::arg("on_pass").none(), nb::arg("cancel").none(),
       "Expectiminimax over a two-player game with chance written in Python.");
    module.def("mcts_python", [](nb::object state, KeptTree& tree, const SearchRequest& request, nb::object function, nb::object on_pass, nb::object cancel) {
        auto& states = tree.companion<PayoffChecks>(request.salt);
        states.restart();
        Players players(std::move(state), request, function, {on_pass, cancel}, &states);
        const auto evaluate_batch = [&](const std::vector<PlayersGame>& games, const Interrupted&) {
            return evaluate_leaves<Payoffs>(function, games, [](const PlayersGame& game) { return game.state(); },
                                            [&](const nb::object& given) { return states.payoffs(given, "evaluate"); });
        };
        try {
            return players.run.search(players.root, request, true, [&](const SearchRequest& asked, const auto& tell) {
                return mcts<true>(players.root, asked, players.evaluation, tree, tell, evaluate_batch);
            });
        } catch (...) {
            tree.clear();
            throw;
        }
    }, nb::arg("state"), nb::arg("tree"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("on_pass").none(), nb::arg("cancel").none(),
       "Monte-Carlo tree search over a game written in Python.");
}

}  // namespace zermelo::python
