"""zermelo search: search a position of any game."""

from __future__ import annotations

import sys
from typing import Any

import click

from zermelo.cli import exit_code
from zermelo.engine import METHODS
from zermelo.engine.auto import EXPECTIMINIMAX, MAX_N, REPORTS
from zermelo.engine.reasons import Section, explain_reasons, reasons
from zermelo.engine.record import NODES
from zermelo.engine.result import value_for
from zermelo.kinds.profile import game_profile
from zermelo.methods import METHOD_NAMES
from zermelo.methods import search as search_position
from zermelo.records.positions import format_move, parse_position
from zermelo.result import (
    Pass,
    Result,
    RootMove,
    SearchInterrupted,
    format_bounded,
    format_found,
    format_line,
    plain_move,
    plain_value,
)
from zermelo.state import CHANCE, MAX, MIN, SIMULTANEOUS, State
from zermelo.terminal.completion import complete_games
from zermelo.terminal.declared import click_option
from zermelo.terminal.sources import Name, print_json

GAME_HELP = """GAME is one of Zermelo's games (connect_four, othello, tic_tac_toe, nim, ...), a rule sheet (breakthrough.kif,
or a .kif file of your own), or your own, as module:Class, as file.py:Class or as a shared library (./mygame.so). A position
is written in the game's notation: columns for Connect Four (4455), moves (f5d6c3) or a board for Othello, a FEN or moves (1.
e4 e5) for chess and anti-chess, a FEN (B:W21,K5:B1,2) or moves (11-15 23-19) for checkers, moves or a board for Breakthrough
(a2a3 b7b6) and Hex (f6 e7, or 3/1r1/2b), and for any other game the moves from its start with spaces between them, and _ for
a space within one."""
TABLE = click.IntRange(1, 1 << 20)


def facts(state: State, result: Result[Any]) -> dict[str, Any]:
    """Return what `search` and `solve` print as JSON.

    `value`, `win_rate` and `mate` are MAX's, `score` is for the player to move, MAX's where all move or chance does. For a
    coalition both are the sum of the partners' payoffs; where there is a payoff for each player, `value` has them all.
    """
    value = plain_value(result.value)
    if isinstance(value, list):
        score = value[state.player] if state.player >= MAX else None
    else:
        turned = value is not None and state.player == MIN and result.method not in ("paranoid", "coalition")
        score = -value if turned else value
    return {
        "method": result.method,
        "value": value,
        "score": score,
        "bound": result.bound,
        "win_rate": result.win_rate,
        "mate": None if result.mate is None else result.mate.moves,
        "move": None if result.move is None else _plain_move(state, result.move),
        "line": [_plain_move(state, move) for move in result.line]
        if result.strategies
        else list(map(plain_move, result.line)),
        "in_tables": result.in_tables,
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "stopped": result.stopped,
        **(
            {"strategies": [list(map(_strategy_facts, moves)) for moves in result.strategies]}
            if result.strategies
            else {}
        ),
    }


def method_options(command: Any) -> Any:
    """Give a command the options of all methods of the engine, but for those that change only the report."""
    options = {option.name: option for method in METHODS for option in method.declaration.options}
    for name in REPORTS:
        del options[name]
    for option in reversed(list(options.values())):
        owners = [method.name for method in METHODS if method.declaration.has_option(option.name)]
        command = click_option(option, owners)(command)
    return command


