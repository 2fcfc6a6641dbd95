"""The arena: how fast short games are played, stored and rated."""

from __future__ import annotations

from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.table import Table
from zermelo.arena import Event, RoundRobin, Store, make_report, run_event
from zermelo.cluster import open_executor
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.players import PlayerSpec

GAMES, JOBS, TARGET = 10_000, 2, 30


def short_games() -> Table:
    """Play ten thousand games of tic-tac-toe in two processes, and store and rate them."""
    players = (PlayerSpec.parse("alpha_beta"), PlayerSpec.parse("mcts:50"))
    event = Event(TicTacToe(), players, RoundRobin(GAMES), game="tic_tac_toe")
    with TemporaryDirectory() as folder:
        began = perf_counter()
        with Store(f"{folder}/games.db") as store, open_executor(JOBS) as executor:
            games = run_event(event, store=store, executor=executor)
        seconds = perf_counter() - began
    report = make_report(games)
    best = report.standings[0]
    assert best.rating is not None
    return Table(
        "Short games in the arena",
        f"{GAMES:,} games of tic-tac-toe between alpha_beta and mcts:50 in {JOBS} processes, all stored. Target: {TARGET} s.",
        ["seconds", "games a second", "best", "Elo", "±"],
        [
            [
                f"{seconds:.1f}",
                f"{GAMES / seconds:,.0f}",
                best.player,
                f"{best.rating.elo:+.0f}",
                f"{(best.rating.high - best.rating.low) / 2:.0f}",
            ]
        ],
        {"arena_games_seconds": round(seconds, 1), "arena_games_per_second": round(GAMES / seconds)},
    )
