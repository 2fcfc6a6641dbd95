"""Benchmarks of users' games as C libraries, compiled Python classes and plain Python states.

The games are Connect Four, a game of chance and a game for three players.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks import peers
from benchmarks.table import Table, best_of
from zermelo import compiled, foreign_include, load_library, search
from zermelo.engine import search_fixed_depth
from zermelo.games.connect_four import ConnectFour
from zermelo.result import Result
from zermelo.textbook import alpha_beta, expectiminimax

EXAMPLES = Path(__file__).parent.parent / "examples"
TOPS = tuple(1 << (7 * column + 5) for column in range(7))
BOTTOMS = tuple(1 << 7 * column for column in range(7))
TOP = sum(TOPS)
OPEN = {
    sum(TOPS[column] for column in full): tuple(column for column in range(7) if column not in full)
    for number in range(8)
    for full in combinations(range(7), number)
}
FULL = sum(0x3F << 7 * column for column in range(7))
WEIGHTS = tuple((0x3F << 7 * column, weight) for column, weight in enumerate((0, 1, 2, 3, 2, 1, 0)))


class LightFour:
    """Connect Four on bitboards in minimal Python: the stones of the player to move, and all stones."""

    __slots__ = ("all", "own", "player")

    def __init__(self, own: int = 0, all_: int = 0, player: int = 0) -> None:
        self.own, self.all, self.player = own, all_, player

    def moves(self) -> tuple[int, ...]:
        return OPEN[self.all & TOP]

    def play(self, column: int) -> LightFour:
        stones = self.all
        return LightFour(self.own ^ stones, stones | stones + BOTTOMS[column], 1 - self.player)

    def utility(self) -> int | None:
        stones = self.own ^ self.all
        pairs = stones & stones >> 7
        if pairs & pairs >> 14:
            return 2 * self.player - 1
        pairs = stones & stones >> 6
        if pairs & pairs >> 12:
            return 2 * self.player - 1
        pairs = stones & stones >> 8
        if pairs & pairs >> 16:
            return 2 * self.player - 1
        pairs = stones & stones >> 1
        if pairs & pairs >> 2:
            return 2 * self.player - 1
        return 0 if self.all == FULL else None

    def key(self) -> int:
        return self.own + self.all


class JudgedFour(LightFour):
    """The same, with a static evaluation for MAX: stones near the centre."""

    __slots__ = ()

    def play(self, column: int) -> JudgedFour:
        stones = self.all
        return JudgedFour(self.own ^ stones, stones | stones + BOTTOMS[column], 1 - self.player)

    def evaluate(self) -> float:
        theirs = self.own ^ self.all
        sum_ = sum(weight * ((self.own & mask).bit_count() - (theirs & mask).bit_count()) for mask, weight in WEIGHTS)
        return sum_ / (100 if self.player == 0 else -100)


def _example(module: str, name: str) -> Any:
    sys.path.insert(0, str(EXAMPLES))
    try:
        return getattr(import_module(module), name)
    finally:
        sys.path.remove(str(EXAMPLES))


def _in_c(name: str, folder: str) -> Any:
    made = Path(folder) / f"{name}.so"
    options = ["-O3", "-march=native", "-shared", "-fPIC", f"-I{foreign_include()}"]
    subprocess.run(["cc", *options, str(EXAMPLES / f"{name}.c"), "-o", str(made)], check=True)
    return load_library(made)


def speed() -> Table:
    """Compare the nodes per second of the same search over three implementations of the same rules."""
    with tempfile.TemporaryDirectory() as folder:
        games: dict[str, Any] = {
            "native template": ConnectFour(),
            "C library": _in_c("connect_four", folder),
            "compiled Python class": compiled(_example("connect_four_compiled", "ConnectFour"))(),
        }
        rates = {name: _rate(state) for name, state in games.items()}
    first = next(iter(games))
    return Table(
        "Your own game, native",
        "Connect Four searched by the core's plain alpha-beta to depth 12; all visit the same nodes. Target: the compiled class "
        "reaches at least 40 % of the template's speed.",
        ["rules", "nodes/s", "relative to the template"],
        [[name, f"{rate:,.0f}", f"{rate / rates[first]:.0%}"] for name, rate in rates.items()],
        {
            "foreign_c_share": round(rates["C library"] / rates[first], 2),
            "foreign_compiled_share": round(rates["compiled Python class"] / rates[first], 2),
        },
    )


def many() -> Table:
    """Compare plain and native searches of a game of chance and of a three-player game: the same nodes."""
    pig, boxes = _example("pig", "Pig"), _example("dots_and_boxes", "DotsAndBoxes")
    with tempfile.TemporaryDirectory() as folder:
        games: dict[tuple[str, str], Callable[[], Result]] = {
            ("Pig, expectiminimax to depth 12", "plain class"): partial(expectiminimax, pig(), depth=12),
            ("Pig, expectiminimax to depth 12", "compiled"): partial(
                search_fixed_depth, compiled(pig)(), "expectiminimax", depth=12
            ),
            ("Pig, expectiminimax to depth 12", "C library"): partial(
                search_fixed_depth, _in_c("pig", folder), "expectiminimax", depth=12
            ),
            ("Dots and Boxes, max^n to depth 4", "plain class"): partial(search, boxes(), method="max_n", depth=4),
            ("Dots and Boxes, max^n to depth 4", "compiled"): partial(
                search, compiled(boxes)(), method="max_n", depth=4
            ),
        }
        found = {each: work() for each, work in games.items()}
        seconds = {each: best_of(3, work) for each, work in games.items()}
    first: dict[str, float] = {}
    for (game, _), spent in seconds.items():
        first.setdefault(game, spent)
    times = {each: first[each[0]] / spent for each, spent in seconds.items()}
    expected, shared = [round(times[each]) for each in games if each[1] == "compiled"]
    return Table(
        "Chance and three players, native",
        "The same search over the same rules, node by node. Over the plain class, expectiminimax is the textbook's and max^n "
        "the engine's.",
        ["game", "rules", "nodes", "time", "speedup"],
        [
            [game, rules, f"{found[game, rules].nodes:,}", f"{seconds[game, rules]:.4f} s", f"{times[game, rules]:.0f}"]
            for game, rules in games
        ],
        {"compiled_chance_times": expected, "compiled_players_times": shared},
    )


def tuples() -> Table:
    """Compare a game with its board in a tuple, plain and compiled, under the same search."""
    plain = _example("kalah", "Kalah")
    games = {"plain": plain(), "compiled": compiled(plain)()}
    found = {name: search(state, depth=12) for name, state in games.items()}
    seconds = {name: best_of(3, partial(search, state, depth=12)) for name, state in games.items()}
    times = seconds["plain"] / seconds["compiled"]
    return Table(
        "Your own game, with its board in a tuple",
        "Kalah as in `examples/kalah.py`, searched by the engine to depth 12; both visit the same nodes.",
        ["class", "nodes", "time", "nodes/s"],
        [
            [name, f"{each.nodes:,}", f"{seconds[name]:.3f} s", f"{each.nodes / seconds[name]:,.0f}"]
            for name, each in found.items()
        ],
        {"tuple_board_times": round(times)},
    )


def arrays() -> Table:
    """Compare three kinds of boards in compiled classes under the same search; the array also uncompiled."""
    array = _example("connect_four_boards", "ArrayFour")
    games = {
        "bits": compiled(_example("connect_four_compiled", "ConnectFour"))(),
        "array": compiled(array)(),
        "tuple": compiled(_example("connect_four_boards", "TupleFour"))(),
    }
    rates = {name: _rate(state) for name, state in games.items()}
    plain, fast = (best_of(3, partial(search, state, depth=12)) for state in (array(), games["array"]))
    return Table(
        "Your own game, with its board in bits, an array or a tuple",
        "Connect Four as in `examples`, compiled, searched by the core's plain alpha-beta to depth 12; all visit the same nodes. "
        f"The engine takes {plain:.2f} s to depth 12 with the plain array class and {fast:.3f} s with the compiled one.",
        ["board", "nodes/s", "relative to bits"],
        [[name, f"{rate:,.0f}", f"{rate / rates['bits']:.0%}"] for name, rate in rates.items()],
        {
            "array_board_share": round(rates["array"] / rates["bits"], 2),
            "array_board_times": round(plain / fast),
        },
    )


def _rate(state: Any) -> float:
    nodes: int = state.native.reference(12)[1]
    return nodes / best_of(5, lambda: state.native.reference(12))


def python_states() -> Table:
    """Compare the engine over plain Python states with plain alpha-beta, and with easyAI and its table."""
    engine = search(LightFour(), depth=12)
    rate = engine.nodes / min(engine.seconds, *(search(LightFour(), depth=12).seconds for _ in range(4)))
    plain, judged = alpha_beta(JudgedFour(), depth=8), search(JudgedFour(), depth=8)
    bare = alpha_beta(LightFour(), depth=8, evaluate=lambda _: 0)
    unjudged = search(LightFour(), depth=8)
    ours = best_of(3, lambda: search(JudgedFour(), depth=8))
    visited, theirs = peers.easy_ai(8, table=True, weights=WEIGHTS)
    return Table(
        "Your own game, in Python",
        "Connect Four as a small class on bitboards. Targets: 1 M nodes/s, at least 5 times fewer nodes than plain alpha-beta "
        "to depth 8, and at least 10 times as fast as easyAI's Negamax with its table.",
        ["what", "measured"],
        [
            ["engine, depth 12", f"{rate:,.0f} nodes/s"],
            ["plain alpha-beta with a static evaluation, depth 8", f"{plain.nodes:,} nodes"],
            [
                "engine with it, all depths to 8 in total",
                f"{judged.nodes:,} nodes, {plain.nodes / judged.nodes:.0f} times fewer",
            ],
            ["plain alpha-beta without, depth 8", f"{bare.nodes:,} nodes"],
            [
                "engine without, all depths to 8 in total",
                f"{unjudged.nodes:,} nodes, {bare.nodes / unjudged.nodes:.1f} times fewer",
            ],
            ["easyAI 2.0.12 with its table and the same evaluation, depth 8", f"{visited:,} nodes, {theirs:.2f} s"],
            ["engine with the same evaluation, depth 8", f"{ours:.3f} s, {theirs / ours:.0f} times as fast"],
        ],
        {
            "python_states_rate": round(rate),
            "python_states_saved": round(plain.nodes / judged.nodes),
            "python_states_against_easy_ai": round(theirs / ours),
        },
    )
