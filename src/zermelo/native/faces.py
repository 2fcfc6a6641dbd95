"""The Python faces of games whose rules run natively: `NativeState` for C++ games, `ForeignState` for shared libraries.

`TaperedState` is a native state with two weights for each feature. A game's module subclasses one of them, names its native
class and adds notation and pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Literal, NoReturn, Self, cast

from zermelo._core import Foreign, ForeignRules
from zermelo.kinds.kind import Kind
from zermelo.native.pickles import PICKLE_VERSION, restore_state, rules_hash
from zermelo.native.training import Trainable
from zermelo.native.weights import shipped_weights
from zermelo.result import Mate
from zermelo.state import MAX, ZermeloError, illegal_move

WON = 10_000
"""What a win at once is worth in games whose values count the plies to it."""
LONGEST_WIN = 256
"""The engine's values count the distance to a win up to this many plies."""


def readable(text: str) -> str:
    """Return a text without lone surrogates, which stand for bytes that were not UTF-8 and which the core cannot read."""
    if not isinstance(text, str):
        raise ZermeloError(f"a position is a text, not {text!r:.60}")
    return text.encode("utf-8", "replace").decode()


class NativeState:
    """A state that wraps a native one; equality, hashing and moves are native."""

    __slots__ = ("_native",)

    native_class: ClassVar[Any]
    has_notation: ClassVar[bool] = True
    """Whether the class reads positions as text; otherwise a position is given as the moves that lead to it."""
    training: ClassVar[Trainable | None] = None
    """How its weights are learnt, if they can be."""
    plugins: ClassVar[Mapping[str, str]] = {}
    """What the game brings beside its rules, see `zermelo.kinds.plugins`."""
    programs: ClassVar[tuple[str, ...]] = ()
    """The protocols of programs that play the game."""
    record_format: ClassVar[Literal["pgn", "pdn", "sgf"] | None] = None
    """The format of whole games, if it has tags, comments and variations."""
    record_tags: ClassVar[Mapping[str, str]] = {}
    """Tags that every such record of the game has."""

    def __init_subclass__(cls) -> None:
        """Call the class after its package, where people import it from and where files of users have it."""
        super().__init_subclass__()
        cls.__module__ = cls.__module__.removesuffix(".rules")

    def __init__(self, position: str | None = None) -> None:
        self._native = self.native_class() if position is None else self._parse(position)

    @classmethod
    def _parse(cls, position: str, native: Any = None) -> Any:
        try:
            return (native or cls.native_class).parse(readable(position))
        except ValueError as error:
            raise ZermeloError(str(error)) from None

    @classmethod
    def position_in(cls, line: str) -> str:
        """Return the position in a line of a file of positions; by default what comes before the first semicolon."""
        return line.partition(";")[0].strip()

    @classmethod
    def of(cls, native: Any) -> Self:
        """Return the face of a native state."""
        state = cls.__new__(cls)
        state._native = native
        return state

    @property
    def native(self) -> Any:
        """The native state."""
        return self._native

    solves_by_search: ClassVar[bool] = False
    """Whether an exact search to the end is a sensible way to solve the game."""
    solver_counts_nodes: ClassVar[bool] = True
    """Whether the exact solver takes a limit of nodes."""
    prefers_mcts: ClassVar[bool] = False
    """Whether simulations judge positions better than static values do."""
    mcts_options: ClassVar[Mapping[str, Any]] = {}
    """The options of Monte-Carlo search that suit the game."""
    solver_threads: ClassVar[bool] = True
    """Whether the exact solver takes more than one thread."""
    solver_luck: ClassVar[float] = 1
    """How many times fewer nodes than `solver_nodes` estimates the exact solver often needs."""

    @property
    def kind(self) -> Kind:
        """What kind of game it is."""
        return Kind(chance=getattr(self._native, "has_chance", False))

    @property
    def evaluates(self) -> bool:
        """Whether every state has a static value."""
        return True

    @property
    def rules_key(self) -> Hashable:
        """What tells the game and its rules from others."""
        return cast("Hashable", type(self._native))

    def solver_nodes(self) -> float | None:
        """Estimate how many nodes the exact solver needs; None if there is no solver."""
        return None

    @property
    def player(self) -> int:
        player: int = self._native.player
        return player

    def moves(self) -> list[Any]:
        moves: list[Any] = self._native.moves()
        return moves

    def play(self, move: Any) -> Self:
        try:
            return self.of(self._native.play(move))
        except ValueError as error:
            raise ZermeloError(str(error)) from None
        except TypeError:
            raise illegal_move(move) from None

    def utility(self) -> float | None:
        utility: float | None = self._native.utility()  # an int where it is whole
        return utility

    def features(self) -> dict[str, int]:
        """Return the features of the evaluation by name, seen from the player to move; empty if the game has none."""
        features: dict[str, int] = getattr(self._native, "features", dict)()
        return features

    def weights(self) -> dict[str, float]:
        """Return the weights of the features in the game's own evaluation."""
        slug = type(self).__module__.rpartition(".")[2]
        return shipped_weights(slug, tuple(self.features()))

    def tapered_weights(self) -> dict[str, tuple[float, float]]:
        """Return the middlegame and endgame weights, in games that have two for each feature."""
        return {}

    def evaluate(self) -> float:
        """Return the static value for MAX: the sum of the features times their weights."""
        weights = self.weights()
        value = sum(weights[name] * feature for name, feature in self.features().items())
        return value if self.player == MAX else -value

    def mate(self, value: float) -> Mate | None:
        """Return the distance to the win that a value stands for, in games whose values tell it."""
        return None

    def book_text(self) -> tuple[str, Callable[[str], str] | None]:
        """Return the text of the position in books, the same for equal ones, and how moves are mirrored there, if they are."""
        return self._native.board, None

    def to_pickled(self) -> Any:
        """Return what `from_pickled` restores exactly this state from: its notation, with all that equality looks at."""
        return self._native.board

    @classmethod
    def from_pickled(cls, content: Any) -> Self:
        """Return the state of `to_pickled`."""
        if not isinstance(content, str):
            raise TypeError("a position is a text")
        return cls(content)

    def __reduce__(self) -> tuple[Any, ...]:
        game: Any = type(self)
        return restore_state, (game, PICKLE_VERSION, rules_hash(game), self.to_pickled())

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and bool(self._native == other._native)

    def __hash__(self) -> int:
        return hash(self._native)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class TaperedState(NativeState):
    """A state with middlegame and endgame weights; a win is worth `WON` less the plies to it."""

    __slots__ = ()

    decided: ClassVar[int] = WON - LONGEST_WIN
    """Larger values stand for forced wins."""
    mate_words: ClassVar[tuple[str, str]] = ("win", "loss")

    def mate(self, value: float) -> Mate | None:
        """Return the number of moves to the win that a value stands for; a win is worth 10,000 less the plies to it.

        >>> from zermelo.games.chess import Chess
        >>> print(Chess().mate(9995), Chess().mate(-9998), Chess().mate(250), sep=", ")
        mate in 3, mated in 1, None
        """
        # Exactly 10,000 is a win at an unknown distance, from an exact search, or a finished game.
        if not self.decided < abs(value) < WON:
            return None
        moves = (WON - int(abs(value)) + 1) // 2
        return Mate(moves if value > 0 else -moves, self.mate_words)

    def tapered_weights(self) -> dict[str, tuple[float, float]]:
        """Return each feature's weight in the middlegame and in the endgame."""
        return {name: (middlegame, endgame) for name, (middlegame, endgame, _) in self._weights().items()}

    def weights(self) -> dict[str, float]:
        """Return the weights in this position, interpolated between middlegame and endgame."""
        return {name: weight for name, (_, _, weight) in self._weights().items()}

    def _weights(self) -> dict[str, tuple[int, int, float]]:
        weights: dict[str, tuple[int, int, float]] = getattr(self._native, "weights", dict)()
        return weights

    def evaluate(self) -> float:
        """Return the static value for MAX: the features times their weights, in integers.

        >>> from zermelo.games.chess import Chess
        >>> Chess("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1").evaluate() > 500
        True
        """
        if not self._native.has_evaluation:
            return super().evaluate()
        value: int = self._native.evaluate()
        return value if self.player == MAX else -value


