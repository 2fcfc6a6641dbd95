"""The positions that the fuzzer of the seam searches: of every listed game, rule sheets, trees, a library and odd Python games."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any, NamedTuple

import zermelo
from zermelo.engine.backends import backend_of
from zermelo.games import GAMES, SMALL_BOARDS, load_game
from zermelo.games.gdl.game import make_game
from zermelo.games.gdl.sheets import sheet_names, sheet_text
from zermelo.methods import suitable_methods
from zermelo.state import CHANCE, SIMULTANEOUS, Number, ZermeloError, as_payoffs
from zermelo.trees import random_tree

ROOT = Path(__file__).parents[2]
FEW_SHEETS = ("tic_tac_toe_three", "coins", "prisoners_dilemma")
"""Rule sheets that are ground at once, for a short run."""
PLIES = 80
"""How far a position is at most from the start of its game."""


class Position(NamedTuple):
    """A position to search, whether an exhaustive search of it takes no time, and the methods that suit it."""

    game: str
    state: Any
    small: bool
    methods: tuple[str, ...] = ("auto",)


def true_value(position: Position) -> Any:
    """Return the value of a small position by its definition: one payoff per player, exactly where the game has exact numbers."""
    return _payoffs(position.state)


def _payoffs(state: Any) -> tuple[Any, ...]:
    utility = state.utility()
    if utility is not None:
        return as_payoffs(utility)
    if state.player == CHANCE:
        parts = [(chance, _payoffs(state.play(move))) for move, chance in state.chances()]
        return tuple(sum(chance * payoffs[player] for chance, payoffs in parts) for player in range(len(parts[0][1])))
    return max((_payoffs(state.play(move)) for move in state.moves()), key=lambda payoffs: payoffs[state.player])


class Odd(NamedTuple):
    """Three players and chance take turns; moves come twice and are of any type, and whole states are equal often."""

    left: int = 6
    gains: tuple[int, ...] = (0, 0, 0)
    player: int = 0

    def moves(self) -> list[Any]:
        return [1, "two", 1, (3, None), 1.0][: self.left + 1]

    def play(self, move: Any) -> Odd:
        gains = list(self.gains)
        if self.player >= 0:
            gains[self.player] += {1: 1, "two": 2}.get(move, 3)
        following = {0: 1, 1: 2, 2: CHANCE, CHANCE: 0}[self.player]
        return Odd(self.left - 1, tuple(gains), following)

    def chances(self) -> list[tuple[Any, float]]:
        return [(1, 1 / 3), ("two", 2 / 3)]

    def utility(self) -> tuple[int, ...] | None:
        return None if self.left > 0 else self.gains


class Keyless:
    """States that are neither equal nor hashable by what they hold, with fractions as payoffs and moves that are lists."""

    __hash__ = None  # type: ignore[assignment]  # it is the point

    def __init__(self, sum: int = 0) -> None:
        self.sum, self.player = sum, sum % 2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keyless) and other.sum == self.sum

    def key(self) -> int:
        return self.sum

    def moves(self) -> list[list[int]]:
        return [[1], [2], [2]]

    def play(self, move: list[int]) -> Keyless:
        return Keyless(self.sum + move[0])

    def utility(self) -> Number | None:
        return 0.25 * (self.sum % 5) - 0.5 if self.sum > 8 else None

    def evaluate(self) -> float:
        return -0.125 * self.sum


def positions(random: Random, *, sheets: Sequence[str] | None = None, each: int = 6) -> list[Position]:
    """Return some positions of every game; rule sheets are all that there are unless some are named."""
    found: list[Position] = []
    for game, start in _starts(random, sheet_names() if sheets is None else sheets):
        methods = suitable_methods(start, backend_of(start).kind) or ("auto",)
        for number in range(each):
            state = start
            for _ in range(random.randrange(PLIES) if number else 0):
                following = _random_child(state, random)
                if following is None:
                    break
                state = following
            found.append(Position(game, state, is_small(state), methods))
    return found


def is_small(state: Any, most: int = 400) -> bool:
    """Whether fewer states than so many can be reached, counted with repetitions."""
    waiting, seen = [state], 0
    while waiting:
        at = waiting.pop()
        seen += 1
        if seen > most:
            return False
        waiting.extend(children(at))
    return True


def children(state: Any) -> Iterator[Any]:
    """Yield what the moves of a state lead to."""
    if state.utility() is not None:
        return
    if state.player == SIMULTANEOUS:
        lists = state.moves()
        most = max(len(each) for each in lists)
        for number in range(most):
            yield state.play(tuple(each[number % len(each)] for each in lists))
        return
    moves = [move for move, _ in state.chances()] if state.player == CHANCE else state.moves()
    for move in moves:
        yield state.play(move)


def _random_child(state: Any, random: Random) -> Any:
    if state.utility() is not None:
        return None
    if state.player == SIMULTANEOUS:
        return state.play(tuple(random.choice(each) for each in state.moves()))
    moves = [move for move, _ in state.chances()] if state.player == CHANCE else state.moves()
    return state.play(random.choice(moves))


def _starts(random: Random, sheets: Sequence[str]) -> Iterator[tuple[str, Any]]:
    for slug in (*GAMES, *SMALL_BOARDS):
        yield slug, load_game(slug)
    for name in sheets:
        yield f"{name}.kif", make_game(sheet_text(name), name)()
    for chance in (False, True):
        yield (
            "tree",
            random_tree(random.randrange(1 << 30), branching=(1, 3), depth=4, chance=chance, statics=not chance),
        )
    yield "tree", random_tree(random.randrange(1 << 30), branching=3, players=3)
    yield from (("odd", Odd()), ("keyless", Keyless()))
    if (library := _library()) is not None:
        yield "connect_four.so", library


@cache
def _library() -> Any:
    """A game in C, if there is a compiler."""
    made = Path(mkdtemp()) / "connect_four.so"
    command = [
        "cc",
        "-O2",
        "-shared",
        "-fPIC",
        f"-I{ROOT / 'core'}",
        str(ROOT / "examples/connect_four.c"),
        "-o",
        str(made),
    ]
    try:
        subprocess.run(command, check=True)
        return zermelo.load_library(made)
    except (OSError, ZermeloError):  # it is tried in a process of its own, which a busy machine may take too long for
        return None
