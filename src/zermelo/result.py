"""The result of every search, textbook or engine: what it found, how certain it is, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isfinite
from typing import Any, Generic, Literal, NamedTuple, TypeAlias

import msgspec

from zermelo.state import MAX, Move, Number, Payoff, format_payoff, plain_number

Bound: TypeAlias = Literal["exact", "lower", "upper", "estimate"]
Ties: TypeAlias = Literal["equal", "strict"]
Fail: TypeAlias = Literal["soft", "hard"]

SIGNS: dict[Bound, str] = {"exact": "", "lower": "≥ ", "upper": "≤ ", "estimate": "≈ "}


class Mate(NamedTuple):
    """A forced win or loss: `moves` counts the moves of the winner until then, negative if MIN wins. `words` are the game's
    own for a win and a loss of MAX.

    >>> print(Mate(3), Mate(-2), Mate(-1, ("win", "loss")), sep=", ")
    mate in 3, mated in 2, loss in 1
    """

    moves: int
    words: tuple[str, str] = ("mate", "mated")

    def seen_by(self, player: int) -> Mate:
        """Return it from a player's point of view: a win of MAX is a loss of MIN."""
        return self if player == MAX else self._replace(moves=-self.moves)

    def __str__(self) -> str:
        return f"{self.words[self.moves < 0]} in {abs(self.moves)}"


def format_bounded(value: Payoff | None, bound: Bound, mate: Mate | None = None) -> str:
    """Format a value with the sign of its bound; a forced win by its moves.

    >>> format_bounded(3, "lower"), format_bounded(1, "upper"), format_bounded(2, "exact")
    ('≥ 3', '≤ 1', '2')
    >>> format_bounded(9995, "exact", Mate(3))
    'mate in 3'
    """
    if mate is not None:
        return str(mate)
    return "no value" if value is None else SIGNS[bound] + format_payoff(value)


def format_found(found: Any) -> str:
    """Format the value of a result, a pass, a choice or a root move, MAX's; of simulations that count wins, the share of MAX.

    >>> format_found(RootMove(move="e4", value=625, bound="estimate", win_rate=0.53125))
    '≈ 53.1%'
    """
    if found.bound == "estimate" and found.mate is None and found.win_rate is not None:
        return f"{SIGNS[found.bound]}{found.win_rate:.1%}"
    return format_bounded(found.value, found.bound, found.mate)


def win_rate_of(move: Any, moves: Iterable[RootMove[Any]]) -> float | None:
    """Return the win rate of a move among the root moves, None if its simulations were not counted by wins."""
    return next((each.win_rate for each in moves if each.move == move), None)


def format_line(moves: Iterable[Any], *, in_tables: bool = False) -> str:
    """Join moves with spaces, or with commas if a move has spaces of its own. A line may end in the endgame tables.

    >>> format_line(["e2e4", "e7e5"]), format_line(["1 from heap 2", "2 from heap 1"])
    ('e2e4 e7e5', '1 from heap 2, 2 from heap 1')
    >>> format_line(["14-9", "5x14"], in_tables=True)
    '14-9 5x14, in the tables'
    """
    words = list(map(str, moves))
    line = (", " if any(" " in word for word in words) else " ").join(words)
    return f"{line}, in the tables" if in_tables else line


def plain_value(value: Any) -> Any:
    """Return a value as JSON can hold it: fractions as numbers, infinities as None."""
    if isinstance(value, tuple | list):
        return [plain_value(each) for each in value]
    value = plain_number(value)
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, float) and not isfinite(value):
        return None
    return value


def plain_move(move: Any) -> Any:
    """Return a move as JSON can hold it: numbers and texts as they are, others as `str` writes them."""
    move = plain_number(move)
    return move if isinstance(move, int | str) else str(move)


class RootMove(msgspec.Struct, Generic[Move], frozen=True, kw_only=True):
    """A root move with its value, from MAX's point of view or one payoff per player.

    `visits` counts its simulations in Monte-Carlo tree search, and `win_rate` is the share of them that MAX won, a draw counting
    half, where the search counts wins; `line` is the line it begins, if the search kept it, and
    `in_tables` says that an endgame table knows the position at its end.
    """

    move: Move
    value: Payoff | None
    bound: Bound = "exact"
    visits: int | None = None
    line: tuple[Move, ...] = ()
    mate: Mate | None = None
    in_tables: bool = False
    win_rate: float | None = None


class StrategyMove(msgspec.Struct, Generic[Move], frozen=True, kw_only=True):
    """A move of one player where players move at the same time: the probability with which to play it, and the player's own mean
    payoff after it. `visits` counts its simulations, if it was judged by simulations."""

    move: Move
    probability: Number
    visits: int | None = None
    mean: Number | None = None


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """Counters of the engine: table probes and hits, cutoffs, and cutoffs by the first move."""

    table_probes: int
    table_hits: int
    cutoffs: int
    first_move_cutoffs: int


class Pass(msgspec.Struct, Generic[Move], frozen=True, kw_only=True):
    """One finished pass of a search that makes several, such as iterative deepening."""

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
    """The root moves with values, best first; only the engine's passes have them."""
    mate: Mate | None = None
    finished: bool = True
    """False if a limit ended this pass; it is reported only because it changed the move."""
    selective_depth: int | None = None
    """The deepest ply it visited."""
    hashfull: int | None = None
    """Per mille of the transposition table in use by this search."""
    in_tables: bool = False
    """An endgame table knows the position at the end of the line."""
    strategies: tuple[tuple[StrategyMove[Any], ...], ...] = ()
    """Where players move at the same time, those of `Result.strategies` so far."""

    @property
    def win_rate(self) -> float | None:
        """That of the move, as in `RootMove`."""
        return win_rate_of(self.move, self.moves)


