"""What workers do: search positions and review games, which reach them as text, and answer with plain data.

Every position is searched on its own, with a fresh table, so that an answer depends neither on the worker nor on what was
searched before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from zermelo.analysis.records import PositionRecord, RankedMove
from zermelo.game_errors import explain_game_errors
from zermelo.kinds.outcome import outcome
from zermelo.methods import search
from zermelo.records.moves import format_moves, play_through
from zermelo.records.positions import format_move, parse_position, read_position
from zermelo.result import plain_value
from zermelo.review import USUAL_NODES, PositionValue, Review, review
from zermelo.state import SIMULTANEOUS, State

_MOST_GAMES = 16
"""The games whose first states a worker keeps."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of the search of each position; without any, 100,000 nodes. `lines` best moves get values and lines."""

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    lines: int = 1

    def arguments(self) -> dict[str, Any]:
        """Return the limits as `search` and `review` take them."""
        nodes = USUAL_NODES if self.depth is self.seconds is self.nodes is None else self.nodes
        return {"depth": self.depth, "seconds": self.seconds, "nodes": nodes}


class PositionTask(msgspec.Struct, frozen=True):
    """A position to search."""

    game: str
    position: str


class GameTask(msgspec.Struct, frozen=True):
    """A game to review: where it began, its moves, and the values of positions that are known, by the moves before them."""

    game: str
    position: str | None
    moves: tuple[str, ...]
    known: Mapping[int, PositionValue] = {}


class GameAnswer(msgspec.Struct, frozen=True):
    """A reviewed game: the position before each move, and the values that were not known."""

    review: Review
    positions: tuple[str, ...]
    values: Mapping[int, PositionValue]


Task: TypeAlias = PositionTask | GameTask
Answer: TypeAlias = PositionRecord | GameAnswer


def run_task(limits: Limits, task: Task) -> Answer:
    """Search a position or review a game; this is what an executor runs."""
    start = start_of(task.game)
    if isinstance(task, PositionTask):
        return search_position(start, task.position, limits)
    return review_game(start, task, limits)


@lru_cache(_MOST_GAMES)
def start_of(game: str) -> State:
    """Return the first state of a game; a worker loads each game once."""
    return parse_position(game, None)


def search_position(start: State, text: str, limits: Limits) -> PositionRecord:
    """Search a position, given in the notation of the game that begins in `start`."""
    with explain_game_errors(start):
        state = read_position(start, text)
        end = outcome(state)
        if end is not None:
            return PositionRecord(player=state.player, value=_plain(end.value), proven=True)
        result = search(state, **limits.arguments(), lines=limits.lines)
        line = result.line or (() if result.move is None else (result.move,))
        ranked = result.moves[: limits.lines] if limits.lines > 1 else ()
        written = _written(state, line)
        return PositionRecord(
            player=state.player,
            value=_plain(result.value),
            bound=result.bound,
            proven=result.proven,
            mate=None if result.mate is None else result.mate.moves,
            best=None if result.move is None else format_move(state, result.move),
            best_written=written[0] if written else "",
            line=tuple(map(str, line)) if state.player != SIMULTANEOUS else written,
            line_written=written,
            moves=tuple(
                RankedMove(
                    move=format_move(state, each.move),
                    written=_written(state, (each.move,))[0],
                    value=_plain(each.value),
                    mate=None if each.mate is None else each.mate.moves,
                    line=tuple(map(str, each.line)),
                )
                for each in ranked
            ),
            method=result.method,
            depth=result.depth,
            nodes=result.nodes,
        )


def review_game(start: State, task: GameTask, limits: Limits) -> GameAnswer:
    """Review a game. Its positions are searched as `review` does, but each with a table of its own."""
    first = start if task.position is None else read_position(start, task.position)
    values = dict(task.known)
    found = review(first, task.moves, **limits.arguments(), values=values)
    positions = []
    for at, state in enumerate(play_through(first, task.moves)[:-1]):
        words = [] if task.position is None else [task.position]
        words += (move.replace(" ", "_") for move in task.moves[:at])
        positions.append(position_text(state, ("" if getattr(state, "joined_moves", False) else " ").join(words)))
    new = {at: value for at, value in values.items() if at not in task.known}
    return GameAnswer(found, tuple(positions), new)


def position_text(state: State, given: str) -> str:
    """Return a position in the game's notation, or as it was given where the game does not write positions."""
    notation: Any = getattr(state, "notation", None)
    return str(notation()) if callable(notation) else given


def _written(state: State, line: Sequence[Any]) -> tuple[str, ...]:
    if state.player == SIMULTANEOUS:
        return tuple(format_move(state, move) for move in line[:1])
    return tuple(format_moves(state, line))


def _plain(value: Any) -> Any:
    found = plain_value(value)
    return tuple(found) if isinstance(found, list) else found
