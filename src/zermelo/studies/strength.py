"""Depth matters: players that look d + 1 and d moves ahead meet in five games.

Source: Thompson, "Computer chess strength", 1982, who let a chess program play itself at neighbouring depths; Junghanns and others,
"Diminishing returns for additional search in chess", 1997.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from zermelo.studies.matches import Match, Score, play_match
from zermelo.studies.positions import title_of
from zermelo.studies.study import Column, Findings, Plot, Series, Study, join, mean

DEEPEST = {"connect_four": 7, "othello": 5, "checkers": 6, "breakthrough": 5, "chess": 4}


class Step(NamedTuple):
    """A match of a player of `depth` + 1 against one of `depth`."""

    game: str
    depth: int
    score: Score


def _tasks(seed: int, size: int) -> list[Match]:
    return [
        Match(game, depth + 1, depth, size, seed) for game, deepest in DEEPEST.items() for depth in range(1, deepest)
    ]


def measure(match: Match) -> Step:
    """Play one match."""
    return Step(match.game, match.other_depth, play_match(match))


class Fall(NamedTuple):
    """By how much the mean gain of a game's last steps is below that of its first ones, and how well that is known."""

    early: float
    late: float
    error: float

    @property
    def clear(self) -> bool:
        """Whether it falls by more than the interval of 95 %."""
        return self.early - self.late > self.error


def _fall(steps: Sequence[Step]) -> Fall:
    """Compare the first half of the steps with the last; a step in the middle is in neither."""
    half = len(steps) // 2
    first, last = [step.score for step in steps[:half]], [step.score for step in steps[-half:]]
    squares = sum(((score.high - score.low) / 2) ** 2 for score in (*first, *last))
    return Fall(mean([score.elo for score in first]), mean([score.elo for score in last]), float(squares) ** 0.5 / half)


def conclude(steps: Sequence[Step]) -> Findings:
    by_game = {game: [step for step in steps if step.game == game] for game in DEEPEST}
    won = [step for step in steps if step.score.share > 0.5]
    falls = {title_of(game): _fall(own) for game, own in by_game.items()}
    clear = [title for title, fall in falls.items() if fall.clear]
    early, late = mean([fall.early for fall in falls.values()]), mean([fall.late for fall in falls.values()])
    games = steps[0].score.games
    series = tuple(
        Series(
            label=title_of(game),
            points=tuple((step.depth + 1.0, step.score.elo) for step in own),
            errors=tuple((step.score.high - step.score.low) / 2 for step in own),
        )
        for game, own in by_game.items()
    )
    return Findings(
        columns=(
            Column("game"),
            Column("depth"),
            Column("against"),
            Column("score", "{:.1%}"),
            Column("Elo", "{:+.0f}"),
            Column("±", "{:.0f}"),
        ),
        rows=tuple(
            (
                title_of(step.game),
                step.depth + 1,
                step.depth,
                step.score.share,
                step.score.elo,
                (step.score.high - step.score.low) / 2,
            )
            for step in steps
        ),
        plot=Plot(x="depth of the deeper player", y="Elo gained by the last ply", series=series, level=0.0),
        paragraphs=(
            f"Players that look d + 1 and d moves ahead, otherwise the same, meet from random openings, each played with both "
            f"colours: {games} games a match. The deeper one has more than half of the points in {len(won)} of {len(steps)} "
            f"matches, and gains {mean([step.score.elo for step in steps]):.0f} Elo on average: "
            f"{'depth matters in every match.' if len(won) == len(steps) else 'depth matters, if not in every match.'}",
            f"Returns diminish if the last plies gain less than the first ones. {_returns(falls)} Over all games the first half of "
            f"the steps gains {early:.0f} Elo a ply and the last half {late:.0f}. One match of {games} games is known only "
            f"to within {mean([(step.score.high - step.score.low) / 2 for step in steps]):.0f} Elo on average, "
            f"so single steps prove little.",
        ),
        verdict="does not show"
        if len(won) < 0.9 * len(steps)
        else "shows"
        if len(clear) == len(falls)
        else "shows in part",
    )


def _returns(falls: Mapping[str, Fall]) -> str:
    lower = [title for title, fall in falls.items() if fall.late < fall.early]
    clear = [title for title, fall in falls.items() if fall.clear]
    if not lower:
        return "They do so in none of the games."
    where = "all games" if len(lower) == len(falls) else join(lower)
    if not clear:
        return f"They do so in {where}, but in none by more than the error of the measurement."
    if len(clear) == len(falls):
        return "They do so in all games, and by more than the error of the measurement."
    return f"They do so in {where}, but by more than the error of the measurement only in {join(clear)}."


STRENGTH = Study(
    name="strength",
    title="Depth matters",
    claim="A player that looks one move further ahead wins, by less the deeper both look.",
    unit="pairs of games a match",
    size=40,
    most=1_000,
    tasks=_tasks,
    measure=measure,
    conclude=conclude,
)
