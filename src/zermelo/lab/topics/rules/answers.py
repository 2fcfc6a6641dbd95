"""Answers of the Rules page: mistakes, positions and moves of a game that a visitor describes. Rules come from anybody, so the lab
takes less text and grounds them with less time and memory than the command line. The server keeps nothing between two questions,
but a worker remembers its latest games."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import SystemRandom
from typing import Any

from zermelo.engine.reasons import explain_reasons, reasons
from zermelo.engine.record import NODES
from zermelo.games.gdl.checks import find_mistakes
from zermelo.games.gdl.formatter import format_rules
from zermelo.games.gdl.game import GdlGame, make_game
from zermelo.games.gdl.mistakes import RuleSheetError, shortened
from zermelo.games.gdl.reader import read_rules
from zermelo.games.gdl.sheets import sheet_names, sheet_text, sheet_title
from zermelo.kinds.profile import begin
from zermelo.lab.context import RequestContext
from zermelo.lab.facts import fact_table
from zermelo.lab.messages import MoveValue
from zermelo.lab.topics.rules.messages import (
    RuleMistake,
    RulesCheck,
    RulesChecked,
    RulesChoice,
    RulesGame,
    RuleSheetInfo,
    RulesMenu,
    RulesNet,
    RulesPosition,
    RulesSheets,
    RulesSource,
    RulesThink,
)
from zermelo.players import Choice, Clock, PlayerSpec, choose, players_of, survey
from zermelo.players.choice import for_max
from zermelo.registry import format_some
from zermelo.state import Payoff, ZermeloError, format_count, format_number

LONGEST_TEXT = 200_000
GROUNDING: dict[str, Any] = {"seconds": 5.0, "megabytes": 512, "output": 16 << 20}
READY_SECONDS = 10.0
"""Within which a game must be ready, grounded or interpreted."""
MOST_SHOWN = 5_000
"""Facts of a state, and moves of a role."""
MOST_SECONDS = 10.0
"""For a move."""
_RATE_SECONDS = 0.05


def sheets(_: RulesMenu, context: RequestContext) -> RulesSheets:
    """Return the rule sheets of Zermelo."""
    return RulesSheets(tuple(RuleSheetInfo(name, sheet_title(name), sheet_text(name)) for name in sheet_names()))


def check(message: RulesCheck, context: RequestContext) -> RulesChecked:
    """Return the mistakes in a rule sheet and, if it is asked for, the sheet in one layout."""
    _check_length(message.text)
    formatted = None
    if message.format:
        with suppress(RuleSheetError):
            formatted = format_rules(read_rules(message.text))
    mistakes = find_mistakes(message.text if formatted is None else formatted)
    return RulesChecked(
        tuple(RuleMistake(each.line, each.column, each.end_column, each.sentence, each.warning) for each in mistakes),
        formatted,
    )


def open(message: RulesSource, context: RequestContext) -> RulesGame:
    """Return what is known of the game that a rule sheet describes, and a position of it."""
    states = _states(message, context)
    start = states[0]
    rules: Any = start.rules
    one_game = () if start.note else (False,)
    steps, seconds = rules.random_play(_RATE_SECONDS, 1, *one_game)
    return RulesGame(
        roles=start.seats,
        turns=rules.turns,
        players=players_of(start, survey(start, cancel=context.cancel)),
        note=start.note,
        steps=steps / seconds if seconds else 0.0,
        net=None if start.note else _net(start),
        movers=tuple(state.player for state in states[:-1]) if rules.turns else (),
        position=_position(states),
    )


def _net(start: GdlGame) -> RulesNet:
    rules = start.rules
    steps, seconds = rules.random_play(_RATE_SECONDS, 1, True)
    return RulesNet(
        facts=len(rules.facts),
        moves=sum(map(len, rules.moves)),
        gates=rules.gates,
        seconds=round(start.grounding_seconds, 3),
        sliced_steps=steps / seconds,
    )


def position(message: RulesSource, context: RequestContext) -> RulesPosition:
    """Describe a position for the page."""
    return _position(_states(message, context))


def think(message: RulesThink, context: RequestContext) -> RulesChoice:
    """Return the move that a player chooses for a role, within the limits of the lab."""
    *past, state = _states(message.source, context)
    if not 0 <= message.role < len(state.seats):
        raise ZermeloError(f"role must be from 0 to {len(state.seats) - 1}, not {message.role}")
    if state.utility() is not None:
        raise ZermeloError("the game is over: there is nothing to choose")
    if state.rules.turns and state.player != message.role:
        raise ZermeloError(f"it is the turn of {state.seats[state.player]}, not of {state.seats[message.role]}")
    player = PlayerSpec.builtin(message.player, message.strength, message.seconds)
    most = min(context.settings.caps.seconds, MOST_SECONDS)
    choice = choose(
        state,
        player,
        past=past,
        clock=Clock(seconds=min(message.seconds or most, most)),
        lines=0,
        record=NODES,
        seed=SystemRandom().getrandbits(32),
        cancel=context.cancel,
        seat=None if state.rules.turns else message.role,
    )
    # A search stopped before it found anything still has to move.
    move = state.legal(message.role)[0] if choice.move is None else choice.move
    return RulesChoice(
        move=str(move),
        value=choice.value,
        bound=choice.bound,
        sure=choice.sure,
        moves=tuple(
            MoveValue(
                str(each.move),
                for_max(each.value),
                each.bound,
                visits=each.visits,
                win_rate=None if each.win_rate is None else round(each.win_rate, 4),
            )
            for each in choice.moves[:MOST_SHOWN]
        ),
        nodes=choice.nodes,
        seconds=round(choice.seconds, 4),
        why=begin(_why(state, message.role, choice, str(move), player, context)),
    )


def _states(source: RulesSource, context: RequestContext) -> list[GdlGame]:
    """Return every state of a game, from the start to the state that a source describes."""
    _check_length(source.text)
    context.check_moves(len(source.moves))
    game = make_game(source.text, progress=lambda _: not context.cancel(), within=READY_SECONDS, **GROUNDING)
    states = [game()]
    for number, move in enumerate(source.moves, 1):
        state = states[-1]
        shown = shortened(" ".join(move))
        if state.utility() is not None:
            raise ZermeloError(f"move {number} ({shown}): the game is over before it")
        if len(move) != len(game.seats):
            raise ZermeloError(
                f"move {number} ({shown}) has {len(move)} parts for {format_count(len(game.seats), 'role')}"
            )
        for role, (seat, part) in enumerate(zip(game.seats, move, strict=True)):
            if part not in (legal := state.legal(role)):
                some = format_some(legal)
                raise ZermeloError(f"move {number} ({shortened(part)}) is not legal there for {seat}: {some}")
        states.append(state.play(move))
    return states


def _position(states: Sequence[GdlGame]) -> RulesPosition:
    *past, state = states
    over = state.utility() is not None
    legal = tuple(() if over else tuple(state.legal(role)) for role in range(len(state.seats)))
    if (most := max(len(state.facts()), *map(len, legal))) > MOST_SHOWN:
        raise ZermeloError(f"a state of {most:,} facts or moves is too large here: the page shows {MOST_SHOWN:,}")
    mover = None if over or not state.rules.turns else state.player
    goals = state.goals() if over else ()
    return RulesPosition(
        player=mover,
        table=fact_table(state, past[-1] if past else None),
        legal=legal,
        goals=goals,
        over=over,
        says=begin(_standing(state, mover, legal, goals)),
    )


def _standing(state: GdlGame, mover: int | None, legal: tuple[tuple[str, ...], ...], goals: tuple[int, ...]) -> str:
    """Say whose turn it is, or how the game ended."""
    if goals:
        results = (f"{seat} {goal}" for seat, goal in zip(state.seats, goals, strict=True))
        return f"The game is over: {', '.join(results)} of 100."
    if mover is not None:
        return f"{state.seats[mover]} to move."
    choosing = [seat for seat, moves in zip(state.seats, legal, strict=True) if len(moves) > 1]
    if len(choosing) > 1:
        return f"{', '.join(choosing[:-1])} and {choosing[-1]} move at the same time."
    return f"{choosing[0]} to move." if choosing else "Every role has one move."


def _why(state: GdlGame, role: int, choice: Choice, move: str, player: PlayerSpec, context: RequestContext) -> str:
    """Say why a player chose its move, in a sentence."""
    seat = state.seats[role]
    plays = f"{seat} plays {move}"
    if choice.why:
        return f"{plays}, {choice.why}."
    best = next((each for each in choice.moves if str(each.move) == move), None)
    if choice.value is not None and state.rules.zero_sum:
        own = -choice.value if role else choice.value
        # A result of simulations is proven unless it is an estimate.
        simulated = best is not None and best.visits is not None
        wins = own > 0 and choice.bound == ("upper" if role else "lower")
        if choice.sure or (simulated and (choice.bound == "exact" or wins)):
            if len(state.seats) == 1:
                return f"{plays}, which is proven to lead to the goal {format_number(own)}."
            return f"{plays}, which is proven to {'win' if own > 0 else 'lose' if own else 'draw'}."
    if best is not None and best.visits:
        total = sum(each.visits or 0 for each in choice.moves)
        tried = f"{plays}: {best.visits:,} of {format_count(total, 'simulation')} begin with it"
        if best.win_rate is not None:
            return f"{tried}, in which {seat} scores {1 - best.win_rate if role else best.win_rate:.0%}."
        goal = None if best.value is None else _goal(state, role, best.value)
        return f"{tried}." if goal is None else f"{tried}, in which {seat} gets {goal:.1f} on average."
    if choice.search is not None:
        for section in explain_reasons(state, reasons(state, choice.search, cancel=context.cancel)):
            if section.sentences:
                return f"{seat}: {section.sentences[0]}"
    if choice.value is not None:
        about = "" if choice.bound == "exact" else "about "
        return f"{plays}, worth {about}{format_number(choice.value)} to {state.seats[0]}."
    return f"{plays}, any legal move." if player.name == "random" else f"{plays}."


def _check_length(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise ZermeloError(
            f"rules of {len(text):,} characters are too long here: the lab reads {LONGEST_TEXT:,}, and zermelo play any number"
        )


def _goal(state: GdlGame, role: int, value: Payoff) -> float:
    """Return what a role gets: of two roles that share a constant sum, a value is the first one's goal less the second's."""
    if isinstance(value, tuple):
        return float(value[role])
    number = float(value)
    if len(state.seats) == 1:
        return number
    return (float(state.rules.sum or 0) + (-number if role else number)) / 2
