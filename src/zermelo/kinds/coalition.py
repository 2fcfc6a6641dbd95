"""A game of many players as a zero-sum game of a coalition against the others: the partners are MAX and their payoffs are
added up, all others are MIN. With a single partner this is the paranoid assumption."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from zermelo.limits import check_items, shorten
from zermelo.state import MAX, MIN, Number, Payoff, State, ZermeloError, as_payoffs


class CoalitionView(NamedTuple):
    """A state of a game of many players as a two-player state, with `partners` (counted from 0) as MAX.

    >>> from zermelo.games.coins import Coins
    >>> view = CoalitionView(Coins((3, 1, 4)), (0, 2))
    >>> view.player, view.play("last").player, view.play("last").play("first").play("last").utility()
    (0, 1, 5)
    """

    state: State
    partners: tuple[int, ...]

    @property
    def player(self) -> int:
        """MAX for partners, MIN for other players; CHANCE and SIMULTANEOUS stay what they are."""
        player = self.state.player
        return player if player < 0 else MAX if player in self.partners else MIN

    def moves(self) -> Sequence[Any]:
        return self.state.moves()

    def play(self, move: Any) -> CoalitionView:
        return CoalitionView(self.state.play(move), self.partners)

    def utility(self) -> Number | None:
        utility = self.state.utility()
        if utility is None:
            return None
        if self.state.player > MIN and utility != 0 and not isinstance(utility, tuple):
            name = type(self.state).__name__
            raise ZermeloError(
                f"{name} has a player {self.state.player}, but its utility() gave one number, which is for two, 0 and 1"
            )
        return coalition_payoff(utility, self.partners)

    def evaluate(self) -> Number:
        evaluate = getattr(self.state, "evaluate", None)
        if evaluate is None:
            raise ZermeloError(
                f"the search stops before the end of the game, and {type(self.state).__name__} has no evaluate(): "
                "write one, or pass evaluate="
            )
        return coalition_payoff(evaluate(), self.partners)

    def key(self) -> Any:
        """Include the player to move: which of several opponents it is matters."""
        key = getattr(self.state, "key", None)
        return self.state.player, self.state if key is None else key()

    def __getattr__(self, attribute: str) -> Any:
        # The trace reads name, children and leaves of states that have them.
        return getattr(self.state, attribute)


def coalition_payoff(payoff: Payoff, partners: tuple[int, ...]) -> Number:
    """Return the sum of the partners' payoffs; 0 stands for a draw of any number of players.

    >>> coalition_payoff((5, 1, 4), (0, 2)), coalition_payoff(3, (1,)), coalition_payoff(0, (2,))
    (9, -3, 0)
    """
    payoffs = as_payoffs(payoff)
    if payoff != 0 and max(partners) >= len(payoffs):
        raise ZermeloError(
            f"player {max(partners) + 1} is to be played for, but a payoff has only {len(payoffs)} parts"
        )
    return sum(payoffs[partner] for partner in partners if partner < len(payoffs))


def check_partners(partners: Collection[int]) -> tuple[int, ...]:
    """Return the partners in order; raise ZermeloError unless they are different player numbers."""
    for partner in check_items("partners", partners):
        if not isinstance(partner, int) or isinstance(partner, bool) or partner < 0:
            raise ZermeloError(f"a partner must be a player's number, counted from 0, not {shorten(partner)}")
    if not partners or len(set(partners)) < len(partners):
        raise ZermeloError("partners must be different players, and at least one")
    return tuple(sorted(partners))
