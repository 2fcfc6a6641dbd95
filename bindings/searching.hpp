// Runs the engine for Python: limits and options in, plain Python data out. The GIL is let go while a native game is
// searched; the poll takes it back about every two milliseconds to ask for Ctrl-C and for the caller's cancel.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/search/deepening.hpp"

namespace nb = nanobind;

namespace zermelo::python {

// How the moves of a game look in Python; each game specialises it.
template <class G>
struct Face;

// How many engine units make one in Python.
template <class G>
constexpr double scale_of() {
    if constexpr (requires { Face<G>::scale; }) return Face<G>::scale;
    else return unit_of<G>();
}
// The same for games that know it only when they are loaded.
template <class G>
double scale_of(const G& game) {
    if constexpr (requires { Face<G>::scale_in(game); }) return Face<G>::scale_in(game);
    else return scale_of<G>();
}

inline const char* word(Bound bound) {
    switch (bound) {
        case Bound::exact: return "exact";
        case Bound::lower: return "lower";
        case Bound::upper: return "upper";
        default: return "estimate";
    }
}

inline const char* word(Stopped stopped) {
    switch (stopped) {
        case Stopped::nodes: return "nodes";
        case Stopped::seconds: return "seconds";
        case Stopped::cancelled: return "cancelled";
        default: return "complete";
    }
}

// Keeps the first exception raised by Python code during a search, stops the search, and raises it again at the end.
class Trouble {
public:
    // `alarm` is raised by code from outside that has failed and says itself how.
    explicit Trouble(const std::atomic<bool>* alarm = nullptr) : alarm_(alarm) {}

    template <class Work>
    bool guard(Work&& work) {
        try {
            return work();
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!first_) first_ = std::current_exception();
            return true;
        }
    }
    bool known() {
        if (alarm_ && alarm_->load(std::memory_order_relaxed)) return true;
        const std::lock_guard lock(mutex_);
        return static_cast<bool>(first_);
    }
    void raise() const {
        if (first_) std::rethrow_exception(first_);
    }

private:
    const std::atomic<bool>* alarm_;
    std::exception_ptr first_;
    std::mutex mutex_;
};

struct Request {
    SearchLimits limits;
    SearchOptions options;
    nb::object cancel, on_depth;
    bool interrupted = false;
};

inline Request read_request(const nb::dict& given) {
    Request request;
    const auto number = [&](const char* name) { return nb::cast<std::int64_t>(given[name]); };
    const auto flag = [&](const char* name) { return nb::cast<bool>(given[name]); };
    request.limits.depth = static_cast<int>(number("depth"));
    request.limits.nodes = static_cast<std::uint64_t>(number("nodes"));
    request.limits.seconds = nb::cast<double>(given["seconds"]);
    SearchOptions& options = request.options;
    options.threads = static_cast<int>(number("threads"));
    options.lines = static_cast<int>(number("lines"));
    options.salt = static_cast<Key>(number("salt")) * 0x9E3779B97F4A7C15ull;  // small numbers, spread over the key
    options.exact = flag("exact");
    options.knowledge = flag("knowledge");
    options.table = flag("table");
    options.symmetry = flag("symmetry");
    options.aspiration = flag("aspiration");
    options.enhanced_cutoffs = flag("enhanced_cutoffs");
    options.killers = flag("killers");
    options.counters = flag("counters");
    options.history = flag("history");
    options.quiescence = flag("quiescence");
    options.extensions = flag("extensions");
    options.reductions = flag("reductions");
    options.null_move = flag("null_move");
    options.futility = flag("futility");
    options.probcut = flag("probcut");
    request.limits.past = nb::cast<std::vector<Key>>(given["past"]);
    request.cancel = given["cancel"];
    request.on_depth = given["on_depth"];
    return request;
}

template <class G>
nb::list line_to_python(G game, const std::vector<typename G::Move>& line) {
    nb::list moves;
    for (const auto move : line) {
        moves.append(Face<G>::to_python(game, move));
        game = game.play(move);
    }
    return moves;
}

template <class G>
nb::list lines_to_python(const G& root, const std::vector<RootLine<G>>& lines) {
    nb::list out;
    for (const auto& line : lines)
        out.append(nb::make_tuple(static_cast<double>(line.value) / scale_of(root), word(line.bound), line_to_python(root, line.moves)));
    return out;
}

inline nb::dict counts_to_python(const SearchCounts& counts) {
    nb::dict out;
    out["nodes"] = counts.nodes;
    out["evaluations"] = counts.evaluations;
    out["table_probes"] = counts.table_probes;
    out["table_hits"] = counts.table_hits;
    out["cutoffs"] = counts.cutoffs;
    out["first_move_cutoffs"] = counts.first_move_cutoffs;
    return out;
}

template <class G>
nb::dict pass_to_python(const G& root, const SearchPass<G>& pass) {
    nb::dict out = counts_to_python(pass.counts);
    out["depth"] = pass.depth;
    out["lines"] = lines_to_python(root, pass.lines);
    out["seconds"] = pass.seconds;
    return out;
}

// Lets the search ask now and then for Ctrl-C, for the caller's cancel and for trouble in code of Python that it called.
inline void poll_python(Request& request, Trouble& trouble) {
    request.limits.poll = [&] {
        if (trouble.known()) return true;
        nb::gil_scoped_acquire gil;
        return trouble.guard([&] {
            if (PyErr_CheckSignals() != 0) {
                if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) throw nb::python_error();
                PyErr_Clear();
                request.interrupted = true;
                return true;
            }
            return !request.cancel.is_none() && nb::cast<bool>(nb::bool_(request.cancel()));
        });
    };
}

// Lets other threads of Python go on during work that is not itself Python code.
template <class Work>
void unless_python(bool calls_python, Work&& work) {
    if (calls_python) return work();
    nb::gil_scoped_release free;
    work();
}

// `calls_python` says that the game or its evaluation is Python code, so that the GIL must be kept.
template <class G, class Evaluation>
nb::dict run_search(const G& root, TranspositionTable& table, Request& request, const Evaluation& evaluation,
                    const std::vector<typename G::Move>& only, Trouble& trouble, bool calls_python) {
    poll_python(request, trouble);
    std::function<bool(const SearchPass<G>&)> on_depth;
    if (!request.on_depth.is_none())
        on_depth = [&](const SearchPass<G>& pass) {
            nb::gil_scoped_acquire gil;
            return !trouble.guard([&] { return request.on_depth(pass_to_python(root, pass)).is(nb::handle(Py_False)); });
        };
    Moves<G> chosen;
    for (const auto move : only) chosen.push_back(move);
    SearchOutcome<G> outcome;
    unless_python(calls_python, [&] {
        outcome = search(root, table, request.limits, request.options, evaluation, on_depth, only.empty() ? nullptr : &chosen);
    });
    trouble.raise();
    nb::dict out = counts_to_python(outcome.counts);
    out["lines"] = lines_to_python(root, outcome.lines);
    nb::list history;
    for (const auto& pass : outcome.history) history.append(pass_to_python(root, pass));
    out["history"] = history;
    out["depth"] = outcome.depth;
    out["proven"] = outcome.proven;
    out["seconds"] = outcome.seconds;
    out["stopped"] = request.interrupted ? "interrupted" : word(outcome.stopped);
    return out;
}

}  // namespace zermelo::python
