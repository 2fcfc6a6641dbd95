"""A match between two chess programs: paired openings, real clocks, and a score with its uncertainty.

Each opening is played twice with the colours changed, so that what it favours cancels out; the pairs, not the games, are the
independent trials from which the confidence interval is computed. A program that exceeds its time, plays an illegal move or
exits loses the game, and the game says why.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import count, islice

from zermelo.games.chess import Chess
from zermelo.games.records import pgn
from zermelo.games.records.turns import Line
from zermelo.players.clock import TimeControl
from zermelo.players.match import Forfeit, play
from zermelo.players.uci import UciPlayer
from zermelo.programs.uci import UciProgram

MAX_PLIES = 600
"""Plies after which an unfinished game counts as a draw."""


@dataclass(frozen=True)
class Game:
    """A game that was played: the moves in UCI notation, White's points (1, 1/2 or 0), and why it ended."""

    opening: Chess
    first_is_white: bool
    moves: tuple[str, ...]
    points: float
    reason: str

    @property
    def first_points(self) -> float:
        return self.points if self.first_is_white else 1 - self.points


@dataclass
class Score:
    """The games so far, from the first program's point of view; `pairs` has its share of the points of each pair."""

    games: list[Game] = field(default_factory=list)
    pairs: list[float] = field(default_factory=list)

    @property
    def played(self) -> int:
        return len(self.games)

    @property
    def wins(self) -> int:
        return sum(game.first_points == 1 for game in self.games)

    @property
    def draws(self) -> int:
        return sum(game.first_points == 0.5 for game in self.games)

    @property
    def losses(self) -> int:
        return sum(game.first_points == 0 for game in self.games)

    @property
    def share(self) -> float:
        """The first program's share of all points, from 0 to 1."""
        return sum(game.first_points for game in self.games) / max(self.played, 1)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % confidence interval of the share, from the variance of the pairs; 1 before there are two."""
        size = len(self.pairs)
        if size < 2:
            return 1.0
        mean = sum(self.pairs) / size
        variance = sum((each - mean) ** 2 for each in self.pairs) / (size - 1)
        return 1.96 * math.sqrt(variance / size)

    def __str__(self) -> str:
        low, high = elo(self.share - self.margin), elo(self.share + self.margin)
        return (
            f"{self.wins} won, {self.draws} drawn, {self.losses} lost: {100 * self.share:.1f} % +- {100 * self.margin:.1f}"
            f" (Elo {elo(self.share):+.0f}, {low:+.0f} to {high:+.0f})"
        )


def elo(share: float) -> float:
    """The rating difference at which a share of the points is expected, by the logistic formula.

    >>> round(elo(0.75))
    191
    """
    clamped = min(max(share, 0.001), 0.999)
    return 400 * math.log10(clamped / (1 - clamped))


def play_game(
    white: UciProgram, black: UciProgram, opening: Chess, time: TimeControl
) -> tuple[tuple[str, ...], float, str]:
    """Play one game.

    Returns
    -------
    tuple
        The moves after the opening, White's points, and why the game ended.
    """
    moves, states = list[str](), [opening]
    players = [UciPlayer(program.name, program) for program in (white, black)]
    try:
        for turn in islice(play(opening, players, time=time), MAX_PLIES):
            moves.append(turn.choice.move)
            states.append(turn.state)
    except Forfeit as forfeit:
        return tuple(moves), float(forfeit.seat), str(forfeit)
    end = states[-1].outcome(states[:-1])
    if end is None:
        return tuple(moves), 0.5, f"not over after {MAX_PLIES} plies"
    value = states[-1].utility() or 0
    return tuple(moves), (1 + (value > 0) - (value < 0)) / 2, end.reason


def play_match(
    first: Callable[[], UciProgram],
    second: Callable[[], UciProgram],
    openings: Sequence[Chess],
    time: TimeControl,
    *,
    pairs: int,
    at_once: int = 1,
    on_pair: Callable[[Score], object] | None = None,
) -> Score:
    """Play a match; the programs are started anew for every pair.

    Parameters
    ----------
    first, second
        Start the programs.
    openings
        Positions to begin from, again from the first once all were played.
    time
        The time control of every game.
    pairs
        How many openings to play, each with both colours.
    at_once
        How many pairs to play at the same time.
    on_pair
        Called with the score after every pair.
    """
    score, numbers = Score(), count()

    def play_pair(opening: Chess) -> list[Game]:
        with first() as one, second() as other:
            return [
                Game(opening, ours, *play_game(*((one, other) if ours else (other, one)), opening, time))
                for ours in (True, False)
            ]

    pool = ThreadPoolExecutor(at_once)
    try:
        waiting = [pool.submit(play_pair, openings[next(numbers) % len(openings)]) for _ in range(pairs)]
        for done in as_completed(waiting):
            games = done.result()
            score.games += games
            score.pairs.append(sum(game.first_points for game in games) / 2)
            if on_pair is not None:
                on_pair(score)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return score


def write_games(games: Sequence[Game], names: Sequence[str]) -> str:
    """Write games as PGN; `names` are those of the two programs."""
    texts = []
    for number, game in enumerate(games, 1):
        white, black = names if game.first_is_white else reversed(names)
        tags = {"Event": "Match", "Round": str(number), "White": white, "Black": black, "Termination": game.reason}
        result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[game.points]
        texts.append(str(pgn.Game(tags, game.opening, Line.of(game.moves), result)))
    return "\n".join(texts)
