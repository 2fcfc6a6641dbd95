// Binds one native game: the State face, its features, perft, and every search that suits it. A game adds its notation through
// `Face`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/operators.h>

#include <chrono>
#include <cmath>
#include <concepts>
#include <string>
#include <vector>

#include "evaluation.hpp"
#include "leaf_values.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/search/expectiminimax.hpp"
#include "zermelo/search/mcts.hpp"
#include "zermelo/search/proof_number.hpp"
#include "zermelo/search/search.hpp"
#include "zermelo/search/solver.hpp"

namespace zermelo::python {

template <class G>
SearchOutcome run_alpha_beta(const G& root, TranspositionTable& table, SearchRequest request, const nb::object& given, const nb::list& moves,
                             Callbacks callbacks, const std::atomic<bool>* failed = nullptr) {
    Run run(std::move(callbacks), failed);
    const Evaluation<G> evaluation(given);
    if (!evaluation.is_own()) request.probcut = false;
    if (evaluation.calls_python()) request.symmetry = false;
    const Moves<G> only = root_moves(root, moves);
    return run.search(root, request, evaluation.calls_python(),
                      [&](const SearchRequest& asked, const auto& on_pass) { return search(root, table, asked, evaluation.for_search(), on_pass, &only); });
}

template <class G>
SearchOutcome run_expectiminimax(const G& root, const SearchRequest& request, const nb::object& given, const nb::list& moves, Callbacks callbacks) {
    Run run(std::move(callbacks));
    const Evaluation<G> evaluation(given);
    const Moves<G> only = root_moves(root, moves);
    return run.search(root, request, evaluation.calls_python(), [&](const SearchRequest& asked, const auto& on_pass) {
        return expectiminimax(root, only, asked, MaxEvaluation<G>{evaluation}, on_pass);
    });
}

template <class G>
SearchOutcome run_mcts(const G& root, KeptTree& tree, SearchRequest request, const nb::object& given, Callbacks callbacks,
                       const std::atomic<bool>* failed = nullptr) {
    Run run(std::move(callbacks), failed);
    const bool batch = request.batch > 0;
    const Evaluation<G> evaluation(batch ? nb::none() : given);
    const bool calls_python = batch || (evaluation.calls_python() && (request.plies >= 0 || request.playouts == Playouts::softmax));
    const auto evaluate_batch = [&](const std::vector<G>& games, const Interrupted&) {
        std::vector<LeafValue<double>> values;
        run.error.guard([&] {
            values = evaluate_leaves<double>(given, games, state_to_python<G>, [](const nb::object& value) { return nb::cast<double>(value); });
            return false;
        });
        return values;
    };
    tree.forget_other<G>();
    return run.search(root, request, calls_python, [&](const SearchRequest& asked, const auto& on_pass) {
        return mcts<false>(root, asked, MaxEvaluation<G>{evaluation}, tree, on_pass, evaluate_batch);
    });
}

// The least payoff, as the game counts, that is worth so many points. Where values count the distance to a win, wins are points.
template <class G>
Value payoff_for(const G& root, double points) {
    constexpr double rounding = 1e-12, most = infinity;
    const double in_point = report_scale(root) / unit_of<G>();
    if (in_point < 1 && std::abs(points) > 1) throw nb::value_error("goal must be 1, 0 or -1 here: a win, a draw or a loss");
    const double payoff = points * std::max(in_point, 1.0);
    return static_cast<Value>(std::clamp(std::ceil(payoff - rounding * std::abs(payoff)), -most, most));
}

// A yes-or-no question about so many points: the answer is exact (yes), an upper bound (no) or an estimate (not known in time).
template <class G>
SearchOutcome run_proof(const G& root, SearchRequest request, double goal, std::size_t megabytes, Callbacks callbacks,
                        const std::atomic<bool>* failed = nullptr) {
    Run run(std::move(callbacks), failed);
    const Value payoff = payoff_for(root, goal);
    return run.search(root, request, false, [&](const SearchRequest& asked, const auto&) {
        ProofNumberSearch<G> prover(megabytes);
        const Proof<typename G::Move> proof = prover.prove(root, payoff, asked);
        Outcome<typename G::Move> outcome;
        outcome.moves.push_back({proof.line, {}, proof.verdict == Verdict::yes ? Bound::exact : proof.verdict == Verdict::no ? Bound::upper : Bound::none, 0});
        outcome.counts.nodes = proof.nodes;
        outcome.stopped = proof.stopped;
        outcome.seconds = proof.seconds;
        outcome.proven = proof.verdict != Verdict::unknown;
        return outcome;
    });
}

// A solution as an outcome: no moves if it was stopped. The value of a weak solution is its sign.
template <class G>
SearchOutcome solved(const G& root, bool known, Value value, const std::optional<typename G::Move>& move, std::uint64_t nodes, double seconds,
                     StopReason stopped) {
    SearchOutcome out;
    if (known) {
        out.moves.push_back({});
        out.moves.front().worth.push_back(for_max(root, value));
        if (move) out.moves.front().line.push_back(Face<G>::to_python(root, *move));
    }
    out.counts.nodes = nodes;
    out.proven = known;
    out.seconds = seconds;
    out.stopped = known ? StopReason::complete : stopped;
    return out;
}

// The exact value by the general solver, in points.
template <class G>
SearchOutcome run_solver(const G& root, const SearchRequest& request, bool weak, std::size_t megabytes, Callbacks callbacks,
                         const std::atomic<bool>* failed = nullptr) {
    Run run(std::move(callbacks), failed);
    Solver<G> solver(megabytes);
    // A few thousand nodes need no thread of their own; what they found stays in the table for the rest.
    constexpr std::uint64_t few = 16384;
    const std::uint64_t most = request.nodes;
    const auto started = std::chrono::steady_clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count(); };
    Solution<typename G::Move> found;
    {
        nb::gil_scoped_release free;
        found = solver.solve(root, weak, [&] { return solver.nodes() >= (most ? std::min(most, few) : few) || (request.seconds > 0 && elapsed() >= request.seconds); });
    }
    const double left = request.seconds > 0 ? request.seconds - elapsed() : 0;
    StopReason stopped = left < 0 ? StopReason::seconds : StopReason::nodes;
    const std::uint64_t spent = found.nodes;
    if (found.end == SolverEnd::stopped && (!most || spent < most) && left >= 0) {
        stopped = run.in_thread(left, [&](const std::atomic<bool>& stop) {
            found = solver.solve(root, weak, [&] { return stop.load(std::memory_order_relaxed) || (most && solver.nodes() + spent >= most); },
                                 request.threads);
        });
        if (stopped == StopReason::complete) stopped = StopReason::nodes;
        found.nodes += spent;
    }
    if (found.end == SolverEnd::endless) stopped = StopReason::endless;
    if (found.end == SolverEnd::memory) stopped = StopReason::memory;
    return solved(root, found.solved, found.value, found.move, found.nodes, elapsed(), stopped);
}

