"""A match of two players that stops by itself: a sequential test over its pairs of games."""

from __future__ import annotations

from typing import Any

from zermelo.arena.games import PlayedGame
from zermelo.arena.sprt import Decision, Sprt


class MatchTest:
    """Counts the games of a match in pairs with the same opening; a pair with a game without a result does not count.

    Parameters
    ----------
    player
        Whose strength is tested: the first of the two.
    sprt
        The test, without any results.
    """

    def __init__(self, player: str, sprt: Sprt) -> None:
        self.player, self.sprt = player, sprt
        self.counted: set[str] = set()
        """The keys of the games that were counted."""
        self._waiting: dict[tuple[int, int], PlayedGame] = {}

    def add(self, game: PlayedGame) -> bool:
        """Count a game, unless it was counted before; True once the test is decided."""
        if game.key in self.counted:
            return self.decision is not None
        self.counted.add(game.key)
        other = self._waiting.pop((game.round, game.number), None)
        if other is None:
            self._waiting[game.round, game.number] = game
        elif other.points and game.points and self.decision is None:
            self.sprt.update(sum(each.points[each.players.index(self.player)] for each in (game, other)))
        return self.decision is not None

    @property
    def decision(self) -> Decision | None:
        """Whether the larger difference is accepted or rejected; None as long as neither."""
        return self.sprt.decision

    def document(self) -> dict[str, Any]:
        """Return the state of the test as plain data."""
        test = self.sprt
        return {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "pairs": test.counts,
            "llr": round(test.llr, 3),
            "bounds": [round(each, 3) for each in test.bounds],
            "decision": self.decision,
        }

    def __str__(self) -> str:
        test, (low, high) = self.sprt, self.sprt.bounds
        verdict = {
            "accept": f"{self.player} is better by {test.elo1:g} Elo rather than by {test.elo0:g}",
            "reject": f"{self.player} is not better by {test.elo1:g} Elo, rather by {test.elo0:g}",
            None: "not decided yet",
        }[self.decision]
        return f"SPRT after {sum(test.counts)} pairs: {verdict} (LLR {test.llr:.2f} of {low:.2f} to {high:.2f})."
