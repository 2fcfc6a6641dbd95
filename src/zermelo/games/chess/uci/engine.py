"""The server side of the Universal Chess Interface: chess programs use the engine through it.

Commands are read line by line while a search runs in its own thread. A line that cannot be executed is answered with one
`info string` and changes nothing.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from random import Random
from time import perf_counter
from typing import Any, TextIO

from zermelo.analysis.perft import divide
from zermelo.catalogue import game_class
from zermelo.engine import Table
from zermelo.engine.table import memory_megabytes
from zermelo.games.chess import FIFTY_MOVES, Chess
from zermelo.games.chess.endgames import load_tables
from zermelo.games.chess.uci import own_book, strength
from zermelo.games.chess.uci.options import Option, check, parse_int, spin
from zermelo.games.signature import measure
from zermelo.methods import search
from zermelo.players.clock import OVERHEAD, Allowance, Reserve
from zermelo.result import Pass, Result, RootMove
from zermelo.state import ZermeloError, as_number

VARIANTS = {"chess": "chess", "antichess": "antichess"}
MOST_THREADS, MOST_LINES, MOST_DEPTH = 256, 218, 10**6
MOST_OVERHEAD = 5000
NODES_AT_ONCE = 500
"""The nodes of a search for which the clock leaves no time: less than a millisecond."""
MOST_HASH = max(1, min(65536, memory_megabytes() // 2))


@dataclass
class Options:
    """What `setoption` can change."""

    hash: int = 64
    threads: int = 1
    lines: int = 1
    variant: str = "chess"
    king_takes_rook: bool = False  # Chess960: castling is written as the king taking its rook
    limit_strength: bool = False
    ponder: bool = False  # the other program decides when to ponder
    elo: int = strength.MOST
    overhead: int = round(1000 * OVERHEAD)  # milliseconds that a move may lose on its way


@dataclass
class Task:
    """A search in progress.

    Parameters
    ----------
    stop
        Set to end the search.
    answer
        Set once bestmove may be sent; `go infinite` and `go ponder` hold it back.
    started
        When the search began: times and speeds in info lines count from here.
    on_clock
        When the engine's clock began to run: at `go`, or at `ponderhit`; None before.
    """

    stop: threading.Event = field(default_factory=threading.Event)
    answer: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None
    allowance: Allowance | None = None
    started: float = 0.0
    on_clock: float | None = None
    nodes: int = 0


class Uci:
    """One conversation: the options, the game so far, and the search in progress."""

    def __init__(self, out: TextIO | None = None) -> None:
        self.out = out or sys.stdout
        self.options = Options()
        self.table = Table(self.options.hash)
        self.book = own_book.OwnBook()
        self.reserve = Reserve()
        self.declared = self._declare_options()
        self.states: list[Chess] = [self._start()]
        self.task: Task | None = None
        self._lock = threading.Lock()
        self._random = Random()
        self._ply = 0  # that of the last move on the clock
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self.uci,
            "isready": self.ready,
            "ucinewgame": self.new_game,
            "setoption": self.set_option,
            "position": self.position,
            "go": self.go,
            "stop": lambda _: self.stop(),
            "ponderhit": self.ponder_hit,
            "d": lambda _: self.send(f"{self.state}\nFen: {self.state.native.board}"),
            "eval": self.evaluate,
            "bench": self.bench,
            "perft": lambda words: self._perft(parse_int(" ".join(words), "perft", 1, MOST_DEPTH)),
            "debug": lambda _: None,
            "register": lambda _: None,
        }

    @property
    def state(self) -> Chess:
        return self.states[-1]

    def send(self, text: str) -> None:
        """Write lines to the other program."""
        with self._lock:
            print(text, file=self.out, flush=True)

    def run(self, lines: Iterator[str]) -> None:
        """Execute commands until `quit` or the end of the input."""
        for line in lines:
            if not self.execute(line):
                break
        self.stop()

    def execute(self, line: str) -> bool:
        """Execute one line; return False for `quit`. Words before the first known one are skipped, as the protocol asks."""
        words = line.split()
        while words and words[0] not in self.commands and words[0] != "quit":
            words.pop(0)
        if not words:
            if line.strip():
                self.send(f"info string {line.split()[0][:40]} is not a command here")
            return True
        if words[0] == "quit":
            return False
        try:
            self.commands[words[0]](words[1:])
        except ZermeloError as error:
            self.send(f"info string {' '.join(str(error).split())}")
        return True

    # ---- settings

    def ready(self, _: list[str]) -> None:
        """Load the endgame tables and take the memory of the table now rather than on the clock."""
        try:
            if self.task is None or self.task.thread is None or not self.task.thread.is_alive():
                self.table.allocate()
            load_tables()
        finally:
            self.send("readyok")

    def uci(self, _: list[str]) -> None:
        self.send(f"id name Zermelo {version('zermelo')}\nid author the Zermelo authors")
        self.send("\n".join([*map(str, self.declared.values()), "uciok"]))

    def _declare_options(self) -> dict[str, Option]:
        variants = " ".join(f"var {name}" for name in VARIANTS)
        declared = (
            Option("Hash", f"spin default {self.options.hash} min 1 max {MOST_HASH}", self._resize_table),
            spin(self.options, "Threads", "threads", 1, MOST_THREADS),
            spin(self.options, "MultiPV", "lines", 1, MOST_LINES),
            check(self.options, "Ponder", "ponder"),
            spin(self.options, "Move Overhead", "overhead", 0, MOST_OVERHEAD),
            Option("Clear Hash", "button", lambda _: self._resize_table(str(self.options.hash))),
            *self.book.options,
            check(self.options, "UCI_Chess960", "king_takes_rook"),
            check(self.options, "UCI_LimitStrength", "limit_strength"),
            spin(self.options, "UCI_Elo", "elo", strength.LEAST, strength.MOST),
            Option("UCI_Variant", f"combo default chess {variants}", self._set_variant),
        )
        return {option.name.lower(): option for option in declared}

    def set_option(self, words: list[str]) -> None:
        name, _, value = " ".join(words).removeprefix("name ").partition(" value ")
        option = self.declared.get(name.strip().lower())
        if option is None:
            raise ZermeloError(f"there is no option called {name.strip()[:40]!r}")
        self.stop()
        option.set(value.strip())

    def _resize_table(self, text: str) -> None:
        megabytes = parse_int(text, "Hash", 1, MOST_HASH)
        self.table = Table(megabytes)
        self.options.hash = megabytes

    def _set_variant(self, name: str) -> None:
        if name not in VARIANTS:
            raise ZermeloError(f"UCI_Variant must be one of {', '.join(VARIANTS)}, not {name[:40]!r}")
        self.options.variant = name
        self.new_game([])

    def _start(self, fen: str | None = None) -> Chess:
        game = game_class(VARIANTS[self.options.variant])
        state: Chess = game() if fen is None else game(fen)
        return state

    def new_game(self, _: list[str]) -> None:
        self.stop()
        self.table.clear()
        self.reserve.new_game()
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
        asked, ignored = _read_go(words)
        if "perft" in asked:
            self._perft(asked["perft"])
            return
        for sentence in ignored:
            self.send(f"info string {sentence}")
        if not own_book.WITHOUT & asked.keys() and (known := self.book.move(self.state)) is not None:
            (word,) = self._format_moves([known])
            self.send(f"info string {word} is in the book\nbestmove {word}")
            return
        now, at_once, waits = perf_counter(), False, "infinite" in asked or "ponder" in asked
        task = self.task = Task(started=now)
        limits: dict[str, Any] = {name: asked[name] for name in ("depth", "nodes") if name in asked}
        limits["threads"] = self.options.threads
        if "mate" in asked:
            limits["depth"] = 2 * asked["mate"] + 8
        if "movetime" in asked:
            limits["seconds"] = max((asked["movetime"] - self.options.overhead / 4) / 1000, 0.001)
        side = "w" if self.state.player == 0 else "b"
        if f"{side}time" in asked:
            left, extra = asked[f"{side}time"] / 1000, asked.get(f"{side}inc", 0) / 1000
            task.allowance = self._allow(left, extra, asked.get("movestogo"))
            at_once = task.allowance.at_once and not waits
            if at_once:
                limits |= {"nodes": min(limits.get("nodes", NODES_AT_ONCE), NODES_AT_ONCE), "threads": 1}
            elif "ponder" not in asked:
                limits["seconds"] = task.allowance.most
        else:
            self.reserve.forget()
        if not waits:
            task.on_clock = now
            task.answer.set()
        root_moves = self._read_root_moves(asked["searchmoves"]) if "searchmoves" in asked else self.state.legal_moves()
        if at_once:  # a thread would cost time that is not there
            self._search(task, limits, root_moves)
            return
        task.thread = threading.Thread(target=self._search, args=(task, limits, root_moves), daemon=True)
        task.thread.start()

    def _allow(self, left: float, increment: float, moves_to_go: int | None) -> Allowance:
        """What the next move may take. The clock also shows what the move before took, if that was this side's last one."""
        *_, number = self.state.fen.split()
        ply = 2 * int(number) + self.state.player
        if ply != self._ply + 2:
            self.reserve.forget()
        self._ply, self.reserve.overhead = ply, self.options.overhead / 1000
        return self.reserve.allow(left, increment, moves_to_go)

    def stop(self) -> None:
        """Stop the search in progress, if any, and wait until its answer is sent."""
        task, self.task = self.task, None
        if task is not None and task.thread is not None:
            task.stop.set()
            task.answer.set()
            task.thread.join()

    def ponder_hit(self, _: list[str]) -> None:
        """The expected move was played: the clock runs from now on."""
        task = self.task
        if task is None:
            return
        task.on_clock = perf_counter()
        if task.allowance is not None:
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
                self.send(f"info string {word[:40]} is not a legal move here: searchmoves leaves it out")
            elif move not in moves:
                moves.append(move)
        if not moves:
            self.send("info string searchmoves names no legal move: there is nothing to search")
        return moves

    def _search(self, task: Task, limits: dict[str, Any], root_moves: list[str]) -> None:
        """Find a move, wait until it may be sent, and send it, whatever goes wrong: the other program waits for it. 0000 is sent
        only where there is no legal move."""
        moves = root_moves[:1]
        root, past = self._root()
        try:
            if root_moves and root.utility() is None:
                try:
                    moves = self._choose(task, root, past, limits, root_moves)
                except ZermeloError as error:  # a damaged endgame table: search without it
                    self.send(f"info string {error}")
                    moves = self._choose(task, root, past, limits | {"without": ["knowledge"]}, root_moves)
        finally:
            task.answer.wait()
            self.send(f"bestmove {' ponder '.join(self._format_moves(moves) or ['0000'])}")
            if task.allowance is not None and task.on_clock is not None:
                self.reserve.spend(task.allowance.most, perf_counter() - task.on_clock)

    def _root(self) -> tuple[Chess, Sequence[Chess]]:
        """The state to search, and those before it. Nobody may have claimed the draw after fifty moves: then the count starts
        again, so that there is something to search."""
        state = self.state
        board, clock, number = state.fen.rsplit(" ", 2)
        if state.utility() is None or int(clock) < FIFTY_MOVES or not state.legal_moves():
            return state, self.states[:-1]
        return self._start(f"{board} 0 {number}"), ()

    def _choose(
        self, task: Task, root: Chess, past: Sequence[Chess], limits: dict[str, Any], root_moves: list[str]
    ) -> list[str]:
        """The move to play, and the reply that is expected if there is one."""
        lines = self.options.lines
        handicap = strength.Handicap.of(self.options.elo) if self.options.limit_strength else None
        if handicap is not None:
            lines = max(lines, strength.LINES)
            limits = limits | {"nodes": min(limits.get("nodes", handicap.nodes), handicap.nodes)}
        last: Pass | None = None

        def on_depth(finished: Pass) -> bool:
            nonlocal last
            last = finished
            task.nodes += finished.nodes
            lines = finished.moves or (_as_root_move(finished),)
            self.send("\n".join(self._info(task, finished, line, number) for number, line in enumerate(lines, 1)))
            if task.allowance is None or task.on_clock is None:
                return True
            return perf_counter() - task.on_clock < task.allowance.enough

        result = search(
            root,
            method="alpha_beta",
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
        if last is None or chosen.line[:2] != last.line[:2]:
            # An unfinished pass changed the line, or a handicap chose another move.
            task.nodes = max(task.nodes, result.nodes)
            self.send(self._info(task, result, chosen, 1))
        return [str(move), *chosen.line[1:2]]

    def _info(self, task: Task, found: Pass | Result, line: RootMove, number: int) -> str:
        spent = perf_counter() - task.started
        words = [f"info depth {found.depth or 1}"]
        if isinstance(found, Pass) and found.selective_depth is not None:
            words.append(f"seldepth {found.selective_depth}")
        bound = {"lower": " lowerbound", "upper": " upperbound"}.get(line.bound, "")
        words.append(f"multipv {number}")
        if line.value is not None:
            words.append(f"score {self._score(float(as_number(line.value)))}{bound}")
        words.append(f"nodes {task.nodes} nps {round(task.nodes / max(spent, 1e-6))}")
        if isinstance(found, Pass) and found.hashfull is not None:
            words.append(f"hashfull {found.hashfull}")
        words.append(f"time {round(1000 * spent)} pv {' '.join(self._format_moves(line.line or (line.move,)))}")
        return " ".join(words)

    def _format_moves(self, moves: Sequence[str]) -> list[str]:
        """A line of moves from here, with castling in the notation that the other program wants."""
        if not self.options.king_takes_rook:
            return list(moves)
        words, state = [], self.state
        for move in moves:
            words.append(state.uci(move, takes_rook=True))
            state = state.play(move)
        return words

    def _legal_move(self, word: str) -> str | None:
        """The legal move that a word stands for, however castling is written; None if there is none."""
        try:
            return self.state.uci(word)
        except ZermeloError:
            return None

    def _score(self, value: float) -> str:
        """A value for MAX, as the protocol writes it for the player to move."""
        mate = self.state.mate(value)
        if mate is not None:
            return f"mate {mate.seen_by(self.state.player).moves}"
        return f"cp {round(value if self.state.player == 0 else -value)}"

    def _perft(self, depth: int) -> None:
        counts = dict(divide(self.state, depth))
        self.send(
            "\n".join(
                [
                    *(f"{move}: {leaves}" for move, leaves in counts.items()),
                    "",
                    f"Nodes searched: {sum(counts.values())}",
                ]
            )
        )

    def evaluate(self, _: list[str]) -> None:
        self.send(f"info string static value {self._score(self.state.evaluate())}")

    def bench(self, _: list[str]) -> None:
        """Send the engine's node-count signature in chess, and its speed."""
        self.stop()
        rows = measure([self.options.variant])
        nodes, seconds = sum(row.nodes for row in rows), sum(row.seconds for row in rows)
        self.send(f"{nodes} nodes {round(nodes / max(seconds, 1e-9))} nps")


_NUMBERS = ("depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "perft")
_WORDS = ("infinite", "ponder", "searchmoves")
_INTEGER = re.compile(r"[+-]?[0-9]{1,30}")


def _as_root_move(found: Pass | Result) -> RootMove:
    return RootMove(move=found.move, value=found.value, bound=found.bound, line=found.line)


def _read_go(words: list[str]) -> tuple[dict[str, Any], list[str]]:
    """Read the words of `go`: numbers by their names, `searchmoves` as a list, the other words as True. What cannot be read is
    left out, as in other engines: also return a sentence about each."""
    asked, ignored = dict[str, Any](), list[str]()
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in _NUMBERS:
            number = _INTEGER.match(rest[0]) if rest else None
            if number is None:
                ignored.append(f"{word} must be a whole number: it is ignored")
                continue
            least = 0 if word.endswith(("time", "inc")) else 1
            # Some programs write a clock that has run out as a negative number, and no limit as a very large one.
            most = MOST_DEPTH if word in ("depth", "mate") else 10**12
            asked[word] = min(max(int(number[0]), least), most)
            rest.pop(0)
        elif word == "searchmoves":
            asked[word] = []
            while rest and rest[0] not in _NUMBERS and rest[0] not in _WORDS:
                asked[word].append(rest.pop(0))
        elif word in _WORDS:
            asked[word] = True
        else:
            ignored.append(f"go does not know the word {word[:40]!r}: it is ignored")
    return asked, ignored
