"""Effective branching factors: by what factor one ply more multiplies the nodes of a search.

A search of N nodes to depth d and of M nodes to depth d - 2 has the factor √(N / M): two plies, since alpha-beta gains more from
one side's moves than from the other's. Nodes are added up over random positions first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from zermelo.analysis.perft import perft
from zermelo.methods import search
from zermelo.studies.positions import GAMES, WITHOUT, random_positions, title_of
from zermelo.studies.study import Column, Findings, Plot, Series, Study, join, shows
from zermelo.textbook import alpha_beta

TEXTBOOK_DEPTH = {"connect_four": 6, "othello": 5, "checkers": 6, "breakthrough": 4, "chess": 4}
ENGINE_DEPTH = {"connect_four": 10, "othello": 8, "checkers": 11, "breakthrough": 6, "chess": 8}
PLIES = 8
_TABLE = 4


class Task(NamedTuple):
    """Positions of one game."""

    game: str
    seed: int
    positions: int


class Growth(NamedTuple):
    """The nodes of each search to its last depth and to two plies less, added up over the positions."""

    game: str
    moves: float
    minimax: tuple[int, int]
    alpha_beta: tuple[int, int]
    engine: tuple[int, int]

    @property
    def factors(self) -> tuple[float, float, float]:
        """The factors of minimax, alpha-beta and the engine."""
        minimax, pruned, engine = ((deep / shallow) ** 0.5 for shallow, deep in self[2:])
        return minimax, pruned, engine


def _tasks(seed: int, size: int) -> list[Task]:
    return [Task(game, seed, size) for game in GAMES]


def minimax_nodes(state: Any, depth: int) -> int:
    """Return how many nodes minimax visits, which needs no search: it visits all.

    >>> from zermelo.games.connect_four import ConnectFour
    >>> minimax_nodes(ConnectFour(), 2)
    57
    """
    return sum(perft(state, each) for each in range(depth + 1))


def _engine_nodes(game: str, states: Sequence[Any], depth: int) -> int:
    without = WITHOUT.get(game, ())
    return sum(search(each, method="alpha_beta", depth=depth, without=without, table=_TABLE).nodes for each in states)


def measure(task: Task) -> Growth:
    """Count the nodes of the searches."""
    states = random_positions(task.game, task.seed, task.positions, PLIES)
    low, high = TEXTBOOK_DEPTH[task.game] - 2, TEXTBOOK_DEPTH[task.game]
    shallow, deep = ENGINE_DEPTH[task.game] - 2, ENGINE_DEPTH[task.game]
    return Growth(
        game=task.game,
        moves=sum(len(state.moves()) for state in states) / len(states),
        minimax=(sum(minimax_nodes(each, low) for each in states), sum(minimax_nodes(each, high) for each in states)),
        alpha_beta=(
            sum(alpha_beta(each, depth=low).nodes for each in states),
            sum(alpha_beta(each, depth=high).nodes for each in states),
        ),
        engine=(_engine_nodes(task.game, states, shallow), _engine_nodes(task.game, states, deep)),
    )


def conclude(growths: Sequence[Growth]) -> Findings:
    ordered = all(minimax > pruned > engine for minimax, pruned, engine in (each.factors for each in growths))
    better = [each for each in growths if each.factors[2] < each.factors[0] ** 0.5]
    widest = max(growths, key=lambda each: each.factors[0])
    names = tuple(title_of(each.game) for each in growths)
    labels = ("minimax", "alpha-beta, moves as they come", "the engine")
    lines = [
        Series(label=label, points=tuple((float(place), each.factors[at]) for place, each in enumerate(growths)))
        for at, label in enumerate(labels)
    ]
    law = Series(
        label="√ minimax's, the best order",
        points=tuple((float(place), each.factors[0] ** 0.5) for place, each in enumerate(growths)),
        law=True,
    )
    return Findings(
        columns=(
            Column("game"),
            Column("moves", "{:.1f}"),
            Column("minimax", "{:.2f}"),
            Column("alpha-beta", "{:.2f}"),
            Column("√ minimax", "{:.2f}"),
            Column("engine", "{:.2f}"),
            Column("engine to depth"),
            Column("its nodes"),
        ),
        rows=tuple(
            (
                title_of(each.game),
                each.moves,
                each.factors[0],
                each.factors[1],
                each.factors[0] ** 0.5,
                each.factors[2],
                ENGINE_DEPTH[each.game],
                each.engine[1],
            )
            for each in growths
        ),
        plot=Plot(x="", y="factor of a ply", y_scale="log", x_names=names, series=(*lines, law)),
        paragraphs=(
            f"One ply more multiplies minimax's nodes by the number of moves, from {min(each.factors[0] for each in growths):.1f} "
            f"to {widest.factors[0]:.1f} ({title_of(widest.game)}) in these games. Textbook alpha-beta, which takes the moves as "
            f"they come, needs a factor of {min(each.factors[1] for each in growths):.1f} to "
            f"{max(each.factors[1] for each in growths):.1f}; the engine, with a table, better orders and selective depths, "
            f"{min(each.factors[2] for each in growths):.1f} to {max(each.factors[2] for each in growths):.1f}. "
            f"{'In every game the factors fall in that order.' if ordered else 'Not in every game do they fall in that order.'}",
            f"The best that alpha-beta alone can do, with the best move always first, is the square root of minimax's factor. "
            f"{_beyond(better, growths)} Positions that are met again by other orders of moves are searched only once with a "
            f"table, and late moves less deeply, which pure alpha-beta on a tree cannot do.",
        ),
        verdict=shows(ordered),
    )


def _beyond(better: Sequence[Growth], growths: Sequence[Growth]) -> str:
    if not better:
        return "The engine stays above it in all games."
    if len(better) == len(growths):
        return "The engine is below it in all games."
    return f"The engine is below it in {join([title_of(each.game) for each in better])}, and above it in the others."


BRANCHING = Study(
    name="branching",
    title="Effective branching factors",
    claim="Alpha-beta, and an engine even more, makes a ply cost less than the number of moves.",
    unit="positions of each game",
    size=60,
    most=1_000,
    tasks=_tasks,
    measure=measure,
    conclude=conclude,
)
