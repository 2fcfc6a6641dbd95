"""Simultaneous moves: from the same random numbers, the engine grows the textbook's trees."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.test_auto import Pennies
from tests.engine.test_simultaneous import Mixed
from tests.kinds.test_kinds import Prisoners
from tests.parity.test_mcts import CoreRandom
from zermelo import search
from zermelo.games.goofspiel import Goofspiel
from zermelo.result import StrategyMove
from zermelo.state import State
from zermelo.textbook import decoupled_uct, regret_matching


def records(strategies: tuple[tuple[StrategyMove[Any], ...], ...]) -> list[Any]:
    return [
        [(each.move, each.visits, pytest.approx(each.probability), pytest.approx(each.mean)) for each in moves]
        for moves in strategies
    ]


@pytest.mark.parametrize(
    "state",
    [Pennies(), Prisoners(), Goofspiel(3), Goofspiel(4).play(3), Goofspiel(5).play(2), Mixed(), Mixed(4, 1)],
    ids=lambda state: type(state).__name__,
)
@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("selection", ["uct", "regret_matching"])
def test_same_tree(state: State, seed: int, selection: str) -> None:
    twin: Any = CoreRandom(seed)
    if selection == "uct":
        textbook = decoupled_uct(state, simulations=400, exploration=0.3, seed=twin)
    else:
        textbook = regret_matching(state, simulations=400, random_share=0.3, seed=twin)
    engine = search(state, method="mcts", selection=selection, simulations=400, exploration=0.3, seed=seed)
    assert records(textbook.strategies) == [
        [(each.move, each.visits, each.probability, each.mean) for each in moves] for moves in engine.strategies
    ]
    assert engine.value == pytest.approx(textbook.value)
    assert engine.move == textbook.move
    assert sum(engine.shape) == textbook.nodes - 1  # without the root
