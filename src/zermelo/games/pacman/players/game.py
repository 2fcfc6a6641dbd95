"""Games of Pac-Man: played from a seed, and replayed from their moves.

What is drawn for a move depends on the game's seed and the number of the move, so that two games of one seed differ only where
a player chose differently, and a game is the same whichever games were played before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from zermelo.games.pacman.players.evaluation import name_of
from zermelo.games.pacman.players.players import format_ghosts, parse_ghosts, parse_pacman
from zermelo.games.pacman.rules import Pacman
from zermelo.players.match import Turn, play, seated
from zermelo.players.player import Cancel
from zermelo.players.spec import PlayerSpec
from zermelo.records.moves import play_through
from zermelo.state import ZermeloError, format_count

LIMIT = 1000
MAX_LIMIT = 100_000
Outcome: TypeAlias = Literal["won", "lost", "unfinished"]


class Game(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that was played.

    Parameters
    ----------
    layout
        Where it began, as `Pacman.notation` writes it.
    pacman, ghosts
        The specs of the players.
    weights, evaluate
        How Pac-Man evaluated positions, where not by the game's static value: weights, or the name of a function.
    limit
        The number of Pac-Man's moves after which the game was to end unfinished.
    moves
        Those of all agents in turn.
    nodes, seconds
        What Pac-Man's choices cost; the ghosts' are not counted.
    """

    layout: str
    pacman: str
    ghosts: str
    seed: int
    limit: int = LIMIT
    weights: dict[str, float] | None = None
    evaluate: str | None = None
    moves: tuple[str, ...]
    score: int
    result: Outcome
    nodes: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        for name in ("pacman", "ghosts", "evaluate"):
            if not (getattr(self, name) or "").isprintable():
                raise ZermeloError(f"{name} has characters that cannot be printed")
        if not 1 <= self.limit <= MAX_LIMIT:
            raise ZermeloError(_bad_limit(self.limit))

    @property
    def pacman_moves(self) -> int:
        """How many of the moves are Pac-Man's."""
        start = Pacman(self.layout)
        return sum((start.agent + at) % start.agents == 0 for at in range(len(self.moves)))

    def timed(self, seconds: float) -> Game:
        """The same game with another duration, the only thing in which games of one seed differ."""
        return msgspec.structs.replace(self, seconds=seconds)


def set_up(layout: str, ghosts: Sequence[PlayerSpec]) -> Pacman:
    """The start of a game in a layout, given by its name or its own text, with one ghost for each player of a ghost."""
    start = Pacman(layout)
    if len(ghosts) > len(start.ghosts):
        raise ZermeloError(
            f"{len(ghosts)} ghosts are named, but the layout has {format_count(len(start.ghosts), 'ghost')} (G)"
        )
    return start if len(ghosts) == len(start.ghosts) else Pacman(layout, ghosts=len(ghosts))


def turns(
    start: Pacman,
    pacman: PlayerSpec,
    ghosts: Sequence[PlayerSpec],
    *,
    seed: int,
    limit: int = LIMIT,
    cancel: Cancel | None = None,
    patience: float | None = None,
) -> Iterator[Turn]:
    """Play a game move by move, until it is over, Pac-Man has made `limit` moves, or it is cancelled. Seat 0 is Pac-Man's.

    With `patience` users' own players play in processes of their own, and forfeit if they are silent for so many seconds.
    """
    if len(ghosts) != start.agents - 1:
        raise ZermeloError(f"{format_count(len(ghosts), 'ghost')} named for {start.agents - 1} in the maze")
    if not 1 <= limit <= MAX_LIMIT:
        raise ZermeloError(_bad_limit(limit))
    made = 0
    with seated((pacman, *ghosts), seed=seed, patience=patience) as players:
        for turn in play(start, players, seat=lambda state: int(state.agent), cancel=cancel):
            yield turn
            made += turn.seat == 0
            if made == limit and turn.state.agent == 0:
                return


