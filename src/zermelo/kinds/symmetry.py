"""Symmetric positions merged: a view of a game in which moves to symmetric positions count as one move.

A game declares its symmetries by the optional member `symmetries()`: the images of a position under every symmetry, the position
itself among them, as anything hashable. Two positions are symmetric if they have the same images. A game without it may
have a `key()` that is the same for symmetric positions, as Nim does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from math import isqrt
from typing import Any, NamedTuple

from zermelo.state import CHANCE, SIMULTANEOUS, Payoff, State, ZermeloError, count_moves


def declares_symmetry(state: Any) -> bool:
    """Return whether a game says which of its positions are symmetric."""
    return any(callable(getattr(state, member, None)) for member in ("symmetries", "key"))


def symmetry_class(state: Any) -> Hashable:
    """Return what symmetric positions have in common: the player to move, and all images of the position.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> corner, other_corner, edge = (TicTacToe().play(square) for square in (0, 8, 1))
    >>> symmetry_class(corner) == symmetry_class(other_corner), symmetry_class(corner) == symmetry_class(edge)
    (True, False)
    """
    if callable(getattr(state, "symmetries", None)):
        return state.player, frozenset(state.symmetries())
    return state.player, state.key() if callable(getattr(state, "key", None)) else state


class MergedState(NamedTuple):
    """A state of a game with moves to symmetric positions merged: of each class the first move is left.

    Searches find the same values as in the game itself. Everything else about the state is that of `state`.
    """

    state: Any

    @property
    def player(self) -> int:
        player: int = self.state.player
        return player

    def moves(self) -> Sequence[Any]:
        moves: Sequence[Any] = self.state.moves()
        if self.player == SIMULTANEOUS:
            return moves
        count_moves(moves)
        return tuple(same[0] for same in self._classes(moves).values())

    def merged_moves(self, move: Any) -> tuple[Any, ...]:
        """Return the legal moves that one of `moves()` stands for, itself the first."""
        classes = self._classes(self.state.moves())
        return tuple(next(same for same in classes.values() if move in same))

    def play(self, move: Any) -> MergedState:
        return MergedState(self.state.play(move))

    def utility(self) -> Payoff | None:
        utility: Payoff | None = self.state.utility()
        return utility

    def chances(self) -> list[tuple[Any, Any]]:
        """Return the moves of chance; a merged one has the probability of all that it stands for."""
        if self.player != CHANCE:
            raise ZermeloError("it is not chance's turn")
        chances = dict(self.state.chances())
        return [(same[0], sum(chances[move] for move in same)) for same in self._classes(list(chances)).values()]

    def _classes(self, moves: Sequence[Any]) -> dict[Hashable, list[Any]]:
        classes: dict[Hashable, list[Any]] = {}
        for move in moves:
            classes.setdefault(symmetry_class(self.state.play(move)), []).append(move)
        return classes

    def __getattr__(self, attribute: str) -> Any:
        if attribute == "native":  # the core would search the game itself
            raise AttributeError("a merged state has no native part")
        return getattr(self.state, attribute)

    def __str__(self) -> str:
        return str(self.state)


def merge_symmetric(state: State) -> MergedState:
    """Return a view of a game in which moves to symmetric positions are merged.

    Parameters
    ----------
    state
        The state to begin in. Its game declares `symmetries()`, or a `key()` that symmetric positions share.

    Returns
    -------
    MergedState
        A state for every search, player and drawing.

    Raises
    ------
    ZermeloError
        If the game declares no symmetry.

    Examples
    --------
    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> merge_symmetric(TicTacToe()).moves()
    (0, 1, 4)
    >>> merge_symmetric(TicTacToe()).merged_moves(0)
    (0, 2, 6, 8)
    """
    if not declares_symmetry(state):
        raise ZermeloError(
            f"{type(state).__name__} declares no symmetry: give the class symmetries(), which returns the images of a position"
        )
    return MergedState(state)


def square_symmetries(cells: Sequence[Any]) -> tuple[tuple[Any, ...], ...]:
    """Return the eight images of a square board, its rows one after another, under turns and reflections.

    >>> ["".join(image) for image in square_symmetries("abcd")]
    ['abcd', 'badc', 'cdab', 'dcba', 'acbd', 'bdac', 'cadb', 'dbca']
    """
    return tuple(tuple(cells[place] for place in places) for places in _turns(isqrt(len(cells))))


@cache
def _turns(size: int) -> list[list[int]]:
    last, squares = size - 1, range(size)
    maps: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, column: (row, column),
        lambda row, column: (row, last - column),
        lambda row, column: (last - row, column),
        lambda row, column: (last - row, last - column),
    ]
    images = [[turn(row, column) for row in squares for column in squares] for turn in maps]
    images += [[turn(row, column) for column in squares for row in squares] for turn in maps]
    return [[row * size + column for row, column in image] for image in images]
