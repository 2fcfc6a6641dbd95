// The move-average sampling technique (Finnsson and Björnsson 2008): a playout policy for any game. A move that went well in the
// simulations so far, wherever it was made, is likely to be made again: its weight is exp(mean / temperature), with means from 0 to 1.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "zermelo/game/move_code.hpp"
#include "zermelo/search/playout.hpp"

namespace zermelo {

template <class Move>
class MoveAverages {
public:
    // One of the moves of a player; false if there is none.
    template <class G>
    bool draw(const G& game, Random& random, Move& move) {
        const int player = game.player();
        if (player < 0) return draw_move(game, random, move);
        const std::vector<Average>& averages = of(player);
        Moves<G> moves;
        game.moves(moves);
        if (moves.empty()) return false;
        weights_.resize(moves.size());
        float sum = 0;
        for (std::size_t at = 0; at < moves.size(); ++at) weights_[at] = sum += averages[move_code(moves[at])].weight;
        const float wanted = static_cast<float>(random.next() >> 40) * 0x1p-24f * sum;
        std::size_t at = 0;
        while (at + 1 < moves.size() && weights_[at] <= wanted) ++at;
        move = moves[at];
        return true;
    }

    // `reward` is of the player who made the move, from 0 to 1.
    void learn(int player, Move move, double reward) {
        Average& average = of(player)[move_code(move)];
        average.total += static_cast<float>(reward);
        average.visits += 1;
        average.weight = std::exp(average.total / average.visits / temperature);
    }

private:
    static constexpr float temperature = 0.05f;

    struct Average {
        float total = 0, visits = 0;
        float weight = std::exp(1 / temperature);  // of a move never made, so that it is tried
    };
    std::vector<Average>& of(int player) {
        const auto at = static_cast<std::size_t>(player);
        if (players_.size() <= at) players_.resize(at + 1);
        if (players_[at].empty()) players_[at].resize(move_codes<Move>);
        return players_[at];
    }

    std::vector<std::vector<Average>> players_;
    std::vector<float> weights_;  // sums up to each move
};

}  // namespace zermelo
