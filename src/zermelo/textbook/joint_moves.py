"""Monte-Carlo tree search where players move at the same time: what decoupled UCT and regret matching have in common.

One simulation has the four steps of `mcts`, but a move is a joint move, one of each player, and every player chooses alone, by the
statistics of its own moves at the node. Where one player has the move, only that one chooses; chance draws.

    1. Select: from the root down, every player chooses a move; together they lead to a child.
    2. Expand: where the child is not in the tree yet, add it.
    3. Simulate: play on at random to the end of the game.
    4. Back up: at every node on the way, add each player's payoff to its own move.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from zermelo.events import ROOT_NAME, Backup, Choice, Expand, Regrets, Select, Simulate, child_name
from zermelo.limits import MAX_SIMULATIONS, check_count
from zermelo.registry import Declaration
from zermelo.result import Result, StrategyMove
from zermelo.state import CHANCE, SIMULTANEOUS, State, as_payoffs, plain_payoff, state_name
from zermelo.textbook.expectiminimax import chances
from zermelo.textbook.explanations import TWO_PLAYERS, plain, roles_of
from zermelo.textbook.ledger import Common, Ledger, Line


class OwnMove:
    """The statistics of one player's move at a node."""

    __slots__ = ("move", "regret", "strategy", "total", "visits")

    def __init__(self, move: Any) -> None:
        self.move = move
        self.visits = 0
        self.total = self.regret = self.strategy = 0.0


class JointNode:
    """A node of the tree. `total` adds up the payoffs of its simulations, one per player; `own` has the moves of each player who
    moves here, and `children` the nodes below by joint move."""

    __slots__ = ("children", "name", "own", "parent", "state", "total", "visits")

    def __init__(self, state: State, parent: JointNode | None, name: str) -> None:
        self.state, self.parent, self.name = state, parent, name
        self.own: dict[int, list[OwnMove]] = {}  # listed when the node is selected again
        self.children: dict[Any, JointNode] = {}
        self.visits = 0
        self.total: list[float] = []

    def joint(self, chosen: dict[int, OwnMove]) -> Any:
        """Return what `play` takes: a tuple where all move, else the move of one."""
        moves = tuple(own.move for own in chosen.values())
        return moves if self.state.player == SIMULTANEOUS else moves[0]


