"""`Training`: learn the weights of a game from games the engine plays against itself.

Each generation plays games with the last weights and fits new ones to the positions of the last three generations, by the method
that suits what the weights are for. The same seed gives the same weights with any
number of threads and workers, and also when a training is packed after a generation and resumed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from zlib import crc32

import msgspec

from zermelo.catalogue import GAMES, game_class
from zermelo.cluster import Executor
from zermelo.learning.games import WorkerTraining, play_games, play_pairs, play_parts
from zermelo.limits import MAX_THREADS, check_count
from zermelo.native.training import Trainable
from zermelo.native.weights import add_checksum
from zermelo.state import ZermeloError

TRAINABLE = tuple(slug for slug in GAMES if getattr(game_class(slug), "training", None) is not None)
"""The games whose weights can be trained."""
NODES = 1200
"""Default number of nodes searched for a move of self-play."""


class Generation(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of one generation.

    Attributes
    ----------
    number : int
        From 1.
    positions : int
        Positions in the fit.
    slope : float or None
        Of the logistic curve from static values to chances to win; None where no such curve is fitted.
    before, after : float
        The error before and after the fit on positions that it has not seen: the mean squared error of the chance to win;
        for Othello the root mean squared error in discs; for Go the mean of -log p, where p is the probability of the move played.
    """

    number: int
    positions: int
    slope: float | None
    before: float
    after: float


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """The share of the points that the newer weights won in a match, and its standard error; both from 0 to 1."""

    share: float
    error: float


class _Packed(msgspec.Struct, frozen=True):
    game: str
    settings: str
    generation: int
    weights: bytes
    window: list[list[bytes]]


class Training:
    """Train the weights of one game.

    Parameters
    ----------
    game : str
        One of `TRAINABLE`.
    games : int
        Games of self-play in each generation.
    nodes : int, optional
        Nodes searched for a move, or simulations; 1200 by default. Some games have none, and search to a fixed depth.
    match : int
        Games of a match between two sets of weights.
    seed : int
        The same seed gives the same weights.
    threads : int
        They change the time, not the weights; with an executor, of each worker.
    executor : Executor, optional
        Its workers play the games of generations and matches; the weights are fitted here, and are the same.

    >>> training = Training("antichess", games=300, nodes=40)
    >>> generation = training.learn()
    >>> training.generation, generation.after < generation.before
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
        executor: Executor | None = None,
    ) -> None:
        if game not in TRAINABLE:
            raise ZermeloError(f"{game!r} has no weights to train; choose from {', '.join(TRAINABLE)}")
        self._about: Trainable = game_class(game).training
        if nodes is not None and not self._about.nodes:
            raise ZermeloError(f"{game} takes no nodes: its self-play searches to a fixed depth")
        nodes = NODES if nodes is None else nodes
        for name, number, least, most in (
            ("games", games, 1, 10_000_000),
            ("nodes", nodes, 1, 1_000_000_000),
            ("match", match, 0, 10_000_000),
            ("seed", seed, 0, 2**32 - 1),
        ):
            if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
                raise ZermeloError(f"{name} must be a whole number from {least} to {most}, not {number}")
        check_count("threads", threads, MAX_THREADS)
        self.game = game
        self._settings = f"--games {games}" + (f" --nodes {nodes}" if self._about.nodes else "") + f" --seed {seed}"
        self._options = games, nodes, match, seed, threads
        self._games, self._pairs = games, match // 2
        self._executor = executor
        self._native = self._about.native(*self._options)

    @property
    def generation(self) -> int:
        """The number of finished generations."""
        number: int = self._native.generation
        return number

    @property
    def weights(self) -> bytes:
        """The content of a file with the current weights, which the game can load."""
        head = (
            f"# {self._about.subject} of {self.game}: {self._about.about}.\n"
            f"# Trained by self-play: zermelo train {self.game} --generations {self.generation} {self._settings}\n"
        )
        return add_checksum(head.encode() + self._native.weights)

    def learn(self, watch: Callable[[int], bool | None] | None = None) -> Generation | None:
        """Run one generation.

        Parameters
        ----------
        watch : callable, optional
            Called many times a second with the number of games played. If it returns False, the generation stops.

        Returns
        -------
        Generation or None
            None if it was stopped, by `watch` or Ctrl-C; nothing has changed then.
        """
        try:
            fit = (
                self._native.learn(self._cancel(watch))
                if self._executor is None
                else self._learn(self._executor, watch)
            )
        except ValueError as error:
            raise ZermeloError(str(error)) from None
        if fit is None:
            return None
        return Generation(
            number=self.generation, positions=fit.positions, slope=fit.slope or None, before=fit.before, after=fit.after
        )

    def match(self, *, with_start: bool = False, watch: Callable[[int], bool | None] | None = None) -> Score | None:
        """Play a match of the current weights against those of the generation before.

        Parameters
        ----------
        with_start : bool
            Play against the weights that the training began with instead.
        watch : callable, optional
            Called many times a second with the number of pairs of games played. If it returns False, the match stops.

        Returns
        -------
        Score or None
            None if it was stopped, by `watch` or Ctrl-C.
        """
        if self._executor is None:
            score = self._native.match(with_start, self._cancel(watch))
        else:
            score = self._match(self._executor, with_start, watch)
        return None if score is None else Score(share=score.share, error=score.error)

    def _learn(self, executor: Executor, watch: Callable[[int], bool | None] | None) -> Any:
        try:
            games = play_parts(executor, partial(play_games, self._for_workers()), self._games, watch)
        except KeyboardInterrupt:
            return None
        if games is None:
            return None
        return self._native.learn_from(games, lambda: watch is not None and watch(len(games)) is False)

    def _match(self, executor: Executor, with_start: bool, watch: Callable[[int], bool | None] | None) -> Any:
        try:
            points = play_parts(executor, partial(play_pairs, self._for_workers(), with_start), self._pairs, watch)
        except KeyboardInterrupt:
            return None
        return None if points is None else self._native.score_of(points)

    def _for_workers(self) -> WorkerTraining:
        native = self._native
        return WorkerTraining(type(native), self._options, native.generation, native.weights, native.weights_before)

    def _cancel(self, watch: Callable[[int], bool | None] | None) -> Callable[[], bool]:
        return lambda: watch is not None and watch(self._native.done) is False

    def pack(self) -> bytes:
        """Save the state of the training after its last generation, for `unpack`."""
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
        """Resume the training that `pack` has saved; game, games, nodes and seed must be the same."""
        if len(data) < 4 or crc32(data[4:]) != int.from_bytes(data[:4], "little"):
            raise ZermeloError("it is damaged")
        try:
            saved = msgspec.msgpack.decode(data[4:], type=_Packed)
        except msgspec.MsgspecError:
            raise ZermeloError("it is not a saved training") from None
        if (saved.game, saved.settings) != (self.game, self._settings):
            raise ZermeloError(f"it is a training of {saved.game} with {saved.settings}")
        try:
            self._native.resume(saved.generation, saved.weights, saved.window)
        except (ValueError, TypeError, RuntimeError) as error:
            raise ZermeloError(str(error)) from None
