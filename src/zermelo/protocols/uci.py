"""The Universal Chess Interface: what a chess program says on its input and hears on its output.

A line is read, obeyed, and the next one read; a search goes on in a thread of its own meanwhile. A line that cannot be
obeyed is answered with one `info string` and changes nothing.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from random import Random
from time import perf_counter
from typing import Any, TextIO

from zermelo.engine import Table, search
from zermelo.engine.signature import measure
from zermelo.games import game_class
from zermelo.games.chess import FIFTY_MOVES, Chess
from zermelo.games.perft import divide
from zermelo.players.clock import OVERHEAD, Allowance, allow
from zermelo.protocols import own_book, strength
from zermelo.protocols.options import truth, whole
from zermelo.result import Pass, Result, RootMove
from zermelo.state import ZermeloError, as_number
from zermelo.tables.endings import load_endings

PACKAGE = "zermelo"
VARIANTS = {"chess": "chess", "antichess": "antichess"}
MOST_THREADS, MOST_LINES = 256, 218


def _most_hash() -> int:
    """The largest table in megabytes: half of the machine's memory, at most 64 GB."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # not every system tells
        return 65536
    return max(1, min(65536, memory // 2**21))


MOST_HASH = _most_hash()


@dataclass
class Options:
    """What `setoption` can change."""

    hash: int = 64
    threads: int = 1
    lines: int = 1
    variant: str = "chess"
    takes_rook: bool = False  # castling is written as the king taking its rook, wherever they stand
    weaker: bool = False
    elo: int = strength.MOST


@dataclass
class Task:
    """A search in progress.

    answer     set once bestmove may be sent; `go infinite` and `go ponder` hold it back
    started    when the search began, which the times and speeds of info lines count from
    on_clock   when the engine's own clock began to run: at `go`, or at `ponderhit`
    """

    stop: threading.Event = field(default_factory=threading.Event)
    answer: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None
    allowance: Allowance | None = None
    started: float = field(default_factory=perf_counter)
    on_clock: float = field(default_factory=perf_counter)
    nodes: int = 0


class Uci:
    """The engine's side of the conversation."""

    def __init__(self, out: TextIO | None = None) -> None:
        self.out = out or sys.stdout
        self.options = Options()
        self.table = Table(self.options.hash)
        self.book = own_book.OwnBook()
        self.states: list[Chess] = [self._start()]
        self.task: Task | None = None
        self._lock = threading.Lock()
        self._random = Random()
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self.uci,
            "isready": self.ready,
            "ucinewgame": self.new_game,
            "setoption": self.set_option,
            "position": self.position,
            "go": self.go,
            "stop": lambda _: self.stop(),
            "ponderhit": self.ponder_hit,
            "d": lambda _: self.say(f"{self.state}\nFen: {self.state.native.board}"),
            "eval": self.evaluate,
            "bench": self.bench,
            "perft": lambda words: self.go(["perft", *words]),
            "debug": lambda _: None,
            "register": lambda _: None,
        }

    @property
    def state(self) -> Chess:
        return self.states[-1]

    def say(self, text: str) -> None:
        with self._lock:
            print(text, file=self.out, flush=True)

    def run(self, lines: Iterator[str]) -> None:
        """Obeys until `quit` or the end of the input."""
        for line in lines:
            if not self.obey(line):
                break
        self.stop()

    def obey(self, line: str) -> bool:
        """One line; False if it was the last. Words before the first known one are skipped, as the protocol asks."""
        words = line.split()
        while words and words[0] not in self.commands and words[0] != "quit":
            words.pop(0)
        if not words:
            if line.strip():
                self.say(f"info string {line.split()[0][:40]} is not a command here")
            return True
        if words[0] == "quit":
            return False
        try:
            self.commands[words[0]](words[1:])
        except ZermeloError as error:
            self.say(f"info string {' '.join(str(error).split())}")
        return True

    # ---- settings

    def ready(self, _: list[str]) -> None:
        """Loads now what the first move would otherwise have to wait for."""
        try:
            load_endings()
        finally:
            self.say("readyok")

    def uci(self, _: list[str]) -> None:
        self.say(
            f"id name Zermelo {version('zermelo')}\nid author the Zermelo authors\n"
            f"option name Hash type spin default 64 min 1 max {MOST_HASH}\n"
            f"option name Threads type spin default 1 min 1 max {MOST_THREADS}\n"
            f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n"
            "option name Ponder type check default false\n"
            "option name Clear Hash type button\n"
            f"{own_book.OPTIONS}"
            "option name UCI_Chess960 type check default false\n"
            "option name UCI_LimitStrength type check default false\n"
            f"option name UCI_Elo type spin default {strength.MOST} min {strength.LEAST} max {strength.MOST}\n"
            f"option name UCI_Variant type combo default chess {' '.join('var ' + name for name in VARIANTS)}\n"
            "uciok"
        )

    def set_option(self, words: list[str]) -> None:
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        name = name.strip().lower()
        self.stop()
        if name == "hash":
            megabytes = whole(value, "Hash", 1, MOST_HASH)
            try:
                self.table = Table(megabytes)
            except MemoryError:
                raise ZermeloError(f"there is not enough memory for a Hash of {megabytes} MB: choose less") from None
            self.options.hash = megabytes
        elif name == "threads":
            self.options.threads = whole(value, "Threads", 1, MOST_THREADS)
        elif name == "multipv":
            self.options.lines = whole(value, "MultiPV", 1, MOST_LINES)
        elif name == "clear hash":
            self.table = Table(self.options.hash)
        elif name == "uci_limitstrength":
            self.options.weaker = truth(value, "UCI_LimitStrength")
        elif name == "uci_elo":
            self.options.elo = whole(value, "UCI_Elo", strength.LEAST, strength.MOST)
        elif name in own_book.NAMES:
            self.book.set(name, value.strip())
        elif name == "uci_variant":
            if value not in VARIANTS:
                raise ZermeloError(f"UCI_Variant must be one of {', '.join(VARIANTS)}, not {value[:40]!r}")
            self.options.variant = value
            self.new_game([])
        elif name == "uci_chess960":  # positions of Chess960 are understood in any case
            self.options.takes_rook = truth(value, "UCI_Chess960")
        elif name == "ponder":  # which is the other side's affair
            truth(value, "Ponder")
        else:
            raise ZermeloError(f"there is no option called {name[:40]!r}")

    def _start(self, fen: str | None = None) -> Chess:
        game = game_class(VARIANTS[self.options.variant])
        state: Chess = game() if fen is None else game(fen)
        return state

    def new_game(self, _: list[str]) -> None:
        self.stop()
        self.table = Table(self.options.hash)
        self.states = [self._start()]

    def position(self, words: list[str]) -> None:
        self.stop()
        setup, _, moves = " ".join(words).partition("moves")
        if setup.split()[:1] == ["startpos"]:
            states = [self._start()]
        elif setup.split()[:1] == ["fen"]:
            states = [self._start(setup.strip().removeprefix("fen").strip())]
        else:
            raise ZermeloError("position needs startpos or fen")
        for move in moves.split():
            states.append(states[-1].play(move))
        self.states = states

    # ---- searching

    def go(self, words: list[str]) -> None:
        self.stop()
        asked = _read_go(words)
        if "perft" in asked:
            self._perft(asked["perft"])
            return
        if not own_book.WITHOUT & asked.keys() and (known := self.book.move(self.state)) is not None:
            (said,) = self._spoken([known])
            self.say(f"info string {said} is in the book\nbestmove {said}")
            return
        task = self.task = Task()
        limits: dict[str, Any] = {name: asked[name] for name in ("depth", "nodes") if name in asked}
        if "mate" in asked:
            limits["depth"] = 2 * asked["mate"] + 8
        if "movetime" in asked:
            limits["seconds"] = max(asked["movetime"] / 1000 - OVERHEAD / 4, 0.001)
        side = "w" if self.state.player == 0 else "b"
        if f"{side}time" in asked:
            left, extra = asked[f"{side}time"] / 1000, asked.get(f"{side}inc", 0) / 1000
            task.allowance = allow(left, extra, asked.get("movestogo"))
            if "ponder" not in asked:
                limits["seconds"] = task.allowance.most
        if not ("infinite" in asked or "ponder" in asked):
            task.answer.set()
        root_moves = self._read_root_moves(asked["searchmoves"]) if "searchmoves" in asked else self.state.legal_moves()
        task.thread = threading.Thread(target=self._search, args=(task, limits, root_moves), daemon=True)
        task.thread.start()

    def stop(self) -> None:
        """Ends the search that is going on, if any, once its answer is out."""
        task, self.task = self.task, None
        if task is not None and task.thread is not None:
            task.stop.set()
            task.answer.set()
            task.thread.join()

    def ponder_hit(self, _: list[str]) -> None:
        """The move that was expected was played: from now on the clock runs."""
        task = self.task
        if task is None:
            return
        if task.allowance is not None:
            task.on_clock = perf_counter()
            timer = threading.Timer(task.allowance.most, task.stop.set)
            timer.daemon = True
            timer.start()
        task.answer.set()

    def _read_root_moves(self, words: Sequence[str]) -> list[str]:
        """The legal moves of `searchmoves`; the others are named and left out."""
        moves = []
        for word in words:
            move = self._legal_move(word)
            if move is None:
                self.say(f"info string {word[:40]} is not a legal move here: searchmoves leaves it out")
            else:
                moves.append(move)
        if not moves:
            self.say("info string searchmoves names no legal move: there is nothing to search")
        return moves

    def _search(self, task: Task, limits: dict[str, Any], root_moves: list[str]) -> None:
        """Find a move, wait until it may be sent, and send it. 0000 is sent only where there is no legal move."""
        move, reply = (root_moves or ["0000"])[0], None
        root, past = self._root()
        if root_moves and root.utility() is None:
            try:
                move, reply = self._choose(task, root, past, limits, root_moves)
            except ZermeloError as error:  # a damaged endgame table: search without it
                self.say(f"info string {error}")
                move, reply = self._choose(task, root, past, limits | {"without": ["knowledge"]}, root_moves)
        task.answer.wait()
        words = self._spoken([move, reply] if reply else [move])
        self.say(f"bestmove {' ponder '.join(words)}")

    def _root(self) -> tuple[Chess, Sequence[Chess]]:
        """The state to search, and those before it. Where fifty moves have passed nobody may have claimed the draw, and the
        other side wants a move: the count starts again."""
        state = self.state
        board, clock, number = state.fen.rsplit(" ", 2)
        if state.utility() is None or int(clock) < FIFTY_MOVES or not state.legal_moves():
            return state, self.states[:-1]
        return self._start(f"{board} 0 {number}"), ()

    def _choose(
        self, task: Task, root: Chess, past: Sequence[Chess], limits: dict[str, Any], root_moves: list[str]
    ) -> tuple[str, str | None]:
        """The move to play and the reply that is expected."""
        lines = self.options.lines
        handicap = strength.Handicap.of(self.options.elo) if self.options.weaker else None
        if handicap is not None:
            lines = max(lines, strength.LINES)
            limits = limits | {"nodes": min(limits.get("nodes", handicap.nodes), handicap.nodes)}
        last: Pass | None = None

        def on_depth(finished: Pass) -> bool:
            nonlocal last
            last = finished
            task.nodes += finished.nodes
            lines = finished.moves or (_as_root_move(finished),)
            self.say("\n".join(self._info(task, finished, line, number) for number, line in enumerate(lines, 1)))
            on_clock = perf_counter() - task.on_clock
            return not (task.answer.is_set() and task.allowance is not None and on_clock >= task.allowance.enough)

        result = search(
            root,
            threads=self.options.threads,
            lines=min(lines, len(root_moves)),
            moves=root_moves if len(root_moves) < len(root.moves()) else None,
            table=self.table,
            on_depth=on_depth,
            cancel=task.stop.is_set,
            past=past,
            **limits,
        )
        move = result.move if handicap is None else handicap.choose(root, result, self._random)
        chosen = next((each for each in result.moves if each.move == move), _as_root_move(result))
        if last is None or move != last.move:
            # An unfinished pass found a better move, or a handicap chose another one.
            task.nodes = max(task.nodes, result.nodes)
            self.say(self._info(task, result, chosen, 1))
        return str(move), chosen.line[1] if len(chosen.line) > 1 else None

    def _info(self, task: Task, found: Pass | Result, line: RootMove, number: int) -> str:
        spent = perf_counter() - task.started
        words = [f"info depth {found.depth or 1}"]
        if (selective_depth := getattr(found, "selective_depth", None)) is not None:
            words.append(f"seldepth {selective_depth}")
        bound = {"lower": " lowerbound", "upper": " upperbound"}.get(line.bound, "")
        words.append(f"multipv {number} score {self._score(float(as_number(line.value)))}{bound}")
        words.append(f"nodes {task.nodes} nps {round(task.nodes / max(spent, 1e-6))}")
        if (hashfull := getattr(found, "hashfull", None)) is not None:
            words.append(f"hashfull {hashfull}")
        words.append(f"time {round(1000 * spent)} pv {' '.join(self._spoken(line.line or (line.move,)))}")
        return " ".join(words)

    def _spoken(self, moves: Sequence[str]) -> list[str]:
        """A line of moves from here as the other side wants castling written."""
        if not self.options.takes_rook:
            return list(moves)
        said, state = [], self.state
        for move in moves:
            castles = move in _CASTLINGS and state.san(move).startswith("O-O")
            said.append(_CASTLINGS[move] if castles else move)
            state = state.play(move)
        return said

    def _legal_move(self, word: str) -> str | None:
        """The legal move that a word stands for, however castling is written; None if there is none."""
        moves = self.state.legal_moves()
        move = next((own for own, other in _CASTLINGS.items() if other == word and word not in moves), word)
        return move if move in moves else None

    def _score(self, value: float) -> str:
        """A value for MAX as the protocol writes it for the player to move."""
        mate = self.state.mate(value)
        if mate is not None:
            return f"mate {mate.seen_by(self.state.player).moves}"
        return f"cp {round(value if self.state.player == 0 else -value)}"

    def _perft(self, depth: int) -> None:
        counts = divide(self.state, depth)
        self.say(
            "\n".join(
                [
                    *(f"{move}: {leaves}" for move, leaves in counts.items()),
                    "",
                    f"Nodes searched: {sum(counts.values())}",
                ]
            )
        )

    def evaluate(self, _: list[str]) -> None:
        result = search(self.state, depth=1, without=["quiescence"])
        self.say(f"info string static value {self._score(float(as_number(result.value)))}")

    def bench(self, _: list[str]) -> None:
        """The node-count signature of the engine in chess, and how fast it was."""
        self.stop()
        rows = measure([self.options.variant])
        nodes, seconds = sum(row.nodes for row in rows), sum(row.seconds for row in rows)
        self.say(f"{nodes} nodes {round(nodes / max(seconds, 1e-9))} nps")


_CASTLINGS = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}
_NUMBERS = ("depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "perft")
_WORDS = ("infinite", "ponder", "searchmoves")


def _as_root_move(found: Pass | Result) -> RootMove:
    return RootMove(move=found.move, value=found.value, bound=found.bound, line=found.line)


def _read_go(words: list[str]) -> dict[str, Any]:
    """The words of `go`: numbers by their names, `searchmoves` as a list, the others as they are."""
    asked: dict[str, Any] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in _NUMBERS:
            least = 0 if word.endswith(("time", "inc")) else 1
            text = rest.pop(0) if rest else ""
            # A clock that has run out is written as a negative number by some programs.
            asked[word] = max(whole(text, word, -(10**12), 10**12), least)
        elif word == "searchmoves":
            asked[word] = []
            while rest and rest[0] not in _NUMBERS and rest[0] not in _WORDS:
                asked[word].append(rest.pop(0))
        elif word in _WORDS:
            asked[word] = True
        else:
            raise ZermeloError(f"go does not know the word {word[:40]!r}")
    return asked
