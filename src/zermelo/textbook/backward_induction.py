"""Backward induction: every outcome of good play by everybody, also where moves tie.

Source: Kuhn, "Extensive games and the problem of information", 1953; Selten 1965 for subgame perfection. A profile of
strategies is a subgame-perfect equilibrium if nobody, at any node, can gain by another move there. Max^n finds one of them;
where moves tie there may be many, and a tie for the player to move may matter to the others.

    1. At a leaf there is one outcome, the leaf's payoffs.
    2. Where player i moves, an outcome of a child can come about if no other child must give i more: if each of them has
       some outcome that gives i no more than this one.
    3. Where chance moves, any outcome of one child may go with any of the others, each payoff being averaged.

The first outcome is the one of max^n.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias, Unpack

from msgspec.structs import replace

from zermelo.events import ROOT_NAME, child_name
from zermelo.kinds.payoffs import check_turn, weighted
from zermelo.registry import ANY_TURNS, Declaration
from zermelo.result import Equilibrium, Result
from zermelo.state import CHANCE, Move, State, ZermeloError, as_payoffs, state_name
from zermelo.textbook.expectiminimax import chances
from zermelo.textbook.explanations import MANY_PLAYERS
from zermelo.textbook.ledger import Common, Line, Order, unroll
from zermelo.textbook.max_n import PayoffLedger
from zermelo.textbook.options import DEPTH, ORDER
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "backward_induction",
    "Backward induction",
    "Every outcome of good play by everybody, also where moves tie.",
    ANY_TURNS,
    options=(DEPTH, ORDER),
)
PSEUDOCODE = parse_pseudocode("""
    the answers are outcomes(root)           | answer
    outcomes(node):                          | enter
      if node is a leaf or at the horizon:
        return its payoffs                   | evaluate
      for each child of node:
        ends ← outcomes(child)
        if chance: average them with those
          of the other children              | average
        else if the first is better for the
          player to move: best ← it          | improve
      keep every outcome that no other child
        must beat: ties leave several        | tie
      return the outcomes, the best first    | leave
    """)
MAX_OUTCOMES = 1_000
"""    A game with more outcomes at one node is refused."""
_Plan: TypeAlias = "tuple[State, Any, tuple[tuple[Any, _Outcome], ...]] | None"
"""    A state, the move chosen there (None for chance), and each of its moves with the outcome after it."""


class _Outcome(NamedTuple):
    """One payoff per player and the line that leads there; `plan` has the rest of the strategies if asked for."""

    worth: Any
    line: Line = None
    plan: _Plan = None


class Conduct(NamedTuple):
    """The move chosen in a state (None for chance) and one payoff per player from there on; `name` is the state's name in
    events."""

    state: State
    move: Any
    value: tuple[Any, ...]
    name: str


def backward_induction(state: State[Move], *, order: Order | None = None, **common: Unpack[Common]) -> Result[Move]:
    """Find all outcomes of subgame-perfect equilibria in pure strategies.

    Parameters are those of `minimax`; `evaluate` returns one payoff per player.

    Returns
    -------
    Result
        `equilibria` has every outcome; `value` (one payoff per player) and `line` are the first, which max^n finds.

    Raises
    ------
    ZermeloError
        If ties leave too many outcomes at one node.

    Examples
    --------
    >>> from zermelo import tree
    >>> result = backward_induction(tree("A(B=(2,0) C(D=(3,1) E=(0,1)))"))
    >>> for each in result.equilibria:
    ...     print(each)
    (3, 1) by C D
    (2, 0) by B
    """
    result, found = _induce(state, common, order=order, planned=False)
    return replace(result, equilibria=tuple(Equilibrium(value=each.worth, line=unroll(each.line)) for each in found))


def profile(state: State, number: int = 0, *, order: Order | None = None, **common: Unpack[Common]) -> list[Conduct]:
    """Return a profile of strategies with the outcome `Result.equilibria[number]`.

    It has the move chosen in every state from the root on, except ends of the game. The moves off the line are the reason why
    nobody deviates from it.

    Examples
    --------
    >>> from zermelo import tree
    >>> for each in profile(tree("A(B=(2,0) C(D=(3,1) E=(0,1)))"), 1):
    ...     print(each.name, each.move, each.value)
    A B (2, 0)
    C E (0, 1)
    """
    result, found = _induce(state, common, order=order, planned=True)
    if not found:
        raise ZermeloError(f"the search was stopped ({result.stopped}) before it found an equilibrium")
    if not 0 <= number < len(found):
        raise ZermeloError(
            f"number must be from 0 to {len(found) - 1}, the number of the last equilibrium, not {number}"
        )
    conduct = list[Conduct]()
    stack = [(state_name(state) or ROOT_NAME, found[number])]
    while stack:
        name, (worth, _, plan) = stack.pop()
        if plan is not None:
            state, move, below = plan
            conduct.append(Conduct(state, move, worth, name))
            children = [(child_name(name, end.plan and end.plan[0], each), end) for each, end in below]
            stack.extend(reversed(children))
    return conduct


def _induce(state: State, common: Common, *, order: Order | None, planned: bool) -> tuple[Result, list[_Outcome]]:
    """Run the search and return its outcomes, with their plans if `planned`."""
    ledger = PayoffLedger(SEARCH, state, common, roles=MANY_PLAYERS)
    root, trace = ledger.root, ledger.trace
    found: list[_Outcome] = []
    unwatched = 0

    def outcomes(state: State, move: Any, depth: int) -> list[_Outcome]:
        if trace:
            trace.enter(state, move)
        worth = ledger.arrive(state, depth)
        if worth is not None:
            return [_Outcome(as_payoffs(worth))]
        if state.player == CHANCE:
            ends = averages(state, depth)
        elif state.player >= 0:
            ends = choices(state, depth)
        else:
            ledger.wrong_player(state.player)
        if trace:
            if len(ends) > 1:
                trace.tie([end.worth for end in ends], [end.line[0] for end in ends if end.line])
            trace.leave(ends[0].worth)
        return ends

    def choices(state: State, depth: int) -> list[_Outcome]:
        player, best = state.player, -1
        below: list[list[_Outcome]] = []
        moves = order(state) if order else state.moves()
        for number, move in enumerate(moves):
            ends = outcomes(state.play(move), move, depth - 1)
            check_turn(player, ends[0].worth)
            below.append(ends)
            if state is root:
                ledger.root_move(move, ends[0].worth)
            if best < 0 or ends[0].worth[player] > below[best][0].worth[player]:
                best = number
                if trace:
                    trace.improve(ends[0].worth)
        # The smallest payoff of the player in each child; a child competes with the largest of the others.
        least = [min(ends, key=lambda end: end.worth[player]) for ends in below]
        floors = sorted(((end.worth[player], each) for each, end in enumerate(least)), reverse=True)

        def chosen(number: int, end: _Outcome) -> _Outcome:
            if not planned:
                return _Outcome(end.worth, (moves[number], end.line))
            # The other children have the outcome of max^n, unless the player would prefer that.
            others = (
                end if each == number else ends[0] if ends[0].worth[player] <= end.worth[player] else least[each]
                for each, ends in enumerate(below)
            )
            plan = state, moves[number], tuple(zip(moves, others, strict=True))
            return _Outcome(end.worth, (moves[number], end.line), plan)

        first = below[best][0]
        kept = [chosen(best, first)]
        for number, ends in enumerate(below):
            rivals = [floor for floor, each in floors[:2] if each != number]
            for end in ends:
                if end is not first and (not rivals or end.worth[player] >= rivals[0]):
                    kept.append(chosen(number, end))
            _check(len(kept))
        count(len(kept))
        return kept

    def averages(state: State, depth: int) -> list[_Outcome]:
        sums: dict[Any, tuple[tuple[Any, _Outcome], ...]] = {None: ()}
        for move, probability in chances(state):
            ends = outcomes(state.play(move), move, depth - 1)
            _check(len(sums) * len(ends))
            # Lines end at chance nodes, so outcomes with the same payoffs are the same.
            count(len(sums) * len(ends))
            mixed: dict[Any, tuple[tuple[Any, _Outcome], ...]] = {}
            for earlier, parts in sums.items():
                for end in ends:
                    worth = weighted(earlier, probability, end.worth)
                    mixed.setdefault(worth, (*parts, (move, end)) if planned else ())
            sums = mixed
            if state is root:
                ledger.root_move(move, ends[0].worth)
            if trace:
                trace.average(next(iter(sums)), probability)
        return [_Outcome(worth, None, (state, None, parts) if planned else None) for worth, parts in sums.items()]

    def count(outcomes: int) -> None:
        """Check the limits after many outcomes, whose time no count of nodes shows."""
        nonlocal unwatched
        unwatched += outcomes
        if unwatched > MAX_OUTCOMES:
            unwatched = 0
            ledger.budget.check(ledger.nodes)

    def search() -> tuple[Any, Line]:
        found.extend(outcomes(root, None, ledger.depth))
        return found[0].worth, found[0].line

    return ledger.run(search), found


def _check(count: int) -> None:
    if count > MAX_OUTCOMES:
        raise ZermeloError(
            f"ties leave more than {MAX_OUTCOMES:,} equilibria at one node, which is too many: use max_n to find one of them"
        )
