"""Regret matching in Monte-Carlo tree search: where players move at the same time, choose what one regrets not to have played.

Source: Hart and Mas-Colell 2000 (regret matching); Lanctot, Lisý and Winands, "Monte Carlo tree search in simultaneous move games
with applications to Goofspiel", 2014; Bošanský et al., "Algorithms for computing strategies in two-player simultaneous move games",
2016. The steps are those of `joint_moves`; in the first one every player draws its move,

    a share of the moves at random from all alike, otherwise each with a probability proportional to its regret
    (all alike if there is no regret),

and when a payoff has been backed up, at every node on the way each of the player's moves adds to its regret

    the mean below that move and the others' choices, less the mean below the joint move played,

where that joint move has been tried; a regret never falls below 0. The answer is the average of the probabilities by regret, the
n-th of a node weighing n times as much as the first (both after Tammelin, "Solving large imperfect information games using CFR+",
2014). In zero-sum games of two players it comes near an equilibrium, up to what the random share costs.
"""

from __future__ import annotations

from random import Random

from zermelo.events import Choice, Regrets
from zermelo.registry import SIMULTANEOUS_MOVES, Declaration
from zermelo.result import Result
from zermelo.state import Move, State, ZermeloError
from zermelo.textbook.joint_moves import JointNode, JointSearch, OwnMove
from zermelo.textbook.ledger import Cancel, Watch
from zermelo.textbook.options import RANDOM_SHARE, SEED, SIMULATIONS
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "regret_matching",
    "Regret matching",
    "Tree search for simultaneous moves that comes near an equilibrium.",
    SIMULTANEOUS_MOVES,
    options=(SIMULATIONS, RANDOM_SHARE, SEED),
)
PSEUDOCODE = parse_pseudocode("""
    the tree is the root                     | expand root
    repeat for each simulation:
      select: at each node every player draws
        a move in proportion to its regret   | select
        (or chance draws)                    | select CHANCE
      expand: add the joint move's child     | expand
      simulate: play at random to the end    | simulate
      back up: count a visit at each node on | backup
        the way; a player's regret grows by
        how much better other moves were     | backup regrets
    the answer is the average probabilities  | answer
    """)


class _RegretMatching(JointSearch):
    random_share = 0.1

    def choose(self, node: JointNode, player: int) -> tuple[OwnMove, Choice | None]:
        moves = node.own[player]
        total = sum(own.regret for own in moves)
        alike = 1 / len(moves)
        shares = [own.regret / total if total > 0 else alike for own in moves]
        for own, share in zip(moves, shares, strict=True):
            own.strategy += node.visits * share
        explore = self.random_share
        chances = [explore * alike + (1 - explore) * share for share in shares]
        own = self.random.choices(moves, chances)[0]
        if not self.ledger.trace:
            return own, None
        chance = chances[moves.index(own)]
        choice = Choice(self.roles[player], str(own.move), probability=chance, regret=own.regret, all_regret=total)
        return own, choice

    def learn(self, node: JointNode, player: int, chosen: dict[int, OwnMove]) -> None:
        def mean(child: JointNode) -> float:
            return child.total[player] / child.visits

        played = node.children[node.joint(chosen)]
        for own in node.own[player]:
            child = node.children.get(node.joint({**chosen, player: own}))
            if child is not None and child.visits:
                own.regret = max(own.regret + mean(child) - mean(played), 0.0)

    def regrets(self, node: JointNode) -> tuple[Regrets, ...]:
        told = []
        for player, moves in node.own.items():
            if len(moves) > 1:
                most = sorted((own for own in moves if own.regret), key=lambda own: -own.regret)
                names, sizes = tuple(str(own.move) for own in most), tuple(own.regret for own in most)
                told.append(Regrets(self.roles[player], names, sizes))
        return tuple(told)

    def weight(self, own: OwnMove) -> float:
        return own.strategy


def regret_matching(
    state: State[Move],
    *,
    simulations: int = 1000,
    random_share: float = 0.1,
    seed: int | Random = 0,
    nodes: int | None = None,
    seconds: float | None = None,
    cancel: Cancel | None = None,
    watch: Watch | None = None,
) -> Result[Move]:
    """Play simulations in which every player draws its moves by regret. `mcts` describes the other parameters.

    Parameters
    ----------
    random_share
        How many moves are drawn from all alike, from 0 to 1.

    Returns
    -------
    Result
        `strategies` has each player's moves with their average probability, `move` the most likely of each. `value` is the mean
        payoff of all simulations: MAX's where two players' payoffs always cancel out, else one payoff per player.

    Examples
    --------
    >>> from zermelo.games.goofspiel import Goofspiel
    >>> found = regret_matching(Goofspiel(3).play(3), simulations=300)
    >>> found.move
    (3, 3)
    """
    if not 0 <= random_share <= 1:
        raise ZermeloError(f"random_share must be from 0 to 1, not {random_share}")
    search = _RegretMatching(
        SEARCH, state, simulations, seed, {"nodes": nodes, "seconds": seconds, "cancel": cancel, "watch": watch}
    )
    search.random_share = random_share
    return search.run()
