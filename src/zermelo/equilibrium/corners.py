"""All corners of a best-reply polytope, by the double description method in whole numbers.

    { (u, x):  x >= 0,  u >= b_j · x  for every reply j },   with b > 0

Each ray of this cone is a mix x, scaled to anything, with the payoff u that the other player's best replies then get. Rays
are added one inequality at a time (Motzkin, Raiffa, Thompson and Thrall 1953): those on the wrong side go, and every pair of
neighbours across the border gives a new one upon it. Degenerate games are no special case: a ray knows all the
inequalities that it meets as equations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.equilibrium.numbers import primitive


class Corner(NamedTuple):
    """`labels` has bit k where x_k = 0, and bit d + j where reply j is a best one; d is the number of actions."""

    payoff: int
    mix: tuple[int, ...]
    labels: int


def corners(replies: Sequence[Sequence[int]], actions: int) -> list[Corner]:
    """Every corner but x = 0; `replies` has a row of positive payoffs for each of the other player's actions."""
    payoff_is_zero = 1 << (actions + len(replies))
    every = (1 << actions) - 1
    # The cone begins as the whole orthant, whose rays are its axes.
    rays = [([1, *([0] * actions)], every)]
    for axis in range(actions):
        rays.append(([0, *(int(each == axis) for each in range(actions))], every & ~(1 << axis) | payoff_is_zero))
    for number, reply in enumerate(replies):
        rays = _cut(rays, [1, *(-each for each in reply)], 1 << (actions + number), actions - 1)
    return [Corner(ray[0], tuple(ray[1:]), labels) for ray, labels in rays if any(ray[1:])]


def _cut(rays: list[tuple[list[int], int]], border: list[int], label: int, least: int) -> list[tuple[list[int], int]]:
    """The rays of the cone on the right side of one more inequality, border · ray >= 0."""
    inside, outside, kept = [], [], []
    for ray, labels in rays:
        side = sum(a * b for a, b in zip(border, ray, strict=True))
        if side < 0:
            outside.append((ray, labels, side))
        else:
            kept.append((ray, labels if side else labels | label))
            if side:
                inside.append((ray, labels, side))
    masks = [labels for _, labels in rays]
    for ray, labels, side in inside:
        for other, others, depth in outside:
            common = labels & others
            # Neighbours share as many equations as an edge has, and no third ray meets them all.
            if common.bit_count() < least or sum(common & mask == common for mask in masks) != 2:
                continue
            between = [side * b - depth * a for a, b in zip(ray, other, strict=True)]
            kept.append((primitive(between), common | label))
    return kept
