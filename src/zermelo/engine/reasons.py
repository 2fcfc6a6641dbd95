"""Why the engine chose a move, by its own search: the line it expects, what refutes the other moves, how the choice changed from
depth to depth, and what the line does to the static value.

`reasons` finds them in a `Result`, best in one with a record; `explain_reasons` says them in sentences. Values are MAX's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Any

import msgspec

from zermelo.engine.record import children_of
from zermelo.engine.result import mate_of
from zermelo.engine.solve import SOLVE, solve
from zermelo.kinds.outcome import outcome
from zermelo.kinds.profile import game_profile
from zermelo.learning.polynomial import explain
from zermelo.native.faces import NativeState
from zermelo.records.moves import format_moves
from zermelo.result import Bound, Mate, Pass, RecordedNode, Result, RootMove, format_line
from zermelo.state import MAX, State, ZermeloError, format_count, format_number

SOLVER_NODES = 1_000_000
"""What the exact solver may spend on the reasons of one move: some tenths of a second."""
SOLVER_TABLE = 4
"""The megabytes of its table."""
SHOWN_MOVES = 8
SHOWN_FEATURES = 5
DIGITS = 2
_PLACE = re.compile(r"\.(\d+|[a-h][1-8])$")
_AT: dict[Bound, str] = {"exact": "", "lower": "at least ", "upper": "at most ", "estimate": "about "}


class Alternative(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was not chosen, and the line that shows why; `visits` and `win_rate` are those of `RootMove`. It has no value
    where the search was stopped before it knew that the move is no better."""

    move: Any
    line: tuple[Any, ...]
    value: float | None
    bound: Bound
    mate: Mate | None = None
    visits: int | None = None
    win_rate: float | None = None


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """The passes from depth `first` to depth `last`, which all chose the same move; the value is that of the last."""

    first: int
    last: int
    move: Any
    value: float | None
    bound: Bound
    mate: Mate | None = None


class FeatureChange(msgspec.Struct, frozen=True):
    """What a feature adds to the static value now and at the end of the line, MAX's; for an evaluation that is not a sum of
    features, the features themselves."""

    name: str
    before: float
    after: float


class Reasons(msgspec.Struct, frozen=True, kw_only=True):
    """Why a move was chosen.

    Attributes
    ----------
    result
        What the search found.
    alternatives
        The other moves, best first for the player to move; of simulations those that were tried most first, as a mean of few
        simulations says little.
    spans
        The choice from depth to depth.
    changes
        The features that the line changes most.
    weighed
        Whether these are parts of the static value that the engine used, or only features of the position.
    """

    result: Result[Any]
    alternatives: tuple[Alternative, ...]
    spans: tuple[Span, ...]
    changes: tuple[FeatureChange, ...] = ()
    weighed: bool = True


class Section(msgspec.Struct, frozen=True):
    """Some sentences under a title."""

    title: str
    sentences: tuple[str, ...]


def reasons(state: State, result: Result[Any], *, cancel: Callable[[], bool] | None = None) -> Reasons:
    """Return why a search of `state` chose its move.

    Parameters
    ----------
    state : State
        The position that was searched.
    result : Result
        With a record, if the other moves are to be refuted. The exact solver finds no more than a value and a move; here it is
        asked again for the line that proves it and for the other moves, as far as this takes no longer than a moment.
    cancel : callable, optional
        Called now and then; returning True ends that search.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> from zermelo.methods import search
    >>> state = TicTacToe.parse("XX./.O./...")
    >>> found = reasons(state, search(state, record=1000))
    >>> found.result.move, [each.line for each in found.alternatives][:2]
    (2, [(3, 2), (5, 2)])
    """
    if result.method == SOLVE.name and result.move is not None and result.value is not None:
        result = _solve_on(state, result, cancel)
    changes, weighed = _feature_changes(state, result.line)
    return Reasons(
        result=result,
        alternatives=_alternatives(state, result),
        spans=_spans(result.history),
        changes=changes,
        weighed=weighed,
    )


# ---- solved positions


def _solve_on(state: State, result: Result[Any], cancel: Callable[[], bool] | None) -> Result[Any]:
    """Give a solved position its line to the end and the values of its other moves."""
    left = SOLVER_NODES

    def solved(position: State) -> Result[Any] | None:
        nonlocal left
        if left < 1:
            return None
        found = solve(position, nodes=left, table=SOLVER_TABLE, cancel=cancel)
        left -= max(found.nodes, 1)
        return None if found.value is None else found

    others: list[RootMove[Any]] = []
    for move in state.moves() if len(result.moves) < 2 else ():
        if move != result.move and (found := solved(state.play(move))) is not None:
            others.append(RootMove(move=move, value=found.value, line=(move, *found.line)))
    line, end = list(result.line), state
    for move in line:
        end = end.play(move)
    while (found := solved(end)) is not None and found.move is not None:
        line.append(found.move)
        end = end.play(found.move)
    return msgspec.structs.replace(result, line=tuple(line), moves=(*result.moves, *others))


