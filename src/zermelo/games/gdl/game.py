"""Games that are given by rule sheets, with the face of every other native game.

    >>> from zermelo.games.gdl.game import make_game
    >>> from zermelo.games.gdl.sheets import sheet_text
    >>> TicTacToe = make_game(sheet_text("tic_tac_toe"), "Tic-tac-toe")
    >>> TicTacToe().moves()[:2]
    ['(mark 1 1)', '(mark 1 2)']

A move is the term of the rules as text. A role that has only one legal move makes it without being asked; where several have a
choice a state is SIMULTANEOUS, and a move is one text per role. With one role, or two whose goals add up to a constant, the utility
is a number for MAX: the goal, or the first role's goal less the second's. Otherwise it is the tuple of goals.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar
from weakref import WeakValueDictionary

from zermelo._core import GdlRules, InterpretedRules
from zermelo._core import GdlState as NativeGdlState
from zermelo.extras import MissingExtra
from zermelo.games.gdl.checks import load_rules
from zermelo.games.gdl.features import find_sums
from zermelo.games.gdl.grid import find_grid
from zermelo.games.gdl.grounding import LARGEST_OUTPUT, MEGABYTES, SECONDS, GroundingError, Progress, ground
from zermelo.games.gdl.interpreted import interpret
from zermelo.games.gdl.reader import load_text
from zermelo.games.gdl.sheets import sheet_names, sheet_text, sheet_title
from zermelo.games.gdl.terms import RuleSheet
from zermelo.kinds.kind import Kind
from zermelo.limits import MAX_NODES, check_count, check_seconds
from zermelo.native.faces import NativeState, readable
from zermelo.native.pickles import PICKLE_VERSION, check_rules, check_version, content_hash, read_content
from zermelo.registry import unknown_name
from zermelo.state import MAX, SIMULTANEOUS, ZermeloError, illegal_move

LONGEST_PLAYOUT = 10_000
LEARNING_SECONDS = 2.0
NET_SHARE, NET_BYTES = 0.25, 8 << 20
"""The share of a limit of time in which a net may be made, and how many bytes of ground rules become one in a second."""
_OPEN, _CLOSE = "{", "}"
_MOST_KEPT = 16
_games: WeakValueDictionary[str, type[GdlGame]] = WeakValueDictionary()
"""The games in use by the text of their sheets: the same text gives the same class, so that states can be compared."""
_latest: deque[type[GdlGame]] = deque(maxlen=_MOST_KEPT)
"""Keeps the latest of them, in use or not."""


class _LearntEvaluation:
    """The method `evaluate` of games with weights; others have none."""

    def __get__(self, state: Any, owner: type[GdlGame]) -> Any:
        if not owner._weights:
            raise AttributeError(f"{owner.title} has no weights: see learn")
        return NativeState.evaluate.__get__(state, owner)


class GdlGame(NativeState):
    """A state of a game that is given by rules; each rule sheet has a class of its own.

    Parameters
    ----------
    position
        The moves from the start, as in "(mark 2 2) (mark 1 1)", or the facts that hold, as in
        "{(cell 1 1 b) (control xplayer)}"; by default the start.
    """

    __slots__ = ()

    native_class: ClassVar[Any] = NativeGdlState
    plugins: ClassVar[Mapping[str, str]] = {"preparation": "zermelo.games.gdl.preparation:prepare_player"}
    programs: ClassVar[tuple[str, ...]] = ("ggp",)
    rules: ClassVar[GdlRules]
    sheet: ClassVar[RuleSheet]
    sheet_text: ClassVar[str]
    """The rules as they were given."""
    title: ClassVar[str]
    seats: ClassVar[tuple[str, ...]]
    grounding_seconds: ClassVar[float]
    grounding_limit: ClassVar[float]
    """The seconds that grounding could take at most."""
    position_help: ClassVar[str] = (
        "The moves from the start, or the facts that hold in braces: {(control white) (step 1)}."
    )
    margin: ClassVar[str] = ""
    note: ClassVar[str] = ""
    """Why the rules are interpreted, which is slower, where they are."""
    prefers_mcts: ClassVar[bool] = True
    mcts_options: ClassVar[Mapping[str, Any]] = {"batch": 16, "exploration": 0.3}
    evaluate: ClassVar[Any] = _LearntEvaluation()
    _weights: ClassVar[dict[str, float]] = {}
    _learnt: ClassVar[int] = 0

    def __init__(self, position: str | None = None) -> None:
        self._native = self.rules.start()
        if position is not None:
            self._native = self._read(readable(position).strip())

    def _read(self, text: str) -> Any:
        if text.startswith(_OPEN):
            if not text.endswith(_CLOSE):
                raise ZermeloError(f"the facts of a state end with {_CLOSE}")
            facts = split_terms(text[1:-1])
            try:
                return self.rules.state(facts)
            except ValueError as error:
                raise ZermeloError(str(error)) from None
        state = self
        moves = split_terms(text)
        step = 1 if self.rules.turns else len(self.rules.roles)
        for at in range(0, len(moves), step):
            number = at // step + 1
            if state.utility() is not None:
                raise ZermeloError(f"move {number} ({moves[at]}): the game is over before it")
            move: Any = moves[at] if step == 1 else tuple(moves[at : at + step])
            try:
                state = state.play(move)
            except ZermeloError as error:
                raise ZermeloError(f"move {number}: {error}") from None
        return state._native

    @property
    def kind(self) -> Kind:
        """What kind of game it is, as far as random games and searches have shown."""
        rules = self.rules
        one_number = rules.zero_sum
        sums: Any = "zero-sum" if one_number and len(rules.roles) == 2 else None
        return Kind(players=len(rules.roles), payoffs=not one_number, sums=sums, simultaneous=not rules.turns)

    @property
    def evaluates(self) -> bool:
        """Whether weights were learnt, and give every state a static value."""
        return bool(self._weights)

    @property
    def rules_key(self) -> Hashable:
        """The rules of the game, what is known of their kind, and its weights."""
        return self.rules, self.rules.turns, self.rules.zero_sum, self._learnt

    @property
    def zero_sum(self) -> bool:
        """Whether there is one number for MAX: a puzzle, or goals that add up to a constant, as far as it is known."""
        return bool(self.rules.zero_sum)

    @property
    def player(self) -> int:
        if not self.rules.turns:
            return SIMULTANEOUS
        return int(self._asked("player"))

    def moves(self) -> Any:
        """Return the legal moves of the player to move, or those of every role."""
        if self.rules.turns:
            return self._asked("moves")()
        over: bool = self._native.terminal
        return tuple(() if over else tuple(self._native.legal(role)) for role in range(len(self.rules.roles)))

    def legal(self, role: int) -> list[str]:
        """Return the legal moves of a role, also of one that only waits."""
        moves: list[str] = self._native.legal(role)
        return moves

    def play(self, move: Any) -> Any:
        """Return the state after a move, or after one move of each role."""
        try:
            if isinstance(move, tuple | list):
                return self.of(self._native.play_joint([str(each) for each in move]))
            if not self.rules.turns:
                raise ZermeloError(
                    f"players move at the same time: a move is {len(self.rules.roles)} texts, not {move!r}"
                )
            return self.of(self._native.play(move))
        except ValueError as error:
            raise error if isinstance(error, ZermeloError) else ZermeloError(str(error)) from None
        except (TypeError, RuntimeError):  # not a text, or not one that the core can read
            raise illegal_move(move) from None

    def joint(self, move: Any) -> tuple[str, ...]:
        """Return a move together with the only moves of the other roles, in the order of the roles.

        >>> load_sheet("tic_tac_toe.kif").joint("(mark 2 2)")
        ('(mark 2 2)', 'noop')
        """
        if isinstance(move, tuple):
            return move
        mover = self.player
        return tuple(str(move) if role == mover else self.legal(role)[0] for role in range(len(self.seats)))

    def move_in(self, joint: tuple[str, ...]) -> Any:
        """Return the move in a joint move: that of the player to move, or all of it where players move at the same time."""
        return joint if self.player == SIMULTANEOUS else joint[self.player]

    def utility(self) -> Any:
        """Return MAX's utility or one goal per role; None while the game goes on."""
        return self._asked("utility")()

    def goals(self) -> tuple[int, ...]:
        """Return the goals of all roles in this state, whether it is an end or not."""
        return tuple(self._asked("goals")())

    def facts(self) -> tuple[str, ...]:
        """Return the facts that hold, as texts: numbers by value, then names, then compounds."""
        return tuple(self._native.facts())

    def playouts(self, games: int, seed: int = 0) -> tuple[tuple[float, ...], int]:
        """Play random games from here, 512 at a time.

        Returns
        -------
        tuple
            The mean goal of each role, and the number of games: at least `games`, but those of more than 10,000 moves do not count.
        """
        means, count = self._native.playouts(games, seed, LONGEST_PLAYOUT)
        return tuple(means), count

    @classmethod
    def learn(
        cls,
        seconds: float = LEARNING_SECONDS,
        *,
        rounds: int | None = None,
        seed: int = 0,
        cancel: Callable[[], bool] | None = None,
    ) -> int:
        """Learn weights of the features from games that the rules play with themselves: at random, then by the weights so far.

        All states of the game then have static values. Learning again starts anew.

        Parameters
        ----------
        seconds
            How long it may take.
        rounds
            The number of rounds, after which the weights depend on the seed alone; by default as many as there is time for.
        seed
            Of the random moves.
        cancel
            Asked now and then; True ends it.

        Returns
        -------
        int
            The number of rounds. The first 48 are of 512 random games each, the others of 8 games by static values.

        Raises
        ------
        ZermeloError
            If roles move at the same time, or the goals do not make one number for MAX.
        """
        rules = cls.rules
        if not rules.turns or not rules.zero_sum:
            raise ZermeloError(
                "weights are learnt for puzzles, and for two roles whose goals add up to a constant and who move in turn"
            )
        check_seconds(seconds)
        if rounds is not None:
            check_count("rounds", rounds, MAX_NODES)
        try:
            weights, done = rules.start().learn(float(seconds), rounds or 0, seed & 0xFFFFFFFF, cancel)
        except ValueError as error:
            raise ZermeloError(str(error)) from None
        cls.use_weights({name: round(weight, 4) for name, weight in zip(rules.features, weights, strict=True)})
        return int(done)

    @classmethod
    def use_weights(cls, weights: Mapping[str, float]) -> None:
        """Set the weights of the features by name, those not named to 0; no weights take the static values away."""
        names = cls.rules.features
        known = set(names)
        for name in weights:
            if name not in known:
                raise unknown_name(f"feature of {cls.title}", name, names)
        cls._weights = {name: float(weights.get(name, 0.0)) for name in names} if weights else {}
        cls._learnt += 1
        cls.rules.has_weights = bool(weights)

    def features(self) -> dict[str, float]:  # type: ignore[override]
        """Return the features by name, seen from the player to move: facts and sums of facts, mobility and goals."""
        sign = 1 if self.player == MAX else -1
        measured = zip(self.rules.features, self._native.measure(), strict=True)
        return {name: sign * (int(value) if value.is_integer() else round(value, 2)) for name, value in measured}

    def weights(self) -> dict[str, float]:
        """Return the weights of the features in points; none before `learn`."""
        return dict(self._weights)

    def to_pickled(self) -> str:
        return self.notation()

    def __reduce__(self) -> tuple[Any, ...]:
        identity = content_hash(self.sheet_text.encode())
        return restore_gdl, (PICKLE_VERSION, self.sheet_text, identity, self.title, self._weights, self.to_pickled())

    def notation(self) -> str:
        return f"{_OPEN}{' '.join(self.facts())}{_CLOSE}"

    def _asked(self, name: str) -> Any:
        """Return a member of the native state; a broken promise of the rules is a ZermeloError."""
        try:
            member = getattr(self._native, name)
        except ValueError as error:
            raise ZermeloError(str(error)) from None
        if not callable(member):
            return member

        def call() -> Any:
            try:
                return member()
            except ValueError as error:
                raise ZermeloError(str(error)) from None

        return call

    def __str__(self) -> str:
        return _draw(self.facts(), tuple(self.rules.facts))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.notation()!r})"


