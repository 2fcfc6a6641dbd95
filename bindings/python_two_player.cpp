// Alpha-beta and Monte-Carlo tree search over two-player games without chance written in Python.
#include <chrono>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "evaluation.hpp"
#include "leaf_values.hpp"
#include "python_state.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/search/mcts.hpp"
#include "zermelo/search/search.hpp"

namespace zermelo::python {

namespace {

double as_number(PyObject* number, const char* what) { return finite_number(number, what, " must return one finite number for MAX"); }

// The engine counts in whole units, and values are any numbers. They are rounded to thousandths; payoffs, which a search must tell
// apart to the last digit, may then stand for themselves only as long as no two of them are rounded to the same unit. Where two are,
// the search begins anew in the smallest units that fit; if even these are too large, its value is no longer exact.
class ValueUnits {
public:
    // Other units are needed, and are chosen: begin anew.
    struct Changed {};

    static constexpr double usual = 1000, most = 134e6;  // an entry of the table holds 28 bits

    ValueUnits() { payoffs_[0] = 0; }  // of horizons without a static value

    double in_point() const { return in_point_; }
    bool exact() const { return exact_; }
    Key changes() const { return changes_; }

    Value rounded(double value) {
        if (std::abs(value) * in_point_ > most) {
            largest_ = std::abs(value);
            change();
        }
        largest_ = std::max(largest_, std::abs(value));
        return static_cast<Value>(std::lround(value * in_point_));
    }
    Value payoff(double value) {
        const Value units = rounded(value);
        const auto [known, is_new] = payoffs_.try_emplace(units, value);
        if (is_new || std::abs(known->second - value) <= rounding * std::abs(value)) return units;
        if (smallest_) exact_ = false;
        else smallest_ = true, change();
        return units;
    }
    // The payoff that so many units stand for, else the number of points.
    double points(Value units) const {
        const auto known = payoffs_.find(units);
        return known == payoffs_.end() ? units / in_point_ : known->second;
    }

private:
    static constexpr double rounding = 1e-12;  // sums of floats that are meant to be equal differ by less

    [[noreturn]] void change() {
        const double finest = std::pow(10, std::floor(std::log10(most / std::max(largest_, 1e-100))));
        in_point_ = smallest_ ? finest : std::min(finest, usual);
        payoffs_ = {{0, 0.0}};
        exact_ = true;
        ++changes_;
        throw Changed{};
    }

    double in_point_ = usual, largest_ = 0;
    Key changes_ = 0;
    bool smallest_ = false, exact_ = true;
    std::unordered_map<Value, double> payoffs_;
};

// The states of one search, and the numbers that stand for their keys and moves.
class StateNumbers : public StateMethods {
public:
    ValueUnits units;
    bool exact_payoffs = false;   // refuse those with more than three decimals
    std::uint64_t states = 0;     // that were made

    // States are told apart by equality, not by their hash: every key with either player to move gets a number of its own, so that
    // two can never share an entry of the table. Whole numbers that fit are their own; of others a limited number is kept, and then
    // numbering goes on without those met before.
    Key number_of(int player, PyObject* key) {
        if (PyLong_CheckExact(key)) {
            int overflow = 0;
            const long long value = PyLong_AsLongLongAndOverflow(key, &overflow);
            if (!overflow && value >= 0 && value < 1ll << 62) return static_cast<Key>(value) * 2 + static_cast<Key>(player);
        }
        PyObject* numbers = numbers_[player].ptr();
        if (PyDict_GET_SIZE(numbers) >= most_numbers) PyDict_Clear(numbers);
        PyObject* number = PyDict_SetDefault(numbers, key, fresh_.ptr());
        if (number == nullptr) throw nb::python_error();
        if (number != fresh_.ptr()) return PyLong_AsUnsignedLongLong(number);
        const Key given = next_++;
        fresh_ = checked(PyLong_FromUnsignedLongLong(next_));
        return given;
    }

    // A move has one number wherever it is met, so that the engine learns which moves are good: small whole numbers their own, others
    // in the order in which they were met. Moves that cannot be hashed, or come too late, go by their place in the list.
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

    // Between searches fewer are kept, as each keeps a state alive.
    void forget_many() {
        for (const nb::dict& numbers : numbers_)
            if (PyDict_GET_SIZE(numbers.ptr()) > most_kept) PyDict_Clear(numbers.ptr());
    }