def play_game(
    start: Pacman,
    pacman: PlayerSpec,
    ghosts: Sequence[PlayerSpec],
    *,
    seed: int,
    limit: int = LIMIT,
    cancel: Cancel | None = None,
) -> Game:
    """Play a game; a cancelled one is unfinished.

    Parameters
    ----------
    start
        As `set_up` makes it.
    pacman, ghosts
        Specs, as `parse_pacman` and `parse_ghosts` read them.
    seed
        The same seed plays the same game again, unless Pac-Man plays by the clock.
    limit
        The game ends unfinished after this many moves of Pac-Man.
    """
    made = list(turns(start, pacman, ghosts, seed=seed, limit=limit, cancel=cancel))
    return game_of(start, pacman, ghosts, made, seed=seed, limit=limit)


def game_of(
    start: Pacman, pacman: PlayerSpec, ghosts: Sequence[PlayerSpec], made: Sequence[Turn], *, seed: int, limit: int
) -> Game:
    """The game that consists of these turns."""
    end = made[-1].state if made else start
    pacmans = [turn for turn in made if turn.seat == 0]
    evaluate = pacman.evaluate
    return Game(
        layout=start.notation(),
        pacman=str(pacman),
        ghosts=format_ghosts(ghosts),
        seed=seed,
        limit=limit,
        weights=dict(evaluate) if isinstance(evaluate, Mapping) else None,
        evaluate=name_of(evaluate) if callable(evaluate) else None,
        moves=tuple(turn.choice.move for turn in made),
        score=end.score,
        result=result_of(end),
        nodes=sum(turn.choice.nodes for turn in pacmans),
        seconds=sum(turn.seconds for turn in pacmans),
    )


def replay(game: Game) -> Iterator[Pacman]:
    """Yield every position of a game from its start.

    Raises
    ------
    ZermeloError
        For an illegal move, with its number; and after the last position, if the moves do not lead to the recorded score
        and result.
    """
    start = Pacman(game.layout)
    if len(game.moves) > MAX_LIMIT * start.agents:
        raise ZermeloError(f"a game of {len(game.moves):,} moves is too long")
    states = play_through(start, game.moves)
    yield from states
    end = states[-1]
    if end.score != game.score:
        raise ZermeloError(f"the moves lead to a score of {end.score}, not to {game.score} as the record says")
    if result_of(end) != game.result:
        raise ZermeloError(f"by its moves the game is {result_of(end)}, not {game.result} as the record says")


def check_seed(game: Game, evaluate: Callable[[Pacman], float] | None = None, cancel: Cancel | None = None) -> None:
    """Play a game again from its seed, and raise ZermeloError for the first move that differs from the record.

    A game in which Pac-Man evaluated by a function needs that function again: a record does not decide which code is run.
    A game by the clock is refused, since its seed promises nothing.
    """
    if (game.evaluate is None) != (evaluate is None):
        raise ZermeloError(f"the game was played by {game.evaluate or 'weights'}: repeat it with the same evaluation")
    pacman, ghosts = parse_pacman(game.pacman, game.weights, evaluate), parse_ghosts(game.ghosts)
    if pacman.seconds is not None:
        raise ZermeloError(f"{game.pacman} plays by the clock: its games repeat by their moves only")
    number = 0
    for number, turn in enumerate(
        turns(Pacman(game.layout), pacman, ghosts, seed=game.seed, limit=game.limit, cancel=cancel), 1
    ):
        recorded = game.moves[number - 1] if number <= len(game.moves) else "the end"
        if turn.choice.move != recorded:
            raise ZermeloError(f"move {number} is {turn.choice.move} by the seed, and {recorded} in the record")
    if number < len(game.moves):
        raise ZermeloError(f"the game has {number} moves by the seed, and {len(game.moves)} in the record")


def result_of(state: Pacman) -> Outcome:
    """Return how a game that ended here ended for Pac-Man."""
    return "won" if state.won else "lost" if state.lost else "unfinished"


def _bad_limit(limit: int) -> str:
    return f"limit must be from 1 to {MAX_LIMIT:,} moves of Pac-Man, not {limit}"
