"""Estimates how large a game is: the branching factor and the length from random games, and what searching all of it would take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import floor, log10, prod
from random import Random
from typing import Any

from zermelo.game_errors import explain_game_errors
from zermelo.kinds.profile import game_profile
from zermelo.state import SIMULTANEOUS, State, ZermeloError, count_moves, format_count, hides_information

GAMES = 100
"""How many random games an estimate takes by default."""
MOST_PLIES = 2_000
"""The number of moves after which a random game is given up."""
RATE = 9
"""A billion evaluations a second, as a power of ten."""
_YEAR = 365.25 * 86_400
AGE_OF_UNIVERSE = 13.8e9 * _YEAR
"""In seconds."""
_UNITS = ((_YEAR, "year"), (86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"), (0.001, "millisecond"))
_WRITTEN_OUT = 6
"""Numbers below this power of ten are written out."""


@dataclass(frozen=True)
class Estimate:
    """The size of a game, as random games show it. Sizes are powers of ten, as most do not fit into a float.

    Attributes
    ----------
    title
        What the game is called.
    games, seed
        How many random games were played, and the seed that drew them.
    branching
        Moves in a position, on average over all positions of the games.
    length
        Moves of a game, on average.
    shortest, longest
        Moves of the shortest and the longest game.
    unfinished
        How many games were given up before their end; if there are any, the lengths are too small.
    log_leaves
        Knuth's estimate of the number of leaves: the product of the numbers of moves along a game, on average.
    published
        The size of the whole game in the literature and its source, where the game's class declares one.
    hidden
        Players do not see everything, so that no search over these positions solves the game.
    """

    title: str
    games: int
    seed: int
    branching: float
    length: float
    shortest: int
    longest: int
    unfinished: int
    log_leaves: float
    published: tuple[int, str] | None = None
    hidden: bool = False

    @property
    def log_size(self) -> float:
        """The power of ten of b^d, the leaves of a uniform tree of this branching factor b and length d."""
        return self.length * log10(self.branching)

    @property
    def log_seconds(self) -> float:
        """The power of ten of the seconds that b^d evaluations take at a billion a second."""
        return self.log_size - RATE

    @property
    def log_ages(self) -> float:
        """The power of ten of the same time in ages of the universe."""
        return self.log_seconds - log10(AGE_OF_UNIVERSE)

    def __str__(self) -> str:
        lines = [
            f"{self.title}: {format_count(self.games, 'random game')}, seed {self.seed}",
            f"branching  {self.branching:.4g} moves in a position on average (b)",
            f"length     {self.length:.4g} moves in a game on average (d), from {self.shortest:,} to {self.longest:,}",
            f"b^d        {format_power(self.log_size)}",
            f"leaves     {format_power(self.log_leaves)} by Knuth's estimate",
            f"time       {format_time(self.log_seconds)} for b^d at a billion evaluations a second, {self._ages()}",
        ]
        if self.published is not None:
            power, source = self.published
            lines.append(f"published  10^{power} for the whole game ({source})")
        if self.hidden:
            lines.append("hidden     players do not see everything: no search over these positions solves the game")
        if self.unfinished:
            lines.append(
                f"unfinished {format_count(self.unfinished, 'game')} after {MOST_PLIES:,} moves, so the length is too small"
            )
        return "\n".join(lines)

    def _ages(self) -> str:
        if self.log_ages < 0:
            return "less than the age of the universe"
        return f"{format_power(self.log_ages)} times the age of the universe"


def estimate(state: State, *, games: int = GAMES, seed: int = 0, cancel: Callable[[], bool] | None = None) -> Estimate:
    """Estimate how large a game is by playing random games from a state.

    Parameters
    ----------
    state
        Where the games begin.
    games
        How many are played. Every move is equally likely, also those of chance.
    seed
        The same seed draws the same games.
    cancel
        Called before every game; once it returns True, the games so far count.

    Raises
    ------
    ZermeloError
        If the game is over, or breaks a promise on the way.

    Examples
    --------
    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> found = estimate(TicTacToe())
    >>> found.longest, 4 < found.branching < 6
    (9, True)
    """
    if games < 1:
        raise ZermeloError(f"games must be at least 1, not {games}")
    random, played = Random(seed), list[_Game]()
    with explain_game_errors(state):
        if state.utility() is not None:
            raise ZermeloError("the game is over: there is nothing to estimate")
        while len(played) < games and not (played and cancel is not None and cancel()):
            played.append(_play(state, random))
    plies = [game.plies for game in played]
    return Estimate(
        title=game_profile(type(state)).title,
        games=len(played),
        seed=seed,
        branching=sum(game.moves for game in played) / sum(plies),
        length=sum(plies) / len(played),
        shortest=min(plies),
        longest=max(plies),
        unfinished=sum(not game.is_over for game in played),
        log_leaves=_log_mean([game.log_leaves for game in played]),
        published=_published(state),
        hidden=hides_information(state),
    )


@dataclass
class _Game:
    """A random game: how many moves it had, how many there were to choose from in all, the power of ten of their product."""

    plies: int = 0
    moves: int = 0
    log_leaves: float = 0.0
    is_over: bool = False


def _play(state: Any, random: Random) -> _Game:
    game = _Game()
    while game.plies < MOST_PLIES and not game.is_over:
        moves = state.moves()
        if state.player == SIMULTANEOUS:
            count = prod(map(count_moves, moves))
            move: Any = tuple(map(random.choice, moves))
        else:
            count = count_moves(moves)
            move = random.choice(moves)
        game.plies, game.moves, game.log_leaves = game.plies + 1, game.moves + count, game.log_leaves + log10(count)
        state = state.play(move)
        game.is_over = state.utility() is not None
    return game


def _log_mean(logs: list[float]) -> float:
    """Return the power of ten of the mean of numbers that are given by theirs."""
    largest = max(logs)
    return largest + log10(sum(10 ** (each - largest) for each in logs) / len(logs))


def _published(state: Any) -> tuple[int, str] | None:
    match getattr(state, "published_size", None):
        case (int(power), str(source)):
            return power, source
    return None


def format_power(log: float) -> str:
    """Format a number that is given by its power of ten: written out below a million.

    >>> format_power(2.5), format_power(120.2)
    ('316', '10^120')
    """
    return f"{10**log:,.0f}" if log < _WRITTEN_OUT else f"10^{log:.0f}"


def format_time(log_seconds: float) -> str:
    """Format a time that is given by the power of ten of its seconds.

    >>> format_time(-3), format_time(2.3), format_time(30)
    ('1 millisecond', '3 minutes', '10^23 years')
    """
    for seconds, unit in _UNITS:
        log = log_seconds - log10(seconds)
        if log >= _WRITTEN_OUT:
            return f"{format_power(log)} {unit}s"
        if log > -1e-9:
            return format_count(floor(10**log + 0.5), unit)
    return "less than a millisecond"
