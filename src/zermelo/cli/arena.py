"""zermelo arena: tournaments of players in any game, kept in a store and rated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf, isfinite
from time import monotonic
from typing import Any

import click

from zermelo.arena.games import Adjudication, PlayedGame
from zermelo.arena.match_test import MatchTest
from zermelo.arena.openings import read_openings
from zermelo.arena.report import make_report, sentences, table_rows, to_document
from zermelo.arena.schedule import SCHEDULES, make_schedule
from zermelo.arena.sprt import Sprt
from zermelo.arena.store import Store
from zermelo.arena.tournament import Event, play_event
from zermelo.cli.search import GAME_HELP
from zermelo.cluster import open_executor
from zermelo.kinds.survey import survey
from zermelo.players import PlayerSpec, TimeControl, players_of
from zermelo.players.suitability import PATIENCE
from zermelo.records.positions import parse_position
from zermelo.state import ZermeloError
from zermelo.terminal.cluster_options import cluster_options
from zermelo.terminal.completion import complete_files, complete_games, complete_players
from zermelo.terminal.player_help import PLAYERS_HELP
from zermelo.terminal.print_table import print_table
from zermelo.terminal.progress import progress_bar
from zermelo.terminal.sources import MOST_NODES, FiniteRange, Name, print_json, print_warning

USUAL = ("engine", "alpha_beta:3", "mcts", "random")
USUAL_SECONDS = 5.0
_LOOK = 1.0
"""Seconds between looks at the games that other runs have put into the store."""


@click.command(epilog=f"{PLAYERS_HELP}\n\n{GAME_HELP}")
@click.argument("game", shell_complete=complete_games)
@click.argument("players", nargs=-1, metavar="[SPEC]...", shell_complete=complete_players)
@click.option(
    "--schedule",
    type=Name(SCHEDULES),
    default="round-robin",
    show_default=True,
    help="Who meets whom; in a gauntlet the first player meets all others.",
)
@click.option("--games", type=int, help="Games of each meeting, as many with every seat; 10 by default, 2 in a round.")
@click.option("--rounds", type=click.IntRange(1, 512), help="Rounds of a Swiss tournament; 5 by default.")
@click.option(
    "--store",
    metavar="FILE",
    shell_complete=complete_files,
    help="Keep the games there, and play only those that are not in it yet.",
)
@click.option("--clock", metavar="BASE+INCREMENT", help="A game clock: seconds for the game and for each move.")
@click.option("--seconds", type=FiniteRange(0.001, 86_400), help="The most seconds for a move; 5 without any limit.")
@click.option("--nodes", type=click.IntRange(1, MOST_NODES), help="The most nodes for a move.")
@click.option("--depth", type=click.IntRange(1, 1000), help="The most plies that players look ahead.")
@click.option(
    "--opening",
    default="2",
    show_default=True,
    metavar="MOVES|ballots|FILE",
    help="How many random moves begin each pair of games; ballots are the three-move openings of checkers; a FILE has a "
    "position in each line.",
)
@click.option("--position", help="Where to begin; the start of the game by default.")
@click.option(
    "--adjudicate",
    metavar="VALUE[:MOVES]",
    help="End a game as won once all values are at least VALUE for one side for so many moves, 6 by default.",
)
@click.option(
    "--adjudicate-draw",
    metavar="VALUE[:MOVES[:FROM]]",
    help="End it as drawn once all values are at most VALUE for so many moves, 10 by default, from move FROM on, 60 by default.",
)
@click.option(
    "--plies", type=click.IntRange(1, 100_000), default=2_000, show_default=True, help="Longer games are drawn."
)
@click.option(
    "--sprt",
    metavar="ELO0,ELO1[,ALPHA,BETA]",
    help="Stop once it is decided whether the first of two players is better by ELO0 or by ELO1.",
)
@click.option(
    "--patience",
    type=FiniteRange(0.1, 86_400),
    default=PATIENCE,
    show_default=True,
    help="Seconds beyond its time for which a player from outside may be silent before it forfeits.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed draws the same openings.")
@cluster_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def arena(
    game: str,
    players: tuple[str, ...],
    schedule: str,
    games: int | None,
    rounds: int | None,
    store: str | None,
    clock: str | None,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    opening: str,
    position: str | None,
    adjudicate: str | None,
    adjudicate_draw: str | None,
    plies: int,
    sprt: str | None,
    patience: float,
    seed: int,
    jobs: int,
    ray: str | None,
    as_json: bool,
) -> int:
    """Let players compete in any game. Without players the usual ones compete that suit the game.

    Each opening is played with every seat. Games are kept in the store: a tournament that was interrupted goes on where it was,
    and more games or players add to it. Ctrl-C ends with the table so far.
    """
    start = parse_position(game, position)
    entrants = [PlayerSpec.parse(spec) for spec in players or USUAL]
    if not players:
        suitable = players_of(start, survey(start))
        entrants = [spec for spec in entrants if spec.name in suitable]
    seats = survey(start).kind.players
    usual = seats if schedule in ("swiss", "knock-out") else 10 if seats == 2 else 2 * seats
    event = Event(
        start,
        tuple(entrants),
        make_schedule(schedule, usual if games is None else games, rounds),
        game=game,
        position=position,
        openings=read_openings(game, start, opening),
        time=_time(clock, seconds, nodes, depth),
        adjudication=_adjudication(adjudicate, adjudicate_draw),
        most_plies=plies,
        seed=seed,
        patience=patience,
    )
    test = None if sprt is None else _sprt(sprt, event)
    interrupted = False
    with (
        Store(store, on_damage=print_warning) as kept,
        open_executor(jobs, ray) as executor,
        progress_bar("games", event.games(), shown=not as_json) as advance,
    ):
        number = kept.event(event.settings())
        before, done, looked = sum(map(event.includes, kept.games(number))), 0, 0.0

        def on_game(played: PlayedGame) -> bool:
            nonlocal done, looked
            done += 1
            advance(before + done)
            if test is None:
                return False
            test.add(played)
            if store is not None and monotonic() > looked + _LOOK:
                looked = monotonic()
                _count_stored(test, event, kept, number)
            return test.decision is not None

        if test is not None:
            _count_stored(test, event, kept, number)
        decided = test is not None and test.decision is not None
        try:
            play_event(event, kept, executor=executor, cancel=lambda: decided, on_game=on_game)
        except KeyboardInterrupt:
            interrupted = True
        if test is not None:
            _count_stored(test, event, kept, number)
        report = make_report(filter(event.includes, kept.games(number)), [str(spec) for spec in entrants])
        winners = event.winners(kept.results(number))
        told = sentences(report, filter(event.includes, kept.games(number)))
        if winners:
            shared = "wins" if len(winners) == 1 else "share the first place"
            told.insert(0, f"{' and '.join(winners)} {shared}.")
    if as_json:
        document = {"game": game, **to_document(report), "played": done, "interrupted": interrupted, "winners": winners}
        print_json(document | ({} if test is None else {"sprt": test.document()}))
    else:
        heads, *rows = table_rows(report)
        print_table(heads, rows)
        for sentence in [*told, *([] if test is None else [str(test)])]:
            click.echo(sentence)
    return 130 if interrupted else 0


def _count_stored(test: MatchTest, event: Event, store: Store, number: int) -> None:
    """Let the test count the games in the store, among them those of other runs."""
    for key in store.results(number).keys() - test.counted:
        if event.includes(played := store.game(number, key)):
            test.add(played)


def _time(clock: str | None, seconds: float | None, nodes: int | None, depth: int | None) -> TimeControl:
    """Return the time control; a move has five seconds if nothing else limits it."""
    if clock is not None and seconds is not None:
        raise ZermeloError("--clock and --seconds do not go together: a game has one clock")
    control = TimeControl() if clock is None else TimeControl.parse(clock)
    if (clock, seconds, nodes, depth) == (None, None, None, None):
        seconds = USUAL_SECONDS
    return replace(control, seconds=seconds, nodes=nodes, depth=depth)


def _adjudication(win: str | None, draw: str | None) -> Adjudication | None:
    if win is None and draw is None:
        return None
    rule: dict[str, Any] = {}
    if win is not None:
        rule |= _numbers("--adjudicate", win, ("win", "win_moves"))
        if rule["win"] <= 0:
            raise ZermeloError(f"--adjudicate: the value of a won game must be above 0, not {win[:40]!r}")
    if draw is not None:
        rule |= _numbers("--adjudicate-draw", draw, ("draw", "draw_moves", "draw_from"))
    return Adjudication(**rule)


def _numbers(option: str, text: str, names: Sequence[str]) -> dict[str, Any]:
    """Read a value and whole numbers after it, with colons between them."""
    words = text.split(":")
    try:
        value, *counts = float(words[0]), *map(int, words[1:])
    except ValueError:
        value, counts = inf, []
    if not isfinite(value) or value < 0 or min(counts, default=1) < 1 or len(words) > len(names):
        raise ZermeloError(f"{option} is written as in {'500:6' if len(names) == 2 else '20:10:60'}, not {text[:40]!r}")
    return dict(zip(names, (value, *counts), strict=False))


def _sprt(text: str, event: Event) -> MatchTest:
    if len(event.players) != 2 or event.seats != 2 or event.schedule.next_round(2, 2, 2, []):
        raise ZermeloError("--sprt is for a match of two players in a round robin")
    try:
        elo0, elo1, *risks = map(float, text.split(","))
        alpha, beta = risks or (0.05, 0.05)
        return MatchTest(str(event.players[0]), Sprt(elo0, elo1, alpha, beta))
    except ValueError as error:
        wrong = f": {error}" if "must" in str(error) else ""
        raise ZermeloError(f"--sprt is written as in 0,10 or 0,10,0.05,0.05, not {text[:40]!r}{wrong}") from None
