// Checks a proof about checkers (see checkers_proof_file.hpp). It knows the rules and the endgame tables, and no search: what it
// accepts follows from those two alone.
//
// Why an accepted set is right. `wins`: by induction over the order of the set, this side wins each position in it, since it can
// move to, or the opponent must move to, a position won by the rules, by the tables or by induction. `holds`: this side plays the
// named moves. As long as play stays in the set the game is not over, and each move stays in the set or leaves it for a position
// that is not lost by the rules or the tables. So the opponent never wins.
//
// Of an unfinished proof the positions that are not shown are left out, and then those that rest on them.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "zermelo/games/checkers/notation.hpp"
#include "zermelo/games/checkers/proof_file.hpp"

namespace zermelo::checkers {

// Positions by their boards and the player to move; the clock and the draw rules do not matter here.
template <int Size>
constexpr BasicCheckers<Size> without_rules(const BasicCheckers<Size>& game) {
    return BasicCheckers<Size>::of(game.black(), game.white(), game.kings(), game.player());
}
struct HashOfGame {
    template <class Game>
    std::size_t operator()(const Game& game) const {
        return static_cast<std::size_t>(game.key());
    }
};
template <int Size, class T>
using MapOfGames = std::unordered_map<BasicCheckers<Size>, T, HashOfGame>;

// The result for the player to move by the rules or by the tables of up to `pieces` pieces.
template <int Size>
std::optional<Result> known_result(const BasicCheckers<Size>& game, const EndgameTables<Size>& tables, int pieces) {
    if (!game.has_moves()) return Result::loss;
    if (std::popcount(game.black() | game.white()) > pieces) return std::nullopt;
    return tables.probe(game);
}

// Whether a result for the player to move is what a set of `side` promises.
inline bool keeps(Result result, bool side_to_move, bool wins) {
    if (side_to_move) return wins ? result == Result::win : result != Result::loss;
    return wins ? result == Result::loss : result != Result::win;
}

// The bounds of a value, for Black: -1, 0 or 1.
struct ProvenBounds {
    int lower = -1, upper = 1;
};

template <int Size>
class ProofCheck {
public:
    using Game = BasicCheckers<Size>;

    ProofCheck(const ProofFile<Size>& proof, const EndgameTables<Size>& tables) : proof_(proof), tables_(tables) {}

    // Returns an empty string, or what is wrong with the proof.
    std::string run() {
        for (int side = 0; side < 2; ++side)
            for (const bool wins : {true, false})
                if (std::string error = check(side, wins); !error.empty()) return error;
        if (proof_.proven == Proven::nothing) return "";
        std::vector<Game> questions{proof_.root};
        if (proof_.proven == Proven::moves) proof_.root.each_move([&](Move, const Change& change) { questions.push_back(proof_.root.play(change)); });
        for (const Game& game : questions)
            if (bounds(game).lower != bounds(game).upper) return "it does not show the value of " + format_fen(without_rules(game));
        return "";
    }

    // What the proof shows about a position. Only of a proof that `run` accepted.
    ProvenBounds bounds(const Game& game) const {
        const auto shown = [&](int side, bool wins) { return holds_after(game, side, wins, SIZE_MAX); };
        ProvenBounds bounds;
        if (shown(0, false)) bounds.lower = 0;
        if (shown(0, true)) bounds.lower = 1;
        if (shown(1, false)) bounds.upper = 0;
        if (shown(1, true)) bounds.upper = -1;
        return bounds;
    }

private:
    const ProofFile<Size>& proof_;
    const EndgameTables<Size>& tables_;
    std::array<std::array<MapOfGames<Size, std::size_t>, 2>, 2> places_;  // in the set of a side; [1] for wins

    // Whether a position is shown by the rules, the tables, or the first `before` positions of a set.
    bool holds_after(const Game& reached, int side, bool wins, std::size_t before) const {
        const Game game = without_rules(reached);
        if (const auto result = known_result(game, tables_, proof_.table_pieces)) return keeps(*result, game.player() == side, wins);
        const auto place = places_[side][wins].find(game);
        return place != places_[side][wins].end() && place->second < before;
    }

    std::string check(int side, bool wins) {
        const auto& steps = (wins ? proof_.wins : proof_.holds)[side];
        auto& places = places_[side][wins];
        for (std::size_t at = 0; at < steps.size(); ++at) places.emplace(steps[at].game, at);
        // Backwards, because what a position needs to be held stands behind it in an unfinished proof.
        for (bool again = true; again;) {
            again = false;
            for (std::size_t step = 0; step < steps.size(); ++step) {
                const std::size_t at = wins ? step : steps.size() - 1 - step;
                if (!places.contains(steps[at].game) || shows(steps[at], side, wins, wins ? at : SIZE_MAX)) continue;
                if (proof_.proven != Proven::nothing)
                    return std::string(side == 0 ? "Black" : "White") + (wins ? " is not shown to win " : " is not shown to hold ") + format_fen(steps[at].game);
                places.erase(steps[at].game);
                again = !wins;
            }
        }
        return "";
    }

    // Whether the moves of a step lead to what is shown.
    bool shows(const ProofStep<Size>& step, int side, bool wins, std::size_t before) const {
        List<Move, Game::max_moves> moves;
        step.game.legal_moves(moves);
        const bool chooses = step.game.player() == side;
        if (moves.empty() || (chooses ? step.choice >= moves.size() : step.choice != ProofStep<Size>::all_moves)) return false;
        for (std::size_t move = 0; move < moves.size(); ++move)
            if ((!chooses || move == step.choice) && !holds_after(step.game.play(moves[move]), side, wins, before)) return false;
        return true;
    }
};

}  // namespace zermelo::checkers
