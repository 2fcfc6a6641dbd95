"""The answer every search gives, textbook or engine: what it found, how sure it is, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isfinite
from typing import Any, Generic, Literal, NamedTuple, TypeAlias

import msgspec

from zermelo.state import MAX, Move, Payoff, format_payoff, plain_number

Bound: TypeAlias = Literal["exact", "lower", "upper", "estimate"]
Ties: TypeAlias = Literal["equal", "strict"]
Fail: TypeAlias = Literal["soft", "hard"]

SIGNS: dict[Bound, str] = {"exact": "", "lower": "≥ ", "upper": "≤ ", "estimate": "≈ "}


class Mate(NamedTuple):
    """A win that was seen to its end, or a loss: `moves` are those that the player to move still makes until then, negative
    where MIN wins. `words` are the game's own for a win and a loss of MAX.

    >>> print(Mate(3), Mate(-2), Mate(-1, ("win", "loss")), sep=", ")
    mate in 3, mated in 2, loss in 1
    """

    moves: int
    words: tuple[str, str] = ("mate", "mated")

    def seen_by(self, player: int) -> Mate:
        """The same as a player sees it: what is a win of MAX is a loss of MIN."""
        return self if player == MAX else self._replace(moves=-self.moves)

    def __str__(self) -> str:
        return f"{self.words[self.moves < 0]} in {abs(self.moves)}"


def format_bounded(value: Payoff | None, bound: Bound, mate: Mate | None = None) -> str:
    """A value with its bound as the field writes it; a win that was seen to its end by its moves.

    >>> format_bounded(3, "lower"), format_bounded(1, "upper"), format_bounded(2, "exact")
    ('≥ 3', '≤ 1', '2')
    >>> format_bounded(9995, "exact", Mate(3))
    'mate in 3'
    """
    if mate is not None:
        return str(mate)
    return "no value" if value is None else SIGNS[bound] + format_payoff(value)


def format_line(moves: Iterable[Any]) -> str:
    """Moves one after another, with commas between them where one has spaces of its own.

    >>> format_line(["e2e4", "e7e5"]), format_line(["1 from heap 2", "2 from heap 1"])
    ('e2e4 e7e5', '1 from heap 2, 2 from heap 1')
    """
    words = list(map(str, moves))
    return (", " if any(" " in word for word in words) else " ").join(words)


def plain_value(value: Any) -> Any:
    """A value as JSON can hold it: fractions are numbers, infinities None."""
    if isinstance(value, tuple | list):
        return [plain_value(each) for each in value]
    value = plain_number(value)
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, float) and not isfinite(value):
        return None
    return value


def plain_move(move: Any) -> Any:
    """A move as JSON can hold it: numbers and texts as they are, others as people see them."""
    move = plain_number(move)
    return move if isinstance(move, int | str) else str(move)


class RootMove(msgspec.Struct, Generic[Move], frozen=True, kw_only=True):
    """A move at the root with the value it was found to have.

    `visits` counts its playouts in Monte-Carlo search; `line` is the play it begins, where the search kept it.
    """

    move: Move
    value: Payoff | None
    bound: Bound = "exact"
    visits: int | None = None
    line: tuple[Move, ...] = ()
    mate: Mate | None = None


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """How the engine's search went: how often its table knew something, and how often the first move was enough."""

    table_probes: int
    table_hits: int
    cutoffs: int
    first_move_cutoffs: int


class Pass(msgspec.Struct, Generic[Move], frozen=True, kw_only=True):
    """One finished pass of a search that goes over the tree several times."""

    depth: int | None
    value: Payoff | None
    bound: Bound
    move: Move | None
    line: tuple[Move, ...]
    nodes: int
    evaluations: int
    cached: int
    seconds: float
    moves: tuple[RootMove[Move], ...] = ()
    """The root moves it gave values to, best first; the engine's passes have them."""
    mate: Mate | None = None


class Equilibrium(msgspec.Struct, frozen=True, kw_only=True):
    """An outcome of a game in which everybody plays well at every turn: everybody's payoff, and the play that leads there.

    >>> print(Equilibrium(value=(2, 0), line=("B",)))
    (2, 0) by B
    """

    value: Any
    line: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return f"{format_payoff(self.value)} by {format_line(self.line) or 'no move'}"


class Result(msgspec.Struct, Generic[Move], frozen=True, kw_only=True):
    """What a search found.

    value        MAX's value of the root (one payoff per player for max^n); None if the search was stopped before
                 it knew anything
    bound        exact, or the side on which the true value may lie (a lower bound is "at least"), or an estimate
    move, line   the move to play and the line of best play it expects
    moves        every root move that was looked at, with its value and bound
    depth        how many moves deep it looked; None is to the end of the game
    history      the finished passes, for searches that make several
    nodes        states visited, the root and the leaves included
    evaluations  leaves whose value was asked for: ends of the game and static values
    cached       how many of these were remembered from an earlier pass and cost nothing
    stopped      why it ended: complete, nodes, seconds, cancelled, interrupted
    mate         in how many moves the game is won or lost, where the value says so: in chess and anti-chess. An exact search
                 tells who wins, not how soon
    proven       the engine saw the end of the game everywhere that matters: the value is the game's own
    statistics   the engine's own counts
    equilibria   every outcome that ties allow, for a search that looks for all of them
    method       the search that was run, by name; `ties` and `fail` say which conventions were used, where it has any
    """

    method: str
    value: Payoff | None
    move: Move | None
    line: tuple[Move, ...] = ()
    bound: Bound = "exact"
    moves: tuple[RootMove[Move], ...] = ()
    depth: int | None = None
    history: tuple[Pass[Move], ...] = ()
    nodes: int = 0
    evaluations: int = 0
    cached: int = 0
    seconds: float = 0.0
    stopped: str = "complete"
    ties: Ties | None = None
    fail: Fail | None = None
    mate: Mate | None = None
    proven: bool = False
    statistics: Statistics | None = None
    equilibria: tuple[Equilibrium, ...] = ()

    @property
    def branching(self) -> float:
        """The effective branching factor: a tree of this depth and so many nodes has about so many moves to a state."""
        return float(self.nodes ** (1 / self.depth)) if self.depth else 0.0

    @property
    def insurance(self) -> float:
        """What the earlier passes cost, as a share of the last one's evaluations: the price of an answer at any time."""
        if len(self.history) < 2:
            return 0.0
        return sum(each.evaluations for each in self.history[:-1]) / max(self.history[-1].evaluations, 1)

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.method}: stopped ({self.stopped}) before anything was known"
        line = format_line(self.line) or "no move"
        found = f"{self.method}: {format_bounded(self.value, self.bound, self.mate)} by {line}"
        cost = f"{self.nodes:,} nodes, {self.evaluations:,} evaluations"
        if len(self.equilibria) > 1:
            cost += f", {len(self.equilibria):,} equilibria"
        return f"{found} ({cost}{'' if self.stopped == 'complete' else ', stopped: ' + self.stopped})"


class SearchInterrupted(KeyboardInterrupt):
    """Raised by a search that Ctrl-C interrupts; `result` is what it had found by then.

    It is a `KeyboardInterrupt`, so that a script without a handler for it ends as any other does.
    """

    def __init__(self, result: Result[Any]) -> None:
        super().__init__("the search was interrupted")
        self.result = result
