"""Dots and Boxes for three players as a Python class, and the same class compiled.

    python dots_and_boxes.py
    zermelo play dots_and_boxes:DotsAndBoxes

Players take turns joining two neighbouring dots of a square grid. A player who completes a box gets it and moves again. When all
lines are drawn, a player's payoff is the number of boxes: a constant-sum game.
"""

from __future__ import annotations

from typing import NamedTuple

SIDE, PLAYERS = 3, 3
ROWS = SIDE * (SIDE + 1)  # horizontal lines; the others are vertical
LINES, BOXES = 2 * ROWS, SIDE * SIDE


def sides(box: int) -> int:
    """Return the four lines around a box, as bits."""
    row, column = divmod(box, SIDE)
    left = ROWS + row * (SIDE + 1) + column
    return 1 << box | 1 << box + SIDE | 1 << left | 1 << left + 1


AROUND = tuple(sides(box) for box in range(BOXES))


class DotsAndBoxes(NamedTuple):
    """The lines drawn, as bits, and the boxes of each player. A move is the number of a line."""

    drawn: int = 0
    boxes: tuple[int, ...] = (0,) * PLAYERS
    player: int = 0

    most_moves = LINES

    def moves(self) -> list[int]:
        return [line for line in range(LINES) if not self.drawn >> line & 1]

    def play(self, line: int) -> DotsAndBoxes:
        drawn = self.drawn | 1 << line
        closed = sum(around >> line & 1 and drawn & around == around for around in AROUND)
        boxes = list(self.boxes)
        boxes[self.player] += closed
        return DotsAndBoxes(drawn, tuple(boxes), self.player if closed else (self.player + 1) % PLAYERS)

    def utility(self) -> tuple[int, ...] | None:
        return self.boxes if sum(self.boxes) == BOXES else None

    def evaluate(self) -> tuple[int, ...]:
        return self.boxes

    def __str__(self) -> str:
        rows = []
        for row in range(SIDE + 1):
            rows.append("+".join(["", *(" -"[self.drawn >> row * SIDE + at & 1] for at in range(SIDE)), ""]))
            rows.append(" ".join(" |"[self.drawn >> ROWS + row * (SIDE + 1) + at & 1] for at in range(SIDE + 1)))
        return "\n".join([*rows[:-1], f"boxes {' : '.join(map(str, self.boxes))}"])


if __name__ == "__main__":
    import zermelo

    for start in (DotsAndBoxes(), zermelo.compiled(DotsAndBoxes)()):
        result = zermelo.search(start, method="max_n", total=BOXES, depth=4)
        print(f"{result.nodes:,} nodes in {result.seconds:.3f} s, value {result.value}: {result.line}")
