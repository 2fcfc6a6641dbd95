"""Audits a game: does it keep the promises that every search relies on?

`check` looks at the states near the start, all their moves, and at random games to the end. Whatever is wrong is
told once, in one sentence that names the promise and the moves that led to the place where it was broken. Nothing a
game does gets out as an exception, and a game that goes on forever is told so; only a single call that never returns
cannot be helped.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import isclose, isfinite
from numbers import Real
from random import Random
from time import perf_counter
from typing import Any

from zermelo.state import CHANCE, SIMULTANEOUS, ZermeloError

TOLERANCE = 1e-9
_WIDEST = 2_000  # states looked at around the start
_MOST_MOVES = 400  # moves tried at one state
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
        seen = f"{self.states:,} states and {self.games:,} random games were looked at, the longest of {self.longest:,} moves"
        return "\n".join((*self.problems, seen if self.problems else f"every promise is kept: {seen}"))


def check(start: Any, *, games: int = 50, plies: int = 2000, seconds: float = 5.0, seed: int = 0) -> Report:
    """Audits the game that begins at `start`, by looking around it and by random play, for at most `seconds`.

    >>> from zermelo import tree
    >>> print(check(tree([[2, 7], [1, 8]])))
    every promise is kept: 7 states and 50 random games were looked at, the longest of 2 moves
    """
    for name, number in (("games", games), ("plies", plies), ("seconds", seconds)):
        if not isinstance(number, int | float) or not number > 0:
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
        self.length = above.length + 1 if above else 0

    def __str__(self) -> str:
        if self.length > 12:
            return f"after {self.length:,} moves"
        moves: list[str] = []
        path = self
        while path.above is not None:
            moves.append(_show(path.move))
            path = path.above
        return "after " + ", ".join(reversed(moves)) if moves else "at the start"


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

    def ask(self, promise: str, path: _Path, call: Callable[[], Any]) -> Any:
        """What the game answers; an exception is a broken promise."""
        try:
            return call()
        except (Exception, SystemExit) as error:
            raise self.fail(promise, path, f"{promise} raised {_describe(error)}") from None

    # Walking

    def widen(self, start: Any) -> None:
        """Looks at the states nearest to the start, breadth-first, each of them thoroughly."""
        queue = [(start, _Path())]
        queued: set[Hashable] = set()
        for state, path in queue:
            if len(queue) > _WIDEST or perf_counter() > self.half_time:
                break
            try:
                for move, child in self.look(state, path, thorough=True):
                    if child not in queued:
                        queued.add(child)
                        queue.append((child, _Path(path, move)))
            except _Broken:
                continue

    def play_out(self, start: Any, plies: int) -> bool:
        """One random game; False if there is no use in another."""
        state, path = start, _Path()
        try:
            while True:
                if perf_counter() > self.deadline:
                    return False
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
            return bool(path.length)

    # Looking at one state

    def look(self, state: Any, path: _Path, thorough: bool) -> list[tuple[Any, Any]]:
        """Checks one state; returns moves with the states they lead to (one of them unless thorough), none at an end."""
        player = self.look_at_members(state, path)
        utility = self.ask("utility()", path, state.utility)
        if utility is not None:
            self.look_at_payoff(utility, path)
        key = self.look_at_key(state, path)
        told: dict[str, Any] = {"player": player, "utility()": utility}
        if hasattr(state, "evaluate"):
            told["evaluate()"] = self.look_at_evaluation(state, path)
        steps: list[tuple[Any, Any]] = []
        if utility is None:
            moves = self.look_at_moves(state, player, path)
            chances = self.look_at_chances(state, moves, path) if player == CHANCE else {}
            if thorough:
                steps = [(move, self.look_at_play(state, move, path)) for move in moves]
                told["the states that follow"] = self.weigh(steps, chances, path)
            else:
                move = self.random.choice(moves)
                steps = [(move, self.ask(f"play({_show(move)})", path, lambda: state.play(move)))]
        self.agree(key, _Facts(state, path, told))
        return steps

    def look_at_members(self, state: Any, path: _Path) -> int:
        for member, line in _MEMBERS.items():
            if member != "player" and not hasattr(type(state), member):
                raise self.fail(member, path, f"{type(state).__name__} has no {member}: add: {line}")
        if not hasattr(type(state), "player") and not hasattr(state, "player"):
            raise self.fail("player", path, f"{type(state).__name__} has no player: add: {_MEMBERS['player']}")
        player = self.ask("player", path, lambda: state.player)
        if not isinstance(player, int) or isinstance(player, bool) or player < SIMULTANEOUS:
            raise self.fail(
                "player", path, f"player must be 0, 1, ... or CHANCE or SIMULTANEOUS, not {_show(player)}"
            )
        if player > self.highest[0]:
            self.highest = (player, path)
        return player

    def look_at_payoff(self, payoff: Any, path: _Path) -> None:
        parts = payoff if isinstance(payoff, tuple) else (payoff,)
        if isinstance(payoff, bool):
            raise self.fail("payoff", path, f"utility() gave {payoff}: it must be None while the game goes on, else a number")
        if not parts or not all(map(_is_number, parts)):
            raise self.fail("payoff", path, f"utility() must give finite numbers, not {_show(payoff)}")
        count = len(parts) if isinstance(payoff, tuple) else 1
        if self.payoffs is None:
            self.payoffs = (count, path)
        elif count != self.payoffs[0]:
            first = "one number" if self.payoffs[0] == 1 else f"{self.payoffs[0]} payoffs"
            self.tell("payoffs", f"{path}: utility() gave {_show(payoff)}, but {self.payoffs[1]} it gave {first}")
        if isinstance(payoff, tuple):
            total = sum(parts)
            self.total = self.total or (total, path)
            if not isclose(total, self.total[0], rel_tol=TOLERANCE, abs_tol=TOLERANCE):
                self.totals_differ(total, path)

    def totals_differ(self, total: Any, path: _Path) -> None:
        assert self.total is not None
        self.tell(
            "total",
            f"{path}: the payoffs add up to {total}, but {self.total[1]} they add up to {self.total[0]}; "
            "if that is meant, say so in the class: zero_sum = False",
        )

    def look_at_key(self, state: Any, path: _Path) -> Hashable:
        own = self.ask("hash()", path, lambda: hash(state))
        if self.ask("hash()", path, lambda: hash(state)) != own:
            raise self.fail("hash()", path, "hash() gave two different answers for one state")
        key = self.ask("key()", path, state.key) if hasattr(state, "key") else state
        self.ask("key()", path, lambda: hash(key))
        if hasattr(state, "key") and not self.same("key()", path, self.keys.setdefault(state, key), key):
            self.tell("key()", f"{path}: key() gave {_show(key)}, and {_show(self.keys[state])} for an equal state")
        return key  # type: ignore[no-any-return]

    def look_at_evaluation(self, state: Any, path: _Path) -> Any:
        def evaluate() -> Any:
            try:
                return state.evaluate()
            except ZermeloError:
                return None  # how a game says that it has no static value here

        worth = self.ask("evaluate()", path, evaluate)
        if worth is not None and not all(map(_is_number, worth if isinstance(worth, tuple) else (worth,))):
            self.tell("evaluate()", f"{path}: evaluate() must give a finite number, not {_show(worth)}")
        return worth

    def look_at_moves(self, state: Any, player: int, path: _Path) -> Sequence[Any]:
        moves = self.take_sequence("moves()", path, self.ask("moves()", path, state.moves))
        again = self.take_sequence("moves()", path, self.ask("moves()", path, state.moves))
        if not self.same("moves()", path, moves, again):
            raise self.fail("moves()", path, f"moves() gave {_show(moves)} and then {_show(again)} for one state")
        if not moves:
            raise self.fail("moves()", path, "moves() is empty, but utility() is None: the game must go on or be over")
        choices = [moves]
        if player == SIMULTANEOUS:
            choices = [self.take_sequence("moves() of a player", path, own) for own in moves]
            if not all(choices):
                raise self.fail("moves()", path, f"player {choices.index([]) + 1} moves at the same time, but has no move")
        for own in choices:
            self.ask("moves()", path, lambda own=own: set(own))  # type: ignore[misc]
            twice = [move for number, move in enumerate(own) if move in own[:number]] if len(set(own)) < len(own) else []
            if twice:
                self.tell("twice", f"{path}: moves() lists the move {_show(twice[0])} twice")
        return list(islice(product(*choices), _MOST_MOVES)) if player == SIMULTANEOUS else moves

    def take_sequence(self, what: str, path: _Path, answer: Any) -> list[Any]:
        if not isinstance(answer, Sequence) and not (hasattr(answer, "__len__") and hasattr(answer, "__getitem__")):
            kind = type(answer).__name__
            raise self.fail("moves()", path, f"{what} must be a sequence such as a list or a tuple, not a {kind}")
        return self.ask(what, path, lambda: list(islice(answer, _MOST_MOVES)))  # type: ignore[no-any-return]

    def look_at_chances(self, state: Any, moves: Sequence[Any], path: _Path) -> dict[Any, Any]:
        if not hasattr(state, "chances"):
            raise self.fail(
                "chances()", path, f"{type(state).__name__} has no chances: add: def chances(self): return [(move, p), ...]"
            )
        chances = self.ask("chances()", path, lambda: {move: chance for move, chance in state.chances()})
        if len(moves) < _MOST_MOVES and set(chances) != set(moves):
            odd = next(iter(set(chances) ^ set(moves)))
            here, there = ("moves()", "chances()") if odd not in chances else ("chances()", "moves()")
            self.tell("chances()", f"{path}: {here} has the move {_show(odd)}, but {there} does not")
        for move, chance in chances.items():
            if not _is_number(chance) or not chance > 0:
                raise self.fail("chances()", path, f"the probability of {_show(move)} must be above 0, not {_show(chance)}")
        if not isclose(sum(chances.values()), 1, abs_tol=TOLERANCE):
            self.tell("probabilities", f"{path}: the probabilities add up to {float(sum(chances.values())):.12g}, not 1")
        return chances  # type: ignore[no-any-return]

    def look_at_play(self, state: Any, move: Any, path: _Path) -> Any:
        """Plays a move twice: the state must stay what it was, and both must lead to the same state."""
        what, picture, inside = f"play({_show(move)})", self.picture(state, path), _inside(state)
        try:
            child = state.play(move)
        except (Exception, SystemExit) as error:
            raise self.fail("legal", path, f"moves() lists {_show(move)}, but {what} raised {_describe(error)}") from None
        after = self.picture(state, path)
        for name, before in picture.items():
            if not self.same(name, path, before, after[name]):
                raise self.fail("pure", path, f"{what} changed the state it was called on: its {name} is no longer the same")
        changed = _first_change(inside, _inside(state))
        if changed is not None:
            raise self.fail("pure", path, f"{what} changed the state it was called on: its {changed} is no longer the same")
        if child is None:
            raise self.fail("play()", path, f"{what} returned None, not the state after the move")
        again = self.ask(what, path, lambda: state.play(move))
        if self.same("==", path, child, again):
            if self.ask("hash()", path, lambda: hash(child) != hash(again)):
                self.tell("hash()", f"{path}: {what} twice gives equal states whose hash() differs")
        elif not hasattr(child, "key") or not self.same("key()", path, self.key(child, path), self.key(again, path)):
            raise self.fail(
                "repeatable",
                path,
                f"{what} twice gives two states that are not equal: it must always lead to the same state, and "
                "states need __eq__ and __hash__, which a NamedTuple or a frozen dataclass has",
            )
        return child

    def picture(self, state: Any, path: _Path) -> dict[str, Any]:
        """What can be seen of a state from outside."""
        return {
            "player": self.ask("player", path, lambda: state.player),
            "utility()": self.ask("utility()", path, state.utility),
            "moves()": self.ask("moves()", path, lambda: list(islice(state.moves(), _MOST_MOVES))),
            "hash()": self.ask("hash()", path, lambda: hash(state)),
            "str()": self.ask("str()", path, lambda: str(state)),
        }

    # Comparing states

    def key(self, state: Any, path: _Path) -> Hashable:
        return self.ask("key()", path, state.key) if hasattr(state, "key") else state  # type: ignore[no-any-return]

    def same(self, promise: str, path: _Path, one: Any, other: Any) -> bool:
        return self.ask(promise, path, lambda: bool(one == other))  # type: ignore[no-any-return]

    def weigh(self, steps: Iterable[tuple[Any, Any]], chances: dict[Any, Any], path: _Path) -> dict[Hashable, float]:
        """The keys of the states that follow, each with its probability at a chance state."""
        weights: dict[Hashable, float] = {}
        for move, child in steps:
            key = self.key(child, path)
            self.ask("key()" if hasattr(child, "key") else "hash()", path, lambda key=key: hash(key))  # type: ignore[misc]
            weights[key] = weights.get(key, 0.0) + float(chances[move]) if chances else 1.0
        return weights

    def agree(self, key: Hashable, facts: _Facts) -> None:
        known = self.facts.setdefault(key, facts)
        if known is facts or known.state is facts.state:
            return
        what = "states with the same key()" if hasattr(facts.state, "key") else "equal states"
        for name in known.told.keys() & facts.told.keys():
            if not self.ask(name, facts.path, lambda name=name: _alike(known.told[name], facts.told[name])):  # type: ignore[misc]
                self.tell("agree", f"{facts.path}, and {known.path}: {what} must agree, but their {name} differ")
        known.told = {**facts.told, **known.told}

    def count_players(self) -> None:
        if self.payoffs is not None:
            count, where = self.payoffs
            player, path = self.highest
            if player >= max(count, 2):
                what = "a single number, which is for two players" if count == 1 else f"only {count} payoffs"
                self.tell("players", f"{path}: player is {player}, but {where} utility() gave {what}")


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and isfinite(value)


def _alike(one: Any, other: Any) -> bool:
    """Equal, but for the last digits of floating-point numbers."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    if _is_number(one) and _is_number(other):
        return isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(one == other)


