"""What a player is: one instance plays one seat of one game, so that it may keep a table or a tree between its moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from zermelo.players.choice import Choice
from zermelo.players.clock import UNLIMITED, Clock
from zermelo.state import State

Cancel: TypeAlias = Callable[[], bool]
OnProgress: TypeAlias = Callable[[Choice], object]
Evaluation: TypeAlias = Mapping[str, float] | Callable[[Any], float]
Needs: TypeAlias = Literal["anything", "no chance", "chance", "chess"]


class Player(Protocol):
    """Whoever plays one seat of one game."""

    def choose(
        self,
        state: State,
        past: Sequence[State] = (),
        clock: Clock = UNLIMITED,
        on_progress: OnProgress | None = None,
        cancel: Cancel | None = None,
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

        Returns
        -------
        Choice
            The move and what is known of it, values for MAX. The move is None only if the player was stopped before it
            knew any.
        """

    def played(self, move: Any) -> None:
        """Hear of a move of any seat, also of this player's own."""

    def close(self) -> None:
        """The game is over: give back what was taken."""


class Request(NamedTuple):
    """The arguments of `Player.choose`."""

    state: Any
    past: Sequence[Any] = ()
    clock: Clock = UNLIMITED
    on_progress: OnProgress | None = None
    cancel: Cancel | None = None


class BasePlayer:
    """A player with nothing to keep between moves: subclasses write `answer`."""

    def answer(self, request: Request) -> Choice:
        """Choose a move, as `Player.choose` does."""
        raise NotImplementedError

    def choose(
        self,
        state: State,
        past: Sequence[State] = (),
        clock: Clock = UNLIMITED,
        on_progress: OnProgress | None = None,
        cancel: Cancel | None = None,
    ) -> Choice:
        return self.answer(Request(state, past, clock, on_progress, cancel))

    def played(self, move: Any) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """Nothing was taken."""


@dataclass(frozen=True)
class Option:
    """A part of a player's spec between colons: a whole number from `least` to `most`, or one of `choices`."""

    name: str
    default: int | str
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a player plays one game.

    Parameters
    ----------
    values
        Those of the options, in their order.
    seconds
        Think so long for every move, whatever the options say.
    evaluate
        Static values: weights by the names of features, or a function of a state; the game's own if None.
    seed
        For players that draw at random: the same seed makes the same choices.
    lines
        How many root moves to give values to; 0 for all.
    """

    values: tuple[int | str, ...] = ()
    seconds: float | None = None
    evaluate: Evaluation | None = None
    seed: int = 0
    lines: int = 1


@dataclass(frozen=True, kw_only=True)
class PlayerKind:
    """A way of playing, as it is declared in its own file.

    Parameters
    ----------
    name
        What a spec begins with.
    title, summary
        What menus call it, and one sentence on how it plays.
    create
        Makes an instance for one seat of one game.
    needs
        The games it plays: "no chance" and "chance" are games of two players with one value, without and with chance
        moves; "anything" is every game in which players take turns.
    options
        What may follow its name in a spec, each after a colon.
    timed
        Time makes it better: a spec may name seconds for every move instead of its first option, as in mcts:2s.
    is_builtin
        False if it runs commands or code from outside Zermelo.
    """

    name: str
    title: str
    summary: str = field(compare=False)
    create: Callable[[Settings], Player] = field(compare=False, repr=False)
    needs: Needs = "anything"
    options: tuple[Option, ...] = ()
    timed: bool = False
    is_builtin: bool = True

    @property
    def form(self) -> str:
        """How a spec is written, with its options in capitals, as in mcts:SIMULATIONS."""
        options = [option.name.upper() for option in self.options]
        return ":".join([self.name, *(options or ["SECONDSs"] if self.timed else options)])
