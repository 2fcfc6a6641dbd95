"""zermelo matrix: analyse a matrix game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import click

from zermelo.catalogue import load_game, names_class
from zermelo.equilibrium import MatrixGame, stage_game
from zermelo.equilibrium.analysis import Analysis, analyse, report
from zermelo.equilibrium.dominance import MAX_MIXED_CELLS
from zermelo.equilibrium.examples import EXAMPLES
from zermelo.equilibrium.explanations import explain, format_equilibrium, format_subset
from zermelo.equilibrium.notation import parse_matrix
from zermelo.equilibrium.table import format_table
from zermelo.equilibrium.welfare import better_for_all
from zermelo.state import ZermeloError
from zermelo.terminal.completion import complete_matrix_games
from zermelo.terminal.sources import print_json, read_text

GAME_HELP = f"""GAME is a table ("-1,-1 -4,0; 0,-4 -3,-3": rows end with ;, spaces separate cells, commas separate payoffs; a
single number in each cell is MAX's payoff in a zero-sum game), JSON, the name of a file with either of these or in Gambit's
.nfg format, - for standard input, module:Class for a Python game that starts with simultaneous moves, or an example:
{", ".join(EXAMPLES)}."""
TABLE_MAY_START_WITH_MINUS = {"ignore_unknown_options": True}
"""Context settings of commands that take a GAME: an unknown option may be a table with a negative first payoff."""
MAX_LISTED = 12
_BY_ONE_ACTION = f"strictly dominated by a single action (mixes are tried up to {MAX_MIXED_CELLS} cells)"


@click.command(epilog=GAME_HELP, context_settings=TABLE_MAY_START_WITH_MINUS)
@click.argument("source", metavar="GAME", shell_complete=complete_matrix_games, type=click.UNPROCESSED)
@click.option("--rows", help="Names of the first player's actions, separated by commas.")
@click.option("--columns", help="Names of the second player's actions.")
@click.option("--players", help="Names of the players.")
@click.option(
    "--depth",
    type=click.IntRange(1),
    help="With module:Class: how many moves to look ahead; by default to the end of the game.",
)
@click.option("--weak", is_flag=True, help="Eliminate weakly dominated actions too.")
@click.option("--trace", is_flag=True, help="Explain every step: best replies, eliminations, equilibria.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def matrix(source: str, rows: str | None, columns: str | None, players: str | None, depth: int | None, weak: bool,
           trace: bool, as_json: bool) -> None:  # fmt: skip
    """Best replies, dominance, all equilibria and the value of a matrix game."""
    game = _rename(read_matrix(source, depth), rows, columns, players)
    analysis = analyse(game, weak)
    if as_json:
        document = report(analysis)
        if trace:
            document["trace"] = [step.text for step in explain(analysis)]
        print_json(document)
        return
    if trace:
        for number, step in enumerate(explain(analysis), 1):
            click.echo(f"{number:4}  {step.text}")
        return
    _print_report(analysis)


def read_matrix(source: str, depth: int | None = None) -> MatrixGame:
    """Read a GAME argument: an example's name, module:Class, a file, - for standard input, or a text."""
    if source.startswith("--"):
        raise click.NoSuchOption(source)
    if source in EXAMPLES:
        return EXAMPLES[source].game()
    if names_class(source):
        return stage_game(load_game(source), depth=depth)
    content = read_text(source, "txt|nfg|json")
    if content is None:
        if source.isidentifier():
            raise ZermeloError(f"{source!r} is neither a file nor an example: the examples are {', '.join(EXAMPLES)}")
        return parse_matrix(source)
    text, where = content
    try:
        return parse_matrix(text)
    except ZermeloError as error:
        raise ZermeloError(f"{where}: {error}") from None


def _rename(game: MatrixGame, rows: str | None, columns: str | None, players: str | None) -> MatrixGame:
    actions = list(game.actions)
    for player, (option, names) in enumerate((("--rows", rows), ("--columns", columns))):
        if names is not None:
            actions[player] = _names(option, names, len(actions[player]))
    player_names = game.players if players is None else _names("--players", players, len(game.players))
    return MatrixGame(game.cells, player_names, tuple(actions), game.title)


def _names(option: str, text: str, count: int) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    if len(names) != count:
        raise ZermeloError(f"{option} needs {count} names separated by commas, not {len(names)}")
    return names


def _print_report(analysis: Analysis) -> None:
    game = analysis.game
    if game.title:
        click.echo(f"{game.title}\n")
    table = format_table(game)
    click.echo(f"{table}\n")
    if "*" in table:
        click.echo("* a best reply\n")
    _print_dominance(analysis)
    _print_equilibria(analysis)
    if analysis.zero_sum is not None:
        solution = analysis.zero_sum
        if solution.exact:
            _print("value", [f"{solution.value} for {game.players[0]}"])
        else:
            error = float(solution.high - solution.low)
            _print(
                "value", [f"{float(solution.value):.12g} for {game.players[0]}, exact to {error:.1g} (floating point)"]
            )
        if solution.exact or max(game.shape) <= MAX_LISTED:
            mixes = zip(game.players, solution.mixes, strict=True)
            _print("play", [f"{who}: {game.format_mix(player, mix)}" for player, (who, mix) in enumerate(mixes)])
    _print("security", _security(analysis))
    if not game.zero_sum:
        _print_welfare(analysis)


def _print_welfare(analysis: Analysis) -> None:
    game = analysis.game
    _print("pareto", [_capped(map(game.format_profile, analysis.pareto))])
    most = sum(game.payoffs(analysis.social[0]))
    _print("social", [f"{_capped(map(game.format_profile, analysis.social))}  {most} together"])
    if analysis.correlated is not None:
        chances = [
            f"{chance} {game.format_profile(profile)}" for profile, chance in analysis.correlated.chances.items()
        ]
        draw = " + ".join(chances) if len(chances) > 1 else chances[0].removeprefix("1 ")
        _print(
            "correlated",
            [f"{draw}  pays {_numbers(analysis.correlated.payoffs)}, {analysis.correlated.welfare} together"],
        )
    else:
        _print("correlated", [f"left out: {analysis.left_out['correlated']}"])


def _print(head: str, lines: Iterable[str]) -> None:
    for number, line in enumerate(lines):
        click.echo(f"{'' if number else head:<12}{line}")


def _capped(names: Iterable[str], separator: str = "  ") -> str:
    listed = list(names)
    more = [f"... ({len(listed):,} in all)"] if len(listed) > MAX_LISTED else []
    return separator.join(listed[:MAX_LISTED] + more)


def _first_lines(lines: list[str]) -> list[str]:
    return lines[:MAX_LISTED] + _and_more(lines)


def _and_more(items: Sequence[object]) -> list[str]:
    return [f"... ({len(items):,} in all; --json lists them)"] if len(items) > MAX_LISTED else []


def _numbers(payoffs: Sequence[Fraction]) -> str:
    return ", ".join(map(str, payoffs))


def _print_dominance(analysis: Analysis) -> None:
    game, elimination = analysis.game, analysis.elimination
    lines = _first_lines([step.domination.explanation for step in elimination.steps])
    if elimination.solved and elimination.steps:
        lines.append(f"Only {game.format_profile([actions[0] for actions in elimination.kept])} is left.")
    elif elimination.steps:
        remaining = (
            f"{who} {_capped(names, ', ')}" for who, names in zip(game.players, elimination.game.actions, strict=True)
        )
        lines.append(f"The reduced game: {'; '.join(remaining)}.")
    eliminated = {(step.domination.player, step.domination.action) for step in elimination.steps}
    weakly = [each.explanation for each in analysis.dominated if (each.player, each.action) not in eliminated]
    if not elimination.mixes_tried:
        lines.append(f"no {'other ' if lines else ''}action is {_BY_ONE_ACTION}")
    _print("dominance", lines or ["no action is strictly dominated"])
    _print("weakly", _first_lines(weakly))


def _print_equilibria(analysis: Analysis) -> None:
    game = analysis.game
    lines = []
    for each in analysis.listed[:MAX_LISTED]:
        better = better_for_all(game, each.payoffs)
        note = f"; {game.format_profile(better[0])} is better for all" if better else ""
        lines.append(f"{format_equilibrium(game, each)}  pays {_numbers(each.payoffs)}{note}")
    lines += _and_more(analysis.listed)
    if analysis.equilibria is None:
        lines.append(f"only pure ones: {analysis.left_out['equilibria']}")
    elif analysis.equilibria.continuum:
        subsets = [
            each for component in analysis.equilibria.components if component.continuum for each in component.subsets
        ]
        lines += [format_subset(game, each) for each in subsets[:MAX_LISTED]]
    _print("equilibria", lines)


def _security(analysis: Analysis) -> list[str]:
    game, lines = analysis.game, []
    for each in analysis.security:
        line = f"{game.players[each.player]}: {each.pure} by {game.actions[each.player][each.action]}"
        if each.mix is not None and each.mixed is not None and each.mixed > each.pure:
            line += f", {each.mixed} by {game.format_mix(each.player, each.mix)}"
        lines.append(line)
    return lines
