"""Games with simultaneous moves, solved by backward induction.

A state with simultaneous moves is a matrix game (a stage game) whose cells are the values of the states that follow. In a
zero-sum game of two players these values are unique, whichever equilibrium is played, so the whole game has a value. With
other payoffs, different equilibria of a later stage have different payoffs; then only a state after which the game is over
is a table of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import product
from math import inf, lcm, prod
from typing import Any, NamedTuple

from zermelo.equilibrium.game import MAX_CELLS, MAX_DIGITS, MatrixGame, default_players
from zermelo.equilibrium.numbers import to_fraction
from zermelo.equilibrium.zero_sum import solve_table
from zermelo.game_errors import explain_game_errors
from zermelo.kinds.kind import check_information
from zermelo.limits import check_depth, deep_recursion
from zermelo.state import CHANCE, MAX, MIN, SIMULTANEOUS, State, ZermeloError, outcomes_of, plain_number, plain_payoff

MAX_STATES = 100_000
"""The most states that are visited."""
ROUNDED_DIGITS = 30
"""Where the common denominator of a stage has more than `MAX_DIGITS` digits, its numbers are rounded to so many decimals."""


class StagesStopped(ZermeloError):
    """Raised where `stop` ended the solution of stage games."""


class Stages(NamedTuple):
    """The matrix game of a state, and whether its numbers are exact."""

    game: MatrixGame
    exact: bool


def solve_stages(state: State, *, depth: int | None = None, stop: Callable[[], bool] | None = None) -> Stages:
    """Build the matrix game of a state as `stage_game` does; raise StagesStopped once `stop`, asked at every state, says so."""
    with explain_game_errors(state), deep_recursion():
        solver = _StageSolver(state, stop)
        if state.utility() is not None or state.player != SIMULTANEOUS:
            raise ZermeloError(
                f"{type(state).__name__} does not start with simultaneous moves, and only those form a matrix game"
            )
        game = solver.table(state, _plies(depth))
        return Stages(game, solver.exact)


def stage_game(state: State, *, depth: int | None = None) -> MatrixGame:
    """Build the matrix game of a state with simultaneous moves.

    A cell has the payoffs of the state after these moves if the game is over there, otherwise its value. Values are exact unless
    they have more than MAX_DIGITS digits in common, or a stage more cells than `solve_zero_sum` solves exactly.

    Parameters
    ----------
    state : State
        Its `player` must be SIMULTANEOUS.
    depth : int, optional
        How many moves to look ahead, the one at this state included; then `evaluate()` of the state is used. By default
        to the end of the game.

    Raises
    ------
    ZermeloError
        If the state has no simultaneous moves, the game is too large or does not end, or it continues with payoffs that
        are not zero-sum.

    Examples
    --------
    >>> from typing import NamedTuple
    >>> class Pennies(NamedTuple):
    ...     choice: tuple = ()
    ...     player = SIMULTANEOUS
    ...     def moves(self): return ["heads", "tails"], ["heads", "tails"]
    ...     def play(self, choice): return Pennies(choice)
    ...     def utility(self): return (1 if self.choice[0] == self.choice[1] else -1) if self.choice else None
    >>> print(stage_game(Pennies()))
             MIN
    MAX      heads    tails
    heads    1* -1    -1 1*
    tails    -1 1*    1* -1
    """
    return solve_stages(state, depth=depth).game


def stage_value(state: State, *, depth: int | None = None) -> Fraction:
    """Compute the value for MAX of a zero-sum game with simultaneous moves, moves in turn and chance moves.

    The value is exact under the same conditions. Parameters and errors are those
    of `stage_game`, but any player may move first.

    Examples
    --------
    >>> from zermelo import tree
    >>> stage_value(tree("A(B?(1/2:C=4 1/2:D=1) E=2)"))
    Fraction(5, 2)
    """
    with explain_game_errors(state), deep_recursion():
        return _StageSolver(state).value(state, _plies(depth))


def has_small_stages(state: State, *, states: int, work: float, stop: Callable[[], bool] | None = None) -> bool:
    """Return whether a game is zero-sum with two players, and small: so many states, and so much work to solve their stages.

    The work of a stage is its cells times the mean of its rows and columns, as the simplex method changes all cells about so many
    times. A game that is not small is left before it is visited further, or once `stop`, called at every state, returns True.

    >>> from zermelo.games.goofspiel import Goofspiel
    >>> has_small_stages(Goofspiel(2), states=100, work=100), has_small_stages(Goofspiel(9), states=100, work=100)
    (True, False)
    """
    seen: set[Hashable] = set()
    waiting = [state]
    while waiting:
        at = waiting.pop()
        key = (at.key() if hasattr(at, "key") else at, at.player)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > states or (stop is not None and stop()):
            return False
        payoff = at.utility()
        if payoff is not None:
            if isinstance(payoff, tuple) and (len(payoff) != 2 or sum(payoff) != 0):
                return False
            continue
        moves: Any = at.moves()
        if at.player == SIMULTANEOUS:
            if len(moves) != 2:
                return False
            rows, columns = map(len, moves)
            work -= rows * columns * (rows + columns) / 2
            if work < 0 or rows * columns > MAX_CELLS:
                return False
            moves = product(*moves)
        elif at.player == CHANCE:
            moves = [move for move, _ in outcomes_of(at)]
        elif at.player > MIN:
            return False
        waiting.extend(at.play(move) for move in moves)
    return True


def _plies(depth: int | None) -> float:
    return inf if depth is None else check_depth(depth)


class _StageSolver:
    def __init__(self, start: State, stop: Callable[[], bool] | None = None) -> None:
        check_information(start)
        self._stop = stop
        self._values: dict[Hashable, Fraction | None] = {}  # None while a state is being solved
        self.exact = True

    def value(self, state: State, depth: float) -> Fraction:
        payoff = state.utility()
        if payoff is not None:
            return _for_max(payoff)
        if depth == 0:
            return _for_max(_static(state))
        key = (state.key() if hasattr(state, "key") else state, state.player, depth)
        if key not in self._values:
            if self._stop is not None and self._stop():
                raise StagesStopped("the stage games were not solved within the limits")
            if len(self._values) == MAX_STATES:
                raise ZermeloError(f"the game has more than {MAX_STATES:,} states: set a smaller depth")
            self._values[key] = None
            self._values[key] = self._solve(state, depth - 1)
        known = self._values[key]
        if known is None:
            raise ZermeloError("the game can return to an earlier state and may never end: set a depth")
        return known

    def _solve(self, state: State, depth: float) -> Fraction:
        if state.player == SIMULTANEOUS:
            choices = _choices(state)
            if len(choices) != 2:
                raise _not_zero_sum()
            rows, columns = choices
            table = [[self.value(state.play((row, column)), depth) for column in columns] for row in rows]
            solution = solve_table(self._rounded(table))
            self.exact = self.exact and solution.exact
            return solution.value
        if state.player == CHANCE:
            weighted = [
                (to_fraction(chance), self.value(state.play(move), depth)) for move, chance in outcomes_of(state)
            ]
            # Probabilities given as floats may not add up to exactly 1.
            total = sum(chance for chance, _ in weighted)
            value = sum((chance * value for chance, value in weighted), Fraction()) / total
            return self._rounded([[value]])[0][0]
        if state.player not in (MAX, MIN):
            raise _not_zero_sum()
        values = [self.value(state.play(move), depth) for move in state.moves()]
        return max(values) if state.player == MAX else min(values)

    def _rounded(self, table: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
        """Return a table as it is, or with all numbers rounded if they have too many digits in common."""
        if lcm(*(cell.denominator for row in table for cell in row)) < 10**MAX_DIGITS:
            return [list(row) for row in table]
        self.exact = False
        return [[round(cell, ROUNDED_DIGITS) for cell in row] for row in table]

    def table(self, state: State, depth: float) -> MatrixGame:
        choices = _choices(state)
        single = True
        cells: list[Sequence[Fraction]] = []
        for profile in product(*choices):
            child = state.play(profile)
            payoff = child.utility()
            if isinstance(payoff, tuple):
                cells.append(tuple(map(_exact, payoff)))
                single = False
                continue
            value = self.value(child, depth - 1)
            cells.append((value, -value))
        if any(len(cell) != len(choices) for cell in cells):
            raise _not_zero_sum()
        names = getattr(state, "seats", ())
        players = tuple(names) if len(names) == len(choices) else default_players(len(choices), single)
        actions = tuple(tuple(map(str, moves)) for moves in choices)
        title = getattr(state, "title", None) or type(state).__name__
        return MatrixGame(tuple(map(tuple, self._rounded(cells))), players, actions, title)


def _choices(state: State) -> list[list[Any]]:
    choices = [list(moves) for moves in state.moves()]
    if prod(map(len, choices)) > MAX_CELLS:
        raise ZermeloError(f"{type(state).__name__} has more than {MAX_CELLS:,} combinations of moves in one state")
    return choices


def _static(state: State) -> Any:
    if not hasattr(state, "evaluate"):
        raise ZermeloError(
            f"the game goes on beyond this depth, and {type(state).__name__} has no evaluate(): add one, or search to the end"
        )
    return state.evaluate()


def _for_max(payoff: Any) -> Fraction:
    """Return MAX's payoff; raise ZermeloError unless MIN's is the opposite."""
    if not isinstance(payoff, tuple):
        return _exact(payoff)
    payoffs = tuple(map(_exact, payoff))
    if len(payoffs) != 2 or sum(payoffs) != 0:
        raise _not_zero_sum()
    return payoffs[0]


def _exact(payoff: Any) -> Fraction:
    plain_payoff(payoff)  # a text is none, though a table of payoffs may hold some
    return to_fraction(plain_number(payoff))


def _not_zero_sum() -> ZermeloError:
    return ZermeloError(
        "a game that continues after simultaneous moves must be zero-sum with two players: with other payoffs, later stages "
        "may have several equilibria with different payoffs"
    )
