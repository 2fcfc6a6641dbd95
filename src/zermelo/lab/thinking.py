"""Lets a player think in a worker, and tells now and then how far it has come."""

from __future__ import annotations

from random import SystemRandom
from time import perf_counter
from typing import Any

import msgspec

from zermelo.games.profile import GameProfile, game_profile
from zermelo.games.records.moves import format_moves
from zermelo.lab.desk import Desk
from zermelo.lab.frames import PROGRESS
from zermelo.lab.messages import Chosen, Mate, MoveValue, Progress, Think
from zermelo.players import Choice, Clock, PlayerSpec, choose, draw_outcome
from zermelo.players.choice import for_max
from zermelo.result import Mate as Seen
from zermelo.state import State, ZermeloError

MOST_LINES = 100
CHANCE_PLAYER = "chance"
"""Who is asked where it is chance's turn."""
_PROGRESS_SECONDS = 0.04


def think(message: Think, desk: Desk) -> Chosen:
    """The move that a player chooses, within the limits of the lab."""
    if not 0 <= message.lines <= MOST_LINES:
        raise ZermeloError(f"lines must be from 0 to {MOST_LINES}, not {message.lines}")
    *past, state = desk.states(message.source)
    profile = game_profile(type(state))
    due = 0.0

    def on_progress(choice: Choice) -> None:
        nonlocal due
        now = perf_counter()
        if now >= due:
            due = now + _PROGRESS_SECONDS
            desk.send(PROGRESS, msgspec.json.encode(Progress(id=message.id, **_facts(state, choice, profile))))

    if message.player == CHANCE_PLAYER:
        return Chosen(
            id=message.id,
            move=str(draw_outcome(state, SystemRandom().getrandbits(32))),
            sure=False,
            **_facts(state, Choice(move=None), profile),
        )
    choice = choose(
        state,
        PlayerSpec.builtin(message.player, message.strength, message.seconds),
        clock=Clock(seconds=min(message.seconds or desk.settings.caps.seconds, desk.settings.caps.seconds)),
        lines=message.lines,
        seed=SystemRandom().getrandbits(32),
        past=past,
        cancel=desk.cancel,
        on_progress=on_progress,
    )
    # A search that was stopped before it knew anything still owes a move.
    move = state.moves()[0] if choice.move is None else choice.move
    return Chosen(id=message.id, move=str(move), sure=choice.sure, **_facts(state, choice, profile))


def _facts(state: State, choice: Choice, profile: GameProfile) -> dict[str, Any]:
    return {
        "depth": choice.depth,
        "value": choice.value,
        "bound": choice.bound,
        "line": tuple(map(str, choice.line)),
        "written": tuple(format_moves(state, choice.line)),
        "mate": _mate(choice.mate, profile),
        "nodes": choice.nodes,
        "seconds": round(choice.seconds, 4),
        "moves": tuple(
            MoveValue(
                str(each.move), for_max(each.value), each.bound, tuple(map(str, each.line)), _mate(each.mate, profile)
            )
            for each in choice.moves
        ),
    }


def _mate(seen: Seen | None, profile: GameProfile) -> Mate | None:
    if seen is None:
        return None
    return Mate(seen.moves, f"{profile.seat(int(seen.moves < 0))}: {seen.words[0]} in {abs(seen.moves)}")
