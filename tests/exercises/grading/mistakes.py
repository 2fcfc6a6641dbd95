"""One student's search with a classic mistake at a time, in every shape that `zermelo grade` knows."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

PRUNING = (
    "passes infinity instead of beta",
    "passes -infinity instead of alpha",
    "never raises alpha",
    "never lowers beta",
    "replaces alpha by a smaller value",
    "replaces beta by a larger value",
    "never cuts at MAX nodes",
    "never cuts at MIN nodes",
    "cuts at MAX nodes by alpha",
    "cuts at MIN nodes by beta",
    "opens the window anew for every root move",
    "passes on no window",
    "cuts by the other tie rule",
)
"""Mistakes that only a search with cutoffs can make."""
GENERAL = (
    "starts from zero",
    "searches from right to left",
    "maximises everywhere",
    "minimises everywhere",
    "searches the best child twice",
    "plays the worst move",
    "stops a move early",
    "looks at the first child only",
)
GHOSTS = ("lets the second ghost help", "counts every move as a round")
"""Mistakes that only an agent can make that has more than one opponent."""
CHANCE = (
    "adds without dividing",
    "rounds averages down",
    "takes the smallest outcome",
    "takes the largest outcome",
    "ignores the probabilities",
)


class Position(NamedTuple):
    """A position as the search sees it, whatever the shape; at a chance node there are `weights`, the probabilities."""

    over: bool
    value: Callable[[], float]
    children: Callable[[], list[tuple[Any, Position]]]
    maximises: bool
    weights: tuple[float, ...] = ()


def search(
    position: Position,
    mistake: str,
    *,
    prune: bool,
    strict: bool,
    alpha: float = -inf,
    beta: float = inf,
    root: bool = True,
) -> tuple[float, list[Any]]:
    """Return the value and the line of moves; `mistake` is one of the above, or nothing at all."""
    if position.over:
        return position.value(), []
    children = position.children()
    if mistake == "searches from right to left":
        children.reverse()
    if mistake == "looks at the first child only":
        children = children[:1]
    if position.weights:
        return _average(children, position.weights, mistake), []
    if mistake == "cuts by the other tie rule":
        strict = not strict
    maximises = (position.maximises or mistake == "maximises everywhere") and mistake != "minimises everywhere"
    best, line = (-inf if maximises else inf), list[Any]()
    if mistake == "starts from zero":
        best = 0.0
    lines: dict[Any, tuple[float, list[Any]]] = {}
    for move, child in children:
        low, high = alpha, beta
        if maximises and mistake == "passes infinity instead of beta":
            high = inf
        if not maximises and mistake == "passes -infinity instead of alpha":
            low = -inf
        if mistake == "passes on no window" or (root and mistake == "opens the window anew for every root move"):
            low, high = -inf, inf
        value, rest = search(child, mistake, prune=prune, strict=strict, alpha=low, beta=high, root=False)
        lines[move] = value, [move, *rest]
        if value > best if maximises else value < best:
            best, line = lines[move]
        if prune and _cuts(mistake, best, alpha, beta, maximises, strict):
            break
        if maximises and mistake != "never raises alpha":
            alpha = value if mistake == "replaces alpha by a smaller value" else max(alpha, best)
        if not maximises and mistake != "never lowers beta":
            beta = value if mistake == "replaces beta by a larger value" else min(beta, best)
    if mistake == "searches the best child twice" and line:
        search(dict(children)[line[0]], mistake, prune=prune, strict=strict, alpha=alpha, beta=beta, root=False)
    if mistake == "plays the worst move" and root:
        line = (min if maximises else max)(lines.values(), key=lambda each: each[0])[1]
    return best, line or lines[children[0][0]][1]


def _cuts(mistake: str, best: float, alpha: float, beta: float, maximises: bool, strict: bool) -> bool:
    if mistake == f"never cuts at {'MAX' if maximises else 'MIN'} nodes":
        return False
    if maximises:
        limit = alpha if mistake == "cuts at MAX nodes by alpha" and alpha > -inf else beta
        return best > limit or (not strict and best == limit)
    limit = beta if mistake == "cuts at MIN nodes by beta" and beta < inf else alpha
    return best < limit or (not strict and best == limit)


def _average(children: list[tuple[Any, Position]], weights: tuple[float, ...], mistake: str) -> float:
    values = [search(child, mistake, prune=False, strict=False, root=False)[0] for _, child in children]
    average = sum(weight * value for weight, value in zip(weights, values, strict=False))
    return {
        "adds without dividing": sum(values),
        "rounds averages down": average // 1,
        "takes the smallest outcome": min(values),
        "takes the largest outcome": max(values),
        "ignores the probabilities": sum(values) / len(values),
    }.get(mistake, average)


def plain(mistake: str, *, prune: bool) -> Callable[..., Any]:
    """A function of a state, alpha and beta and a depth."""

    def position(state: Any, depth: int) -> Position:
        return Position(
            not state.moves() or depth <= (mistake == "stops a move early"),
            state.evaluate,
            lambda: [(move, position(state.play(move), depth - 1)) for move in state.moves()],
            state.player == 0,
            tuple(float(chance) for _, chance in state.chances()) if state.moves() and state.player == -1 else (),
        )

    def student(state: Any, depth: int) -> tuple[float, Any]:
        value, line = search(position(state, depth), mistake, prune=prune, strict=False)
        return value, line[0] if line else None

    return student


def mit(mistake: str, *, prune: bool) -> Callable[..., Any]:
    """A function of a state with generate_next_states(); it returns the path, the score and the number of evaluations."""

    def student(state: Any, heuristic_fn: Any = None, depth_limit: float = inf, maximize: bool = True) -> Any:
        count = 0

        def value(state: Any, maximize: bool) -> float:
            nonlocal count
            count += 1
            if state.is_game_over():
                return float(state.get_endgame_score(maximize))
            return float(heuristic_fn(state.get_snapshot(), maximize))

        def position(state: Any, maximize: bool, depth: float) -> Position:
            return Position(
                state.is_game_over() or depth <= (mistake == "stops a move early"),
                lambda: value(state, maximize),
                lambda: [(each, position(each, not maximize, depth - 1)) for each in state.generate_next_states()],
                maximize,
            )

        score, line = search(position(state, maximize, depth_limit), mistake, prune=prune, strict=False)
        return [state, *line], score, count

    return student


def mit_functions(mistake: str, *, prune: bool) -> Callable[..., Any]:
    """A function of a board and the functions of the game, which returns a move."""

    def student(board: Any, depth: int, eval_fn: Any, get_next_moves_fn: Any, is_terminal_fn: Any) -> Any:
        def position(board: Any, depth: int, maximises: bool) -> Position:
            return Position(
                is_terminal_fn(depth - (mistake == "stops a move early"), board),
                lambda: eval_fn(board) * (1 if maximises else -1),
                lambda: [(move, position(after, depth - 1, not maximises)) for move, after in get_next_moves_fn(board)],
                maximises,
            )

        return search(position(board, depth, True), mistake, prune=prune, strict=False)[1][0]

    return student


def cs188(mistake: str, *, prune: bool, average: bool = False) -> type:
    """An agent class."""

    class Student:
        depth: int
        evaluationFunction: Any

        def getAction(self, state: Any) -> Any:
            return search(self.position(state, 0, 0), mistake, prune=prune, strict=True)[1][0]

        def position(self, state: Any, agent: int, rounds: int) -> Position:
            following = (agent + 1) % state.getNumAgents()
            over = state.isWin() or state.isLose()
            after = rounds + (following == 0 or mistake == "counts every move as a round")
            early = mistake == "stops a move early" and following == 0 and after == self.depth
            return Position(
                over or rounds == self.depth or early,
                lambda: float(self.evaluationFunction(state)),
                lambda: [
                    (action, self.position(state.generateSuccessor(agent, action), following, after))
                    for action in state.getLegalActions(agent)
                ],
                agent == 0 or (agent == 2 and mistake == "lets the second ghost help"),
                tuple(1 / len(state.getLegalActions(agent)) for _ in state.getLegalActions(agent))
                if agent and average and not over
                else (),
            )

    return Student


SHAPES: dict[str, Callable[..., Any]] = {"plain": plain, "mit": mit, "mit_functions": mit_functions, "cs188": cs188}
