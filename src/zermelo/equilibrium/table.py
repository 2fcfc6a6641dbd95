"""A matrix game as text for a terminal; a star marks every payoff of a best reply."""

from __future__ import annotations

from zermelo.equilibrium.game import MatrixGame, Profile
from zermelo.equilibrium.replies import best_replies

MAX_SHOWN = 12
"""The most actions of a player in a table that is shown."""


def format_table(game: MatrixGame) -> str:
    """Write the payoffs of a game: as a table for two players, as a list of cells for more.

    >>> from zermelo.equilibrium.examples import example
    >>> print(format_table(example("tcp")))
               Sender 2
    Sender 1         C         D
    C          -1  -1    -4   0*
    D           0* -4    -3* -3*
    """
    if max(game.shape) > MAX_SHOWN or len(game.cells) > MAX_SHOWN * MAX_SHOWN:
        return f"{' × '.join(map(str, game.shape))} cells, too many to show"
    replies = best_replies(game)

    def starred(profile: Profile) -> list[str]:
        parts = []
        for player, payoff in enumerate(game.payoffs(profile)):
            best = profile[player] in replies[player][(*profile[:player], *profile[player + 1 :])]
            parts.append(f"{payoff}{'*' if best else ' '}")
        return parts

    cells = {profile: starred(profile) for profile in game.profiles()}
    lines = _rows(game, cells) if len(game.players) == 2 else _list(game, cells)
    return "\n".join(line.rstrip() for line in lines)


def _rows(game: MatrixGame, cells: dict[Profile, list[str]]) -> list[str]:
    grid = [[game.players[0], *game.actions[1]], *([name] for name in game.actions[0])]
    for column in range(game.shape[1]):
        parts = [cells[row, column] for row in range(game.shape[0])]
        sizes = [max(map(len, texts)) for texts in zip(*parts, strict=True)]
        for line, pair in zip(grid[1:], parts, strict=True):
            line.append(" ".join(part.rjust(size) for part, size in zip(pair, sizes, strict=True)))
    widths = [max(map(len, texts)) for texts in zip(*grid, strict=True)]
    lines = [" " * (widths[0] + 3) + game.players[1]]
    for line in grid:
        words = [word.rjust(width) for word, width in zip(line, widths, strict=True)]
        lines.append("   ".join([line[0].ljust(widths[0]), *words[1:]]))
    return lines


def _list(game: MatrixGame, cells: dict[Profile, list[str]]) -> list[str]:
    width = max(len(game.format_profile(profile)) for profile in cells)
    lines = [f"{game.format_profile(profile):<{width}}   {' '.join(parts)}" for profile, parts in cells.items()]
    return [f"({', '.join(game.players)})", *lines]
