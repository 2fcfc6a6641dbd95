// Random games from several states at once: what they are worth on average.
//
// In slices 512 games take the time of the longest, and of a large net this may be longer than a search has. Then one game is played
// from each state, and after it the next. Which of the two is decided by the time that is left.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "zermelo/base/list.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/games/gdl/rules.hpp"
#include "zermelo/games/gdl/sliced.hpp"

namespace zermelo::gdl {

class LeafPlayouts {
public:
    static constexpr std::uint32_t longest_game = 2048;
    static constexpr double unlimited = std::numeric_limits<double>::infinity();
    using Goals = List<double, most_roles>;
    using Interrupted = std::function<bool()>;

    LeafPlayouts(const Rules& rules, std::uint64_t seed) : rules_(rules), seed_(seed), random_(seed), steps_(std::max<double>(1, static_cast<double>(rules.seen.longest))) {}

    // The mean goals of all roles from each of at most 512 states that are not ends, every one from the same number of games. Games that
    // are too long do not count; where all are, the mean is half of the range. Fewer if it was interrupted. `left` are the seconds that
    // the search has left: without a limit all games are in slices, so that the seed alone decides.
    template <class G>
    std::vector<Goals> play(const std::vector<G>& games, double left = unlimited, const Interrupted& interrupted = {}) {
        if (failures_ < most_failures && std::max(seconds_, fewest_batches * first_guess()) <= left) {
            if (auto means = in_slices(games, batches_ ? left : left / fewest_batches, interrupted)) return *means;
            ++failures_;
        }
        return one_by_one(games, interrupted);
    }

    // The goals of one game from each state; of the first states if it was interrupted.
    template <class G>
    std::vector<Goals> one_by_one(const std::vector<G>& games, const Interrupted& interrupted = {}) {
        std::vector<Goals> out;
        for (const G& game : games) {
            Machine& machine = rules_.machine();
            machine.load(game.facts());
            std::uint32_t joint[most_roles], done = 0;
            for (; done < longest_game && !machine.terminal(); ++done) {
                if (done % 64 == 0 && interrupted && interrupted()) return out;
                bool stuck = false;
                for (std::size_t role = 0; role < rules_.roles(); ++role) stuck = (joint[role] = machine.random_legal(role, random_)) == none || stuck;
                if (stuck) break;
                machine.advance(joint);
            }
            const bool ended = machine.terminal();
            ended_ += ended;
            out.emplace_back();
            for (std::size_t role = 0; role < rules_.roles(); ++role) out.back().push_back(ended ? std::max(machine.goal(role), 0) : middle);
        }
        return out;
    }

    // How many games came to an end.
    std::uint64_t ended() const { return ended_; }

private:
    // A first guess of the time of a batch: two nanoseconds for each literal and step, as measured on three large nets with AVX-512.
    double first_guess() const { return batches_ ? 0 : 2e-9 * static_cast<double>(rules_.net.literals.size()) * steps_; }

    static constexpr double middle = 50;
    static constexpr double fewest_batches = 3;  // with less time one game after the other says more
    static constexpr std::uint32_t quick_gates = 4096;  // four steps of as many take less than a millisecond
    static constexpr int most_failures = 2;      // a busy moment may be the reason of one

    // None if it would take more than so many seconds.
    template <class G>
    std::optional<std::vector<Goals>> in_slices(const std::vector<G>& games, double seconds, const Interrupted& interrupted) {
        using Clock = std::chrono::steady_clock;
        if (!sliced_) sliced_.emplace(rules_.net, seed_, FactsKept::relevant);
        const auto each = lanes / std::bit_ceil(static_cast<std::uint32_t>(games.size()));
        for (std::uint32_t lane = 0; lane < lanes; lane += each) sliced_->load(lane, each, games[std::min<std::size_t>(lane / each, games.size() - 1)].facts());
        const std::uint64_t before = sliced_->games();
        const auto started = Clock::now();
        const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - started).count(); };
        bool late = false, stopped = false;
        std::uint32_t last = 0;
        sliced_->finish(longest_game, rules_.net.gates < quick_gates ? 4 : 1, [&](std::uint32_t done) {
            last = done;
            late = seconds < unlimited && done > 0 && spent() * std::max(1.0, steps_ / done) > seconds;
            stopped = !late && interrupted && interrupted();
            return !late && !stopped;
        });
        if (stopped) return std::vector<Goals>();
        if (late) return std::nullopt;
        ++batches_, seconds_ = spent(), steps_ = last;
        ended_ += sliced_->games() - before;
        std::vector<Goals> out(games.size());
        for (std::uint32_t at = 0; at < games.size(); ++at) {
            const std::uint32_t finished = sliced_->finished(at * each, each);
            for (std::size_t role = 0; role < rules_.roles(); ++role)
                out[at].push_back(finished ? static_cast<double>(sliced_->goal_sum(role, at * each, each)) / finished : middle);
        }
        return out;
    }

    const Rules& rules_;
    std::uint64_t seed_, ended_ = 0, batches_ = 0;
    Random random_;
    std::optional<Sliced> sliced_;
    int failures_ = 0;
    double seconds_ = 0, steps_;  // of the last batch in slices
};

}  // namespace zermelo::gdl