@click.command(epilog=GAME_HELP)
@click.argument("game", shell_complete=complete_games)
@click.option("--position", help="The position to search; the start of the game by default.")
@click.option(
    "--method",
    type=Name(METHOD_NAMES),
    default="auto",
    show_default=True,
    metavar="NAME",
    help=f"One of: {', '.join(METHOD_NAMES)}.",
)
@click.option("--depth", type=int, help="Stop after this many moves.")
@click.option("--seconds", type=float, help="Stop after this many seconds; 5 if there is no other limit.")
@click.option("--nodes", type=int, help="Stop after this many nodes.")
@click.option("--threads", type=int, default=1, show_default=True, help="Threads to use.")
@click.option(
    "--lines",
    type=int,
    default=1,
    show_default=True,
    help="How many of the best moves to show; outcomes of chance and mixed strategies are shown in full.",
)
@click.option("--table", type=TABLE, help="Size of the transposition table in MB; 64 by default.")
@method_options
@click.option(
    "--why", is_flag=True, help="Say why: the line, what refutes other moves, the choice at each depth, what weighs."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def search(game: str, position: str | None, why: bool, as_json: bool, **options: Any) -> int:
    """Search a position as deep as the limits allow."""
    asked = {name: value for name, value in options.items() if value is not None}
    if not asked.keys() & {"depth", "seconds", "nodes", "simulations"}:
        asked["seconds"] = 5.0
    if why and options["method"] in ("auto", *(each.name for each in METHODS if each.declaration.has_option("record"))):
        asked["record"] = NODES
    state = parse_position(game, position)
    on_depth = None if as_json or not sys.stdout.isatty() else _print_pass
    try:
        result = search_position(state, on_depth=on_depth, **asked)
    except SearchInterrupted as stop:
        result = stop.result
    shown = best_moves(state, result, asked["lines"])
    sections = explain_reasons(state, reasons(state, result)) if why else ()
    if as_json:
        more = {"why": {each.title: each.sentences for each in sections}} if why else {}
        print_json(facts(state, result) | {"proven": result.proven, "lines": list(map(_line_facts, shown))} | more)
        return exit_code(result.stopped)
    click.echo(str(state))
    click.echo()
    if state.player == CHANCE or not shown:
        click.echo(f"{format_found(result):>8}  {_what_has_it(state, result)}")
    for each in shown:
        click.echo(f"{format_found(each):>8}  {format_line(each.line, in_tables=each.in_tables)}")
    for player, moves in enumerate(result.strategies):
        name = game_profile(type(state)).seat(player)
        for choice in sorted(moves, key=lambda move: -move.probability):
            mean = "" if choice.mean is None else f"  {format_bounded(choice.mean, result.bound)}"
            click.echo(f"{float(choice.probability):>8.1%}  {name} {choice.move}{mean}")
    click.echo(_summary(result))
    for section in sections:
        _print_section(section)
    return exit_code(result.stopped)


def best_moves(state: State, result: Result[Any], lines: int) -> list[RootMove[Any]]:
    """Return the best of the root moves, the chosen one first; where chance moves, all outcomes."""
    if state.player == CHANCE:
        return list(result.moves)
    moves = list(result.moves)
    if result.method in (EXPECTIMINIMAX.name, MAX_N.name):  # others have them best first
        known = [each for each in moves if each.value is not None]
        known.sort(key=lambda each: (each.move != result.move, -value_for(state.player, each.value)))
        moves = [*known, *(each for each in moves if each.value is None)]
    return moves[:lines]


def _what_has_it(state: State, result: Result[Any]) -> str:
    """Say what has the value that no move has."""
    if state.utility() is not None:
        return "the game is over"
    if state.player == CHANCE:
        return "on average over the outcomes"
    return "the position, where all move" if result.strategies else format_line(result.line)


def _print_section(section: Section) -> None:
    click.echo(f"\n{section.title}")
    for sentence in section.sentences:
        click.echo(f"  {sentence}")


def _plain_move(state: State, move: Any) -> Any:
    return format_move(state, move) if state.player == SIMULTANEOUS else plain_move(move)


def _strategy_facts(each: Any) -> dict[str, Any]:
    return {
        "move": plain_move(each.move),
        "probability": plain_value(each.probability),
        "visits": each.visits,
        "mean": plain_value(each.mean),
    }


def _line_facts(each: Any) -> dict[str, Any]:
    return {
        "move": str(each.move),
        "value": plain_value(each.value),
        "bound": each.bound,
        "mate": None if each.mate is None else each.mate.moves,
        "visits": each.visits,
        "win_rate": each.win_rate,
        "line": list(map(str, each.line)),
        "in_tables": each.in_tables,
    }


def _summary(result: Result[Any]) -> str:
    sure = "proven" if result.proven else f"depth {result.depth}" if result.depth else "estimated"
    speed = result.nodes / max(result.seconds, 1e-9)
    branching = f", branching {result.branching:.2f}" if result.depth else ""
    return f"{result.method}, {sure}, {result.nodes:,} nodes, {result.seconds:.2f} s, {speed:,.0f} nodes/s{branching}"


def _print_pass(each: Pass[Any]) -> None:
    click.echo(
        f"depth {each.depth or 0:3}  {format_found(each):>8}  {format_line(each.line, in_tables=each.in_tables)}",
        err=True,
    )
