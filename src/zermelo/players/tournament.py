"""Round-robin tournaments in games of two players: everyone meets everyone with both sides, and a seed decides all lots.

Games come in pairs. Both games of a pair begin with the same random moves, so that deterministic players do not repeat one
game; the players change sides in between, so that what the opening favours cancels out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from random import Random
from typing import Any

from zermelo.games.outcome import outcome
from zermelo.games.survey import survey
from zermelo.players.clock import TimeControl
from zermelo.players.match import Forfeit, play, seated
from zermelo.players.player import Cancel
from zermelo.players.random import draw_outcome
from zermelo.players.spec import PlayerSpec
from zermelo.players.suitability import check_player
from zermelo.state import CHANCE, State, ZermeloError

MAX_PLIES = 2_000
"""Moves after which an unfinished game counts as a draw."""


@dataclass(frozen=True)
class Played:
    """A game that was played.

    first, second   who was MAX and who was MIN
    moves           all of them, the opening's included
    points          MAX's: 1 for a win, 1/2 for a draw, 0 for a loss
    reason          why it ended, where there are words for it
    """

    first: PlayerSpec
    second: PlayerSpec
    moves: tuple[Any, ...]
    points: float
    reason: str = ""


@dataclass
class Standing:
    """The results of one player."""

    player: PlayerSpec
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win counts 1, a draw 1/2."""
        return self.wins + self.draws / 2

    def add(self, points: float) -> None:
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0


def standings(players: Sequence[PlayerSpec], games: Sequence[Played]) -> list[Standing]:
    """Return the table, most points first; players with equal points keep their order."""
    table = {player: Standing(player) for player in players}
    for game in games:
        table[game.first].add(game.points)
        table[game.second].add(1 - game.points)
    return sorted(table.values(), key=lambda standing: -standing.points)


def points_against(player: PlayerSpec, other: PlayerSpec, games: Sequence[Played]) -> float:
    """Return the points that one player won against another."""
    as_max = sum(game.points for game in games if (game.first, game.second) == (player, other))
    return as_max + sum(1 - game.points for game in games if (game.first, game.second) == (other, player))


def play_tournament(
    start: State,
    players: Sequence[PlayerSpec],
    *,
    games: int = 10,
    opening: int | Sequence[Sequence[Any]] = 2,
    seconds: float = 5.0,
    seed: int = 0,
    cancel: Cancel | None = None,
) -> Iterator[Played]:
    """Play the games of a round robin one after another.

    Parameters
    ----------
    start
        The state in which every game begins.
    players
        At least two, all different.
    games
        How many each two play against each other: an even number, half of them with each side.
    opening
        How many random moves begin each pair of games; or openings, each as its moves from the start: every pair gets
        another one.
    seconds
        The most that a move may take.
    seed
        The same seed draws the same lots.
    cancel
        Called before and after every move; the tournament ends early once it returns True.

    Examples
    --------
    >>> from zermelo.games.nim import Nim
    >>> players = [PlayerSpec.parse("alpha_beta:9"), PlayerSpec.parse("random")]
    >>> played = list(play_tournament(Nim((1, 2)), players, games=4))
    >>> [str(standing.player) for standing in standings(players, played)]
    ['alpha_beta:9', 'random']
    """
    check_tournament(start, players, games, opening)
    deck = [] if isinstance(opening, int) else Random(f"{seed} openings").sample(opening, len(opening))
    for first, second in combinations(players, 2):
        for pair in range(games // 2):
            drawn = Random(f"{seed} {first} {second} {pair}").randrange(2**32)
            for sides in ((first, second), (second, first)):
                game = _play(start, sides, deck[pair % len(deck)] if deck else opening, seconds, drawn, cancel)
                if cancel is not None and cancel():
                    return
                yield game


def check_tournament(
    start: State, players: Sequence[PlayerSpec], games: int, opening: int | Sequence[Sequence[Any]]
) -> None:
    """Raise ZermeloError for a tournament that cannot be played."""
    found = survey(start).in_turns(start)
    name = type(start).__name__
    if found.kind.players != 2:
        raise ZermeloError(f"a tournament is for games of two players, and {name} has {found.kind.players}")
    if len(players) < 2:
        raise ZermeloError("a tournament needs at least two players, as in engine,random")
    for number, player in enumerate(players):
        check_player(start, found, player)
        if player in players[:number]:
            raise ZermeloError(f"{player} is named twice")
    if games < 2 or games % 2:
        raise ZermeloError(f"games must be an even number, so that both play both sides as often, not {games}")
    if isinstance(opening, int) and opening < 0:
        raise ZermeloError(f"opening must be at least 0 moves, not {opening}")


def _play(
    start: State,
    sides: tuple[PlayerSpec, PlayerSpec],
    opening: int | Sequence[Any],
    seconds: float,
    seed: int,
    cancel: Cancel | None,
) -> Played:
    moves, states = _open(start, opening, seed)
    with seated(sides, seed=seed) as players:
        for player in players:
            for move in moves:
                player.played(move)
        try:
            turns = play(
                states[-1], players, past=states[:-1], time=TimeControl(seconds=seconds), seed=seed, cancel=cancel
            )
            for turn in turns:
                moves.append(turn.choice.move)
                states.append(turn.state)
                if len(moves) >= MAX_PLIES:
                    break
        except Forfeit as forfeit:
            return Played(*sides, tuple(moves), float(forfeit.seat), f"{sides[forfeit.seat]} forfeits: {forfeit}")
    end = outcome(states[-1], states[:-1])
    if end is None:
        return Played(*sides, tuple(moves), 0.5, f"not over after {MAX_PLIES:,} moves")
    value = end.value[0] - end.value[1] if isinstance(end.value, tuple) else end.value
    return Played(*sides, tuple(moves), 1.0 if value > 0 else 0.0 if value < 0 else 0.5, end.reason)


def _open(start: State, opening: int | Sequence[Any], seed: int) -> tuple[list[Any], list[State]]:
    """Return the moves of the opening and the states along the way; fewer random moves if the game ends first."""
    if not isinstance(opening, int):
        return list(opening), list(accumulate(opening, lambda state, move: state.play(move), initial=start))
    lots = Random(f"{seed} opening")
    moves, states = list[Any](), [start]
    while len(moves) < opening and outcome(states[-1], states[:-1]) is None:
        state = states[-1]
        drawn = state.player == CHANCE
        moves.append(draw_outcome(state, lots.randrange(2**32)) if drawn else lots.choice(list(state.moves())))
        states.append(state.play(moves[-1]))
    return moves, states
