"""What a player is: one instance plays one seat of one game, so that it can keep a table or a tree between its moves."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias

from zermelo.players.choice import Choice
from zermelo.players.clock import UNLIMITED, Clock
from zermelo.registry import ANY_TURNS, Declaration, Option, Suits
from zermelo.state import State, ZermeloError

Cancel: TypeAlias = Callable[[], bool]
OnProgress: TypeAlias = Callable[[Choice], object]
Evaluation: TypeAlias = Mapping[str, float] | Callable[[Any], float]


class Resigns(ZermeloError):
    """Raised by a player from outside that gives the game up instead of a move."""


class Player(Protocol):
    """A player of one seat in one game."""

    def choose(
        self,
        state: State,
        past: Sequence[State] = (),
        clock: Clock = UNLIMITED,
        on_progress: OnProgress | None = None,
        cancel: Cancel | None = None,
        seat: int | None = None,
    ) -> Choice:
        """Choose a move.

        Parameters
        ----------
        state
            Where it is this player's turn.
        past
            The states of the game before this one, the first one first.
        clock
            What the player may spend on this move.
        on_progress
            Called now and then with the best choice so far.
        cancel
            Called now and then; the player stops once it returns True, with the best choice so far.
        seat
            Where players move at the same time: whose move this player makes. Only then it is given.

        Returns
        -------
        Choice
            The move and what is known of it, values for MAX. The move is None only if the player was stopped before it
            knew any.
        """

    def prepare(self, state: State, seconds: float, cancel: Cancel | None = None) -> None:
        """Use the time before the first move of a game.

        Parameters
        ----------
        state
            The first state.
        seconds
            How long it may take.
        cancel
            Called now and then; the player stops once it returns True.
        """

    def played(self, move: Any) -> None:
        """Take note of a move, of any seat including this player's own."""

    def close(self) -> None:
        """Release what the player holds; the game is over."""


class Request(NamedTuple):
    """The arguments of `Player.choose`."""

    state: Any
    past: Sequence[Any] = ()
    clock: Clock = UNLIMITED
    on_progress: OnProgress | None = None
    cancel: Cancel | None = None
    seat: int | None = None

    @property
    def moves(self) -> Sequence[Any]:
        """The moves to choose from."""
        moves: Sequence[Any] = self.state.moves()
        return moves if self.seat is None else moves[self.seat]

    @property
    def mover(self) -> int:
        """Whose move is wanted."""
        player: int = self.state.player
        return player if self.seat is None else self.seat


class BasePlayer(Player):
    """A player with nothing to keep between moves: subclasses write `answer`."""

    @abstractmethod
    def answer(self, request: Request) -> Choice:
        """Choose a move, as `Player.choose` does."""

    def choose(
        self,
        state: State,
        past: Sequence[State] = (),
        clock: Clock = UNLIMITED,
        on_progress: OnProgress | None = None,
        cancel: Cancel | None = None,
        seat: int | None = None,
    ) -> Choice:
        return self.answer(Request(state, past, clock, on_progress, cancel, seat))

    def prepare(self, state: State, seconds: float, cancel: Cancel | None = None) -> None:
        """Prepare nothing."""

    def played(self, move: Any) -> None:
        """Keep nothing."""

    def close(self) -> None:
        """Release nothing."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a player plays one game.

    Parameters
    ----------
    values
        Those of the options, in their order.
    seconds
        Think for this long at every move, whatever the options say.
    evaluate
        Static values: weights by the names of features, or a function of a state; the game's own if None.
    seed
        For players that draw at random, if only among equal moves: the same seed makes the same choices.
    lines
        How many root moves to give values to; 0 for all.
    record
        How many nodes of its search tree to keep for `Choice.search`, where the player can; 0 for none.
    patience
        Run code from outside in a process of its own, where it can be imported there, and end players from outside once they
        are silent for this many seconds beyond their time.
    """

    values: tuple[float | str, ...] = ()
    seconds: float | None = None
    evaluate: Evaluation | None = None
    seed: int = 0
    lines: int = 1
    record: int = 0
    patience: float | None = None


@dataclass(frozen=True)
class PlayerKind(Declaration):
    """A way of playing, declared in its own file. Options follow the name in a spec, each after a colon.

    Parameters
    ----------
    create
        Makes an instance for one seat of one game.
    timed
        Time makes it better: a spec may name seconds for every move instead of its first option, as in mcts:2s.
    is_builtin
        False if it runs commands or code from outside Zermelo.
    check
        Called with a state and the values of the options before a game begins; raises ZermeloError if the player could not
        play it.
    """

    suits: Suits = ANY_TURNS
    options: tuple[Option, ...] = ()
    create: Callable[[Settings], Player] = field(kw_only=True, compare=False, repr=False)
    timed: bool = False
    is_builtin: bool = True
    check: Callable[[Any, Sequence[float | str]], object] | None = field(default=None, compare=False, repr=False)

    @property
    def form(self) -> str:
        """How a spec is written, with its options in capitals, as in mcts:SIMULATIONS."""
        options = [option.name.upper() for option in self.options]
        return ":".join([self.name, *(options or ["SECONDSs"] if self.timed else options)])