class MissingMember:
    """Hides an inherited member that a game lacks: looking it up raises AttributeError."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, state: object, owner: type) -> NoReturn:
        raise AttributeError(f"{owner.__name__} has no {self.name}")


class ForeignState(NativeState):
    """A state of a game in a shared library. Moves are texts if the library formats moves, otherwise numbers."""

    __slots__ = ()

    native_class: ClassVar[Any] = Foreign
    has_notation: ClassVar[bool] = False
    solves_by_search: ClassVar[bool] = True
    rules: ClassVar[ForeignRules]
    title: ClassVar[str]
    library: ClassVar[tuple[str, str]]
    """The path of the shared library, and the hash of what it held when it was loaded."""

    def __init__(self) -> None:
        self._native = self.rules.start()

    @property
    def kind(self) -> Kind:
        """What kind of game it is."""
        rules = self.rules
        return Kind(chance=rules.has_chance, players=rules.players, payoffs=rules.has_payoffs)

    @property
    def evaluates(self) -> bool:
        """Whether the game has an evaluate of its own."""
        has: bool = self.rules.has_evaluation
        return has

    @property
    def rules_key(self) -> Hashable:
        """The rules of the game."""
        return self.rules

    def utility(self) -> Any:
        """Return MAX's utility or one payoff per player; None while the game goes on."""
        return self._native.utility()

    def evaluate(self) -> Any:
        """Return MAX's static value, or one value per player."""
        return self._native.evaluate()

    def chances(self) -> Any:
        """Return the moves of chance with their exact probabilities."""
        try:
            weights = self._native.chances()
        except ValueError as error:
            raise error if isinstance(error, ZermeloError) else ZermeloError(str(error)) from None
        total = sum(weight for _, weight in weights)
        return [(move, Fraction(weight, total)) for move, weight in weights]

    def weights(self) -> dict[str, float]:
        return {}

    def to_pickled(self) -> bytes:
        content: bytes = self._native.bytes
        return content

    @classmethod
    def from_pickled(cls, content: Any) -> Self:
        return cls.of(cls.rules.state(content))

    def __reduce__(self) -> tuple[Any, ...]:
        from zermelo.native.foreign import restore_foreign  # which imports this module

        return restore_foreign, (PICKLE_VERSION, *self.library, self.to_pickled())

    def __str__(self) -> str:
        text: str = self._native.text if self.rules.writes_states else self._native.board
        return text

    def __repr__(self) -> str:
        return f"<{self.title}: {self._native.board}>"


def make_foreign_class(base: Any, name: str, rules: ForeignRules, **attributes: Any) -> Any:
    """Return the class of the states of one game; it has only the optional members that the rules support."""
    supported = {"evaluate": rules.has_evaluation, "chances": rules.has_chance}
    missing = {member: MissingMember() for member, present in supported.items() if not present}
    return type(base)(name, (base,), {"__slots__": (), "rules": rules, **missing, **attributes})
