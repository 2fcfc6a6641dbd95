"""zermelo matrix: what can be said of a game in which everybody chooses at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import click

from zermelo.cli.sources import print_json, read_text
from zermelo.equilibrium import MatrixGame, stage_game
from zermelo.equilibrium.analysis import Analysis, analyse, report
from zermelo.equilibrium.dominance import MOST_MIXED
from zermelo.equilibrium.examples import EXAMPLES
from zermelo.equilibrium.reading import parse_matrix
from zermelo.equilibrium.table import format_table
from zermelo.equilibrium.telling import format_equilibrium, format_mix, format_subset, tell
from zermelo.equilibrium.welfare import better_for_all
from zermelo.games import load_game, names_class
from zermelo.state import ZermeloError

GAME_HELP = f"""GAME is a table ("-1,-1 -4,0; 0,-4 -3,-3": rows end with ;, cells are parted by spaces, payoffs by commas; a
single number in each cell is MAX's payoff in a zero-sum game), JSON, a Gambit .nfg file or any file with such a text, - for
standard input, a game of your own that begins with moves at the same time, as module:Class, or an example:
{", ".join(EXAMPLES)}."""
MINUS_BEGINS_A_TABLE = {"ignore_unknown_options": True}
"""For a command that takes a GAME: what looks like an unknown option may be a table whose first payoff is negative."""
MOST_LISTED = 12
_ALONE = f"strictly dominated by another one alone (mixes are tried up to {MOST_MIXED} cells)"


@click.command(epilog=GAME_HELP, context_settings=MINUS_BEGINS_A_TABLE)
@click.argument("source", metavar="GAME", type=click.UNPROCESSED)
@click.option("--rows", help="What the first player's actions are called, with commas between them.")
@click.option("--columns", help="What the second player's actions are called.")
@click.option("--players", help="What the players are called.")
@click.option(
    "--depth", type=click.IntRange(1), help="With module:Class: how many moves are looked ahead, by default all."
)
@click.option("--weak", is_flag=True, help="Let elimination take weakly dominated actions away too.")
@click.option("--trace", is_flag=True, help="Tell every step in a sentence: replies, eliminations, equilibria.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def matrix(source: str, rows: str | None, columns: str | None, players: str | None, depth: int | None, weak: bool,
           trace: bool, as_json: bool) -> None:  # fmt: skip
    """Best replies, dominance, all equilibria and the value of a matrix game."""
    game = _renamed(read_matrix(source, depth), rows, columns, players)
    found = analyse(game, weak)
    if as_json:
        document = report(found)
        if trace:
            document["trace"] = [step.says for step in tell(found)]
        print_json(document)
        return
    if trace:
        for number, step in enumerate(tell(found), 1):
            click.echo(f"{number:4}  {step.says}")
        return
    _print_report(found)


def read_matrix(source: str, depth: int | None = None) -> MatrixGame:
    """What GAME stands for: an example's name, the state in which somebody's game begins, a file, - for standard input, or the
    game's own text."""
    if source.startswith("--"):
        raise click.NoSuchOption(source)
    if source in EXAMPLES:
        return EXAMPLES[source].game()
    if names_class(source):
        return stage_game(load_game(source), depth=depth)
    found = read_text(source, "txt|nfg|json")
    if found is None:
        if source.isidentifier():
            raise ZermeloError(f"{source!r} is neither a file nor an example: {', '.join(EXAMPLES)} are examples")
        return parse_matrix(source)
    text, where = found
    try:
        return parse_matrix(text)
    except ZermeloError as error:
        raise ZermeloError(f"{where}: {error}") from None


def _renamed(game: MatrixGame, rows: str | None, columns: str | None, players: str | None) -> MatrixGame:
    actions = list(game.actions)
    for player, (option, names) in enumerate((("--rows", rows), ("--columns", columns))):
        if names is not None:
            actions[player] = _names(option, names, len(actions[player]))
    called = game.players if players is None else _names("--players", players, len(game.players))
    return MatrixGame(game.cells, called, tuple(actions), game.title)


def _names(option: str, text: str, count: int) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    if len(names) != count:
        raise ZermeloError(f"{option} needs {count} names with commas between them, not {len(names)}")
    return names


def _print_report(found: Analysis) -> None:
    game = found.game
    if game.title:
        click.echo(f"{game.title}\n")
    table = format_table(game)
    click.echo(f"{table}\n")
    if "*" in table:
        click.echo("* a best reply\n")
    _print_dominance(found)
    _print_equilibria(found)
    if found.zero_sum is not None:
        value = found.zero_sum
        if value.exact:
            _print("value", [f"{value.value} for {game.players[0]}"])
        else:
            _print(
                "value", [f"{float(value.value):.12g}, exact to {float(value.high - value.low):.1g} (floating point)"]
            )
        if value.exact or max(game.shape) <= MOST_LISTED:
            _print("play", [f"{who}: {format_mix(game, at, value.mixes[at])}" for at, who in enumerate(game.players)])
    _print("security", _security(found))
    if not game.zero_sum:
        _print_welfare(found)


def _print_welfare(found: Analysis) -> None:
    game = found.game
    _print("pareto", [_capped(map(game.called, found.pareto))])
    most = sum(game.payoffs(found.social[0]))
    _print("social", [f"{_capped(map(game.called, found.social))}  {most} together"])
    if found.correlated is not None:
        chances = [f"{chance} {game.called(profile)}" for profile, chance in found.correlated.chances.items()]
        says = " + ".join(chances) if len(chances) > 1 else chances[0].removeprefix("1 ")
        _print(
            "correlated", [f"{says}  pays {_numbers(found.correlated.payoffs)}, {found.correlated.welfare} together"]
        )
    else:
        _print("correlated", [f"left out: {found.left_out['correlated']}"])


def _print(head: str, lines: Iterable[str]) -> None:
    for number, line in enumerate(lines):
        click.echo(f"{'' if number else head:<12}{line}")


def _capped(words: Iterable[str], between: str = "  ") -> str:
    known = list(words)
    more = [f"... ({len(known):,} in all)"] if len(known) > MOST_LISTED else []
    return between.join(known[:MOST_LISTED] + more)


def _first_lines(lines: list[str]) -> list[str]:
    return lines[:MOST_LISTED] + _and_more(lines)


def _and_more(known: Sequence[object]) -> list[str]:
    return [f"... ({len(known):,} in all; --json lists them)"] if len(known) > MOST_LISTED else []


def _numbers(payoffs: Sequence[Fraction]) -> str:
    return ", ".join(map(str, payoffs))


def _print_dominance(found: Analysis) -> None:
    game, done = found.game, found.elimination
    lines = _first_lines([step.domination.says for step in done.steps])
    if done.solved and done.steps:
        lines.append(f"Only {game.called([each[0] for each in done.kept])} is left.")
    elif done.steps:
        left = (f"{who} {_capped(names, ', ')}" for who, names in zip(game.players, done.game.actions, strict=True))
        lines.append(f"What is left: {'; '.join(left)}.")
    gone = {(step.domination.player, step.domination.action) for step in done.steps}
    weakly = [each.says for each in found.dominated if (each.player, each.action) not in gone]
    if not done.mixes_tried:
        lines.append(f"no other action is {_ALONE}" if lines else f"no action is {_ALONE}")
    _print("dominance", lines or ["no action is strictly dominated"])
    _print("weakly", _first_lines(weakly))


def _print_equilibria(found: Analysis) -> None:
    game = found.game
    lines = []
    for each in found.listed[:MOST_LISTED]:
        better = better_for_all(game, each.payoffs)
        note = f"; {game.called(better[0])} is better for all" if better else ""
        lines.append(f"{format_equilibrium(game, each)}  pays {_numbers(each.payoffs)}{note}")
    lines += _and_more(found.listed)
    if found.equilibria is None:
        lines.append(f"pure ones only: {found.left_out['equilibria']}")
    elif found.equilibria.continuum:
        subsets = [
            each for component in found.equilibria.components if component.continuum for each in component.subsets
        ]
        lines += [format_subset(game, each) for each in subsets[:MOST_LISTED]]
    _print("equilibria", lines)


def _security(found: Analysis) -> list[str]:
    game, lines = found.game, []
    for each in found.security:
        line = f"{game.players[each.player]}: {each.pure} by {game.actions[each.player][each.action]}"
        if each.mix is not None and each.mixed is not None and each.mixed > each.pure:
            line += f", {each.mixed} by {format_mix(game, each.player, each.mix)}"
        lines.append(line)
    return lines