    static constexpr int small = 1024;        // as many as the engine's history tells apart
    static constexpr int by_place = 60'000;   // from here on a code is a place in the list
    const nb::object& move(int code) const { return moves_[static_cast<std::size_t>(code)]; }

private:
    static constexpr Py_ssize_t most_numbers = 1 << 19, most_kept = 1 << 16;

    nb::dict numbers_[2], codes_;
    Key next_ = Key{1} << 63;  // above all that are their own
    nb::object fresh_ = checked(PyLong_FromUnsignedLongLong(next_));
    std::vector<nb::object> moves_{small};
};

// Whether a value is a whole number of the usual units.
bool in_thousandths(double value) {
    const double units = value * ValueUnits::usual;
    return std::abs(units) <= ValueUnits::most && std::abs(units - std::round(units)) <= 1e-6;
}

class PythonGame {
public:
    using Move = std::uint16_t;
    static constexpr std::size_t kept_places = kept_python_places;
    static constexpr int max_moves = StateMethods::max_moves;

    // The root lists each move once, as each is an answer; elsewhere that would take too long.
    PythonGame(nb::object state, StateNumbers& numbers, bool is_root = false) : state_(std::move(state)), numbers_(&numbers), is_root_(is_root) {
        numbers.use(state_.ptr());
        player_ = numbers.player(state_.ptr());
        const nb::object utility = numbers.utility(state_.ptr());
        over_ = !utility.is_none();
        ++numbers.states;
        if (over_) {
            const double value = as_number(utility.ptr(), "utility()");
            if (numbers.exact_payoffs && !in_thousandths(value))
                throw nb::value_error("utility() returned more than three decimals");
            payoff_ = sign() * (numbers.exact_payoffs ? numbers.units.rounded(value) : numbers.units.payoff(value));
        } else if (player_ != 0 && player_ != 1)
            throw nb::value_error("this search takes games in which only MAX (0) and MIN (1) move");
    }

    int player() const { return player_; }
    bool over() const { return over_; }
    Value payoff() const { return payoff_; }
    Value aspiration_window() const { return std::max<Value>(static_cast<Value>(report_scale() / 2), 1); }
    double report_scale() const { return numbers_->units.in_point(); }
    double reported(Value value) const { return numbers_->units.points(sign() * value); }
    void moves(Moves<PythonGame>& out) const {
        if (over_) return;
        if (!is_root_ || !listed_.is_valid()) list();
        // Python code may run while a move is looked up, and change the list.
        for (int at = 0; at < PySequence_Fast_GET_SIZE(listed_.ptr()); ++at) {
            if (at == max_moves) StateMethods::too_many_moves();
            const nb::object move = nb::borrow(PySequence_Fast_GET_ITEM(listed_.ptr(), at));
            out.push_back(static_cast<Move>(numbers_->code_of(move.ptr(), at)));
        }
        if (out.empty()) StateMethods::no_moves("moves()");
    }
    PythonGame play(Move code) const { return PythonGame(methods().play(state_.ptr(), move(code).ptr()), *numbers_); }
    Key key() const {
        if (!methods().has_key()) return mix(numbers_->number_of(player_, state_.ptr()));
        return mix(numbers_->number_of(player_, numbers_->key(state_.ptr()).ptr()));
    }

    bool operator==(const PythonGame& other) const { return equal_states(state_, other.state_); }

    int sign() const { return player_ == 0 ? 1 : -1; }
    const nb::object& state() const { return state_; }
    nb::object move(Move code) const {
        if (code < StateNumbers::by_place) return numbers_->move(code);
        if (!listed_.is_valid()) list();
        return checked(PySequence_GetItem(listed_.ptr(), code - StateNumbers::by_place));
    }
    // The number of one of the moves listed last.
    Move find(nb::handle given) const {
        for (int at = 0; at < PySequence_Fast_GET_SIZE(listed_.ptr()); ++at) {
            const nb::object move = nb::borrow(PySequence_Fast_GET_ITEM(listed_.ptr(), at));
            if (move.equal(given)) return static_cast<Move>(numbers_->code_of(move.ptr(), at));
        }
        StateMethods::illegal_move(given);
    }
    StateMethods& methods() const { return numbers_->use(state_.ptr()), *numbers_; }

private:
    void list() const {
        listed_ = methods().moves(state_.ptr());
        if (is_root_ || !PyList_CheckExact(listed_.ptr())) listed_ = first_items(listed_, max_moves + 1);
        if (is_root_) listed_ = without_repeated(listed_);
    }

