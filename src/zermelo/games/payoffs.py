"""Payoffs of many players: their averages, and what is promised of them to a search that relies on it."""

from __future__ import annotations

from typing import Any

from zermelo.state import Number, ZermeloError, format_payoff


def check_turn(player: int, worth: tuple[Any, ...]) -> None:
    """Whoever moves has a payoff."""
    if player >= len(worth):
        raise ZermeloError(f"player {player + 1} moves, but a payoff has only {len(worth)} parts")


def check_shares(worth: tuple[Any, ...], least: Number, total: Number) -> None:
    """Nobody gets less than `least`, and all together no more than `total`."""
    if min(worth) < least:
        raise ZermeloError(
            f"a leaf pays {format_payoff(worth)}, and nobody was to get less than {format_payoff(least)}"
        )
    if sum(worth) > total:
        raise ZermeloError(
            f"a leaf pays {format_payoff(worth)}, and all together were to get no more than {format_payoff(total)}"
        )


def weighted(sums: Any, probability: Number, worth: tuple[Any, ...]) -> tuple[Any, ...]:
    """The payoffs counted so far at a chance node, with one more child's by its probability.

    >>> weighted(weighted(None, 0.5, (2, 0)), 0.5, (0, 4))
    (1.0, 2.0)
    """
    if sums is None:
        return tuple(probability * each for each in worth)
    return tuple(earlier + probability * each for earlier, each in zip(sums, worth, strict=True))
