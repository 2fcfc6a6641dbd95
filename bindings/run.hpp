// Runs native work for Python: the GIL, the poll for Ctrl-C and cancel, callbacks, and the first exception they raise.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "zermelo/search/outcome.hpp"
#include "zermelo/search/pass_loop.hpp"
#include "zermelo/search/request.hpp"

namespace nb = nanobind;

namespace zermelo::python {

// How the moves of a game look in Python; each game specialises it.
template <class G>
struct Face;

// Turns lines of play from one position into Python objects. The lines of a record begin alike: what a line shares with the last one
// is neither played nor translated again.
template <class G>
class LineToPython {
public:
    using Move = typename G::Move;

    explicit LineToPython(const G& root) { games_.push_back(root); }

    std::vector<nb::object> operator()(const std::vector<Move>& moves) {
        const auto differs = std::mismatch(moves.begin(), moves.end(), moves_.begin(), moves_.end()).first;
        const auto shared = static_cast<std::size_t>(differs - moves.begin());
        while (moves_.size() > shared) moves_.pop_back(), line_.pop_back();
        while (games_.size() > shared + 1) games_.pop_back();
        for (auto at = differs; at != moves.end(); ++at) {
            if (games_.size() == moves_.size()) games_.push_back(games_.back().play(moves_.back()));
            line_.push_back(Face<G>::to_python(games_.back(), *at));
            moves_.push_back(*at);
        }
        return line_;
    }

private:
    std::vector<Move> moves_;        // of the last line
    std::vector<nb::object> line_;   // the same in Python
    std::vector<G> games_;           // the positions before the moves, the last ones as far as they were needed
};

using SearchOutcome = Outcome<nb::object>;
using SearchPass = PassReport<nb::object>;
using SearchMove = RootMove<nb::object>;
using SearchNode = RecordedNode<nb::object>;
using SearchStrategyMove = StrategyMove<nb::object>;

// Keeps the first exception raised by Python code during a search, so that the search can stop and raise it at the end.
class FirstError {
public:
    // `failed` is set by code from outside that has failed and explains itself.
    explicit FirstError(const std::atomic<bool>* failed = nullptr) : failed_(failed) {}

    // Call `work`; true if it raises.
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
    bool any() {
        if (failed_ && failed_->load(std::memory_order_relaxed)) return true;
        const std::lock_guard lock(mutex_);
        return static_cast<bool>(first_);
    }
    void raise() const {
        if (first_) std::rethrow_exception(first_);
    }

private:
    const std::atomic<bool>* failed_;
    std::exception_ptr first_;
    std::mutex mutex_;
};

// What Python wants to hear of a search, and how it stops one.
struct Callbacks {
    nb::object on_pass = nb::none();  // called with a SearchPass; False stops the search
    nb::object cancel = nb::none();   // called about every two milliseconds; True stops the search
};

// One piece of work for Python: the only poll for Ctrl-C, cancel and errors.
class Run {
public:
    explicit Run(Callbacks callbacks, const std::atomic<bool>* failed = nullptr) : error(failed), callbacks_(std::move(callbacks)) {}

    FirstError error;

    // True if the work has to stop. Takes the GIL.
    bool poll() {
        if (error.any()) return true;
        nb::gil_scoped_acquire gil;
        return error.guard([&] {
            if (PyErr_CheckSignals() != 0) {
                if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) throw nb::python_error();
                PyErr_Clear();
                interrupted_ = true;
            }
            return interrupted_ || (!callbacks_.cancel.is_none() && nb::cast<bool>(nb::bool_(callbacks_.cancel())));
        });
    }
    // Ctrl-C was seen elsewhere, while a Python method ran.
    void interrupt() { interrupted_ = true; }

    StopReason reason(StopReason stopped) const { return interrupted_ ? StopReason::interrupted : stopped; }

    // Work that is not Python code lets other Python threads run meanwhile.
    template <class Work>
    void release_gil(bool calls_python, Work&& work) {
        if (calls_python) work();
        else {
            nb::gil_scoped_release free;
            work();
        }
        error.raise();
    }

    // Run a search of a game: `work(request, on_pass)` gives an outcome in the game's moves, which are translated.
    template <class G, class Work>
    SearchOutcome search(const G& root, SearchRequest request, bool calls_python, Work&& work) {
        using Move = typename G::Move;
        LineToPython<G> to_python(root);
        return search_moves<Move>(std::ref(to_python), std::move(request), calls_python, work);
    }

