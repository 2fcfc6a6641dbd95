"""Benchmarks of the textbook searches, next to other libraries. Each function returns one table."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from benchmarks.table import Table, best_in_turn, best_of
from zermelo.events import Event, encode
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.textbook import alpha_beta, minimax, sss_star
from zermelo.trees import format_tree, parse_tree
from zermelo.trees.generate import random_tree


def tic_tac_toe() -> Table:
    """Solve tic-tac-toe by alpha-beta, here and in the libraries that a student would find."""
    nodes = alpha_beta(TicTacToe()).nodes

    def watched() -> None:
        events: list[Event] = []
        alpha_beta(TicTacToe(), watch=events.append)

    aima_nodes, search_aima = _aima()
    bare, recorded, aima_seconds = best_in_turn(25, lambda: alpha_beta(TicTacToe()), watched, search_aima)
    peers = {"aima3 1.0.11, alphabeta_search": (aima_nodes, aima_seconds), "easyAI 2.0.12, Negamax": _easy_ai()}
    ours = nodes / bare
    rows = [
        ["Zermelo, alpha_beta", f"{nodes:,}", f"{bare * 1000:,.1f} ms", f"{ours:,.0f}", "1"],
        ["Zermelo, alpha_beta with every event recorded", f"{nodes:,}", f"{recorded * 1000:,.1f} ms",
         f"{nodes / recorded:,.0f}", f"{bare / recorded:.2f}"],
    ]  # fmt: skip
    for name, (visited, seconds) in peers.items():
        rate = visited / seconds
        rows.append([name, f"{visited:,}", f"{seconds * 1000:,.1f} ms", f"{rate:,.0f}", f"{rate / ours:.2f}"])
    return Table(
        "Tic-tac-toe solved by alpha-beta in natural move order",
        "All programs are pure Python, each with its own tic-tac-toe. Targets: no slower than aima-python, and at most 4 times "
        "slower with every event recorded.",
        ["program", "nodes", "time", "nodes/s", "relative to ours"],
        rows,
        {
            "tic_tac_toe_rate": round(ours),
            "tic_tac_toe_against_aima": round(ours / (aima_nodes / aima_seconds), 1),
            "events_slowdown": round(recorded / bare, 1),
        },
    )


def _aima() -> tuple[int, Callable[[], object]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from aima3.games import TicTacToe as AimaTicTacToe
        from aima3.games import alphabeta_search

    class Counting(AimaTicTacToe):  # type: ignore[misc]
        results = 0

        def result(self, state: Any, move: Any) -> Any:
            Counting.results += 1
            return super().result(state, move)

    alphabeta_search(Counting().initial, Counting())
    game = AimaTicTacToe()
    return Counting.results + 1, lambda: alphabeta_search(game.initial, game)


def _easy_ai() -> tuple[int, float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from easyAI import AI_Player, Negamax, TwoPlayerGame

    lines = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]

    class Noughts(TwoPlayerGame):  # type: ignore[misc]
        moves_made = 0

        def __init__(self, players: Any) -> None:
            self.players, self.board, self.current_player = players, [0] * 9, 1

        def possible_moves(self) -> list[int]:
            return [number + 1 for number, mark in enumerate(self.board) if mark == 0]

        def make_move(self, move: int) -> None:
            Noughts.moves_made += 1
            self.board[int(move) - 1] = self.current_player

        def unmake_move(self, move: int) -> None:
            self.board[int(move) - 1] = 0

        def lose(self) -> bool:
            return any(all(self.board[c - 1] == self.opponent_index for c in line) for line in lines)

        def is_over(self) -> bool:
            return not self.possible_moves() or self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

    def search() -> None:
        mind = Negamax(9)
        mind(Noughts([AI_Player(mind), AI_Player(mind)]))

    search()
    visited = Noughts.moves_made + 1
    return visited, best_in_turn(1, search)[0]


def large_tree() -> Table:
    """Parse a tree of a hundred thousand nodes, search it by minimax with every event recorded, write JSON."""
    text = format_tree(random_tree(1, branching=10, depth=5, values=(-1000, 1000)))
    parse = best_of(3, lambda: parse_tree(text))
    tree = parse_tree(text)
    events: list[Event] = []

    def search() -> None:
        events.clear()
        minimax(tree, watch=events.append)

    watched = best_of(3, search)
    written = best_of(3, lambda: encode(events))
    total = parse + watched + written
    return Table(
        "A tree of a hundred thousand nodes",
        f"{len(tree):,} nodes, {len(events):,} events, {len(encode(events)) / 2**20:.0f} MB of JSON. Target: under 5 s.",
        ["step", "time"],
        [
            ["parse the text", f"{parse:.2f} s"],
            ["minimax, every event recorded", f"{watched:.2f} s"],
            ["events to JSON", f"{written:.2f} s"],
            ["total", f"{total:.2f} s"],
        ],
        {"large_tree_nodes": len(tree), "large_tree_seconds": round(total, 2)},
    )


def leaves() -> Table:
    """Count the leaves evaluated on random trees without ties: minimax, alpha-beta, SSS*, and the minimum."""
    rows = []
    figures: dict[str, float] = {}
    for branching, depth in ((2, 8), (3, 6), (5, 4), (8, 3)):
        counts = [0, 0, 0]
        trees = 20
        for seed in range(trees):
            tree = random_tree(seed, branching=branching, depth=depth, values=(-100_000, 100_000), distinct=True)
            for number, search in enumerate((minimax, alpha_beta, sss_star)):
                counts[number] += search(tree).evaluations
        least = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
        means = [count / trees for count in counts]
        rows.append([f"{branching}", f"{depth}", *(f"{mean:,.1f}" for mean in means), f"{least:,}"])
        if (branching, depth) == (5, 4):
            figures = {
                "leaves_alpha_beta": round(means[1]),
                "leaves_sss_star": round(means[2]),
                "leaves_minimax": round(means[0]),
            }
    return Table(
        "Leaves evaluated, mean over 20 random trees without ties",
        "SSS* never evaluates a leaf that alpha-beta skips; the minimum is b^ceil(d/2) + b^floor(d/2) - 1.",
        ["branching b", "depth d", "minimax", "alpha-beta", "SSS*", "minimum"],
        rows,
        figures,
    )
