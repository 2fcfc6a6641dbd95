"""Searches as students write them: correct ones, and one for each common mistake."""

from __future__ import annotations

from math import inf
from typing import Any


def _search(
    state: Any, alpha: float, beta: float, *, cuts: Any, passes: bool = True, better: Any = None, window: float = 0
) -> tuple[float, str | None]:
    worth = state.utility()
    if worth is not None:
        return worth, None
    better = better or (lambda new, old: new > old)
    sign = 1 if state.player == 0 else -1
    best, choice = -sign * inf, None
    for move in state.moves():
        inner = (alpha, beta) if passes else (-inf, inf)
        value, _ = _search(state.play(move), *inner, cuts=cuts, passes=passes, better=better, window=window)
        if choice is None or better(sign * value, sign * best):
            best, choice = value, move
        alpha, beta = (max(alpha, best), beta) if sign > 0 else (alpha, min(beta, best))
        if cuts(alpha, beta + window):
            break
    return best, choice


def right(state: Any, alpha: float = -inf, beta: float = inf) -> tuple[float, str | None]:
    return _search(state, alpha, beta, cuts=lambda low, high: low >= high)


def strict(state: Any, alpha: float = -inf, beta: float = inf) -> tuple[float, str | None]:
    return _search(state, alpha, beta, cuts=lambda low, high: low > high)


def forgets_alpha(state: Any, alpha: float = -inf, beta: float = inf) -> tuple[float, str | None]:
    return _search(state, alpha, beta, cuts=lambda low, high: low >= high, passes=False)


def prunes_too_much(state: Any, alpha: float = -inf, beta: float = inf) -> tuple[float, str | None]:
    return _search(state, alpha, beta, cuts=lambda low, high: low >= high, window=-1)


def last_of_equals(state: Any, alpha: float = -inf, beta: float = inf) -> tuple[float, str | None]:
    return _search(state, alpha, beta, cuts=lambda low, high: low >= high, better=lambda new, old: new >= old)


def usual_names(node: Any, depth: int, alpha: float, beta: float, maximizingPlayer: bool) -> float:
    if depth == 0 or not node.moves():
        return float(node.evaluate())
    for move in node.moves():
        value = usual_names(node.play(move), depth - 1, alpha, beta, not maximizingPlayer)
        alpha, beta = (max(alpha, value), beta) if maximizingPlayer else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if maximizingPlayer else beta


def everyone_maximizes(state: Any) -> float:
    worth = state.utility()
    return worth if worth is not None else max(everyone_maximizes(state.play(move)) for move in state.moves())


def right_to_left(state: Any) -> float:
    worth = state.utility()
    if worth is not None:
        return float(worth)
    choose = max if state.player == 0 else min
    return choose([right_to_left(state.play(move)) for move in reversed(state.moves())])


def searches_twice(state: Any) -> tuple[float, str | None]:
    worth = state.utility()
    if worth is not None:
        return worth, None
    choose = max if state.player == 0 else min
    move = choose(state.moves(), key=lambda each: searches_twice(state.play(each))[0])
    return searches_twice(state.play(move))[0], move


def worst_move(state: Any) -> tuple[float, str | None]:
    worth = state.utility()
    if worth is not None:
        return worth, None
    values = {move: worst_move(state.play(move))[0] for move in state.moves()}
    choose, other = (max, min) if state.player == 0 else (min, max)
    return choose(values.values()), other(values, key=values.__getitem__)


def evenly(state: Any) -> float:
    """Expectimax that forgets the probabilities."""
    worth = state.utility()
    if worth is not None:
        return float(worth)
    values = [evenly(state.play(move)) for move in state.moves()]
    return max(values) if state.player == 0 else sum(values) / len(values)


def miscounts(state: Any, maximize: bool = True) -> Any:
    """MIT's shape: the count is of nodes, not of leaves."""
    if state.is_game_over():
        return [state], state.get_endgame_score(maximize), 1
    results = [miscounts(child, not maximize) for child in state.get_next_states()]
    path, score, _ = (max if maximize else min)(results, key=lambda each: each[1])
    return [state, *path], score, 1 + sum(each[2] for each in results)


def wrong_path(state: Any, maximize: bool = True) -> Any:
    if state.is_game_over():
        return [state], state.get_endgame_score(maximize), 1
    results = [wrong_path(child, not maximize) for child in state.generate_next_states()]
    score = (max if maximize else min)(each[1] for each in results)
    return [state, *results[0][0]], score, sum(each[2] for each in results)


def returns_a_value(
    board: Any, depth: int, eval_fn: Any, get_next_moves_fn: Any, is_terminal_fn: Any, verbose: bool, sign: int = -1
) -> Any:
    """The shape of MIT's older labs, and right but for the answer, which should be a move."""
    if is_terminal_fn(depth, board):
        return eval_fn(board)
    inner = [after for _, after in get_next_moves_fn(board)]
    games = eval_fn, get_next_moves_fn, is_terminal_fn
    return max(sign * returns_a_value(after, depth - 1, *games, verbose, sign) for after in inner)


def forgets_to_negate(board: Any, depth: int, eval_fn: Any, get_next_moves_fn: Any, is_terminal_fn: Any) -> Any:
    """The same with the right kind of answer, but what is good for one player is taken to be good for the other."""
    games = eval_fn, get_next_moves_fn, is_terminal_fn
    values = {
        move: returns_a_value(after, depth - 1, *games, False, sign=1) for move, after in get_next_moves_fn(board)
    }
    return max(values, key=values.__getitem__)


class OneGhost:
    """CS188's shape: takes every ghost for the last one, so that Pac-Man moves too soon where there are two."""

    def __init__(self, depth: str = "2") -> None:
        self.depth = int(depth)
        self.evaluationFunction: Any = None

    def getAction(self, state: Any) -> Any:
        return max(state.getLegalActions(0), key=lambda each: self.value(state.generateSuccessor(0, each), 1, 0))

    def value(self, state: Any, agent: int, rounds: int) -> float:
        if state.isWin() or state.isLose() or rounds == self.depth:
            return float(self.evaluationFunction(state))
        after = [state.generateSuccessor(agent, action) for action in state.getLegalActions(agent)]
        values = [self.value(each, 1 - agent, rounds + agent) for each in after]
        return min(values) if agent else max(values)


class PacmansActions(OneGhost):
    """Asks for Pac-Man's actions where a ghost moves."""

    def value(self, state: Any, agent: int, rounds: int) -> float:
        state.getLegalActions()
        return super().value(state, agent, rounds)


class CountsMoves(OneGhost):
    """Takes the depth for a number of single moves."""

    def value(self, state: Any, agent: int, rounds: int) -> float:
        return super().value(state, agent, self.depth if agent else rounds)


def wrong_side(state: Any, maximize: bool = True) -> Any:
    """MIT's shape: says that it is the other one's turn at the end."""
    if state.is_game_over():
        return [state], state.get_endgame_score(not maximize), 1
    results = [wrong_side(each, not maximize) for each in state.generate_next_states()]
    path, score, _ = (max if maximize else min)(results, key=lambda each: each[1])
    return [state, *path], score, sum(count for _, _, count in results)
