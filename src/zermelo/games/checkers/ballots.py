"""The three-move ballots: the openings of tournament checkers, one of which is drawn for each pair of games.

Perfect play from the start is a draw, so players would repeat the safest lines; drawn openings bring variety. Three moves from
the start lead to 216 positions. In 42 of them one side loses a man by force within a few moves; of the other 174, 18 are
barred because one side is thought to lose, and 156 make up the deck. The list, in the order and with the moves of the American
Checker Federation, is that of E. Gilbert's CheckerBoard (github.com/eygilbert/CheckerBoard, utility.cpp); the barred 18 are also
those of R. Pask, "The Golden Dozen" (2005). The tests derive the 174 from the rules.
"""

from __future__ import annotations

from functools import cache

from zermelo.games.checkers.rules import Checkers
from zermelo.state import State, ZermeloError

DECK = """
9-13 21-17: 5-9 6-9
9-13 22-17: 13x22
9-13 22-18: 6-9 10-14 10-15 11-15 11-16 12-16
9-13 23-18: 5-9 6-9 10-15 11-15 11-16 12-16
9-13 23-19: 5-9 6-9 10-14 10-15 11-16
9-13 24-19: 5-9 6-9 10-14 11-15 11-16
9-13 24-20: 5-9 6-9 10-14 10-15 11-15 11-16
9-14 22-17: 5-9 6-9 11-15 11-16
9-14 22-18: 5-9 10-15 11-15 11-16
9-14 23-18: 14x23
9-14 23-19: 5-9 11-16 14-18
9-14 24-19: 5-9 11-15 11-16
9-14 24-20: 5-9 10-15 11-15 11-16
10-14 22-17: 7-10 9-13 11-15 11-16 14-18
10-14 22-18: 6-10 7-10 11-15 11-16 12-16
10-14 23-18: 14x23
10-14 23-19: 6-10 7-10 11-15 11-16 14-18
10-14 24-19: 6-10 7-10 11-16 14-18
10-14 24-20: 6-10 7-10 11-15 11-16 14-18
10-15 21-17: 6-10 7-10 9-13 11-16 15-18
10-15 22-17: 6-10 7-10 9-13 11-16 15-19
10-15 22-18: 15x22
10-15 23-18: 6-10 7-10 9-14 11-16 12-16
10-15 23-19: 6-10 7-10 11-16
10-15 24-19: 15x24
10-15 24-20: 6-10 7-10 15-19
11-15 21-17: 8-11 9-13 9-14 15-19
11-15 22-17: 8-11 9-13 15-18 15-19
11-15 22-18: 15x22
11-15 23-18: 8-11 9-14 10-14 12-16 15-19
11-15 23-19: 8-11 9-13 9-14
11-15 24-19: 15x24
11-15 24-20: 8-11 12-16 15-18
11-16 21-17: 7-11 8-11 9-13 9-14 16-20
11-16 22-17: 7-11 8-11 9-13 16-20
11-16 22-18: 7-11 8-11 16-19 16-20
11-16 23-18: 7-11 8-11 9-14 10-14 16-20
11-16 23-19: 16x23
11-16 24-19: 7-11 8-11 16-20
11-16 24-20: 7-11 16-19
12-16 21-17: 9-13 9-14 16-19 16-20
12-16 22-17: 16-19 16-20
12-16 22-18: 16-19 16-20
12-16 23-18: 16-19 16-20
12-16 24-19: 16-20
12-16 24-20: 8-12 10-15
"""
"""The first two moves of each line, and the third moves that a ballot may have after them."""


@cache
def ballots() -> tuple[tuple[str, ...], ...]:
    """Return the moves of the 156 ballots.

    >>> len(ballots()), ballots()[0]
    (156, ('9-13', '21-17', '5-9'))
    """
    rows = (line.partition(":") for line in DECK.split("\n") if line)
    return tuple((*pair.split(), third) for pair, _, thirds in rows for third in thirds.split())


def ballots_of(start: State) -> tuple[tuple[str, ...], ...]:
    """Return the ballots for games that begin in this state. Raise ZermeloError if it is not the start of checkers."""
    if type(start) is not Checkers or start.fen != Checkers().fen:
        raise ZermeloError("ballots are openings of checkers, from the start of the game on 8x8 squares")
    return ballots()
