"""One game of the arena: who plays, from where, under which limits; and the record of it once it was played.

A `GameTask` has all that a worker needs, on this machine or another; `play_game` plays it. Whatever a player does wrong (it fails,
plays an illegal move, exceeds its time or does not answer) loses it the game, and the record says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Self

import msgspec

from zermelo.kinds.outcome import outcome
from zermelo.players.clock import TimeControl
from zermelo.players.match import Forfeit, Resignation, Turn, play, seated, to_blame
from zermelo.players.player import Player
from zermelo.players.random import draw_outcome
from zermelo.players.spec import PlayerSpec
from zermelo.players.suitability import PATIENCE
from zermelo.records.moves import play_through
from zermelo.records.positions import format_move, legal_moves, parse_position
from zermelo.state import CHANCE, SIMULTANEOUS, State

MOST_PLIES = 2_000
"""Moves after which an unfinished game counts as a draw."""
NO_LIMIT = TimeControl()


class Opening(msgspec.Struct, frozen=True):
    """How a game begins: a position in the game's notation, None for the start of the event, and moves from there."""

    position: str | None = None
    moves: tuple[str, ...] = ()


class Adjudication(msgspec.Struct, frozen=True, kw_only=True):
    """When a game ends early, judged by the values that the players report, in points of the game.

    Parameters
    ----------
    win
        A side has won if every player values the position this far in its favour for `win_moves` moves in a row; 0 for never.
    draw
        The game is a draw if no player values the position farther from even for `draw_moves` moves in a row, from move
        `draw_from` on; below 0 for never.
    """

    win: float = 0.0
    win_moves: int = 6
    draw: float = -1.0
    draw_moves: int = 10
    draw_from: int = 60


@dataclass(frozen=True)
class GameTask:
    """A game to play.

    Parameters
    ----------
    key
        What tells the game from the others of its event.
    players
        Who plays, by seat.
    start
        Where the games of the event begin.
    game
        The name of the game, as `zermelo.games.load_game` takes it; only an opening with a position needs it.
    position
        Where the games of the event begin as text, None for the start of the game; it goes into the record.
    opening
        An opening, or how many random moves to begin with.
    seed
        For the random moves, for chance and for players that draw.
    patience
        Seconds that an outside program may be silent beyond its time; None if no player runs in another process.
    """

    key: str
    round: int
    number: int
    players: tuple[PlayerSpec, ...]
    start: State
    game: str = ""
    position: str | None = None
    opening: Opening | int = 0
    time: TimeControl = NO_LIMIT
    adjudication: Adjudication | None = None
    most_plies: int = MOST_PLIES
    seed: int = 0
    patience: float | None = PATIENCE

    def record(self, **told: Any) -> PlayedGame:
        """Return the record of this game with what is known of it."""
        names = tuple(map(str, self.players))
        told |= {"moves": tuple(map(_encodable, told.get("moves", ()))), "reason": _encodable(told.get("reason", ""))}
        return PlayedGame(key=self.key, round=self.round, number=self.number, players=names, seed=self.seed, **told)


