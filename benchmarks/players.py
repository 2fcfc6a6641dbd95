"""Benchmarks with many players: the engine's max^n and MCTS over Python states, against the textbook's."""

from __future__ import annotations

from benchmarks.table import Table, best_of
from zermelo.games.coins import Coins
from zermelo.methods import search
from zermelo.state import State
from zermelo.textbook import max_n, mcts

CELLS = 16
LINES = tuple(
    sum(1 << (4 * (row + down * step) + column + right * step) for step in range(3))
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    for row in range(4 - 2 * down)
    for column in range(4)
    if 0 <= column + 2 * right < 4
)
DEPTH, ROUNDS = 5, 5_000


class LightThree:
    """Three in a row for three players on a board of four by four, in minimal Python.

    A state holds the stones of the player who moved last, those of the two players before, and whose turn it is.
    """

    __slots__ = ("last", "later", "other", "player")

    def __init__(self, last: int = 0, later: int = 0, other: int = 0, player: int = 0) -> None:
        self.last, self.later, self.other, self.player = last, later, other, player

    def moves(self) -> list[int]:
        stones = self.last | self.later | self.other
        return [cell for cell in range(CELLS) if not stones >> cell & 1]

    def play(self, cell: int) -> LightThree:
        return LightThree(self.other | 1 << cell, self.last, self.later, (self.player + 1) % 3)

    def utility(self) -> tuple[int, ...] | None:
        stones = self.last
        for line in LINES:
            if stones & line == line:
                return ((0, 0, 6), (6, 0, 0), (0, 6, 0))[self.player]
        return (2, 2, 2) if (stones | self.later | self.other) == (1 << CELLS) - 1 else None


def speed() -> Table:
    """Compare the nodes and simulations per second of the same searches."""
    coins = Coins(tuple(number * 7 % 11 for number in range(15)))
    rows = [*_rows("Coins, a row of 15", coins, None), *_rows("three in a row for three", LightThree(), DEPTH)]
    return Table(
        "Many players, games written in Python",
        "Max^n in nodes per second, Monte Carlo tree search in simulations per second. The limit is the speed of calling the "
        "game's own methods for every node that max^n visits.",
        ["search", "limit", "textbook", "engine", "engine / textbook"],
        [row for row, _ in rows],
        {"max_n_against_textbook": rows[2][1], "playouts_against_textbook": rows[3][1]},
    )


def _rows(name: str, start: State, depth: int | None) -> list[tuple[list[str], float]]:
    static = None if depth is None else _even
    nodes = max_n(start, depth=depth, evaluate=static).nodes
    found = search(start, method="max_n", depth=depth, evaluate=static)
    called = nodes / best_of(3, lambda: _call(start, -1 if depth is None else depth))
    taught = nodes / best_of(3, lambda: max_n(start, depth=depth, evaluate=static))
    native = found.nodes / best_of(3, lambda: search(start, method="max_n", depth=depth, evaluate=static))
    played = ROUNDS / best_of(3, lambda: mcts(start, simulations=ROUNDS))
    drawn = ROUNDS / best_of(3, lambda: search(start, method="mcts", simulations=ROUNDS, plies=None))
    return [
        _row(f"{name}, max^n{'' if depth is None else f' to depth {depth}'}", f"{called:,.0f}", taught, native),
        _row(f"{name}, simulations", "", played, drawn),
    ]


def _row(name: str, limit: str, textbook: float, engine: float) -> tuple[list[str], float]:
    ratio = round(engine / textbook, 1)
    return [name, limit, f"{textbook:,.0f}", f"{engine:,.0f}", f"{ratio}"], ratio


def _call(state: State, depth: int) -> int:
    """Call the methods that a search has to call, and do nothing else."""
    if state.utility() is not None or depth == 0:
        return state.player
    for move in state.moves():
        _call(state.play(move), depth - 1)
    return state.player


def _even(_: object) -> tuple[int, ...]:
    return 2, 2, 2
