"""Turns what the core answers into a `Result`: the only place that does, and the only one that knows whose view a value has.

The core gives MAX's value, or one payoff per player; alpha-beta and Monte-Carlo search list the root moves best first, other
searches in natural order.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, cast

from msgspec.structs import replace

from zermelo._core import SearchMove, SearchNode, SearchOutcome, SearchPass, SearchStrategyMove
from zermelo.kinds.payoffs import weighted
from zermelo.result import Bound, Ending, Mate, Pass, RecordedNode, Result, RootMove, Statistics, StrategyMove
from zermelo.state import CHANCE, MIN, SIMULTANEOUS, Number, Payoff, State, ZermeloError, outcomes_of, plain_payoff


def to_result(
    state: State, outcome: SearchOutcome, method: str, *, best_first: bool, to_a_depth: bool = True
) -> Result[Any]:
    """Return the result of a search of `state`.

    `best_first` says that the root moves come best first, as alpha-beta has them; else every move has its value. A solver
    does not search `to_a_depth`.
    """
    strategies = _strategies(outcome)
    last = _joint_answer(state, outcome, strategies) or _answer(
        state, outcome.moves, method, best_first, outcome.proven
    )
    counts = outcome.counts
    history = tuple(to_pass(state, report, method, best_first=best_first) for report in outcome.history)
    bound, moves = last.bound, last.moves
    if best_first and bound in ("lower", "upper") and not outcome.proven and last.mate is None:
        # A pass that was stopped bounds the value at its own depth, which is only an estimate of the game's.
        bound = "estimate"
        moves = (replace(moves[0], bound=bound), *moves[1:])
    if not best_first and method != "mcts" and not history and outcome.stopped != "complete" and last.value is not None:
        bound = "upper" if state.player == MIN else "lower"  # not every move was searched
    return Result(
        method=method,
        value=last.value,
        bound=bound,
        move=last.move,
        line=last.line,
        moves=moves,
        depth=outcome.depth if to_a_depth and (best_first or outcome.depth) else None,
        mate=last.mate,
        proven=outcome.proven,
        history=history,
        nodes=counts.nodes,
        evaluations=counts.evaluations,
        seconds=outcome.seconds,
        stopped=outcome.stopped,
        statistics=_statistics(outcome) if to_a_depth and best_first else None,
        record=tuple(map(_recorded, outcome.record)),
        in_tables=last.in_tables,
        shape=outcome.shape,
        strategies=strategies,
    )


def _recorded(node: SearchNode) -> RecordedNode[Any]:
    return RecordedNode(
        parent=node.parent if node.parent >= 0 else None,
        move=node.move,
        player=node.player,
        ply=node.ply,
        depth=node.depth,
        alpha=_number(node.alpha) if isfinite(node.alpha) else None,
        beta=_number(node.beta) if isfinite(node.beta) else None,
        value=None if node.bound == "estimate" and node.ply else _number(node.value),
        bound=cast("Bound", node.bound),
        ending=cast("Ending", node.ending),
        reply=node.reply,
    )


def to_pass(state: State, report: SearchPass, method: str, *, best_first: bool) -> Pass[Any]:
    """Return one pass of a search of `state`."""
    strategies = _strategies(report)
    answer = _joint_answer(state, report, strategies) or _answer(state, report.moves, method, best_first)
    return Pass(
        depth=report.depth or None,
        value=answer.value,
        bound=answer.bound,
        move=answer.move,
        line=answer.line,
        nodes=report.counts.nodes,
        evaluations=report.counts.evaluations,
        cached=0,
        seconds=report.seconds,
        moves=answer.moves,
        mate=answer.mate,
        finished=report.finished,
        selective_depth=report.counts.selective_depth or None,
        hashfull=None if report.hashfull < 0 else report.hashfull,
        in_tables=answer.in_tables,
        strategies=strategies,
    )


def ended_result(method: str, utility: Payoff) -> Result[Any]:
    """Return the result of a game that is over."""
    return Result(method=method, value=plain_payoff(utility), move=None, proven=True)


class _Answer:
    """The value, the move and the line of a search, with the root moves they were chosen from."""

    __slots__ = ("bound", "in_tables", "line", "mate", "moves", "value")

    def __init__(
        self, value: Payoff | None, bound: Bound, line: tuple[Any, ...], moves: tuple[RootMove[Any], ...]
    ) -> None:
        self.value, self.bound, self.line, self.moves = value, bound, line, moves
        self.mate: Mate | None = None
        self.in_tables = False

    @property
    def move(self) -> Any:
        return self.line[0] if self.line else None


def _answer(
    state: State, searched: Sequence[SearchMove], method: str, best_first: bool, proven: bool = False
) -> _Answer:
    found = [move for move in searched if move.line]
    worths: list[Any] = [move.worth for move in found]
    if method == "mcts" and all(map(_cancels_out, worths)):
        worths = [worth[0] for worth in worths]  # MAX's mean payoff
    moves = tuple(_root_move(state, move, worth, method) for move, worth in zip(found, worths, strict=True))
    if best_first:
        if not moves:  # the game is over
            value = _number(searched[0].worth) if searched else None
            return _Answer(value, "exact" if value is not None else "estimate", (), ())
        best = moves[0]
    elif not moves:
        return _Answer(None, "estimate", (), ())
    elif moves[0].value is None:  # stopped, and nothing judges what it has seen
        return _Answer(None, "estimate", () if state.player == CHANCE else moves[0].line, moves)
    elif state.player == CHANCE:
        return _Answer(_average(state, moves), "estimate" if method == "mcts" else "exact", (), moves)
    elif method == "mcts":
        best = moves[0]
    else:
        judged = [move for move in moves if move.value is not None]  # none if the search was stopped too early
        best = max(judged, key=lambda move: value_for(state.player, move.value)) if judged else moves[0]
    value, bound = best.value, best.bound
    if (
        method == "mcts" and not proven and bound != "estimate"
    ):  # another move may be better than what is proven of this one
        better, worse = ("upper", "lower") if state.player == MIN else ("lower", "upper")
        if bound != worse:
            bound = cast("Bound", better)
        elif len(moves) == len(state.moves()) and all(move.bound in ("exact", worse) for move in moves):
            values: list[Any] = [move.value for move in moves]
            value = min(values) if state.player == MIN else max(values)
        else:
            bound = "estimate"
    answer = _Answer(value, bound if value is not None else "estimate", best.line, moves)
    answer.mate, answer.in_tables = best.mate, best.in_tables
    return answer


def _strategies(found: SearchOutcome | SearchPass) -> tuple[tuple[StrategyMove[Any], ...], ...]:
    def to_record(move: SearchStrategyMove) -> StrategyMove[Any]:
        mean = _number(move.mean) if move.visits else None
        return StrategyMove(move=move.move, probability=move.probability, visits=move.visits, mean=mean)

    return tuple(tuple(map(to_record, moves)) for moves in found.strategies)


def _joint_answer(
    state: State, found: SearchOutcome | SearchPass, strategies: tuple[tuple[StrategyMove[Any], ...], ...]
) -> _Answer | None:
    """The answer of a search with simultaneous moves; None of any other. It may begin where one player or chance moves."""
    if not found.moves or found.moves[0].line:
        return None
    worth = found.moves[0].worth
    value = _number(worth[0] if _cancels_out(worth) else worth)
    if not strategies:
        return _Answer(value, "estimate", (), ())
    move = likeliest_move(state, strategies)
    return _Answer(value, "estimate", (move,), ())


def likeliest_move(state: State, strategies: tuple[tuple[StrategyMove[Any], ...], ...]) -> Any:
    """Return the most likely move: of each player where all move, else of the player to move."""
    best = [max(moves, key=lambda move: move.probability).move if moves else None for moves in strategies]
    return tuple(best) if state.player == SIMULTANEOUS else best[state.player]


def _root_move(state: State, move: SearchMove, worth: Any, method: str) -> RootMove[Any]:
    if method == "max_n" and worth is not None and not isinstance(worth, tuple):
        worth = (worth,)  # a game of one player
    value, bound = _number(worth), cast("Bound", move.bound)
    return RootMove(
        move=move.line[0],
        value=value,
        bound=bound,
        line=move.line,
        visits=move.visits if method == "mcts" else None,
        win_rate=move.win_rate,
        mate=mate_of(state, value, bound),
        in_tables=move.in_tables,
    )


def _number(worth: Any) -> Any:
    """A value as people write it: whole numbers without a fraction."""
    if isinstance(worth, tuple):
        return tuple(map(_number, worth))
    if worth is not None and not isfinite(worth):
        raise ZermeloError("these payoffs are too large to be averaged: scale them down")
    return int(worth) if worth is not None and worth == int(worth) else worth


def _cancels_out(worth: Any) -> bool:
    """Whether these are the payoffs of two players, which add up to 0."""
    return isinstance(worth, tuple) and len(worth) == 2 and worth[0] == -worth[1]


def mate_of(state: State, value: Any, bound: Bound) -> Mate | None:
    """Return the forced win that a value stands for, unless the bound leaves open whether it is one."""
    method = getattr(state, "mate", None)
    mate: Mate | None = method(value) if callable(method) and value is not None else None
    return None if mate is None or bound == ("upper" if mate.moves > 0 else "lower") else mate


def value_for(player: int, value: Payoff | None) -> Number:
    """Return a value for one player: of MAX's number, or of one payoff per player."""
    if isinstance(value, tuple):
        return value[player]
    assert value is not None
    return -value if player == MIN else value


def _average(state: Any, moves: Sequence[RootMove[Any]]) -> Payoff:
    """The value where chance moves: by the probabilities, or by the simulations of each outcome."""
    if moves[0].visits is None:
        chances = dict(outcomes_of(state))
        parts = [(chances[move.move], move.value) for move in moves]
    else:
        simulations = sum(move.visits or 0 for move in moves)
        parts = [((move.visits or 0) / simulations, move.value) for move in moves]
    sums = None
    for probability, value in parts:
        sums = weighted(sums, probability, value if isinstance(value, tuple) else (value,))
    assert sums is not None
    mean: Payoff = tuple(map(float, sums)) if isinstance(moves[0].value, tuple) else float(sums[0])
    return mean


def _statistics(outcome: SearchOutcome) -> Statistics:
    counts = outcome.counts
    return Statistics(
        table_probes=counts.table_probes,
        table_hits=counts.table_hits,
        cutoffs=counts.cutoffs,
        first_move_cutoffs=counts.first_move_cutoffs,
    )