template <class G>
nb::class_<G> bind_game(nb::module_& module, const char* name) {
    using Move = typename G::Move;
    auto bound = nb::class_<G>(module, name);
    if constexpr (std::default_initializable<G>) bound.def(nb::init<>());
    bound
        .def_static("parse", &Face<G>::parse, nb::arg("text"))
        .def_prop_ro("player", [](const G& game) { return static_cast<int>(game.player()); })
        .def("moves", [](const G& game) {
                Moves<G> moves;
                game.moves(moves);
                nb::list out;
                for (const Move move : moves) out.append(Face<G>::to_python(game, move));
                return out;
            })
        .def("play", [](const G& game, nb::handle move) { return game.play(Face<G>::from_python(game, move)); }, nb::arg("move"))
        .def("utility", [](const G& game) -> nb::object {
                if (!game.over()) return nb::none();
                const double utility = for_max(game, game.payoff()) * (unit_of<G>() / report_scale(game));
                if (utility == std::floor(utility)) return nb::int_(static_cast<int>(utility));
                return nb::float_(utility);  // half points
            })
        .def("key", [](const G& game) { return static_cast<Key>(game.key()); })
        .def("__eq__", [](const G& one, const G& other) { return one == other; })
        .def("__hash__", [](const G& game) { return static_cast<std::int64_t>(mix(game.key()) >> 2); })
        .def_prop_ro("board", [](const G& game) { return Face<G>::board(game); })
        .def("perft", [](const G& game, int depth) {
                nb::gil_scoped_release free;
                return perft(game, depth);
            }, nb::arg("depth"))
        .def("alpha_beta", [](const G& root, TranspositionTable& table, const SearchRequest& request, nb::object evaluation, nb::list moves,
                              nb::object on_pass, nb::object cancel) {
                return run_alpha_beta(root, table, request, evaluation, moves, {on_pass, cancel});
            }, nb::arg("table"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("moves"), nb::arg("on_pass").none(),
             nb::arg("cancel").none())
        .def("mcts", [](const G& root, KeptTree& tree, const SearchRequest& request, nb::object evaluation, nb::object on_pass, nb::object cancel) {
                return run_mcts(root, tree, request, evaluation, {on_pass, cancel});
            }, nb::arg("tree"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("on_pass").none(), nb::arg("cancel").none());
    if constexpr (HasChance<G>)
        bound.def("expectiminimax", [](const G& root, const SearchRequest& request, nb::object evaluation, nb::list moves, nb::object on_pass,
                                       nb::object cancel) { return run_expectiminimax(root, request, evaluation, moves, {on_pass, cancel}); },
                  nb::arg("request"), nb::arg("evaluation").none(), nb::arg("moves"), nb::arg("on_pass").none(), nb::arg("cancel").none());
    else
        bound.def("prove", [](const G& root, const SearchRequest& request, double goal, std::size_t megabytes, nb::object cancel) {
            return run_proof(root, request, goal, megabytes, {nb::none(), cancel});
        }, nb::arg("request"), nb::arg("goal"), nb::arg("megabytes"), nb::arg("cancel").none());
    if constexpr (HasFeatures<G>)
        bound.def("features", [](const G& game) {
            std::array<std::int32_t, G::feature_names.size()> features{};
            game.features(features.data());
            nb::dict out;
            for (std::size_t at = 0; at < features.size(); ++at)
                out[nb::str(G::feature_names[at].data(), G::feature_names[at].size())] = features[at];
            return out;
        });
    bound.attr("has_evaluation") = HasEvaluation<G>;
    bound.attr("has_priors") = HasPriors<G>;
    bound.attr("has_move_ordering") = HasMoveOrdering<G>;
    bound.attr("unit") = static_cast<int>(unit_of<G>());
    return bound;
}

// The general solver, for games that are small enough for it.
template <class G>
void bind_solver(nb::class_<G>& bound) {
    bound.def("solve", [](const G& root, const SearchRequest& request, bool weak, std::size_t megabytes, nb::object cancel) {
        return run_solver(root, request, weak, megabytes, {nb::none(), cancel});
    }, nb::arg("request"), nb::arg("weak"), nb::arg("megabytes"), nb::arg("cancel").none());
}

}  // namespace zermelo::python
