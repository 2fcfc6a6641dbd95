// The training of a scoring polynomial by self-play, generation by generation: games with the last weights, a fit to those of
// the last three generations, and a match that tells what it brought. The same seed makes the same weights with any number of
// threads, and also when it is stopped between two generations and taken up again.
#pragma once

#include <deque>
#include <stdexcept>
#include <string>

#include "zermelo/learning/regression.hpp"

namespace zermelo::learning {

template <Course C>
class Training {
public:
    using Play = typename C::Play;
    using Games = std::vector<PlayedGame<Play>>;
    static constexpr std::size_t remembered = 3;  // generations

    explicit Training(const Effort& effort) : effort_(effort), weights_(C::start()), before_(weights_) {}

    int generation() const { return generation_; }
    std::string weights() const { return C::save(weights_); }
    const std::deque<Games>& window() const { return window_; }
    // Games finished of the play or the match now going on.
    int done() const { return done_.load(std::memory_order_relaxed); }

    // One generation. Where it is stopped nothing has changed.
    Fit learn(const std::atomic<bool>& stop) {
        done_ = 0;
        Games games = self_play<C>(effort_, weights_, generation_ + 1, stop, done_);
        if (stop) return {};
        window_.push_back(std::move(games));
        const Data<C> data(window_, weights_);
        if (data.size() < 20) {
            window_.pop_back();
            throw std::invalid_argument("so few games have too few quiet positions to learn from: ask for more");
        }
        Vector fresh = weights_;
        const Fit told = fit(data, fresh, random_for(effort_.seed, generation_ + 1, -1), stop);
        if (stop) {
            window_.pop_back();
            return {};
        }
        // Rounded as a file has them, so that what is taken up from a file goes on exactly so.
        C::load(C::save(fresh), fresh);
        if (window_.size() > remembered - 1) window_.pop_front();
        before_ = weights_;
        weights_ = fresh;
        ++generation_;
        return told;
    }

    // The newest weights against those before them, or against those of the start.
    Score compare(bool with_start, const std::atomic<bool>& stop) {
        done_ = 0;
        return match<C>(effort_, weights_, with_start ? C::start() : before_, with_start ? 0 : generation_, stop, done_);
    }

    // Takes up a training that was stopped. Says what is wrong, if anything; nothing has changed then.
    std::string resume(int generation, const std::string& weights, std::deque<Games> window) {
        Vector read = weights_;
        if (const std::string error = C::load(weights, read); !error.empty()) return error;
        if (generation < 1 || window.empty() || window.size() >= remembered) return "its generations are not in order";
        for (const Games& games : window)
            for (const PlayedGame<Play>& record : games)
                if (!sound(record)) return "it has a game with a move that is not legal";
        generation_ = generation;
        weights_ = read;
        before_ = read;
        window_ = std::move(window);
        return "";
    }

private:
    static bool sound(const PlayedGame<Play>& record) {
        if (record.values.size() != record.moves.size() || record.opening > record.moves.size()) return false;
        Play game;
        for (const auto move : record.moves) {
            Moves<Play> moves;
            game.moves(moves);
            if (std::find(moves.begin(), moves.end(), move) == moves.end()) return false;
            game = game.play(move);
        }
        return true;
    }

    Effort effort_;
    Vector weights_, before_;
    std::deque<Games> window_;
    int generation_ = 0;
    std::atomic<int> done_{0};
};

}  // namespace zermelo::learning
