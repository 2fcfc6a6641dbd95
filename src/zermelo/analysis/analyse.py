"""The pipeline: entries in, their records out in the same order, each position searched once.

Entries wait in a window until everything before them is answered. Positions that were seen need no search, and one that is
equal to a position under way waits for its answer. Games take the values of positions that were seen; a position of several games
that are under way at the same time is searched by each of them, with the same answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from zermelo.analysis.formats import Entry, called
from zermelo.analysis.records import ErrorRecord, GameSummary, MoveRecord, PositionRecord, Record
from zermelo.analysis.seen import Seen
from zermelo.analysis.tally import UNDECODABLE
from zermelo.analysis.tasks import Answer, GameAnswer, GameTask, Limits, PositionTask, Task, run_task
from zermelo.cluster import Cancel, Done, Executor, open_executor
from zermelo.review import PositionValue
from zermelo.state import ZermeloError

T = TypeVar("T")

WINDOW = 2_000
"""Positions, or moves of games, for each worker that may wait for one before them; at least five times as many."""


class _Pending:
    """An entry that is not written yet, and its answer once there is one, or why there is none."""

    __slots__ = ("answer", "entry", "size")

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.size = max(1, len(entry.keys))
        self.answer: Answer | str | None = entry.error or None


def analyse(
    entries: Iterable[Entry],
    limits: Limits,
    *,
    executor: Executor | None = None,
    seen: Seen | None = None,
    cancel: Cancel | None = None,
) -> Iterator[tuple[Record, ...]]:
    """Analyse positions and games; yield the records of each entry, in order.

    A position and a bad line have one record each. A game has one for each move, and a summary.

    Parameters
    ----------
    entries
        What to analyse, as `read_entries` reads it; millions need no more memory than thousands.
    limits
        Limits of the search of each position.
    executor
        What runs the searches; by default this process.
    seen
        The answers that are known, and where to keep new ones; by default a temporary file.
    cancel
        Called now and then; the analysis ends once it returns True.

    >>> entries = [Entry("-", 1, "nim", position="1 2 3", keys=("1 2 3",))]
    >>> [(record,)] = analyse(entries, Limits(depth=9))
    >>> record.value, record.best
    (-1, '1 from heap 1')
    """
    with ExitStack() as stack:
        runner = executor or stack.enter_context(open_executor())
        known = seen or stack.enter_context(Seen())
        yield from _Pipeline(iter(entries), limits, runner, known, cancel).run()


class _Pipeline:
    def __init__(
        self, entries: Iterator[Entry], limits: Limits, executor: Executor, seen: Seen, cancel: Cancel | None
    ) -> None:
        self._entries, self._limits, self._executor, self._seen, self._cancel = entries, limits, executor, seen, cancel
        self._exhausted = False
        self._window = deque[_Pending]()
        self._waiting, self._most_waiting = 0, WINDOW * max(5, executor.workers)
        self._searched: dict[str, list[_Pending]] = {}  # entries that wait for a position under way
        self._tasks: dict[int, _Pending] = {}  # tasks under way by their numbers, and whose they are

    def run(self) -> Iterator[tuple[Record, ...]]:
        """Yield the records of each entry, in order."""
        while self._window or not self._exhausted:
            # A round ends when the window is full; the next one begins when it is drained. Usually there is only one.
            for done in self._executor.run(partial(run_task, self._limits), self._make_tasks(), cancel=self._cancel):
                self._settle(done)
                yield from self._ready()
            yield from self._ready()
            if self._cancel is not None and self._cancel():
                return
            if self._tasks:
                raise ZermeloError("the executor ended before all searches did")

    def _make_tasks(self) -> Iterator[Task]:
        """Yield tasks as workers ask for them, until the window is full."""
        number = 0
        while self._waiting < self._most_waiting:
            entry = next(self._entries, None)
            if entry is None:
                self._exhausted = True
                return
            pending = _Pending(entry)
            self._window.append(pending)
            self._waiting += pending.size
            task = self._make_task(pending)
            if task is not None:
                self._tasks[number] = pending
                number += 1
                yield task

    def _make_task(self, pending: _Pending) -> Task | None:
        """Return what must be searched for an entry; None if the answer is there or under way."""
        entry = pending.entry
        if pending.answer is not None:
            return None
        if entry.moves is not None:
            known = ((at, self._find(_key(entry, at), _VALUES)) for at in range(len(entry.keys)))
            values = {at: found for at, found in known if found is not None}
            return GameTask(entry.game, entry.position, entry.moves, values)
        key = _key(entry)
        if key in self._searched:
            self._searched[key].append(pending)
            return None
        pending.answer = self._find(key, _ANSWERS)
        if pending.answer is not None:
            return None
        self._searched[key] = [pending]
        return PositionTask(entry.game, entry.position or "")

    def _find(self, key: str, decoder: msgspec.json.Decoder[T]) -> T | None:
        """Return what has been found about a position; None if it has not been seen, or the answer is damaged."""
        found = self._seen.get(key)
        with suppress(*UNDECODABLE):
            return None if found is None else decoder.decode(found)
        return None

    def _settle(self, done: Done[Task, Answer]) -> None:
        """Give an answer to the entries that wait for it."""
        pending = self._tasks.pop(done.number)
        entry, answer = pending.entry, done.value
        if isinstance(answer, GameAnswer):
            for at, value in answer.values.items():
                self._seen.put(_key(entry, at), msgspec.json.encode(value))
        elif isinstance(answer, PositionRecord):
            self._seen.put(_key(entry), msgspec.json.encode(answer))
        for each in [pending] if entry.moves is not None else self._searched.pop(_key(entry)):
            each.answer = answer or done.error or "the search failed"

    def _ready(self) -> Iterator[tuple[Record, ...]]:
        while self._window and (answer := self._window[0].answer) is not None:
            pending = self._window.popleft()
            self._waiting -= pending.size
            yield make_records(pending.entry, answer)


def _key(entry: Entry, at: int = 0) -> str:
    return f"{entry.game} {entry.keys[at]}"


def make_records(entry: Entry, answer: Answer | str) -> tuple[Record, ...]:
    """Return the records of an entry, given its answer or why there is none."""
    if isinstance(answer, str):
        error = entry.error or f"{called(entry.file)}, line {entry.line_number}: {answer}"
        return (ErrorRecord(file=entry.file, line_number=entry.line_number, error=error),)
    facts: dict[str, Any] = {"file": entry.file, "line_number": entry.line_number, "game": entry.game}
    if isinstance(answer, PositionRecord):
        solved = None
        if entry.best or entry.avoid:
            solved = (not entry.best or answer.best in entry.best) and answer.best not in entry.avoid
        return (replace(answer, **facts, position=entry.position, name=entry.name, solved=solved),)
    moves = (
        MoveRecord(
            **facts,
            ply=ply,
            position=position,
            **{**asdict(move), "mate": None if move.mate is None else move.mate.moves},
        )
        for ply, (position, move) in enumerate(zip(answer.positions, answer.review.moves, strict=True), 1)
    )
    plies, players = len(answer.review.moves), answer.review.players
    return (*moves, GameSummary(**facts, plies=plies, tags=entry.tags, players=players))


_ANSWERS = msgspec.json.Decoder(PositionRecord)
_VALUES = msgspec.json.Decoder(PositionValue)
