"""Pac-Man's decisions within the limits of the lab, and what they come from: a tree of the first moves, small enough to be
looked at, whose leaves have what the agent finds below them. Its root is worth what the agent says, whatever its weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

from zermelo.engine import search_fixed_depth
from zermelo.engine.expectiminimax import FixedDepth
from zermelo.games.pacman import Pacman
from zermelo.games.tree import format_tree
from zermelo.games.tree.nodes import Draft, build
from zermelo.lab.desk import Desk
from zermelo.lab.messages_pacman import PacmanWhy
from zermelo.methods import search
from zermelo.players import PlayerSpec
from zermelo.players.choice import Choice
from zermelo.result import Result
from zermelo.state import CHANCE, MAX, ZermeloError, as_number

SEARCHES: dict[str, FixedDepth] = {"alpha_beta": "alpha_beta", "expectimax": "expectiminimax"}
"""The searches of the agents that have another one than minimax."""
MOST_LEAVES = 30
"""More than these nobody reads."""
ROOT = "Pac-Man"
_DIGITS = 2


class Patience:
    """The time that one question may take, all its searches together."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.seconds = desk, desk.settings.caps.seconds
        self.end = perf_counter() + self.seconds

    def is_over(self) -> bool:
        return perf_counter() > self.end or self.desk.cancel()

    def choose(self, agent: PlayerSpec, state: Pacman, seed: int, past: Sequence[Pacman] = ()) -> Choice:
        """What an agent does. A search that was stopped has no say: its values are those of the moves it began with."""
        choice = agent.create(seed=seed).choose(state, past, cancel=self.is_over)
        self.check(str(agent))
        return choice

    def check(self, spec: str) -> None:
        if self.is_over():
            raise ZermeloError(
                f"{spec} thinks for longer than {self.seconds:g} seconds here: give it less depth or time"
            )


class Model(NamedTuple):
    """What an agent decides by: the search, what it takes the ghosts for, how many moves it looks ahead, and what it finds in
    a position when it looks so many moves further."""

    search: FixedDepth
    roles: str
    plies: int
    find: Callable[[Pacman, int], Result]


def decision_tree(state: Pacman, agent: PlayerSpec, patience: Patience) -> PacmanWhy:
    """The first moves of a decision as a tree with values, and as a position for the Inside page."""
    name, rest = agent.name, agent.values
    if name == "random":
        raise ZermeloError("a random Pac-Man has no reasons: choose an agent that looks ahead")
    if name == "mcts":
        # Its tree grows where it pays: it is not cut at a depth, but looked at while it is small.
        return PacmanWhy("", "mcts", state.with_roles("random").notation(), min(int(rest[0]), 2 * MOST_LEAVES))
    model = _model(state, agent, patience)
    root = state.with_roles(model.roles)
    depth = _depth(root, min(model.plies, root.agents))
    return PacmanWhy(_write(root, depth, model, patience, agent), model.search, root.notation(), depth)


def _model(state: Pacman, agent: PlayerSpec, patience: Patience) -> Model:
    name, rest = agent.name, agent.values
    cancel, weights = patience.is_over, agent.evaluate
    if name == "engine":
        seen = patience.choose(agent, state, 0).depth or 1
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


def _write(root: Pacman, depth: int, model: Model, patience: Patience, agent: PlayerSpec) -> str:
    """The tree as text. A node is named by the moves that lead to it, as in East.N.W: Pac-Man east, the first ghost north, the
    second west."""
    drafts = [Draft(-1, 0, ROOT)]
    level = [(root, ROOT, 0)]
    for ply in range(depth + 1):
        below = []
        for state, name, number in level:
            if state.utility() is not None or ply == depth:
                drafts[number].value = _worth(state, model.plies - ply, model, patience, agent)
                continue
            drafts[number].player = state.player
            odds = dict(state.chances()) if state.player == CHANCE else {}
            for move in state.moves():
                # Stop begins like South.
                child = move if number == 0 else f"{name}.{move if move == 'Stop' else move[0]}"
                below.append((state.play(move), child, len(drafts)))
                drafts.append(Draft(number, len(drafts), child, probability=odds.get(move)))
        level = below
    return format_tree(build(drafts, MAX))


def _worth(state: Pacman, left: int, model: Model, patience: Patience, agent: PlayerSpec) -> float:
    """What the agent finds in a position when it has so many moves left to look ahead."""
    score = state.utility()
    if score is not None:
        return score
    if not left:
        return round(state.evaluate(agent.evaluate if isinstance(agent.evaluate, Mapping) else None), _DIGITS)
    found = model.find(state, left)
    patience.check(str(agent))
    return round(float(as_number(found.value)), _DIGITS)


def _depth(root: Pacman, plies: int) -> int:
    """How many moves deep the tree can be without having too many leaves: a round at most, a move at least."""
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
