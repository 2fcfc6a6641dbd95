"""The player that moves at random, the moves of chance, and the choice among equal moves."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from zermelo.players.choice import Choice, for_max
from zermelo.players.player import BasePlayer, PlayerKind, Request, Settings
from zermelo.registry import ANY_GAME
from zermelo.result import Result, RootMove
from zermelo.state import CHANCE, ZermeloError, outcomes_of


def move_seed(seed: int, number: int, seat: int | None = None) -> int:
    """The seed of one move of a game: it depends on the game's seed and the number of moves before it, nothing else; where players
    move at the same time, also on the seat, so that they do not draw alike.

    Two games of one seed therefore differ only where a player chose differently, and a game is the same whichever games
    were played before it.
    """
    return Random(f"{seed} {number}" if seat is None else f"{seed} {number} {seat}").getrandbits(32)


def draw_outcome(state: Any, seed: int) -> Any:
    """Draw what chance does in a state where it moves, each outcome as often as its probability says.

    >>> from zermelo.games.pig import Pig
    >>> draw_outcome(Pig().play("roll"), seed=1) in range(1, 7)
    True
    """
    if state.utility() is not None:
        raise ZermeloError("the game is over: there is nothing to draw")
    if state.player != CHANCE:
        raise ZermeloError("it is not chance's turn: ask a player")
    outcomes = outcomes_of(state)
    weights = [float(probability) for _, probability in outcomes]
    return Random(seed).choices([move for move, _ in outcomes], weights)[0]


def draw_strategy(result: Result, seat: int, seed: int) -> Choice:
    """Draw a move of one seat by its strategy in the result of a search with simultaneous moves.

    Its value is that of the position, MAX's.
    """
    moves = result.strategies[seat]
    drawn = Random(seed).choices(moves, [float(each.probability) for each in moves])[0]
    return Choice(
        move=drawn.move,
        sure=result.proven,
        depth=result.depth,
        value=for_max(result.value) if result.value is not None else None,
        bound=result.bound,
        line=(drawn.move,),
        nodes=result.nodes,
        seconds=result.seconds,
        why=f"drawn with probability {float(drawn.probability):.0%}" if len(moves) > 1 else "",
    )


def draw_equal(choice: Choice, moves: Sequence[RootMove], player: int, seed: int) -> Choice:
    """Draw among the root moves that are known to be worth as much to the player as the move of a choice.

    A bound is not a value: only moves with exact values are drawn, and only in place of one.
    """
    best = next((each for each in moves if each.move == choice.move), None)
    if best is None or best.bound != "exact" or best.value is None:
        return choice
    equal = [each for each in moves if each.bound == "exact" and _worth(each, player) == _worth(best, player)]
    drawn = Random(seed).choice(equal)
    return (
        msgspec.structs.replace(
            choice,
            move=drawn.move,
            value=for_max(drawn.value),
            line=drawn.line or (drawn.move,),
            mate=drawn.mate,
            in_tables=drawn.in_tables,
        )
        if drawn is not best
        else choice
    )


def _worth(move: RootMove, player: int) -> Any:
    value: Any = move.value
    return value[player] if isinstance(value, tuple) else value


class RandomPlayer(BasePlayer):
    """Plays a random legal move, all equally likely."""

    def __init__(self, settings: Settings) -> None:
        self._seed = settings.seed

    def answer(self, request: Request) -> Choice:
        move = Random(move_seed(self._seed, len(request.past), request.seat)).choice(list(request.moves))
        return Choice(move=move, line=(move,), nodes=1)


RANDOM = PlayerKind(
    name="random",
    title="Random",
    summary="Any legal move, all of them equally often.",
    suits=dataclasses.replace(ANY_GAME, hidden=True),
    create=RandomPlayer,
)