class JointSearch(ABC):
    """One search; how a player chooses is left to subclasses."""

    def __init__(self, search: Declaration, state: State, simulations: int, seed: int | Random, common: Common) -> None:
        check_count("simulations", simulations, MAX_SIMULATIONS)
        self.ledger = Ledger(search, state, common)
        self.roles = roles_of(state) if self.ledger.trace else TWO_PLAYERS
        self.random = Random(seed) if isinstance(seed, int) else seed
        self.simulations = simulations
        self.top = JointNode(state, None, state_name(state) or ROOT_NAME)
        self.least: list[float] = []  # of each player's payoffs so far
        self.most: list[float] = []
        self.zero_sum = True

    @abstractmethod
    def choose(self, node: JointNode, player: int) -> tuple[OwnMove, Choice | None]:
        """Choose one of two or more moves of a player, and say why if there is a trace."""

    @abstractmethod
    def weight(self, own: OwnMove) -> float:
        """Return what a move's probability in the answer is proportional to."""

    def learn(self, node: JointNode, player: int, chosen: dict[int, OwnMove]) -> None:
        """Take note of a player's choice at a node, after its payoff was added."""
        del node, player, chosen  # nothing more to learn

    def regrets(self, node: JointNode) -> tuple[Regrets, ...]:
        """Return what the players regret at a node, for the trace."""
        del node
        return ()

    def run(self) -> Result[Any]:
        """Play the simulations."""
        found = self.ledger.run(self._grow, so_far=self._so_far, bound="estimate")
        return replace(found, strategies=self._strategies())

    def _grow(self) -> tuple[Any, Line]:
        self.ledger.add_node()
        if trace := self.ledger.trace:
            trace.watch(Expand(self.top.name, None, None, self.roles[self.top.state.player]))
        for _ in range(self.simulations):
            path = self._select()
            payoffs = self._simulate(path[-1][0])
            self._back_up(path, payoffs)
        return self._so_far()

    def _select(self) -> list[tuple[JointNode, dict[int, OwnMove]]]:
        """Go down to a new node, or to the end of the game; return the nodes on the way, each with the choices made there."""
        node, path = self.top, list[tuple[JointNode, dict[int, OwnMove]]]()
        while node.state.utility() is None and (node.visits or node is self.top):
            chosen: dict[int, OwnMove] = {}
            choices: list[Choice | None] = []
            if node.state.player == CHANCE:
                joint = self._draw(node.state)
            else:
                self._list_moves(node)
                for player, moves in node.own.items():
                    if len(moves) > 1:
                        chosen[player], choice = self.choose(node, player)
                    else:
                        chosen[player] = moves[0]
                        choice = Choice(self.roles[player], str(moves[0].move), only=True)
                    choices.append(choice)
                joint = node.joint(chosen)
            path.append((node, chosen))
            node = self._child(node, joint, choices)
        self.ledger.budget.check(self.ledger.nodes)
        return [*path, (node, {})]

    def _list_moves(self, node: JointNode) -> None:
        if node.own:
            return
        player = node.state.player
        moves: Any = node.state.moves()
        for number, options in enumerate(moves) if player == SIMULTANEOUS else [(player, moves)]:
            node.own[number] = [OwnMove(move) for move in options]
            self.random.shuffle(node.own[number])

    def _child(self, node: JointNode, joint: Any, choices: Sequence[Choice | None]) -> JointNode:
        child, trace = node.children.get(joint), self.ledger.trace
        is_new = child is None
        if child is None:
            state = node.state.play(joint)
            child = JointNode(state, node, child_name(node.name, state, joint) if trace else "")
            node.children[joint] = child
            self.ledger.add_node()
        if trace:
            role = self.roles[node.state.player]
            reasons = tuple(filter(None, choices))
            trace.watch(Select(node.name, child.name, role, child.visits, node.visits, choices=reasons))
            if is_new:
                trace.watch(Expand(child.name, node.name, str(joint), self.roles[child.state.player]))
        return child

    def _draw(self, state: Any) -> Any:
        outcomes = chances(state)
        return self.random.choices([move for move, _ in outcomes], [float(chance) for _, chance in outcomes])[0]

    def _simulate(self, node: JointNode) -> list[float]:
        state, plies = node.state, 0
        while (worth := state.utility()) is None:
            if state.player == CHANCE:
                move = self._draw(state)
            elif state.player == SIMULTANEOUS:
                move = tuple(self.random.choice(options) for options in state.moves())
            else:
                move = self.random.choice(state.moves())
            state, plies = state.play(move), plies + 1
            self.ledger.check_random_game(plies)
        worth = plain_payoff(worth)
        self.ledger.evaluations += 1
        if trace := self.ledger.trace:
            trace.watch(Simulate(node.name, plies, plain(worth)))
        payoffs = as_payoffs(worth)
        self.zero_sum = self.zero_sum and len(payoffs) == 2 and payoffs[0] == -payoffs[1]
        return [float(each) for each in payoffs]

    def _back_up(self, path: list[tuple[JointNode, dict[int, OwnMove]]], payoffs: list[float]) -> None:
        self.least = list(map(min, self.least or payoffs, payoffs))
        self.most = list(map(max, self.most or payoffs, payoffs))
        for node, chosen in reversed(path):
            node.visits += 1
            node.total = [total + each for total, each in zip(node.total or [0.0] * len(payoffs), payoffs, strict=True)]
            for player, own in chosen.items():
                own.visits += 1
                own.total += payoffs[player]
                self.learn(node, player, chosen)
            if trace := self.ledger.trace:
                regrets = self.regrets(node) if chosen else ()
                trace.watch(Backup(node.name, node.visits, self._mean(node), regrets))

    def _mean(self, node: JointNode) -> Any:
        """Return MAX's mean payoff, or one per player if payoffs of two players do not cancel out."""
        means = tuple(total / node.visits for total in node.total)
        return means[0] if self.zero_sum else means

    def _so_far(self) -> tuple[Any, Line]:
        top = self.top
        value = self._mean(top) if top.visits else None
        if not top.own:
            return value, None
        best = {player: max(moves, key=self.weight) for player, moves in self._in_order().items()}
        return value, (top.joint(best), None)

    def _in_order(self) -> dict[int, list[OwnMove]]:
        """The moves at the root in the game's order."""
        top, moves = self.top, list(self.top.state.moves())
        listed: dict[int, Any] = (
            dict(enumerate(moves)) if top.state.player == SIMULTANEOUS else {top.state.player: moves}
        )
        return {
            player: [own for move in listed[player] for own in moves if own.move == move]
            for player, moves in top.own.items()
        }

    def _strategies(self) -> tuple[tuple[StrategyMove[Any], ...], ...]:
        top = self.top
        if not top.own:
            return ()
        ordered, answer = self._in_order(), []
        for player in range(len(top.total) or len(ordered)):
            moves = ordered.get(player, [])
            total = sum(map(self.weight, moves))
            answer.append(
                tuple(
                    StrategyMove(
                        move=own.move,
                        probability=self.weight(own) / total if total else 1 / len(moves),
                        visits=own.visits,
                        mean=own.total / own.visits if own.visits else None,
                    )
                    for own in moves
                )
            )
        return tuple(answer)