# ---- the other moves


def _alternatives(state: State, result: Result[Any]) -> tuple[Alternative, ...]:
    """The other root moves as the search left them; those that got a full value from it, by that value."""
    found: dict[Any, Alternative] = {}
    children = children_of(result.record)
    for number in children[0] if children else ():
        node = result.record[number]
        if node.value is None:
            continue
        line = (node.move, *_refutation(result.record, children, number))
        found[node.move] = Alternative(
            move=node.move, line=line, value=node.value, bound=node.bound, mate=mate_of(state, node.value, node.bound)
        )
    for each in result.moves:
        if isinstance(each.value, int | float):
            found[each.move] = Alternative(
                move=each.move,
                line=each.line or (each.move,),
                value=each.value,
                bound=each.bound,
                mate=each.mate,
                visits=each.visits,
                win_rate=each.win_rate,
            )
    found.pop(result.move, None)
    sign = 1 if state.player == MAX else -1
    others = [_unless_better(each, result.value, sign) for each in found.values()]
    others.sort(key=lambda each: (-(each.visits or 0), each.value is None, -sign * (each.value or 0)))
    return tuple(others)


def _unless_better(each: Alternative, chosen: Any, sign: int) -> Alternative:
    """Take back a bound that looks better than the value of the chosen move, which that was never compared with."""
    if each.visits is not None or each.value is None or not isinstance(chosen, int | float):
        return each
    if sign * each.value <= sign * chosen:
        return each
    return msgspec.structs.replace(each, value=None, bound="estimate", mate=None)


def _refutation(record: Sequence[RecordedNode[Any]], children: Sequence[Sequence[int]], number: int) -> list[Any]:
    """Return the best play below a visit, as far as it is known."""
    line: list[Any] = []
    while True:
        node = record[number]
        if node.bound == ("upper" if node.player == MAX else "lower"):
            return line  # no move is good enough, and none is the best
        # A move that was searched again counts by its last visit.
        last = {record[child].move: child for child in children[number]}
        best = [child for child in last.values() if record[child].value == node.value]
        if not best:
            return line if node.reply is None or node.ending == "end" else [*line, node.reply]
        number = best[0]
        line.append(record[number].move)


# ---- the choice from depth to depth


def _spans(history: Sequence[Pass[Any]]) -> tuple[Span, ...]:
    spans: list[Span] = []
    for each in history:
        if each.move is None or each.depth is None or isinstance(each.value, tuple):
            continue
        first = spans.pop().first if spans and spans[-1].move == each.move else each.depth
        value = None if each.value is None else float(each.value)
        spans.append(Span(first=first, last=each.depth, move=each.move, value=value, bound=each.bound, mate=each.mate))
    return tuple(spans)


# ---- the static value


def _feature_changes(state: State, line: Sequence[Any]) -> tuple[tuple[FeatureChange, ...], bool]:
    """The features that change most between a position and the end of a line, and whether the engine sums them up."""
    if not isinstance(state, NativeState):
        return (), True
    end: NativeState = state
    for move in line:
        end = end.play(move)
    if end.utility() is not None:
        return (), True
    weighed = not state.native.has_evaluation or bool(state.tapered_weights())
    try:
        before, after = (_features(each, weighed) for each in (state, end))
    except ZermeloError:
        return (), True
    changes = [FeatureChange(name, before.get(name, 0.0), after.get(name, 0.0)) for name in before | after]
    changes = [each for each in changes if each.before != each.after]
    changes.sort(key=lambda each: -abs(each.after - each.before))
    return tuple(changes[:SHOWN_FEATURES]), weighed


def _features(state: NativeState, weighed: bool) -> dict[str, float]:
    """What each feature adds to MAX's static value, or the features themselves. Those that differ only by a square or a number
    count together."""
    sign = 1 if state.player == MAX else -1
    features: dict[str, float] = {}
    for part in explain(state):
        name = _PLACE.sub("", part.name)
        if name != part.name and "." not in name:
            name += ".squares"
        features[name] = features.get(name, 0.0) + sign * (part.contribution if weighed else part.value)
    return features


# ---- in sentences


def explain_reasons(state: State, found: Reasons) -> tuple[Section, ...]:
    """Say why a move was chosen, with moves in the game's usual notation."""
    result = found.result
    if result.move is None:
        return ()
    sections = [
        Section("Proof line" if result.proven else "Expected line", tuple(_line_sentences(state, result))),
        Section("Other moves", tuple(_move_sentences(state, found))),
        Section("Depth by depth", tuple(_depth_sentences(state, found.spans))),
        Section("What weighs", tuple(_feature_sentences(state, found))),
    ]
    return tuple(section for section in sections if section.sentences)


