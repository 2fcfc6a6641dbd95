"""Probabilities that do not add up to 1 are refused by every search, and by all that draws."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import pytest

import zermelo
from tests.long import LONG
from zermelo import CHANCE, SIMULTANEOUS
from zermelo.equilibrium.stages import stage_value
from zermelo.players import draw_outcome
from zermelo.state import ZermeloError, outcomes_of
from zermelo.textbook import DECLARATIONS, find_search


class Urn(NamedTuple):
    """Chance, after a move of MAX or at once; then MIN has the last word, if there is one."""

    parts: tuple[Any, ...]
    seen: tuple[Any, ...] = ()
    turns: tuple[int, ...] = (0, CHANCE, 1)

    @property
    def player(self) -> int:
        return self.turns[min(len(self.seen), len(self.turns) - 1)]

    def moves(self) -> Any:
        if self.player == SIMULTANEOUS:
            return [0, 1], [0, 1]
        return list(range(len(self.parts))) if self.player == CHANCE else [0, 1]

    def chances(self) -> list[Any]:
        return list(enumerate(self.parts))

    def play(self, move: Any) -> Urn:
        return self._replace(seen=(*self.seen, move))

    def utility(self) -> float | None:
        return None if len(self.seen) < len(self.turns) else float(hash(self.seen) % 7)

    def evaluate(self) -> float:
        return 0.0


WRONG: tuple[tuple[Any, ...], ...] = (
    (0.4, 0.5),
    (0.6, 0.6),
    (Fraction(1, 3), Fraction(1, 3)),
    (1.5, -0.5),
    (0.5, 0.5 + 1e-6),
)
RIGHT: tuple[tuple[Any, ...], ...] = ((0.1,) * 10, (Fraction(1, 3),) * 3, (1 / 3,) * 3, (1,), (0.5, 0.5 + 1e-12))


def ask_textbook(state: Urn, name: str) -> object:
    options: dict[str, Any] = {option.name: (0, 7) for option in DECLARATIONS[name].options if option.required}
    if not DECLARATIONS[name].suits.opponent_and_chance:
        state = state._replace(turns=tuple(0 if player == 1 else player for player in state.turns))
    if DECLARATIONS[name].has_option("simulations"):
        options["simulations"] = 30
    return find_search(name)(state, **options)


TOGETHER = {"simulations at the same time", "stage_value", "textbook decoupled_uct", "textbook regret_matching"}
DOORS: dict[str, Callable[[Urn], Any]] = {
    "auto": zermelo.search,
    **{f"search by {name}": partial(zermelo.search, method=name) for name in ("expectiminimax", "max_n")},
    "Star1": lambda state: zermelo.search(state, method="expectiminimax", bounds=(0, 7)),
    "simulations": lambda state: zermelo.search(state, method="mcts", simulations=30),
    "simulations at the same time": lambda state: zermelo.search(state, method="mcts", simulations=30),
    "stage_value": stage_value,
    **{
        f"textbook {name}": partial(ask_textbook, name=name)
        for name, each in DECLARATIONS.items()
        if each.suits.chance and (each.suits.turns or each.suits.simultaneous)
    },
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("turns", [(0, CHANCE, 1), (CHANCE, 1)], ids=["after a move", "at the root"])
def test_every_search_refuses_what_does_not_add_up(door: str, turns: tuple[int, ...]) -> None:
    if door in TOGETHER:
        turns = tuple(SIMULTANEOUS if player == 1 else player for player in turns)
    for parts in WRONG:
        with pytest.raises(ZermeloError, match=r"probabilit") as told:
            DOORS[door](Urn(parts, turns=turns))
        assert len(str(told.value).splitlines()) == 1
    for parts in RIGHT:
        assert DOORS[door](Urn(parts, turns=turns)) is not None


def test_whoever_draws_refuses_them_too() -> None:
    for parts in WRONG:
        state = Urn(parts, turns=(CHANCE, 0))
        for draw in (outcomes_of, lambda state: draw_outcome(state, seed=1)):
            with pytest.raises(ZermeloError, match="probabilit"):
                draw(state)
        assert not zermelo.check(state, seconds=0.5 * LONG).ok
    for parts in RIGHT:
        assert draw_outcome(Urn(parts, turns=(CHANCE, 0)), seed=1) in range(len(parts))


def test_probabilities_are_read_where_chance_moves_and_nowhere_else() -> None:
    """The check costs as many calls as the search makes anyway."""
    calls: list[Any] = []

    class Counted(Urn):
        def chances(self) -> list[Any]:
            calls.append(self)
            return Urn.chances(self)

    zermelo.search(Counted((0.5, 0.5)), method="expectiminimax", depth=3)
    assert len(calls) <= 2 * len(set(calls)) <= 4
