"""Tic-tac-toe by the rules of Newell and Simon ("Human Problem Solving", 1972), and by counting lines."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.games.tic_tac_toe import FREE, LINES, WON, TicTacToe

CENTRE, CORNERS, SIDES = 4, (0, 2, 6, 8), (1, 3, 5, 7)
LINE_SCORES = {(2, 0): 100, (0, 2): 50, (1, 0): 4, (0, 1): 3, (0, 0): 1}
"""The score of a line by the number of own squares and of the opponent's squares in it."""


def rules(state: TicTacToe) -> Iterator[tuple[str, list[int]]]:
    """Yield the rules, the most important first, each with the squares that it proposes."""
    me, other = _sides(state)
    free = state.moves()
    yield "win, three in a row", _wins(me, other)
    yield "block, the opponent's three in a row", _wins(other, me)
    yield "fork, two threats at once", _forks(me, other)
    forks = _forks(other, me)
    forcing = [square for square in free if (answers := _wins(me | 1 << square, other)) and answers[0] not in forks]
    yield "block a fork, by a threat", forcing if forks else []
    yield "block a fork, by its square", forks
    yield "centre", [CENTRE] if CENTRE in free else []
    yield "opposite corner", [square for square in CORNERS if square in free and other >> (8 - square) & 1]
    yield "corner", [square for square in CORNERS if square in free]
    yield "side", [square for square in SIDES if square in free]


def strategy(state: TicTacToe) -> tuple[int, str]:
    """Return the square whose lines are worth most (see `LINE_SCORES`), and the reason."""
    me, other = _sides(state)
    scores = dict.fromkeys(state.moves(), 0)
    for line in LINES:
        score = LINE_SCORES.get(((me & line).bit_count(), (other & line).bit_count()), 0)
        for square in scores:
            scores[square] += score * (line >> square & 1)
    best = max(scores, key=scores.__getitem__)
    return best, f"its lines are worth {scores[best]}"


def _sides(state: TicTacToe) -> tuple[int, int]:
    """Return the squares of the player to move and of the opponent."""
    return (state.o, state.x) if state.player else (state.x, state.o)


def _wins(me: int, other: int) -> list[int]:
    """Return the free squares that complete a line of `me`."""
    return [square for square in FREE[me | other] if WON[me | 1 << square]]


def _forks(me: int, other: int) -> list[int]:
    """Return the free squares after which `me` could complete a line in two ways."""
    return [square for square in FREE[me | other] if len(_wins(me | 1 << square, other)) > 1]
