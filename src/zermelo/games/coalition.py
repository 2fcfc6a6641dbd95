"""A game of many players as some of them see it who play together: they are MAX, all the others are MIN, and what the
partners get is added up. One player alone against all the others is called paranoid."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from zermelo.state import MAX, MIN, Number, Payoff, State, ZermeloError, as_payoffs


class CoalitionView(NamedTuple):
    """A state seen by `partners`.

    >>> from zermelo.games.coins import Coins
    >>> seen = CoalitionView(Coins((3, 1, 4)), (0, 2))
    >>> seen.player, seen.play("last").player, seen.play("last").play("first").play("last").utility()
    (0, 1, 5)
    """

    state: State
    partners: tuple[int, ...]

    @property
    def player(self) -> int:
        """Chance, and players who move at the same time, are nobody's partners: they stay what they are."""
        player = self.state.player
        return player if player < 0 else MAX if player in self.partners else MIN

    def moves(self) -> Sequence[Any]:
        return self.state.moves()

    def play(self, move: Any) -> CoalitionView:
        return CoalitionView(self.state.play(move), self.partners)

    def utility(self) -> Number | None:
        worth = self.state.utility()
        if worth is None:
            return None
        if self.state.player > MIN and worth != 0 and not isinstance(worth, tuple):
            name = type(self.state).__name__
            raise ZermeloError(
                f"{name} has a player {self.state.player}, but its utility() gave one number, which is for two, 0 and 1"
            )
        return coalition_payoff(worth, self.partners)

    def evaluate(self) -> Number:
        evaluate = getattr(self.state, "evaluate", None)
        if evaluate is None:
            raise ZermeloError(
                f"the search stops before the end of the game, and {type(self.state).__name__} has no evaluate(): "
                "write one, or pass evaluate="
            )
        return coalition_payoff(evaluate(), self.partners)

    def key(self) -> Any:
        """Among several enemies it matters which of them is to move."""
        key = getattr(self.state, "key", None)
        return self.state.player, self.state if key is None else key()

    def __getattr__(self, attribute: str) -> Any:
        # name, children and leaves, where the state has them, for the trace
        return getattr(self.state, attribute)


def coalition_payoff(worth: Payoff, partners: tuple[int, ...]) -> Number:
    """What the partners get; an even game is even for everybody.

    >>> coalition_payoff((5, 1, 4), (0, 2)), coalition_payoff(3, (1,)), coalition_payoff(0, (2,))
    (9, -3, 0)
    """
    payoffs = as_payoffs(worth)
    if worth != 0 and max(partners) >= len(payoffs):
        raise ZermeloError(
            f"player {max(partners) + 1} is to be played for, but a payoff has only {len(payoffs)} parts"
        )
    return sum(payoffs[partner] for partner in partners if partner < len(payoffs))


def check_partners(partners: Collection[int]) -> tuple[int, ...]:
    """The partners in order."""
    for partner in partners:
        if not isinstance(partner, int) or isinstance(partner, bool) or partner < 0:
            raise ZermeloError(f"a partner is the number of a player, counted from 0, not {partner!r}")
    if not partners or len(set(partners)) < len(partners):
        raise ZermeloError("partners must be different players, and at least one")
    return tuple(sorted(partners))
