"""The server side of the Go Text Protocol, version 2: programs that show boards or hold tournaments use the engine through it.

Commands are read line by line while a search runs in its own thread. They are answered in their order: the next command
waits for `genmove`, and ends an analysis. A command that cannot be executed is answered with ? and one sentence, and
changes nothing. The commands are those of G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002).
Here are those that any game has; a game adds the board and what only it has under the name `gtp`.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from math import isfinite
from time import perf_counter, process_time
from typing import Any, Protocol, TextIO

from zermelo.engine import Table
from zermelo.methods import search
from zermelo.players.choice import for_max
from zermelo.players.clock import Reserve
from zermelo.protocols.gtp_clock import GoClock
from zermelo.result import Pass, Result, RootMove
from zermelo.state import State, ZermeloError

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
USUAL_SECONDS = 2.0
"""Seconds for a move if nothing else limits it."""
LARGEST_ID = 2**31 - 1
LONGEST_LINE = 100_000
"""Characters after which a command is too long."""
_CONTROL = {code: None for code in [*range(32), 127] if code not in (9, 10)} | {9: " "}
_TABLE = 16
"""Megabytes of the table in which searches keep what they may use again."""


class TurnBoard(Protocol):
    """A game in progress; `moves` are those made so far, each with its player."""

    moves: list[tuple[int, str]]

    @property
    def state(self) -> State: ...
    @property
    def size(self) -> int: ...
    def clear(self, size: int | None = None) -> None:
        """Begin again, on a board of another size if one is given."""

    def turn_of(self, player: int) -> State:
        """Return the position with this player to move; raise ZermeloError if it cannot be."""

    def play(self, player: int, move: str) -> None:
        """Make a move; raise ZermeloError if it is illegal."""

    def undo(self) -> bool:
        """Take the last move back; return False if there is none."""

    def text(self) -> str:
        """The board with letters and numbers, and whose turn it is."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """How the engine plays.

    Parameters
    ----------
    size
        Of the first board.
    seconds, simulations
        Limits of the search for each move, beside those of the clock.
    threads
        Threads to use.
    resign
        Resign if the expected score is below this; 0 is never.
    """

    size: int
    seconds: float | None = None
    simulations: int | None = None
    threads: int = 1
    resign: float = 0.05


@dataclass
class Task:
    """A search in progress; an `analysis` goes on until it is stopped. The first report begins the answer."""

    analysis: bool
    stop: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None
    reported: bool = False


@dataclass(frozen=True)
class Move:
    """What `genmove` and its variants are asked for: whose move, whether to play it, and whether one may resign."""

    player: int
    played: bool = True
    cleanup: bool = False


class Gtp:
    """One conversation: the options, the game so far, and the search in progress."""

    board: TurnBoard

    def __init__(self, board: TurnBoard, options: Options, out: TextIO | None = None) -> None:
        self.board, self.options, self.out = board, options, out or sys.stdout
        self.clock: GoClock | None = None
        self.reserve = Reserve()
        self.table = Table(_TABLE)
        self.task: Task | None = None
        self.id = ""
        self._lock = threading.Lock()
        self.commands: dict[str, Callable[[list[str]], str | None]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Zermelo",
            "version": lambda _: version("zermelo"),
            "known_command": self.known_command,
            "list_commands": lambda _: "\n".join(sorted(self.commands)),
            "quit": lambda _: "",
            "boardsize": self.boardsize,
            "clear_board": self.clear_board,
            "play": self.play,
            "genmove": lambda words: self.genmove(Move(read_colour(words))),
            "reg_genmove": lambda words: self.genmove(Move(read_colour(words), played=False)),
            "undo": self.undo,
            "time_settings": self.time_settings,
            "kgs-time_settings": self.kgs_time_settings,
            "time_left": self.time_left,
            "showboard": lambda _: f"\n{self.board.text()}",
            "cputime": lambda _: f"{process_time():.3f}",
        }

    # ---- the conversation

    def run(self, lines: Iterator[str]) -> None:
        """Execute commands until `quit` or the end of the input, and answer the last one."""
        for line in lines:
            if not self.execute(line):
                break
        self.finish()

    def execute(self, line: str) -> bool:
        """Execute one line; return False for `quit`."""
        words = line.translate(_CONTROL).partition("#")[0].split()
        is_last = words[-1:] == ["quit"] and len(words) <= 2
        self.finish(at_once=is_last)
        if not words:
            return True
        number = words[0]
        self.id = words.pop(0) if number.isascii() and number.isdecimal() and int(number[:11]) <= LARGEST_ID else ""
        name = words[0] if words else ""
        if len(line) > LONGEST_LINE or name not in self.commands:
            self.answer("syntax error: the line is too long" if len(line) > LONGEST_LINE else "unknown command", "?")
            return True
        try:
            text = self.commands[name](words[1:])
        except ZermeloError as error:
            self.answer(" ".join(str(error).split()), "?")
            return True
        if text is not None:
            self.answer(text)
        return name != "quit"

    def answer(self, text: str, sign: str = "=") -> None:
        """Send the answer to the command in progress; an empty line ends it."""
        lines = [line.rstrip() for line in f"{sign}{self.id} {text}".split("\n")]
        self.send("\n".join(filter(None, lines)) + "\n\n")

    def send(self, text: str) -> None:
        with self._lock:
            self.out.write(text)
            self.out.flush()

    def finish(self, *, at_once: bool = False) -> None:
        """Wait until the search in progress has been answered; an analysis is stopped, other searches only `at_once`."""
        task, self.task = self.task, None
        if task is not None and task.thread is not None:
            if at_once or task.analysis:
                task.stop.set()
            task.thread.join()

    def known_command(self, words: list[str]) -> str:
        return str(words[:1] != [] and words[0] in self.commands).lower()

    # ---- the board

    def boardsize(self, words: list[str]) -> str:
        try:
            self.board.clear(read_whole(words))
        except SyntaxProblem:
            raise
        except ZermeloError:
            raise ZermeloError("unacceptable size") from None
        return ""

    def clear_board(self, _: list[str]) -> str:
        self.board.clear()
        self.table.clear()
        self.reserve.new_game()
        if self.clock is not None:
            self.clock = self._clock(self.clock.main, self.clock.period, self.clock.stones)
        return ""

    def play(self, words: list[str]) -> str:
        player = read_colour(words)
        move = self.vertex(*words[1:2] or [""])
        if move not in self.board.turn_of(player).moves():
            raise ZermeloError("illegal move")
        self.board.play(player, move)
        return ""

    def undo(self, _: list[str]) -> str:
        if not self.board.undo():
            raise ZermeloError("cannot undo")
        return ""

    def vertex(self, text: str) -> str:
        """Return the move that a text names; raise SyntaxProblem if it names none."""
        raise NotImplementedError

    # ---- time

    def _clock(self, main: float, period: float = 0.0, stones: int = 0) -> GoClock:
        return GoClock(main, period, stones, self.reserve)

    def time_settings(self, words: list[str]) -> str:
        main, period, stones = (read_number(words[at : at + 1]) for at in range(3))
        if min(main, period, stones) < 0:
            raise SyntaxProblem("syntax error")
        unlimited = period > 0 and stones == 0
        self.clock = None if unlimited else self._clock(main, period, int(stones))
        return ""

    def kgs_time_settings(self, words: list[str]) -> str:
        kind = words[0].lower() if words else ""
        if kind == "none":
            self.clock = None
        elif kind == "absolute":
            self.clock = self._clock(read_number(words[1:2]))
        elif kind in ("byoyomi", "canadian"):
            main, period, count = (read_number(words[at : at + 1]) for at in (1, 2, 3))
            self.clock = self._clock(main, period, 1 if kind == "byoyomi" else int(count))
        else:
            raise SyntaxProblem("syntax error")
        return ""

    def time_left(self, words: list[str]) -> str:
        player, seconds, stones = read_colour(words), read_number(words[1:2]), read_number(words[2:3])
        if self.clock is None:
            self.clock = self._clock(max(seconds, 0.0))
        self.clock.set_left(player, max(seconds, 0.0), max(int(stones), 0))
        return ""

    # ---- searching

    def genmove(self, move: Move) -> str | None:
        """Begin the search for a move; its thread answers."""
        task = self.task = Task(analysis=False)
        task.thread = threading.Thread(target=self._answer_move, args=(task, move), daemon=True)
        task.thread.start()
        return None

    def _answer_move(self, task: Task, move: Move) -> None:
        try:
            text = self._choose(task, move)
        except Exception as error:  # the other program waits for an answer, whatever went wrong
            self.answer(" ".join(str(error).split()) or type(error).__name__, "?")
            if not isinstance(error, ZermeloError):
                raise
            return
        self.answer_move(task, move, text)

    def answer_move(self, task: Task, move: Move, text: str) -> None:
        self.answer(text)

    def _choose(self, task: Task, move: Move) -> str:
        """Return the move to play, and play it."""
        state, began = self.board.turn_of(move.player), perf_counter()
        legal = state.moves()
        if len(legal) == 1:
            chosen = str(legal[0])
        else:
            limits = self._limits(move.player)
            result = self.search(state, task, self.reporter(task, state, move), limits)
            if "seconds" in limits:
                self.reserve.spend(limits["seconds"], perf_counter() - began)
            chosen = str(result.move if result.move is not None else legal[0])
            late = len(self.board.moves) >= self.board.size
            if late and move.played and not move.cleanup and self._is_lost(state, result):
                return "resign"
        if move.played:
            self.board.play(move.player, chosen)
            if self.clock is not None:
                self.clock.spend(move.player, perf_counter() - began)
        return chosen

    def _is_lost(self, state: State, result: Result[Any]) -> bool:
        return win_rate(state, root_moves(result)[0]) < self.options.resign

    def _limits(self, player: int) -> dict[str, Any]:
        """The limits of the search for a move: those of the options, and of the clock."""
        limits: dict[str, Any] = {}
        if self.options.simulations is not None:
            limits["simulations"] = self.options.simulations
        seconds = [self.options.seconds, self.clock.seconds(player) if self.clock is not None else None]
        given = [each for each in seconds if each is not None]
        if given or not limits:
            limits["seconds"] = min(given, default=USUAL_SECONDS)
        return limits

    def reporter(self, task: Task, state: State, move: Move) -> Callable[[Any], None] | None:
        """Return a function that is called with what a search has found so far, if there is one."""
        return None

    def search(
        self, state: State, task: Task, report: Callable[[Any], None] | None, limits: dict[str, Any]
    ) -> Result[Any]:
        result = search(
            state,
            method="mcts",
            threads=self.options.threads,
            table=self.table,
            on_depth=report,
            cancel=task.stop.is_set,
            **limits,
        )
        if report is not None:
            report(result)
        return result


def win_rate(state: State, move: RootMove[Any]) -> float:
    """Return how often the player to move wins after a move, from 0 to 1."""
    points = for_max(move.value) or 0.0
    settled = 0.5 + ((points > 0) - (points < 0)) / 2
    black = settled if move.win_rate is None or move.bound != "estimate" else move.win_rate
    return black if state.player == 0 else 1 - black


def root_moves(found: Pass[Any] | Result[Any]) -> list[RootMove[Any]]:
    """Return the moves of a search, the most visited first."""
    moves = list(found.moves)
    if not moves and found.move is not None:
        moves = [RootMove(move=found.move, value=found.value, bound=found.bound, line=found.line)]
    return sorted(moves, key=lambda each: (each.move == found.move, each.visits or 0), reverse=True)


class SyntaxProblem(ZermeloError):
    """Arguments that are not as the command takes them."""


def read_colour(words: Sequence[str]) -> int:
    name = words[0].lower() if words else ""
    if name not in COLOURS:
        raise SyntaxProblem("invalid color or coordinate" if words[1:] else "syntax error")
    return COLOURS[name]


def read_number(words: Sequence[str]) -> float:
    try:
        number = float(words[0]) if words and len(words[0]) <= 20 else float("nan")
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise SyntaxProblem("syntax error")
    return number


def read_whole(words: Sequence[str]) -> int:
    text = words[0] if words else ""
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise SyntaxProblem("syntax error")
    return int(text)
