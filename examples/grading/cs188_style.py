"""Agents in the shape that Berkeley's CS188 asks for: a class with getAction(gameState), a depth counted in rounds, and an
evaluationFunction. They are graded without cutting at equal values, as that course wants it.

    zermelo grade examples/grading/cs188_style.py:MinimaxAgent --kind minimax
    zermelo grade examples/grading/cs188_style.py:AlphaBetaAgent
    zermelo grade examples/grading/cs188_style.py:ExpectimaxAgent --kind expectimax
"""

from __future__ import annotations

from math import inf
from typing import Any

import util
from game import Agent, Directions


def scoreEvaluationFunction(state: Any) -> float:
    score: float = state.getScore()
    return score


class SearchAgent(Agent):
    def __init__(self, evalFn: str = "scoreEvaluationFunction", depth: str = "2") -> None:
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def getAction(self, gameState: Any) -> Any:
        return self.search(gameState, 0, 0, -inf, inf)[1]

    def search(self, state: Any, agent: int, rounds: int, alpha: float, beta: float) -> tuple[float, Any]:
        if state.isWin() or state.isLose() or rounds == self.depth:
            return self.evaluationFunction(state), Directions.STOP
        following = (agent + 1) % state.getNumAgents()
        later = rounds + (following == 0)
        if agent:
            return self.answer(state, agent, following, later, alpha, beta)
        best, choice = -inf, Directions.STOP
        for action in state.getLegalActions(agent):
            value, _ = self.search(state.generateSuccessor(agent, action), following, later, alpha, beta)
            if value > best:
                best, choice = value, action
            if self.cuts(best, beta):
                break
            alpha = max(alpha, best)
        return best, choice

    def answer(
        self, state: Any, agent: int, following: int, later: int, alpha: float, beta: float
    ) -> tuple[float, Any]:
        """What the ghosts do: the worst for Pac-Man."""
        worst, choice = inf, Directions.STOP
        for action in state.getLegalActions(agent):
            value, _ = self.search(state.generateSuccessor(agent, action), following, later, alpha, beta)
            if value < worst:
                worst, choice = value, action
            if self.cuts(alpha, worst):
                break
            beta = min(beta, worst)
        return worst, choice

    def cuts(self, low: float, high: float) -> bool:
        return False


class MinimaxAgent(SearchAgent):
    pass


class AlphaBetaAgent(SearchAgent):
    def cuts(self, low: float, high: float) -> bool:
        return low > high


class ExpectimaxAgent(SearchAgent):
    def answer(
        self, state: Any, agent: int, following: int, later: int, alpha: float, beta: float
    ) -> tuple[float, Any]:
        actions = state.getLegalActions(agent)
        after = [state.generateSuccessor(agent, action) for action in actions]
        return sum(self.search(each, following, later, alpha, beta)[0] for each in after) / len(after), Directions.STOP
