"""The Go Text Protocol for Go: komi, handicaps, dead stones, SGF files, and the analysis commands of Leela Zero and KataGo."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, TextIO

from zermelo.files import read_file
from zermelo.games.go.gtp import analysis, status
from zermelo.games.go.gtp.board import RULES, GoBoard, Rules, handicap_points
from zermelo.games.go.rules import Go
from zermelo.games.go.sgf_games import parse_game
from zermelo.games.go.vertices import PASS, coordinates, vertex
from zermelo.protocols.gtp import COLOURS, Gtp, Move, Options, SyntaxProblem, Task, read_colour, read_number, read_whole
from zermelo.records.sgf import read_sgf
from zermelo.result import Pass, Result
from zermelo.state import State, ZermeloError


@dataclass(frozen=True, kw_only=True)
class GoOptions(Options):
    """How the engine plays; `size`, `komi` and `rules` are those of the first board."""

    size: int = 19
    komi: float = 7.5
    rules: Rules = RULES["chinese"]


@dataclass(frozen=True)
class AnalysedMove(Move):
    """A move whose search is reported."""

    style: analysis.Style = "lz"
    asked: analysis.Asked = field(default_factory=analysis.Asked)


class GoGtp(Gtp):
    """A conversation about Go."""

    board: GoBoard

    def __init__(self, out: TextIO | None = None, options: GoOptions | None = None) -> None:
        options = options or GoOptions()
        super().__init__(GoBoard(options.size, options.komi, options.rules), options, out)
        self.commands |= {
            "komi": self.komi,
            "fixed_handicap": self.fixed_handicap,
            "place_free_handicap": self.place_free_handicap,
            "set_free_handicap": self.set_free_handicap,
            "kgs-genmove_cleanup": lambda words: self.genmove(Move(read_colour(words), cleanup=True)),
            "final_score": self.final_score,
            "final_status_list": self.final_status_list,
            "loadsgf": self.loadsgf,
            "printsgf": self.printsgf,
            "lz-analyze": lambda words: self.analyze(words, "lz"),
            "kata-analyze": lambda words: self.analyze(words, "kata"),
            "lz-genmove_analyze": lambda words: self.genmove_analyze(words, "lz"),
            "kata-genmove_analyze": lambda words: self.genmove_analyze(words, "kata"),
        }

    # ---- the board

    def komi(self, words: list[str]) -> str:
        self.board.set_komi(read_number(words))
        return ""

    def vertex(self, text: str) -> str:
        if text.lower() == PASS:
            return PASS
        try:
            return vertex(*coordinates(text, self.board.size))
        except ZermeloError:
            raise SyntaxProblem("invalid color or coordinate") from None

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
        stones = read_whole(words)
        if not self.board.is_empty:
            raise ZermeloError("board not empty")
        if not 2 <= stones < self.board.size**2:
            raise ZermeloError("invalid number of stones")
        return stones

    def set_free_handicap(self, words: list[str]) -> str:
        if not self.board.is_empty:
            raise ZermeloError("board not empty")
        points = [self.vertex(word) for word in words]
        if len(points) < 2 or len(set(points)) < len(points) or PASS in points or len(points) >= self.board.size**2:
            raise ZermeloError("bad vertex list")
        self.board.set_up(points, 1)
        return ""

    # ---- analysis

    def genmove_analyze(self, words: list[str], style: analysis.Style) -> str | None:
        asked = analysis.read_arguments(words, COLOURS)
        player = self.board.state.player if asked.player is None else asked.player
        return self.genmove(AnalysedMove(player, style=style, asked=asked))

    def answer_move(self, task: Task, move: Move, text: str) -> None:
        if not isinstance(move, AnalysedMove):
            return super().answer_move(task, move, text)
        self.send(f"{'' if task.reported else f'={self.id}' + chr(10)}play {text}\n\n")
        return None

    def reporter(self, task: Task, state: State, move: Move) -> Callable[[Any], None] | None:
        assert isinstance(state, Go)
        return self._reporter(task, state, move.style, move.asked) if isinstance(move, AnalysedMove) else None

    def _reporter(self, task: Task, state: Go, style: analysis.Style, asked: analysis.Asked) -> Callable[[Any], None]:
        """Return a function that sends what was found, at most once in every interval."""
        last, sent = -asked.interval, ""

        def report(found: Pass[Any] | Result[Any]) -> None:
            nonlocal last, sent
            now, line = perf_counter(), analysis.info_line(state, found, style, asked.most)
            if line != sent and (now - last >= asked.interval or isinstance(found, Result)):
                last, sent = now, line
                if not task.reported:
                    task.reported = True
                    self.send(f"={self.id}\n")
                self.send(f"{line}\n")

        return report

    def analyze(self, words: list[str], style: analysis.Style) -> str | None:
        """Begin an analysis, which goes on until the next command."""
        asked = analysis.read_arguments(words, COLOURS)
        state = self.board.turn_of(self.board.state.player if asked.player is None else asked.player)
        task = self.task = Task(analysis=True)
        task.thread = threading.Thread(target=self._analyze, args=(task, state, style, asked), daemon=True)
        task.thread.start()
        return None

    def _analyze(self, task: Task, state: Go, style: analysis.Style, asked: analysis.Asked) -> None:
        """Search until the next command, and report what is found."""
        try:
            self.search(state, task, self._reporter(task, state, style, asked), {})
            task.stop.wait()
        except ZermeloError as error:
            if not task.reported:
                self.answer(" ".join(str(error).split()), "?")
                return
        self.send("\n" if task.reported else f"={self.id}\n\n")

    # ---- the end of the game

    def final_score(self, _: list[str]) -> str:
        state = self.board.state
        score = status.without_dead(state, self._statuses()).score()
        return "0" if score == 0 else f"{'B' if score > 0 else 'W'}+{abs(score):g}"

    def final_status_list(self, words: list[str]) -> str:
        wanted = words[0].lower() if words else ""
        if wanted not in ("alive", "dead", "seki"):
            raise ZermeloError("the status is alive, dead or seki")
        names = status.cell_names(self.board.size)
        found = self._statuses().items()
        return "\n".join(" ".join(names[cell] for cell in chain) for chain, each in found if each == wanted)

    def _statuses(self) -> dict[status.Chain, status.Status]:
        state = self.board.state
        if not self.board.rules.removes_dead:
            return dict.fromkeys(status.chains(state.native.board, state.size), "alive")
        return status.statuses(state, status.ownership(state))

    # ---- files

    def loadsgf(self, words: list[str]) -> str:
        if not words:
            raise SyntaxProblem("syntax error")
        most = read_whole(words[1:2]) - 1 if len(words) > 1 else None
        try:
            game = parse_game(next(read_sgf(read_file(words[0]))))
            self.board.load(game, None if most is None else max(most, 0))
        except ZermeloError as error:
            raise ZermeloError(f"cannot load file: {error}") from None
        return ""

    def printsgf(self, words: list[str]) -> str:
        text = str(self.board.tree())
        if not words:
            return text
        try:
            Path(words[0]).write_text(f"{text}\n", encoding="utf-8")
        except (OSError, ValueError) as error:
            raise ZermeloError(f"cannot write file: {getattr(error, 'strerror', None) or error}") from None
        return ""
