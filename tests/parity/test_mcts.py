"""Monte-Carlo tree search: from the same random numbers, the engine grows the textbook's tree."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo import search
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim
from zermelo.games.othello import Othello4
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.result import Result, RootMove
from zermelo.state import State
from zermelo.textbook import mcts

MASK = 2**64 - 1
PLAIN: dict[str, Any] = {"rewards": "score", "solver": False, "playouts": "uniform", "selection": "uct"}
"""The engine without its additions."""


def mix(number: int) -> int:
    """Return SplitMix64's next number, as core/zermelo/base/random.hpp has it."""
    number = (number + 0x9E3779B97F4A7C15) & MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return number ^ (number >> 31)


class CoreRandom:
    """The random numbers of the core, by the methods of `random.Random` that the textbook calls."""

    def __init__(self, seed: int) -> None:
        self.state = mix(seed)

    def next(self) -> int:
        self.state += 1
        return mix((self.state - 1) & MASK)

    def below(self, limit: int) -> int:
        return ((self.next() >> 32) * limit) >> 32

    def choice(self, items: Any) -> Any:
        items = list(items)
        return items[self.below(len(items))]

    def choices(self, items: list[Any], weights: list[float]) -> list[Any]:
        left, place = (self.next() >> 11) * 2.0**-53, 0
        while place + 1 < len(items) and left >= weights[place]:
            left -= weights[place]
            place += 1
        return [items[place]]

    def shuffle(self, items: list[Any]) -> None:
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]


def visits(result: Result[Any]) -> dict[Any, tuple[int | None, Any]]:
    return {move.move: (move.visits, move.value) for move in result.moves}


@pytest.mark.parametrize(
    "state",
    [
        TicTacToe(),
        TicTacToe().play(4),
        ConnectFour("4455"),
        ConnectFour("444"),
        Othello4(),
        Nim((2, 3)),
        Coins((3, 1, 4, 1, 5)),
        Pig(),
    ],
    ids=str,
)
@pytest.mark.parametrize("seed", [0, 7])
def test_same_tree(state: State, seed: int) -> None:
    exploration = 0.9
    twin: Any = CoreRandom(seed)
    textbook = mcts(state, simulations=600, exploration=exploration, seed=twin)
    options = PLAIN if not isinstance(state, Coins | Pig) else {}
    engine = search(state, method="mcts", simulations=600, exploration=exploration, seed=seed, **options)
    assert engine.line == textbook.line
    found = visits(engine)
    for move, (count, value) in visits(textbook).items():
        assert found[move][0] == count
        assert found[move][1] == pytest.approx(value)
    assert sum(engine.shape) == textbook.nodes - 1  # without the root


def test_same_default_constant() -> None:
    twin: Any = CoreRandom(3)
    textbook, engine = (
        mcts(TicTacToe(), simulations=300, seed=twin),
        search(TicTacToe(), method="mcts", simulations=300, seed=3, **PLAIN),
    )
    assert {move: found[0] for move, found in visits(engine).items()} == {
        move: found[0] for move, found in visits(textbook).items()
    }


@pytest.mark.parametrize("state", [TicTacToe(), TicTacToe().play(4), Coins((3, 1, 4, 1, 5)), ConnectFour("4")], ids=str)
def test_of_equally_visited_moves_the_one_with_the_best_mean_is_the_answer(state: Any) -> None:
    """With few simulations most moves have been visited equally often."""
    ties, options = 0, {"solver": False} if isinstance(state, Coins) else PLAIN
    for seed in range(30):
        for found in (
            mcts(state, simulations=2 * len(state.moves()), seed=seed),
            search(state, method="mcts", simulations=2 * len(state.moves()), seed=seed, **options),
        ):

            def rank(each: RootMove[Any]) -> tuple[int, float]:
                worth: Any = each.value
                return each.visits or 0, worth[state.player] if isinstance(worth, tuple) else worth * (
                    1 - 2 * state.player
                )

            (answer,) = (each for each in found.moves if each.move == found.move)
            ties += sum(each.visits == answer.visits for each in found.moves) > 1
            assert rank(answer) == max(map(rank, found.moves))
    assert ties, "else the test could not fail"
