"""Payoffs of many players: weighted sums, and the bounds that max^n pruning relies on."""

from __future__ import annotations

from typing import Any

from zermelo.state import Number, ZermeloError, format_payoff


def check_turn(player: int, worth: tuple[Any, ...]) -> None:
    """Raise ZermeloError if the player to move has no payoff."""
    if player >= len(worth):
        raise ZermeloError(f"player {player + 1} moves, but a payoff has only {len(worth)} parts")


def check_shares(worth: tuple[Any, ...], least: Number, total: Number) -> None:
    """Raise ZermeloError if a payoff is below `least`, or their sum above `total`."""
    if min(worth) < least:
        raise ZermeloError(
            f"a leaf pays {format_payoff(worth)}, and nobody was to get less than {format_payoff(least)}"
        )
    if sum(worth) > total:
        raise ZermeloError(
            f"a leaf pays {format_payoff(worth)}, and all together were to get no more than {format_payoff(total)}"
        )


def weighted(sums: Any, probability: Number, worth: tuple[Any, ...]) -> tuple[Any, ...]:
    """Add a child's payoffs times its probability to the sums of a chance node (None at first).

    >>> weighted(weighted(None, 0.5, (2, 0)), 0.5, (0, 4))
    (1.0, 2.0)
    """
    if sums is None:
        return tuple(probability * each for each in worth)
    return tuple(earlier + probability * each for earlier, each in zip(sums, worth, strict=True))
