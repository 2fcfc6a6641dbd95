"""Decoupled UCT: UCT where players move at the same time, each choosing as if the others were part of the weather.

Source: Finnsson and Björnsson, "Simulation-based approach to general game playing", 2008. The steps are those of `joint_moves`;
in the first one

    every player takes its own move with the largest  mean + c * sqrt(ln(visits of node) / visits),

the mean being that of all simulations in which the player made this move here, whatever the others did. The answer is each move's
share of the visits.

Shafiei, Sturtevant and Schaeffer ("Comparing UCT versus CFR in simultaneous games", 2009) show that these shares need not come
near an equilibrium, however long the search: `regret_matching` does.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random

from zermelo.events import Choice
from zermelo.limits import check_weight
from zermelo.registry import SIMULTANEOUS_MOVES, Declaration
from zermelo.result import Result
from zermelo.state import Move, State
from zermelo.textbook.joint_moves import JointNode, JointSearch, OwnMove
from zermelo.textbook.ledger import Cancel, Watch
from zermelo.textbook.options import EXPLORATION, SEED, SIMULATIONS, UCT_CONSTANT
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "decoupled_uct",
    "Decoupled UCT",
    "UCT for simultaneous moves: every player chooses by the means of its own moves.",
    SIMULTANEOUS_MOVES,
    options=(SIMULATIONS, EXPLORATION, SEED),
)
PSEUDOCODE = parse_pseudocode("""
    the tree is the root                     | expand root
    repeat for each simulation:
      select: at each node every player takes
        its move with the largest
        mean + c √(ln N / n)                 | select
        (or chance draws)                    | select CHANCE
      expand: add the joint move's child     | expand
      simulate: play at random to the end    | simulate
      back up: count a visit at each node on | backup
        the way, and add each player's payoff
        to the player's move there
    the answer is each move's share of visits | answer
    """)


class _DecoupledUct(JointSearch):
    exploration = UCT_CONSTANT

    def choose(self, node: JointNode, player: int) -> tuple[OwnMove, Choice | None]:
        low, width = (self.least[player], (self.most[player] - self.least[player]) or 1.0) if self.least else (0.0, 1.0)
        reach = log(max(node.visits, 1))

        def reasons(own: OwnMove) -> tuple[float, float]:
            return (own.total / own.visits - low) / width, self.exploration * sqrt(reach / own.visits)

        untried = next((own for own in node.own[player] if not own.visits), None)
        own = untried or max(node.own[player], key=lambda own: sum(reasons(own)))
        if not self.ledger.trace:
            return own, None
        mean, bonus = (None, None) if untried else reasons(own)
        return own, Choice(self.roles[player], str(own.move), mean=mean, bonus=bonus)

    def weight(self, own: OwnMove) -> float:
        return own.visits


def decoupled_uct(
    state: State[Move],
    *,
    simulations: int = 1000,
    exploration: float = UCT_CONSTANT,
    seed: int | Random = 0,
    nodes: int | None = None,
    seconds: float | None = None,
    cancel: Cancel | None = None,
    watch: Watch | None = None,
) -> Result[Move]:
    """Play simulations in which every player chooses its own move by UCB1. `mcts` describes the parameters.

    Returns
    -------
    Result
        `strategies` has each player's moves with their share of the visits, `move` the most visited of each. `value` is the mean
        payoff of all simulations: MAX's where two players' payoffs always cancel out, else one payoff per player.

    Examples
    --------
    >>> from zermelo.games.goofspiel import Goofspiel
    >>> found = decoupled_uct(Goofspiel(3).play(3), simulations=300)
    >>> found.move
    (3, 3)
    """
    search = _DecoupledUct(
        SEARCH, state, simulations, seed, {"nodes": nodes, "seconds": seconds, "cancel": cancel, "watch": watch}
    )
    search.exploration = check_weight("exploration", exploration)
    return search.run()
