"""Checkers as one would write it without thinking of speed, to check the native rules: a dict of pieces by row and column."""

from __future__ import annotations

from collections.abc import Iterator

Square = tuple[int, int]
Pieces = dict[Square, str]
"""b and w for men, B and W for kings."""


class PlainCheckers:
    """A position; `player` is 0 for Black, whose men move towards higher rows, and 1 for White."""

    def __init__(self, size: int, pieces: Pieces | None = None, player: int = 0, clock: int = 0) -> None:
        self.size, self.player, self.clock = size, player, clock
        self.pieces = self._start() if pieces is None else pieces

    def _start(self) -> Pieces:
        dark = [(row, column) for row in range(self.size) for column in range(self.size) if (row + column) % 2]
        home = self.size // 2 - 1
        black = {(row, column): "b" for row, column in dark if row < home}
        return black | {(row, column): "w" for row, column in dark if row >= self.size - home}

    def number(self, square: Square) -> int:
        return square[0] * self.size // 2 + square[1] // 2 + 1

    def moves(self) -> dict[str, PlainCheckers]:
        """Return the legal moves as text, each with the position after it."""
        captures: dict[str, PlainCheckers] = {}
        steps: dict[str, PlainCheckers] = {}
        for square, piece in self.pieces.items():
            if piece.lower() != "bw"[self.player]:
                continue
            others = {at: kind for at, kind in self.pieces.items() if at != square}
            for route, left in self._captures([square], piece, others):
                captures["x".join(map(str, map(self.number, route)))] = self._after(route[-1], piece, left, 0)
            for down, right in self._directions(piece):
                target = square[0] + down, square[1] + right
                if self._on_board(target) and target not in self.pieces:
                    clock = self.clock + 1 if piece.isupper() else 0
                    steps[f"{self.number(square)}-{self.number(target)}"] = self._after(target, piece, others, clock)
        return captures or steps

    def _captures(self, route: list[Square], piece: str, others: Pieces) -> Iterator[tuple[list[Square], Pieces]]:
        """Yield the routes of captures that cannot go on, with the pieces that are left besides the one that moves."""
        row, column = route[-1]
        ended = True
        for down, right in self._directions(piece):
            over, target = (row + down, column + right), (row + 2 * down, column + 2 * right)
            prey = others.get(over, "")
            if prey.lower() == "wb"[self.player] and self._on_board(target) and target not in others:
                ended = False
                left = {at: kind for at, kind in others.items() if at != over}
                yield from self._captures([*route, target], piece, left)
        if ended and len(route) > 1:
            yield route, others

    def _directions(self, piece: str) -> list[Square]:
        forwards = 1 if piece == "b" else -1
        return [(down, right) for down in (1, -1) for right in (-1, 1) if piece.isupper() or down == forwards]

    def _on_board(self, square: Square) -> bool:
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    def _after(self, target: Square, piece: str, others: Pieces, clock: int) -> PlainCheckers:
        crowned = target[0] == (0 if self.player else self.size - 1)
        pieces = others | {target: piece.upper() if crowned else piece}
        return PlainCheckers(self.size, pieces, 1 - self.player, clock)

    def rows(self) -> list[str]:
        return ["".join(self.pieces.get((row, column), ".") for column in range(self.size)) for row in range(self.size)]

    def perft(self, depth: int) -> int:
        return 1 if depth == 0 else sum(position.perft(depth - 1) for position in self.moves().values())
