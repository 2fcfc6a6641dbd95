"""Monte-Carlo tree search with UCT: grow the tree where random games go well.

Source: Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006; Coulom 2006. One simulation has four steps:

    1. Select: from the root down, take the child with the largest  mean + c * sqrt(ln(visits of node) / visits),
       the mean being that of the player who chooses; chance chooses by its probabilities.
    2. Expand: where a move has not been tried, add one; which comes first is left to chance.
    3. Simulate: play on at random to the end of the game.
    4. Back up: add the payoffs at every node on the way. A draw counts as a draw, and what is good for one player
       counts as bad for the other.

Payoffs are scaled to 0..1 by the smallest and largest that the player has had, so that `exploration` means the same in every game.
UCB1 has c = √2 for payoffs from 0 to 1, where nothing is known about them. Implementations of UCT often take √2 or less for payoffs
from -1 to 1, which is half as much; that plays better with few simulations, and is the default here.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any

from zermelo.events import ROOT_NAME, Backup, Expand, Select, Simulate, child_name
from zermelo.limits import MAX_SIMULATIONS, check_count, check_weight
from zermelo.registry import ANY_TURNS, Declaration
from zermelo.result import Result, RootMove
from zermelo.state import CHANCE, MIN, Move, State, as_payoffs, plain_payoff, state_name
from zermelo.textbook.expectiminimax import chances
from zermelo.textbook.explanations import TWO_PLAYERS, plain, roles_of
from zermelo.textbook.ledger import Cancel, Ledger, Line, Watch
from zermelo.textbook.options import EXPLORATION, SEED, SIMULATIONS, UCT_CONSTANT
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "mcts",
    "Monte-Carlo tree search",
    "Grows the tree where random games go well.",
    ANY_TURNS,
    options=(SIMULATIONS, EXPLORATION, SEED),
)
PSEUDOCODE = parse_pseudocode("""
    the tree is the root                     | expand root
    repeat for each simulation:
      select: while all moves are tried, go to
        the largest mean + c √(ln N / n)     | select
        (or to what chance draws)            | select CHANCE
      expand: add a move not tried yet       | expand
      simulate: play at random to the end    | simulate
      back up: at each node on the way
        count a visit and add the payoff     | backup
    the answer is the move visited most, of  | answer
      equally visited ones the best mean
    """)


class _Node:
    """A node of the search tree. `total` adds up the payoffs of its simulations, one per player."""

    __slots__ = ("children", "move", "name", "parent", "state", "total", "untried", "visits")

    def __init__(self, state: State, parent: _Node | None, move: Any, name: str) -> None:
        self.state, self.parent, self.move, self.name = state, parent, move, name
        self.untried: list[Any] | None = None  # listed when the node is selected again
        self.children: list[_Node] = []
        self.visits = 0
        self.total: list[float] = []

    def mean(self, player: int) -> float:
        return self.total[player] / self.visits


def mcts(
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
    """Find the move that most simulations took.

    Parameters
    ----------
    state
        The state to search from. Any game in which players take turns, with or without chance.
    simulations
        The number of random games to play.
    exploration
        The constant c of UCT; larger explores more.
    seed
        The same seed gives the same result. Or the source of the random numbers itself.
    nodes, seconds
        Stop after this many nodes of the tree, or seconds.
    cancel
        Called about every two milliseconds; the search stops once it returns True.
    watch
        Called with every event of the search; see `zermelo.events`.

    Returns
    -------
    Result
        `value` is the mean payoff of the simulations of the move: MAX's, whoever moves, where two players' payoffs always
        cancel out, else one payoff per player. Where chance moves at the root, it is the mean of all simulations. `moves` has
        the mean and the visits of every root move.

    Raises
    ------
    SearchInterrupted
        On Ctrl-C; its `result` is the best found so far.

    Examples
    --------
    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> found = mcts(TicTacToe().play(4).play(1), simulations=400, seed=1)
    >>> found.value > 0, found.bound
    (True, 'estimate')
    """
    check_count("simulations", simulations, MAX_SIMULATIONS)
    check_weight("exploration", exploration)
    ledger = Ledger(SEARCH, state, {"nodes": nodes, "seconds": seconds, "cancel": cancel, "watch": watch})
    random = Random(seed) if isinstance(seed, int) else seed
    root, trace = ledger.root, ledger.trace
    roles = roles_of(root) if trace else TWO_PLAYERS
    least: list[float] = []  # of each player's payoffs so far
    most: list[float] = []
    zero_sum = True

    def select() -> _Node:
        """Go down to a new node, or to the end of the game."""
        node = top
        while node.state.utility() is None:
            if node.state.player == CHANCE:
                child = by_chance(node)
            elif untried := list_untried(node):
                child = expand(node, untried.pop(0))
            else:
                child = best_child(node)
            if not child.visits:
                return child
            node = child
        ledger.budget.check(ledger.nodes)  # no node is added, but time passes
        return node

    def best_child(node: _Node) -> _Node:
        player = node.state.player
        low, width = least[player], (most[player] - least[player]) or 1.0
        reach = log(node.visits)

        def promise(child: _Node) -> float:
            return (child.mean(player) - low) / width + exploration * sqrt(reach / child.visits)

        child = max(node.children, key=promise)
        if trace:
            mean, bonus = (child.mean(player) - low) / width, exploration * sqrt(reach / child.visits)
            role = roles[player]
            sign = -1 if zero_sum and player == MIN else 1
            scale = sign * child.mean(player), sign * low, sign * most[player]
            trace.watch(Select(node.name, child.name, role, child.visits, node.visits, mean, bonus, *scale))
        return child

    def by_chance(node: _Node) -> _Node:
        move = draw(node.state)
        child = next((child for child in node.children if child.move == move), None)
        if trace:
            name = child.name if child else child_name(node.name, node.state.play(move), move)
            trace.watch(Select(node.name, name, "CHANCE", child.visits if child else 0, node.visits))
        return child or expand(node, move)

    def draw(state: Any) -> Any:
        outcomes = chances(state)
        return random.choices([move for move, _ in outcomes], [float(chance) for _, chance in outcomes])[0]

    def list_untried(node: _Node) -> list[Any]:
        if node.untried is None:
            moves = list(node.state.moves())
            # A game may list a move twice; at the root each is one answer.
            node.untried = [move for at, move in enumerate(moves) if node is not top or move not in moves[:at]]
            random.shuffle(node.untried)
        return node.untried

    def expand(node: _Node, move: Any) -> _Node:
        if node.state.player < CHANCE:
            ledger.wrong_player(node.state.player)
        state = node.state.play(move)
        child = _Node(state, node, move, child_name(node.name, state, move) if trace else "")
        node.children.append(child)
        ledger.add_node()
        if trace:
            trace.watch(Expand(child.name, node.name, str(move), roles[state.player]))
        return child

    def simulate(node: _Node) -> tuple[Any, ...]:
        state, plies = node.state, 0
        while (worth := state.utility()) is None:
            if state.player == CHANCE:
                move = draw(state)
            elif state.player > CHANCE:
                move = random.choice(state.moves())
            else:
                ledger.wrong_player(state.player)
            state, plies = state.play(move), plies + 1
            ledger.check_random_game(plies)
        worth = plain_payoff(worth)
        ledger.evaluations += 1
        if trace:
            trace.watch(Simulate(node.name, plies, plain(worth)))
        return as_payoffs(worth)

    def back_up(node: _Node | None, payoffs: tuple[Any, ...]) -> None:
        while node is not None:
            node.visits += 1
            earlier = node.total or [0.0] * len(payoffs)
            node.total = [total + float(each) for total, each in zip(earlier, payoffs, strict=True)]
            if trace:
                trace.watch(Backup(node.name, node.visits, mean_value(node)))
            node = node.parent

    top = _Node(root, None, None, state_name(root) or ROOT_NAME)

    def mean_value(node: _Node) -> Any:
        """Return MAX's mean payoff, or one per player if payoffs of two players do not cancel out."""
        means = tuple(total / node.visits for total in node.total)
        return means[0] if zero_sum else means

    def grow() -> tuple[Any, Line]:
        nonlocal zero_sum
        ledger.add_node()
        if trace:
            trace.watch(Expand(top.name, None, None, roles[root.player]))
        for _ in range(simulations):
            node = select()
            payoffs = simulate(node)
            worths = [float(each) for each in payoffs]
            least[:], most[:] = map(min, least or worths, worths), map(max, most or worths, worths)
            zero_sum = zero_sum and len(payoffs) == 2 and payoffs[0] == -payoffs[1]
            back_up(node, payoffs)
        return so_far()

    def so_far() -> tuple[Any, Line]:
        ledger.root_moves = [
            RootMove(move=child.move, value=mean_value(child), bound="estimate", visits=child.visits)
            for child in top.children
            if child.visits
        ]
        chosen = top if not top.children or root.player == CHANCE else _most_visited(top)
        return (mean_value(chosen) if chosen.visits else None), _most_visited_line(top)

    return ledger.run(grow, so_far=so_far, bound="estimate")


def _most_visited(node: _Node) -> _Node:
    """Return the child with the most visits, of equally visited ones the best mean: few simulations leave many ties."""
    player = node.state.player
    return max(node.children, key=lambda child: (child.visits, child.mean(player) if child.visits else 0.0))


def _most_visited_line(node: _Node) -> Line:
    line: list[Any] = []
    while node.children and node.state.player != CHANCE:
        node = _most_visited(node)
        line.append(node.move)
    chain: Line = None
    for move in reversed(line):
        chain = (move, chain)
    return chain
