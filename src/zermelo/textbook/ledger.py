"""What every textbook search keeps while it runs: counts, limits, static values, the values of root moves.

It holds no algorithm. A search creates one `Ledger`, calls `arrive` at every state, and hands its recursion to `run`, which
turns the outcome, or what was found when a limit was reached, into a `Result`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, nextafter
from typing import Any, NoReturn, TypeAlias, TypedDict

from zermelo.events import Event
from zermelo.game_errors import explain_game_errors, find_game_error
from zermelo.kinds.kind import check_information
from zermelo.kinds.survey import refusal
from zermelo.kinds.symmetry import MergedState
from zermelo.limits import MAX_PLIES, Budget, Stop, check_depth, deep_recursion
from zermelo.registry import Declaration
from zermelo.result import Bound, Fail, Pass, Result, RootMove, SearchInterrupted, Ties
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
    is_real,
    plain_payoff,
)
from zermelo.textbook.explanations import TWO_PLAYERS, Roles, Trace

Watch: TypeAlias = Callable[[Event], object]
Evaluation: TypeAlias = Callable[[Any], Payoff]
Order: TypeAlias = Callable[[Any], Sequence[Any]]
Cancel: TypeAlias = Callable[[], bool]
Line: TypeAlias = "tuple[Any, Line] | None"
"""A line of play as a linked list: the first move and the line after it."""
WindowSearch: TypeAlias = "Callable[..., tuple[Any, Line]]"
"""A recursive search of a state: it takes the move that led there, the depth left, alpha and beta, and perhaps the probability of
the move, which only the watcher needs; it returns the value and the line."""
MAX_TREE = 1_000_000
"""How many nodes Monte-Carlo search keeps, each of them a Python object of up to a kilobyte with its state."""


class Common(TypedDict, total=False):
    """The arguments of every textbook search; `minimax` describes them."""

    depth: int | None
    nodes: int | None
    seconds: float | None
    cancel: Cancel | None
    evaluate: Evaluation | None
    watch: Watch | None


class Ledger:
    """The record of one search. `depth` counts down to 0 at the horizon; -1 is no horizon."""

    def __init__(
        self,
        search: Declaration,
        root: State,
        common: Common,
        *,
        ties: Ties | None = None,
        fail: Fail | None = None,
        stop_at: Number | None = None,
        roles: Roles = TWO_PLAYERS,
    ) -> None:
        for unknown in common.keys() - Common.__annotations__:
            raise TypeError(f"{search.name}() got an unexpected keyword argument {unknown!r}")
        for name, word, allowed in (("ties", ties, ("equal", "strict")), ("fail", fail, ("soft", "hard"))):
            if word is not None and word not in allowed:
                raise ZermeloError(f"{name} must be {allowed[0]!r} or {allowed[1]!r}, not {word!r}")
        check_information(root)
        depth, watch = common.get("depth"), common.get("watch")
        self.search, self.root, self.asked_depth, self.ties, self.fail = search, root, depth, ties, fail
        with explain_game_errors(self.game):
            if not (isinstance(root.player, int) and callable(root.moves) and callable(root.play)):
                raise TypeError(f"{type(root).__name__} is not a class of states")
            if root.utility() is None:
                count_moves(root.moves())
        self.depth = check_depth(depth)
        self.budget = Budget(nodes=common.get("nodes"), seconds=common.get("seconds"), cancel=common.get("cancel"))
        self.next_check = self.budget.next_check
        self.worst = _Worst(self)
        self.undecided = check_win(stop_at)
        self.trace = Trace(watch, roles) if watch is not None else None
        if self.trace:
            self.trace.hard, self.trace.undecided = fail == "hard", self.undecided
        self.somebody_chooses = root.player >= MAX and roles[root.player] != "CHANCE"
        self.nodes = 0
        self.evaluations = 0
        self.cached = 0
        self.statics = 0
        self.root_moves: list[RootMove] = []
        self.history: list[Pass] = []
        self._evaluate = common.get("evaluate")
        self._values: dict[Any, Payoff] | None = None

    def remember_values(self) -> None:
        """From now on evaluate no leaf twice."""
        self._values = {}

    def recorded(self, value: WindowSearch) -> WindowSearch:
        """Decorate a recursive search: the watcher hears of every node that it enters and leaves. Without one nothing changes."""
        trace = self.trace
        if trace is None:
            return value
        enter, leave = trace.enter, trace.leave

        def watched(state: State, move: Any, depth: int, alpha: Any, beta: Any, weight: Number = 1) -> tuple[Any, Line]:
            frame = enter(state, move, alpha, beta, weight)
            worth, line = value(state, move, depth, alpha, beta)
            if frame.is_open:
                leave(worth)
            return worth, line

        return watched

    def arrive(self, state: State, depth: int) -> Any:
        """Count the state; return its value if the search ends here, or None if it goes on."""
        self.nodes = nodes = self.nodes + 1
        if nodes >= self.next_check:
            self.next_check = self.budget.check(nodes)
        worth = state.utility()
        if worth is None:
            return None if depth else self.horizon(state)
        self.evaluations += 1
        if worth.__class__ is not int:
            worth = plain_payoff(worth)
            if worth.__class__ is tuple:
                self.check_payoff(worth)
        kind = "end"
        if self._values is not None:
            kind = "cached" if state in self._values else "end"
            self.cached += kind == "cached"
            self._values[state] = worth
        if self.trace:
            self.trace.evaluate(worth, kind)
        return worth

    def add_node(self) -> None:
        """Count a node that Monte-Carlo search adds to its tree."""
        self.nodes += 1
        if self.nodes > MAX_TREE:
            raise ZermeloError(
                f"the tree has {MAX_TREE:,} nodes, and the textbook keeps no more: give it fewer simulations, or ask zermelo.search"
            )
        if self.nodes >= self.next_check:
            self.next_check = self.budget.check(self.nodes)

    def check_random_game(self, plies: int) -> None:
        """Stop a random game of so many moves where a limit is reached; without a limit of time it may not be endless."""
        if plies % 256 == 0:
            self.budget.check(self.nodes)
        if plies > MAX_PLIES and self.budget.seconds is None:
            raise ZermeloError(f"a random game had not ended after {MAX_PLIES:,} moves: call zermelo.check")

    def horizon(self, state: State) -> Any:
        """Return the static value of a state at which the search stops before the end of the game."""
        kind = "static"
        if self._values is not None and state in self._values:
            worth, kind = self._values[state], "cached"
            self.cached += 1
        else:
            worth = self.static_value(state)
            self.check_payoff(worth)
            if self._values is not None:
                self._values[state] = worth
        self.evaluations += 1
        self.statics += 1
        if self.trace:
            self.trace.evaluate(worth, kind)
        return worth

    def stand_pat(self, state: State) -> Any:
        """Return the static value of a state that is not quiet, which the player to move may take."""
        worth = self.static_value(state)
        self.check_payoff(worth)
        self.evaluations += 1
        if self.trace:
            self.trace.stand_pat(worth)
        return worth

    def static_value(self, state: State) -> Payoff:
        """Call `evaluate=`, or else the state's own `evaluate()`; raise ZermeloError if there is neither."""
        if self._evaluate is not None:
            return plain_payoff(self._evaluate(state))
        evaluate: Callable[[], Payoff] | None = getattr(state, "evaluate", None)
        if evaluate is None:
            game = type(state.state if isinstance(state, MergedState) else state).__name__
            depth = "" if self.asked_depth is None else f" at depth {self.asked_depth}"
            raise ZermeloError(
                f"the search stops{depth} before the end of the game, and {game} has no evaluate(): "
                "write one, or pass evaluate="
            )
        return plain_payoff(evaluate())

    def check_payoff(self, worth: Payoff) -> None:
        """Raise if the search cannot use a value of this form."""
        if isinstance(worth, tuple):
            self.refuse(MAX, worth)

    def wrong_player(self, player: int) -> NoReturn:
        """Raise the reason why this search cannot go on where a player moves that it does not know."""
        if player in (CHANCE, SIMULTANEOUS) or player > MIN:
            self.refuse(player)
        raise ZermeloError(f"{player!r} is not a player: 0 is MAX, 1 is MIN")

    def refuse(self, player: int, worth: Payoff | None = None) -> NoReturn:
        """Raise `Unsuitable`, naming the searches that suit a game with such a state."""
        from zermelo.textbook import DECLARATIONS  # which imports every search, and so this module

        raise refusal(self.search, self.game, (player, worth), among=DECLARATIONS.values())

    @property
    def game(self) -> State:
        """The root as the user passed it."""
        return self.root

    def root_move(self, move: Any, worth: Payoff, bound: Bound = "exact") -> None:
        """Note what a root move is worth. A move that the game lists twice counts as it was found first."""
        if all(each.move != move for each in self.root_moves):
            self.root_moves.append(RootMove(move=move, value=worth, bound=bound))

    def undecided_part(self, window: tuple[Number, Number]) -> tuple[Number, Number]:
        """Return the part of a window in which nobody has won yet: a value outside it cuts. The trace shows the whole window."""
        (alpha, beta), (lost, won) = window, self.undecided
        if won == inf:
            return window
        if self.ties == "strict":  # a value equal to the end of the window must cut all the same
            lost, won = nextafter(lost, inf), nextafter(won, -inf)
        part = max(alpha, lost), min(beta, won)
        if self.trace:
            self.trace.narrowed = part, window
        return part

    def new_pass(self) -> None:
        self.root_moves = []

    def end_pass(self, depth: int | None, worth: Payoff, line: Line, bound: Bound = "exact") -> None:
        """Record a finished pass, whose answer counts if the next one is not finished."""
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
        self._answer(worth, bound, moves)

    def _answer(self, worth: Payoff, bound: Bound, moves: tuple[Any, ...]) -> None:
        """Report an answer. MAX can have a lower bound by some move, but no move proves an upper one; for MIN it is the other way
        round."""
        if self.trace:
            unproven = bound == ("lower" if self.root.player == MIN else "upper")
            self.trace.answer(worth, bound, () if unproven else moves)

    def run(
        self,
        search: Callable[[], tuple[Any, Line]],
        *,
        so_far: Callable[[], tuple[Any, Line]] | None = None,
        bound: Bound = "exact",
        window: tuple[Number, Number] = (-inf, inf),
        answer: bool = True,
    ) -> Result[Any]:
        """Run the search and return its value and line as a `Result`; outside the window the value is a bound.

        If a limit stops it, the result is what `so_far` returns, else the last finished pass, else the best root move that was
        finished, else the first move without a value.

        Raises
        ------
        SearchInterrupted
            On Ctrl-C; it carries the same result.
        """
        try:
            frames = 3 if self.trace else 2  # `recorded` adds one where somebody watches
            with explain_game_errors(self.game), deep_recursion(frames_per_ply=frames):
                worth, chain = search()
            if worth is not None and not all(map(_is_value, worth if isinstance(worth, tuple) else (worth,))):
                raise find_game_error(self.game) or ZermeloError(f"the value is {worth!r}, which is not a number")
            line = unroll(chain)
            if window != (-inf, inf):
                bound = window_bound(worth, *window)
            if answer and worth is not None:
                self._answer(worth, bound, line)
        except Stop as stop:
            return self._stopped(stop.reason, so_far, bound)
        except KeyboardInterrupt as interrupt:
            raise SearchInterrupted(self._stopped("interrupted", so_far, bound)) from interrupt
        return self._result(worth, bound, line, self.asked_depth, "complete")

    def _stopped(self, reason: str, so_far: Callable[[], tuple[Any, Line]] | None, bound: Bound) -> Result[Any]:
        if so_far is not None:
            worth, chain = so_far()
            line = unroll(chain)
            if worth is not None or line:
                return self._result(worth, bound, line, self.asked_depth, reason)
        elif self.history:
            last = self.history[-1]
            return self._result(last.value, last.bound, last.line or self._first_move(), last.depth, reason)
        elif self.somebody_chooses:
            # The player to move can have the value of any root move, unless that is a bound on the other side.
            side: Bound = "upper" if self.root.player == MIN and not self._has_payoffs() else "lower"
            usable = [each for each in self.root_moves if each.bound in ("exact", side)]
            if usable:
                best = max(usable, key=self._worth_to_mover)
                return self._result(best.value, side, (best.move,), self.asked_depth, reason)
        return self._result(None, "estimate", self._first_move(), self.asked_depth, reason)

    def _first_move(self) -> tuple[Any, ...]:
        """Return a line of one move for a search that found none."""
        return tuple(self.root.moves()[:1]) if self.root.utility() is None and self.somebody_chooses else ()

    def _result(
        self, worth: Payoff | None, bound: Bound, line: tuple[Any, ...], depth: int | None, stopped: str
    ) -> Result[Any]:
        return Result(
            method=self.search.name,
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

    def _has_payoffs(self) -> bool:
        return any(isinstance(each.value, tuple) for each in self.root_moves)

    def _worth_to_mover(self, root_move: RootMove) -> Number:
        if isinstance(root_move.value, tuple):
            return root_move.value[self.root.player]
        return -as_number(root_move.value) if self.root.player == MIN else as_number(root_move.value)


class _Worst(dict[int, float]):
    """The value of a node before its first child: -∞ for MAX, ∞ for MIN. The search refuses other players."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__({MAX: -inf, MIN: inf})
        self._ledger = ledger

    def __missing__(self, player: int) -> NoReturn:
        self._ledger.wrong_player(player)


def _is_value(worth: Any) -> bool:
    return is_real(worth) and worth == worth  # which nan does not


def window_bound(worth: Number, alpha: Number, beta: Number) -> Bound:
    """Return what a value returned from the window (alpha, beta) means: inside it is exact, outside a bound."""
    if worth <= alpha and alpha != -inf:
        return "upper"
    return "lower" if worth >= beta and beta != inf else "exact"


def check_win(stop_at: Number | None) -> tuple[Number, Number]:
    """Return the values between which nobody has won: a search that stops at a win is exact only there."""
    if stop_at is None:
        return -inf, inf
    if not _is_value(stop_at) or stop_at <= 0:
        raise ZermeloError(f"stop_at must be a number above 0, what a win is worth to its player, not {stop_at!r}")
    return -stop_at, stop_at


def unroll(line: Line) -> tuple[Any, ...]:
    """Return the moves of a line."""
    moves = []
    while line is not None:
        move, line = line
        moves.append(move)
    return tuple(moves)
