"""CS188 test files about games, for zermelo pacman."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from zermelo.games.pacman.players import Game
from zermelo.games.pacman.players.course_tests import GameTest, game_differences, parse_game_solution, parse_game_test
from zermelo.players import PlayerSpec
from zermelo.state import ZermeloError, format_count
from zermelo.terminal.sources import print_json, read_text


def read_game_test(path: str, *, pacman: str | None, layout: str | None) -> GameTest:
    """Read a test file; the player and the text of the layout are the file's unless they are given."""
    text = _read(path)
    try:
        return parse_game_test(text, Path(path).parent, pacman=pacman, layout=layout)
    except ZermeloError as error:
        raise ZermeloError(f"{path}: {error}") from None


def check_game_solution(path: str, test: GameTest, pacman: PlayerSpec, as_json: bool) -> int:
    """Compare a player with the .solution file beside it, and print how it went; 1 if they differ, else 0."""
    solution = str(Path(path).with_suffix(".solution"))
    text = _read(solution)
    try:
        turns = parse_game_solution(text)
    except ZermeloError as error:
        raise ZermeloError(f"{solution}: {error}") from None
    differences = game_differences(test, turns, pacman)
    if as_json:
        print_json({"test": path, "turns": len(turns), "same": not differences, "differences": differences})
    else:
        for difference in differences:
            click.echo(difference)
        agreed = len(turns) - len(differences)
        click.echo(f"{pacman} moves as well as the solution at {agreed:,} of {format_count(len(turns), 'turn')}.")
    return 1 if differences else 0


def points(test: GameTest, games: Sequence[Game]) -> list[dict[str, Any]]:
    """Return the points that games get by each scale of a test."""
    found = {
        "mean score": sum(game.score for game in games) / max(len(games), 1),
        "wins": sum(game.result == "won" for game in games),
    }
    return [
        {
            "what": scale.what,
            "value": found[scale.what],
            "points": scale.points(found[scale.what]),
            "minimum": scale.minimum,
            "thresholds": scale.thresholds,
        }
        for scale in test.scales
    ]


def format_points(test: GameTest, games: Sequence[Game]) -> list[str]:
    """Write the points as sentences."""
    lines = []
    for row in points(test, games):
        thresholds = ", ".join(map(str, row["thresholds"])) or "none"
        least = row["minimum"]
        below = f"; below the minimum of {least}" if least is not None and row["value"] < least else ""
        lines.append(
            f"{row['what']} {row['value']:,g}: {row['points']} of {format_count(len(row['thresholds']), 'point')} "
            f"(thresholds {thresholds}{below})"
        )
    return lines


def _read(path: str) -> str:
    document = read_text(path, "test|solution") if path != "-" else None
    if document is None:
        raise ZermeloError(f"there is no file called {path}")
    return document[0]
