// A game from outside that has a payoff for each player, as some of them see it who play together: they are MAX, all the others
// are MIN, and what the partners get is added up. One player alone against all the others is called paranoid.
#pragma once

#include <cstdint>

#include "zermelo/games/foreign.hpp"

namespace zermelo {

template <std::size_t Bytes, int MostMoves>
class ForeignAlliance {
public:
    using Own = ForeignGame<Bytes, MostMoves>;
    using Move = typename Own::Move;
    static constexpr int max_moves = Own::max_moves;

    // `partners` has a bit for each of them.
    ForeignAlliance(const Own& game, std::uint32_t partners) : game_(game), partners_(partners) {
        if (game_.over()) payoff_ = together("payoffs", game_.units());
    }

    int player() const { return partners_ >> game_.player() & 1 ? 0 : 1; }
    bool over() const { return game_.over(); }
    Value payoff() const { return payoff_; }
    Value aspiration() const { return game_.aspiration(); }
    void moves(List<Move, max_moves>& list) const { game_.moves(list); }
    ForeignAlliance play(Move move) const { return ForeignAlliance(game_.play(move), partners_); }
    // Among several enemies it matters which of them is to move.
    Key key() const { return mix(game_.key() + static_cast<Key>(game_.player())); }
    Value evaluate() const { return together("evaluate", game_.judged_units()); }
    int rank(Move move) const { return game_.rank(move); }

    const Own& own() const { return game_; }
    ForeignTable& table() const { return game_.table(); }

private:
    // For the player to move.
    Value together(const char* function, const typename Own::Units& units) const {
        std::int64_t sum = 0;
        for (std::size_t at = 0; at < units.size(); ++at)
            if (partners_ >> at & 1) sum += units[at];
        if (sum > ZERMELO_MOST || sum < -ZERMELO_MOST) [[unlikely]] {
            table().fail(function, ZERMELO_OK, "what partners get together must lie between -134,000,000 and 134,000,000", -1, game_.state());
            return 0;
        }
        return static_cast<Value>(player() == 0 ? sum : -sum);
    }

    Own game_;
    std::uint32_t partners_;
    Value payoff_ = 0;
};

}  // namespace zermelo