class Figures(msgspec.Struct, frozen=True, array_like=True):
    """What a move cost, and what its player thought of it: the value is MAX's."""

    seconds: float
    nodes: int = 0
    depth: int | None = None
    value: float | None = None

    @classmethod
    def of(cls, turn: Turn) -> Self:
        """Return the figures of a turn."""
        choice = turn.choice
        return cls(round(turn.seconds, 6), choice.nodes, choice.depth, choice.value)


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that was played.

    Attributes
    ----------
    players
        Their specs, by seat.
    position, opening
        Where it began as text, None for the start of the game; and how many of the moves are the opening's.
    moves
        All of them, as the game's `str` writes them.
    figures
        What each move after the opening cost.
    points
        Of each seat: the share of the others that it beat, ties counting half. In games of two 1, 1/2 or 0. Empty if the game has
        no result.
    payoffs
        What the game paid; empty if it ended early.
    reason
        Why it ended, where there are words for it.
    forfeited
        The seat that lost by its own fault, else None.
    """

    key: str
    round: int
    number: int
    players: tuple[str, ...]
    seed: int = 0
    position: str | None = None
    opening: int = 0
    moves: tuple[str, ...] = ()
    figures: tuple[Figures, ...] = ()
    points: tuple[float, ...] = ()
    payoffs: tuple[float, ...] = ()
    reason: str = ""
    forfeited: int | None = None

    @property
    def seconds(self) -> float:
        """How long the players thought."""
        return sum(each.seconds for each in self.figures)


def _encodable(text: str) -> str:
    """Replace what no file can hold, such as half a character."""
    return text.encode(errors="replace").decode()


def points_of(payoffs: Sequence[float]) -> tuple[float, ...]:
    """Return what share of the others each seat has beaten.

    >>> points_of((1, -1)), points_of((5, 5, 2))
    ((1.0, 0.0), (0.75, 0.75, 0.0))
    """
    others = len(payoffs) - 1
    return tuple(
        sum((mine > other) + (mine == other) / 2 for at, other in enumerate(payoffs) if at != seat) / others
        for seat, mine in enumerate(payoffs)
    )


def play_game(task: GameTask) -> PlayedGame:
    """Play a game from its opening to its end.

    Examples
    --------
    >>> from zermelo.games.nim import Nim
    >>> sides = (PlayerSpec.parse("alpha_beta:9"), PlayerSpec.parse("random"))
    >>> played = play_game(GameTask("1", 1, 1, sides, Nim((1, 1, 1))))
    >>> played.points, len(played.moves)
    ((1.0, 0.0), 3)
    """
    position, begun, states = _open(task)
    texts = [format_move(state, move) for state, move in zip(states, begun, strict=False)]
    turns: list[Turn] = []
    seats = len(task.players)
    ending: dict[str, Any]
    try:
        with seated(task.players, seed=task.seed, patience=task.patience) as players:
            _prepare(task, players, begun, states[-1])
            ending = _play_on(task, players, states, turns)
    except Forfeit as forfeit:
        word = "resigns" if isinstance(forfeit, Resignation) else f"forfeits: {forfeit}"
        ending = {
            "points": points_of([float(seat != forfeit.seat) for seat in range(seats)]),
            "reason": f"{task.players[forfeit.seat]} {word}",
            "forfeited": None if isinstance(forfeit, Resignation) else forfeit.seat,
        }
    texts += [format_move(state, turn.choice.move) for state, turn in zip(states[len(begun) :], turns, strict=False)]
    return task.record(
        position=position, opening=len(begun), moves=tuple(texts), figures=tuple(map(Figures.of, turns)), **ending
    )


def _prepare(task: GameTask, players: Sequence[Player], begun: Sequence[Any], state: Any) -> None:
    """Let players from outside start, before their clocks do; and tell everybody the moves of the opening."""
    for seat, player in enumerate(players):
        with to_blame(seat):
            if not task.players[seat].is_builtin:
                player.prepare(state, PATIENCE if task.patience is None else task.patience)
            for move in begun:
                player.played(move)


def _play_on(task: GameTask, players: Sequence[Any], states: list[Any], turns: list[Turn]) -> dict[str, Any]:
    """Play to the end, add to the states and turns, and return how it ended."""
    seats = len(players)
    even = {"points": (0.5,) * seats}
    judge = _Judge(task.adjudication) if task.adjudication is not None and seats == 2 else None
    if len(states) <= task.most_plies:
        game = play(states[-1], players, past=states[:-1], time=task.time, seed=task.seed)
        for turn in game:
            turns.append(turn)
            states.append(turn.state)
            if judge is not None and (verdict := judge.judge(turn)) is not None:
                return {"points": (verdict, 1 - verdict), "reason": "adjudicated"}
            if len(states) > task.most_plies:
                break
    end = outcome(states[-1], states[:-1])
    if end is None:
        return {**even, "reason": f"not over after {task.most_plies:,} moves"}
    value = end.value
    payoffs = tuple(map(float, value)) if isinstance(value, tuple) else (float(value), -float(value))
    return {"points": points_of(payoffs), "payoffs": payoffs, "reason": end.reason}


class _Judge:
    """Counts for how many moves in a row the players agreed."""

    def __init__(self, rule: Adjudication) -> None:
        self.rule, self.moves = rule, 0
        self.ahead = self.even = 0

    def judge(self, turn: Turn) -> float | None:
        """Return MAX's points once the game is decided."""
        self.moves += 1
        value, rule = turn.choice.value, self.rule
        if value is None:
            self.ahead = self.even = 0
            return None
        lead = (value >= rule.win) - (value <= -rule.win) if rule.win > 0 else 0
        self.ahead = self.ahead + lead if lead * self.ahead > 0 else lead
        self.even = self.even + 1 if abs(value) <= rule.draw else 0
        if abs(self.ahead) >= rule.win_moves and lead:
            return 1.0 if lead > 0 else 0.0
        return 0.5 if self.even >= rule.draw_moves and self.moves >= rule.draw_from else None


def _open(task: GameTask) -> tuple[str | None, list[Any], list[Any]]:
    """Return the position of the opening, its moves, and the states along the way; no random move ends the game."""
    if isinstance(task.opening, Opening):
        given = task.opening.position
        start = task.start if given is None else parse_position(task.game, given)
        states: list[Any] = play_through(start, task.opening.moves)
        moves = [legal_moves(state)[text] for state, text in zip(states, task.opening.moves, strict=False)]
        return task.position if given is None else given, moves, states
    lots = Random(f"{task.seed} opening")
    moves, states = [], [task.start]
    while len(moves) < task.opening:
        move = _draw(states[-1], lots)
        after = states[-1].play(move)
        if outcome(after, states) is not None:
            break
        moves.append(move)
        states.append(after)
    return task.position, moves, states


def _draw(state: Any, lots: Random) -> Any:
    """Return a random move, of every player where they move at the same time."""
    if state.player == CHANCE:
        return draw_outcome(state, lots.randrange(2**32))
    if state.player == SIMULTANEOUS:
        return tuple(lots.choice(list(options)) for options in state.moves())
    return lots.choice(list(state.moves()))
