"""Who meets whom: round robin, gauntlet, Swiss and knock-out.

A pairing is one opening, played once with every rotation of the seats: two games in a game of two players, so that what the
opening favours cancels out. A schedule names the pairings of the next round from the results of those before, and the same
results always lead to the same pairings; so an event that was interrupted goes on where it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import NamedTuple, Protocol, TypeAlias

from zermelo.arena.matching import pair_all
from zermelo.registry import unknown_name
from zermelo.state import ZermeloError, format_count

MOST_GAMES = 10_000_000
USUAL_ROUNDS = 5
"""The number of rounds of a Swiss tournament, unless the user says otherwise."""


class Pairing(NamedTuple):
    """Players who meet in one opening.

    round     counted from 1
    number    of the pairing among those of the same players in the round, counted from 1: each has another opening
    players   their places in the list of entrants
    """

    round: int
    number: int
    players: tuple[int, ...]


Points: TypeAlias = Sequence[tuple[Pairing, tuple[float, ...]]]
"""The pairings that were played, with the points of each of its players, summed over the games."""


class Schedule(Protocol):
    """Names the pairings of each round."""

    def next_round(self, number: int, entrants: int, seats: int, points: Points) -> list[Pairing]:
        """Return the pairings of a round, counted from 1; none after the last one.

        Parameters
        ----------
        entrants
            How many players have entered.
        seats
            How many play in one game.
        points
            The results of all rounds before.
        """


def pairings_for(games: int, seats: int) -> int:
    """Return how many pairings make up so many games; raise ZermeloError where seats would not be even."""
    if not seats <= games <= MOST_GAMES or games % seats:
        kind = "an even number" if seats == 2 else f"a multiple of {seats}"
        raise ZermeloError(f"games must be {kind}, so that everyone has each seat as often, not {games}")
    return games // seats


@dataclass(frozen=True)
class RoundRobin:
    """Everyone meets everyone for so many games."""

    games: int

    def next_round(self, number: int, entrants: int, seats: int, points: Points) -> list[Pairing]:
        """In games of several players every group of entrants meets; where they are fewer than seats, some have two."""
        if number > 1:
            return []
        meetings = comb(entrants, seats) if entrants >= seats else comb(entrants + seats - 1, seats)
        if meetings * max(self.games, 1) > MOST_GAMES:
            many = f"{format_count(meetings, 'meeting')} of {self.games:,} games"
            raise ZermeloError(f"{many} are more than {MOST_GAMES:,} games")
        groups = (combinations if entrants >= seats else combinations_with_replacement)(range(entrants), seats)
        met = [group for group in groups if len(set(group)) > 1]
        return [Pairing(1, pair, group) for pair in range(1, pairings_for(self.games, seats) + 1) for group in met]


@dataclass(frozen=True)
class Gauntlet:
    """The first entrant meets every other one for so many games."""

    games: int

    def next_round(self, number: int, entrants: int, seats: int, points: Points) -> list[Pairing]:
        every = RoundRobin(self.games).next_round(number, entrants, seats, points)
        return [pairing for pairing in every if 0 in pairing.players]


@dataclass(frozen=True)
class Swiss:
    """Players with nearly equal points meet; a player left over gets the points of a win, at most once in the tournament.

    No two meet twice as long as everyone can be paired without a rematch. If the rounds are nearly as many as the players, that may
    become impossible in the last ones, since the earlier ones were paired by points; then some meet again.

    Parameters
    ----------
    rounds
        By default five, or as many as there are without a rematch if those are fewer.
    games
        How many two players have when they meet.
    """

    rounds: int | None = None
    games: int = 2

    def __str__(self) -> str:
        return f"Swiss(rounds={USUAL_ROUNDS if self.rounds is None else self.rounds}, games={self.games})"

    def next_round(self, number: int, entrants: int, seats: int, points: Points) -> list[Pairing]:
        _two_only("a Swiss tournament", seats)
        most = entrants - 1 + entrants % 2
        rounds = min(USUAL_ROUNDS, most) if self.rounds is None else self.rounds
        if number > rounds:
            return []
        if rounds > most:
            possible = f"{entrants} players can meet in {format_count(most, 'round')} without a rematch"
            raise ZermeloError(f"{possible}, not in {rounds}")
        pairs = pairings_for(self.games, seats)
        met = Counter(frozenset(pairing.players) for pairing, _ in points)
        score, rested = self._scores(entrants, points)
        order = sorted(range(entrants), key=lambda player: (-score[player], player))
        couples = _couple(order, met, rested)
        return [Pairing(number, pair, couple) for pair in range(1, pairs + 1) for couple in couples]

    def winners(self, entrants: int, points: Points) -> list[int]:
        """Return everyone with the most points."""
        score, _ = self._scores(entrants, points)
        return [player for player in range(entrants) if score[player] == max(score)]

    def _scores(self, entrants: int, points: Points) -> tuple[list[float], set[int]]:
        """Return the points of everyone, with those for resting, and who has rested."""
        score, played, rested = [0.0] * entrants, set[tuple[int, int]](), set[int]()
        for pairing, shares in points:
            for player, share in zip(pairing.players, shares, strict=True):
                score[player] += share
                played.add((pairing.round, player))
        for before, player in product({pairing.round for pairing, _ in points}, range(entrants)):
            if (before, player) not in played:
                rested.add(player)
                score[player] += self.games
        return score, rested


def _couple(order: list[int], met: Counter[frozenset[int]], rested: set[int]) -> list[tuple[int, int]]:
    """Pair players who have not met, each with the nearest one below that leaves partners for the others.

    If their number is odd, the last one rests who has not `rested` and leaves partners for the others. If there is no way,
    allow rematches of those who have met once, then twice, and so on, but prefer new opponents.
    """
    rest = -1  # chooses first, from below
    for most in sorted({0, *met.values()}):
        candidates = dict[int, list[int]]()
        if len(order) % 2:
            candidates[rest] = [player for player in reversed(order) if player not in rested]
        for player in order:
            meetings = {other: met[frozenset((player, other))] for other in order if other != player}
            candidates[player] = sorted(
                (other for other in meetings if meetings[other] <= most), key=meetings.__getitem__
            )
            if len(order) % 2 and player not in rested:
                candidates[player].append(rest)
        couples = pair_all(candidates)
        if couples is not None:
            return [couple for couple in couples if rest not in couple]
    raise AssertionError("everyone may meet everyone")


@dataclass(frozen=True)
class KnockOut:
    """The loser of each meeting is out; after equal points the one who entered earlier goes on. Some rest in the first round."""

    games: int = 2

    def next_round(self, number: int, entrants: int, seats: int, points: Points) -> list[Pairing]:
        _two_only("a knock-out tournament", seats)
        bracket = self._bracket(number, entrants, points)
        couples = [
            (one, other)
            for one, other in zip(bracket[::2], bracket[1::2], strict=False)  # the last one has nobody to meet
            if one is not None and other is not None
        ]
        return [
            Pairing(number, pair, couple)
            for pair in range(1, pairings_for(self.games, seats) + 1)
            for couple in couples
        ]

    def winners(self, entrants: int, points: Points) -> list[int]:
        """Return the one who is left."""
        rounds = (entrants - 1).bit_length()
        return [player for player in self._bracket(rounds + 1, entrants, points) if player is not None]

    def _bracket(self, number: int, entrants: int, points: Points) -> list[int | None]:
        """Return who is left in a round: neighbours meet, the strongest seeds last. A place without an entrant is a rest."""
        size = 2 ** (entrants - 1).bit_length()
        bracket: list[int | None] = [seed if seed < entrants else None for seed in _seeds(size)]
        for played in range(1, min(number, size.bit_length())):
            bracket = [
                _winner(one, other, played, points) for one, other in zip(bracket[::2], bracket[1::2], strict=True)
            ]
        return bracket


def _seeds(size: int) -> list[int]:
    """Return the seeds in the order of the bracket.

    >>> _seeds(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    seeds = [0]
    while len(seeds) < size:
        seeds = [each for seed in seeds for each in (seed, 2 * len(seeds) - 1 - seed)]
    return seeds


def _winner(one: int | None, other: int | None, number: int, points: Points) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    totals = {one: 0.0, other: 0.0}
    for pairing, shares in points:
        if pairing.round == number and set(pairing.players) == {one, other}:
            for player, share in zip(pairing.players, shares, strict=True):
                totals[player] += share
    return min((one, other), key=lambda player: (-totals[player], player))


def _two_only(what: str, seats: int) -> None:
    if seats != 2:
        raise ZermeloError(f"{what} is for games of two players, and this one has {seats}: use round-robin")


SCHEDULES = ("round-robin", "gauntlet", "swiss", "knock-out")


def make_schedule(name: str, games: int, rounds: int | None = None) -> Schedule:
    """Return a schedule by its name; only a Swiss tournament has a number of rounds."""
    if name not in SCHEDULES:
        raise unknown_name("schedule", name, SCHEDULES)
    if rounds is not None and name != "swiss":
        raise ZermeloError(f"rounds are for a Swiss tournament: {name} needs none")
    if name == "swiss":
        return Swiss(rounds, games)
    if name == "knock-out":
        return KnockOut(games)
    return Gauntlet(games) if name == "gauntlet" else RoundRobin(games)
