"""`describe`: what kind of game a game is, which searches and players suit it, and why the others do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import get_args

from zermelo.engine.expecting import Search
from zermelo.games.faces import NativeState
from zermelo.games.kinds import NATIVELY, Sums, unsuited, verdicts
from zermelo.games.survey import survey
from zermelo.players import players_of
from zermelo.state import State, ZermeloError, format_count

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True)
class Description:
    """A game as far as it was seen.

    name         what its states are called
    chance       there are chance moves; otherwise it is deterministic
    players      how many there are
    sums         what the payoffs add up to, zero, another constant or no constant; None if no end was seen
    simultaneous players move at the same time; otherwise they take turns, and everybody knows everything
    searches     the textbook searches that suit it
    unsuitable   the other ones, each with the reason
    engine       why the native engine's own search does not suit it, or None
    natively     which of the textbook searches that suit it the engine runs natively
    ways         those of `zermelo.players` that can play it
    whole        every state was looked at: all of this is certain
    states, games, ended   how many states were seen, in how many random games, and how many of these came to their end
    """

    name: str
    chance: bool
    players: int
    sums: Sums | None
    simultaneous: bool
    searches: tuple[str, ...]
    unsuitable: Mapping[str, str]
    engine: str | None
    natively: tuple[str, ...]
    ways: tuple[str, ...]
    whole: bool
    states: int
    games: int
    ended: int

    @property
    def deterministic(self) -> bool:
        return not self.chance

    @property
    def zero_sum(self) -> bool:
        return self.sums == "zero-sum"

    @property
    def perfect_information(self) -> bool:
        """A state is seen by everybody alike, so only what others do at the same moment can be hidden."""
        return not self.simultaneous

    def __str__(self) -> str:
        lines = [
            f"{self.name}: {', '.join(self._traits())}",
            f"seen        {self._seen()}",
            f"searches    {', '.join(self.searches) or 'none from turn to turn; zermelo matrix solves it from the end backwards'}",
            f"engine      {self._engine()}",
            f"players     {', '.join(self.ways) or 'none'}",
        ]
        for reason in dict.fromkeys(self.unsuitable.values()):
            names = ", ".join(search for search, why in self.unsuitable.items() if why == reason)
            lines.append(f"unsuitable  {names}: {reason}")
        return "\n".join(lines)

    def _traits(self) -> list[str]:
        count = _NUMBERS[self.players] if self.players < len(_NUMBERS) else str(self.players)
        return [
            f"{count} player{'' if self.players == 1 else 's'}",
            "with chance" if self.chance else "deterministic",
            self.sums or "no end was seen",
            "perfect information" if self.perfect_information else "imperfect information",
            "at the same time" if self.simultaneous else "in turns",
        ]

    def _engine(self) -> str:
        known = ", ".join(self.natively)
        if self.engine is None:
            return f"yes, with {known} of its own beside it" if known else "yes"
        return f"no, as {self.engine}" + (f"; but it has {known} of its own" if known else "")

    def _seen(self) -> str:
        if self.whole:
            return f"all of it, {format_count(self.states, 'state')}"
        return f"{format_count(self.states, 'state')}, {format_count(self.games, 'random game')}, {self.ended} of them to the end"


def describe(start: State, *, cancel: Callable[[], bool] | None = None) -> Description:
    """Describes the game that begins at `start`, after looking at a tree as a whole, at another game for a little while.

    >>> from zermelo.games.coins import Coins
    >>> described = describe(Coins())
    >>> described.players, described.sums, described.unsuitable["alpha_beta"]
    (3, 'constant-sum', 'there is a payoff for each player')
    """
    if isinstance(start, type):
        raise ZermeloError(f"{start.__name__} is a class, not a state: describe({start.__name__}()) begins a game")
    if not any(hasattr(start, member) for member in ("player", "moves", "play", "utility")):
        raise ZermeloError(
            f"{type(start).__name__} is not a game: its states need player, moves(), play() and utility()"
        )
    found = survey(start, cancel=cancel)
    kind = found.kind
    reasons = verdicts(kind)
    # What chance does, the engine averages over in native games only, and where there is one value for all.
    averages = isinstance(start, NativeState) and not kind.payoffs
    searched = kind._replace(chance=False) if averages else kind
    searches = tuple(search for search, reason in reasons.items() if reason is None)
    return Description(
        name=type(start).__name__,
        chance=kind.chance,
        players=kind.players,
        sums=kind.sums,
        simultaneous=kind.simultaneous,
        searches=searches,
        unsuitable={search: reason for search, reason in reasons.items() if reason is not None},
        engine=unsuited("engine", searched),
        natively=tuple(search for search in searches if search in _native_searches(start)),
        ways=players_of(found),
        whole=found.whole,
        states=found.states,
        games=found.games,
        ended=found.ended,
    )


def _native_searches(start: State) -> tuple[str, ...]:
    """The textbook searches that the engine has for a game, whether they suit it or not."""
    if not isinstance(start, NativeState):
        return tuple(NATIVELY)
    searches = get_args(Search) if hasattr(start.native, "textbook") else ()
    return (*searches, *(("max_n",) if hasattr(start.native, "max_n") else ()), "mcts")
