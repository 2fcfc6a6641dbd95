// Binds one native game: the State face, its features, perft and the engine. A game adds its notation through `Face`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <string>
#include <vector>

#include "expecting.hpp"
#include "polling.hpp"
#include "searching.hpp"
#include "zermelo/search/proof_number.hpp"
#include "zermelo/search/solve.hpp"

namespace zermelo::python {

// A linear scoring polynomial: the sum of features times weights. Static values stay between the payoffs of a drawn and of
// the narrowest won game where the game says so (`static_limit`).
template <class G>
struct Polynomial {
    std::vector<double> weights;

    Value operator()(const G& game) const {
        double sum = weighted_sum(game, weights);
        if constexpr (requires { G::features_for_max; })
            if (game.player() != 0) sum = -sum;
        double limit = 1e8;
        if constexpr (requires { G::static_limit; }) limit = G::static_limit;
        return static_cast<Value>(std::lround(std::clamp(sum, -limit, limit)));
    }
};

template <class G>
nb::dict search_native(const G& root, TranspositionTable& table, nb::dict asked, nb::object weights, nb::object evaluate,
                       nb::list only) {
    Request request = read_request(asked);
    Trouble trouble;
    std::vector<typename G::Move> chosen;
    for (const nb::handle move : only) chosen.push_back(Face<G>::from_python(root, move));
    if constexpr (ByChance<G>)
        if (root.by_chance()) {
            const auto range = read_range(asked);
            return expect_native(root, request, range ? Pruning::star1 : Pruning::none, true, scaled(weights, 1.0 / unit_of<G>()), evaluate,
                                 chosen, range.value_or(ValueRange{}));
        }
    if (!evaluate.is_none()) {
        const auto evaluation = [&](const G& game) -> Value {
            Value value = 0;
            trouble.guard([&] {
                const double given = nb::cast<double>(nb::float_(evaluate(nb::cast(game))));
                if (!std::isfinite(given)) throw nb::value_error("evaluate must give a finite number");
                // Where wins are counted by their distance, no judgement may be taken for a win that was seen.
                double limit = 1e8;
                if constexpr (Exchanges<G> && requires { G::static_limit; }) limit = G::static_limit;
                value = static_cast<Value>(std::lround(std::clamp(given * scale_of<G>(), -limit, limit)));
                return false;
            });
            return game.player() == 0 ? value : -value;
        };
        // A function may judge mirror images differently; and Python runs on one thread.
        request.options.symmetry = false;
        request.options.probcut = false;
        request.options.threads = 1;
        return run_search(root, table, request, evaluation, chosen, trouble, true);
    }
    if constexpr (Features<G>)
        if (!weights.is_none()) {
            request.options.probcut = false;
            return run_search(root, table, request, Polynomial<G>{nb::cast<std::vector<double>>(weights)}, chosen, trouble, false);
        }
    const auto evaluation = [](const G& game) -> Value {
        if constexpr (Evaluates<G>) return game.evaluate();
        else return 0;
    };
    return run_search(root, table, request, evaluation, chosen, trouble, false);
}

// `alarm` ends it early: it is raised by code from outside that has failed.
template <class G>
nb::dict prove_native(const G& root, nb::dict limits, Value goal, std::size_t megabytes, const std::atomic<bool>* alarm = nullptr) {
    ProofNumberSearch<G> prover(megabytes);
    Proof<typename G::Move> proof;
    SearchLimits within;
    within.nodes = static_cast<std::uint64_t>(nb::cast<std::int64_t>(limits["nodes"]));
    const Polled polled = run_polled(limits, [&](const std::atomic<bool>& stop) {
        within.poll = [&] { return stop.load(std::memory_order_relaxed) || (alarm && alarm->load(std::memory_order_relaxed)); };
        proof = prover.prove(root, goal, within);
    });
    nb::dict out;
    const bool known = proof.verdict != Verdict::unknown;
    out["answer"] = known ? nb::object(nb::bool_(proof.verdict == Verdict::yes)) : nb::object(nb::none());
    out["line"] = line_to_python(root, proof.line);
    out["nodes"] = proof.nodes;
    out["seconds"] = proof.seconds;
    out["stopped"] = known ? "complete" : proof.stopped == Stopped::nodes ? "nodes" : polled.stopped.c_str();
    return out;
}

// The exact value by the general solver; a line as far as it keeps the value, one move.
template <class G>
nb::dict solve_native(const G& root, nb::dict limits, bool weak, std::size_t megabytes, int threads) {
    Solver<G> solver(megabytes);
    const auto most = static_cast<std::uint64_t>(nb::cast<std::int64_t>(limits["nodes"]));
    // What a few thousand nodes settle needs no thread of its own; what they found is kept in the table for the rest.
    constexpr std::uint64_t few = 16384;
    const auto started = std::chrono::steady_clock::now();
    Solution<typename G::Move> found;
    {
        nb::gil_scoped_release free;
        found = solver.solve(root, weak, [&] { return solver.nodes() >= (most ? std::min(most, few) : few); });
    }
    Polled polled;
    const std::uint64_t spent = found.nodes;
    if (!found.solved && (!most || spent < most)) {
        polled = run_polled(limits, [&](const std::atomic<bool>& stop) {
            const Stop enough = [&] { return stop.load(std::memory_order_relaxed) || (most && solver.nodes() + spent >= most); };
            found = solver.solve(root, weak, enough, threads);
        });
        found.nodes += spent;
    }
    polled.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    nb::dict out;
    out["score"] = found.solved ? nb::object(nb::int_(found.value)) : nb::object(nb::none());
    nb::list line;
    if (found.solved && found.move) line.append(Face<G>::to_python(root, *found.move));
    out["line"] = line;
    out["nodes"] = found.nodes;
    out["seconds"] = polled.seconds;
    out["stopped"] = found.solved ? "complete" : polled.stopped == "complete" ? "nodes" : polled.stopped.c_str();
    return out;
}

template <class G>
nb::class_<G> bind_native(nb::module_& module, const char* name) {
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
                constexpr int points = static_cast<int>(unit_of<G>() / scale_of<G>());  // what a point of payoff is in Python
                return nb::int_(points * (game.player() == 0 ? game.payoff() : -game.payoff()));
            })
        .def("key", [](const G& game) { return static_cast<Key>(game.key()); })
        .def("__eq__", [](const G& one, const G& other) { return one == other; })
        .def("__hash__", [](const G& game) { return static_cast<std::int64_t>(mix(game.key()) >> 2); })
        .def_prop_ro("board", [](const G& game) { return Face<G>::board(game); })
        .def("perft", [](const G& game, int depth) {
                nb::gil_scoped_release free;
                return perft(game, depth);
            }, nb::arg("depth"))
        .def("search", &search_native<G>, nb::arg("table"), nb::arg("request"), nb::arg("weights").none(), nb::arg("evaluate").none(),
             nb::arg("moves"));
    if constexpr (!ByChance<G>)
        bound.def("prove", [](const G& root, nb::dict limits, Value goal, std::size_t megabytes) {
            return prove_native(root, limits, goal, megabytes);
        }, nb::arg("limits"), nb::arg("goal"), nb::arg("megabytes"));
    if constexpr (Features<G>)
        bound.def("features", [](const G& game) {
            std::array<std::int32_t, G::feature_names.size()> features{};
            game.features(features.data());
            nb::dict out;
            for (std::size_t at = 0; at < features.size(); ++at)
                out[nb::str(G::feature_names[at].data(), G::feature_names[at].size())] = features[at];
            return out;
        });
    bound.attr("judges") = Evaluates<G>;  // whether it has a native evaluation of its own
    bound.attr("unit") = static_cast<int>(unit_of<G>());
    return bound;
}

}  // namespace zermelo::python
