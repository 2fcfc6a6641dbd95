"""A match between two chess programs: paired openings, real clocks, a score with its uncertainty.

Each opening is played twice with the colours changed, so that what it favours cancels out; the pairs, not the games, are
the independent trials from which the confidence interval is computed. A program that exceeds its time, makes a move that
is none, or dies has lost the game, and the record says why.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from zermelo.games.chess import Chess
from zermelo.games.records import pgn
from zermelo.protocols.program import Program
from zermelo.state import ZermeloError

_LONGEST = 600
"""Plies after which a game that nobody ends is drawn."""
_GRACE = 0.05
"""Seconds over its time for which a program is forgiven: the pipe and the scheduler take some."""


class Clock(NamedTuple):
    """Seconds for the game and for each move; or a number of nodes for each move."""

    base: float = 2.0
    increment: float = 0.02
    nodes: int | None = None

    @classmethod
    def parse(cls, text: str) -> Clock:
        """`2+0.02`: seconds for the game, and for each move.

        >>> Clock.parse("2+0.02")
        Clock(base=2.0, increment=0.02, nodes=None)
        """
        base, _, increment = text.partition("+")
        try:
            clock = cls(float(base), float(increment or 0))
        except ValueError:
            raise ZermeloError(f"a clock is written like 2+0.02, not {text[:40]!r}") from None
        if not (0 < clock.base < 1e6 and 0 <= clock.increment < 1e6):
            raise ZermeloError(f"a clock needs more than no time and less than a week, not {text[:40]!r}")
        return clock


@dataclass(frozen=True)
class Game:
    """A game that was played: moves as UCI writes them, points for White, and why it ended."""

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
    """The games so far, seen by the first program."""

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
        """The points won, of those played for."""
        return sum(game.first_points for game in self.games) / max(self.played, 1)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % confidence interval of the share, from the spread of the pairs."""
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
    """The difference in rating at which such a share of the points is expected.

    >>> round(elo(0.75))
    191
    """
    kept = min(max(share, 0.001), 0.999)
    return 400 * math.log10(kept / (1 - kept))


def play_game(white: Program, black: Program, opening: Chess, clock: Clock) -> tuple[tuple[str, ...], float, str]:
    """One game; the moves after the opening, the points for White, and why it ended."""
    sides = (white, black)
    for program in sides:
        program.new_game()
    left = [clock.base, clock.base]
    moves: list[str] = []
    states = [opening]
    for _ in range(_LONGEST):
        state = states[-1]
        ended = state.outcome(states[:-1])
        if ended is not None:
            worth = state.utility() or 0
            return tuple(moves), (1 + (worth > 0) - (worth < 0)) / 2, ended.reason
        mover = state.player
        lost = 0.0 if mover == 0 else 1.0
        position = f"fen {opening.fen}" + (f" moves {' '.join(moves)}" if moves else "")
        try:
            answer = sides[mover].go(position, _words(clock, left), left[mover] + 5 if clock.nodes is None else 60.0)
            left[mover] -= answer.seconds
            if clock.nodes is None and left[mover] < -_GRACE:
                return tuple(moves), lost, f"{sides[mover].name} is over its time"
            left[mover] = max(left[mover], 0) + clock.increment
            states.append(state.play(answer.move))
        except ZermeloError as error:
            return tuple(moves), lost, str(error)
        moves.append(answer.move)
    return tuple(moves), 0.5, f"nobody ended it in {_LONGEST} plies"


def _words(clock: Clock, left: Sequence[float]) -> str:
    if clock.nodes is not None:
        return f"nodes {clock.nodes}"
    times = [max(round(1000 * each), 1) for each in left]
    extra = round(1000 * clock.increment)
    return f"wtime {times[0]} btime {times[1]} winc {extra} binc {extra}"


def play_match(
    first: Callable[[], Program],
    second: Callable[[], Program],
    openings: Sequence[Chess],
    clock: Clock,
    *,
    pairs: int,
    at_once: int = 1,
    on_pair: Callable[[Score], object] | None = None,
) -> Score:
    """Plays `pairs` openings, both ways each, some at once; a program that died is started again for the next pair."""
    score, numbers = Score(), count()

    def play_pair(opening: Chess) -> list[Game]:
        with first() as one, second() as other:
            return [
                Game(opening, ours, *play_game(*((one, other) if ours else (other, one)), opening, clock))
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
    """The games as PGN; `names` are the two programs'."""
    texts = []
    for number, game in enumerate(games, 1):
        white, black = names if game.first_is_white else reversed(names)
        tags = {"Event": "Match", "Round": str(number), "White": white, "Black": black, "Termination": game.reason}
        line = pgn.Line(tuple(map(pgn.Turn, game.moves)))
        result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[game.points]
        texts.append(str(pgn.Game(tags, game.opening, line, result)))
    return "\n".join(texts)
