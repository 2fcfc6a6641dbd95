// The evaluation of a search, chosen when it starts: the game's own, or any function. It is one type, so that each search is compiled
// once for each game.
#pragma once

#include <concepts>
#include <type_traits>

#include "zermelo/game/hooks.hpp"

namespace zermelo {

template <class G>
class AnyEvaluation {
public:
    // The game's own evaluation; 0 everywhere if it has none.
    AnyEvaluation() = default;

    // A function of a game. It must outlive the search.
    template <class Function>
        requires(!std::same_as<std::remove_const_t<Function>, AnyEvaluation>)
    explicit AnyEvaluation(Function& function)
        : function_(const_cast<void*>(static_cast<const void*>(&function))),
          call_([](void* called, const G& game) -> Value { return (*static_cast<Function*>(called))(game); }) {}

    // For the player to move, in engine units.
    Value operator()(const G& game) const {
        if (call_) return call_(function_, game);
        if constexpr (HasEvaluation<G>) return game.evaluate();
        else return 0;
    }

private:
    void* function_ = nullptr;
    Value (*call_)(void*, const G&) = nullptr;
};

}  // namespace zermelo
