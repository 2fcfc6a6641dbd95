"""The Python face of a native game: a `State` whose rules are computed in C++.

A game's module subclasses `NativeState`, names its native class and adds what only people need: notation and pictures.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

from zermelo.games.weights import shipped_weights
from zermelo.result import Mate
from zermelo.state import MAX, State, ZermeloError


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


AT_ONCE = 10**9
"""Lines of play, by a guess, that the core counts without a pause, in which Ctrl-C would not be heard."""


def perft(state: State, depth: int) -> int:
    """How many lines of play of `depth` moves there are; a game that is over earlier counts once.

    Chess and anti-chess count as their published tables do: only full lines, and on where a game is drawn by rule.
    """
    moves, over = state.moves(), state.utility() is not None
    if isinstance(state, NativeState) and (over or (len(moves) + 6) ** depth <= AT_ONCE):  # there may be more later
        count: int = state.native.perft(depth)
        return count
    if depth == 0 or over:
        return 1
    return len(moves) if depth == 1 else sum(perft(state.play(move), depth - 1) for move in moves)


def divide(state: State, depth: int) -> dict[str, int]:
    """The lines of play of `depth` moves, counted for each first move."""
    return {str(move): perft(state.play(move), depth - 1) for move in state.moves()}
