// A multi-player game as a coalition sees it: the partners are MAX, all other players are MIN, and the partners' payoffs are
// added up. A coalition of one is the paranoid search.
#pragma once

#include <cmath>
#include <cstdint>

#include "zermelo/base/random.hpp"
#include "zermelo/game/hooks.hpp"

namespace zermelo {

template <MultiPlayerGame G>
class CoalitionView {
public:
    using Move = typename G::Move;
    static constexpr int max_moves = G::max_moves;

    // `partners` has one bit per player.
    CoalitionView(const G& game, std::uint32_t partners) : game_(game), partners_(partners) {
        if (game_.over()) payoff_ = sum("payoffs", game_.payoffs());
    }

    int player() const { return partners_ >> game_.player() & 1 ? 0 : 1; }
    bool over() const { return game_.over(); }
    Value payoff() const { return payoff_; }
    void moves(List<Move, max_moves>& list) const { game_.moves(list); }
    CoalitionView play(Move move) const { return CoalitionView(game_.play(move), partners_); }
    // It matters which of several opponents is to move.
    Key key() const { return mix(game_.key() + static_cast<Key>(game_.player())); }
    Value evaluate() const { return sum("evaluate", game_.static_payoffs()); }
    double report_scale() const { return zermelo::report_scale(game_); }
    Value aspiration_window() const
        requires requires(const G& game) { game.aspiration_window(); }
    {
        return game_.aspiration_window();
    }
    int order_score(Move move) const
        requires requires(const G& game) { game.order_score(move); }
    {
        return game_.order_score(move);
    }

    const G& game() const { return game_; }

private:
    static constexpr double largest = 134e6;  // an entry of the table holds 28 bits

    // For the player to move, in engine units.
    Value sum(const char* function, const Payoffs& payoffs) const {
        double total = 0;
        for (std::size_t player = 0; player < payoffs.size(); ++player)
            if (partners_ >> player & 1) total += payoffs[player];
        total *= report_scale();
        if (std::abs(total) > largest) [[unlikely]] {
            game_.fail(function, "the sum of the partners' payoffs is too large for the engine: use larger units");
            return 0;
        }
        return static_cast<Value>(std::lround(player() == 0 ? total : -total));
    }

    G game_;
    std::uint32_t partners_;
    Value payoff_ = 0;
};

}  // namespace zermelo
