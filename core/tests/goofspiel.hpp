// Goofspiel for any number of players, a native game with simultaneous moves: chance turns up a prize, each player bids a card, and the
// highest bid takes the prize if there is no other like it.
#pragma once

#include "zermelo/game/simultaneous_game.hpp"

class Goofspiel {
public:
    using Move = std::uint8_t;  // a card; for chance a prize
    static constexpr int max_moves = 8;

    Goofspiel(std::size_t players, int cards) : players_(players), prizes_((1u << cards) - 1) { hands_.fill(prizes_); }

    std::size_t players() const { return players_; }
    bool over() const { return prizes_ == 0 && prize_ == 0; }
    bool chance() const { return !over() && prize_ == 0; }
    void moves(std::size_t player, zermelo::Moves<Goofspiel>& out) const {
        if (prize_ != 0) list(hands_[player], out);
    }
    void chances(zermelo::Moves<Goofspiel>& out, zermelo::Probabilities<Goofspiel>& probabilities) const {
        list(prizes_, out);
        for (std::size_t at = 0; at < out.size(); ++at) probabilities[at] = 1.0 / static_cast<double>(out.size());
    }
    Goofspiel play(const zermelo::JointMove<Goofspiel>& joint) const {
        Goofspiel next = *this;
        if (prize_ == 0) {
            next.prize_ = joint[0], next.prizes_ &= ~(1u << (joint[0] - 1));
            return next;
        }
        std::size_t best = 0, same = 0;
        for (std::size_t player = 0; player < players_; ++player) {
            next.hands_[player] &= ~(1u << (joint[player] - 1));
            if (joint[player] > joint[best]) best = player;
        }
        for (std::size_t player = 0; player < players_; ++player) same += joint[player] == joint[best];
        if (same == 1) next.points_[best] += prize_;
        next.prize_ = 0;
        return next;
    }
    // What each has more than the others on average.
    zermelo::Payoffs payoffs() const {
        double sum = 0;
        zermelo::Payoffs out;
        for (std::size_t player = 0; player < players_; ++player) sum += points_[player];
        for (std::size_t player = 0; player < players_; ++player)
            out.push_back(points_[player] - (sum - points_[player]) / static_cast<double>(players_ - 1));
        return out;
    }

private:
    static void list(unsigned cards, zermelo::Moves<Goofspiel>& out) {
        for (Move card = 1; cards >> (card - 1); ++card)
            if (cards >> (card - 1) & 1) out.push_back(card);
    }

    std::size_t players_;
    unsigned prizes_;
    std::array<unsigned, zermelo::max_players> hands_{};
    std::array<int, zermelo::max_players> points_{};
    Move prize_ = 0;
};
