// The limits of a search while it spends them. The clock and the caller are asked about every two milliseconds however fast the
// game is: the number of nodes between two checks adapts itself.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "zermelo/search/outcome.hpp"
#include "zermelo/search/request.hpp"

namespace zermelo {

class Budget {
public:
    using Clock = std::chrono::steady_clock;

    Budget(const SearchRequest& request, std::atomic<bool>& stop) : request_(request), stop_(stop), started_(Clock::now()) {
        last_ = started_;
        next_ = request_.nodes && request_.nodes < step_ ? request_.nodes : step_;
    }

    // True once the search has to end.
    bool spent(std::uint64_t nodes) {
        if (nodes < next_) return stop_.load(std::memory_order_relaxed);
        return check(nodes);
    }

    // The same inside long work that counts no nodes.
    bool interrupted() {
        constexpr auto step = std::chrono::milliseconds(2);
        const auto now = Clock::now();
        if (now - asked_ < step) return stop_.load(std::memory_order_relaxed);
        asked_ = now;
        return overdue() || stop_.load(std::memory_order_relaxed);
    }

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
    StopReason reason() const { return reason_; }

private:
    bool check(std::uint64_t nodes) {
        const auto now = Clock::now();
        double next = std::chrono::duration<double>(now - last_).count();  // what the next step will take
        last_ = now;
        if (next < 0.001 && step_ < (1u << 20)) step_ *= 2, next *= 2;
        else if (next > 0.003 && step_ > 1) step_ /= 2, next /= 2;
        if (request_.nodes && nodes >= request_.nodes) return end(StopReason::nodes);
        if (overdue()) return true;
        if (request_.seconds > 0)  // no step reaches beyond the end
            for (const double left = request_.seconds - elapsed(); next > left && step_ > 1; next /= 2) step_ /= 2;
        next_ = nodes + step_;
        if (request_.nodes && next_ > request_.nodes) next_ = request_.nodes;
        return stop_.load(std::memory_order_relaxed);
    }

    bool overdue() {
        if (request_.seconds > 0 && elapsed() >= request_.seconds) return end(StopReason::seconds);
        return request_.poll && request_.poll() && end(StopReason::cancelled);
    }

    bool end(StopReason reason) {
        reason_ = reason;
        stop_.store(true, std::memory_order_relaxed);
        return true;
    }

    const SearchRequest& request_;
    std::atomic<bool>& stop_;
    Clock::time_point started_, last_, asked_{};
    std::uint64_t step_ = 64, next_ = 64;
    StopReason reason_ = StopReason::complete;
};

}  // namespace zermelo
