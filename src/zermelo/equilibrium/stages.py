"""Games in which players move at the same time, once or again and again, from the end backwards.

A state in which everybody chooses at once is a matrix game: a cell is what the state is worth that the choices lead to. In a
zero-sum game of two players that is one number, whichever equilibrium is played there; so what is solved last is known first,
and the whole game has a value. Where payoffs are of another kind, different equilibria of what follows are worth different
things to different players: then only a state whose every outcome ends the game is a table of numbers.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from itertools import product
from math import inf, prod
from typing import Any

from zermelo.equilibrium.game import MOST_CELLS, MOST_DIGITS, MatrixGame, usual_players
from zermelo.equilibrium.numbers import fraction
from zermelo.equilibrium.zero_sum import solve_table
from zermelo.game_errors import explain_game_errors
from zermelo.limits import check_depth, deep_recursion
from zermelo.state import CHANCE, MAX, MIN, SIMULTANEOUS, State, ZermeloError, plain_number

MOST_STATES = 100_000
"""States that are looked at."""


def stage_game(state: State, *, depth: int | None = None) -> MatrixGame:
    """A state in which everybody chooses at once, as the table of what each combination of moves is worth: the payoffs where the
    game is then over, the value of what follows where it goes on.

    `depth` is how many more moves are looked ahead, the one at this state included; beyond it `evaluate()` of the state counts.
    """
    with explain_game_errors(state), deep_recursion():
        if state.utility() is not None or state.player != SIMULTANEOUS:
            raise ZermeloError(
                f"{type(state).__name__} does not begin with moves at the same time, and only those make a table"
            )
        return _Stages().table(state, _plies(depth))


def stage_value(state: State, *, depth: int | None = None) -> Fraction:
    """What a zero-sum game of two players is worth to MAX, with moves at the same time, moves in turn and chance moves in it. Exact
    but for states with more cells than `solve_zero_sum` solves exactly."""
    with explain_game_errors(state), deep_recursion():
        return _Stages().value(state, _plies(depth))


def _plies(depth: int | None) -> float:
    return inf if depth is None else check_depth(depth)


class _Stages:
    def __init__(self) -> None:
        self._known: dict[Hashable, Fraction | None] = {}  # None while a state is being looked at

    def value(self, state: State, depth: float) -> Fraction:
        worth = state.utility()
        if worth is not None:
            return _for_max(worth)
        if depth == 0:
            return _for_max(_static(state))
        key = (state.key() if hasattr(state, "key") else state, state.player, depth)
        if key not in self._known:
            if len(self._known) == MOST_STATES:
                raise ZermeloError(f"the game has more than {MOST_STATES:,} states: look less deep, by depth=")
            self._known[key] = None
            self._known[key] = value = self._looked_at(state, depth - 1)
            if value.denominator >= 10**MOST_DIGITS:
                raise ZermeloError(
                    f"the values of this game need fractions of more than {MOST_DIGITS} digits: look less deep, by depth="
                )
        found = self._known[key]
        if found is None:
            raise ZermeloError("the game comes back to a state it was in, and has no end to begin from: give a depth")
        return found

    def _looked_at(self, state: State, depth: float) -> Fraction:
        if state.player == SIMULTANEOUS:
            choices = _choices(state)
            if len(choices) != 2:
                raise _not_zero_sum()
            rows, columns = choices
            table = [[self.value(state.play((row, column)), depth) for column in columns] for row in rows]
            return solve_table(table).value
        if state.player == CHANCE:
            weighed = [(fraction(chance), self.value(state.play(move), depth)) for move, chance in _chances(state)]
            # A third as a float is not quite one; what the floats mean adds up to one.
            return sum((chance * worth for chance, worth in weighed), Fraction()) / sum(chance for chance, _ in weighed)
        if state.player not in (MAX, MIN):
            raise _not_zero_sum()
        values = [self.value(state.play(move), depth) for move in state.moves()]
        return max(values) if state.player == MAX else min(values)

    def table(self, state: State, depth: float) -> MatrixGame:
        choices = _choices(state)
        alone = True
        cells = []
        for profile in product(*choices):
            after = state.play(profile)
            worth = after.utility()
            if isinstance(worth, tuple):
                cells.append(tuple(map(_exact, worth)))
                alone = False
                continue
            value = self.value(after, depth - 1)
            cells.append((value, -value))
        if any(len(cell) != len(choices) for cell in cells):
            raise _not_zero_sum()
        names = getattr(state, "seats", ())
        players = tuple(names) if len(names) == len(choices) else usual_players(len(choices), alone)
        actions = tuple(tuple(map(str, moves)) for moves in choices)
        return MatrixGame(tuple(cells), players, actions, getattr(state, "title", None) or type(state).__name__)


def _choices(state: State) -> list[list[Any]]:
    choices = [list(moves) for moves in state.moves()]
    if prod(map(len, choices)) > MOST_CELLS:
        raise ZermeloError(f"{type(state).__name__} has more than {MOST_CELLS:,} combinations of moves in one state")
    return choices


def _chances(state: Any) -> Any:
    return state.chances()


def _static(state: State) -> Any:
    if not hasattr(state, "evaluate"):
        raise ZermeloError(
            f"the game goes on beyond this depth, and {type(state).__name__} has no evaluate(): write one, or look to the end"
        )
    return state.evaluate()


def _for_max(worth: Any) -> Fraction:
    """MAX's payoff, if MIN's is the opposite."""
    if not isinstance(worth, tuple):
        return _exact(worth)
    payoffs = tuple(map(_exact, worth))
    if len(payoffs) != 2 or sum(payoffs) != 0:
        raise _not_zero_sum()
    return payoffs[0]


def _exact(payoff: Any) -> Fraction:
    return fraction(plain_number(payoff))


def _not_zero_sum() -> ZermeloError:
    return ZermeloError(
        "a game that goes on after moves at the same time is solved for two players whose payoffs add up to 0: other payoffs may "
        "have many equilibria, worth different things"
    )
