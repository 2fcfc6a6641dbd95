// The one loop of passes: every search that deepens goes through it, with or without helper threads.
//
// A search makes passes by `pass(root, moves, depth, found)`: it leaves the root moves in `found`, with MAX's values or one per
// player. False means that it was stopped; `found` is then the answer to give instead of the last pass's, or empty to keep
// that one. `counts` are its totals so far and `outside`, where it has one, a leaf outside the promised range of values. The loop
// is a template over the move, not the game: it is compiled once for many games and searches.
//
// Helpers (lazy SMP) search the same root with searches of their own and share what they find through the transposition
// table. Each skips some depths, so that the threads are spread over several passes, but not the last one: whichever thread
// finishes it first has the answer. Otherwise the first thread decides when to stop; then all vote: the move with the most weight, by
// depth and by value, is the answer.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "zermelo/game/hooks.hpp"
#include "zermelo/search/budget.hpp"

namespace zermelo {

inline constexpr int deepest_pass = 250;

// Called after every pass; false stops the search.
template <class Move>
using OnPass = std::function<bool(const PassReport<Move>&)>;

// A search of one root, by one thread.
template <class Move>
class PassSearch {
public:
    virtual ~PassSearch() = default;
    virtual bool pass(int depth, std::vector<RootMove<Move>>& found) = 0;
    virtual const Counts& counts() const = 0;
    virtual int hashfull() const { return -1; }
    virtual std::optional<Payoffs> outside() const { return std::nullopt; }
    virtual std::vector<RecordedNode<Move>> record() { return {}; }
};

template <class Move>
using MakePassSearch = std::function<std::unique_ptr<PassSearch<Move>>(int number)>;

template <class Search, class G>
class PassSearchOf final : public PassSearch<typename G::Move> {
public:
    PassSearchOf(std::unique_ptr<Search> search, const G& root, const Moves<G>& moves) : search_(std::move(search)), root_(root), moves_(moves) {}

    bool pass(int depth, std::vector<RootMove<typename G::Move>>& found) override { return search_->pass(root_, moves_, depth, found); }
    const Counts& counts() const override { return search_->counts; }
    int hashfull() const override { return search_->hashfull(); }
    std::optional<Payoffs> outside() const override {
        if constexpr (requires { search_->outside; }) return search_->outside;
        else return std::nullopt;
    }
    std::vector<RecordedNode<typename G::Move>> record() override {
        if constexpr (requires { search_->record(); }) return search_->record();
        else return {};
    }

private:
    std::unique_ptr<Search> search_;
    const G& root_;
    const Moves<G>& moves_;
};

// ---- helper threads

// Which depths a helper skips: blocks of `size` depths, alternately searched and skipped, beginning at `phase`.
struct Skip {
    int size, phase;
};
inline constexpr std::array<Skip, 8> skips{{{1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}, {2, 3}, {3, 0}, {3, 1}}};

template <class Move>
class Helpers {
public:
    // `make(number)` makes the search of a helper; it must stop once `stop` is set. `may_finish`: a helper that finishes the deepest pass
    // sets it too.
    Helpers(int deepest, int threads, std::atomic<bool>& stop, bool may_finish, const MakePassSearch<Move>& make) : stop_(stop), deepest_(deepest) {
        for (int number = 1; number < threads; ++number) {
            members_.push_back(std::make_unique<Member>());
            Member& member = *members_.back();
            member.search = make(number);
            member.thread = std::thread([this, &member, may_finish, number] {
                const Skip skip = skips[static_cast<std::size_t>(number - 1) % skips.size()];
                std::vector<RootMove<Move>> found;
                for (int depth = 1; depth <= deepest_; ++depth) {
                    if (depth > 1 && depth < deepest_ && (depth + skip.phase) / skip.size % 2 == 0) continue;
                    const std::uint64_t horizon = member.search->counts().horizon;
                    if (!member.search->pass(depth, found)) return;
                    member.moves = found, member.depth = depth, member.proven = member.search->counts().horizon == horizon;
                }
                if (may_finish) stop_.store(true);
            });
        }
    }
    ~Helpers() { join(); }

    void join() {
        stop_.store(true);
        for (auto& member : members_)
            if (member->thread.joinable()) member->thread.join();
    }

    void add_counts(Counts& counts) const {
        for (const auto& member : members_) counts.add(member->search->counts());
    }

    // The moves of a helper that has finished the deepest pass, once they have joined; false if none has.
    bool finished(std::vector<RootMove<Move>>& moves, bool& proven) const {
        for (const auto& member : members_)
            if (member->depth == deepest_) return moves = member->moves, proven = member->proven, true;
        return false;
    }

