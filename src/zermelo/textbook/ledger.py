"""What every textbook search keeps while it runs: the counts, the limits, the static values, the root's moves.

It holds no algorithm. A search makes one, calls `arrive` at every state, and hands its recursion to `run`, which
turns the outcome, or whatever was known when the time was up, into a `Result`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from numbers import Real
from typing import Any, TypeAlias

from zermelo.events import Event
from zermelo.game_errors import explain_game_errors, find_game_error
from zermelo.games.survey import refusal
from zermelo.limits import Budget, Limits, Stop, check_depth, deep_recursion
from zermelo.result import Bound, Fail, Pass, Result, RootMove, Ties
from zermelo.state import (
    CHANCE,
    MAX,
    MIN,
    SIMULTANEOUS,
    Number,
    Payoff,
    State,
    ZermeloError,
    as_number,
    count_moves,
    plain_payoff,
)
from zermelo.textbook.telling import TWO_PLAYERS, Roles, Teller

Watch: TypeAlias = Callable[[Event], object]
Evaluation: TypeAlias = Callable[[Any], Payoff]
Order: TypeAlias = Callable[[Any], Sequence[Any]]
Line: TypeAlias = "tuple[Any, Line] | None"
"""A line of play as a chain: the first move and the line after it."""


class Note:
    """What one pass found out about a state: its name in the trace, and what each child was worth."""

    __slots__ = ("name", "values")

    def __init__(self, name: str) -> None:
        self.name = name
        self.values: dict[Any, Number] = {}


class Ledger:
    """The books of one search. `depth` counts down to 0 at the horizon; -1 is no horizon."""

    def __init__(
        self,
        search: str,
        root: State,
        *,
        depth: int | None = None,
        evaluate: Evaluation | None = None,
        limits: Limits | None = None,
        watch: Watch | None = None,
        ties: Ties | None = None,
        fail: Fail | None = None,
        roles: Roles = TWO_PLAYERS,
    ) -> None:
        for word, allowed in ((ties, ("equal", "strict", None)), (fail, ("soft", "hard", None))):
            if word not in allowed:
                raise ZermeloError(f"{word!r} is not one of {allowed[0]!r} and {allowed[1]!r}")
        self.search, self.root, self.asked_depth, self.ties, self.fail = search, root, depth, ties, fail
        with explain_game_errors(self.game):
            if not (isinstance(root.player, int) and callable(root.moves) and callable(root.play)):
                raise TypeError(f"{type(root).__name__} is not a class of states")
            if root.utility() is None:
                count_moves(root.moves())
        self.depth = check_depth(depth)
        self.budget = Budget(limits)
        self.next_check = self.budget.next_check
        self.tell = Teller(watch, roles) if watch is not None else None
        self.nodes = 0
        self.evaluations = 0
        self.cached = 0
        self.statics = 0
        self.root_moves: list[RootMove] = []
        self.history: list[Pass] = []
        self._static = evaluate
        self._known: dict[Any, Payoff] | None = None

    def remember_values(self) -> None:
        """From now on no leaf is paid for twice."""
        self._known = {}

    def arrive(self, state: State, depth: int) -> Any:
        """Counts the state; its value if the search ends here, or None if it goes on."""
        self.nodes += 1
        if self.nodes >= self.next_check:
            self.next_check = self.budget.check(self.nodes)
        worth = state.utility()
        if worth is None:
            return None if depth else self.horizon(state)
        if worth.__class__ is not int:
            worth = plain_payoff(worth)
        kind = "end"
        if self._known is not None:
            kind = "cached" if state in self._known else "end"
            self.cached += kind == "cached"
            self._known[state] = worth
        if worth.__class__ is tuple:
            self.check_payoff(worth)
        self.evaluations += 1
        if self.tell:
            self.tell.evaluate(worth, kind)
        return worth

    def horizon(self, state: State) -> Any:
        """The static value of a state at which the search stops before the end of the game."""
        kind = "static"
        if self._known is not None and state in self._known:
            worth, kind = self._known[state], "cached"
            self.cached += 1
        else:
            worth = self.static(state)
            self.check_payoff(worth)
            if self._known is not None:
                self._known[state] = worth
        self.evaluations += 1
        self.statics += 1
        if self.tell:
            self.tell.evaluate(worth, kind)
        return worth

    def stand(self, state: State) -> Any:
        """The static value of a state that is not quiet: what the side to move has if it stands still."""
        worth = self.static(state)
        self.check_payoff(worth)
        self.evaluations += 1
        if self.tell:
            self.tell.stand(worth)
        return worth

    def static(self, state: State) -> Payoff:
        if self._static is not None:
            return plain_payoff(self._static(state))
        evaluate: Callable[[], Payoff] | None = getattr(state, "evaluate", None)
        if evaluate is None:
            raise ZermeloError(
                f"the search stops at depth {self.asked_depth} before the end of the game, and {type(state).__name__} "
                "has no evaluate(): write one, or pass evaluate="
            )
        return plain_payoff(evaluate())

    def check_payoff(self, worth: Payoff) -> None:
        if isinstance(worth, tuple):
            raise refusal(self.search, self.root, (MAX, worth))

    def wrong_player(self, state: State) -> ZermeloError:
        """Why this search cannot go on at a state whose player it does not know."""
        if state.player in (CHANCE, SIMULTANEOUS) or state.player > MIN:
            return refusal(self.search, self.root, (state.player, None))
        return ZermeloError(f"{state.player!r} is not a player: 0 is MAX, 1 is MIN")

    @property
    def game(self) -> State:
        """Where the game begins, as whoever wrote it knows it."""
        return self.root

    def root_move(self, move: Any, worth: Payoff, bound: Bound = "exact") -> None:
        self.root_moves.append(RootMove(move=move, value=worth, bound=bound))

    def new_pass(self) -> None:
        self.root_moves = []

    def end_pass(self, depth: int | None, worth: Payoff, line: Line, bound: Bound = "exact") -> None:
        """A pass is finished: its answer is ready whatever happens next."""
        moves = unroll(line)
        self.history.append(
            Pass(
                depth=depth,
                value=worth,
                bound=bound,
                move=moves[0] if moves else None,
                line=moves,
                nodes=self.nodes - sum(each.nodes for each in self.history),
                evaluations=self.evaluations - sum(each.evaluations for each in self.history),
                cached=self.cached - sum(each.cached for each in self.history),
                seconds=self.budget.elapsed() - sum(each.seconds for each in self.history),
            )
        )
        if self.tell:
            self.tell.answer(worth, bound, moves)

    def run(
        self,
        search: Callable[[], tuple[Any, Line]],
        *,
        known: Callable[[], tuple[Any, Line]] | None = None,
        bound: Bound = "exact",
        answer: bool = True,
    ) -> Result:
        """The search's value and line as a `Result`. If it is stopped: what `known` says is known by then, else the
        last finished pass, else the best root move that was finished.
        """
        stopped, worth, depth = "complete", None, self.asked_depth
        line: tuple[Any, ...] = ()
        try:
            with explain_game_errors(self.game), deep_recursion():
                worth, chain = search()
            if worth is not None and not all(map(_is_value, worth if isinstance(worth, tuple) else (worth,))):
                raise find_game_error(self.game) or ZermeloError(f"the value came out as {worth!r}, which is no number")
            line = unroll(chain)
            if answer and self.tell and worth is not None:
                self.tell.answer(worth, bound, line)
        except (Stop, KeyboardInterrupt) as stop:
            stopped = stop.reason if isinstance(stop, Stop) else "interrupted"
            if known is not None:
                worth, chain = known()
                line = unroll(chain)
            elif self.history:
                last = self.history[-1]
                worth, bound, line, depth = last.value, last.bound, last.line, last.depth
            elif self.root_moves:
                best = self._best_root_move()
                worth, line = best.value, (best.move,)
                bound = "lower" if self.root.player == MAX else "upper"
        return Result(
            method=self.search,
            value=worth,
            bound=bound,
            move=line[0] if line else None,
            line=line,
            moves=tuple(self.root_moves),
            depth=depth,
            history=tuple(self.history),
            nodes=self.nodes,
            evaluations=self.evaluations,
            cached=self.cached,
            seconds=self.budget.elapsed(),
            stopped=stopped,
            ties=self.ties,
            fail=self.fail,
        )

    def _best_root_move(self) -> RootMove:
        player = self.root.player

        def worth(each: RootMove) -> Number:
            if isinstance(each.value, tuple):
                return each.value[player]
            return -as_number(each.value) if player == MIN else as_number(each.value)

        return max(self.root_moves, key=worth)


def _is_value(worth: Any) -> bool:
    return isinstance(worth, Real) and not isinstance(worth, bool) and worth == worth  # as nan is not


def window_bound(worth: Number, alpha: Number, beta: Number) -> Bound:
    """What a value returned from the window (alpha, beta) says: inside it is exact, outside a bound."""
    if worth <= alpha and alpha != -inf:
        return "upper"
    return "lower" if worth >= beta and beta != inf else "exact"


def unroll(line: Line) -> tuple[Any, ...]:
    moves = []
    while line is not None:
        move, line = line
        moves.append(move)
    return tuple(moves)
