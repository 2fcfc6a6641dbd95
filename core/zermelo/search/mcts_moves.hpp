// The moves of a node in the order in which Monte-Carlo tree search tries them, with their priors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/game/hooks.hpp"
#include "zermelo/search/request.hpp"

namespace zermelo {

template <class G>
class MoveLister {
public:
    using Move = typename G::Move;

    explicit MoveLister(const SearchRequest& request) : request_(request) {}

    // The moves in `moves`, and their priors or none; of chance, the probabilities. `given` are priors in natural order, if they are
    // known. With the solver a move that wins at once is the only one, but not at the root (`inner`).
    const std::vector<float>& list(const G& game, bool inner, const std::vector<float>& given, Random& random, Moves<G>& moves) {
        priors_.clear();
        if (game.player() < 0) {
            if constexpr (HasChance<G>) {
                Probabilities<G> probabilities;
                game.chances(moves, probabilities);
                for (std::size_t outcome = 0; outcome < moves.size(); ++outcome) priors_.push_back(static_cast<float>(probabilities[outcome]));
            }
            return priors_;
        }
        game.moves(moves);
        if (!inner) drop_repeated(moves);
        if constexpr (HasWinningMove<G>)
            if (request_.solver && inner)
                if (const auto move = game.winning_move()) {
                    moves.clear(), moves.push_back(*move);
                    priors_.assign(1, 1.0f);
                    return priors_;
                }
        if (!given.empty() && given.size() == moves.size()) priors_ = given, sort(moves, priors_);
        else if (!sort_by_prior(game, random, moves)) shuffle(random, moves);
        return priors_;
    }

private:
    // The likeliest move first, if the game and the search have priors or an order of moves.
    bool sort_by_prior([[maybe_unused]] const G& game, [[maybe_unused]] Random& random, Moves<G>& moves) {
        if constexpr (HasPriors<G>) {
            if (request_.selection != Selection::puct && request_.bias == 0 && request_.widening == 0) return false;
            priors_.resize(moves.size());
            game.priors(moves, priors_.data());
            sort(moves, priors_);
            return true;
        }
        priors_.assign(moves.size(), 1.0f / static_cast<float>(moves.size()));
        if constexpr (HasMoveOrdering<G>)
            if (request_.widening > 0) {
                shuffle(random, moves);
                scores_.clear();
                for (const Move move : moves) scores_.push_back(static_cast<float>(game.order_score(move)));
                sort(moves, scores_);
                return true;
            }
        return false;
    }

    // A game from outside may list a move more than once; at the root it is an answer only once.
    static void drop_repeated(Moves<G>& moves) {
        const Moves<G> listed = moves;
        moves.clear();
        for (const Move move : listed)
            if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
    }

    // The largest score first; moves with equal ones keep their order. Counting what comes before each needs no branches, and is
    // quicker than sorting up to some hundred moves.
    void sort(Moves<G>& moves, std::vector<float>& scores) {
        const Moves<G> listed = moves;
        unsorted_ = scores;
        const float* const score = unsorted_.data();
        const int count = static_cast<int>(listed.size());
        for (int at = 0; at < count; ++at) {
            int place = 0;
            for (int other = 0; other < at; ++other) place += score[other] >= score[at];
            for (int other = at + 1; other < count; ++other) place += score[other] > score[at];
            const auto to = static_cast<std::size_t>(place);
            scores[to] = score[at], moves[to] = listed[static_cast<std::size_t>(at)];
        }
    }

    static void shuffle(Random& random, Moves<G>& moves) {
        for (std::size_t at = moves.size(); at-- > 1;) std::swap(moves[at], moves[random.below(static_cast<std::uint32_t>(at + 1))]);
    }

    const SearchRequest& request_;
    std::vector<float> priors_, scores_, unsorted_;
};

}  // namespace zermelo