def _inside(state: Any) -> dict[str, Any]:
    """A picture of what a state holds in its attributes, for finding changes in place."""
    names = [*getattr(state, "__dict__", ()), *(name for kind in type(state).__mro__ for name in _slots(kind))]
    left = [_DEEPEST_LOOK]
    inside = {name: _freeze(getattr(state, name, None), left, 4) for name in names}
    if isinstance(state, tuple):
        inside |= {f"item {number}": _freeze(item, left, 4) for number, item in enumerate(state)}
    return inside


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else tuple(slots)
    return tuple(name for name in names if name not in ("__dict__", "__weakref__") and not name.startswith("__"))


def _freeze(value: Any, left: list[int], depth: int) -> Any:
    """The value as something that cannot change; what lies too deep, or cannot be looked into, is left out."""
    left[0] -= 1
    if isinstance(value, str | bytes | Real) or value is None:
        return value
    if left[0] < 0 or not depth:
        return None
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, list | tuple):
        return tuple(_freeze(item, left, depth - 1) for item in value[: left[0]])
    if isinstance(value, set):
        return frozenset(value)
    return None


def _first_change(before: dict[str, Any], after: dict[str, Any]) -> str | None:
    """Which attribute changed; one that was empty before may be filled: a state may remember what it worked out."""
    for name, value in before.items():
        if value is not None and value != after.get(name):
            return name
    return None


def _show(value: Any) -> str:
    try:
        text = str(value) if isinstance(value, tuple) and hasattr(value, "_fields") else repr(value)
    except Exception:
        return f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= 80 else text[:77] + "..."


def _describe(error: BaseException) -> str:
    try:
        words = " ".join(str(error).split())
    except Exception:
        words = ""
    return f"{type(error).__name__}: {words[:120]}" if words else type(error).__name__
