"""Which stones are dead at the end of a game of Go: random games are played on, and each point belongs to who ends up there."""

from __future__ import annotations

from typing import Literal

from zermelo.games.go.rules import Go
from zermelo.games.go.vertices import vertex

PLAYOUTS = 400
"""Games that are played on."""
LIKELY = 0.65
"""From this share of the games on a point counts as owned."""
Status = Literal["alive", "dead", "seki"]
Chain = tuple[int, ...]
"""The cells of a chain, counted row by row from the top."""


def ownership(state: Go, *, playouts: int = PLAYOUTS, seed: int = 0) -> list[float]:
    """Return the share of random games after which each point belongs to Black, row by row from the top."""
    still_open = state.with_position(f"{state.rows} {'bw'[state.player]}")  # also after two passes
    owners, _ = still_open.ownership(playouts, seed=seed)
    return [(1 + owner) / 2 for owner in owners]


def statuses(state: Go, owned: list[float]) -> dict[Chain, Status]:
    """Return what becomes of each chain, given the share of Black on each point."""
    found: dict[Chain, Status] = {}
    board = state.native.board
    for chain in chains(board, state.size):
        black = sum(owned[cell] for cell in chain) / len(chain)
        own = black if board[chain[0]] == "X" else 1 - black
        found[chain] = "alive" if own >= LIKELY else "dead" if own <= 1 - LIKELY else "seki"
    return found


def without_dead(state: Go, found: dict[Chain, Status]) -> Go:
    """Return the position after the dead stones are taken off."""
    dead = {cell for chain, status in found.items() if status == "dead" for cell in chain}
    cells = ["." if cell in dead else stone for cell, stone in enumerate(state.native.board)]
    rows = ("".join(cells[at : at + state.size]) for at in range(0, len(cells), state.size))
    return state.with_position(f"{'/'.join(rows)} {'bw'[state.player]}")


def chains(board: str, size: int) -> list[Chain]:
    """Return the chains of stones on a board.

    >>> chains("XX..O.XOO", 3)
    [(0, 1), (4, 7, 8), (6,)]
    """
    around, seen, found = neighbours(size), set[int](), list[Chain]()
    for start, stone in enumerate(board):
        if stone == "." or start in seen:
            continue
        waiting, cells = [start], {start}
        while waiting:
            for near in around[waiting.pop()]:
                if board[near] == stone and near not in cells:
                    cells.add(near)
                    waiting.append(near)
        seen |= cells
        found.append(tuple(sorted(cells)))
    return found


def neighbours(size: int) -> list[list[int]]:
    """Return the neighbours of each cell."""
    around = []
    for cell in range(size**2):
        row, column = divmod(cell, size)
        near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        around.append([y * size + x for y, x in near if 0 <= y < size and 0 <= x < size])
    return around


def cell_names(size: int) -> list[str]:
    """Return the vertices of the cells, row by row from the top."""
    return [vertex(column, row) for row in range(size - 1, -1, -1) for column in range(size)]
