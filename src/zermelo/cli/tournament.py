"""zermelo tournament: players against each other in any game of two."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

import click

from zermelo.cli.print_table import print_table
from zermelo.cli.search import GAME_HELP
from zermelo.cli.sources import print_json
from zermelo.games.records.moves import format_moves
from zermelo.games.records.positions import parse_position
from zermelo.games.survey import survey
from zermelo.limits import interruptible
from zermelo.players import PLAYERS, PlayerSpec, players_of
from zermelo.players.tournament import (
    Played,
    Standing,
    check_tournament,
    play_tournament,
    points_against,
    standings,
)
from zermelo.state import State, ZermeloError

PLAYERS_HELP = f"""A SPEC is {", ".join(kind.form for kind in PLAYERS)}, or your own as module:function or file.py:function.
Without its options a player takes the usual ones; engine:2s, mcts:2s and so on think that long for every move."""
USUAL = ("engine", "alpha_beta:3", "mcts", "random")


@click.command(epilog=f"{PLAYERS_HELP}\n\n{GAME_HELP}")
@click.argument("game")
@click.option(
    "--players",
    metavar="SPEC,...",
    help=f"Who plays; by default those of {', '.join(USUAL)} that suit the game.",
)
@click.option("--games", type=int, default=10, show_default=True, help="Games of each two players, an even number.")
@click.option(
    "--opening",
    default="2",
    show_default=True,
    metavar="MOVES|ballots",
    help="How many random moves begin each pair of games; ballots are the three-move openings of checkers.",
)
@click.option(
    "--seconds", type=click.FloatRange(0.001), default=5.0, show_default=True, help="The most seconds for a move."
)
@click.option("--position", help="Where to begin; the start of the game by default.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed draws the same openings.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def tournament(
    game: str,
    players: str | None,
    games: int,
    opening: str,
    seconds: float,
    position: str | None,
    seed: int,
    as_json: bool,
) -> int:
    """Let players play a round robin: each pair meets with both sides. Ctrl-C ends it with the table so far."""
    start = parse_position(game, position)
    entrants = [PlayerSpec.parse(spec) for spec in (USUAL if players is None else players.split(","))]
    if players is None:
        suitable = players_of(start, survey(start))
        entrants = [spec for spec in entrants if spec.name in suitable]
    openings = _openings(start, opening)
    check_tournament(start, entrants, games, openings)
    total = len(entrants) * (len(entrants) - 1) // 2 * games
    played: list[Played] = []
    with interruptible() as interrupted, _progress(total, as_json) as advance:
        for each in play_tournament(
            start, entrants, games=games, opening=openings, seconds=seconds, seed=seed, cancel=interrupted.is_set
        ):
            played.append(each)
            advance()
    table = standings(entrants, played)
    if as_json:
        print_json(_document(game, start, table, played, interrupted.is_set()))
    else:
        _print(table, played)
    return 130 if interrupted.is_set() else 0


def _openings(start: State, text: str) -> int | Sequence[Sequence[Any]]:
    if text == "ballots":
        from zermelo.games.records.ballots import ballots_of

        return ballots_of(start)
    try:
        return int(text)
    except ValueError:
        raise ZermeloError(f"--opening is a number of random moves or ballots, not {text[:40]!r}") from None


def _progress(total: int, quiet: bool) -> Any:
    if quiet or not sys.stdout.isatty():
        return nullcontext(lambda: None)
    from rich.progress import Progress

    @contextmanager
    def shown() -> Iterator[Any]:
        with Progress(transient=True) as progress:
            task = progress.add_task("games", total=total)
            yield lambda: progress.advance(task)

    return shown()


def _print(table: list[Standing], played: list[Played]) -> None:
    names = [str(each.player) for each in table]
    print_table(
        ("player", "points", "won", "drawn", "lost", *names),
        [
            (
                name,
                f"{row.points:g}/{row.games}",
                *map(str, (row.wins, row.draws, row.losses)),
                *("·" if other is row else f"{points_against(row.player, other.player, played):g}" for other in table),
            )
            for name, row in zip(names, table, strict=True)
        ],
    )
    for game in played:
        if " forfeits: " in game.reason:
            click.echo(f"{game.first} against {game.second}: {game.reason}")


def _document(
    game: str, start: State, table: list[Standing], played: list[Played], interrupted: bool
) -> dict[str, Any]:
    return {
        "game": game,
        "standings": [
            {
                "player": str(each.player),
                "points": each.points,
                "games": each.games,
                "wins": each.wins,
                "draws": each.draws,
                "losses": each.losses,
            }
            for each in table
        ],
        "games": [
            {
                "first": str(each.first),
                "second": str(each.second),
                "points": each.points,
                "moves": format_moves(start, each.moves),
                "ending": each.reason,
            }
            for each in played
        ],
        "interrupted": interrupted,
    }
