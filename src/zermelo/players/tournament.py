"""A tournament between players of a game of two: each meets each other, with both sides, and all of it follows a seed.

Games come in pairs. Both games of a pair begin with the same few moves drawn by lot, so that two players who always do the
same do not repeat one game, and the sides are changed in between, so that what the opening favours cancels out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from zermelo.games.outcome import outcome
from zermelo.players import check_player, choose, find_player, survey
from zermelo.state import CHANCE, State, ZermeloError

MOST_PLIES = 2_000
"""Moves after which a game that nobody ends is drawn."""


class Entrant(NamedTuple):
    """Who takes part: a player, with a strength where it has one."""

    player: str
    strength: int | None = None

    @classmethod
    def parse(cls, text: str) -> Entrant:
        """`alpha_beta:3`, or only `alpha_beta` for its usual strength.

        >>> Entrant.parse("alpha_beta:3"), str(Entrant.parse("random"))
        (Entrant(player='alpha_beta', strength=3), 'random')
        """
        name, colon, strength = text.strip().partition(":")
        find_player(name)
        if colon and not (strength.isdecimal() and len(strength) < 10):
            raise ZermeloError(f"a player is written as in {name} or {name}:3, not {text.strip()!r}")
        entrant = cls(name, int(strength) if colon else None)
        find_player(*entrant)
        return entrant

    def __str__(self) -> str:
        return self.player if self.strength is None else f"{self.player}:{self.strength}"


@dataclass(frozen=True)
class Played:
    """A game: who was MAX and who MIN, the moves, MAX's points (1, 1/2 or 0), and how it ended where the game says so."""

    first: Entrant
    second: Entrant
    moves: tuple[Any, ...]
    points: float
    words: str = ""


@dataclass
class Standing:
    """How one player did."""

    entrant: Entrant
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def add(self, points: float) -> None:
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0


def standings(entrants: Sequence[Entrant], games: Sequence[Played]) -> list[Standing]:
    """The table, the best first; those with as many points stay in the order in which they entered."""
    table = {entrant: Standing(entrant) for entrant in entrants}
    for game in games:
        table[game.first].add(game.points)
        table[game.second].add(1 - game.points)
    return sorted(table.values(), key=lambda each: -each.points)


def play_tournament(
    start: State,
    entrants: Sequence[Entrant],
    *,
    games: int = 10,
    opening: int = 2,
    seconds: float = 5.0,
    seed: int = 0,
    cancel: Callable[[], bool] | None = None,
) -> Iterator[Played]:
    """The games of a round robin one after another; it ends early once `cancel` returns True.

    games    each two players play against each other, half of them with each side
    opening  moves drawn by lot at the start of each pair of games
    seconds  the most that a move may take
    """
    check_tournament(start, entrants, games, opening)
    for first, second in combinations(entrants, 2):
        for pair in range(games // 2):
            drawn = Random(f"{seed} {first} {second} {pair}").randrange(2**32)
            for sides in ((first, second), (second, first)):
                game = _play(start, sides, opening, seconds, drawn, cancel or _never)
                if game is None:
                    return
                yield game


def check_tournament(start: State, entrants: Sequence[Entrant], games: int, opening: int) -> None:
    """Refuses in words what cannot be played."""
    found = survey(start).in_turns(start)
    name = type(start).__name__
    if found.kind.players != 2:
        raise ZermeloError(f"a tournament is for games of two players, and {name} has {found.kind.players}")
    if len(entrants) < 2:
        raise ZermeloError("a tournament needs two players at least, as in engine,random")
    for number, entrant in enumerate(entrants):
        check_player(start, found, *entrant)
        if entrant in entrants[:number]:
            raise ZermeloError(f"{entrant} takes part twice")
    if games < 2 or games % 2:
        raise ZermeloError(f"the number of games must be even, so that both have both sides as often, not {games}")
    if opening < 0:
        raise ZermeloError(f"the opening must be a number of moves from 0 up, not {opening}")


def _never() -> bool:
    return False


def _play(
    start: State,
    sides: tuple[Entrant, Entrant],
    opening: int,
    seconds: float,
    drawn: int,
    cancel: Callable[[], bool],
) -> Played | None:
    """One game, or None if it was cancelled."""
    lots = Random(drawn)
    states, moves = [start], list[Any]()
    while (end := outcome(states[-1], states[:-1])) is None and len(moves) < MOST_PLIES:
        state = states[-1]
        if cancel():
            return None
        seed = lots.randrange(2**32)
        if state.player == CHANCE:
            move = choose(state, "chance", seed=seed).move
        elif len(moves) < opening:
            move = choose(state, "random", seed=seed).move
        else:
            entrant = sides[state.player]
            choice = choose(
                state,
                entrant.player,
                strength=entrant.strength,
                limit=seconds,
                seed=seed,
                past=states[:-1],
                cancel=cancel,
            )
            if cancel():
                return None
            move = state.moves()[0] if choice.move is None else choice.move  # the time was too short for any other
        moves.append(move)
        states.append(state.play(move))
    if end is None:
        return Played(*sides, tuple(moves), 0.5, f"not over after {MOST_PLIES:,} moves")
    worth = end.value[0] - end.value[1] if isinstance(end.value, tuple) else end.value
    return Played(*sides, tuple(moves), 1.0 if worth > 0 else 0.0 if worth < 0 else 0.5, end.reason)
