"""Repeated games of two actions, and round-robin tournaments of strategies, as Axelrod held them in 1980.

Every strategy meets every other and a copy of itself over the same number of rounds; the score is the mean payoff per
round. With `noise`, a move is sometimes flipped, and both players see the flipped move. The same seed gives the same
tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from zermelo.equilibrium.game import MatrixGame
from zermelo.equilibrium.strategies import STRATEGIES, Moves, Strategy
from zermelo.state import ZermeloError

MAX_ROUNDS = 10_000
MAX_STRATEGIES = 100
MAX_TOTAL_ROUNDS = 20_000_000
"""The most rounds of a whole tournament."""


@dataclass(frozen=True)
class Match:
    """A match of two strategies: their moves, True for cooperation, and the mean payoff per round of each."""

    names: tuple[str, str]
    moves: tuple[tuple[bool, ...], tuple[bool, ...]]
    means: tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Standing:
    """A strategy's result: its mean payoff per round, overall and `against` each strategy, and its share of cooperation."""

    name: str
    mean: Fraction
    cooperation: Fraction
    against: dict[str, Fraction]


@dataclass(frozen=True)
class Tournament:
    """The standings of a tournament, best first, and its settings."""

    standings: tuple[Standing, ...]
    rounds: int
    repeats: int
    noise: float
    seed: int


def play_match(
    game: MatrixGame, one: str | Strategy, other: str | Strategy, rounds: int = 200, noise: float = 0, seed: int = 0
) -> Match:
    """Play one match of a repeated game.

    Parameters
    ----------
    game : MatrixGame
        A symmetric game of two actions; the first action counts as cooperation.
    one, other : str or Strategy
        A name in `STRATEGIES`, or a strategy.
    rounds : int
        1 to 10,000.
    noise : float
        The probability that a move is flipped.
    seed : int
        For strategies and noise.

    Examples
    --------
    >>> from zermelo.equilibrium.examples import example
    >>> match = play_match(example("prisoners"), "tit_for_tat", "always_defect", rounds=10)
    >>> [str(mean) for mean in match.means]
    ['9/10', '7/5']
    """
    check_dilemma(game)
    _check_rounds(rounds, noise)
    first, second = map(_strategy, (one, other))
    return _play(game, first, second, rounds, noise, Random(f"{seed}/{first.name}/{second.name}/0"))


def tournament(
    game: MatrixGame,
    entrants: Sequence[str | Strategy] | None = None,
    rounds: int = 200,
    repeats: int = 5,
    noise: float = 0,
    seed: int = 0,
    on_progress: Callable[[int, int], None] | None = None,
) -> Tournament:
    """Play a round-robin tournament.

    Parameters
    ----------
    game, rounds, noise, seed
        As for `play_match`.
    entrants : sequence of str or Strategy, optional
        All of `STRATEGIES` by default.
    repeats : int
        How many matches each pair plays.
    on_progress : callable, optional
        Called after each match with the number of finished matches and the number of all.

    Examples
    --------
    >>> from zermelo.equilibrium.examples import example
    >>> result = tournament(example("prisoners"), ["always_defect", "tit_for_tat", "grudger"], rounds=50, repeats=1)
    >>> [standing.name for standing in result.standings]
    ['grudger', 'tit_for_tat', 'always_defect']
    """
    check_dilemma(game)
    _check_rounds(rounds, noise)
    players = list(map(_strategy, STRATEGIES if entrants is None else entrants))
    names = [player.name for player in players]
    if len(set(names)) != len(names):
        raise ZermeloError("a strategy may enter only once")
    if not 1 <= len(players) <= MAX_STRATEGIES:
        raise ZermeloError(f"a tournament has 1 to {MAX_STRATEGIES} strategies, not {len(players)}")
    if repeats < 1:
        raise ZermeloError(f"repeats must be at least 1, not {repeats}")
    matches = len(players) * (len(players) + 1) // 2 * repeats
    if matches * rounds > MAX_TOTAL_ROUNDS:
        raise ZermeloError(f"a tournament may have at most {MAX_TOTAL_ROUNDS:,} rounds, not {matches * rounds:,}")
    means = {name: dict.fromkeys(names, Fraction(0)) for name in names}
    cooperations = dict.fromkeys(names, 0)
    finished = 0
    for index, one in enumerate(players):
        for other in players[index:]:
            for repeat in range(repeats):
                match = _play(game, one, other, rounds, noise, Random(f"{seed}/{one.name}/{other.name}/{repeat}"))
                # A strategy that meets itself sits on both sides, and counts once.
                sides = 2 if one is other else 1
                for name, opponent, mean, moves in zip(
                    match.names, reversed(match.names), match.means, match.moves, strict=True
                ):
                    means[name][opponent] += mean / (repeats * sides)
                    cooperations[name] += sum(moves) * (2 // sides)
                finished += 1
                if on_progress is not None:
                    on_progress(finished, matches)
    standings = [
        Standing(
            name,
            sum(means[name].values(), Fraction(0)) / len(names),
            Fraction(cooperations[name], 2 * rounds * repeats * len(names)),
            means[name],
        )
        for name in names
    ]
    standings.sort(key=lambda standing: (-standing.mean, standing.name))
    return Tournament(tuple(standings), rounds, repeats, noise, seed)


def check_dilemma(game: MatrixGame) -> None:
    """Raise ZermeloError unless the game is symmetric and has two players with two actions each."""
    if game.shape != (2, 2):
        raise ZermeloError("a repeated game must have two players with two actions each")
    if any(game.payoffs((row, column)) != game.payoffs((column, row))[::-1] for row in (0, 1) for column in (0, 1)):
        raise ZermeloError("a repeated game must be symmetric, and the payoffs of this game are not")


def _play(game: MatrixGame, one: Strategy, other: Strategy, rounds: int, noise: float, rng: Random) -> Match:
    first, second = list[bool](), list[bool]()
    counts = dict.fromkeys(((True, True), (True, False), (False, True), (False, False)), 0)
    for _ in range(rounds):
        pair = _decide(one, first, second, noise, rng), _decide(other, second, first, noise, rng)
        first.append(pair[0])
        second.append(pair[1])
        counts[pair] += 1
    totals = [Fraction(0), Fraction(0)]
    for pair, count in counts.items():
        for player, payoff in enumerate(game.payoffs(tuple(int(not move) for move in pair))):
            totals[player] += payoff * count
    means = totals[0] / rounds, totals[1] / rounds
    return Match((one.name, other.name), (tuple(first), tuple(second)), means)


def _decide(strategy: Strategy, mine: Moves, theirs: Moves, noise: float, rng: Random) -> bool:
    move = strategy.decide(mine, theirs, rng)
    if move not in (True, False):
        raise ZermeloError(f"{strategy.name} returned {str(move)[:40]!r}: a move is True to cooperate, or False")
    return not move if noise and rng.random() < noise else move


def _strategy(entrant: str | Strategy) -> Strategy:
    if isinstance(entrant, Strategy):
        return entrant
    if entrant not in STRATEGIES:
        raise ZermeloError(f"there is no strategy called {entrant[:40]!r}: choose from {', '.join(STRATEGIES)}")
    return STRATEGIES[entrant]


def _check_rounds(rounds: int, noise: float) -> None:
    if not 1 <= rounds <= MAX_ROUNDS:
        raise ZermeloError(f"rounds must be from 1 to {MAX_ROUNDS:,}, not {rounds:,}")
    if not 0 <= noise <= 1:
        raise ZermeloError(f"noise must be a probability from 0 to 1, not {noise}")