class InterpretedGame(GdlGame):
    """A state of a game whose rules are interpreted: it has no features, and plays random games one at a time."""

    __slots__ = ()

    rules: ClassVar[InterpretedRules]  # type: ignore[assignment]
    mcts_options: ClassVar[Mapping[str, Any]] = {}

    @classmethod
    def use_weights(cls, weights: Mapping[str, float]) -> None:
        raise ZermeloError("a game whose rules are interpreted has no features")

    @classmethod
    def learn(cls, *_: Any, **__: Any) -> int:
        raise ZermeloError("a game whose rules are interpreted has no features, and learns no weights")

    def features(self) -> dict[str, float]:  # type: ignore[override]
        return {}

    def __str__(self) -> str:
        return _draw(self.facts(), self.facts())


def _draw(facts: tuple[str, ...], all_facts: tuple[str, ...]) -> str:
    grid = find_grid(all_facts)
    return grid.draw(facts) if grid else "\n".join(facts) or "no facts"


def make_game(
    text: str,
    title: str = "Rule sheet",
    *,
    seconds: float = SECONDS,
    megabytes: int = MEGABYTES,
    output: int = LARGEST_OUTPUT,
    within: float | None = None,
    progress: Progress | None = None,
) -> type[GdlGame]:
    """Return the class of the states of the game that a rule sheet describes.

    Parameters
    ----------
    text
        The rules.
    title
        The name of the game.
    seconds, megabytes, output
        Limits of grounding: time, memory, and the bytes of the ground rules. Beyond them rules are interpreted, which is slower.
    within
        Seconds after which the game must be ready, grounded or interpreted; by default there is no such limit.
    progress
        Called while the rules are grounded; False cancels.

    Raises
    ------
    ZermeloError
        If the rules have errors, cannot be played or are not ready in time, or break a promise of the language in random games.
    """
    known = _games.get(text)
    # Rules that took too long to ground may be grounded now that there is more time.
    if known is not None and not (known.note and seconds > known.grounding_limit):
        return known
    started = perf_counter()
    sheet = load_rules(text)
    base, note = GdlGame, ""
    if within is not None:
        seconds, output = min(seconds, within), min(output, int(within * NET_SHARE * NET_BYTES))
    try:
        rules: Any = ground(sheet, seconds=seconds, megabytes=megabytes, output=output, progress=progress)
        rules.set_features(find_sums(rules.facts))
    except (GroundingError, MissingExtra) as error:
        if progress is not None and progress(seconds) is False:
            raise
        note = f"the rules are interpreted, which is slower: {error}"
        left = None if within is None else within - (perf_counter() - started)
        base, rules = InterpretedGame, interpret(sheet, within=left)
    spent = perf_counter() - started
    if rules.problem:
        raise ZermeloError(f"the rules fail in a random game: {rules.problem}")
    name = "".join(part.capitalize() for part in re.split("[-_ ]", title) if part.isalnum()) or "GdlGame"
    members = {"__slots__": (), "rules": rules, "sheet": sheet, "title": title, "seats": sheet.roles(), "note": note}
    members["sheet_text"] = text
    members |= {"grounding_seconds": spent, "grounding_limit": seconds}
    # Deepening finds the shortest solution of a puzzle, and ends with the highest goal.
    game: type[GdlGame] = type(name, (base,), {**members, "prefers_mcts": len(sheet.roles()) > 1})
    _games[text] = game
    _latest.append(game)
    return game


