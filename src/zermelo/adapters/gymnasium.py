"""Zermelo games as Gymnasium environments: one agent against a Zermelo player. Needs the extra gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.extras import requires_extra
from zermelo.players import PlayerSpec, check_player, choose, draw_outcome
from zermelo.state import CHANCE, MAX, State, ZermeloError, as_payoffs

with requires_extra("gymnasium"):
    import gymnasium
    from gymnasium.spaces import Discrete

    from zermelo.adapters.encoding import Encoding, Observe


class AgainstPlayer(gymnasium.Env):
    """An environment in which the agent plays one side of a game and Zermelo players the others.

    `info["action_mask"]` marks the legal actions. The reward is the agent's payoff at the end of the game and 0 before.

    Parameters
    ----------
    start
        The first state of the game.
    side
        The agent's player number, 0 (MAX) by default.
    opponent, strength
        A player from `zermelo.players.PLAYERS` and its strength.
    actions, observe
        The actions and observations, as `zermelo.adapters.encoding.Encoding` takes them.
    illegal
        The reward for an illegal action, which ends the episode.
    plies
        Truncate the episode after this many moves of the agent.
    """

    def __init__(
        self,
        start: State,
        *,
        side: int = MAX,
        opponent: str = "random",
        actions: Sequence[Any] | int | None = None,
        observe: Observe | None = None,
        illegal: float = -1.0,
        plies: int = 1_000,
    ) -> None:
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = "ansi"
        self.start, self.state, self.side, self.opponent = start, start, side, PlayerSpec.parse(opponent)
        self.illegal, self.plies, self.played = illegal, plies, 0
        self.encoding = Encoding(start, actions, observe)
        if side not in range(self.encoding.players):
            raise ZermeloError(f"side must be a player from 0 to {self.encoding.players - 1}, not {side!r}")
        check_player(start, self.encoding.survey, self.opponent)
        self.observation_space = self.encoding.space
        self.action_space = Discrete(self.encoding.count)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.state, self.played = self.start, 0
        self._let_others_move()
        return self.encoding.observation(self.state), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        # The game may have ended before the agent's first turn; then any action ends the episode.
        if self.state.utility() is None:
            move = self.encoding.move(self.state, action)
            if move is None:
                return self.encoding.observation(self.state), self.illegal, True, False, self._info()
            self.state, self.played = self.state.play(move), self.played + 1
            self._let_others_move()
        utility = self.state.utility()
        reward = 0.0 if utility is None else float(as_payoffs(utility)[self.side])
        truncated = self.played >= self.plies and utility is None
        return self.encoding.observation(self.state), reward, utility is not None, truncated, self._info()

    def render(self) -> str:
        return str(self.state)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.encoding.mask(self.state)}

    def _let_others_move(self) -> None:
        while self.state.utility() is None and self.state.player != self.side:
            seed = int(self.np_random.integers(2**32))
            if self.state.player == CHANCE:
                move = draw_outcome(self.state, seed)
            else:
                move = choose(self.state, self.opponent, seed=seed).move
            self.state = self.state.play(self.state.moves()[0] if move is None else move)