def _line_sentences(state: State, result: Result[Any]) -> list[str]:
    chosen = next((each for each in result.moves if each.move == result.move), None)
    move, line = _written(state, result.line)[0], _joined(state, result.line)
    if chosen is not None and chosen.visits is not None and not result.proven:
        total = sum(each.visits or 0 for each in result.moves)
        sentences = [f"{move} begins {chosen.visits:,} of {total:,} simulations{_mean(state, chosen)}: {line}."]
    else:
        worth = "" if result.value is None else f" is worth {_worth(state, result.value, result.bound, result.mate)}"
        sure = (
            ", proven to the end of the game" if result.proven else f" at depth {result.depth}" if result.depth else ""
        )
        sentences = [f"{move}{worth}{sure}: {line}."]
    past, end = [], state
    for played in result.line:
        past.append(end)
        end = end.play(played)
    final = outcome(end, past)
    if final is not None:
        sentences.append(f"There the game ends: {game_profile(type(end)).verdict(final)}")
    elif result.in_tables:
        sentences.append("An endgame table knows the position at its end.")
    return sentences


def _move_sentences(state: State, found: Reasons) -> list[str]:
    """Say what each of the other moves is worth. Those that are only known to be no better, by the same bound, share a sentence."""
    sentences = []
    refuted: Bound = "upper" if state.player == MAX else "lower"
    shown = [*found.alternatives[:SHOWN_MOVES]]
    while shown:
        first = shown[0]
        same = [each for each in shown if (each.value, each.bound) == (first.value, first.bound)]
        if first.bound == refuted and first.visits is None and first.mate is None and len(same) > 1:
            worth = _worth(state, first.value, first.bound, None)
            sentences.append(f"No better, worth {worth}: {'; '.join(_joined(state, each.line) for each in same)}.")
        else:
            same = [first]
            sentences.append(f"{_written(state, first.line)[0]}{_judged(state, first)}.")
        shown = [each for each in shown if each not in same]
    simulated = any(each.visits is not None for each in found.alternatives)
    if more := max(len(found.alternatives) - SHOWN_MOVES, 0):
        verb = "is" if more == 1 else "are"
        known = all(each.value is not None for each in found.alternatives[SHOWN_MOVES:])
        rest = "tried no more often" if simulated else "no better" if known else "not listed"
        sentences.append(f"{format_count(more, 'more move')} {verb} {rest}.")
    if simulated:
        sentences.append("What most simulations begin with is chosen: the fewer a move has, the less its number says.")
    return sentences


def _judged(state: State, each: Alternative) -> str:
    """Say what a search found of another move."""
    line = f": {_joined(state, each.line)}" if len(each.line) > 1 else ""
    if each.visits is not None and each.bound == "estimate":
        return f" begins {each.visits:,}{_mean(state, each)}{line}"
    if each.value is None:
        return f" was not searched as deeply{line}"
    return f" is worth {_worth(state, each.value, each.bound, each.mate)}{line}"


def _mean(state: State, each: Alternative | RootMove[Any]) -> str:
    """Say how the simulations that begin with a move went: how many the player to move won, a draw counting half, or their mean
    value where nothing counts wins."""
    if each.win_rate is not None:
        rate = each.win_rate if state.player == MAX else 1 - each.win_rate
        return f", of which {game_profile(type(state)).seat(state.player)} wins {100 * rate:.0f} %"
    return "" if each.value is None else f", worth {_amount(state, each.value)} on average"


def _depth_sentences(state: State, spans: Sequence[Span]) -> list[str]:
    sentences = []
    for number, span in enumerate(spans):
        worth = "" if span.value is None else f" ({_worth(state, span.value, span.bound, span.mate)})"
        where = f"Depth {span.first}" if span.first == span.last else f"Depth {span.first} to {span.last}"
        said = "the choice is" if number == 0 else "it changes to"
        sentences.append(f"{where}: {said} {_written(state, [span.move])[0]}{worth}.")
    return sentences


def _feature_sentences(state: State, found: Reasons) -> list[str]:
    verb, amount = ("adds", partial(_amount, state)) if found.weighed else ("is", _short)
    return [
        f"{re.sub('[._]', ' ', each.name).capitalize()} {verb} {amount(each.before)} now, "
        f"{amount(each.after)} at the end of the line."
        for each in found.changes
    ]


def _worth(state: State, value: Any, bound: Bound, mate: Mate | None) -> str:
    return str(mate) if mate is not None else f"{_AT[bound]}{_amount(state, value)}"


def _amount(state: State, value: Any) -> str:
    """Give a value with two digits, in the unit in which people count it."""
    if isinstance(value, tuple):
        return f"({', '.join(map(_short, value))})"
    unit = game_profile(type(state)).unit
    if unit is None or abs(value) >= getattr(state, "decided", inf):
        return _short(value)
    return f"{round(value / unit[0], DIGITS) + 0.0:.{DIGITS}f} {unit[1]}"


def _short(value: Any) -> str:
    return format_number(round(value, DIGITS) + 0.0 if isinstance(value, float) else value)


def _written(state: State, line: Sequence[Any]) -> list[str]:
    return format_moves(state, line)


def _joined(state: State, line: Sequence[Any]) -> str:
    return format_line(format_moves(state, line))
