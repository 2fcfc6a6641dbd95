"""Games in which there is a payoff for each player, for an engine that knows only MAX and MIN: it plays for a coalition against
the rest, and refuses in words what it cannot search."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from zermelo.engine.declarations import ENGINE, METHODS
from zermelo.engine.request import Evaluation
from zermelo.game_errors import find_game_error
from zermelo.games.coalition import CoalitionView, check_partners, coalition_payoff
from zermelo.games.faces import ForeignState, NativeState
from zermelo.games.kinds import unsuited
from zermelo.games.survey import quick_kind, refusal
from zermelo.registry import Declaration
from zermelo.state import MAX, MIN, State, ZermeloError

FIRST_MOVES = 8
"""How far it is looked for a third player, or for payoffs of each, before a search."""


def shares_payoffs(state: State) -> bool:
    """Whether there seems to be a payoff for each player, as far as the first moves show it."""
    if isinstance(state, ForeignState):
        return state.rules.pays
    for _ in range(FIRST_MOVES):
        worth = state.utility()
        if worth is not None:
            return isinstance(worth, tuple)
        moves = state.moves()
        if state.player < MAX or not moves:
            return False
        if state.player > MIN:
            return True
        state = state.play(moves[0])
    return False


def seen_by(
    coalition: Collection[int] | None, state: State, evaluate: Evaluation | None
) -> tuple[State, Evaluation | None]:
    """The game as those see it that the engine is to play for, and its static values: the game itself where there are only
    MAX and MIN."""
    if isinstance(state, NativeState) and not (isinstance(state, ForeignState) and state.rules.pays):
        if coalition is not None:
            raise ZermeloError(f"{type(state).__name__} is a game of two: coalition is for games of more players")
        return state, evaluate
    if coalition is None:
        if state.player < MAX or not shares_payoffs(state):
            return state, evaluate
        coalition = (state.player,)
    partners = check_partners(coalition)
    if isinstance(state, ForeignState) and partners[-1] >= state.rules.players:
        raise ZermeloError(
            f"player {partners[-1] + 1} is to be played for, and {state.title} has only {state.rules.players}"
        )
    if not callable(evaluate):
        return CoalitionView(state, partners), evaluate
    function = evaluate
    return CoalitionView(state, partners), lambda seen: float(coalition_payoff(function(seen.state), partners))


def own(state: State) -> State:
    """The game itself, however it was looked at."""
    return state.state if isinstance(state, CoalitionView) else state


@contextmanager
def explaining(state: State, search: Declaration = ENGINE) -> Iterator[None]:
    """Around a question to the core: what it does not like is told in words. Errors of other kinds, a game's own among them, stay
    what they are."""
    try:
        yield
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise _explained(state, error, search) from None


def _explained(state: State, error: ValueError, search: Declaration) -> ZermeloError:
    """What the core did not like, in words that name what to do where the game is of a kind that it cannot search."""
    if isinstance(state, NativeState):
        return ZermeloError(str(error))
    kind = quick_kind(own(state))
    if unsuited(search.suits, kind) is not None:
        return refusal(search, own(state), among=METHODS)
    broken = find_game_error(own(state))
    if (
        broken is None
        and search is ENGINE
        and not isinstance(state, CoalitionView)
        and (kind.payoffs or kind.players > 2)
    ):
        return ZermeloError(
            "there is a payoff for each player: say for whom the engine is to play, as in coalition=(0,), or max_n=True"
        )
    return broken or ZermeloError(str(error))


def name_of(state: State) -> str:
    """What the search is called; a coalition of one is paranoid."""
    if not isinstance(state, CoalitionView):
        return "engine"
    return "coalition" if len(state.partners) > 1 else "paranoid"
