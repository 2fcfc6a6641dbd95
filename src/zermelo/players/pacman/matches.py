"""Games of Pac-Man between agents: played from a seed, and replayed from their moves.

What is thrown for a move comes from the game's seed and the number of the move, so that two games of one seed differ only where
somebody chose differently, and a game is the same whichever games were played before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from random import Random
from time import perf_counter
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from zermelo.games.pacman import Pacman
from zermelo.games.records.moves import play_through
from zermelo.players.choice import Choice
from zermelo.players.pacman.agents import Agent, Cancel, parse_ghosts, parse_pacman
from zermelo.state import ZermeloError

LIMIT = 1000
LONGEST = 100_000
Outcome: TypeAlias = Literal["won", "lost", "unfinished"]


class Game(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that was played.

    layout         where it began, as `Pacman.notation` writes it
    pacman, ghosts the texts that name the agents; `weights` and `evaluate` (a function's name) are Pac-Man's, where given
    limit          after so many moves of Pac-Man it was to end unfinished
    moves          of all agents in turn
    nodes, seconds what Pac-Man's choices cost; the ghosts' are not counted
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
                raise ZermeloError(f"{name} has characters that are not to be printed")
        if not 1 <= self.limit <= LONGEST:
            raise ZermeloError(f"a game's limit goes from 1 to {LONGEST:,} moves of Pac-Man, not {self.limit}")

    @property
    def own_moves(self) -> int:
        """How many of the moves are Pac-Man's."""
        start = Pacman(self.layout)
        return sum((start.agent + at) % start.agents == 0 for at in range(len(self.moves)))

    def timed(self, seconds: float) -> Game:
        """The same game, had it taken so many seconds: games of one seed differ in nothing else."""
        return msgspec.structs.replace(self, seconds=seconds)


class Turn(NamedTuple):
    """One move of a game: the agent that made it (0 is Pac-Man), what it chose and why, how long that took, and the position
    after it."""

    agent: int
    choice: Choice
    seconds: float
    state: Pacman


def set_up(layout: str, ghosts: Sequence[Agent]) -> Pacman:
    """The start of a game in a layout, by its name or its own text, with as many of its ghosts as there are agents for."""
    start = Pacman(layout)
    if len(ghosts) > len(start.ghosts):
        raise ZermeloError(
            f"there are agents for {len(ghosts)} ghosts, but the layout has {_count(len(start.ghosts), 'ghost')} (G)"
        )
    return start if len(ghosts) == len(start.ghosts) else Pacman(layout, ghosts=len(ghosts))


def move_seed(seed: int, number: int) -> int:
    """What an agent's throw for a move begins with; moves are counted from 0, all agents' together."""
    return Random(f"{seed} {number}").getrandbits(32)


def turns(
    start: Pacman,
    pacman: Agent,
    ghosts: Sequence[Agent],
    *,
    seed: int,
    limit: int = LIMIT,
    cancel: Cancel = None,
) -> Iterator[Turn]:
    """The moves of a game one by one, until it is over, Pac-Man has made `limit` moves, or it is cancelled."""
    if len(ghosts) != start.agents - 1:
        raise ZermeloError(f"there are agents for {_count(len(ghosts), 'ghost')}, and {start.agents - 1} in the maze")
    if not 1 <= limit <= LONGEST:
        raise ZermeloError(f"a game's limit goes from 1 to {LONGEST:,} moves of Pac-Man, not {limit}")
    agents = (pacman, *ghosts)
    state, number, own = start, 0, 0
    while state.utility() is None:
        agent = state.agent
        own += agent == 0
        if own > limit:
            return
        began = perf_counter()
        choice = agents[agent].choose(state, seed=move_seed(seed, number), cancel=cancel)
        seconds = perf_counter() - began
        if cancel is not None and cancel():
            return
        state, number = state.play(choice.move), number + 1
        yield Turn(agent, choice, seconds, state)


