"""The suicidal Pac-Man. He is in a dead end, and a ghost is about to reach its entrance. If it comes in he is lost, and minimax
takes that for granted: it runs into the ghost at once, as each move of delay costs a point. Expectimax reckons that the ghost may
go elsewhere, and waits."""

from __future__ import annotations

from statistics import fmean

from zermelo.games.pacman.lessons.lesson import Cast, Column, Lesson, Report, Row
from zermelo.games.pacman.lessons.pictures import Panel, side_by_side, signed, values
from zermelo.games.pacman.lessons.series import Trial, so_many, trail
from zermelo.games.pacman.players.players import parse_ghosts, parse_pacman
from zermelo.games.pacman.rules import Pacman
from zermelo.players import choose

PACMEN, GHOSTS = ("minimax:6", "expectimax:6"), "random:1"
LIMIT = 200


def teach(start: Pacman, trial: Trial) -> Report:
    ghosts = parse_ghosts(GHOSTS)
    rows: list[Row] = []
    panels = []
    for spec in PACMEN:
        pacman = parse_pacman(spec)
        choice = choose(start, pacman)
        series = trial.play(start, pacman, ghosts, limit=LIMIT)
        rows.append(
            {
                "pacman": spec,
                "first_move": choice.move,
                "value": choice.value or 0.0,
                "won": series.won,
                "mean_score": series.mean_score,
                "mean_moves": fmean(game.pacman_moves for game in series.games),
                "seconds": series.seconds,
            }
        )
        best = max(series.games, key=lambda game: game.score)
        panels.append(Panel(f"{spec}: best score {signed(best.score)}", start, values(start, choice), trail(best)))
    games = len(trial.seeds)
    columns = (
        Column("pacman", "Pac-Man", "{}"),
        Column("first_move", "first move", "{}"),
        Column("value", "its value", "{:,.0f}"),
        Column("won", f"won of {games}"),
        Column("mean_score", "mean score", "{:,.0f}"),
        Column("mean_moves", "moves lived", "{:.1f}"),
    )
    return Report(columns, tuple(rows), _conclusion(rows, games), side_by_side(panels))


def _conclusion(rows: list[Row], games: int) -> str:
    told = [
        f"{row['pacman'].partition(':')[0]} expects {row['value']:,.0f} points, goes {row['first_move']} and won "
        f"{so_many(row['won'], games)} games"
        for row in rows
    ]
    sentence = "; ".join(told)
    return f"{sentence[0].upper()}{sentence[1:]}."


LESSON = Lesson(
    slug="hopeless",
    title="A hopeless spot",
    question="If the ghost comes in, Pac-Man is lost. Does he give up?",
    setting="Minimax and expectimax of depth 6 against random:1.",
    layout="trap",
    ghosts=1,
    games=50,
    pairings=len(PACMEN),
    teach=teach,
    casts=tuple(Cast(pacman, GHOSTS) for pacman in PACMEN),
)
