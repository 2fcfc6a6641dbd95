"""Backward induction: every outcome of good play by everybody, also where moves tie.

Source: Kuhn, "Extensive games and the problem of information", 1953; Selten 1965 for subgame perfection. A profile of
strategies is a subgame-perfect equilibrium if nobody, at any node, can gain by another move there. Max^n finds one of them;
where moves tie there may be many, and what is the same to the one who moves may be all the difference to the others.

    1. At a leaf there is one outcome, the leaf's payoffs.
    2. Where player i moves, an outcome of a child can come about if no other child must give i more: if each of them has
       some outcome that gives i no more than this one.
    3. Where chance moves, any outcome of one child may go with any of the others, each payoff being averaged.

The first outcome is the one of max^n.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec.structs import replace

from zermelo.games.payoffs import check_turn, weighted
from zermelo.limits import Limits
from zermelo.result import Equilibrium, Result
from zermelo.state import CHANCE, State, ZermeloError, as_payoffs
from zermelo.textbook.expectimax import chances
from zermelo.textbook.ledger import Evaluation, Line, Order, Watch, unroll
from zermelo.textbook.max_n import Payoffs
from zermelo.textbook.telling import MANY_PLAYERS

MOST = 1_000
"""So many outcomes of one node are followed; a game with more is refused in words."""
_Outcome: TypeAlias = tuple[Any, Line]


def backward_induction(
    root: State,
    *,
    depth: int | None = None,
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """All outcomes of subgame-perfect equilibria, in `Result.equilibria`; `value` and `line` are the first of them.

    >>> from zermelo import tree
    >>> result = backward_induction(tree("A(B=(2,0) C(D=(3,1) E=(0,1)))"))
    >>> for each in result.equilibria:
    ...     print(each)
    (3, 1) by C D
    (2, 0) by B
    """
    ledger = Payoffs(
        "backward_induction", root, depth=depth, evaluate=evaluate, limits=limits, watch=watch, roles=MANY_PLAYERS
    )
    tell = ledger.tell
    found: list[_Outcome] = []
    unwatched = 0

    def outcomes(state: State, move: Any, depth: int) -> list[_Outcome]:
        if tell:
            tell.enter(state, move)
        worth = ledger.arrive(state, depth)
        if worth is not None:
            return [(as_payoffs(worth), None)]
        if state.player == CHANCE:
            ends = averages(state, depth)
        elif state.player >= 0:
            ends = choices(state, depth)
        else:
            raise ledger.wrong_player(state)
        if tell:
            tell.leave(ends[0][0])
        return ends

    def choices(state: State, depth: int) -> list[_Outcome]:
        player, best = state.player, -1
        below: list[list[_Outcome]] = []
        moves = order(state) if order else state.moves()
        for number, move in enumerate(moves):
            ends = outcomes(state.play(move), move, depth - 1)
            check_turn(player, ends[0][0])
            below.append(ends)
            if state is root:
                ledger.root_move(move, ends[0][0])
            if best < 0 or ends[0][0][player] > below[best][0][0][player]:
                best = number
                if tell:
                    tell.improve(ends[0][0])
        # What a child gives the player at least; the two largest, since a child does not compete with itself.
        floors = sorted(
            ((min(worth[player] for worth, _ in ends), each) for each, ends in enumerate(below)), reverse=True
        )
        first = below[best][0]
        chosen: list[_Outcome] = [(first[0], (moves[best], first[1]))]
        for number, ends in enumerate(below):
            rivals = [floor for floor, each in floors[:2] if each != number]
            for end in ends:
                if end is not first and (not rivals or end[0][player] >= rivals[0]):
                    chosen.append((end[0], (moves[number], end[1])))
            _check(len(chosen))
        count(len(chosen))
        return chosen

    def averages(state: State, depth: int) -> list[_Outcome]:
        sums: list[Any] = [None]
        for move, probability in chances(state):
            ends = outcomes(state.play(move), move, depth - 1)
            _check(len(sums) * len(ends))
            # A line ends where chance moves, so that outcomes which pay the same are the same.
            count(len(sums) * len(ends))
            sums = list(dict.fromkeys(weighted(earlier, probability, worth) for earlier in sums for worth, _ in ends))
            if state is root:
                ledger.root_move(move, ends[0][0])
            if tell:
                tell.improve(sums[0])
        return [(worth, None) for worth in sums]

    def count(outcomes: int) -> None:
        """Many outcomes take time that no count of nodes shows, and a search must notice when its own is up."""
        nonlocal unwatched
        unwatched += outcomes
        if unwatched > MOST:
            unwatched = 0
            ledger.budget.check(ledger.nodes)

    def search() -> _Outcome:
        found.extend(outcomes(root, None, ledger.depth))
        return found[0]

    result = ledger.run(search)
    return replace(result, equilibria=tuple(Equilibrium(value=worth, line=unroll(line)) for worth, line in found))


def _check(count: int) -> None:
    if count > MOST:
        raise ZermeloError(
            f"ties leave more than {MOST:,} equilibria at one node, which are too many to follow: use max_n for one of them"
        )
