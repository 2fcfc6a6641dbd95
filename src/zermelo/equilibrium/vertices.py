"""All vertices of a best-reply polytope, by the double description method in integers.

    { (u, x):  x >= 0,  u >= b_j · x  for every reply j },   with b > 0

Each ray of this cone is a mix x, up to scale, with the payoff u of the other player's best replies to it. The method adds
one inequality at a time (Motzkin, Raiffa, Thompson and Thrall 1953): rays that violate it are dropped, and every pair of
adjacent rays on both sides of its hyperplane gives a new ray on it. Degenerate games need no special case, because a ray
carries the labels of all inequalities that hold with equality.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.equilibrium.numbers import primitive


class Vertex(NamedTuple):
    """`labels` has bit k set if x_k = 0, and bit d + j if reply j is a best one; d is the number of actions."""

    payoff: int
    mix: tuple[int, ...]
    labels: int


def vertices(replies: Sequence[Sequence[int]], actions: int) -> list[Vertex]:
    """Return every vertex except x = 0; `replies` has a row of positive payoffs for each action of the other player."""
    payoff_is_zero = 1 << (actions + len(replies))
    every = (1 << actions) - 1
    # The cone starts as the whole orthant, whose rays are its axes.
    rays = [([1, *([0] * actions)], every)]
    for axis in range(actions):
        rays.append(([0, *(int(other == axis) for other in range(actions))], every & ~(1 << axis) | payoff_is_zero))
    for number, reply in enumerate(replies):
        rays = _cut(rays, [1, *(-payoff for payoff in reply)], 1 << (actions + number), actions - 1)
    return [Vertex(ray[0], tuple(ray[1:]), labels) for ray, labels in rays if any(ray[1:])]


def _cut(rays: list[tuple[list[int], int]], normal: list[int], label: int, least: int) -> list[tuple[list[int], int]]:
    """Return the rays of the cone after adding the inequality normal · ray >= 0."""
    inside, outside, kept = [], [], []
    for ray, labels in rays:
        distance = sum(a * b for a, b in zip(normal, ray, strict=True))
        if distance < 0:
            outside.append((ray, labels, distance))
        else:
            kept.append((ray, labels if distance else labels | label))
            if distance:
                inside.append((ray, labels, distance))
    masks = [labels for _, labels in rays]
    for ray, labels, distance in inside:
        for other_ray, other_labels, other_distance in outside:
            common = labels & other_labels
            # Adjacent rays share as many labels as an edge has, and no third ray has all of these.
            if common.bit_count() < least or sum(common & mask == common for mask in masks) != 2:
                continue
            between = [distance * b - other_distance * a for a, b in zip(ray, other_ray, strict=True)]
            kept.append((primitive(between), common | label))
    return kept
