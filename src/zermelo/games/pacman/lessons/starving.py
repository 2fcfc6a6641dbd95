"""Pac-Man starves on a bad static value. If only points count, food beyond the horizon is worth nothing, and all paths look alike.
If the distance to the next food counts, he goes there and stops in front of it: once it is eaten, the next is far away. He eats
only if the amount of food left counts too, and for more than the distance."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean

from zermelo.games.pacman.lessons.lesson import Cast, Column, Lesson, Report, Row
from zermelo.games.pacman.lessons.pictures import Panel, side_by_side
from zermelo.games.pacman.lessons.series import Series, Trial, eaten, idle_in, so_many, states, trail
from zermelo.games.pacman.players.players import parse_ghosts, parse_pacman
from zermelo.games.pacman.rules import Pacman

MAZE = """\
%%%%%%%%%%%%%%%%%%%%%
%..       .       ..%
% %%% %%%% %%%% %%% %
%         P         %
% %%% %%%% %%%% %%% %
%..       .       .G%
%%%%%%%%%%%%%%%%%%%%%
"""
STATIC_VALUES = {
    "score alone": {"score": 1.0},
    "score and way to food": {"score": 1.0, "nearest_food": -1.0},
    "score, way and food left": {"score": 1.0, "nearest_food": -1.0, "food_left": -20.0},
}
PACMAN, GHOSTS = "expectimax:2", "random:1"
LIMIT = 100


def teach(start: Pacman, trial: Trial) -> Report:
    ghosts = parse_ghosts(GHOSTS)
    played = {
        name: trial.play(start, parse_pacman(PACMAN, weights), ghosts, limit=LIMIT)
        for name, weights in STATIC_VALUES.items()
    }
    rows = [_row(name, series) for name, series in played.items()]
    games = len(trial.seeds)
    columns = (
        Column("static_value", "static value", "{}"),
        Column("eaten", f"eaten of {len(start.food)}", "{:.1f}"),
        Column("idle", "idle", "{:.0%}"),
        Column("beside_food", "beside food", "{:.0%}"),
        Column("won", f"won of {games}"),
        Column("mean_score", "mean score", "{:,.0f}"),
    )
    return Report(columns, tuple(rows), _conclusion(rows, games), _picture(played))


def _row(name: str, series: Series) -> Row:
    idle = [state for game in series.games for state in idle_in(game)]
    return {
        "static_value": name,
        "eaten": fmean(map(eaten, series.games)),
        "idle": len(idle) / series.moves,
        "beside_food": fmean(map(_beside_food, idle)) if idle else None,
        "won": series.won,
        "mean_score": series.mean_score,
        "seconds": series.seconds,
    }


def _beside_food(state: Pacman) -> bool:
    """Return whether food is within two moves, so that the search sees it."""
    column, line = state.pacman
    return any(abs(column - across) + abs(line - down) <= 2 for across, down in state.food)


def _picture(played: dict[str, Series]) -> str:
    """Draw the last positions of one seed's games: the seed in which each player ate the most more than the one before."""
    meals = [
        [eaten(game) for game in games] for games in zip(*(series.games for series in played.values()), strict=True)
    ]
    seed = max(range(len(meals)), key=lambda at: min(more - less for less, more in pairwise(meals[at])))
    panels = []
    for name, series in played.items():
        game = series.games[seed]
        panels.append(Panel(f"{name}: {eaten(game)} eaten", states(game)[-1], trail=trail(game)))
    return side_by_side(panels)


def _conclusion(rows: list[Row], games: int) -> str:
    worst, best = (choose(rows, key=lambda row: (row["won"], row["eaten"])) for choose in (min, max))
    return (
        f"Judging by {worst['static_value']}, he was idle in {worst['idle']:.0%} of his moves and won "
        f"{so_many(worst['won'], games)} games; by {best['static_value']}, {best['idle']:.0%}, and won "
        f"{so_many(best['won'], games)}. The search was the same each time."
    )


LESSON = Lesson(
    slug="starving",
    title="Pac-Man starves",
    question="Food is further away than Pac-Man sees. Does he find it?",
    setting="Expectimax of depth 2 by three static values against random:1, a hundred moves. Idle is to stand still or turn back.",
    layout=MAZE,
    ghosts=1,
    games=20,
    pairings=len(STATIC_VALUES),
    teach=teach,
    casts=tuple(Cast(PACMAN, GHOSTS, weights, name) for name, weights in STATIC_VALUES.items()),
)
