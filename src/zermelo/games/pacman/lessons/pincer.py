"""Smart ghosts trap Pac-Man together. No ghost is faster than he is, so a single one follows him round and round. Ghosts that each
take the shortest path end up behind him in a row. Two that search together, minimising the same value, come from both
sides."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from zermelo.engine import search_fixed_depth
from zermelo.games.pacman.lessons.lesson import Cast, Column, Lesson, Report, Row
from zermelo.games.pacman.lessons.pictures import Panel, side_by_side
from zermelo.games.pacman.lessons.series import Series, Trial, so_many, states
from zermelo.games.pacman.players.players import format_ghosts, parse_ghosts, parse_pacman
from zermelo.games.pacman.rules import Pacman
from zermelo.players.spec import PlayerSpec

MAZE = """\
%%%%%%%%%%%%%%%%%
%......   ......%
%.%%%%.%%%.%%%%.%
%.%%%%.%%%.%%%%.%
%.......P.......%
%.%%%%%%%%%%%%%.%
%.%%%%%%%%%%%%%.%
%......G.G......%
%%%%%%%%%%%%%%%%%
"""
LIMIT = 150
OPENING = 2
LAST_MOVES, BEFORE = 14, 4
"""How many of Pac-Man's moves are drawn, and how many positions before the end of the hunt."""


def follow(state: Pacman) -> Any:
    """Take the shortest path to Pac-Man: the sum of all distances is least where this ghost's is."""
    return search_fixed_depth(state.with_roles("min"), "minimax", depth=1, evaluate={"ghost_distance": 1}).move


PACMAN = "alpha_beta:4"
ROW, TOGETHER = "two on the shortest way", "two minimax together"
TEAMS: dict[str, tuple[PlayerSpec, ...]] = {
    "one minimax": parse_ghosts("minimax:1:4"),
    ROW: (PlayerSpec.of(follow),) * 2,
    "two directional": parse_ghosts("directional:2"),
    TOGETHER: parse_ghosts("minimax:2:4"),
}


def teach(start: Pacman, trial: Trial) -> Report:
    pacman = parse_pacman(PACMAN)
    rows: list[Row] = []
    played: dict[str, Series] = {}
    for name, ghosts in TEAMS.items():
        begin = Pacman(MAZE, ghosts=len(ghosts))
        series = played[name] = trial.play(begin, pacman, ghosts, limit=LIMIT, opening=OPENING)
        caught = [game.pacman_moves for game in series.games if game.result == "lost"]
        rows.append(
            {
                "ghosts": name,
                "caught": series.lost,
                "mean_moves": fmean(caught) if caught else None,
                "won": series.won,
                "mean_score": series.mean_score,
                "seconds": series.seconds,
            }
        )
    games = len(trial.seeds)
    columns = (
        Column("ghosts", "ghosts", "{}"),
        Column("caught", f"caught him, of {games}"),
        Column("mean_moves", "after moves", "{:.1f}"),
        Column("won", "he won"),
        Column("mean_score", "mean score", "{:,.0f}"),
    )
    return Report(columns, tuple(rows), _conclusion(rows, games), _picture(played))


def _conclusion(rows: list[Row], games: int) -> str:
    told = ", ".join(f"{row['ghosts']} in {so_many(row['caught'], games)}" for row in rows)
    together = rows[-1]["caught"]
    most = "more than any others" if together > max(row["caught"] for row in rows[:-1]) else "not more than all others"
    return f"How often they caught him: {told} games. Those who search together caught him {most}."


def _picture(played: dict[str, Series]) -> str:
    """Draw the ghosts in a row in the middle of a game, and those that search together shortly before they catch him."""
    following = states(played[ROW].games[0])
    hunted = states(min(played[TOGETHER].games, key=lambda game: (game.result != "lost", len(game.moves))))
    panels = []
    for name, way, at in ((ROW, following, len(following) // 2), (TOGETHER, hunted, len(hunted) - BEFORE)):
        last = max(at, 0)
        panels.append(
            Panel(f"{name}, move {last}", way[last], trail=[state.pacman for state in way[: last + 1]][-LAST_MOVES:])
        )
    return side_by_side(panels)


LESSON = Lesson(
    slug="pincer",
    title="Ghosts that hunt together",
    question="No ghost is faster than Pac-Man. How do they catch him?",
    setting="Alpha-beta of depth 4; minimax ghosts look 4 rounds ahead; everybody's first two moves are at random.",
    layout=MAZE,
    ghosts=2,
    games=20,
    pairings=len(TEAMS),
    teach=teach,
    # The ghosts on the shortest way are not in the lab: only this lesson has them.
    casts=tuple(Cast(PACMAN, format_ghosts(ghosts), name=name) for name, ghosts in TEAMS.items() if name != ROW),
)
