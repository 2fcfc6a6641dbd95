"""Read and write Gambit's strategic-form format `.nfg`, for any number of players.

NFG 1 R "title" { "Ann" "Bob" } { 2 2 }                        players, and their numbers of actions
NFG 1 R "title" { "Ann" "Bob" } { { "C" "D" } { "C" "D" } }    or the names of their actions; a comment may follow

-1 -1  0 -4  -4 0  -3 -3                      payoffs of every cell, the first player's action changing fastest
{ { "both" -1 -1 } { "" 0 -4 } }  1 2 0 0     or outcomes, and then the number of an outcome for every cell; 0 pays nothing
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

from zermelo.equilibrium.game import MAX_CELLS, MAX_PLAYERS, MatrixGame, Profile, default_actions
from zermelo.equilibrium.numbers import to_fraction
from zermelo.state import ZermeloError
from zermelo.trees.scanner import GAMBIT, Scanner, Token, quote, unquote

_TOKEN = re.compile(GAMBIT, re.VERBOSE | re.DOTALL | re.ASCII)


def parse_nfg(text: str) -> MatrixGame:
    """Read a Gambit file in strategic form.

    Raises
    ------
    ZermeloError
        Naming the line and column that cannot be read.

    Examples
    --------
    >>> parse_nfg('NFG 1 R "pennies" { "Ann" "Bob" } { 2 2 } 1 -1 -1 1 -1 1 1 -1').zero_sum
    True
    """
    return _Reader(text).read()


def format_nfg(game: MatrixGame) -> str:
    """Write a game as a Gambit file in payoff form."""
    players = " ".join(map(quote, game.players))
    actions = " ".join("{ " + " ".join(map(quote, names)) + " }" for names in game.actions)
    cells = [" ".join(map(str, game.payoffs(profile))) for profile in _gambit_order(game.shape)]
    return "\n".join([f"NFG 1 R {quote(game.title)} {{ {players} }}", f"{{ {actions} }}", '""', "", *cells, ""])


class _Reader(Scanner):
    pattern = _TOKEN

    def read(self) -> MatrixGame:
        start = self.next
        words = [self.take().text for _ in range(3)]
        if words[:2] != ["NFG", "1"] or words[2] not in ("R", "D"):
            self.fail(start.at, f"a Gambit file begins with NFG 1 R, not {' '.join(words)[:40]!r}")
        title = " ".join(self._text("the title of the game").split())
        opening = self.next
        players = self._names("a player's name", "Player ")
        if not 2 <= len(players) <= MAX_PLAYERS:
            self.fail(opening.at, f"a matrix game has 2 to {MAX_PLAYERS} players, not {len(players)}")
        opening = self.next
        actions = self._actions(len(players))
        if len(actions) != len(players):
            self.fail(opening.at, f"{len(players)} players need {len(players)} lists of actions, not {len(actions)}")
        shape = [len(names) for names in actions]
        if prod(shape) > MAX_CELLS:
            self.fail(opening.at, f"a game may have at most {MAX_CELLS:,} cells, not {prod(shape):,}")
        if self.next.kind == "text":
            self.take()
        cells = self._outcomes(shape) if self.next.text == "{" else self._payoffs(shape)
        if self.next.kind != "end":
            self.fail(self.next.at, f"{self.next.text[:40]!r} follows the end of the game")
        ordered = tuple(cells[profile] for profile in product(*map(range, shape)))
        try:
            return MatrixGame(ordered, players, actions, title)
        except ZermeloError as error:
            self.fail(opening.at, str(error))

    def _actions(self, players: int) -> tuple[tuple[str, ...], ...]:
        """Read lists of names, or only their lengths."""
        self._open("the actions")
        if self.next.text == "{":
            names = list[tuple[str, ...]]()
            while not self.accept("}"):
                if len(names) > players:
                    self.fail_here(f"'}}' is expected after the actions of {players} players")
                names.append(self._names("an action", ""))
            return tuple(names)
        counts = []
        while not self.accept("}"):
            counts.append(self._count("the number of actions", 1, MAX_CELLS))
            if len(counts) > players:
                self.fail_here(f"'}}' is expected after {players} numbers of actions")
        return default_actions(counts)

    def _payoffs(self, shape: Sequence[int]) -> dict[Profile, tuple[Fraction, ...]]:
        return {profile: tuple(self._payoff() for _ in shape) for profile in _gambit_order(shape)}

    def _outcomes(self, shape: Sequence[int]) -> dict[Profile, tuple[Fraction, ...]]:
        self._open("the outcomes")
        outcomes = [(Fraction(0),) * len(shape)]
        while not self.accept("}"):
            self._open("an outcome")
            self._text("the name of an outcome")
            outcomes.append(tuple(self._payoff() for _ in shape))
            if not self.accept("}"):
                self.fail_here(f"'}}' is expected after {len(shape)} payoffs")
        return {
            profile: outcomes[self._count("the number of an outcome", 0, len(outcomes) - 1)]
            for profile in _gambit_order(shape)
        }

    def _payoff(self) -> Fraction:
        if self.next.kind != "number":
            self.fail_here("a payoff is expected")
        token = self.take()
        try:
            return to_fraction(token.text)
        except ZermeloError as error:
            self.fail(token.at, str(error))

    def _open(self, what: str) -> None:
        if not self.accept("{"):
            self.fail_here(f"'{{' is expected before {what}")

    def _text(self, what: str) -> str:
        if self.next.kind != "text":
            self.fail_here(f"{what}, in double quotes, is expected")
        return unquote(self.take().text)

    def _names(self, what: str, default: str) -> tuple[str, ...]:
        """Read names in braces; an empty name becomes a number after the prefix `default`."""
        self._open(what)
        names = list[str]()
        while not names or not self.accept("}"):
            names.append(" ".join(self._text(what).split()) or f"{default}{len(names) + 1}")
        return tuple(names)

    def _count(self, what: str, least: int, most: int) -> int:
        token = self.next
        if token.kind != "number":
            self.fail_here(f"{what} is expected")
        self.take()
        if not token.text.isdecimal() or len(token.text) > 9 or not least <= int(token.text) <= most:
            self.fail(token.at, f"{what} must be a whole number from {least} to {most:,}, not {token.text[:40]}")
        return int(token.text)

    def _check_commas(self, space: str, at: int, tokens: list[Token]) -> None:
        """Accept commas anywhere: to Gambit they are spaces."""

    def place(self, at: int) -> str:
        line_start = self.text.rfind("\n", 0, at) + 1
        return f"line {self.text.count(chr(10), 0, at) + 1}, column {at - line_start + 1}"


def _gambit_order(shape: Sequence[int]) -> list[Profile]:
    """Return every profile, the first player's action changing fastest."""
    return [profile[::-1] for profile in product(*map(range, reversed(shape)))]
