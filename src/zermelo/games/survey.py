"""What kind of game a game is, found out by looking at it for a little while: a tree as a whole, any other game around its
start and in some random games."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, islice, product
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from zermelo.audit.comparing import is_number
from zermelo.game_errors import explain_game_errors, find_game_error
from zermelo.games import kinds
from zermelo.games.kinds import Fact, Kind, Unsuitable, kind_of
from zermelo.games.tree import Tree
from zermelo.state import CHANCE, SIMULTANEOUS, State, ZermeloError

GAMES = 8
PLIES = 400
WIDE = 100
"""How many states are looked at around the start."""
MOMENT = 0.5
"""Seconds that a refusal may take to find out what to name instead."""


class Survey(NamedTuple):
    """What was found, and how much was looked at.

    states, games, ended   states seen, random games begun, and how many of those came to their end
    whole                  there is nothing that was not looked at
    """

    kind: Kind
    states: int
    games: int = 0
    ended: int = 0
    whole: bool = False

    def in_turns(self, start: State) -> Survey:
        """The survey itself; a game in which players move at the same time is refused in words."""
        if self.kind.simultaneous:
            name = type(start).__name__
            raise Unsuitable(
                f"players of {name} move at the same time, so that it cannot be played in turns: zermelo matrix solves it"
            )
        return self


def survey(start: State, *, cancel: Callable[[], bool] | None = None) -> Survey:
    """Looks at a game.

    >>> from zermelo.games.coins import Coins
    >>> survey(Coins()).kind
    Kind(chance=False, players=3, payoffs=True, sums='constant-sum', simultaneous=False)
    """
    if isinstance(start, Tree):
        return Survey(tree_kind(start), len(start), whole=True)
    looking = _Looking(cancel)
    with explain_game_errors(start):
        looking.around(start)
        if not looking.whole:
            looking.play_out(start)
    if looking.doubtful and (broken := find_game_error(start)):
        raise broken
    kind = kind_of(looking.facts)
    if kind.sums is not None and getattr(start, "zero_sum", True) is False and not looking.whole:
        kind = kind._replace(sums="general-sum")
    return Survey(kind, looking.states, looking.games, looking.ended, looking.whole)


def tree_kind(tree: Tree, *facts: Fact) -> Kind:
    """The kind of a tree, of which every node is looked at."""
    return kind_of(chain(facts, ((node.player, node.utility()) for node in tree.nodes)))


def glance(start: State, *facts: Fact) -> Kind:
    """The kind of a game that shows these facts and what else can be seen in a moment."""
    return tree_kind(start, *facts) if isinstance(start, Tree) else kind_of(_look_briefly(start, facts).facts)


def refusal(search: str, start: State, *facts: Fact) -> ZermeloError:
    """Why a search that met these facts is refused: the promise that the game breaks, or the names of those that suit the game
    as far as it can be seen."""
    if isinstance(start, Tree):
        return kinds.refusal(search, tree_kind(start, *facts))
    looking = _look_briefly(start, facts)
    broken = find_game_error(start) if looking.doubtful else None
    return broken or kinds.refusal(search, kind_of(looking.facts))


def _look_briefly(start: State, facts: tuple[Fact, ...]) -> _Looking:
    end = perf_counter() + MOMENT
    looking = _Looking(lambda: perf_counter() > end)
    looking.facts += facts
    with suppress(Exception):  # whatever else is wrong with the game, this is
        looking.around(start)
        looking.play_out(start)
    return looking


class _Looking:
    """Collects what states show. `doubtful` says that some of it cannot be right, which the auditor tells better."""

    def __init__(self, cancel: Callable[[], bool] | None) -> None:
        self.facts: list[Fact] = []
        self.doubtful = False
        self._sizes = set[int]()
        self._highest = 0
        self.states = self.games = self.ended = 0
        self.whole = False
        self._cancel = cancel or (lambda: False)

    def around(self, start: State) -> None:
        """The states near the start, breadth-first."""
        waiting = deque([start])
        while waiting and self.states < WIDE and not self._cancel():
            state = waiting.popleft()
            if not self._look(state):
                found = [state.play(move) for move in islice(_moves(state), WIDE)]
                self.doubtful = self.doubtful or not found
                waiting.extend(found)
        self.whole = not waiting

    def play_out(self, start: State) -> None:
        """Some random games; chance does anything it can do, however seldom."""
        random = Random(1)
        for _ in range(GAMES):
            state = start
            for _ in range(PLIES):
                if self._cancel():
                    return
                if self._look(state):
                    self.ended += 1
                    break
                moves = state.moves()
                if state.player == SIMULTANEOUS:
                    state = state.play(tuple(map(random.choice, moves)))
                else:
                    state = state.play(random.choice(moves))
            self.games += 1

    def _look(self, state: State) -> bool:
        """Notes what the state shows; True if it is the end of the game."""
        self.states += 1
        worth, player = state.utility(), state.player
        self._doubt(state, player, worth)
        self.facts.append((player, worth))
        if worth is None and player == SIMULTANEOUS:
            self.facts.append((len(state.moves()) - 1, None))
        return worth is not None

    def _doubt(self, state: State, player: Any, worth: Any) -> None:
        """A player that is none, chance without chances, an end without a finite value, or with too few of them."""
        if not isinstance(player, int):
            raise TypeError(f"{player!r} is not a player")
        self._highest = max(self._highest, player)
        if worth is not None:
            if worth != 0:  # which is even for everybody
                self._sizes.add(len(worth) if isinstance(worth, tuple) else 0)
            if not all(map(is_number, worth if isinstance(worth, tuple) else (worth,))):
                raise TypeError(f"{worth!r} is not what an end is worth")
        silent = worth is None and player == CHANCE and not hasattr(state, "chances")
        few = bool(self._sizes) and self._highest >= max(2, *self._sizes)
        self.doubtful = self.doubtful or silent or few or len(self._sizes) > 1


def _moves(state: State) -> Iterator[Any]:
    """The moves of a state; where players move at the same time, what all of them may do together."""
    return product(*state.moves()) if state.player == SIMULTANEOUS else iter(state.moves())
