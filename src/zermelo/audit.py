"""Audits a game: does it keep the promises that every search relies on?

`check` looks at the states near the start, all their moves, and at random games to the end. Whatever is wrong is
told once, in one sentence that names the promise and the moves that led to the place where it was broken. Nothing a
game does gets out as an exception, and a game that goes on forever is told so; only a single call that never returns
cannot be helped.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import isfinite
from numbers import Real
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from zermelo.state import CHANCE, SIMULTANEOUS, ZermeloError

TOLERANCE = 1e-9
_WIDEST = 2_000  # states looked at around the start
_MOST_MOVES = 400  # moves tried at one state
_MOST_CHANCES = 100_000
_MOST_NAMED = 12  # moves written out to say where something happened
_DEEPEST_LOOK = 2_000  # values compared inside a state to see whether play() changed it
_MEMBERS = {
    "player": "player: int = 0",
    "moves": "def moves(self): return [...]",
    "play": "def play(self, move): return the state after the move",
    "utility": "def utility(self): return None while the game goes on, its value at the end",
}


@dataclass(frozen=True)
class Report:
    """What an audit found: one sentence for each broken promise; True if there is none.

    states, games   how many different states were looked at, and how many random games were played to the end
    longest         the moves of the longest game
    """

    problems: tuple[str, ...]
    states: int
    games: int
    longest: int

    @property
    def ok(self) -> bool:
        return not self.problems

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        seen = f"{self.states:,} states and {self.games:,} random games were looked at"
        seen += f", the longest of {self.longest:,} moves" if self.games else ""
        return "\n".join((*self.problems, seen if self.problems else f"every promise is kept: {seen}"))


def check(start: Any, *, games: int = 50, plies: int = 2000, seconds: float = 5.0, seed: int = 0) -> Report:
    """Audits the game that begins at `start`, by looking around it and by random play, for at most `seconds`.

    >>> from zermelo import tree
    >>> print(check(tree([[2, 7], [1, 8]])))
    every promise is kept: 7 states and 50 random games were looked at, the longest of 2 moves
    """
    for name, number, kind in (("games", games, int), ("plies", plies, int), ("seconds", seconds, (int, float))):
        if not isinstance(number, kind) or not number > 0:
            raise ZermeloError(f"{name} must be a positive number, not {number!r}")
    auditor = _Auditor(seconds, Random(seed))
    if isinstance(start, type):
        auditor.tell("class", f"{start.__name__} is a class, not a state: check({start.__name__}()) begins a game")
    else:
        auditor.widen(start)
        for _ in range(games):
            if not auditor.play_out(start, plies):
                break
        auditor.count_players()
    return Report(tuple(auditor.problems.values()), len(auditor.facts), auditor.games, auditor.longest)


class _Broken(Exception):
    """A state from which the audit cannot go on; the problem is already told."""


class _Path:
    """The moves that led to a state, last one first, so that a step costs nothing however long the game is."""

    def __init__(self, above: _Path | None = None, move: Any = None) -> None:
        self.above, self.move = above, move
        self.length: int = above.length + 1 if above else 0

    def __str__(self) -> str:
        moves: list[str] = []
        path: _Path | None = self
        while path is not None and path.above is not None and len(moves) < _MOST_NAMED:
            moves.append(_show(path.move))
            path = path.above
        line = ", ".join(reversed(moves))
        if self.length > len(moves):
            return f"after {self.length:,} moves, the last of them {line}"
        return f"after {line}" if moves else "at the start"


@dataclass
class _Facts:
    """What two states with one key must agree in."""

    state: Any
    path: _Path
    told: dict[str, Any]


class _Auditor:
    def __init__(self, seconds: float, random: Random) -> None:
        started = perf_counter()
        self.deadline, self.half_time = started + seconds, started + seconds / 2
        self.random = random
        self.problems: dict[str, str] = {}
        self.facts: dict[Hashable, _Facts] = {}
        self.keys: dict[Any, Hashable] = {}
        self.games = self.longest = 0
        self.payoffs: tuple[int, _Path] | None = None  # how many payoffs an end gives (1 for a number), and where
        self.total: tuple[Any, _Path] | None = None
        self.highest: tuple[int, _Path] = (0, _Path())

    # Telling

    def tell(self, promise: str, sentence: str) -> None:
        self.problems.setdefault(promise, sentence)

    def fail(self, promise: str, path: _Path, what: str) -> _Broken:
        self.tell(promise, f"{path}: {what}")
        return _Broken()

    def ask(self, promise: str, path: _Path, call: Callable[..., Any], *arguments: Any) -> Any:
        """What the game answers; an exception is a broken promise."""
        try:
            return call(*arguments)
        except (Exception, SystemExit) as error:
            raise self.fail(promise, path, f"{promise} raised {_describe(error)}") from None

    def same(self, promise: str, path: _Path, one: Any, other: Any) -> bool:
        return bool(self.ask(promise, path, lambda: bool(one == other)))

    # Walking

    def widen(self, start: Any) -> None:
        """Looks at the states nearest to the start, breadth-first, each of them thoroughly."""
        queue, queued = [(start, _Path())], set[Hashable]()
        for state, path in queue:
            if perf_counter() > self.half_time:
                break
            try:
                for move, child in self.look(state, path, thorough=True):
                    if len(queue) < _WIDEST and not self.ask("==", path, queued.__contains__, child):
                        queued.add(child)
                        queue.append((child, _Path(path, move)))
            except _Broken:
                continue

    def play_out(self, start: Any, plies: int) -> bool:
        """One random game; False if there is no use in another."""
        state, path = start, _Path()
        try:
            while perf_counter() < self.deadline:
                steps = self.look(state, path, thorough=perf_counter() < self.half_time)
                if not steps:
                    self.games += 1
                    self.longest = max(self.longest, path.length)
                    return True
                if path.length >= plies:
                    self.tell("end", f"after {plies:,} moves the game had not ended: every game must come to an end")
                    return False
                move, state = self.random.choice(steps)
                path = _Path(path, move)
        except _Broken:
            return path.length > 0
        return False

    # Looking at one state

    def look(self, state: Any, path: _Path, thorough: bool) -> list[tuple[Any, Any]]:
        """Checks one state; returns moves with the states they lead to: one of them unless thorough, none at an end."""
        player = self.look_at_members(state, path)
        utility = self.ask("utility()", path, state.utility)
        if utility is not None:
            self.look_at_payoff(state, utility, path)
            if not path.length and self.ask("moves()", path, state.moves):
                what = f"utility() is {_show(utility)}, so that the game is over before a move was made"
                self.tell("start", f"{path}: {what}; it must be None while the game goes on")
        key = self.look_at_key(state, path)
        told: dict[str, Any] = {"player": player, "utility()": utility}
        if _has(state, "evaluate"):
            told["evaluate()"] = self.look_at_evaluation(state, path)
        steps: list[tuple[Any, Any]] = []
        if utility is None:
            moves = self.look_at_moves(state, player, path)
            if not _has(state, "key"):
                told["moves()"] = set(moves)  # under one key() they may differ, as in a mirror
            chances = self.look_at_chances(state, moves, path) if player == CHANCE else {}
            if thorough:
                steps = [(move, self.look_at_play(state, move, path)) for move in moves]
                if len(moves) < _MOST_MOVES:
                    told["the states that follow"] = self.weigh(steps, chances, path)
            else:
                move = self.random.choice(moves)
                steps = [(move, self.ask(f"play({_show(move)})", path, state.play, move))]
        self.agree(key, _Facts(state, path, told))
        return steps

    def look_at_members(self, state: Any, path: _Path) -> int:
        name = type(state).__name__
        if state is None:
            raise self.fail("play()", path, "play() returned None, not the state after the move: is a return missing?")
        for member, line in _MEMBERS.items():
            if not _has(state, member):
                raise self.fail(member, path, f"{name} has no {member}; add: {line}")
        for member in ("moves", "play", "utility"):
            if not callable(self.ask(member, path, getattr, state, member)):
                raise self.fail(member, path, f"{member} is not a method; write: {_MEMBERS[member]}")
        player = self.ask("player", path, getattr, state, "player")
        if callable(player):
            raise self.fail(
                "player", path, "player is a method and should be a value; write @property above def player"
            )
        if not isinstance(player, int) or isinstance(player, bool) or player < SIMULTANEOUS:
            raise self.fail("player", path, f"player must be 0, 1, ... or CHANCE or SIMULTANEOUS, not {_show(player)}")
        self.meet_player(player, path)
        return player

    def meet_player(self, player: int, path: _Path) -> None:
        if player > self.highest[0]:
            self.highest = (player, path)

    def look_at_payoff(self, state: Any, payoff: Any, path: _Path) -> None:
        if isinstance(payoff, bool):
            raise self.fail("payoff", path, f"utility() must be None until the game ends, then a number, not {payoff}")
        parts = payoff if isinstance(payoff, tuple) else (payoff,)
        if not parts or not all(map(_is_number, parts)):
            raise self.fail("payoff", path, f"utility() must give finite numbers, not {_show(payoff)}")
        count = len(parts) if isinstance(payoff, tuple) else 1
        self.payoffs = self.payoffs or (count, path)
        if count != self.payoffs[0]:
            first = "one number" if self.payoffs[0] == 1 else f"{self.payoffs[0]} payoffs"
            self.tell("payoffs", f"{path}: utility() gave {_show(payoff)}, but {self.payoffs[1]} it gave {first}")
        elif isinstance(payoff, tuple) and getattr(state, "zero_sum", True) is not False:
            total = sum(parts)
            self.total = self.total or (total, path)
            if not _close(total, self.total[0]):
                self.tell(
                    "total",
                    f"{path}: the payoffs add up to {total}, but {self.total[1]} they add up to {self.total[0]}; "
                    "if that is meant, say so in the class: zero_sum = False",
                )

    def look_at_key(self, state: Any, path: _Path) -> Hashable:
        try:
            hashes = hash(state), hash(state)
        except (Exception, SystemExit) as error:
            what = f"hash() raised {_describe(error)}; a NamedTuple or a frozen dataclass of tuples is hashable"
            raise self.fail("hash()", path, what) from None
        if hashes[0] != hashes[1]:
            raise self.fail("hash()", path, "hash() gave two different answers for one state")
        key = self.key(state, path)
        if _has(state, "key"):
            known = self.ask("==", path, self.keys.setdefault, state, key)
            if not self.same("key()", path, known, key):
                self.tell("key()", f"{path}: key() gave {_show(key)}, but {_show(known)} for an equal state")
        return key

    def look_at_evaluation(self, state: Any, path: _Path) -> Any:
        try:
            worth = state.evaluate()
        except ZermeloError:
            return None  # how a game says that it has no static value here
        except (Exception, SystemExit) as error:
            raise self.fail("evaluate()", path, f"evaluate() raised {_describe(error)}") from None
        if not all(map(_is_number, worth if isinstance(worth, tuple) else (worth,))):
            self.tell("evaluate()", f"{path}: evaluate() must give a finite number, not {_show(worth)}")
        return worth

    def look_at_moves(self, state: Any, player: int, path: _Path) -> list[Any]:
        moves = self.take_moves("moves()", path, self.ask("moves()", path, state.moves))
        again = self.take_moves("moves()", path, self.ask("moves()", path, state.moves))
        if not self.same("moves()", path, moves, again):
            raise self.fail("moves()", path, f"moves() gave {_show(moves)} and then {_show(again)} for one state")
        if not moves:
            raise self.fail("moves()", path, "moves() is empty although utility() is None, so the game cannot go on")
        if player != SIMULTANEOUS:
            self.look_for_twins(moves, path)
            return moves
        choices = [self.take_moves("moves() of each player", path, own) for own in moves]
        self.meet_player(len(choices) - 1, path)
        for number, own in enumerate(choices):
            if not own:
                raise self.fail("moves()", path, f"all move at the same time, but moves() has none for player {number}")
            self.look_for_twins(own, path)
        return list(islice(product(*choices), _MOST_MOVES))

    def take_moves(self, what: str, path: _Path, answer: Any) -> list[Any]:
        if not isinstance(answer, Sequence) and not (_has(answer, "__len__") and _has(answer, "__getitem__")):
            kind = "None: is a return missing?" if answer is None else f"a {type(answer).__name__}"
            raise self.fail("moves()", path, f"{what} must be a sequence such as a list or a tuple, not {kind}")
        return list(self.ask(what, path, lambda: list(islice(answer, _MOST_MOVES))))

    def look_for_twins(self, moves: list[Any], path: _Path) -> None:
        counts = self.ask("the hash() of a move", path, Counter, moves)
        if len(counts) < len(moves):
            self.tell("twice", f"{path}: moves() lists the move {_show(counts.most_common(1)[0][0])} twice")

    def look_at_chances(self, state: Any, moves: list[Any], path: _Path) -> dict[Any, Any]:
        if not _has(state, "chances"):
            line = "def chances(self): return [(move, probability), ...]"
            raise self.fail("chances()", path, f"{type(state).__name__} has no chances; add: {line}")
        chances: dict[Any, Any] = self.ask("chances()", path, lambda: dict(islice(state.chances(), _MOST_CHANCES)))
        for move in moves:
            if move not in chances:
                self.tell("chances()", f"{path}: moves() has the move {_show(move)}, but chances() does not")
        for move, chance in chances.items():
            if len(moves) < _MOST_MOVES and move not in moves:
                self.tell("chances()", f"{path}: chances() has the move {_show(move)}, but moves() does not")
            if not _is_number(chance) or not chance > 0:
                what = f"the probability of {_show(move)} must be above 0, not {_show(chance)}"
                raise self.fail("probability", path, what)
        total = sum(chances.values())
        if not _close(total, 1):
            self.tell("probabilities", f"{path}: the probabilities add up to {float(total):.12g}, not 1")
        return chances

    def look_at_play(self, state: Any, move: Any, path: _Path) -> Any:
        """Plays a move twice: the state must stay what it was, and both must lead to the same state."""
        if perf_counter() > self.deadline:
            raise _Broken
        what, outside, inside = f"play({_show(move)})", self.outside(state, path), _inside(state)
        try:
            child = state.play(move)
        except (Exception, SystemExit) as error:
            raise self.fail(
                "legal", path, f"moves() lists {_show(move)}, but {what} raised {_describe(error)}"
            ) from None
        after = self.outside(state, path)
        changed = [name for name in outside if not self.same(name, path, outside[name], after[name])]
        changed += _changes(inside, _inside(state))
        if changed:
            raise self.fail(
                "pure", path, f"{what} changed the state it was called on: its {changed[0]} was different before"
            )
        again = self.ask(what, path, state.play, move)
        if self.same("==", path, child, again):
            if self.ask("hash()", path, hash, child) != self.ask("hash()", path, hash, again):
                self.tell("hash()", f"{path}: {what} twice gives equal states whose hash() differs")
        elif not _has(child, "key") or not self.same("key()", path, self.key(child, path), self.key(again, path)):
            raise self.fail(
                "repeatable",
                path,
                f"{what} twice gives two states that are not equal: a move must always lead to the same state, and "
                "states need __eq__ and __hash__, which a NamedTuple or a frozen dataclass has",
            )
        return child

    def outside(self, state: Any, path: _Path) -> dict[str, Any]:
        """What can be seen of a state from outside."""
        return {
            "player": self.ask("player", path, getattr, state, "player"),
            "utility()": self.ask("utility()", path, state.utility),
            "moves()": self.ask("moves()", path, lambda: list(islice(state.moves(), _MOST_MOVES))),
            "hash()": self.ask("hash()", path, hash, state),
            "str()": self.ask("str()", path, str, state),
        }

    # Comparing states

    def key(self, state: Any, path: _Path) -> Hashable:
        if not _has(state, "key"):
            return state  # type: ignore[no-any-return]
        key: Hashable = self.ask("key()", path, state.key)
        self.ask("the hash() of key()", path, hash, key)
        return key

    def weigh(self, steps: Iterable[tuple[Any, Any]], chances: dict[Any, Any], path: _Path) -> dict[Hashable, float]:
        """The keys of the states that follow, each with its probability at a chance state."""
        weights: dict[Hashable, float] = {}
        for move, child in steps:
            key = self.key(child, path)
            before = self.ask("hash()", path, weights.get, key, 0.0)
            weights[key] = before + float(chances.get(move, 0)) if chances else 1.0
        return weights

    def agree(self, key: Hashable, facts: _Facts) -> None:
        known = self.ask("==", facts.path, self.facts.setdefault, key, facts)
        if known.state is facts.state:
            return
        what = "states with the same key()" if _has(facts.state, "key") else "equal states"
        for name in known.told:
            if name in facts.told and not self.ask(name, facts.path, _alike, known.told[name], facts.told[name]):
                self.tell("agree", f"{facts.path} and {known.path}: {what} must agree in {name}, and these do not")
        known.told = {**facts.told, **known.told}

    def count_players(self) -> None:
        if self.payoffs is not None:
            (count, where), (player, path) = self.payoffs, self.highest
            if player >= max(count, 2):
                what = "one number, which is for two players" if count == 1 else f"only {count} payoffs"
                self.tell("players", f"{path}: player {player} takes part, but {where} utility() gave {what}")


def _has(state: Any, member: str) -> bool:
    """Whether the member is there, without running it if it is a property."""
    try:
        return hasattr(type(state), member) or hasattr(state, member)
    except Exception:
        return True


def _is_number(value: Any) -> bool:
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    return isinstance(value, int) or isfinite(value)


def _close(one: Any, other: Any) -> bool:
    return bool(one == other or abs(one - other) <= TOLERANCE * max(1, abs(one), abs(other)))


def _alike(one: Any, other: Any) -> bool:
    """Equal, but for the last digits of floating-point numbers."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    return _close(one, other) if _is_number(one) and _is_number(other) else bool(one == other)


