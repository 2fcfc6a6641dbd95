"""The Python face of a native game: a `State` whose rules are computed in C++.

A game's module subclasses `NativeState`, names its native class and adds what only people need: notation and pictures.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar, NoReturn, Self

from zermelo._core import Foreign, ForeignRules
from zermelo.games.weights import shipped_weights
from zermelo.result import Mate
from zermelo.state import MAX, ZermeloError


def readable(text: str) -> str:
    """A text that the core can read: bytes of a terminal that were no UTF-8 come as half characters, and leave as "?"."""
    return text.encode("utf-8", "replace").decode()


class NativeState:
    """A state that holds a native one. Values are compared, hashed and played natively."""

    __slots__ = ("_native",)

    native_class: ClassVar[Any]
    has_notation: ClassVar[bool] = True
    """Whether a position can be read from its text; else it is read as the moves that lead to it."""

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
        """The position in a line of a file of positions, which may say more, such as its known score."""
        return line.partition(";")[0].strip()

    @classmethod
    def of(cls, native: Any) -> Self:
        """The face of a native state."""
        state = cls.__new__(cls)
        state._native = native
        return state

    @property
    def native(self) -> Any:
        return self._native

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

    def utility(self) -> int | None:
        utility: int | None = self._native.utility()
        return utility

    def features(self) -> dict[str, int]:
        """The named features of the position, for the player to move; none where the game has named none."""
        features: dict[str, int] = getattr(self._native, "features", dict)()
        return features

    def weights(self) -> dict[str, float]:
        """The weights the game's own evaluation gives to its features."""
        slug = type(self).__module__.rpartition(".")[2]
        return shipped_weights(slug, tuple(self.features()))

    def halves(self) -> dict[str, tuple[float, float]]:
        """The weights in the middlegame and in the endgame, where a game has two for each feature."""
        return {}

    def evaluate(self) -> float:
        """The static value for MAX: the sum of the features times their weights."""
        weights = self.weights()
        worth = sum(weights[name] * value for name, value in self.features().items())
        return worth if self.player == MAX else -worth

    def mate(self, value: float) -> Mate | None:
        """In how many moves the value wins, in games that count their wins by the distance."""
        return None

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and bool(self._native == other._native)

    def __hash__(self) -> int:
        return hash(self._native)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class MissingMember:
    """In place of a member that a game has not: it cannot be found, neither in a state nor in its class."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, state: object, owner: type) -> NoReturn:
        raise AttributeError(f"{owner.__name__} has no {self.name}")


class ForeignState(NativeState):
    """A state of a game from outside. A move is its text where the game writes moves, else its number."""

    __slots__ = ()

    native_class: ClassVar[Any] = Foreign
    has_notation: ClassVar[bool] = False
    rules: ClassVar[ForeignRules]
    title: ClassVar[str]

    def __init__(self) -> None:
        self._native = self.rules.start()

    def utility(self) -> Any:
        """MAX's number, or one payoff per player, once the game is over."""
        return self._native.utility()

    def evaluate(self) -> Any:
        """MAX's static value, or one per player."""
        return self._native.evaluate()

    def chances(self) -> Any:
        """Where chance moves: what may happen, each with its probability, which is exact."""
        try:
            weights = self._native.chances()
        except ValueError as error:
            raise error if isinstance(error, ZermeloError) else ZermeloError(str(error)) from None
        total = sum(weight for _, weight in weights)
        return [(move, Fraction(weight, total)) for move, weight in weights]

    def weights(self) -> dict[str, float]:
        return {}

    def __str__(self) -> str:
        text: str = self._native.text if self.rules.writes_states else self._native.board
        return text

    def __repr__(self) -> str:
        return f"<{self.title}: {self._native.board}>"


def make_foreign_class(base: Any, name: str, rules: ForeignRules, **named: Any) -> Any:
    """The class of the states of one game."""
    has = {"evaluate": rules.judges, "chances": rules.by_chance}
    absent = {member: MissingMember() for member, there in has.items() if not there}
    return type(base)(name, (base,), {"__slots__": (), "rules": rules, **absent, **named})
