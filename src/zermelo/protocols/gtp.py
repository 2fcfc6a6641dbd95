"""The server side of the Go Text Protocol, version 2: programs that show Go boards or hold tournaments use the engine through it.

Commands are read line by line while a search runs in its own thread. They are answered in their order: the next command
waits for `genmove`, and ends an analysis. A command that cannot be executed is answered with ? and one sentence, and
changes nothing. The commands are those of G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002),
and the analysis commands of Leela Zero and KataGo.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from math import isfinite
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, TextIO

from zermelo.engine import Table
from zermelo.games.go import Go
from zermelo.games.records.sgf import read_sgf
from zermelo.games.records.sgf_games import parse_game
from zermelo.games.records.vertices import PASS, coordinates, vertex
from zermelo.methods import search
from zermelo.protocols import go_analysis, go_status
from zermelo.protocols.go_board import RULES, GoBoard, Rules, handicap_points
from zermelo.protocols.go_clock import GoClock
from zermelo.result import Pass, Result
from zermelo.state import ZermeloError

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
USUAL_SECONDS = 2.0
"""Seconds for a move if nothing else limits it."""
LARGEST_ID = 2**31 - 1
LONGEST_LINE = 100_000
"""Characters after which a command is too long."""
_CONTROL = {code: None for code in [*range(32), 127] if code not in (9, 10)} | {9: " "}
_TABLE = 16
"""Megabytes of the table in which searches keep what they may use again."""


@dataclass(frozen=True)
class Options:
    """How the engine plays.

    Parameters
    ----------
    size, komi, rules
        The first board.
    seconds, simulations
        Limits of the search for each move, beside those of the clock.
    threads
        Threads to use.
    resign
        Resign if the expected score is below this; 0 is never.
    """

    size: int = 19
    komi: float = 7.5
    rules: Rules = RULES["chinese"]
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
    """What `genmove` and its variants are asked for: whose move, whether to play it, to resign or pass, and what to report."""

    player: int
    played: bool = True
    cleanup: bool = False
    style: go_analysis.Style | None = None
    asked: go_analysis.Asked = field(default_factory=go_analysis.Asked)


class Gtp:
    """One conversation: the options, the game so far, and the search in progress."""

    def __init__(self, out: TextIO | None = None, options: Options | None = None) -> None:
        self.out, self.options = out or sys.stdout, options or Options()
        self.board = GoBoard(self.options.size, self.options.komi, self.options.rules)
        self.clock: GoClock | None = None
        self.table = Table(_TABLE)
        self.task: Task | None = None
        self._id = ""
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
            "komi": self.komi,
            "fixed_handicap": self.fixed_handicap,
            "place_free_handicap": self.place_free_handicap,
            "set_free_handicap": self.set_free_handicap,
            "play": self.play,
            "genmove": lambda words: self.genmove(Move(_colour(words))),
            "reg_genmove": lambda words: self.genmove(Move(_colour(words), played=False)),
            "kgs-genmove_cleanup": lambda words: self.genmove(Move(_colour(words), cleanup=True)),
            "undo": self.undo,
            "time_settings": self.time_settings,
            "kgs-time_settings": self.kgs_time_settings,
            "time_left": self.time_left,
            "showboard": lambda _: f"\n{self.board.text()}",
            "final_score": self.final_score,
            "final_status_list": self.final_status_list,
            "loadsgf": self.loadsgf,
            "printsgf": self.printsgf,
            "lz-analyze": lambda words: self.analyze(words, "lz"),
            "kata-analyze": lambda words: self.analyze(words, "kata"),
            "lz-genmove_analyze": lambda words: self.genmove_analyze(words, "lz"),
            "kata-genmove_analyze": lambda words: self.genmove_analyze(words, "kata"),
            "cputime": lambda _: f"{process_time():.3f}",
        }

    # ---- the conversation

    def run(self, lines: Iterator[str]) -> None:
        """Execute commands until `quit` or the end of the input."""
        for line in lines:
            if not self.execute(line):
                break
        self.finish(at_once=True)

    def execute(self, line: str) -> bool:
        """Execute one line; return False for `quit`."""
        words = line.translate(_CONTROL).partition("#")[0].split()
        is_last = words[-1:] == ["quit"] and len(words) <= 2
        self.finish(at_once=is_last)
        if not words:
            return True
        number = words[0]
        self._id = words.pop(0) if number.isascii() and number.isdecimal() and int(number[:11]) <= LARGEST_ID else ""
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
        lines = [line.rstrip() for line in f"{sign}{self._id} {text}".split("\n")]
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
            self.board.clear(_whole(words))
        except _SyntaxError:
            raise
        except ZermeloError:
            raise ZermeloError("unacceptable size") from None
        return ""

    def clear_board(self, _: list[str]) -> str:
        self.board.clear()
        self.table.clear()
        if self.clock is not None:
            self.clock = GoClock(self.clock.main, self.clock.period, self.clock.stones)
        return ""

    def komi(self, words: list[str]) -> str:
        self.board.set_komi(_number(words))
        return ""

    def play(self, words: list[str]) -> str:
        player = _colour(words)
        move = self._vertex(words[1:2])
        if move not in self.board.turn_of(player).moves():
            raise ZermeloError("illegal move")
        self.board.play(player, move)
        return ""

    def undo(self, _: list[str]) -> str:
        if not self.board.undo():
            raise ZermeloError("cannot undo")
        return ""

    def _vertex(self, words: Sequence[str]) -> str:
        text = words[0] if words else ""
        if text.lower() == PASS:
            return PASS
        try:
            return vertex(*coordinates(text, self.board.size))
        except ZermeloError:
            raise _SyntaxError("invalid color or coordinate") from None

    # ---- handicaps

    def fixed_handicap(self, words: list[str]) -> str:
        points = handicap_points(self.board.size, self._handicap(words))
        if not points:
            raise ZermeloError("invalid number of stones")
        self.board.set_up(points, 1)
        return " ".join(points)

    def place_free_handicap(self, words: list[str]) -> str:
        stones = self._handicap(words)
        points = next(
            (found for count in range(stones, 1, -1) if (found := handicap_points(self.board.size, count))), []
        )
        if not points:
            raise ZermeloError("invalid number of stones")
        self.board.set_up(points, 1)
        return " ".join(points)

    def _handicap(self, words: list[str]) -> int:
        stones = _whole(words)
        if not self.board.is_empty:
            raise ZermeloError("board not empty")
        if not 2 <= stones < self.board.size**2:
            raise ZermeloError("invalid number of stones")
        return stones

    def set_free_handicap(self, words: list[str]) -> str:
        if not self.board.is_empty:
            raise ZermeloError("board not empty")
        points = [self._vertex([word]) for word in words]
        if len(points) < 2 or len(set(points)) < len(points) or PASS in points or len(points) >= self.board.size**2:
            raise ZermeloError("bad vertex list")
        self.board.set_up(points, 1)
        return ""

    # ---- time

    def time_settings(self, words: list[str]) -> str:
        main, period, stones = (_number(words[at : at + 1]) for at in range(3))
        if min(main, period, stones) < 0:
            raise _SyntaxError("syntax error")
        unlimited = period > 0 and stones == 0
        self.clock = None if unlimited else GoClock(main, period, int(stones))
        return ""

    def kgs_time_settings(self, words: list[str]) -> str:
        kind = words[0].lower() if words else ""
        if kind == "none":
            self.clock = None
        elif kind == "absolute":
            self.clock = GoClock(_number(words[1:2]))
        elif kind in ("byoyomi", "canadian"):
            main, period, count = (_number(words[at : at + 1]) for at in (1, 2, 3))
            self.clock = GoClock(main, period, 1 if kind == "byoyomi" else int(count))
        else:
            raise _SyntaxError("syntax error")
        return ""

    def time_left(self, words: list[str]) -> str:
        player, seconds, stones = _colour(words), _number(words[1:2]), _number(words[2:3])
        if self.clock is None:
            self.clock = GoClock(max(seconds, 0.0))
        self.clock.set_left(player, max(seconds, 0.0), max(int(stones), 0))
        return ""

    # ---- searching

    def genmove_analyze(self, words: list[str], style: go_analysis.Style) -> str | None:
        asked = go_analysis.read_arguments(words, COLOURS)
        player = self.board.state.player if asked.player is None else asked.player
        return self.genmove(Move(player, style=style, asked=asked))

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
        if move.style is None:
            self.answer(text)
        else:
            self.send(f"{'' if task.reported else f'={self._id}' + chr(10)}play {text}\n\n")

    def _choose(self, task: Task, move: Move) -> str:
        """Return the move to play, and play it."""
        state, began = self.board.turn_of(move.player), perf_counter()
        legal = state.moves()
        if len(legal) == 1:
            chosen = str(legal[0])
        else:
            result = self._search(task, state, move)
            chosen = str(result.move if result.move is not None else legal[0])
            late = self.board.state.native.move_number >= state.size
            if late and move.played and not move.cleanup and self._is_lost(state, result):
                return "resign"
        if move.played:
            self.board.play(move.player, chosen)
            if self.clock is not None:
                self.clock.spend(move.player, perf_counter() - began)
        return chosen

    def _is_lost(self, state: Go, result: Result[Any]) -> bool:
        best = go_analysis.root_moves(result)[0]
        return go_analysis.win_rate(state, best) < self.options.resign

    def _search(self, task: Task, state: Go, move: Move) -> Result[Any]:
        limits: dict[str, Any] = {}
        if self.options.simulations is not None:
            limits["simulations"] = self.options.simulations
        seconds = [self.options.seconds, self.clock.seconds(move.player) if self.clock is not None else None]
        given = [each for each in seconds if each is not None]
        if given or not limits:
            limits["seconds"] = min(given, default=USUAL_SECONDS)
        report = self._reporter(task, state, move.style, move.asked) if move.style is not None else None
        return self._run(state, task, report, limits)

    def _run(self, state: Go, task: Task, report: Callable[[Any], None] | None, limits: dict[str, Any]) -> Result[Any]:
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

    def _reporter(
        self, task: Task, state: Go, style: go_analysis.Style, asked: go_analysis.Asked
    ) -> Callable[[Any], None]:
        """Return a function that sends what was found, at most once in every interval."""
        last, sent = -asked.interval, ""

        def report(found: Pass[Any] | Result[Any]) -> None:
            nonlocal last, sent
            now, line = perf_counter(), go_analysis.info_line(state, found, style, asked.most)
            if line != sent and (now - last >= asked.interval or isinstance(found, Result)):
                last, sent = now, line
                if not task.reported:
                    task.reported = True
                    self.send(f"={self._id}\n")
                self.send(f"{line}\n")

        return report

    def analyze(self, words: list[str], style: go_analysis.Style) -> str | None:
        """Begin an analysis, which goes on until the next command."""
        asked = go_analysis.read_arguments(words, COLOURS)
        state = self.board.turn_of(self.board.state.player if asked.player is None else asked.player)
        task = self.task = Task(analysis=True)
        task.thread = threading.Thread(target=self._analyze, args=(task, state, style, asked), daemon=True)
        task.thread.start()
        return None

    def _analyze(self, task: Task, state: Go, style: go_analysis.Style, asked: go_analysis.Asked) -> None:
        """Search until the next command, and report what is found."""
        try:
            self._run(state, task, self._reporter(task, state, style, asked), {})
            task.stop.wait()
        except ZermeloError as error:
            if not task.reported:
                self.answer(" ".join(str(error).split()), "?")
                return
        self.send("\n" if task.reported else f"={self._id}\n\n")

    # ---- the end of the game

    def final_score(self, _: list[str]) -> str:
        state = self.board.state
        score = go_status.without_dead(state, self._statuses()).score()
        return "0" if score == 0 else f"{'B' if score > 0 else 'W'}+{abs(score):g}"

    def final_status_list(self, words: list[str]) -> str:
        status = words[0].lower() if words else ""
        if status not in ("alive", "dead", "seki"):
            raise ZermeloError("the status is alive, dead or seki")
        names = go_status.cell_names(self.board.size)
        found = self._statuses().items()
        return "\n".join(" ".join(names[cell] for cell in chain) for chain, each in found if each == status)

    def _statuses(self) -> dict[go_status.Chain, go_status.Status]:
        state = self.board.state
        if not self.board.rules.removes_dead:
            return dict.fromkeys(go_status.chains(state.native.board, state.size), "alive")
        return go_status.statuses(state, go_status.ownership(state))

    # ---- files

    def loadsgf(self, words: list[str]) -> str:
        if not words:
            raise _SyntaxError("syntax error")
        most = _whole(words[1:2]) - 1 if len(words) > 1 else None
        try:
            with Path(words[0]).open("rb") as file:
                self.board.load(parse_game(next(read_sgf(file))), None if most is None else max(most, 0))
        except (OSError, ValueError) as error:  # ZermeloError is a ValueError
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise ZermeloError(f"cannot load file: {reason}") from None
        return ""

    def printsgf(self, words: list[str]) -> str:
        text = str(self.board.tree({}))
        if not words:
            return text
        try:
            Path(words[0]).write_text(f"{text}\n", encoding="utf-8")
        except (OSError, ValueError) as error:
            raise ZermeloError(f"cannot write file: {getattr(error, 'strerror', None) or error}") from None
        return ""


class _SyntaxError(ZermeloError):
    """Arguments that are not as the command takes them."""


def _colour(words: Sequence[str]) -> int:
    name = words[0].lower() if words else ""
    if name not in COLOURS:
        raise _SyntaxError("invalid color or coordinate" if words[1:] else "syntax error")
    return COLOURS[name]


def _number(words: Sequence[str]) -> float:
    try:
        number = float(words[0]) if words and len(words[0]) <= 20 else float("nan")
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise _SyntaxError("syntax error")
    return number


def _whole(words: Sequence[str]) -> int:
    text = words[0] if words else ""
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise _SyntaxError("syntax error")
    return int(text)
