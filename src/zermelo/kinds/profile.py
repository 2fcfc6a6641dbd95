"""What a game's class says about itself to people: its title, the names of the seats, how a position is written.

A class declares these as attributes, each of them optional:

    title           the game's name in menus; by default the class name in words
    seats           what the players are called, MAX first
    position_help   how a position is written, in one sentence
    values_help     what the values of searches mean and whose they are, in a sentence or two
    margin          what follows "X wins" when the value is not 1, with {} for the value
    expected_scale  turns static values into expected scores, for reviews: MAX's is 1 / (1 + exp(-value / expected_scale))
    unit            what people count values in, as in (100, "pawns"); sentences give values so, with two digits
    setup           the pieces of positions that are set up by hand, see `zermelo.kinds.board`; where it has options, a state's
                    `setup_choices()` says what they are in its position
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple, TypeVar

from zermelo.kinds.board import SetUp
from zermelo.kinds.outcome import Outcome
from zermelo.state import Number, format_number, format_payoff

G = TypeVar("G", bound=type)

SEATS = ("First", "Second")
MOVES_HELP = "The moves from the start with spaces between them; a space inside a move is written _."
MARGIN = " by {}"


def begin(sentence: str) -> str:
    """Return a sentence with a capital letter in front; rule sheets write the names of roles small."""
    return sentence[:1].upper() + sentence[1:]


class GameProfile(NamedTuple):
    """What people need to know about a game; the attributes are described above."""

    title: str
    seats: tuple[str, ...] = SEATS
    position_help: str = MOVES_HELP
    margin: str = MARGIN
    values_help: str = ""
    expected_scale: float | None = None
    setup: SetUp | None = None
    unit: tuple[float, str] | None = None

    def seat(self, player: int) -> str:
        """Return what a player is called; players are counted from 0.

        >>> GameProfile("Othello", ("Black", "White")).seat(1), GameProfile("Coins").seat(2)
        ('White', 'Player 3')
        """
        return self.seats[player] if player < len(self.seats) else f"Player {player + 1}"

    def verdict(self, outcome: Outcome) -> str:
        """Return in a sentence who won.

        >>> GameProfile("Othello", ("Black", "White"), margin=" by {} discs").verdict(Outcome(-6))
        'White wins by 6 discs.'
        >>> GameProfile("Nim", ("first", "second")).verdict(Outcome(1))
        'First wins.'
        """
        return begin(self._verdict(outcome))

    def _verdict(self, outcome: Outcome) -> str:
        if outcome.reason:
            return f"{outcome.reason}."
        value = outcome.value
        if isinstance(value, tuple):
            most: Number = max(value)
            winners = [self.seat(player) for player, payoff in enumerate(value) if payoff == most]
            wins = f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} share the win"
            return f"{wins} with {format_number(most)}: {format_payoff(value)}."
        if value == 0:
            return "A draw."
        size = value if value > 0 else -value
        margin = "" if size == 1 else self.margin.format(format_number(size))
        return f"{self.seat(0 if value > 0 else 1)} wins{margin}."


def declare(
    *,
    title: str,
    seats: tuple[str, ...] = SEATS,
    position_help: str = MOVES_HELP,
    margin: str = MARGIN,
    values_help: str = "",
    expected_scale: float | None = None,
    setup: SetUp | None = None,
) -> Callable[[G], G]:
    """Set a class's profile: for a NamedTuple, whose body cannot hold class attributes."""

    def set_profile(game: G) -> G:
        profile = GameProfile(title, seats, position_help, margin, values_help, expected_scale, setup)
        for name, value in profile._asdict().items():
            setattr(game, name, value)
        return game

    return set_profile


def game_profile(game: Any) -> GameProfile:
    """Return the profile of a game's class; attributes of the wrong type are ignored.

    >>> from zermelo.games.othello import Othello
    >>> game_profile(Othello).title, game_profile(Othello).seats
    ('Othello', ('Black', 'White'))
    """
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", game.__name__)
    seats: Any = getattr(game, "seats", None)
    named = isinstance(seats, tuple) and seats and all(isinstance(seat, str) for seat in seats)
    chosen = seats if named else SEATS
    defaults = {"title": words, "position_help": MOVES_HELP, "margin": MARGIN, "values_help": ""}
    title, position_help, margin, values_help = (
        text if isinstance(text := getattr(game, name, None), str) else default for name, default in defaults.items()
    )
    values_help = values_help or f"Values are payoffs of {chosen[0]}."
    scale: Any = getattr(game, "expected_scale", None)
    expected_scale = float(scale) if isinstance(scale, int | float) and 0 < scale < inf else None
    setup = getattr(game, "setup", None)
    setup = setup if isinstance(setup, SetUp) else None
    unit = getattr(game, "unit", None)
    size, name = unit if isinstance(unit, tuple) and len(unit) == len(("size", "name")) else (0, "")
    unit = (size, name) if isinstance(size, int | float) and 0 < size < inf and isinstance(name, str) else None
    return GameProfile(title, chosen, position_help, margin, values_help, expected_scale, setup, unit)
