"""Turns the steps of a search into events: which node gave each bound, which cutoffs are deep, what is exact.

The trace hears of every state that a search enters and leaves: from `Ledger.recorded`, which decorates a recursive search, or
from the search itself. It keeps the path in between, with the window on entry and all moves of each node, so that the
searches need not; a node that is left before all its moves were searched was cut off. For every open node it also keeps the
interval in which the true value is proven to lie; a value is called exact only when that interval is a single number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any, TypeAlias

from zermelo.events import (
    ROOT_NAME,
    Again,
    Answer,
    Average,
    Cutoff,
    Enter,
    Evaluate,
    Event,
    Extend,
    Improve,
    Iteration,
    Leave,
    Recall,
    Reorder,
    Skip,
    Tie,
    child_name,
)
from zermelo.events.base import is_test
from zermelo.kinds.survey import quick_kind
from zermelo.result import Bound
from zermelo.state import CHANCE, MAX, MIN, SIMULTANEOUS, Number, Payoff, State, ZermeloError, as_payoffs, state_name
from zermelo.trees import Node

SHOWN_OUTCOMES = 5
TOLERANCE = 1e-9
"""Probabilities that add up to 1 but for this are complete."""
MAX_TRACED_PLIES = 2_000
"""The depth limit of traces of games whose states have no names: the name of a state is then all moves that lead to it."""

_Source: TypeAlias = tuple[str | None, str | None, str | None]
"""    The ancestor that gave an end of the window, its child, and its role."""
_NO_SOURCE: _Source = (None, None, None)
_UNSEEN: dict[str, float] = {"MAX": -inf, "MIN": inf, "CHANCE": 0}


class Roles(dict[int, str]):
    """The name of each player in a trace; players that are not listed are P1, P2, ..."""

    def __missing__(self, player: int) -> str:
        return f"P{player + 1}"


TWO_PLAYERS = Roles({MAX: "MAX", MIN: "MIN", CHANCE: "CHANCE", SIMULTANEOUS: "SIMULTANEOUS"})
NO_ENEMY = Roles({MAX: "MAX", MIN: "CHANCE", CHANCE: "CHANCE"})
MANY_PLAYERS = Roles({CHANCE: "CHANCE", SIMULTANEOUS: "SIMULTANEOUS"})


def roles_of(state: Any) -> Roles:
    """Return the names of the players of a game: MAX and MIN, or P1, P2, P3, ... where there are more than two."""
    players = state.tree.players if isinstance(state, Node) else quick_kind(state).players
    return MANY_PLAYERS if players > 2 else TWO_PLAYERS


def plain(value: Any) -> Any:
    """Return the value as events hold it: fractions as floats."""
    if value.__class__ is int or value.__class__ is float:
        return value
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    return value


class Frame:
    """An open node.

    alpha, beta        the window as it stands here
    alpha_by, beta_by  the ancestor that gave each end of the window, its child and its role
    low, high          bounds of the node's true value proven by the children seen so far
    last               the child just left, with its value, the bound that this is, and the player to move there
    best               the child whose value the node took
    is_open            whether its value is still to be reported
    window, moves      alpha and beta on entry, and all moves, searched or not
    counted            the probability of the children that an average has counted
    probed             the children that were only probed, each with the moves left out: their names and leaves
    """

    last = ""
    last_value: Any = None
    last_bound: Bound = "exact"
    last_mover: Any = None
    mover: Any = None
    counted: Number = 0
    cut_high = False
    best = ""
    alpha: Any = -inf
    beta: Any = inf
    weight: Number = 1
    window: tuple[Any, Any] = (-inf, inf)
    probed: Mapping[str, list[tuple[str, tuple[str, ...]]]] = {}
    tested: tuple[_Source, _Source] = (_NO_SOURCE, _NO_SOURCE)

    def __init__(self, state: State, name: str, role: str, alpha_by: _Source, beta_by: _Source) -> None:
        self.state = state
        self.name = name
        self.role = role
        self.alpha_by = alpha_by
        self.beta_by = beta_by
        self.low: Any = _UNSEEN.get(role, 0)
        self.high: Any = self.low
        self.moves: Sequence[Any] = ()
        self.seen = 0
        self.cut = False
        self.is_open = True


class Trace:
    """Reports the events of one search to one watcher.

    Attributes
    ----------
    by_mover
        Whether the search reports, and sentences tell, values from the point of view of the player to move.
    bounds
        The smallest and the largest value there can be, if the search knows.
    undecided
        The values between which nobody has won, if a win ends the search of a node.
    narrowed
        The window of a search that stops at a win, and the whole window, which events show instead.
    hard
        Whether the value of a node is reported no further outside its window than the end of it.
    tests, probes
        How many null-window tests and probes of children are under way.
    """

    def __init__(self, watch: Callable[[Event], object], roles: Roles = TWO_PLAYERS) -> None:
        self.by_mover = False
        self.tests = self.probes = 0
        self.bounds: tuple[Any, Any] = (-inf, inf)
        self.undecided: tuple[Any, Any] = (-inf, inf)
        self.narrowed: tuple[tuple[Any, Any], tuple[Any, Any]] | None = None
        self.hard = False
        self.watch = watch
        self.roles = roles
        self.path: list[Frame] = []
        self.named = False
        self.passes = 0

    def enter(
        self, state: Any, move: Any, alpha: Any = -inf, beta: Any = inf, weight: Number = 1, probe: bool = False
    ) -> Frame:
        """Report that the search enters a node, and return it."""
        path = self.path
        ply = len(path)
        role = self.roles[state.player]
        mover: Any = None
        if self.by_mover:
            mover = role
            if mover != "MAX":
                alpha, beta = -beta, -alpha
        if probe:
            self.probes += 1
        if ply:
            above = path[-1]
            parent: str | None = above.name
            move = str(move)
            if self.named:
                name: str = state.name
                if not getattr(state, "children", True):
                    role = "LEAF"
            else:
                if ply > MAX_TRACED_PLIES:
                    raise ZermeloError(
                        f"a traced search goes at most {MAX_TRACED_PLIES:,} moves deep: give it a depth, or call "
                        "zermelo.check to see whether the game ends"
                    )
                name = f"{parent} {move}" if ply > 1 else move
            frame = Frame(state, name, role, above.alpha_by, above.beta_by)
            if weight != 1:
                frame.weight = weight
            above.last, above.last_mover = name, mover
            above.seen += 1
            if above.role == "CHANCE":
                # What the average needs; elsewhere every value is possible.
                needed = (above.name, name, "CHANCE")
                frame.alpha_by = needed if alpha > self.bounds[0] else _NO_SOURCE
                frame.beta_by = needed if beta < self.bounds[1] else _NO_SOURCE
        else:
            parent = None
            name = state_name(state) or ROOT_NAME
            self.named = name == state_name(state)
            if self.named and not getattr(state, "children", True):
                role = "LEAF"
            frame = Frame(state, name, role, _NO_SOURCE, _NO_SOURCE)
        if self.narrowed:
            alpha, beta = self._whole(alpha, beta)
        path.append(frame)
        frame.alpha = alpha
        frame.beta = beta
        frame.window = alpha, beta
        frame.mover = mover
        if alpha.__class__ is not int:
            alpha = None if alpha == -inf else plain(alpha)
        if beta.__class__ is not int:
            beta = None if beta == inf else plain(beta)
        alpha_from, beta_from = frame.alpha_by[0], frame.beta_by[0]
        bounded = self.bounds[0] != -inf
        self.watch(
            Enter(name, parent, move, role, ply, alpha, beta, alpha_from, beta_from, None, probe, mover, bounded)
        )
        return frame

    def enter_leaf(self, state: State, name: str) -> None:
        """Enter a single node, for best-first searches, which have no path; `drop_leaf` if it turns out to be no leaf."""
        self.path = [Frame(state, name, "LEAF", _NO_SOURCE, _NO_SOURCE)]

    def drop_leaf(self) -> None:
        self.path.clear()

    def evaluate(self, value: Any, kind: Any = "end") -> None:
        """Report the value of the node entered last, which is a leaf; `leave` is not called for it."""
        frame = self.path.pop()
        frame.is_open = False
        shown = value if value.__class__ is int else plain(value)
        self.watch(Evaluate(frame.name, shown, kind, frame.mover))
        if self.path:
            self._prove(frame, value, value, value, "exact")

    def improve(self, value: Any, alpha: Any = -inf, beta: Any = inf, moves: Sequence[Any] = ()) -> None:
        """Report that the node takes the value of the child just left; alpha and beta are its new window, `moves` all its moves."""
        frame = self.path[-1]
        frame.moves = moves
        frame.best = frame.last
        if frame.mover == "MIN":
            value, alpha, beta = -value, -beta, -alpha
        if self.narrowed:
            alpha, beta = self._whole(alpha, beta)
        # A bound belongs to the node that set it first; reaching the same value again changes nothing.
        narrows = True
        if alpha != frame.alpha:
            frame.alpha = alpha
            frame.alpha_by = (frame.name, frame.last, frame.role)
        elif beta != frame.beta:
            frame.beta = beta
            frame.beta_by = (frame.name, frame.last, frame.role)
        else:
            narrows = False
        if alpha.__class__ is not int:
            alpha = None if alpha == -inf else plain(alpha)
        if beta.__class__ is not int:
            beta = None if beta == inf else plain(beta)
        if value.__class__ is not int:
            value = plain(value)
        bound, mover, child_mover = frame.last_bound, frame.mover, frame.last_mover
        self.watch(Improve(frame.name, frame.last, value, frame.role, bound, alpha, beta, narrows, mover, child_mover))

    def average(self, value: Any, probability: Number, least: Number = -inf, most: Number = inf) -> None:
        """Report that the node where chance moves counts the child just left. `value` is the sum so far; the search knows that the
        average is from `least` to `most`."""
        frame = self.path[-1]
        frame.counted += probability
        left = 1 - frame.counted
        if abs(left) < TOLERANCE:
            left = 0
        low, high = self.bounds
        interval = None, None
        if low != -inf:
            interval = plain(max(frame.low + left * low, least)), plain(min(frame.high + left * high, most))
        worth, bound = frame.last_value, frame.last_bound
        worth = plain(as_payoffs(worth) if isinstance(value, tuple) else worth)
        self.watch(
            Average(frame.name, frame.last, float(probability), worth, bound, plain(value), float(left), *interval)
        )

    def _whole(self, alpha: Any, beta: Any) -> tuple[Any, Any]:
        """Return the window as it would be if the search did not stop at a win: a loss does not narrow it."""
        (low, high), (first_alpha, first_beta) = self.narrowed or ((-inf, inf), (-inf, inf))
        return first_alpha if alpha <= low else alpha, first_beta if beta >= high else beta

    def _cutoff(self, frame: Frame, value: Any) -> None:
        """Report that the node is left with this value before all its moves are searched."""
        (alpha, beta), (lost, won) = frame.window, self.undecided
        frame.cut = True
        if won != inf and (value >= won if frame.role == "MAX" else value <= lost):
            self._cut("win", value, value, _NO_SOURCE, frame.moves)
            return
        frame.cut_high = is_beta = frame.role == "MAX" or (frame.role == "CHANCE" and value >= beta)
        limit, source = (beta, frame.beta_by) if is_beta else (alpha, frame.alpha_by)
        test = source is _NO_SOURCE and is_test(plain(alpha), plain(beta))
        self._cut("beta" if is_beta else "alpha", value, limit, source, frame.moves, test)

    def cutoff_shallow(self, value: tuple[Number, ...], limit: Number, moves: Sequence[Any]) -> None:
        """Report a cutoff of max^n: the node's player leaves the parent's no more than `limit`, which the parent already has."""
        frame, above = self.path[-1], self.path[-2]
        frame.cut = True
        self._cut("payoffs", value, limit, (above.name, above.best, above.role), moves)

    def cutoff_full(self, value: tuple[Number, ...], moves: Sequence[Any]) -> None:
        """Report a cutoff of max^n: the node's player has the largest possible payoff."""
        self._cut("payoffs", value, value[self.path[-1].state.player], _NO_SOURCE, moves)

    def _cut(
        self, kind: Any, value: Any, limit: Number, source: _Source, moves: Sequence[Any], test: bool = False
    ) -> None:
        """Report a cutoff and what it skips, unless nothing is left."""
        frame, (by, by_child, by_role) = self.path[-1], source
        parent = self.path[-2].name if len(self.path) > 1 else None
        children: list[str] = []
        below: list[tuple[str, str, tuple[str, ...]]] = []
        for child, leaves in map(self._below, moves[frame.seen :]):
            if child in frame.probed:
                below += [(grandchild, child, rest) for grandchild, rest in frame.probed[child]]
            else:
                children.append(child)
                below.append((child, frame.name, leaves))
        if not below:
            return
        skipped = tuple(leaf for _, _, leaves in below for leaf in leaves)
        deep = by is not None and by != parent
        watch, role, mover = self.watch, frame.role, frame.mover
        within: Any = "probe" if self.probes else "test" if self.tests else None
        facts = by, by_child, deep, skipped, tuple(children), role, by_role, test, within, mover
        watch(Cutoff(frame.name, kind, plain(value), plain(limit), *facts))
        for child, above, leaves in below:
            watch(Skip(child, above, leaves))

    def _below(self, move: Any) -> tuple[str, tuple[str, ...]]:
        """Return a skipped child and the leaves below it, which only explicit trees know without generating them."""
        frame = self.path[-1]
        if not self.named:
            name = child_name(frame.name, None, move)
            return name, (name,)
        child: Any = frame.state.play(move)
        return child.name, tuple(leaf.name for leaf in child.leaves()) if hasattr(child, "leaves") else (child.name,)

    def leave(self, value: Any) -> None:
        """Report that the search leaves a node with this value, and the moves that it has not searched as cut off."""
        frame = self.path[-1]
        if frame.mover == "MIN":
            value = -value
        if len(frame.moves) > frame.seen:
            self._cutoff(frame, value)
        if self.hard:
            value = min(max(value, frame.window[0]), frame.window[1])
        self.path.pop()
        low, high = _interval(frame, value) if frame.cut else (frame.low, frame.high)
        bound: Bound = "exact"
        if value.__class__ is tuple:
            bound = "upper" if frame.cut else "exact"
        elif low != value or high != value:
            bound = "upper" if value >= high else "lower"
        shown = value if value.__class__ is int else plain(value)
        self.watch(Leave(frame.name, shown, bound, frame.mover))
        if self.path:
            self._prove(frame, value, low, high, bound)

    def recall(self, value: Number, bound: Bound) -> None:
        """Report that the table knows the value of this node; `leave` is not called for it."""
        frame = self.path.pop()
        frame.is_open = False
        self.watch(Recall(frame.name, plain(value), bound))
        if self.path:
            low, high = -inf if bound == "upper" else value, inf if bound == "lower" else value
            self._prove(frame, value, low, high, bound)

    def list_moves(self, moves: Sequence[Any]) -> None:
        """Take note of all moves of the node, if it may be left before any of them is searched."""
        self.path[-1].moves = moves

    def restart_children(self) -> None:
        """Forget the children seen so far, which were only probed."""
        frame = self.path[-1]
        frame.seen = 0
        frame.low = frame.high = frame.counted = 0

    def leave_probe(self, value: Any, moves: Sequence[Any]) -> None:
        """Leave a node after a probe of its first move; `moves` are all."""
        frame, above = self.path[-1], self.path[-2]
        rest = list(map(self._below, moves[frame.seen :]))
        above.probed = {**above.probed, frame.name: rest}
        frame.cut = frame.cut or bool(rest)
        # The probe's window is the bounds: a move that is worth at least the largest value is worth exactly that.
        frame.low, frame.high = max(frame.low, self.bounds[0]), min(frame.high, self.bounds[1])
        self.leave(value)
        self.probes -= 1

    def test_child(self) -> None:
        """Begin the null-window test of a child: the far end of its window comes from no ancestor."""
        frame = self.path[-1]
        self.tests += 1
        frame.tested = frame.alpha_by, frame.beta_by
        if frame.role == "MAX":
            frame.beta_by = _NO_SOURCE
        else:
            frame.alpha_by = _NO_SOURCE

    def tested(self) -> None:
        """End the test and restore the window."""
        frame = self.path[-1]
        self.tests -= 1
        frame.alpha_by, frame.beta_by = frame.tested

    def again(self, value: Any) -> None:
        """Report that the child just left passed its test and is searched again."""
        frame = self.path[-1]
        frame.seen -= 1
        self.watch(Again(frame.last, plain(value)))

    def stand_pat(self, value: Any) -> None:
        """Report a node at the horizon that is not quiet: the player to move may take `value` or play on."""
        frame = self.path[-1]
        frame.low = frame.high = value
        if frame.role == "MAX" and value > frame.alpha:
            frame.alpha, frame.alpha_by = value, (frame.name, frame.name, frame.role)
        elif frame.role == "MIN" and value < frame.beta:
            frame.beta, frame.beta_by = value, (frame.name, frame.name, frame.role)
        self.watch(Extend(frame.name, plain(value)))

    def iteration(self, depth: int | None, alpha: Number = -inf, beta: Number = inf) -> None:
        self.passes += 1
        self.watch(
            Iteration(self.passes, depth, None if alpha == -inf else plain(alpha), None if beta == inf else plain(beta))
        )

    def reorder(self, node: str, children: Sequence[str], values: Sequence[Number | None]) -> None:
        self.watch(Reorder(node, tuple(children), tuple(map(plain, values))))

    def tie(self, values: Sequence[Payoff], moves: Sequence[Any] = ()) -> None:
        """Report that several outcomes of the node are good play, each by its move; there are no moves at a chance node."""
        frame = self.path[-1]
        shown = [child_name(frame.name, frame.state.play(move), move) for move in moves[:SHOWN_OUTCOMES]]
        self.watch(Tie(frame.name, len(values), tuple(map(plain, values[:SHOWN_OUTCOMES])), tuple(shown)))

    def answer(self, value: Payoff, bound: Bound, line: Sequence[Any]) -> None:
        self.watch(Answer(plain(value), bound, tuple(map(str, line))))

    def _prove(self, frame: Frame, value: Any, low: Any, high: Any, bound: Bound) -> None:
        """Update the proven interval of the parent: the child's true value lies between low and high."""
        above = self.path[-1]
        above.last_value, above.last_bound = value, bound
        role = above.role
        if role == "MAX":
            if low > above.low:
                above.low = low
            if high > above.high:
                above.high = high
        elif role == "MIN":
            if low < above.low:
                above.low = low
            if high < above.high:
                above.high = high
        elif role == "CHANCE" and high.__class__ is not tuple:
            above.low += frame.weight * max(low, self.bounds[0])
            above.high += frame.weight * min(high, self.bounds[1])


def _interval(frame: Frame, value: Any) -> tuple[Any, Any]:
    """Return what is proven of a node that was cut: unseen children can only raise a MAX node, only lower a MIN node."""
    if frame.role == "MAX":
        return frame.low, inf
    if frame.role == "MIN":
        return -inf, frame.high
    return (value, inf) if frame.cut_high else (-inf, value)
