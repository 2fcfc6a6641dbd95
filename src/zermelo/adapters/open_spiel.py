"""OpenSpiel's games as states, and Zermelo's players as its bots. Needs the extra open_spiel.

Any game of perfect information in which players take turns will do, with chance and for any number of players:

    from zermelo.adapters.open_spiel import from_open_spiel
    zermelo.search(from_open_spiel("breakthrough(rows=5,columns=4)"), seconds=2)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeAlias

from zermelo.adapters import needing
from zermelo.players import choose
from zermelo.state import CHANCE, Payoff, State, ZermeloError

with needing("open_spiel"):
    import pyspiel

Recognise: TypeAlias = Callable[[Any], Hashable]


class SpielState:
    """A state of an OpenSpiel game. A move is the number of an action; `san` writes it as that game does.

    Two states are equal if the same actions led to them, since OpenSpiel promises no less; transpositions are told by what
    `recognise` makes of OpenSpiel's own state, if that is given.
    """

    __slots__ = ("_history", "_moves", "inner", "recognise")

    def __init__(self, inner: Any, recognise: Recognise | None = None) -> None:
        self.inner, self.recognise = inner, recognise
        self._history: tuple[int, ...] = tuple(inner.history())
        self._moves: tuple[int, ...] | None = None

    @property
    def player(self) -> int:
        number = int(self.inner.current_player())
        return CHANCE if number == pyspiel.PlayerId.CHANCE else max(number, 0)

    def moves(self) -> tuple[int, ...]:
        if self._moves is None:
            self._moves = tuple(self.inner.legal_actions())
        return self._moves

    def play(self, move: int) -> SpielState:
        if move not in self.moves():  # OpenSpiel itself would write beyond its board
            raise ZermeloError(f"{str(move)[:40]} is not a move here")
        return SpielState(self.inner.child(move), self.recognise)

    def utility(self) -> Payoff | None:
        if not self.inner.is_terminal():
            return None
        returns = self.inner.returns()
        alone = len(returns) == 1 or (len(returns) == 2 and self.zero_sum)
        return returns[0] if alone else tuple(returns)

    @property
    def zero_sum(self) -> bool:
        kind = self.inner.get_game().get_type().utility
        return bool(kind in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM))

    def chances(self) -> list[tuple[int, float]]:
        return list(self.inner.chance_outcomes())

    def key(self) -> Hashable:
        return self._history if self.recognise is None else self.recognise(self.inner)

    def san(self, move: int) -> str:
        return str(self.inner.action_to_string(self.inner.current_player(), move))

    def parse_san(self, text: str) -> int:
        for move in self.moves():
            if self.san(move) == text.strip():
                return move
        raise ZermeloError(f"{text[:40]!r} is not a move here")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielState) and other._history == self._history

    def __hash__(self) -> int:
        return hash(self._history)

    def __str__(self) -> str:
        return str(self.inner)


def from_open_spiel(source: Any, recognise: Recognise | None = None) -> SpielState:
    """The start of a game of OpenSpiel, given by its name with parameters, or as a game; or one of its states.

    `recognise` is what the table knows positions by, whatever moves led to them: `str` will do where the text of a state says
    all that matters, as for most games on a board.
    """
    try:
        game = pyspiel.load_game(source) if isinstance(source, str) else source
    except pyspiel.SpielError as error:
        raise ZermeloError(f"OpenSpiel has no game {source!r}: {' '.join(str(error).split())[:200]}") from None
    if not isinstance(game, pyspiel.Game | pyspiel.State):
        raise ZermeloError(
            f"a game of OpenSpiel is given by its name, or as a game or a state of it, not as {type(game).__name__}"
        )
    state = game if isinstance(game, pyspiel.State) else game.new_initial_state()
    kind = state.get_game().get_type()
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise ZermeloError(f"players of {kind.short_name} move at the same time, and states here are those of turns")
    if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        raise ZermeloError(f"{kind.short_name} hides something from its players, and states here hide nothing")
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise ZermeloError(
            f"{kind.short_name} does not tell what chance may do and how likely it is, which a search needs"
        )
    return SpielState(state, recognise)


class Bot(pyspiel.Bot):
    """A player of Zermelo for OpenSpiel's matches: the engine, or any other that suits the game."""

    def __init__(
        self,
        player: str = "engine",
        *,
        recognise: Recognise | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__()
        self.player, self.seed = player, seed
        self.recognise = recognise

    def restart_at(self, state: Any) -> None:
        """Nothing is kept from move to move."""

    def provides_policy(self) -> bool:
        return False

    def step(self, state: Any) -> int:
        position: State = from_open_spiel(state, self.recognise)
        seed = self.seed + len(state.history())
        chosen = choose(position, self.player, seed=seed)
        return int(position.moves()[0] if chosen.move is None else chosen.move)