def load_sheet(path: str) -> GdlGame:
    """Return the first state of the game in a `.kif` file; the name of a shipped sheet, such as nim.kif, also does.

    >>> load_sheet("nim.kif").seats
    ('first', 'second')
    """
    file = Path(path)
    shipped = file.stem in sheet_names() and file.parent == Path() and not os.path.exists(file)
    text = sheet_text(file.stem) if shipped else load_text(file)
    try:
        return make_game(text, sheet_title(file.stem))()
    except ZermeloError as error:
        raise ZermeloError(f"{path}: {error}") from None


def restore_gdl(
    version: int, text: str, identity: str, title: str, weights: Mapping[str, float], content: str
) -> GdlGame:
    """Return a pickled state of a game that is given by a rule sheet; the game gets the weights that it had there.

    Raises
    ------
    ZermeloError
        If the rules are damaged, if the game has learnt other weights here, or if the state was pickled by another version.
    """
    check_version(title, version)
    check_rules(title, identity, content_hash(text.encode()))
    game = make_game(text, title)
    if weights and not game._weights:
        game.use_weights(weights)
    if game._weights != weights:
        raise ZermeloError(f"the state of {title} was pickled with other weights than the game has here")
    state: GdlGame = read_content(game, content)
    return state


def split_terms(text: str) -> list[str]:
    """Split a text into terms at the outermost level.

    >>> split_terms("(mark 1  1) noop (f (g a))")
    ['(mark 1 1)', 'noop', '(f (g a))']
    """
    terms: list[str] = []
    depth = 0
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if token == ")" and depth == 0:
            raise ZermeloError("there is a closing parenthesis too many")
        if depth == 0:
            terms.append(token)
        else:
            terms[-1] += token if token == ")" or terms[-1].endswith("(") else f" {token}"
        depth += (token == "(") - (token == ")")
    if depth:
        raise ZermeloError("a closing parenthesis is missing")
    return terms
