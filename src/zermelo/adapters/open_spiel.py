"""OpenSpiel games as Zermelo states, and Zermelo players as OpenSpiel bots. Needs the extra open_spiel.

Games must have perfect information and alternating turns; chance and any number of players are fine:

    from zermelo.adapters.open_spiel import from_open_spiel
    zermelo.search(from_open_spiel("breakthrough(rows=5,columns=4)"), seconds=2)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeAlias

from zermelo.extras import requires_extra
from zermelo.players import choose
from zermelo.state import CHANCE, Payoff, State, ZermeloError

with requires_extra("open_spiel"):
    import pyspiel

KeyFunction: TypeAlias = Callable[[Any], Hashable]
"""Maps an OpenSpiel state to its key in a transposition table."""


class SpielState:
    """A state of an OpenSpiel game. A move is the number of an action; `san` gives OpenSpiel's text for it.

    Two states are equal if the same actions led to them: OpenSpiel guarantees no other equality. Transpositions are found by
    `state_key`, if it is given.
    """

    __slots__ = ("_history", "_moves", "spiel_state", "state_key")

    def __init__(self, spiel_state: Any, state_key: KeyFunction | None = None) -> None:
        self.spiel_state, self.state_key = spiel_state, state_key
        self._history: tuple[int, ...] = tuple(spiel_state.history())
        self._moves: tuple[int, ...] | None = None

    @property
    def player(self) -> int:
        number = int(self.spiel_state.current_player())
        return CHANCE if number == pyspiel.PlayerId.CHANCE else max(number, 0)

    def moves(self) -> tuple[int, ...]:
        if self._moves is None:
            self._moves = tuple(self.spiel_state.legal_actions())
        return self._moves

    def play(self, move: int) -> SpielState:
        if move not in self.moves():  # OpenSpiel does not check and writes out of bounds
            raise ZermeloError(f"{str(move)[:40]} is not a move here")
        return SpielState(self.spiel_state.child(move), self.state_key)

    def utility(self) -> Payoff | None:
        if not self.spiel_state.is_terminal():
            return None
        returns = self.spiel_state.returns()
        one_number = len(returns) == 1 or (len(returns) == 2 and self.zero_sum)
        return returns[0] if one_number else tuple(returns)

    @property
    def zero_sum(self) -> bool:
        kind = self.spiel_state.get_game().get_type().utility
        return bool(kind in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM))

    def chances(self) -> list[tuple[int, float]]:
        return list(self.spiel_state.chance_outcomes())

    def key(self) -> Hashable:
        return self._history if self.state_key is None else self.state_key(self.spiel_state)

    def san(self, move: int) -> str:
        return str(self.spiel_state.action_to_string(self.spiel_state.current_player(), move))

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
        return str(self.spiel_state)


def from_open_spiel(source: Any, state_key: KeyFunction | None = None) -> SpielState:
    """Return a Zermelo state for an OpenSpiel game or state.

    Parameters
    ----------
    source
        The name of a game with its parameters, a `pyspiel.Game` or a `pyspiel.State`.
    state_key
        Maps a `pyspiel.State` to its key for transpositions. `str` will do where a state's text is complete, as in most
        board games. By default states reached by different moves are different.

    Raises
    ------
    ZermeloError
        If OpenSpiel has no such game, or if it has simultaneous moves, hidden information or sampled chance.

    >>> from_open_spiel("tic_tac_toe").moves()
    (0, 1, 2, 3, 4, 5, 6, 7, 8)
    """
    try:
        game = pyspiel.load_game(source) if isinstance(source, str) else source
    except pyspiel.SpielError as error:
        raise ZermeloError(f"OpenSpiel has no game {source!r}: {' '.join(str(error).split())[:200]}") from None
    if not isinstance(game, pyspiel.Game | pyspiel.State):
        raise ZermeloError(
            f"expected the name of an OpenSpiel game, a pyspiel.Game or a pyspiel.State, not {type(game).__name__}"
        )
    state = game if isinstance(game, pyspiel.State) else game.new_initial_state()
    kind = state.get_game().get_type()
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise ZermeloError(f"{kind.short_name} has simultaneous moves, which this adapter does not support")
    if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        raise ZermeloError(f"{kind.short_name} has hidden information, which Zermelo does not support")
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise ZermeloError(
            f"{kind.short_name} samples its chance moves without giving their probabilities, which a search needs"
        )
    return SpielState(state, state_key)


class Bot(pyspiel.Bot):
    """A Zermelo player as an OpenSpiel bot.

    Parameters
    ----------
    player, strength
        A player from `zermelo.players.PLAYERS` that suits the game, and its strength.
    seconds
        Time for each move.
    state_key
        Maps a `pyspiel.State` to its key for transpositions, as in `from_open_spiel`.
    seed
        Seed of the random choices; the same seed plays the same game.
    """

    def __init__(
        self,
        player: str = "engine",
        *,
        state_key: KeyFunction | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__()
        self.player, self.seed = player, seed
        self.state_key = state_key

    def restart_at(self, state: Any) -> None:
        """Do nothing: the bot keeps nothing between moves."""

    def provides_policy(self) -> bool:
        return False

    def step(self, state: Any) -> int:
        position: State = from_open_spiel(state, self.state_key)
        seed = self.seed + len(state.history())
        chosen = choose(position, self.player, seed=seed)
        return int(position.moves()[0] if chosen.move is None else chosen.move)
