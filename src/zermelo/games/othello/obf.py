"""OBF, the format of Othello's test suites: a board, the side to move, and moves with their scores for that side."""

from __future__ import annotations

import re

from zermelo.games.othello.rules import Othello

_SCORE = re.compile(r"\b([a-hA-H][1-8]|--)\s*:\s*([+-]?\d+)")


def read_problem(line: str, game: type[Othello]) -> tuple[str, str, tuple[str, ...], tuple[str, ...]]:
    """Return the position of a line, no name, the moves with the highest score, and none to avoid.

    >>> read_problem("8/8 X; f5:+0; d6:-2;", Othello)
    ('8/8 X', '', ('f5',), ())
    """
    scores = {move.lower(): int(score) for move, score in _SCORE.findall(line)}
    best = tuple(move for move, score in scores.items() if score == max(scores.values()))
    return game.position_in(line), "", best, ()
