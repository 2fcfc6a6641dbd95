// Runs long native work beside Python: the work goes on in a thread of its own while this one asks, about every two
// milliseconds, for Ctrl-C, the caller's cancel and the clock. Stopping is a flag that the work looks at.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "searching.hpp"

namespace zermelo::python {

struct Polled {
    std::string stopped = "complete";
    double seconds = 0;
};

// `work` gets the flag it must obey. Whatever it throws, or the caller's cancel raises, is raised here.
inline Polled run_polled(const nb::dict& limits, const std::function<void(const std::atomic<bool>&)>& work) {
    using Clock = std::chrono::steady_clock;
    const double seconds = nb::cast<double>(limits["seconds"]);
    const nb::object cancel = limits["cancel"];
    const auto started = Clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - started).count(); };

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

    Polled polled;
    Trouble trouble;
    while (true) {
        {
            nb::gil_scoped_release free;
            std::unique_lock lock(mutex);
            if (finished.wait_for(lock, std::chrono::milliseconds(2), [&] { return done; })) break;
        }
        if (stop.load()) continue;
        const bool over = trouble.guard([&] {
            if (PyErr_CheckSignals() != 0) {
                if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) throw nb::python_error();
                PyErr_Clear();
                polled.stopped = "interrupted";
                return true;
            }
            if (seconds > 0 && elapsed() >= seconds) {
                polled.stopped = "seconds";
                return true;
            }
            if (!cancel.is_none() && nb::cast<bool>(nb::bool_(cancel()))) {
                polled.stopped = "cancelled";
                return true;
            }
            return false;
        });
        if (over) stop.store(true);
    }
    worker.join();
    polled.seconds = elapsed();
    trouble.raise();
    if (failure) std::rethrow_exception(failure);
    return polled;
}

}  // namespace zermelo::python
