"""Lets a player choose a move, and reports its progress on the way."""

from __future__ import annotations

from random import SystemRandom
from time import perf_counter
from typing import Any

import msgspec

from zermelo.engine.reasons import explain_reasons, reasons
from zermelo.engine.record import NODES
from zermelo.kinds.profile import GameProfile, game_profile
from zermelo.lab.context import RequestContext
from zermelo.lab.messages import Mate, MoveValue
from zermelo.lab.searches import repeating
from zermelo.lab.server.frames import PROGRESS
from zermelo.lab.topics.play.messages import Chosen, Progress, Reasons, Section, Think
from zermelo.players import Choice, Clock, PlayerSpec, choose
from zermelo.players.choice import for_max
from zermelo.players.engine import analyse
from zermelo.players.random import draw_outcome
from zermelo.records.moves import format_moves
from zermelo.result import Mate as Seen
from zermelo.state import State, ZermeloError

MOST_LINES = 100
CHANCE_PLAYER = "chance"
"""What pages call chance when they ask for its move."""
ANALYSIS = "analysis"
"""What pages call the engine when it is to search several moves side by side."""
_PROGRESS_SECONDS = 0.04


def think(message: Think, context: RequestContext) -> Chosen:
    """Return the move that a player chooses, within the limits of the lab."""
    if not 0 <= message.lines <= MOST_LINES:
        raise ZermeloError(f"lines must be from 0 to {MOST_LINES}, not {message.lines}")
    *past, state = context.states(message.source)
    profile = game_profile(type(state))
    seed, due = SystemRandom().getrandbits(32), 0.0

    def facts(choice: Choice) -> dict[str, Any]:
        return _facts(state, choice, profile, message.lines)

    def on_progress(choice: Choice) -> None:
        nonlocal due
        now = perf_counter()
        if now >= due:
            due = now + _PROGRESS_SECONDS
            context.send(PROGRESS, msgspec.json.encode(Progress(id=message.id, **facts(choice))))

    most = context.settings.caps.seconds
    if message.player == CHANCE_PLAYER:
        move = draw_outcome(state, seed)
        return Chosen(id=message.id, move=str(move), sure=False, **facts(Choice(move=move, line=(move,))))
    seconds = min(message.seconds or most, most)
    heard: dict[str, Any] = {"past": past, "cancel": context.cancel, "on_progress": on_progress}
    if message.player == ANALYSIS:
        choice = analyse(state, lines=message.lines, seconds=seconds, **heard)
    else:
        choice = choose(
            state,
            _player(message, context),
            clock=Clock(seconds=seconds),
            lines=message.lines,
            record=NODES if message.reasons else 0,
            seed=seed,
            **heard,
        )
    # A search stopped before it found anything still has to move.
    move = state.moves()[0] if choice.move is None else choice.move
    return Chosen(
        id=message.id,
        move=str(move),
        sure=choice.sure,
        reasons=_reasons(state, choice, context),
        **facts(choice),
    )


def _reasons(state: State, choice: Choice, context: RequestContext) -> Reasons | None:
    result = choice.search
    if result is None:
        return None
    sections = explain_reasons(state, reasons(state, result, cancel=context.cancel))
    return Reasons(tuple(Section(each.title, each.sentences) for each in sections), repeating(result))


def _player(message: Think, context: RequestContext) -> PlayerSpec:
    """Return one of Zermelo's players, or one from the command line of the lab: requests start no other code."""
    if message.player in context.players:
        return PlayerSpec.parse(message.player)
    return PlayerSpec.builtin(message.player, message.strength, message.seconds)


def _facts(state: State, choice: Choice, profile: GameProfile, lines: int) -> dict[str, Any]:
    moves = choice.moves
    if lines and moves and moves[0].visits is not None:  # simulations value every move, the best first
        moves = moves[:lines]
    return {
        "depth": choice.depth,
        "value": choice.value,
        "bound": choice.bound,
        "line": tuple(map(str, choice.line)),
        "written": tuple(format_moves(state, choice.line)),
        "mate": describe_mate(choice.mate, profile),
        "why": choice.why,
        "nodes": choice.nodes,
        "seconds": round(choice.seconds, 4),
        "moves": tuple(
            MoveValue(
                str(each.move),
                for_max(each.value),
                each.bound,
                tuple(map(str, each.line)),
                describe_mate(each.mate, profile),
                tuple(format_moves(state, each.line)),
                each.in_tables,
                each.visits,
                None if each.win_rate is None else round(each.win_rate, 4),
            )
            for each in moves
        ),
    }


def describe_mate(seen: Seen | None, profile: GameProfile) -> Mate | None:
    """Return a forced win as a message."""
    if seen is None:
        return None
    return Mate(seen.moves, f"{profile.seat(int(seen.moves < 0))}: {seen.words[0]} in {abs(seen.moves)}")