    // The answer of all threads together, once they have joined: true if it is not the first thread's, which it replaces.
    bool vote(bool max_to_move, std::vector<RootMove<Move>>& moves, int& depth) const {
        if (moves.empty() || moves.front().line.empty() || moves.front().worth.empty()) return false;
        const auto value = [&](const std::vector<RootMove<Move>>& answer) { return max_to_move ? answer.front().worth[0] : -answer.front().worth[0]; };
        struct Candidate {
            const std::vector<RootMove<Move>>* moves;
            int depth;
        };
        std::vector<Candidate> candidates{{&moves, depth}};
        for (const auto& member : members_)
            if (!member->moves.empty() && !member->moves.front().line.empty() && !member->moves.front().worth.empty())
                candidates.push_back({&member->moves, member->depth});
        double least = value(moves);
        for (const Candidate& one : candidates) least = std::min(least, value(*one.moves));
        const Candidate* best = &candidates.front();
        double most = 0;
        for (const Candidate& one : candidates) {
            double votes = 0;
            for (const Candidate& other : candidates)
                if (other.moves->front().line.front() == one.moves->front().line.front())
                    votes += (value(*other.moves) - least + 1) * other.depth;
            if (votes > most || (votes == most && one.depth > best->depth)) most = votes, best = &one;
        }
        if (best->moves->front().line.front() == moves.front().line.front()) return false;
        const auto chosen = *best->moves;
        depth = std::max(best->depth, 1), moves = chosen;
        return true;
    }

private:
    struct Member {
        std::unique_ptr<PassSearch<Move>> search;
        std::thread thread;
        std::vector<RootMove<Move>> moves;  // of the last finished pass
        int depth = 0;
        bool proven = false;                // it never met the horizon
    };

    std::atomic<bool>& stop_;
    int deepest_;
    std::vector<std::unique_ptr<Member>> members_;
};

// ---- passes

// Without static values a search that met the horizon has moves, but no values.
template <class Move>
void drop_values(std::vector<RootMove<Move>>& moves) {
    for (auto& move : moves) move.worth.clear(), move.bound = Bound::none;
}

// Deepen pass by pass until a limit, or search to one depth at once (`deepening` is false). `make(number)` makes the search of
// a thread, the first one with number 0; searches use `budget`, or stop by `stop`.
template <class Move>
Outcome<Move> run_passes(bool max_to_move, const SearchRequest& request, Budget& budget, std::atomic<bool>& stop, bool deepening,
                         int deepest, const MakePassSearch<Move>& make, const OnPass<Move>& on_pass) {
    Outcome<Move> outcome;
    if (request.depth > 0) deepest = std::min(request.depth, deepest);
    const std::unique_ptr<PassSearch<Move>> search = make(0);
    Helpers<Move> helpers(deepest, request.threads, stop, !request.record, make);
    Counts before;
    double seconds_before = 0;
    // Not once a thread has searched as deep as asked, nor after the caller's stop, nor where the first one records its own choice.
    bool may_vote = request.lines == 1 && !request.record;
    std::vector<RootMove<Move>> found;
    const auto report = [&](int depth, bool finished) {
        PassReport<Move> pass{deepening || request.depth > 0 ? depth : 0, finished, found, {}, 0, search->hashfull()};
        pass.counts.nodes = search->counts().nodes - before.nodes;
        pass.counts.evaluations = search->counts().evaluations - before.evaluations;
        pass.counts.selective_depth = search->counts().selective_depth;
        pass.seconds = budget.elapsed() - seconds_before;
        return pass;
    };
    for (int depth = deepening ? 1 : deepest; depth <= deepest; ++depth) {
        bool finished = search->pass(depth, found);
        bool proven = search->counts().horizon == before.horizon;
        if (!finished && budget.reason() == StopReason::complete) {
            helpers.join();
            if (helpers.finished(found, proven)) finished = true, depth = deepest;
        }
        if (!request.evaluates && !(finished && proven)) drop_values(found);
        if (!finished) {
            outcome.stopped = budget.reason();
            if (found.empty()) break;
            const bool changed = !outcome.moves.empty() && !found.front().line.empty() &&
                                 found.front().line.front() != outcome.moves.front().line.front();
            outcome.moves = found;
            if (changed && on_pass) on_pass(report(depth, false));
            break;
        }
        outcome.proven = proven;
        outcome.moves = found;
        outcome.depth = deepening || request.depth > 0 ? depth : 0;
        outcome.history.push_back(report(depth, true));
        before = search->counts(), seconds_before = budget.elapsed();
        if (on_pass && !on_pass(outcome.history.back())) {
            outcome.stopped = StopReason::cancelled, may_vote = false;
            break;
        }
        if (outcome.proven) break;
        if (depth == deepest) outcome.stopped = StopReason::depth, may_vote = false;
    }
    helpers.join();
    if (!outcome.proven && may_vote && helpers.vote(max_to_move, outcome.moves, outcome.depth) && on_pass) {
        found = outcome.moves;
        on_pass(report(outcome.depth, false));
    }
    outcome.counts = search->counts();
    helpers.add_counts(outcome.counts);
    outcome.outside = search->outside();
    if (request.evaluates || outcome.proven) outcome.record = search->record();
    outcome.hashfull = search->hashfull();
    outcome.seconds = budget.elapsed();
    return outcome;
}

template <class Search, class G, class Make>
Outcome<typename G::Move> run_passes(const G& root, const Moves<G>& moves, const SearchRequest& request, Budget& budget,
                                     std::atomic<bool>& stop, bool deepening, int deepest, const Make& make,
                                     const OnPass<typename G::Move>& on_pass) {
    const MakePassSearch<typename G::Move> make_search = [&](int number) { return std::make_unique<PassSearchOf<Search, G>>(make(number), root, moves); };
    return run_passes(root.player() == 0, request, budget, stop, deepening, deepest, make_search, on_pass);
}

}  // namespace zermelo
