"""Perfect matchings: those of brute force on every small graph, and without its exponential time on large ones."""

from __future__ import annotations

from itertools import combinations
from random import Random

from tests.long import LONG
from zermelo.arena.matching import pair_all

Candidates = dict[int, list[int]]


def graph(size: int, edges: list[tuple[int, int]]) -> Candidates:
    met = {frozenset(edge) for edge in edges}
    return {one: [other for other in range(size) if frozenset((one, other)) in met] for one in range(size)}


def brute_force(candidates: Candidates) -> list[tuple[int, int]] | None:
    """Try every partner of the first player, in the order of preference."""
    if not candidates:
        return []
    first = next(iter(candidates))
    for second in candidates[first]:
        if second in candidates:
            rest = {player: wanted for player, wanted in candidates.items() if player not in (first, second)}
            if (others := brute_force(rest)) is not None:
                return [(first, second), *others]
    return None


def test_every_graph_of_six() -> None:
    edges = list(combinations(range(6), 2))
    for mask in range(2 ** len(edges)):
        candidates = graph(6, [edge for at, edge in enumerate(edges) if mask >> at & 1])
        assert pair_all(candidates) == brute_force(candidates), candidates


def test_random_graphs_with_any_order_of_preference() -> None:
    random = Random(5)
    for _ in range(2000 * LONG):
        size = random.choice((7, 8, 9, 10))
        edges = [edge for edge in combinations(range(size), 2) if random.random() < random.choice((0.3, 0.5))]
        shuffled = {
            player: random.sample(wanted, len(wanted))
            for player, wanted in random.sample(list(graph(size, edges).items()), size)
        }
        assert pair_all(shuffled) == brute_force(shuffled), shuffled


def test_odd_cycles_that_hold_each_other_up() -> None:
    """Brute force tries some 10^24 matchings here: each triangle of the path is joined to the next by one edge only."""
    triangles = 60
    edges = [
        (3 * number + one, 3 * number + other)
        for number in range(triangles)
        for one, other in combinations(range(3), 2)
    ]
    edges += [(3 * number + 2, 3 * number + 3) for number in range(triangles - 1)]
    pairs = pair_all(graph(3 * triangles, edges))
    assert pairs is not None
    assert sorted(player for pair in pairs for player in pair) == list(range(3 * triangles))
    assert set(pairs) <= set(edges)
    assert pair_all(graph(3 * triangles, [edge for edge in edges if edge != (2, 3)])) is None
