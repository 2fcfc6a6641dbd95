"""The player with the right model of the ghosts wins. Minimax assumes that every ghost hunts Pac-Man, expectimax that ghosts move
at random. Each of them plays against both kinds of ghosts."""

from __future__ import annotations

from zermelo.games.pacman.lessons.lesson import Cast, Column, Lesson, Report, Row
from zermelo.games.pacman.lessons.pictures import disagreement
from zermelo.games.pacman.lessons.series import Series, Trial, so_many
from zermelo.games.pacman.players.players import parse_ghosts, parse_pacman
from zermelo.games.pacman.rules import Pacman

MAZE = """\
%%%%%%%%%%%%%
%%%   %    .%
%%%%%.%.%%% %
%  .      % %
%%% %%%%%%% %
%   %  .. P %
%G%%% %%% % %
% . . %     %
%%%%%%%%%%%%%
"""
WEIGHTS = {"score": 1.0, "nearest_food": -0.5}
"""Points, and the distance to the next food: ghosts are left to the search."""
PACMEN, GHOSTS = ("minimax:5", "expectimax:5"), ("minimax:1:5", "random:1")
LIMIT = 150
OPENING = 2


def teach(start: Pacman, trial: Trial) -> Report:
    pacmen = {spec: parse_pacman(spec, WEIGHTS) for spec in PACMEN}
    table = {
        spec: [trial.play(start, pacman, parse_ghosts(ghosts), limit=LIMIT, opening=OPENING) for ghosts in GHOSTS]
        for spec, pacman in pacmen.items()
    }
    rows = [_row(spec, hunted, spared) for spec, (hunted, spared) in table.items()]
    games = len(trial.seeds)
    columns = (
        Column("pacman", "Pac-Man", "{}"),
        Column("won_minimax", "minimax ghost: won"),
        Column("mean_score_minimax", "mean score", "{:,.0f}"),
        Column("won_random", "random ghost: won"),
        Column("mean_score_random", "mean score", "{:,.0f}"),
    )
    minimax, expectimax = pacmen.values()
    worst = min(table[str(expectimax)][0].games, key=lambda game: game.score)
    picture = disagreement(worst, expectimax, minimax, parse_ghosts(GHOSTS[0]))
    return Report(columns, tuple(rows), _conclusion(rows, games), picture)


def _row(spec: str, hunted: Series, spared: Series) -> Row:
    return {
        "pacman": spec,
        "won_minimax": hunted.won,
        "mean_score_minimax": hunted.mean_score,
        "won_random": spared.won,
        "mean_score_random": spared.mean_score,
        "seconds": hunted.seconds + spared.seconds,
    }


def _conclusion(rows: list[Row], games: int) -> str:
    sentences = []
    for ghost in ("minimax", "random"):
        better, worse = sorted(rows, key=lambda row: -row[f"mean_score_{ghost}"])
        alike = better[f"mean_score_{ghost}"] == worse[f"mean_score_{ghost}"]
        sentences.append(
            f"Against the {ghost} ghost {'both do alike' if alike else f'{_name(better)} does better'}: {_name(better)} won "
            f"{so_many(better[f'won_{ghost}'], games)} games, {_name(worse)} {so_many(worse[f'won_{ghost}'], games)}."
        )
    return " ".join(sentences)


def _name(row: Row) -> str:
    name, _, _ = str(row["pacman"]).partition(":")
    return name


LESSON = Lesson(
    slug="beliefs",
    title="Who is right about the ghosts",
    question="Is a ghost an enemy, or does it just go anywhere? What does it cost to be wrong?",
    setting="Depth 5 by score=1,nearest_food=-0.5 against one ghost; everybody's first two moves are at random.",
    layout=MAZE,
    ghosts=1,
    games=40,
    pairings=len(PACMEN) * len(GHOSTS),
    teach=teach,
    casts=tuple(Cast(pacman, ghosts, WEIGHTS) for pacman in PACMEN for ghosts in GHOSTS),
)
