"""`Training`: the weights of a game's scoring polynomial, learned from games the engine plays against itself.

It goes generation by generation: games with the last weights, then logistic regression on the positions of the last three
generations. The same seed gives the same weights with any number of threads, and also when a training is packed after a
generation and taken up again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zlib import crc32

import msgspec

from zermelo._core import AntiChessTraining, ChessTraining, ConnectFourTraining, OthelloTraining
from zermelo.engine.searching import check_threads
from zermelo.games import load_game
from zermelo.games.weights import add_checksum
from zermelo.state import ZermeloError

_COURSES: dict[str, tuple[Any, str]] = {
    "chess": (ChessTraining, "each feature's weight in the middlegame and in the endgame, in centipawns"),
    "antichess": (
        AntiChessTraining,
        "each feature's weight on a full board and on an empty one; 250 is a chance of 73 %",
    ),
    "connect_four": (ConnectFourTraining, "each feature's weight, in points of score for the player to move"),
    "othello": (OthelloTraining, "the weights of its patterns by stage of the game, in hundredths of a disc"),
}
TRAINABLE = tuple(_COURSES)
"""The games whose weights can be trained."""
NODES = 1200
"""Searched for a move of self-play unless the caller says otherwise."""


class Generation(msgspec.Struct, frozen=True, kw_only=True):
    """What one generation of training brought: the error on positions the fit had not seen, before it and after.

    The error is the mean square of what is missing to the chance to win; for Othello, its root, in discs.
    """

    number: int
    positions: int
    slope: float | None
    """How steeply static values turn into chances to win; None where the results themselves are fitted."""
    before: float
    after: float


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """A share of the points of a match, and its standard error."""

    share: float
    error: float


class _Packed(msgspec.Struct, frozen=True):
    game: str
    settings: str
    generation: int
    weights: bytes
    window: list[list[bytes]]


class Training:
    """A training of one game's weights.

    >>> training = Training("antichess", games=300, nodes=40)
    >>> told = training.learn()
    >>> training.generation, told.after < told.before
    (1, True)
    """

    def __init__(
        self,
        game: str,
        *,
        games: int = 5000,
        nodes: int | None = None,
        match: int = 200,
        seed: int = 1,
        threads: int = 1,
    ) -> None:
        """`games` a generation and `nodes` a move for self-play, `match` games to compare two sets of weights."""
        if game not in _COURSES:
            raise ZermeloError(f"{game!r} has no weights to train: {', '.join(TRAINABLE)} have")
        if game == "othello" and nodes is not None:
            raise ZermeloError(
                "nodes cannot be chosen for othello: its games of self-play are searched to a fixed depth"
            )
        nodes = NODES if nodes is None else nodes
        for name, number, least, most in (
            ("games", games, 1, 10_000_000),
            ("nodes", nodes, 1, 1_000_000_000),
            ("match", match, 0, 10_000_000),
            ("seed", seed, 0, 2**32 - 1),
        ):
            if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
                raise ZermeloError(f"{name} must be a whole number from {least} to {most}, not {number}")
        check_threads(load_game(game), threads)
        self.game = game
        self._settings = f"--games {games}" + (f" --nodes {nodes}" if game != "othello" else "") + f" --seed {seed}"
        self._native = _COURSES[game][0](games, nodes, match, seed, threads)

    @property
    def generation(self) -> int:
        """How many generations are finished."""
        number: int = self._native.generation
        return number

    @property
    def weights(self) -> bytes:
        """The content of a file with the current weights, which the game can load."""
        head = (
            f"# The static value of {self.game}: {_COURSES[self.game][1]}.\n"
            f"# Trained by self-play: zermelo train {self.game} --generations {self.generation} {self._settings}\n"
        )
        return add_checksum(head.encode() + self._native.weights)

    def learn(self, watch: Callable[[int], bool | None] | None = None) -> Generation | None:
        """One generation. `watch` is told how many games are played and stops it by returning False: then nothing has
        changed, and the answer is None, as it is after Ctrl-C."""
        try:
            told = self._native.learn(self._limits(watch))
        except ValueError as error:
            raise ZermeloError(str(error)) from None
        return None if told is None else Generation(number=self.generation, **told)

    def match(self, *, with_start: bool = False, watch: Callable[[int], bool | None] | None = None) -> Score | None:
        """The newest weights against those of the generation before, or against those a training begins with. `watch` is
        told how many pairs of games are played."""
        told = self._native.match(with_start, self._limits(watch))
        return None if told is None else Score(share=told[0], error=told[1])

    def _limits(self, watch: Callable[[int], bool | None] | None) -> dict[str, Any]:
        def cancel() -> bool:
            return watch is not None and watch(self._native.done) is False

        return {"seconds": 0.0, "cancel": cancel}

    def pack(self) -> bytes:
        """All that `unpack` needs to go on after the last generation."""
        content = _Packed(
            self.game,
            self._settings,
            self.generation,
            self._native.weights,
            self._native.window(),
        )
        data = msgspec.msgpack.encode(content)
        return crc32(data).to_bytes(4, "little") + data

    def unpack(self, data: bytes) -> None:
        """Goes on where `pack` was called; the numbers of games and nodes and the seed must be the same."""
        if len(data) < 4 or crc32(data[4:]) != int.from_bytes(data[:4], "little"):
            raise ZermeloError("it is damaged")
        try:
            saved = msgspec.msgpack.decode(data[4:], type=_Packed)
        except msgspec.MsgspecError:
            raise ZermeloError("it is not what a training leaves behind") from None
        if (saved.game, saved.settings) != (self.game, self._settings):
            raise ZermeloError(f"it is a training of {saved.game} with {saved.settings}")
        try:
            self._native.resume(saved.generation, saved.weights, saved.window)
        except (ValueError, TypeError, RuntimeError) as error:
            raise ZermeloError(str(error)) from None