def play_game(
    start: Pacman,
    pacman: Agent,
    ghosts: Sequence[Agent],
    *,
    seed: int,
    limit: int = LIMIT,
    cancel: Cancel = None,
    on_move: Callable[[Turn], object] | None = None,
) -> Game:
    """Plays a game. Cancelled, it is the game so far, unfinished.

    The same seed plays the same game again, unless Pac-Man's choices are timed: how far the engine looks in a part of a second
    is another matter each time. Its games still replay from their moves.
    """
    made: list[Turn] = []
    for turn in turns(start, pacman, ghosts, seed=seed, limit=limit, cancel=cancel):
        made.append(turn)
        if on_move is not None:
            on_move(turn)
    return game_of(start, pacman, ghosts, made, seed=seed, limit=limit)


def game_of(
    start: Pacman, pacman: Agent, ghosts: Sequence[Agent], made: Sequence[Turn], *, seed: int, limit: int
) -> Game:
    """The game whose turns were made."""
    end = made[-1].state if made else start
    own = [turn for turn in made if turn.agent == 0]
    return Game(
        layout=start.notation(),
        pacman=pacman.spec,
        ghosts=write_ghosts(ghosts),
        seed=seed,
        limit=limit,
        weights=None if pacman.weights is None else dict(pacman.weights),
        evaluate=pacman.judge,
        moves=tuple(turn.choice.move for turn in made),
        score=end.score,
        result=_outcome(end),
        nodes=sum(turn.choice.nodes for turn in own),
        seconds=sum(turn.seconds for turn in own),
    )


def replay(game: Game) -> Iterator[Pacman]:
    """Every position of a game from its start. A move that is not legal is refused with its number, and a score or result that
    is not what the moves lead to once they are played."""
    start = Pacman(game.layout)
    if len(game.moves) > LONGEST * start.agents:
        raise ZermeloError(f"a game of {len(game.moves):,} moves is too long")
    states = play_through(start, game.moves)
    yield from states
    end = states[-1]
    if end.score != game.score:
        raise ZermeloError(f"the moves lead to a score of {end.score}, not to {game.score} as the record says")
    if _outcome(end) != game.result:
        raise ZermeloError(f"by its moves the game is {_outcome(end)}, not {game.result} as the record says")


def check_seed(game: Game, evaluate: Callable[[Pacman], float] | None = None, cancel: Cancel = None) -> None:
    """Plays a game again from its seed, and names the first move that is not the record's.

    A game that Pac-Man judged by a function needs that function again: a record is not to decide which code is run. One that he
    played by a clock is refused, as its seed does not promise anything.
    """
    if (game.evaluate is None) != (evaluate is None):
        raise ZermeloError(
            f"the game was judged by {game.evaluate or 'weights'}, and is to be repeated with the same judge"
        )
    pacman, ghosts = parse_pacman(game.pacman, game.weights, evaluate), parse_ghosts(game.ghosts)
    if pacman.timed:
        raise ZermeloError(f"{game.pacman} plays by the clock, and its games repeat by their moves only")
    number = 0
    for number, turn in enumerate(
        turns(Pacman(game.layout), pacman, ghosts, seed=game.seed, limit=game.limit, cancel=cancel), 1
    ):
        recorded = game.moves[number - 1] if number <= len(game.moves) else "the end"
        if turn.choice.move != recorded:
            raise ZermeloError(f"move {number} is {turn.choice.move} by the seed, and {recorded} in the record")
    if number < len(game.moves):
        raise ZermeloError(f"the game has {number} moves by the seed, and {len(game.moves)} in the record")


def write_ghosts(ghosts: Sequence[Agent]) -> str:
    """The text that `parse_ghosts` reads.

    >>> write_ghosts(parse_ghosts("random,random,minimax:1:3"))
    'random:2,minimax:1:3'
    """
    groups = [(spec, len(list(same))) for spec, same in groupby(each.spec for each in ghosts)]
    return ",".join(spec.replace(":1", f":{count}", 1) for spec, count in groups) or "none"


def _outcome(state: Pacman) -> Outcome:
    return "won" if state.won else "lost" if state.lost else "unfinished"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