    nb::object state_;
    mutable nb::object listed_;  // the moves, once they were asked for
    StateNumbers* numbers_;
    int player_ = 0;
    Value payoff_ = 0;
    bool over_ = false;
    bool is_root_;
};

}  // namespace

template <>
struct Face<PythonGame> {
    static nb::object to_python(const PythonGame& game, PythonGame::Move move) { return game.move(move); }
    static PythonGame::Move from_python(const PythonGame& game, nb::handle given) { return game.find(given); }
};

// Payoffs too close to be told apart leave no value exact.
static void make_estimates(SearchOutcome& outcome) {
    const auto loosen = [](std::vector<SearchMove>& moves) {
        for (SearchMove& move : moves) move.bound = Bound::none;
    };
    outcome.proven = false;
    loosen(outcome.moves);
    for (SearchPass& pass : outcome.history) loosen(pass.moves);
}

void bind_python_two_player(nb::module_& module) {
    nb::class_<StateNumbers>(module, "StateNumbers", "What stands for the states and moves of a game written in Python in a table. For one search at a time.")
        .def(nb::init<>());
    module.def("alpha_beta_python", [](nb::object state, TranspositionTable& table, StateNumbers& numbers, const SearchRequest& request, nb::object function,
                                       nb::list only, nb::object on_pass, nb::object cancel) {
        numbers.restart();
        const auto evaluation = [&](const PythonGame& game) -> Value {
            PyObject* own = game.state().ptr();
            if (!function.is_none()) return game.sign() * numbers.units.rounded(as_number(checked(PyObject_CallOneArg(function.ptr(), own)).ptr(), "evaluate"));
            if (!game.methods().has_evaluate()) return 0;
            return game.sign() * numbers.units.rounded(as_number(numbers.evaluate(own).ptr(), "evaluate()"));
        };
        const auto started = std::chrono::steady_clock::now();
        const std::uint64_t made_before = numbers.states;
        SearchRequest left = request;
        std::uint64_t discarded = 0;
        for (;;) try {
            Run run({on_pass, cancel});
            if (numbers.units.changes()) left.salt = mix(request.salt + numbers.units.changes());  // the table also holds values in other units
            const PythonGame root(state, numbers, true);
            const Moves<PythonGame> moves = root_moves(root, only);
            SearchOutcome outcome = run.search(root, left, true, [&](const SearchRequest& asked, const auto& tell) {
                return search(root, table, asked, evaluation, tell, &moves);
            });
            if (!numbers.units.exact()) make_estimates(outcome);
            outcome.counts.nodes += discarded;
            numbers.forget_many();
            return outcome;
        } catch (const ValueUnits::Changed&) {
            const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
            if (request.seconds > 0) left.seconds = std::max(request.seconds - elapsed, 1e-3);
            discarded = numbers.states - made_before;
            if (request.nodes) left.nodes = request.nodes > discarded ? request.nodes - discarded : 1;
        }
    }, nb::arg("state"), nb::arg("table"), nb::arg("numbers"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("moves"), nb::arg("on_pass").none(),
       nb::arg("cancel").none(), "Search a two-player game written in Python.");
    module.def("mcts_python_two_player", [](nb::object state, KeptTree& tree, const SearchRequest& request, nb::object function, nb::object on_pass,
                                            nb::object cancel) {
        Run run({on_pass, cancel});
        auto& numbers = tree.companion<StateNumbers>(request.salt);
        numbers.restart();
        numbers.exact_payoffs = true;
        const PythonGame root(std::move(state), numbers, true);
        const auto evaluation = [&](const PythonGame& game) {
            const nb::object value = function.is_none() ? game.methods().evaluate(game.state().ptr()) : nb::object(function(game.state()));
            return finite_number(value.ptr(), "evaluate");
        };
        const auto evaluate_batch = [&](const std::vector<PythonGame>& games, const Interrupted&) {
            return evaluate_leaves<double>(function, games, [](const PythonGame& game) { return game.state(); },
                                           [](const nb::object& value) { return finite_number(value.ptr(), "evaluate"); });
        };
        try {
            return run.search(root, request, true, [&](const SearchRequest& asked, const auto& tell) {
                return mcts<false>(root, asked, evaluation, tree, tell, evaluate_batch);
            });
        } catch (...) {
            tree.clear();
            throw;
        }
    }, nb::arg("state"), nb::arg("tree"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("on_pass").none(), nb::arg("cancel").none(),
       "Monte-Carlo tree search over a two-player game without chance written in Python.");
}

}  // namespace zermelo::python
