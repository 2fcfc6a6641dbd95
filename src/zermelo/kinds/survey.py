"""Finds out the kind of a game: from every node of a tree, or from the states near the start and in some random games."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice, product
from math import inf
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from zermelo.game_errors import explain_game_errors, find_game_error
from zermelo.kinds import kind as kinds
from zermelo.kinds.kind import Fact, Kind, Unsuitable, check_information, kind_of
from zermelo.registry import Declaration
from zermelo.state import CHANCE, SIMULTANEOUS, State, ZermeloError, hides_information, is_number
from zermelo.trees import Tree

GAMES = 8
PLIES = 400
NEAR_STATES = 100
"""How many states near the start are visited."""
REFUSAL_SECONDS = 0.5
"""How long a refusal may take to find out the kind of the game."""


class Survey(NamedTuple):
    """The kind of a game, and how much of the game was visited.

    states, games, ended   states visited, random games begun, and how many of those reached their end
    whole                  every state was visited
    """

    kind: Kind
    states: int
    games: int = 0
    ended: int = 0
    whole: bool = False

    def in_turns(self, start: State) -> Survey:
        """Return the survey; raise Unsuitable if players of the game move at the same time, or do not see everything."""
        check_information(start)
        if self.kind.simultaneous:
            name = type(start).__name__
            raise Unsuitable(
                f"players of {name} move at the same time, so it cannot be played in turns here: use zermelo play, or zermelo "
                "matrix, which solves it"
            )
        return self


def survey(start: State, *, seconds: float = inf, cancel: Callable[[], bool] | None = None) -> Survey:
    """Find out the kind of the game that begins at `start`, as far as it can be visited in this time.

    >>> from zermelo.games.coins import Coins
    >>> survey(Coins()).kind
    Kind(chance=False, players=3, payoffs=True, sums='constant-sum', simultaneous=False, hidden=False)
    """
    if isinstance(start, Tree):
        return Survey(tree_kind(start), len(start), whole=True)
    visitor = _Visitor(seconds, cancel or (lambda: False))
    with explain_game_errors(start):
        visitor.around(start)
        if not visitor.whole:
            visitor.play_out(start)
    if visitor.doubtful and (broken := find_game_error(start)):
        raise broken
    kind = _completed(kind_of(visitor.facts), start)
    if kind.sums is not None and getattr(start, "zero_sum", True) is False and not visitor.whole:
        kind = kind._replace(sums="general-sum")
    kind = kind._replace(hidden=hides_information(start))
    return Survey(kind, visitor.states, visitor.games, visitor.ended, visitor.whole)


def tree_kind(tree: Tree, *facts: Fact) -> Kind:
    """Return the kind of a tree, from all its nodes and these facts."""
    return kind_of(chain(facts, ((node.player, node.utility()) for node in tree.nodes)))


def quick_kind(start: State, *facts: Fact) -> Kind:
    """Return the kind of a game from these facts and what can be found out in half a second."""
    if isinstance(start, Tree):
        return tree_kind(start, *facts)
    kind = kind_of(_visit_briefly(start, facts).facts)
    return _completed(kind, start)._replace(hidden=hides_information(start))


def _completed(kind: Kind, start: State) -> Kind:
    """Return the kind with what the state itself knows, where no end showed the players and their payoffs."""
    known = getattr(start, "kind", None)
    if kind.sums is not None or not isinstance(known, Kind):
        return kind
    return kind._replace(
        chance=kind.chance or known.chance,
        players=max(kind.players, known.players),
        payoffs=kind.payoffs or known.payoffs,
        simultaneous=kind.simultaneous or known.simultaneous,
    )


def refusal(search: Declaration, start: State, *facts: Fact, among: Iterable[Declaration] = ()) -> ZermeloError:
    """Return the error for a search that found these facts: the promise that the game breaks, or those of `among` that suit
    the game as far as it was visited."""
    if isinstance(start, Tree):
        return kinds.refusal(search, tree_kind(start, *facts), among)
    visitor = _visit_briefly(start, facts)
    broken = find_game_error(start) if visitor.doubtful else None
    return broken or kinds.refusal(search, kind_of(visitor.facts), among)


def _visit_briefly(start: State, facts: tuple[Fact, ...]) -> _Visitor:
    visitor = _Visitor(REFUSAL_SECONDS)
    visitor.facts += facts
    with suppress(Exception):  # the refusal matters more than what else is wrong with the game
        visitor.around(start)
        visitor.play_out(start)
    return visitor


class _Visitor:
    """Collects facts from states. `doubtful` means that some of them cannot be right, which the auditor explains better."""

    def __init__(self, seconds: float, cancel: Callable[[], bool] = lambda: False) -> None:
        self.facts: list[Fact] = []
        self.doubtful = False
        self._sizes = set[int]()
        self._highest = 0
        self.states = self.games = self.ended = 0
        self.whole = False
        self._end, self._cancel = perf_counter() + seconds, cancel

    def around(self, start: State) -> None:
        """Visit the states near the start, breadth-first."""
        waiting = deque([start])
        while waiting and self.states < NEAR_STATES and not self._stops():
            state = waiting.popleft()
            if not self._visit(state):
                found = [state.play(move) for move in islice(_moves(state), NEAR_STATES)]
                self.doubtful = self.doubtful or not found
                waiting.extend(found)
        self.whole = not waiting

    def play_out(self, start: State) -> None:
        """Play some random games; every outcome of chance counts as equally likely."""
        random = Random(1)
        for _ in range(GAMES):
            state = start
            for _ in range(PLIES):
                if self._stops():
                    return
                if self._visit(state):
                    self.ended += 1
                    break
                moves = state.moves()
                if state.player == SIMULTANEOUS:
                    state = state.play(tuple(map(random.choice, moves)))
                else:
                    state = state.play(random.choice(moves))
            self.games += 1

    def _stops(self) -> bool:
        return self._cancel() or (self.states > 0 and perf_counter() > self._end)

    def _visit(self, state: State) -> bool:
        """Note what the state shows; return whether the game is over there."""
        self.states += 1
        worth, player = state.utility(), state.player
        self._doubt(state, player, worth)
        self.facts.append((player, worth))
        if worth is None and player == SIMULTANEOUS:
            self.facts.append((len(state.moves()) - 1, None))
        return worth is not None

    def _doubt(self, state: State, player: Any, worth: Any) -> None:
        """Note what cannot be right: an impossible player, chance without chances, too few or infinite payoffs."""
        if not isinstance(player, int) or player < SIMULTANEOUS:
            raise TypeError(f"{player!r} is not a player")
        self._highest = max(self._highest, player)
        if worth is not None:
            if worth != 0:  # a draw may be 0 where payoffs are tuples
                self._sizes.add(len(worth) if isinstance(worth, tuple) else 0)
            if not all(map(is_number, worth if isinstance(worth, tuple) else (worth,))):
                raise TypeError(f"{worth!r} is not what an end is worth")
        silent = worth is None and player == CHANCE and not hasattr(state, "chances")
        few = bool(self._sizes) and self._highest >= max(2, *self._sizes)
        self.doubtful = self.doubtful or silent or few or len(self._sizes) > 1


def _moves(state: State) -> Iterator[Any]:
    """Return the moves of a state; where players move at the same time, every combination."""
    return product(*state.moves()) if state.player == SIMULTANEOUS else iter(state.moves())
