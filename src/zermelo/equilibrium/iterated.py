"""The same dilemma again and again, and tournaments of ways to play it, as Axelrod held them in 1980.

Everybody meets everybody, and a copy of themselves, over the same number of rounds; what counts is the mean payoff of a
round. With `noise` a move sometimes comes out as the other one, and both see what came out. The same seed gives the same
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

MOST_ROUNDS = 10_000
MOST_PLAYED = 20_000_000
"""Rounds of a whole tournament."""


@dataclass(frozen=True)
class Encounter:
    """Two strategies over some rounds: what each did, True for cooperation, and their mean payoffs."""

    names: tuple[str, str]
    moves: tuple[tuple[bool, ...], tuple[bool, ...]]
    means: tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Standing:
    """`mean` is the payoff of a round against all; `against` the same against each; `cooperation` the share of it."""

    name: str
    mean: Fraction
    cooperation: Fraction
    against: dict[str, Fraction]


@dataclass(frozen=True)
class Tournament:
    """The best first."""

    standings: tuple[Standing, ...]
    rounds: int
    repeats: int
    noise: float
    seed: int


def meet(
    game: MatrixGame, one: str | Strategy, other: str | Strategy, rounds: int = 200, noise: float = 0, seed: int = 0
) -> Encounter:
    """Plays one encounter.

    >>> from zermelo.equilibrium.examples import example
    >>> found = meet(example("prisoners"), "tit_for_tat", "always_defect", rounds=10)
    >>> [str(mean) for mean in found.means]
    ['9/10', '7/5']
    """
    check_dilemma(game)
    _check_length(rounds, noise)
    first, second = (_strategy(each) for each in (one, other))
    moves, means = _play(game, first, second, rounds, noise, Random(f"{seed}/{first.name}/{second.name}/0"))
    return Encounter((first.name, second.name), moves, means)


def tournament(
    game: MatrixGame,
    entrants: Sequence[str | Strategy] | None = None,
    rounds: int = 200,
    repeats: int = 5,
    noise: float = 0,
    seed: int = 0,
    on_progress: Callable[[int, int], None] | None = None,
) -> Tournament:
    """Everybody against everybody; `on_progress` hears how many encounters are over, and how many there are.

    >>> from zermelo.equilibrium.examples import example
    >>> found = tournament(example("prisoners"), ["always_defect", "tit_for_tat", "grudger"], rounds=50, repeats=1)
    >>> [each.name for each in found.standings]
    ['grudger', 'tit_for_tat', 'always_defect']
    """
    check_dilemma(game)
    _check_length(rounds, noise)
    players = [_strategy(each) for each in (STRATEGIES if entrants is None else entrants)]
    names = [each.name for each in players]
    if len(set(names)) != len(names):
        raise ZermeloError("every strategy enters once")
    if not 1 <= len(players) <= 100:
        raise ZermeloError(f"1 to 100 strategies can enter, not {len(players)}")
    if repeats < 1:
        raise ZermeloError(f"repeats must be at least 1, not {repeats}")
    encounters = len(players) * (len(players) + 1) // 2 * repeats
    if encounters * rounds > MOST_PLAYED:
        raise ZermeloError(f"{encounters * rounds:,} rounds are too many: {MOST_PLAYED:,} is the most")
    sums = {name: dict.fromkeys(names, Fraction(0)) for name in names}
    kind = dict.fromkeys(names, 0)
    over = 0
    for place, one in enumerate(players):
        for other in players[place:]:
            for repeat in range(repeats):
                chance = Random(f"{seed}/{one.name}/{other.name}/{repeat}")
                moves, means = _play(game, one, other, rounds, noise, chance)
                # A strategy that meets itself sits on both sides, and counts once.
                sides = 2 if one is other else 1
                for name, foe, mean, own in zip(
                    (one.name, other.name), (other.name, one.name), means, moves, strict=True
                ):
                    sums[name][foe] += mean / (repeats * sides)
                    kind[name] += sum(own) * (2 // sides)
                over += 1
                if on_progress is not None:
                    on_progress(over, encounters)
    standings = [
        Standing(
            name,
            sum(sums[name].values(), Fraction(0)) / len(names),
            Fraction(kind[name], 2 * rounds * repeats * len(names)),
            sums[name],
        )
        for name in names
    ]
    standings.sort(key=lambda each: (-each.mean, each.name))
    return Tournament(tuple(standings), rounds, repeats, noise, seed)


def check_dilemma(game: MatrixGame) -> None:
    """Refuses a game in which the two players are not in the same position, or have not two actions."""
    if game.shape != (2, 2):
        raise ZermeloError("a game that is played again and again here has two players with two actions each")
    if any(game.payoffs((row, column)) != game.payoffs((column, row))[::-1] for row in (0, 1) for column in (0, 1)):
        raise ZermeloError("the two players must be in the same position: the payoffs of this game are not symmetric")


def _play(
    game: MatrixGame, one: Strategy, other: Strategy, rounds: int, noise: float, chance: Random
) -> tuple[tuple[tuple[bool, ...], tuple[bool, ...]], tuple[Fraction, Fraction]]:
    first, second = list[bool](), list[bool]()
    counts = dict.fromkeys(((True, True), (True, False), (False, True), (False, False)), 0)
    for _ in range(rounds):
        pair = _decide(one, first, second, noise, chance), _decide(other, second, first, noise, chance)
        first.append(pair[0])
        second.append(pair[1])
        counts[pair] += 1
    totals = [Fraction(0), Fraction(0)]
    for pair, count in counts.items():
        for player, payoff in enumerate(game.payoffs(tuple(int(not move) for move in pair))):
            totals[player] += payoff * count
    return (tuple(first), tuple(second)), (totals[0] / rounds, totals[1] / rounds)


def _decide(strategy: Strategy, own: Moves, other: Moves, noise: float, chance: Random) -> bool:
    move = strategy.decide(own, other, chance)
    if move not in (True, False):
        raise ZermeloError(f"{strategy.name} answers {str(move)[:40]!r}, and a move is True, to cooperate, or False")
    return not move if noise and chance.random() < noise else move


def _strategy(named: str | Strategy) -> Strategy:
    if isinstance(named, Strategy):
        return named
    if named not in STRATEGIES:
        raise ZermeloError(f"there is no strategy called {named[:40]!r}: {', '.join(STRATEGIES)} are")
    return STRATEGIES[named]


def _check_length(rounds: int, noise: float) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ZermeloError(f"rounds must be from 1 to {MOST_ROUNDS:,}, not {rounds:,}")
    if not 0 <= noise <= 1:
        raise ZermeloError(f"noise must be a probability, not {noise}")
