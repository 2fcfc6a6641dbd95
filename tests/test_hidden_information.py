"""Games in which players do not see everything: every door refuses them, in the same sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from itertools import permutations
from typing import Any, NamedTuple

import pytest

import zermelo
from zermelo import CHANCE, SIMULTANEOUS, textbook
from zermelo.engine.expectiminimax import search_fixed_depth
from zermelo.equilibrium.stages import stage_game, stage_value
from zermelo.kinds.estimate import estimate
from zermelo.kinds.kind import Unsuitable
from zermelo.kinds.survey import survey
from zermelo.kinds.symmetry import merge_symmetric
from zermelo.methods import METHOD_NAMES, search_async
from zermelo.players import PLAYERS, PlayerSpec, choose, play, seated
from zermelo.state import ZermeloError
from zermelo.textbook import DECLARATIONS, find_search


class Kuhn(NamedTuple):
    """Kuhn's poker: a card of three for each player, and one bet."""

    cards: tuple[int, ...] = ()
    bets: str = ""

    @property
    def player(self) -> int:
        return len(self.bets) % 2 if self.cards else CHANCE

    def moves(self) -> list[Any]:
        return ["pass", "bet"] if self.cards else list(permutations(range(3), 2))

    def chances(self) -> list[Any]:
        return [(deal, 1 / 6) for deal in self.moves()]

    def play(self, move: Any) -> Kuhn:
        return Kuhn(self.cards, self.bets + move[0]) if self.cards else Kuhn(move)

    def utility(self) -> int | None:
        if self.bets not in ("pp", "bp", "bb", "pbp", "pbb"):
            return None
        if self.bets.endswith("bp"):
            return 1 if self.bets == "bp" else -1
        return (1 if self.cards[0] > self.cards[1] else -1) * (2 if "b" in self.bets else 1)

    def information(self) -> Any:
        return self.cards[self.player], self.bets

    def evaluate(self) -> int:
        return 0

    def key(self) -> Any:
        return self


class Together(NamedTuple):
    """Players move at the same time, and hide something besides their moves."""

    player: int = SIMULTANEOUS

    def moves(self) -> tuple[list[int], list[int]]:
        return [0, 1], [0, 1]

    def play(self, moves: Any) -> Any:
        return self._replace(player=0)

    def utility(self) -> int | None:
        return None if self.player else 0

    def information(self) -> Any:
        return None

    def key(self) -> Any:
        return self


def ask_textbook(state: Any, name: str) -> object:
    options: dict[str, Any] = {option.name: (-2, 2) for option in DECLARATIONS[name].options if option.required}
    return find_search(name)(state, **options)


DOORS: dict[str, Callable[[Any], object]] = {
    **{f"search by {name}": partial(zermelo.search, method=name) for name in METHOD_NAMES},
    "search_async": lambda state: asyncio.run(search_async(state)),
    "solve": zermelo.solve,
    "prove": zermelo.prove,
    "a fixed depth": lambda state: search_fixed_depth(state, "minimax", depth=1),
    **{f"textbook {name}": partial(ask_textbook, name=name) for name in DECLARATIONS if name != "coalition"},
    "textbook coalition": lambda state: textbook.coalition(state, partners=(0,)),
    "a merged game": lambda state: textbook.minimax(merge_symmetric(state)),
    "stage_game": stage_game,
    "stage_value": stage_value,
    **{
        f"player {kind.name}": partial(choose, player=kind.name, seat=0)
        for kind in PLAYERS
        if kind.is_builtin and kind.name != "random" and not kind.suits.needs
    },
    "the lab": lambda state: survey(state).in_turns(state),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("state", [Kuhn((2, 0)), Together()], ids=["in turns", "at the same time"])
def test_every_door_refuses(door: str, state: Any) -> None:
    with pytest.raises(ZermeloError) as told:
        DOORS[door](state)
    said = str(told.value)
    assert "hides information (it has information())" in said or "as players do not see everything" in said
    assert isinstance(told.value, Unsuitable)


def test_it_is_called_so() -> None:
    described = zermelo.describe(Kuhn())
    assert "hidden information" in str(described).splitlines()[0]
    assert (described.hidden, described.perfect_information) == (True, False)
    assert (described.searches, described.methods, described.ways) == ((), (), ("random",))
    assert set(described.unsuitable.values()) == {"players do not see everything"}
    assert any("players do not see everything" in note for note in zermelo.check(Kuhn()).notes)
    found = estimate(Kuhn())
    assert found.hidden
    assert "players do not see everything" in str(found)


def test_random_players_play_it() -> None:
    with seated([PlayerSpec.parse("random"), PlayerSpec.parse("random")]) as players:
        *_, last = play(Kuhn(), players, seed=1)
    assert last.state.utility() is not None


def test_a_field_of_that_name_hides_nothing() -> None:
    class News(NamedTuple):
        information: tuple[int, ...] = (1, 2)
        player: int = 0

        def moves(self) -> list[int]:
            return [0]

        def play(self, move: int) -> News:
            return self._replace(player=1)

        def utility(self) -> int | None:
            return 1 if self.player else None

    assert zermelo.search(News()).value == 1
    assert zermelo.describe(News()).perfect_information


def test_it_is_not_compiled_away() -> None:
    pytest.importorskip("numba")

    class Card(NamedTuple):
        card: int = 0
        player: int = 0

        def moves(self) -> list[int]:
            return [0]

        def play(self, move: int) -> Any:
            return Card(self.card, 1)

        def utility(self) -> int | None:
            return 1 if self.player else None

        def information(self) -> int:
            return 0

    with pytest.raises(ZermeloError, match="hides information"):
        zermelo.compiled(Card)
