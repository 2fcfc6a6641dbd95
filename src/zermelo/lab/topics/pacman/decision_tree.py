"""Pac-Man's decisions within the limits of the lab, and the trees behind them: the first moves of the agent's search, few
enough to read. The value of a leaf is what the agent finds below it, so the value of the root is the agent's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

from zermelo.engine import search_fixed_depth
from zermelo.engine.expectiminimax import FixedDepth
from zermelo.games.pacman import Pacman
from zermelo.lab.context import RequestContext
from zermelo.lab.topics.pacman.messages import PacmanWhy
from zermelo.methods import search
from zermelo.players import PlayerSpec
from zermelo.players.choice import Choice
from zermelo.result import Result
from zermelo.state import CHANCE, MAX, ZermeloError, as_number
from zermelo.trees import format_tree
from zermelo.trees.nodes import Draft, build

SEARCHES: dict[str, FixedDepth] = {"alpha_beta": "alpha_beta", "expectimax": "expectiminimax"}
"""The searches of the agents; minimax is that of all others."""
MOST_LEAVES = 30
"""A tree with more leaves is too large to read."""
ROOT = "Pac-Man"
_DIGITS = 2


class TimeBudget:
    """The time for one question, all its searches together."""

    def __init__(self, context: RequestContext) -> None:
        self.context, self.seconds = context, context.settings.caps.seconds
        self.end = perf_counter() + self.seconds

    def is_over(self) -> bool:
        return perf_counter() > self.end or self.context.cancel()

    def choose(self, agent: PlayerSpec, state: Pacman, seed: int, past: Sequence[Pacman] = ()) -> Choice:
        """Let an agent choose; raise ZermeloError if the time runs out first, as values of an unfinished search mean little."""
        choice = agent.create(seed=seed).choose(state, past, cancel=self.is_over)
        self.check(str(agent))
        return choice

    def check(self, spec: str) -> None:
        if self.is_over():
            raise ZermeloError(f"{spec} needs more than {self.seconds:g} seconds here: give it less depth or time")


class Model(NamedTuple):
    """How an agent decides: its search, how it models the ghosts, its depth in plies, and the search of a position to a given
    depth."""

    search: FixedDepth
    roles: str
    plies: int
    find: Callable[[Pacman, int], Result]


def decision_tree(state: Pacman, agent: PlayerSpec, budget: TimeBudget) -> PacmanWhy:
    """Return the first moves of a decision as a tree with values, and as a position for the Inside page."""
    name, rest = agent.name, agent.values
    if name == "random":
        raise ZermeloError("a random Pac-Man has no decision tree: choose an agent that searches")
    if name == "mcts":
        # The tree of Monte-Carlo tree search has no depth limit: show it after a few simulations.
        simulations = int(rest[0])
        return PacmanWhy(
            "", "mcts", state.with_roles("random").notation(), min(simulations, 2 * MOST_LEAVES), simulations
        )
    model = _model(state, agent, budget)
    root = state.with_roles(model.roles)
    depth = _depth(root, min(model.plies, root.agents))
    return PacmanWhy(_write(root, depth, model, budget, agent), model.search, root.notation(), depth, model.plies)


def _model(state: Pacman, agent: PlayerSpec, budget: TimeBudget) -> Model:
    name, rest = agent.name, agent.values
    cancel, weights = budget.is_over, agent.evaluate
    if name == "engine":
        seen = budget.choose(agent, state, 0).depth or 1
        return Model(
            "alpha_beta", "min", seen, lambda leaf, left: search(leaf, depth=left, evaluate=weights, cancel=cancel)
        )
    how = SEARCHES.get(name, "minimax")
    return Model(
        search=how,
        roles=str(rest[1]) if name == "expectimax" else "min",
        plies=int(rest[0]) * state.agents if rest else 1,
        find=lambda leaf, left: search_fixed_depth(leaf, how, depth=left, evaluate=weights, cancel=cancel),
    )


def _write(root: Pacman, depth: int, model: Model, budget: TimeBudget, agent: PlayerSpec) -> str:
    """Return the tree as text. Nodes are named by the moves that lead to them: East.N.W is Pac-Man east, the first ghost
    north, the second west."""
    drafts = [Draft(-1, 0, ROOT)]
    level = [(root, ROOT, 0)]
    for ply in range(depth + 1):
        below = []
        for state, name, number in level:
            if state.utility() is not None or ply == depth:
                drafts[number].value = _worth(state, model.plies - ply, model, budget, agent)
                continue
            drafts[number].player = state.player
            odds = dict(state.chances()) if state.player == CHANCE else {}
            for move in state.moves():
                # Stop and South have the same initial.
                child = move if number == 0 else f"{name}.{move if move == 'Stop' else move[0]}"
                below.append((state.play(move), child, len(drafts)))
                drafts.append(Draft(number, len(drafts), child, probability=odds.get(move)))
        level = below
    return format_tree(build(drafts, MAX))


def _worth(state: Pacman, left: int, model: Model, budget: TimeBudget, agent: PlayerSpec) -> float:
    """Return what the agent finds in a position with `left` plies left to search."""
    score = state.utility()
    if score is not None:
        return score
    if not left:
        return round(state.evaluate(agent.evaluate if isinstance(agent.evaluate, Mapping) else None), _DIGITS)
    found = model.find(state, left)
    budget.check(str(agent))
    return round(float(as_number(found.value)), _DIGITS)


def _depth(root: Pacman, plies: int) -> int:
    """Return the depth of the tree in plies: at least one, at most a round, and without too many leaves."""
    level, depth = [root], 0
    while depth < plies:
        level = [
            state.play(move) if state.utility() is None else state
            for state in level
            for move in (state.moves() if state.utility() is None else [""])
        ]
        if len(level) > MOST_LEAVES and depth:
            break
        depth += 1
    return depth
