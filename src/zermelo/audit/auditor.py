"""The auditor at work: it walks through a game, asks every state what a search would ask, and notes what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from numbers import Real
from random import Random
from time import perf_counter
from typing import Any

from zermelo.audit.comparing import alike, changes, close, inside, is_array, is_number
from zermelo.audit.explanations import Line, copying, describe_error, lines_of_a_value, show, with_article
from zermelo.state import CHANCE, SIMULTANEOUS, ZermeloError

_WIDEST = 2_000  # states looked at around the start
_MOST_MOVES = 400  # moves tried at one state
_MOST_CHANCES = 100_000
_MEMBERS = {
    "player": "player: int = 0",
    "moves": "def moves(self): return [...]",
    "play": "def play(self, move): return the state after the move",
    "utility": "def utility(self): return None while the game goes on, its value at the end",
}


class _Broken(Exception):
    """A state from which the audit cannot go on; the problem is already told."""


@dataclass
class _Facts:
    """What two states with one key must agree in."""

    state: Any
    path: Line
    told: dict[str, Any]


class Auditor:
    def __init__(self, seconds: float, random: Random) -> None:
        started = perf_counter()
        self.deadline, self.half_time = started + seconds, started + seconds / 2
        self.random = random
        self.problems: dict[str, str] = {}
        self.facts: dict[Hashable, _Facts] = {}
        self.keys: dict[Any, Hashable] = {}
        self.games = self.longest = 0
        self.payoffs: tuple[int, Line] | None = None  # how many payoffs an end gives (1 for a number), and where
        self.total: tuple[Any, Line] | None = None
        self.highest: tuple[int, Line] = (0, Line())

    # Telling

    def tell(self, promise: str, sentence: str) -> None:
        self.problems.setdefault(promise, sentence)

    def fail(self, promise: str, path: Line, what: str) -> _Broken:
        self.tell(promise, f"{path}: {what}")
        return _Broken()

    def ask(self, promise: str, path: Line, call: Callable[..., Any], *arguments: Any) -> Any:
        """What the game answers; an exception is a broken promise."""
        try:
            return call(*arguments)
        except (Exception, SystemExit) as error:
            raise self.fail(promise, path, f"{promise} raised {describe_error(error)}") from None

    def same(self, promise: str, path: Line, one: Any, other: Any) -> bool:
        return bool(self.ask(promise, path, lambda: bool(one == other)))

    # Walking

    def widen(self, start: Any) -> None:
        """Looks at the states nearest to the start, breadth-first, each of them thoroughly."""
        queue, queued = [(start, Line())], set[Hashable]()
        for state, path in queue:
            if perf_counter() > self.half_time:
                break
            try:
                for move, child in self.look(state, path, thorough=True):
                    if len(queue) < _WIDEST and not self.ask("==", path, queued.__contains__, child):
                        queued.add(child)
                        queue.append((child, Line(path, move)))
            except _Broken:
                continue

    def play_out(self, start: Any, plies: int) -> bool:
        """One random game; False if there is no use in another."""
        state, path = start, Line()
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
                path = Line(path, move)
        except _Broken:
            return path.length > 0
        return False

    # Looking at one state

    def look(self, state: Any, path: Line, thorough: bool) -> list[tuple[Any, Any]]:
        """Checks one state; returns moves with the states they lead to: one of them unless thorough, none at an end."""
        player = self.look_at_members(state, path)
        utility = self.ask("utility()", path, state.utility)
        if utility is not None:
            self.look_at_payoff(state, utility, path)
            if not path.length and self.ask("moves()", path, state.moves):
                what = f"utility() is {show(utility)}, so that the game is over before a move was made"
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
                steps = [(move, self.ask(f"play({show(move)})", path, state.play, move))]
        self.agree(key, _Facts(state, path, told))
        return steps

    def look_at_members(self, state: Any, path: Line) -> int:
        name = type(state).__name__
        if state is None:
            raise self.fail("play()", path, "play() returned None, not the state after the move: is a return missing?")
        if path.length and not any(_has(state, member) for member in _MEMBERS):
            raise self.fail("play()", path, f"play() returned {show(state)}, not the state after the move")
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
            what = f"player must be 0, 1, ... or CHANCE or SIMULTANEOUS, not {show(player)}"
            if hasattr(player, "__index__") or isinstance(player, Real):
                what += f", which is {with_article(type(player).__name__)}: write int(...)"
            raise self.fail("player", path, what)
        self.meet_player(player, path)
        return player

    def meet_player(self, player: int, path: Line) -> None:
        if player > self.highest[0]:
            self.highest = (player, path)

    def look_at_payoff(self, state: Any, payoff: Any, path: Line) -> None:
        if type(payoff).__name__ in ("bool", "bool_"):  # of Python or NumPy
            raise self.fail("payoff", path, f"utility() must be None until the game ends, then a number, not {payoff}")
        parts = payoff if isinstance(payoff, tuple) else (payoff,)
        if not parts or not all(map(is_number, parts)):
            what = f"utility() must give finite numbers, not {show(payoff)}"
            if is_array(payoff):
                what += ", which is an array: write payoffs.item() for one number, tuple(payoffs.tolist()) for several"
            raise self.fail("payoff", path, what)
        count = len(parts) if isinstance(payoff, tuple) else 1
        self.payoffs = self.payoffs or (count, path)
        if count != self.payoffs[0]:
            first = "one number" if self.payoffs[0] == 1 else f"{self.payoffs[0]} payoffs"
            self.tell("payoffs", f"{path}: utility() gave {show(payoff)}, but {self.payoffs[1]} it gave {first}")
        elif isinstance(payoff, tuple) and getattr(state, "zero_sum", True) is not False:
            total = sum(parts)
            self.total = self.total or (total, path)
            if not close(total, self.total[0]):
                self.tell(
                    "total",
                    f"{path}: the payoffs add up to {total}, but {self.total[1]} they add up to {self.total[0]}; "
                    "if that is meant, say so in the class: zero_sum = False",
                )

    def look_at_key(self, state: Any, path: Line) -> Hashable:
        try:
            hashes = hash(state), hash(state)
        except (Exception, SystemExit) as error:
            lines = lines_of_a_value(state) or "a NamedTuple or a frozen dataclass of tuples is hashable"
            raise self.fail("hash()", path, f"hash() raised {describe_error(error)}; {lines}") from None
        if hashes[0] != hashes[1]:
            raise self.fail("hash()", path, "hash() gave two different answers for one state")
        key = self.key(state, path)
        if _has(state, "key"):
            known = self.ask("==", path, self.keys.setdefault, state, key)
            if not self.same("key()", path, known, key):
                self.tell("key()", f"{path}: key() gave {show(key)}, but {show(known)} for an equal state")
        return key

    def look_at_evaluation(self, state: Any, path: Line) -> Any:
        try:
            worth = state.evaluate()
        except ZermeloError:
            return None  # how a game says that it has no static value here
        except (Exception, SystemExit) as error:
            raise self.fail("evaluate()", path, f"evaluate() raised {describe_error(error)}") from None
        if not all(map(is_number, worth if isinstance(worth, tuple) else (worth,))):
            self.tell("evaluate()", f"{path}: evaluate() must give a finite number, not {show(worth)}")
            return None
        return worth

    def look_at_moves(self, state: Any, player: int, path: Line) -> list[Any]:
        moves = self.take_moves("moves()", path, self.ask("moves()", path, state.moves))
        again = self.take_moves("moves()", path, self.ask("moves()", path, state.moves))
        if not self.same("moves()", path, moves, again):
            raise self.fail("moves()", path, f"moves() gave {show(moves)} and then {show(again)} for one state")
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

    def take_moves(self, what: str, path: Line, answer: Any) -> list[Any]:
        listed = isinstance(answer, Sequence) or (_has(answer, "__len__") and _has(answer, "__getitem__"))
        if not listed or isinstance(answer, Mapping) or is_array(answer):
            kind = "None: is a return missing?" if answer is None else with_article(type(answer).__name__)
            kind = "an array: write .tolist() after it" if is_array(answer) else kind
            raise self.fail("moves()", path, f"{what} must be a sequence such as a list or a tuple, not {kind}")
        moves = list(self.ask(what, path, _first, answer, _MOST_MOVES))
        for move in moves:
            if is_array(move):
                line = "write return [tuple(move) for move in moves.tolist()]"
                raise self.fail("moves()", path, f"{what} lists {show(move)}, and an array is no move: {line}")
            if isinstance(move, tuple) and any(isinstance(part, Real) and hasattr(part, "item") for part in move):
                line = "they show their type wherever the move is written: make it of those that .tolist() gives"
                self.tell("written", f"{path}: {what} lists {show(move)}, with numbers of NumPy's in it, and {line}")
        return moves

    def look_for_twins(self, moves: list[Any], path: Line) -> None:
        try:
            counts = Counter(moves)
        except (Exception, SystemExit) as error:
            what = (
                f"the hash() of a move raised {describe_error(error)}; a number, a text or a tuple of such is hashable"
            )
            raise self.fail("moves()", path, what) from None
        if len(counts) < len(moves):
            self.tell("twice", f"{path}: moves() lists the move {show(counts.most_common(1)[0][0])} twice")

    def look_at_chances(self, state: Any, moves: list[Any], path: Line) -> dict[Any, Any]:
        if not _has(state, "chances"):
            line = "def chances(self): return [(move, probability), ...]"
            what = f"{type(state).__name__} has no chances; add: {line}"
            raise self.fail("chances()", path, f"{what} (player {CHANCE} is CHANCE, and those who play are 0, 1, ...)")
        chances = self.take_chances(self.ask("chances()", path, state.chances), path)
        for move in moves:
            if move not in chances:
                self.tell("chances()", f"{path}: moves() has the move {show(move)}, but chances() does not")
        for move, chance in chances.items():
            if len(moves) < _MOST_MOVES and move not in moves:
                self.tell("chances()", f"{path}: chances() has the move {show(move)}, but moves() does not")
            if not is_number(chance) or not chance > 0:
                what = f"the probability of {show(move)} must be above 0, not {show(chance)}"
                raise self.fail("probability", path, what)
        total = sum(chances.values())
        if not close(total, 1):
            self.tell("probabilities", f"{path}: the probabilities add up to {float(total):.12g}, not 1")
        return chances

    def take_chances(self, answer: Any, path: Line) -> dict[Any, Any]:
        pairs = [] if isinstance(answer, Mapping) else self.ask("chances()", path, _first, answer, _MOST_CHANCES)
        if not pairs or not all(isinstance(pair, Sequence) and len(pair) == 2 for pair in pairs):
            what = f"chances() must list pairs as in [(move, probability), ...], and gave {show(answer)}"
            raise self.fail("chances()", path, what)
        chances: dict[Any, Any] = self.ask("chances()", path, dict, pairs)
        return chances

    def look_at_play(self, state: Any, move: Any, path: Line) -> Any:
        """Plays a move twice: the state must stay what it was, and both must lead to the same state."""
        if perf_counter() > self.deadline:
            raise _Broken
        what, outside, held = f"play({show(move)})", self.outside(state, path), inside(state)
        try:
            child = state.play(move)
        except (Exception, SystemExit) as error:
            raise self.fail(
                "legal", path, f"moves() lists {show(move)}, but {what} raised {describe_error(error)}"
            ) from None
        after = self.outside(state, path)
        changed = [name for name in outside if not self.same(name, path, outside[name], after[name])]
        fields = changes(held, inside(state))
        changed += fields
        if changed:
            told = f"{what} changed the state it was called on: its {changed[0]} was different before"
            raise self.fail("pure", path, told + copying(state, fields))
        again = self.ask(what, path, state.play, move)
        if self.equal(child, again, path):
            if self.ask("hash()", path, hash, child) != self.ask("hash()", path, hash, again):
                self.tell("hash()", f"{path}: {what} twice gives equal states whose hash() differs")
        elif not _has(child, "key") or not self.same("key()", path, self.key(child, path), self.key(again, path)):
            raise self.fail(
                "repeatable",
                path,
                f"{what} twice gives two states that are not equal: a move must always lead to the same state, and "
                + (
                    lines_of_a_value(state)
                    or "states need __eq__ and __hash__, which a NamedTuple or a frozen dataclass has"
                ),
            )
        return child

    def outside(self, state: Any, path: Line) -> dict[str, Any]:
        """What can be seen of a state from outside."""
        return {
            "player": self.ask("player", path, getattr, state, "player"),
            "utility()": self.ask("utility()", path, state.utility),
            "moves()": self.ask("moves()", path, lambda: _first(state.moves(), _MOST_MOVES)),
            "hash()": self.ask("hash()", path, hash, state),
            "str()": self.ask("str()", path, str, state),
        }

    # Comparing states

    def equal(self, one: Any, other: Any, path: Line) -> bool:
        try:
            same, other_than = bool(one == other), bool(one != other)
        except (Exception, SystemExit) as error:
            lines = lines_of_a_value(one)
            raise self.fail(
                "==", path, f"== raised {describe_error(error)}" + (f"; {lines}" if lines else "")
            ) from None
        if same and other_than:
            self.tell(
                "==",
                f"{path}: two states are equal by == and not by !=; add: def __ne__(self, other): return not self == other",
            )
        return same

    def key(self, state: Any, path: Line) -> Hashable:
        if not _has(state, "key"):
            return state  # type: ignore[no-any-return]
        key: Hashable = self.ask("key()", path, state.key)
        if is_array(key) or (isinstance(key, tuple) and any(map(is_array, key))):
            raise self.fail("key()", path, "key() gives an array, which is not hashable: write .tobytes() after it")
        self.ask("the hash() of key()", path, hash, key)
        return key

    def weigh(self, steps: Iterable[tuple[Any, Any]], chances: dict[Any, Any], path: Line) -> dict[Hashable, float]:
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
            if name in facts.told and not self.ask(name, facts.path, alike, known.told[name], facts.told[name]):
                self.tell("agree", f"{facts.path} and {known.path}: {what} must agree in {name}, and these do not")
        known.told = {**facts.told, **known.told}

    def count_players(self) -> None:
        if self.payoffs is not None:
            (count, where), (player, path) = self.payoffs, self.highest
            if player >= max(count, 2):
                what = "one number, which is for two players, 0 and 1" if count == 1 else f"only {count} payoffs"
                self.tell("players", f"{path}: player {player} takes part, but {where} utility() gave {what}")


def _first(things: Iterable[Any], most: int) -> list[Any]:
    return list(islice(things, most))


def _has(state: Any, member: str) -> bool:
    """Whether the member is there, without running it if it is a property."""
    try:
        return hasattr(type(state), member) or hasattr(state, member)
    except Exception:
        return True
