"""zermelo match: two chess programs against each other."""

from __future__ import annotations

import sys
from collections import Counter

import click

from zermelo.cli.sources import OUTPUT_FILE, print_json, write_file
from zermelo.state import ZermeloError


@click.command()
@click.argument("first")
@click.argument("second")
@click.option(
    "--games", type=click.IntRange(2, 100_000), default=20, show_default=True, help="How many; an even number."
)
@click.option("--clock", default="2+0.02", show_default=True, help="Seconds for the game and for each move.")
@click.option("--nodes", type=click.IntRange(1), help="Nodes for each move instead of a clock.")
@click.option("--openings", metavar="FILE", help="Positions to begin from (FEN or EPD); each is played twice.")
@click.option("--skip", type=click.IntRange(0), default=0, help="Skip this many openings.")
@click.option("--at-once", type=click.IntRange(1, 256), default=1, show_default=True, help="Games at the same time.")
@click.option("--first-option", multiple=True, metavar="NAME=VALUE", help="A UCI option of the first program.")
@click.option("--second-option", multiple=True, metavar="NAME=VALUE", help="A UCI option of the second program.")
@click.option("--pgn", type=OUTPUT_FILE, help="Write the games into FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def match(
    first: str,
    second: str,
    games: int,
    clock: str,
    nodes: int | None,
    openings: str | None,
    skip: int,
    at_once: int,
    first_option: tuple[str, ...],
    second_option: tuple[str, ...],
    pgn: str | None,
    as_json: bool,
) -> None:
    """Play a match between two UCI programs, each given by its command; the word zermelo stands for this program."""
    from zermelo.games.chess import Chess
    from zermelo.games.records.epd import read_epd
    from zermelo.players.clock import TimeControl
    from zermelo.players.program_match import Score, elo, play_match, write_games
    from zermelo.programs.uci import UciProgram

    starts = [problem.state for problem in read_epd(openings)][skip:] if openings else [Chess()]
    if not starts:
        raise ZermeloError(f"{openings} has no opening after the first {skip}")
    time = TimeControl.parse(clock) if nodes is None else TimeControl(nodes=nodes)
    options = [_options(first_option), _options(second_option)]
    commands = [[sys.executable, "-m", "zermelo", "uci"] if each == "zermelo" else each for each in (first, second)]
    names = []
    for command, given in zip(commands, options, strict=True):
        with UciProgram(command, given) as program:
            names.append(program.name)

    def report(score: Score) -> None:
        if not as_json and (sys.stdout.isatty() or score.played % 20 == 0):
            click.echo(f"{score.played:5} games  {score}")

    score = play_match(
        lambda: UciProgram(commands[0], options[0]),
        lambda: UciProgram(commands[1], options[1]),
        starts,
        time,
        pairs=games // 2,
        at_once=at_once,
        on_pair=report,
    )
    if pgn is not None:
        write_file(pgn, write_games(score.games, names))
    reasons = Counter(game.reason for game in score.games)
    if as_json:
        print_json(
            {
                "programs": names,
                "games": score.played,
                "wins": score.wins,
                "draws": score.draws,
                "losses": score.losses,
                "share": round(score.share, 4),
                "margin": round(score.margin, 4),
                "elo": round(elo(score.share), 1),
                "reasons": dict(reasons),
            }
        )
        return
    click.echo(f"{names[0]} against {names[1]}: {score}")
    click.echo("ended by " + ", ".join(f"{reason} ({number})" for reason, number in reasons.most_common()))


def _options(given: tuple[str, ...]) -> dict[str, str]:
    pairs = [each.partition("=") for each in given]
    for name, sign, value in pairs:
        if not (name and sign):
            raise ZermeloError(f"write an option as NAME=VALUE, not {name + value!r}")
    return {name: value for name, _, value in pairs}
