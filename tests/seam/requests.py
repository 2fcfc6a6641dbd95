"""Random requests to a search: mostly sensible, often odd, now and then hostile; always small.

A request is drawn from its own number, so that any one can be drawn again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf, nan
from random import Random
from typing import Any

from tests.seam.positions import Position
from zermelo.engine import Table
from zermelo.engine.leaves import LeafValue
from zermelo.engine.mcts import JOINT_SELECTIONS, PLAYOUTS, SELECTIONS
from zermelo.engine.request import SWITCHES
from zermelo.methods import METHOD_NAMES, prove, search, solve
from zermelo.state import CHANCE, SIMULTANEOUS
from zermelo.textbook import SEARCHES

HOSTILE: tuple[Any, ...] = (
    -1, 0, 2**31, 2**63, 2**70, -(2**70), nan, inf, -inf, 1e300, "", "all", "\0", b"", (), [], {}, object(), True, None,
    (1, 2, 3), [[]], 0.5, lambda *_: None,
)  # fmt: skip
NESTED = 3
"""How deep searches call searches."""


class Planned(Exception):
    """What a callback raises on purpose."""


class Workbench:
    """What requests share: positions, tables that several threads use and clear, and how deep this thread's searches are nested."""

    def __init__(self, positions: Sequence[Position]) -> None:
        self.positions = positions
        self.small = [position for position in positions if position.small] or positions
        self.tables = [Table(1), Table(2)]
        self._local = threading.local()

    @property
    def depth(self) -> int:
        depth: int = getattr(self._local, "depth", 0)
        return depth

    @depth.setter
    def depth(self, depth: int) -> None:
        self._local.depth = depth


@dataclass
class Request:
    """What is asked of which function, and what the callbacks have done meanwhile."""

    number: object
    position: Position
    call: Callable[..., Any]
    named: dict[str, Any]
    planned: list[Planned] = field(default_factory=list)
    """The errors that callbacks raised, one of which has to come out."""
    cancelled: bool = False
    cleared: bool = False

    def __str__(self) -> str:
        named = ", ".join(f"{name}={value!r:.200}" for name, value in self.named.items())
        return f"request {self.number}: {self.call.__name__}({self.position.game}, {named})\n{self.position.state}"


def draw_request(bench: Workbench, number: object) -> Request:
    """Draw the request of a number."""
    random = Random(f"{number}")
    door = random.random()
    position = random.choice(bench.small if door < 0.1 else bench.positions)
    request = Request(number, position, search, {})
    named = request.named
    if door < 0.04:
        request.call = solve
        named |= {
            "nodes": random.randint(1, 2000),
            "weak": random.random() < 0.3,
            "table": random.choice((1, 1, 2, 4000)),
        }
        named |= {"threads": 2} if random.random() < 0.1 else {}
    elif door < 0.08:
        request.call = prove
        named |= {
            "nodes": random.randint(1, 2000),
            "goal": random.randint(-2, 3),
            "table": random.choice((1, 1, 2, 4000)),
        }
    elif door < 0.1:
        request.call = random.choice(list(SEARCHES.values()))
        named |= {
            "depth": random.randint(0, 2),
            "nodes": random.randint(1, 60),
            "watch": _watch(bench, request, random),
        }
    else:
        _ask_search(bench, request, random)
    if request.call is not search and random.random() < 0.3:
        named["cancel"] = _cancel(bench, request, random)
    if request.call in (search, solve, prove) and random.random() < 0.1:  # something is wrong
        named[random.choice([*named, "depth", "lines", "table", "evaluate", "moves", "past"])] = random.choice(HOSTILE)
        _limit(named)
    return request


def _ask_search(bench: Workbench, request: Request, random: Random) -> None:
    named, state = request.named, request.position.state
    suits = request.position.methods
    named["method"] = (
        random.choice(METHOD_NAMES) if random.random() < 0.1 else random.choice((*suits, suits[0], "auto", "mcts"))
    )
    named["nodes"] = random.randint(1, random.choice((50, 300, 1000)))
    simulates = named["method"] == "mcts"
    maybe = random.random
    if maybe() < 0.6 and not simulates:
        named["depth"] = random.randint(1, 3)
    if maybe() < 0.05:
        named["seconds"] = random.choice((1e-9, 0.001))
    if maybe() < 0.2:
        named["lines"] = random.choice((1, 2, 3, 1000, 2**31 - 1))
    if maybe() < 0.15 and (hasattr(state, "native") or maybe() < 0.05):
        named["threads"] = random.randint(1, 3)
    if maybe() < 0.25 and not simulates:
        named["moves"] = _moves(state, random)
    if maybe() < 0.6:
        named["table"] = random.choice((*bench.tables, bench.tables[0], 1))
    if maybe() < 0.4:
        named["evaluate"] = _evaluate(bench, request, random)
    if maybe() < 0.25:
        named["on_depth"] = _on_depth(bench, request, random)
    if maybe() < 0.25:
        named["cancel"] = _cancel(bench, request, random)
    if maybe() < 0.1:
        named["past"] = [random.choice((state, request.position.state)) for _ in range(random.randint(0, 3))]
    if simulates or maybe() < 0.03:
        _simulate(named, random)
    elif maybe() < 0.4:
        _prune(named, random)