Ending: TypeAlias = Literal[
    "stopped",
    "end",
    "known",
    "horizon",
    "quiescence",
    "table",
    "mate_distance",
    "futility",
    "null_move",
    "probcut",
    "multi_cut",
    "cutoff",
    "searched",
]


class RecordedNode(msgspec.Struct, Generic[Move], frozen=True, kw_only=True):
    """A visit of a node near the root of the engine's search; a node that is searched again has several.

    Attributes
    ----------
    parent
        The number of its parent in the record; None at the root.
    move
        The move that leads here; None at the root.
    player
        0 is MAX, 1 is MIN; in a coalition's search MAX is the coalition.
    ply, depth
        How far it is from the root, and how many more moves the search was to look ahead.
    alpha, beta
        The window, MAX's; None where it is infinite.
    value
        MAX's; None if the search was stopped here.
    ending
        How its search ended: `searched` and `cutoff` tried moves, the others did not have to.
    reply
        The best move here, where it is known.
    """

    parent: int | None
    move: Move | None
    player: int
    ply: int
    depth: int
    alpha: float | None
    beta: float | None
    value: float | None
    bound: Bound
    ending: Ending
    reply: Move | None = None


class Equilibrium(msgspec.Struct, frozen=True, kw_only=True):
    """An outcome of a subgame-perfect equilibrium: one payoff per player, and the line that leads there.

    >>> print(Equilibrium(value=(2, 0), line=("B",)))
    (2, 0) by B
    """

    value: Any
    line: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return f"{format_payoff(self.value)} by {format_line(self.line) or 'no move'}"


class Result(msgspec.Struct, Generic[Move], frozen=True, kw_only=True):
    """What a search found.

    Attributes
    ----------
    method
        The search that was run, by name.
    value
        The value of the root from MAX's point of view, whoever moves; one payoff per player in max^n and in games with such
        payoffs; the payoff of the coalition in paranoid and coalition search. None if nothing gave a value: a search that was
        stopped early, or that had no static evaluation.
    move, line
        The move to play, and the line of best play that begins with it. Where players move at the same time, `move` is the tuple
        of each player's most likely move, which need not be a good one: play a move of your own at random, by `strategies`.
    bound
        "exact", "lower" (the true value is at least `value`), "upper" (at most), or "estimate".
    moves
        Every root move that was searched, with its value and bound.
    depth
        How many moves deep the search went; None is to the end of the game.
    history
        The finished passes of a search that makes several.
    nodes
        States visited, including the root and the leaves.
    evaluations
        Leaves evaluated: ends of the game and static values.
    cached
        How many of these were taken from an earlier pass at no cost.
    seconds
        The time it took.
    stopped
        Why it ended: "complete", "nodes", "seconds", "cancelled" or "interrupted"; "depth" where lines of play are longer than the
        search can follow; of a solver also "endless" or "memory".
    ties, fail
        The conventions that were used, if the search has any.
    mate
        The number of moves to a forced win or loss, if the value says so, as in chess. An exact search tells who wins, not how
        soon.
    proven
        The engine saw the end of the game or an endgame table everywhere that matters, so the value is that of the game.
    in_tables
        An endgame table knows the position at the end of the line.
    statistics
        Counters of the engine.
    equilibria
        Every outcome that ties allow, for a search that finds all of them.
    record
        The top of the engine's tree in the pass that gave the answer, if it was asked for; parents come first.
    shape
        How many nodes Monte-Carlo search has added to its tree at each depth, from the root on.
    strategies
        Where players move at the same time, one tuple per player: each of its moves with the probability to play it.
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
    record: tuple[RecordedNode[Move], ...] = ()
    in_tables: bool = False
    shape: tuple[int, ...] = ()
    strategies: tuple[tuple[StrategyMove[Any], ...], ...] = ()

    @property
    def win_rate(self) -> float | None:
        """That of the move, as in `RootMove`."""
        return win_rate_of(self.move, self.moves)

    @property
    def branching(self) -> float:
        """The effective branching factor: the number of moves per state of a uniform tree with this depth and this many nodes."""
        return float(self.nodes ** (1 / self.depth)) if self.depth else 0.0

    @property
    def insurance(self) -> float:
        """The evaluations of the earlier passes, as a share of the last one's: the price of having an answer at any time."""
        if len(self.history) < 2:
            return 0.0
        return sum(each.evaluations for each in self.history[:-1]) / max(self.history[-1].evaluations, 1)

    def __str__(self) -> str:
        line = format_line(self.line, in_tables=self.in_tables) or "no move"
        outcome = f"{self.method}: {format_found(self)} by {line}"
        cost = f"{self.nodes:,} nodes, {self.evaluations:,} evaluations"
        if len(self.equilibria) > 1:
            cost += f", {len(self.equilibria):,} equilibria"
        return f"{outcome} ({cost}{'' if self.stopped == 'complete' else ', stopped: ' + self.stopped})"


class SearchInterrupted(KeyboardInterrupt):
    """Raised by a search that Ctrl-C interrupts; `result` is what it had found by then.

    It is a `KeyboardInterrupt`, so that a script without a handler for it ends; its message has the result.
    """

    def __init__(self, result: Result[Any]) -> None:
        super().__init__(f"the search was interrupted with {result}")
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.result,)
