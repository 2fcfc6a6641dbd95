"""The auditor: explores a game, checks in every state what searches rely on, and reports what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from numbers import Real
from random import Random
from time import perf_counter
from typing import Any

from zermelo.audit.comparison import changed_fields, is_array, is_close, nearly_equal, snapshot
from zermelo.audit.explanations import Path, copy_hint, describe_error, equality_hint, shorten, with_article
from zermelo.audit.optional_members import check_rules, check_strategy
from zermelo.state import (
    CHANCE,
    MAX,
    MIN,
    PROBABILITY_TOLERANCE,
    REPEATED,
    SIMULTANEOUS,
    ZermeloError,
    explain_probability,
    hides_information,
    is_number,
    number_hint,
)

_MOST_STATES = 2_000  # states looked at around the start
_MOST_MOVES = 400  # moves tried at one state
_MOST_CHANCES = 100_000
_ENOUGH_ENDS = 4  # ends with each player to move that tell whose payoffs they give
_MEMBERS = {
    "player": "player: int = 0",
    "moves": "def moves(self): return [...]",
    "play": "def play(self, move): return the state after the move",
    "utility": "def utility(self): return None while the game goes on, its value at the end",
}


class _Abandoned(Exception):
    """The audit cannot go on from a state; the problem has been reported."""


@dataclass
class _Answers:
    """The answers of a state, in which states with the same key must agree."""

    state: Any
    path: Path
    answers: dict[str, Any]


class Auditor:
    def __init__(self, start: Any, seconds: float, random: Random) -> None:
        self.start = start
        started = perf_counter()
        self.deadline, self.half_time = started + seconds, started + seconds / 2
        self.random = random
        self.problems: dict[str, str] = {}
        self.facts: dict[Hashable, _Answers] = {}
        self.keys: dict[Any, Hashable] = {}
        self.games = self.longest = 0
        self.payoffs: tuple[int, Path] | None = None  # how many payoffs an end gives (1 for a number), and where
        self.total: tuple[Any, Path] | None = None
        self.highest: tuple[int, Path] = (0, Path())
        self.movers = set[int]()
        self.ends = Counter[tuple[int, Hashable]]()  # the player to move at an end and the payoff, unless it is 0

    # Reporting

    def report(self, promise: str, sentence: str) -> None:
        self.problems.setdefault(promise, sentence)

    def fail(self, promise: str, path: Path, what: str) -> _Abandoned:
        self.report(promise, f"{path}: {what}")
        return _Abandoned()

    def call(self, promise: str, path: Path, call: Callable[..., Any], *arguments: Any) -> Any:
        """Return the game's answer; an exception is a broken promise."""
        try:
            return call(*arguments)
        except (Exception, SystemExit) as error:
            raise self.fail(promise, path, f"{promise} raised {describe_error(error)}") from None

    def same(self, promise: str, path: Path, one: Any, other: Any) -> bool:
        return bool(self.call(promise, path, lambda: bool(one == other)))

    # Exploring

    def explore(self, start: Any) -> None:
        """Check the states nearest to the start thoroughly, breadth-first."""
        queue, queued = [(start, Path())], set[Hashable]()
        for state, path in queue:
            if perf_counter() > self.half_time:
                break
            try:
                for move, child in self.check_state(state, path, thorough=True):
                    if len(queue) < _MOST_STATES and not self.call("==", path, queued.__contains__, child):
                        queued.add(child)
                        queue.append((child, Path(path, move)))
            except _Abandoned:
                continue

    def play_random_game(self, start: Any, plies: int) -> bool:
        """Play and check one random game; return False if another would be useless."""
        state, path = start, Path()
        try:
            while perf_counter() < self.deadline:
                steps = self.check_state(state, path, thorough=perf_counter() < self.half_time)
                if not steps:
                    self.games += 1
                    self.longest = max(self.longest, path.length)
                    return True
                if path.length >= plies:
                    self.report("end", f"after {plies:,} moves the game had not ended: every game must come to an end")
                    return False
                move, state = self.random.choice(steps)
                path = Path(path, move)
        except _Abandoned:
            return path.length > 0
        return False

    # Checking one state

    def check_state(self, state: Any, path: Path, thorough: bool) -> list[tuple[Any, Any]]:
        """Check one state. Return its moves with their successors: all if thorough, else a random one; none at the end."""
        player = self.check_members(state, path)
        utility = self.call("utility()", path, state.utility)
        if utility is not None:
            self.check_payoff(state, utility, path)
            if not path.length and self.call("moves()", path, state.moves):
                what = f"utility() is {shorten(utility)}, so the game is over before the first move"
                self.report("start", f"{path}: {what}; it must be None while the game goes on")
        key = self.check_key(state, path)
        if utility is None:
            self.movers.add(player)
        elif utility:
            self.ends[player, utility] += 1
        answers: dict[str, Any] = {"player": player, "utility()": utility}
        if _has(state, "evaluate"):
            answers["evaluate()"] = self.check_evaluation(state, path)
        steps: list[tuple[Any, Any]] = []
        if utility is None:
            moves = self.check_moves(state, player, path)
            if not _has(state, "key"):
                answers["moves()"] = set(moves)  # states with the same key() may be mirror images with other moves
            chances = self.check_chances(state, moves, path) if player == CHANCE else {}
            if thorough:
                steps = [(move, self.check_play(state, move, path)) for move in moves]
                if len(moves) < _MOST_MOVES:
                    answers["the successors"] = self.successors(steps, chances, path)
            else:
                move = self.random.choice(moves)
                steps = [(move, self.call(f"play({shorten(move)})", path, state.play, move))]
            if player >= MAX and _has_method(state, "strategy"):
                check_strategy(state, moves, path, self.call, self.report)
            if player >= MAX and _has_method(state, "rules"):
                check_rules(state, moves, path, self.call, self.report)
        what = "states with the same key()" if _has(state, "key") else "equal states"
        self.check_agreement(key, _Answers(state, path, answers), what)
        if _has_method(state, "symmetries"):
            images = self.call("symmetries()", path, lambda: frozenset(state.symmetries()))
            shared: dict[str, Any] = {"the number of moves()": 0 if utility is not None else len(moves)}
            shared |= {name: answers[name] for name in ("utility()", "evaluate()") if name in answers}
            self.check_agreement(("symmetries()", player, images), _Answers(state, path, shared), "symmetric states")
        return steps

    def check_members(self, state: Any, path: Path) -> int:
        name = type(state).__name__
        if state is None:
            raise self.fail("play()", path, "play() returned None, not the state after the move: is a return missing?")
        if path.length and not any(_has(state, member) for member in _MEMBERS):
            raise self.fail("play()", path, f"play() returned {shorten(state)}, not the state after the move")
        for member, line in _MEMBERS.items():
            if not _has(state, member):
                raise self.fail(member, path, f"{name} has no {member}; add: {line}")
        for member in ("moves", "play", "utility"):
            if not callable(self.call(member, path, getattr, state, member)):
                raise self.fail(member, path, f"{member} is not a method; write: {_MEMBERS[member]}")
        player = self.call("player", path, getattr, state, "player")
        if callable(player):
            raise self.fail(
                "player", path, "player is a method and should be a value; write @property above def player"
            )
        if not isinstance(player, int) or isinstance(player, bool) or player < SIMULTANEOUS:
            what = f"player must be 0, 1, ... or CHANCE or SIMULTANEOUS, not {shorten(player)}"
            if type(player) is not int and (hasattr(player, "__index__") or isinstance(player, Real)):
                what += f", which is {with_article(type(player).__name__)}: write int(...)"
            raise self.fail("player", path, what)
        self.note_player(player, path)
        return player

    def note_player(self, player: int, path: Path) -> None:
        if player > self.highest[0]:
            self.highest = (player, path)

    def check_payoff(self, state: Any, payoff: Any, path: Path) -> None:
        if type(payoff).__name__ in ("bool", "bool_"):  # of Python or NumPy
            raise self.fail("payoff", path, f"utility() must be None until the game ends, then a number, not {payoff}")
        parts = payoff if isinstance(payoff, tuple) else (payoff,)
        if not parts or not all(map(is_number, parts)):
            what = f"utility() must give finite numbers, not {shorten(payoff)}{''.join(map(number_hint, parts[:1]))}"
            if is_array(payoff):
                what += ", which is an array: write payoffs.item() for one number, tuple(payoffs.tolist()) for several"
            raise self.fail("payoff", path, what)
        count = len(parts) if isinstance(payoff, tuple) else 1
        self.payoffs = self.payoffs or (count, path)
        if count != self.payoffs[0]:
            first = "one number" if self.payoffs[0] == 1 else f"{self.payoffs[0]} payoffs"
            self.report("payoffs", f"{path}: utility() gave {shorten(payoff)}, but {self.payoffs[1]} it gave {first}")
        elif isinstance(payoff, tuple) and getattr(state, "zero_sum", True) is not False:
            total = sum(parts)
            self.total = self.total or (total, path)
            if not is_close(total, self.total[0]):
                self.report(
                    "total",
                    f"{path}: the payoffs add up to {total}, but {self.total[1]} they add up to {self.total[0]}; "
                    "if that is meant, say so in the class: zero_sum = False",
                )

    def check_key(self, state: Any, path: Path) -> Hashable:
        try:
            hashes = hash(state), hash(state)
        except (Exception, SystemExit) as error:
            lines = equality_hint(state) or "a NamedTuple or a frozen dataclass of tuples is hashable"
            raise self.fail("hash()", path, f"hash() raised {describe_error(error)}; {lines}") from None
        if hashes[0] != hashes[1]:
            raise self.fail("hash()", path, "hash() gave two different answers for one state")
        key = self.key(state, path)
        if _has(state, "key"):
            known = self.call("==", path, self.keys.setdefault, state, key)
            if not self.same("key()", path, known, key):
                self.report("key()", f"{path}: key() gave {shorten(key)}, but {shorten(known)} for an equal state")
        return key

    def check_evaluation(self, state: Any, path: Path) -> Any:
        try:
            value = state.evaluate()
        except ZermeloError:
            return None  # the game has no static value here
        except (Exception, SystemExit) as error:
            raise self.fail("evaluate()", path, f"evaluate() raised {describe_error(error)}") from None
        if not all(map(is_number, value if isinstance(value, tuple) else (value,))):
            self.report("evaluate()", f"{path}: evaluate() must give a finite number, not {shorten(value)}")
            return None
        return value

    def check_moves(self, state: Any, player: int, path: Path) -> list[Any]:
        moves = self.read_moves("moves()", path, self.call("moves()", path, state.moves))
        again = self.read_moves("moves()", path, self.call("moves()", path, state.moves))
        if not self.same("moves()", path, moves, again):
            raise self.fail("moves()", path, f"moves() gave {shorten(moves)} and then {shorten(again)} for one state")
        if not moves:
            raise self.fail("moves()", path, "moves() is empty although utility() is None, so the game cannot go on")
        if player != SIMULTANEOUS:
            self.check_duplicates(moves, path)
            return moves
        choices = [self.read_moves("moves() of each player", path, options) for options in moves]
        self.note_player(len(choices) - 1, path)
        for number, options in enumerate(choices):
            if not options:
                raise self.fail("moves()", path, f"all move at the same time, but moves() has none for player {number}")
            self.check_duplicates(options, path)
        return list(islice(product(*choices), _MOST_MOVES))

    def read_moves(self, what: str, path: Path, answer: Any) -> list[Any]:
        listed = isinstance(answer, Sequence) or (_has(answer, "__len__") and _has(answer, "__getitem__"))
        if not listed or isinstance(answer, Mapping) or is_array(answer):
            kind = "None: is a return missing?" if answer is None else with_article(type(answer).__name__)
            kind = "an array: write .tolist() after it" if is_array(answer) else kind
            raise self.fail("moves()", path, f"{what} must be a sequence such as a list or a tuple, not {kind}")
        moves = list(self.call(what, path, _first, answer, _MOST_MOVES))
        for move in moves:
            if is_array(move):
                line = "write return [tuple(move) for move in moves.tolist()]"
                raise self.fail(
                    "moves()", path, f"{what} lists the array {shorten(move)}, but a move must be hashable: {line}"
                )
            if isinstance(move, tuple) and any(isinstance(part, Real) and hasattr(part, "item") for part in move):
                line = "print with their type: use those that .tolist() gives"
                self.report("written", f"{path}: {what} lists {shorten(move)}, whose NumPy numbers {line}")
        return moves

    def check_duplicates(self, moves: list[Any], path: Path) -> None:
        try:
            counts = Counter(moves)
        except (Exception, SystemExit) as error:
            what = (
                f"the hash() of a move raised {describe_error(error)}; a number, a text or a tuple of such is hashable"
            )
            raise self.fail("moves()", path, what) from None
        if len(counts) < len(moves):
            self.report("twice", f"{path}: moves() lists the move {shorten(counts.most_common(1)[0][0])} twice")

    def check_chances(self, state: Any, moves: list[Any], path: Path) -> dict[Any, Any]:
        if not _has(state, "chances"):
            line = "def chances(self): return [(move, probability), ...]"
            what = f"{type(state).__name__} has no chances; add: {line}"
            raise self.fail("chances()", path, f"{what} (player {CHANCE} is CHANCE; the players are 0, 1, ...)")
        chances = self.read_chances(self.call("chances()", path, state.chances), path)
        for move in moves:
            if move not in chances:
                self.report("chances()", f"{path}: moves() has the move {shorten(move)}, but chances() does not")
        for move, chance in chances.items():
            if len(moves) < _MOST_MOVES and move not in moves:
                self.report("chances()", f"{path}: chances() has the move {shorten(move)}, but moves() does not")
            if not is_number(chance) or not chance > 0:
                raise self.fail("probability", path, explain_probability(move, chance))
        total = sum(chances.values())
        if not abs(total - 1) <= PROBABILITY_TOLERANCE:
            self.report("probabilities", f"{path}: the probabilities add up to {float(total):.12g}, not 1")
        return chances

    def read_chances(self, answer: Any, path: Path) -> dict[Any, Any]:
        pairs = [] if isinstance(answer, Mapping) else self.call("chances()", path, _first, answer, _MOST_CHANCES)
        if not pairs or not all(isinstance(pair, Sequence) and len(pair) == 2 for pair in pairs):
            what = f"chances() must list pairs as in [(move, probability), ...], not {shorten(answer)}"
            raise self.fail("chances()", path, what)
        chances: dict[Any, Any] = self.call("chances()", path, dict, pairs)
        if len(chances) < len(pairs):
            raise self.fail("chances()", path, f"chances() {REPEATED}")
        return chances

    def check_play(self, state: Any, move: Any, path: Path) -> Any:
        """Play a move twice: the state must not change, and the two successors must be equal."""
        if perf_counter() > self.deadline:
            raise _Abandoned
        what, outside, held = f"play({shorten(move)})", self.observe(state, path), snapshot(state)
        try:
            child = state.play(move)
        except (Exception, SystemExit) as error:
            raise self.fail(
                "legal", path, f"moves() lists {shorten(move)}, but {what} raised {describe_error(error)}"
            ) from None
        after = self.observe(state, path)
        changed = [name for name in outside if not self.same(name, path, outside[name], after[name])]
        fields = changed_fields(held, snapshot(state))
        changed += fields
        if changed:
            problem = f"{what} changed the state it was called on: its {changed[0]} was different before"
            raise self.fail("pure", path, problem + copy_hint(state, fields))
        again = self.call(what, path, state.play, move)
        if self.equal(child, again, path):
            if self.call("hash()", path, hash, child) != self.call("hash()", path, hash, again):
                self.report("hash()", f"{path}: {what} twice gives equal states whose hash() differs")
        elif not _has(child, "key") or not self.same("key()", path, self.key(child, path), self.key(again, path)):
            raise self.fail(
                "repeatable",
                path,
                f"{what} twice gives two states that are not equal: a move must always lead to the same state, and "
                + (
                    equality_hint(state)
                    or "states need __eq__ and __hash__, which a NamedTuple or a frozen dataclass has"
                ),
            )
        return child

    def observe(self, state: Any, path: Path) -> dict[str, Any]:
        """Return the answers of a state's methods."""
        return {
            "player": self.call("player", path, getattr, state, "player"),
            "utility()": self.call("utility()", path, state.utility),
            "moves()": self.call("moves()", path, lambda: _first(state.moves(), _MOST_MOVES)),
            "hash()": self.call("hash()", path, hash, state),
            "str()": self.call("str()", path, str, state),
        }

    # Comparing states

    def equal(self, one: Any, other: Any, path: Path) -> bool:
        try:
            same, other_than = bool(one == other), bool(one != other)
        except (Exception, SystemExit) as error:
            lines = equality_hint(one)
            raise self.fail(
                "==", path, f"== raised {describe_error(error)}" + (f"; {lines}" if lines else "")
            ) from None
        if same and other_than:
            self.report(
                "==",
                f"{path}: two states are equal by == and not by !=; add: def __ne__(self, other): return not self == other",
            )
        return same

    def key(self, state: Any, path: Path) -> Hashable:
        key: Hashable = state
        if not _has(state, "key"):
            return key
        key = self.call("key()", path, state.key)
        if is_array(key) or (isinstance(key, tuple) and any(map(is_array, key))):
            raise self.fail("key()", path, "key() gives an array, which is not hashable: write .tobytes() after it")
        self.call("the hash() of key()", path, hash, key)
        return key

    def successors(
        self, steps: Iterable[tuple[Any, Any]], chances: dict[Any, Any], path: Path
    ) -> dict[Hashable, float]:
        """Return the keys of the successors, at a chance state with their probabilities."""
        weights: dict[Hashable, float] = {}
        for move, child in steps:
            key = self.key(child, path)
            before = self.call("hash()", path, weights.get, key, 0.0)
            weights[key] = before + float(chances.get(move, 0)) if chances else 1.0
        return weights

    def check_agreement(self, key: Hashable, facts: _Answers, what: str) -> None:
        known = self.call("==", facts.path, self.facts.setdefault, key, facts)
        if known.state is facts.state:
            return
        for name in known.answers:
            if name in facts.answers and not self.call(
                name, facts.path, nearly_equal, known.answers[name], facts.answers[name]
            ):
                self.report("agree", f"{facts.path} and {known.path}: {what} must agree in {name}, but these do not")
        known.answers = {**facts.answers, **known.answers}

    def check_player_count(self) -> None:
        if self.payoffs is not None:
            (count, where), (player, path) = self.payoffs, self.highest
            if player >= max(count, 2):
                what = "one number, which is for two players, 0 and 1" if count == 1 else f"only {count} payoffs"
                self.report("players", f"{path}: player {player} takes part, but {where} utility() gave {what}")

    def check_point_of_view(self) -> None:
        """Report a payoff that is the same at every end but draws, as it is where it is meant for the player to move."""
        if self.movers != {MAX, MIN} or len({payoff for _, payoff in self.ends}) != 1 or len(self.ends) != 2:
            return
        if min(self.ends.values()) >= _ENOUGH_ENDS:
            ((_, payoff), *_) = self.ends
            self.report(
                "point of view",
                f"at every end that is no draw: utility() is {shorten(payoff)}, whoever is to move; it must be MAX's payoff "
                "(player 0's), not that of the player to move",
            )

    def notes(self) -> list[str]:
        """Return what may be intended, and may not."""
        notes = []
        if self.movers == {MAX} and self.ends:
            notes.append(
                "player is 0 in every state: MAX makes all moves. If two take turns, play() must return a state of the other player"
            )
        if hides_information(self.start):
            notes.append(
                "the class has information(): players do not see everything, and no search of Zermelo takes such games yet"
            )
        return notes


def _first(things: Iterable[Any], most: int) -> list[Any]:
    return list(islice(things, most))


def _has(state: Any, member: str) -> bool:
    """Return whether a state has a member, without evaluating a property."""
    try:
        return hasattr(type(state), member) or hasattr(state, member)
    except Exception:
        return True


def _has_method(state: Any, member: str) -> bool:
    """Return whether a state has a method of this name; fields of other games may have the same name."""
    return callable(getattr(type(state), member, None))
