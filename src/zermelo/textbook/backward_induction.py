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

from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from zermelo.games.payoffs import check_turn, weighted
from zermelo.limits import Limits
from zermelo.result import Equilibrium, Result
from zermelo.state import CHANCE, State, ZermeloError, as_payoffs
from zermelo.textbook.expectimax import chances
from zermelo.textbook.ledger import Evaluation, Line, Order, Watch, unroll
from zermelo.textbook.max_n import Payoffs
from zermelo.textbook.telling import MANY_PLAYERS, ROOT_NAME, child_name

MOST = 1_000
"""So many outcomes of one node are followed; a game with more is refused in words."""
_Plan: TypeAlias = "tuple[State, Any, tuple[tuple[Any, _Outcome], ...]] | None"
"""A state, the move made there (None where chance makes it), and each of its moves with what comes about after it."""


class _Outcome(NamedTuple):
    """What everybody gets, and by which line; `plan` where somebody asks for more than the line."""

    worth: Any
    line: Line = None
    plan: _Plan = None


class Conduct(NamedTuple):
    """What is done in a state, None where chance moves, and what everybody gets from there on; `name` is what events call
    the state."""

    state: State
    move: Any
    value: tuple[Any, ...]
    name: str


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
    result, found = _induce(root, depth, order, evaluate, limits, watch, planned=False)
    return replace(result, equilibria=tuple(Equilibrium(value=each.worth, line=unroll(each.line)) for each in found))


def profile(
    root: State,
    number: int = 0,
    *,
    depth: int | None = None,
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
) -> list[Conduct]:
    """A profile of strategies with the outcome of that number in `Result.equilibria`: what is done in every state that is no
    end, from the root on. What is done off the line is why nobody leaves it.

    >>> from zermelo import tree
    >>> for each in profile(tree("A(B=(2,0) C(D=(3,1) E=(0,1)))"), 1):
    ...     print(each.name, each.move, each.value)
    A B (2, 0)
    C E (0, 1)
    """
    result, found = _induce(root, depth, order, evaluate, limits, None, planned=True)
    if not found:
        raise ZermeloError(f"the search was stopped ({result.stopped}) before anything was known")
    if not 0 <= number < len(found):
        raise ZermeloError(f"there is no equilibrium of that number: they are counted from 0 to {len(found) - 1}")
    own = getattr(root, "name", None)
    told = list[Conduct]()
    stack = [(own if isinstance(own, str) else ROOT_NAME, found[number])]
    while stack:
        name, (worth, _, plan) = stack.pop()
        if plan is not None:
            state, move, below = plan
            told.append(Conduct(state, move, worth, name))
            children = [(child_name(name, end.plan and end.plan[0], each), end) for each, end in below]
            stack.extend(reversed(children))
    return told


def _induce(
    root: State,
    depth: int | None,
    order: Order | None,
    evaluate: Evaluation | None,
    limits: Limits | None,
    watch: Watch | None,
    planned: bool,
) -> tuple[Result, list[_Outcome]]:
    """The search and the outcomes it found, with their plans if that is asked for."""
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
            return [_Outcome(as_payoffs(worth))]
        if state.player == CHANCE:
            ends = averages(state, depth)
        elif state.player >= 0:
            ends = choices(state, depth)
        else:
            raise ledger.wrong_player(state)
        if tell:
            if len(ends) > 1:
                tell.tie([end.worth for end in ends], [end.line[0] for end in ends if end.line])
            tell.leave(ends[0].worth)
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
                if tell:
                    tell.improve(ends[0].worth)
        # What each child gives the player at least; the two largest, since a child does not compete with itself.
        least = [min(ends, key=lambda end: end.worth[player]) for ends in below]
        floors = sorted(((end.worth[player], each) for each, end in enumerate(least)), reverse=True)

        def chosen(number: int, end: _Outcome) -> _Outcome:
            if not planned:
                return _Outcome(end.worth, (moves[number], end.line))
            # The others come about as max^n has them, unless that would tempt the player away.
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
            # A line ends where chance moves, so that outcomes which pay the same are the same.
            count(len(sums) * len(ends))
            mixed: dict[Any, tuple[tuple[Any, _Outcome], ...]] = {}
            for earlier, parts in sums.items():
                for end in ends:
                    worth = weighted(earlier, probability, end.worth)
                    mixed.setdefault(worth, (*parts, (move, end)) if planned else ())
            sums = mixed
            if state is root:
                ledger.root_move(move, ends[0].worth)
            if tell:
                tell.improve(next(iter(sums)))
        return [_Outcome(worth, None, (state, None, parts) if planned else None) for worth, parts in sums.items()]

    def count(outcomes: int) -> None:
        """Many outcomes take time that no count of nodes shows, and a search must notice when its own is up."""
        nonlocal unwatched
        unwatched += outcomes
        if unwatched > MOST:
            unwatched = 0
            ledger.budget.check(ledger.nodes)

    def search() -> tuple[Any, Line]:
        found.extend(outcomes(root, None, ledger.depth))
        return found[0].worth, found[0].line

    return ledger.run(search), found


def _check(count: int) -> None:
    if count > MOST:
        raise ZermeloError(
            f"ties leave more than {MOST:,} equilibria at one node, which are too many to follow: use max_n for one of them"
        )
