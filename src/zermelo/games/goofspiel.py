"""Goofspiel, a game of simultaneous bids. Both players hold the cards 1 to n; chance turns up one of the prizes 1 to n.

Each player bids a card, both at the same time. The higher card takes the prize; equal cards discard it. A player's payoff is
the points won less those of the other.

Source: Ross, "Goofspiel: the game of pure strategy", Journal of Applied Probability 8, 1971. Against an opponent who bids at
random, the best bid is the card of the prize's own value.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from zermelo.kinds.profile import declare
from zermelo.limits import check_count
from zermelo.state import CHANCE, SIMULTANEOUS, illegal_move

MOST_CARDS = 100


class Table(NamedTuple):
    """A position: the hands, the prizes still face down, the prize on the table (0 before it is turned up), and MAX's lead."""

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    prizes: tuple[int, ...]
    prize: int = 0
    lead: int = 0


@declare(
    title="Goofspiel",
    position_help="The prizes and both bids, as in: 3 2+3 1 1+1.",
    margin=" by {} points",
    values_help="Values are the points of the first player less those of the second.",
)
class Goofspiel(Table):
    """A position of Goofspiel with `cards` cards each.

    >>> print(Goofspiel(3).play(2).play((3, 1)))
    1 2 against 2 3, first leads by 2, prizes left: 1 3
    """

    __slots__ = ()

    def __new__(cls, cards: int = 4) -> Goofspiel:
        hand = tuple(range(1, check_count("cards", cards, MOST_CARDS) + 1))
        return cls._make(((hand, hand), hand, 0, 0))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._make, (tuple(self),)  # the class itself takes the number of cards

    @property
    def player(self) -> int:
        return SIMULTANEOUS if self.prize else CHANCE

    def moves(self) -> Any:
        """Return the cards of each player, or the prizes that may turn up."""
        return self.hands if self.prize else self.prizes

    def chances(self) -> tuple[tuple[int, Fraction], ...]:
        return tuple((prize, Fraction(1, len(self.prizes))) for prize in self.prizes)

    def play(self, move: Any) -> Goofspiel:
        if not self.prize:
            if move not in self.prizes:
                raise illegal_move(move)
            return type(self)._make((self.hands, _without(self.prizes, move), move, self.lead))
        if not (isinstance(move, tuple) and len(move) == 2 and move[0] in self.hands[0] and move[1] in self.hands[1]):
            raise illegal_move(move)
        first, second = move
        won = self.prize * ((first > second) - (first < second))
        hands = (_without(self.hands[0], first), _without(self.hands[1], second))
        return type(self)._make((hands, self.prizes, 0, self.lead + won))

    def utility(self) -> int | None:
        return None if self.prizes or self.prize else self.lead

    def evaluate(self) -> int:
        """Return MAX's lead."""
        return self.lead

    def __str__(self) -> str:
        hands = " against ".join(" ".join(map(str, hand)) or "no cards" for hand in self.hands)
        lead = f"{'first' if self.lead > 0 else 'second'} leads by {abs(self.lead)}" if self.lead else "level"
        prize = f"for {self.prize}, " if self.prize else ""
        return f"{hands}, {prize}{lead}, prizes left: {' '.join(map(str, self.prizes)) or 'none'}"


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(other for other in cards if other != card)