def _inside(state: Any) -> dict[str, Any]:
    """A picture of what a state holds, by attribute, to find changes made in place."""
    left = [_DEEPEST_LOOK]
    slots = [kind.__dict__.get("__slots__", ()) for kind in type(state).__mro__]
    names = [
        *getattr(state, "__dict__", ()),
        *(name for each in slots for name in ([each] if isinstance(each, str) else each)),
    ]
    inside = {name: _freeze(getattr(state, name, None), left, 4) for name in names if not name.startswith("__")}
    if isinstance(state, tuple):
        fields = getattr(state, "_fields", None) or [f"item {number}" for number in range(len(state))]
        inside |= {name: _freeze(item, left, 4) for name, item in zip(fields, state, strict=False)}
    return inside


def _freeze(value: Any, left: list[int], depth: int) -> Any:
    """A copy that stays what it is; None for what lies too deep or cannot be looked into."""
    left[0] -= 1
    if left[0] < 0 or not depth:
        return None
    if isinstance(value, list | tuple):
        return tuple(_freeze(item, left, depth - 1) for item in value[: left[0]])
    if isinstance(value, dict):
        return {key: _freeze(item, left, depth - 1) for key, item in islice(value.items(), left[0])}
    if isinstance(value, set | bytearray):
        return frozenset(value) if isinstance(value, set) else bytes(value)
    if isinstance(value, str | bytes | Real):
        return value
    return value.tobytes() if hasattr(value, "tobytes") else None  # arrays


def _changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The attributes that changed. One that was None may be filled and a dict may grow: so do states remember."""
    return [name for name, value in before.items() if value is not None and not _kept(value, after.get(name))]


def _kept(before: Any, after: Any) -> bool:
    if isinstance(before, dict) and isinstance(after, dict):
        return all(key in after and _kept(value, after[key]) for key, value in before.items())
    return bool((before,) == (after,))


def _show(value: Any) -> str:
    try:
        has_own_words = "__str__" in type(value).__dict__ and not isinstance(value, str)
        text = " ".join((str(value) if has_own_words else repr(value)).split())
    except Exception:
        return f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= 80 else text[:77] + "..."


def _describe(error: BaseException) -> str:
    try:
        words = " ".join(str(error).split())
    except Exception:
        words = ""
    text = f"{type(error).__name__}: {words[:120]}" if words else type(error).__name__
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    return f"{text} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else text
