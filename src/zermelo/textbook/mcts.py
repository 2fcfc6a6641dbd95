"""Monte-Carlo tree search with UCT: grow the tree where random games go well.

Source: Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006; Coulom 2006. One round has four steps:

    1. Select: from the root down, take the child with the largest  mean + c * sqrt(ln(visits of node) / visits),
       the mean being that of the player who chooses; chance chooses by its probabilities.
    2. Expand: add one move that has not been tried.
    3. Simulate: play on at random to the end of the game.
    4. Back up: count the payoffs at every node on the way. A draw counts as a draw, and what is good for one player
       is counted as bad for the other.

Payoffs are scaled to 0..1 by the smallest and largest seen, so that `exploration` means the same in every game.
"""

from __future__ import annotations

from math import inf, log, sqrt
from random import Random
from typing import Any

from zermelo.events import Backup, Expand, Simulate
from zermelo.limits import MAX_PLIES, Limits
from zermelo.result import Result, RootMove
from zermelo.state import CHANCE, State, ZermeloError, as_payoffs, plain_payoff
from zermelo.textbook.expectimax import chances
from zermelo.textbook.ledger import Ledger, Line, Watch
from zermelo.textbook.telling import ROOT_NAME, TWO_PLAYERS, child_name, plain


class _Visited:
    """A node of the tree that was grown. `total` adds up the payoffs of its playouts, one per player."""

    __slots__ = ("children", "move", "name", "parent", "state", "total", "untried", "visits")

    def __init__(self, state: State, parent: _Visited | None, move: Any, name: str) -> None:
        self.state, self.parent, self.move, self.name = state, parent, move, name
        self.untried = list(state.moves()) if state.utility() is None else []
        self.children: list[_Visited] = []
        self.visits = 0
        self.total: list[float] = []

    def mean(self, player: int) -> float:
        return self.total[player] / self.visits


def mcts(
    root: State,
    *,
    rounds: int = 1000,
    exploration: float = sqrt(2),
    seed: int = 0,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """The most visited move after `rounds` random games; `value` is MAX's mean payoff (one per player past two).

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> mcts(TicTacToe().play(4).play(1), rounds=400, seed=1).value > 0
    True
    """
    if rounds < 1:
        raise ZermeloError(f"rounds must be at least 1, not {rounds}")
    ledger = Ledger("mcts", root, limits=limits, watch=watch)
    random = Random(seed)
    tell = ledger.tell
    least, most = inf, -inf

    def select(node: _Visited) -> _Visited:
        while not node.untried and node.children:
            node = by_chance(node) if node.state.player == CHANCE else best_child(node)
        return node

    def best_child(node: _Visited) -> _Visited:
        player, width = node.state.player, (most - least) or 1.0
        reach = log(node.visits)

        def promise(child: _Visited) -> float:
            return (child.mean(player) - least) / width + exploration * sqrt(reach / child.visits)

        return max(node.children, key=promise)

    def by_chance(node: _Visited) -> _Visited:
        weights = dict(chances(node.state))
        return random.choices(node.children, [float(weights[child.move]) for child in node.children])[0]

    def expand(node: _Visited) -> _Visited:
        if not node.untried:
            ledger.budget.check(ledger.nodes)  # no node is added, but time goes by
            return node
        if node.state.player < CHANCE:
            raise ledger.wrong_player(node.state)
        move = node.untried.pop(random.randrange(len(node.untried)))
        state = node.state.play(move)
        child = _Visited(state, node, move, child_name(node.name, state, move) if tell else "")
        node.children.append(child)
        count()
        if tell:
            tell.watch(Expand(child.name, node.name, str(move), TWO_PLAYERS[state.player]))
        return child

    def simulate(node: _Visited) -> tuple[Any, ...]:
        state, plies = node.state, 0
        while (worth := state.utility()) is None:
            if state.player == CHANCE:
                outcomes = chances(state)
                move = random.choices([each for each, _ in outcomes], [float(chance) for _, chance in outcomes])[0]
            elif state.player > CHANCE:
                move = random.choice(state.moves())
            else:
                raise ledger.wrong_player(state)
            state, plies = state.play(move), plies + 1
            if plies > MAX_PLIES:
                raise ZermeloError(f"a random game had not ended after {MAX_PLIES:,} moves; ask zermelo.check")
        worth = plain_payoff(worth)
        ledger.evaluations += 1
        if tell:
            tell.watch(Simulate(node.name, plies, plain(worth)))
        return as_payoffs(worth)

    def back_up(node: _Visited | None, payoffs: tuple[Any, ...]) -> None:
        while node is not None:
            node.visits += 1
            earlier = node.total or [0.0] * len(payoffs)
            node.total = [total + float(each) for total, each in zip(earlier, payoffs, strict=True)]
            if tell:
                tell.watch(Backup(node.name, node.visits, _value(node)))
            node = node.parent

    def count() -> None:
        ledger.nodes += 1
        if ledger.nodes >= ledger.next_check:
            ledger.next_check = ledger.budget.check(ledger.nodes)

    own = getattr(root, "name", None)
    top = _Visited(root, None, None, own if isinstance(own, str) else ROOT_NAME)

    def grow() -> tuple[Any, Line]:
        nonlocal least, most
        count()
        if tell:
            tell.watch(Expand(top.name, None, None, TWO_PLAYERS[root.player]))
        for _ in range(rounds):
            node = expand(select(top))
            payoffs = simulate(node)
            least, most = min(least, *map(float, payoffs)), max(most, *map(float, payoffs))
            back_up(node, payoffs)
        return known()

    def known() -> tuple[Any, Line]:
        """The answer as it stands, at any time."""
        ledger.root_moves = [
            RootMove(move=child.move, value=_value(child), bound="estimate", visits=child.visits)
            for child in top.children
            if child.visits
        ]
        return (_value(top) if top.visits else None), _most_visited_line(top)

    return ledger.run(grow, known=known, bound="estimate")


def _value(node: _Visited) -> Any:
    """The mean payoff: MAX's of two players whose payoffs cancel out, else everybody's."""
    means = tuple(total / node.visits for total in node.total)
    return means[0] if len(means) == 2 and means[0] == -means[1] else means


def _most_visited_line(node: _Visited) -> Line:
    line: list[Any] = []
    while node.children and node.state.player != CHANCE:
        node = max(node.children, key=lambda child: child.visits)
        line.append(node.move)
    chain: Line = None
    for move in reversed(line):
        chain = (move, chain)
    return chain
