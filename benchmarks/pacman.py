"""Benchmarks of Pac-Man: how fast his searches are, and how often he wins."""

from __future__ import annotations

from time import perf_counter

from benchmarks.table import Table
from zermelo.engine import search_fixed_depth
from zermelo.games.pacman import Pacman
from zermelo.games.pacman.players import parse_ghosts, parse_pacman, play_game, set_up
from zermelo.result import Result
from zermelo.textbook import alpha_beta

GAMES = 50
EVERY = 7
"""Search one in this many positions of a game, so that ghosts are far and near, scared and not."""


def positions() -> list[Pacman]:
    """Return positions of a game on the small layout against two directional ghosts."""
    ghosts = parse_ghosts("directional:2")
    found: list[Pacman] = []
    start = set_up("small", ghosts)
    game = play_game(start, parse_pacman("expectimax:2"), ghosts, seed=1)
    state = start
    for move in game.moves:
        if state.agent == 0:
            found.append(state)
        state = state.play(move)
    return found[::EVERY]


def speed() -> Table:
    """Time alpha-beta at several depths; the textbook's alpha-beta on the same positions is the reference."""
    places = positions()
    rows, rates, slowest = [], {}, {}

    def measure(name: str, depth: int, results: list[Result]) -> None:
        nodes, seconds = sum(each.nodes for each in results), sum(each.seconds for each in results)
        rates[name, depth], slowest[name, depth] = nodes / seconds, max(each.seconds for each in results)
        rows.append(
            [name, str(depth), f"{nodes:,}", f"{seconds / len(results) * 1000:,.2f} ms",
             f"{slowest[name, depth] * 1000:,.2f} ms", f"{nodes / seconds:,.0f}"]
        )  # fmt: skip

    for depth in (2, 4, 6, 10):
        measure("alpha_beta", depth, [search_fixed_depth(each, "alpha_beta", depth=3 * depth) for each in places])
    measure(
        "expectimax", 4, [search_fixed_depth(each.with_roles("random"), "expectiminimax", depth=12) for each in places]
    )
    measure("textbook alpha_beta, in Python", 2, [alpha_beta(each, depth=6) for each in places])
    reference = rates["textbook alpha_beta, in Python", 2]
    return Table(
        "Pac-Man, searches",
        f"The small layout with two ghosts, {len(places)} positions of one game; depth counts rounds. Targets: "
        "3,000,000 nodes/s in native alpha-beta, and under 20 ms per move at depth 4, where the course's Python code was "
        f"measured at 6,000 to 11,000 nodes/s and 2.2 s. Per node, native alpha-beta at depth 4 is "
        f"{rates['alpha_beta', 4] / reference:,.0f} times as fast as the textbook's.",
        ["search", "depth", "nodes", "mean per move", "slowest move", "nodes/s"],
        rows,
        {
            "pacman_nodes_per_second": round(rates["alpha_beta", 4]),
            "pacman_slowest_move_ms": round(slowest["alpha_beta", 4] * 1000, 2),
        },
    )


def strength() -> Table:
    """Play games on the small layout against two ghosts of each kind."""
    rows: list[list[str]] = []
    figures: dict[str, float] = {}
    for agent in ("reflex", "minimax:2", "alpha_beta:4", "expectimax:4", "expectimax:4:directional", "mcts:500"):
        for kind in ("random", "directional"):
            ghosts = parse_ghosts(f"{kind}:2")
            start, pacman = set_up("small", ghosts), parse_pacman(agent)
            begun = perf_counter()
            games = [play_game(start, pacman, ghosts, seed=seed) for seed in range(GAMES)]
            spent = perf_counter() - begun
            won = sum(each.result == "won" for each in games)
            mean = sum(each.score for each in games) / GAMES
            moves = sum(len(each.moves) for each in games) / 3
            rows.append(
                [agent, f"{kind}:2", f"{won} of {GAMES}", f"{sum(each.result == 'lost' for each in games)}",
                 f"{mean:,.0f}", f"{spent / moves * 1000:.2f} ms"]
            )  # fmt: skip
            if agent == "expectimax:4":
                figures |= {f"pacman_won_{kind}": won, f"pacman_score_{kind}": round(mean)}
    return Table(
        "Pac-Man, games",
        "The small layout, the shipped weights, at most 1,000 moves per game. Target for expectimax at depth 4: 9 of 10 games "
        "won against two random ghosts with a mean score over 1,000, and 8 of 10 against directional ones.",
        ["Pac-Man", "ghosts", "won", "lost", "mean score", "time per round"],
        rows,
        figures | {"pacman_games": GAMES},
    )