    // The same for a game with simultaneous moves; the outcome has strategies, and no lines.
    template <class G, class Work>
    SearchOutcome search_joint(const G& root, SearchRequest request, bool calls_python, Work&& work) {
        using Move = typename G::Move;
        const MoveOfPlayer<Move> named = [&root](std::size_t player, Move move) { return Face<G>::to_python(root, player, move); };
        return search_moves<Move>([](const std::vector<Move>&) { return std::vector<nb::object>(); }, std::move(request), calls_python, work, named);
    }

    // Run work that only obeys a flag in a thread of its own, while this one polls. Returns why it was stopped.
    StopReason in_thread(double seconds, const std::function<void(const std::atomic<bool>&)>& work) {
        using Clock = std::chrono::steady_clock;
        const auto started = Clock::now();
        std::atomic<bool> stop{false};
        std::mutex mutex;
        std::condition_variable finished;
        bool done = false;
        std::exception_ptr failure;
        std::thread worker([&] {
            try {
                work(stop);
            } catch (...) {
                failure = std::current_exception();
            }
            const std::lock_guard lock(mutex);
            done = true;
            finished.notify_one();
        });
        StopReason stopped = StopReason::complete;
        while (true) {
            {
                nb::gil_scoped_release free;
                std::unique_lock lock(mutex);
                if (finished.wait_for(lock, std::chrono::milliseconds(2), [&] { return done; })) break;
            }
            if (stop.load()) continue;
            if (poll()) stopped = reason(StopReason::cancelled);
            else if (seconds > 0 && std::chrono::duration<double>(Clock::now() - started).count() >= seconds) stopped = StopReason::seconds;
            if (stopped != StopReason::complete) stop.store(true);
        }
        worker.join();
        error.raise();
        if (failure) std::rethrow_exception(failure);
        return stopped;
    }

private:
    template <class Move>
    using TranslateLine = std::function<std::vector<nb::object>(const std::vector<Move>&)>;

    template <class Move>
    using MoveOfPlayer = std::function<nb::object(std::size_t, Move)>;

    // The part of `search` that depends on the move alone.
    template <class Move>
    SearchOutcome search_moves(const TranslateLine<Move>& to_python, SearchRequest request, bool calls_python,
                               const std::function<Outcome<Move>(const SearchRequest&, const OnPass<Move>&)>& work,
                               const MoveOfPlayer<Move>& named = {}) {
        request.poll = [this] { return poll(); };
        if (calls_python) request.threads = 1;  // which holds the GIL
        OnPass<Move> on_pass;
        if (!callbacks_.on_pass.is_none())
            on_pass = [&](const PassReport<Move>& pass) {
                nb::gil_scoped_acquire gil;
                return !error.guard([&] {
                    SearchPass translated = translate<nb::object>(pass, to_python);
                    translated.strategies = translate_strategies<nb::object>(pass.strategies, named);
                    return callbacks_.on_pass(std::move(translated)).is(nb::handle(Py_False));
                });
            };
        Outcome<Move> outcome;
        release_gil(calls_python, [&] { outcome = work(std::as_const(request), on_pass); });
        SearchOutcome out = translate<nb::object>(outcome, to_python);
        out.strategies = translate_strategies<nb::object>(outcome.strategies, named);
        out.stopped = reason(out.stopped);
        return out;
    }

    Callbacks callbacks_;
    bool interrupted_ = false;
};

// The moves to search at the root: those asked for, or all that the game lists. Each comes once and in natural order, as the searches
// rely on, whatever Python asks and games from outside list.
template <class G>
Moves<G> root_moves(const G& root, const nb::list& only) {
    const auto has = [](const auto& list, typename G::Move move) { return std::find(list.begin(), list.end(), move) != list.end(); };
    Moves<G> listed, moves;
    root.moves(listed);
    std::vector<typename G::Move> wanted;
    for (const nb::handle given : only) wanted.push_back(Face<G>::from_python(root, given));
    for (const auto move : listed)
        if ((wanted.empty() || has(wanted, move)) && !has(moves, move)) moves.push_back(move);
    return moves;
}

}  // namespace zermelo::python