def _simulate(named: dict[str, Any], random: Random) -> None:
    named["simulations"] = random.randint(1, random.choice((5, 40, 400)))
    options: dict[str, Callable[[], Any]] = {
        "plies": lambda: random.randint(0, 5),
        "selection": lambda: random.choice((*SELECTIONS, *JOINT_SELECTIONS)),
        "exploration": lambda: random.choice((0, 0.1, 1, 1e9)),
        "rave": lambda: random.choice((0, 1, 1000)),
        "grave": lambda: random.choice((0, 5)),
        "bias": lambda: random.choice((0, 2)),
        "urgency": random.random,
        "widening": lambda: random.choice((0, 0.5, 3)),
        "rewards": lambda: random.choice(("win", "score")),
        "solver": lambda: random.random() < 0.5,
        "playouts": lambda: random.choice(PLAYOUTS),
        "batch": lambda: random.randint(1, 5),
        "seed": lambda: random.randint(-3, 3),
    }
    for name in random.sample(list(options), random.choice((0, 0, 1, 1, 2, 4))):
        named[name] = options[name]()


def _prune(named: dict[str, Any], random: Random) -> None:
    options: dict[str, Callable[[], Any]] = {
        "exact": lambda: random.random() < 0.5,
        "without": lambda: random.sample(SWITCHES, random.randint(0, 4)),
        "record": lambda: random.choice((1, 2, 10, 100, 5000)),
        "partners": lambda: random.sample(range(4), random.randint(0, 3)),
        "bounds": lambda: random.choice(((-1, 1), (-100, 100), (0, 1))),
        "total": lambda: random.choice((0, 9, 100)),
        "least": lambda: random.choice((-9, 0)),
    }
    pruning = ("exact", "without", "record")
    of_method = {
        "alpha_beta": pruning,
        "paranoid": pruning,
        "coalition": (*pruning, "partners"),
        "max_n": ("total", "least"),
        "expectiminimax": ("bounds",),
    }
    likely = of_method.get(named["method"], tuple(options))
    for name in random.sample(likely, random.randint(1, min(2, len(likely)))):
        named[name] = options[name]()
    if named["method"] == "coalition":
        named.setdefault("partners", (0, 2))


def _limit(named: dict[str, Any]) -> None:
    """What was made hostile must not make the search long: unless it is refused, its time is limited."""
    named.setdefault("seconds", 0.02)


def _moves(state: Any, random: Random) -> Any:
    legal = list(state.moves()) if state.utility() is None and state.player != SIMULTANEOUS else []
    if not legal:
        return []
    moves = random.choices(legal, k=random.choice((1, 2, 3, 50)))
    if random.random() < 0.1:
        moves.insert(random.randrange(len(moves) + 1), random.choice(("no move", None, -1, 2**70, (), [1])))
    return random.choice((moves, tuple(moves)))


# ---- callbacks


def _disturb(bench: Workbench, request: Request, random: Random) -> None:
    """Do what a callback better did not: search again, clear a table, raise."""
    deed = random.random()
    if deed < 0.15:
        random.choice(bench.tables).clear()
        request.cleared = True
    elif deed < 0.3:
        error = Planned(str(request.number))
        request.planned.append(error)
        raise error
    elif deed < 0.6 and bench.depth < NESTED:
        from tests.seam.checks import run

        run(bench, draw_request(bench, f"{request.number}/{random.randrange(1 << 30)}"))


def _rarely(bench: Workbench, request: Request, random: Random) -> Callable[[], None]:
    """Disturb at one call of a callback."""
    left = random.choice((1, 1, 2, 5, 30))

    def count() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            _disturb(bench, request, random)

    return count


def _on_depth(bench: Workbench, request: Request, random: Random) -> Callable[[Any], Any]:
    count, answer = _rarely(bench, request, random), random.choice((None, None, True, False))

    def on_depth(report: Any) -> Any:
        assert report.move is not None or request.position.state.player == CHANCE, "a pass without a move"
        count()
        request.cancelled = request.cancelled or answer is False
        return answer

    return on_depth


def _cancel(bench: Workbench, request: Request, random: Random) -> Callable[[], bool]:
    count, left = _rarely(bench, request, random), random.choice((0, 1, 1, 5, 1000))

    def cancel() -> bool:
        nonlocal left
        left -= 1
        count()
        request.cancelled = request.cancelled or left < 0
        return left < 0

    return cancel


def _watch(bench: Workbench, request: Request, random: Random) -> Callable[[Any], None]:
    count = _rarely(bench, request, random)
    return lambda event: count()


class _Batches:
    """Evaluates leaves together, with priors."""

    def __init__(self, count: Callable[[], None], random: Random) -> None:
        self.count, self.random = count, random

    def evaluate_batch(self, states: Sequence[Any]) -> list[Any]:
        self.count()
        values = [LeafValue(self.random.uniform(-1, 1), self._priors(state)) for state in states]
        return values[1:] if self.random.random() < 0.02 else list(values)

    def _priors(self, state: Any) -> dict[Any, float] | None:
        if self.random.random() < 0.5 or state.player < 0:
            return None
        return {move: self.random.random() for move in state.moves() if isinstance(move, int | str)}


def _evaluate(bench: Workbench, request: Request, random: Random) -> Any:
    state, count = request.position.state, _rarely(bench, request, random)
    kind = random.random()
    if kind < 0.25 and hasattr(state, "features"):
        names = [*state.features(), "nothing"] if random.random() < 0.1 else list(state.features())
        return {name: random.uniform(-3, 3) for name in random.sample(names, random.randint(0, len(names)))}
    if kind < 0.4:
        return _Batches(count, random)
    odd = random.choice((*HOSTILE, 2)) if random.random() < 0.1 else 0.25
    players = 3 if getattr(state, "title", "") == "Coins" or request.position.game in ("odd", "coins.kif") else 2
    many = random.random() < 0.5 if players == 2 else random.random() < 0.9

    def evaluate(_: Any) -> Any:
        count()
        return (odd,) * players if many else odd

    return evaluate
