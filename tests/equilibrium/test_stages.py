"""Backward induction with simultaneous moves, against the strategic form of the whole game and a formula."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.starting import answer, refusal
from zermelo.equilibrium import equilibria, matrix_game, solve_zero_sum, stage_game, stage_value, stages
from zermelo.games.pig import Pig
from zermelo.state import SIMULTANEOUS, ZermeloError, as_number
from zermelo.textbook import expectiminimax
from zermelo.trees import tree


@dataclass(frozen=True)
class Smuggler:
    """One load, some nights, and a guard who may look once: every night both decide at the same time."""

    nights: int = 4
    guarded: bool = True
    result: int | None = None

    seats: ClassVar[tuple[str, ...]] = ("Smuggler", "Guard")
    player: ClassVar[int] = SIMULTANEOUS

    def moves(self) -> Any:
        return ["go", "wait"], ["look", "sleep"] if self.guarded else ["sleep"]

    def play(self, choice: Any) -> Smuggler:
        smuggler, guard = choice
        if smuggler == "go":
            return replace(self, result=-1 if guard == "look" else 1)
        return Smuggler(self.nights - 1, self.guarded and guard == "sleep", None if self.nights > 1 else 0)

    def utility(self) -> int | None:
        return self.result


@dataclass(frozen=True)
class Rounds:
    """Tables within tables: a whole number ends the game, a table of them is one more choice of both."""

    cell: Any

    player: ClassVar[int] = SIMULTANEOUS

    def moves(self) -> Any:
        return range(len(self.cell)), range(len(self.cell[0]))

    def play(self, choice: Any) -> Rounds:
        row, column = choice
        return Rounds(self.cell[row][column])

    def utility(self) -> Any:
        return None if isinstance(self.cell[0], tuple) else self.cell[0] if len(self.cell) == 1 else self.cell


def ends(*payoffs: int) -> tuple[int, ...]:
    return payoffs


NUMBERS = st.builds(ends, st.integers(-4, 4))
INNER = st.tuples(st.tuples(NUMBERS, NUMBERS), st.tuples(NUMBERS, NUMBERS))
TABLES = st.tuples(st.tuples(INNER, NUMBERS), st.tuples(NUMBERS, INNER))


@settings(max_examples=60)
@given(TABLES)
def test_the_value_equals_that_of_the_whole_strategic_form(table: Any) -> None:
    """A strategy says what to do at first, and in each of the two states in which there is another choice."""

    def outcome(mine: tuple[int, ...], other: tuple[int, ...]) -> int:
        cell = table[mine[0]][other[0]]
        number: int = cell[0] if len(cell) == 1 else cell[mine[1 + mine[0]]][other[1 + mine[0]]][0]
        return number

    strategies = list(product((0, 1), repeat=3))
    whole = matrix_game([[outcome(mine, other) for other in strategies] for mine in strategies])
    assert stage_value(Rounds(table)) == solve_zero_sum(whole).value
    assert solve_zero_sum(stage_game(Rounds(table))).value == stage_value(Rounds(table))


def test_the_smuggler_gains_with_every_night() -> None:
    # With v for one night less a night is the table -1 1; 1 v, whose value is (1 + v) / (3 - v).
    for nights in range(1, 12):
        assert stage_value(Smuggler(nights)) == Fraction(nights - 1, nights + 1)
    game = stage_game(Smuggler(4))
    assert (game.players, game.actions) == (("Smuggler", "Guard"), (("go", "wait"), ("look", "sleep")))
    assert game.payoffs((1, 1)) == (Fraction(1, 2), Fraction(-1, 2))


def test_turns_and_chance_agree_with_expectiminimax() -> None:
    start = tree("A(B?(1/4:C=4 3/4:D(E=8 F=2)) G(H=3 I=7))")
    assert stage_value(start) == expectiminimax(start).value
    assert float(stage_value(Pig(), depth=5)) == pytest.approx(float(as_number(expectiminimax(Pig(), depth=5).value)))


def test_a_last_stage_may_have_any_payoffs() -> None:
    dilemma = (ends(-1, -1), ends(-4, 0)), (ends(0, -4), ends(-3, -3))
    (only,) = equilibria(stage_game(Rounds(dilemma))).extreme
    assert only.payoffs == (Fraction(-3), Fraction(-3))


@dataclass(frozen=True)
class Again:
    player: ClassVar[int] = SIMULTANEOUS

    def moves(self) -> Any:
        return [0, 1], [0, 1]

    def play(self, choice: Any) -> Again:
        return self

    def utility(self) -> None:
        return None


LATER = (ends(1, 1), ends(0, 0)), (ends(0, 0), ends(1, 1))


@pytest.mark.parametrize(
    ("start", "options", "words"),
    [
        (Rounds(((LATER, ends(0)),)), {}, "must be zero-sum"),
        (Again(), {}, "can return to an earlier state"),
        (Again(), {"depth": 3}, "Again has no evaluate"),
        (tree("A(B=1 C=2)"), {}, "does not start with simultaneous moves"),
        (Smuggler(), {"depth": -1}, "depth"),
    ],
)
def test_states_without_a_stage_game_are_refused(start: Any, options: Any, words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        stage_game(start, **options)


def test_the_most_combinations_of_moves_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Rounds(((ends(1, -1), ends(-1, 1)), (ends(-1, 1), ends(1, -1))))
    monkeypatch.setattr(stages, "MAX_CELLS", 4)
    assert stage_game(start).shape == (2, 2)
    monkeypatch.setattr(stages, "MAX_CELLS", 3)
    with pytest.raises(ZermeloError, match="Rounds has more than 3 combinations of moves"):
        stage_game(start)


def test_the_command_takes_a_python_game() -> None:
    found = answer("matrix", f"{__file__}:Smuggler")
    assert found["value"]["value"] == "3/5"
    assert "Pig does not start with simultaneous moves" in refusal("matrix", "zermelo.games.pig:Pig")
