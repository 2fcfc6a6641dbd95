"""`describe`: the kind of a game, the searches and players that suit it, and why the others do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from zermelo.kinds.kind import TAKE_TURNS, Kind, Sums
from zermelo.kinds.survey import survey
from zermelo.methods import STAGE_GAME, suitable_methods
from zermelo.players import players_of
from zermelo.state import SIMULTANEOUS, State, format_count
from zermelo.textbook.run import verdicts

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True)
class Description:
    """A game as far as it was visited.

    name         the class of its states
    chance       there are chance moves; otherwise it is deterministic
    players      how many there are
    sums         the sum of the payoffs: zero, another constant, or no constant; None if no end was seen
    simultaneous players move at the same time; otherwise they take turns
    hidden       players do not see the whole state
    searches     the textbook searches that suit it
    unsuitable   the others, each with the reason; those for simultaneous moves are left out where players take turns
    methods      the methods of `zermelo.search` that suit it, the one that auto takes first
    ways         the players of `zermelo.players` that can play it
    whole        every state was visited, so all of this is certain
    states, games, ended   states visited, random games played, and how many of these reached their end
    """

    name: str
    chance: bool
    players: int
    sums: Sums | None
    simultaneous: bool
    hidden: bool
    searches: tuple[str, ...]
    unsuitable: Mapping[str, str]
    methods: tuple[str, ...]
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
        """Whether every player knows all that has happened."""
        return not (self.simultaneous or self.hidden)

    def __str__(self) -> str:
        lines = [
            f"{self.name}: {', '.join(self._traits())}",
            f"seen        {self._seen()}",
            f"searches    {', '.join(self.searches) or self._no_search()}",
            f"engine      {', '.join(self.methods) or 'none'}",
            f"players     {', '.join(self.ways) or 'none'}",
        ]
        for reason in dict.fromkeys(self.unsuitable.values()):
            names = ", ".join(search for search, why in self.unsuitable.items() if why == reason)
            lines.append(f"unsuitable  {names}: {reason}")
        return "\n".join(lines)

    def _no_search(self) -> str:
        return "none" if self.hidden else "none; zermelo matrix solves it by backward induction over matrix games"

    def _traits(self) -> list[str]:
        count = _NUMBERS[self.players] if self.players < len(_NUMBERS) else str(self.players)
        return [
            f"{count} player{'' if self.players == 1 else 's'}",
            "with chance" if self.chance else "deterministic",
            self.sums or "no end was seen",
            "perfect information"
            if self.perfect_information
            else "hidden information"
            if self.hidden
            else "imperfect information",
            "at the same time" if self.simultaneous else "in turns",
        ]

    def _seen(self) -> str:
        if self.whole:
            return f"all of it, {format_count(self.states, 'state')}"
        return f"{format_count(self.states, 'state')}, {format_count(self.games, 'random game')}, {self.ended} of them to the end"


def _methods(start: State, kind: Kind) -> tuple[str, ...]:
    if kind.hidden:
        return ()
    if not kind.simultaneous:
        return suitable_methods(start, kind)
    exact = start.player == SIMULTANEOUS and kind.players == 2 and kind.sums == "zero-sum"
    return (*((STAGE_GAME.name,) if exact else ()), *suitable_methods(start, kind))


def describe(start: State, *, cancel: Callable[[], bool] | None = None) -> Description:
    """Describe the game that begins at `start`.

    Every node of a tree is visited; of another game the states near the start and some random games.

    Parameters
    ----------
    start
        The state at which the game begins.
    cancel
        Called now and then; returning True ends the visit early.

    Raises
    ------
    ZermeloError
        If `start` is not a state, or the game breaks a promise on the way.

    Examples
    --------
    >>> from zermelo.games.coins import Coins
    >>> described = describe(Coins())
    >>> described.players, described.sums, described.unsuitable["alpha_beta"]
    (3, 'constant-sum', 'there is a payoff for each player')
    """
    found = survey(start, cancel=cancel)
    kind = found.kind
    reasons = verdicts(kind)
    return Description(
        name=type(start).__name__,
        chance=kind.chance,
        players=kind.players,
        sums=kind.sums,
        simultaneous=kind.simultaneous,
        hidden=kind.hidden,
        searches=tuple(search for search, reason in reasons.items() if reason is None),
        unsuitable={search: reason for search, reason in reasons.items() if reason and reason != TAKE_TURNS},
        methods=_methods(start, kind),
        ways=players_of(start, found),
        whole=found.whole,
        states=found.states,
        games=found.games,
        ended=found.ended,
    )
