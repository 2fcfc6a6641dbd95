"""Zermelo games as PettingZoo AEC environments. Needs the extra pettingzoo.

env = Environment(TicTacToe())
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    env.step(None if termination or truncation else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.extras import requires_extra
from zermelo.players import draw_outcome
from zermelo.state import CHANCE, State, ZermeloError, as_payoffs

with requires_extra("pettingzoo"):
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv

    from zermelo.adapters.encoding import Encoding, Observe


class Environment(AECEnv):
    """An environment with one agent per player. Chance moves are played by the environment; rewards are the payoffs at the end.

    An observation is a dict with the keys "observation" and "action_mask".

    Parameters
    ----------
    start
        The first state of the game.
    actions, observe
        The actions and observations, as `zermelo.adapters.encoding.Encoding` takes them.
    plies
        Truncate the game after this many moves.

    >>> from zermelo.games.nim import Nim
    >>> env = Environment(Nim())
    >>> env.reset(seed=1)
    >>> env.agents
    ['player_0', 'player_1']
    """

    def __init__(
        self,
        start: State,
        *,
        actions: Sequence[Any] | int | None = None,
        observe: Observe | None = None,
        plies: int = 1_000,
    ) -> None:
        super().__init__()
        self.metadata = {"name": type(start).__name__, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.start, self.state_now, self.plies, self.played = start, start, plies, 0
        self.encoding = Encoding(start, actions, observe)
        self.possible_agents = [f"player_{number}" for number in range(self.encoding.players)]
        self.agents: list[str] = []
        mask = Box(0, 1, (self.encoding.count,), "int8")
        space = Dict({"observation": self.encoding.space, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(self.encoding.count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.random, _ = seeding.np_random(seed)
        self.agents = [*self.possible_agents]
        self.state_now, self.played = self.start, 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._advance()

    def observe(self, agent: str) -> dict[str, Any]:
        mask = self.encoding.mask(self.state_now)
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": self.encoding.observation(self.state_now), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self.encoding.move(self.state_now, action)
        if move is None:
            raise ZermeloError(f"action {action} is not legal for {agent}: the action mask shows the legal ones")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.state_now, self.played = self.state_now.play(move), self.played + 1
        self._advance()
        self._accumulate_rewards()

    def render(self) -> str:
        return str(self.state_now)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _advance(self) -> None:
        """Play chance moves until an agent is to move or the game is over."""
        while self.state_now.utility() is None and self.state_now.player == CHANCE:
            self.state_now = self.state_now.play(_sample_chance(self.state_now, self.random))
        utility = self.state_now.utility()
        if utility is not None:
            # A game with MAX alone has no agent for MIN's payoff.
            payoffs = zip(self.agents, as_payoffs(utility), strict=False)
            self.rewards = {agent: float(payoff) for agent, payoff in payoffs}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.played >= self.plies:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.state_now.player]
            return
        self.agent_selection = self.agents[0]


def _sample_chance(state: State, random: Any) -> Any:
    return draw_outcome(state, int(random.integers(2**32)))
