"""A game as a visitor of the lab might bring it along: it draws itself, and its picture cannot be trusted."""

from __future__ import annotations

from typing import NamedTuple


class Countdown(NamedTuple):
    """Take one or two; whoever takes the last wins."""

    left: int = 4
    player: int = 0

    def moves(self) -> tuple[str, ...]:
        return ("one", "two") if self.left > 1 else ("one",)

    def play(self, move: str) -> Countdown:
        return Countdown(self.left - (1 if move == "one" else 2), 1 - self.player)

    def utility(self) -> int | None:
        return None if self.left else 1 if self.player else -1

    def _repr_svg_(self) -> str:
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60">'
            "<script>window.parent.document.title = 'taken over'</script>"
            f'<text x="50" y="40" font-size="30">{self.left}</text></svg>'
        )

    def __str__(self) -> str:
        return f"{self.left} left"
