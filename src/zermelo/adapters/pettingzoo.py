"""Any game of Zermelo as an environment of PettingZoo, in which agents act one after another. Needs the extra pettingzoo.

env = Environment(TicTacToe())
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    env.step(None if termination or truncation else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.adapters import needing
from zermelo.players import draw_outcome
from zermelo.state import CHANCE, State, ZermeloError, as_payoffs

with needing("pettingzoo"):
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv

    from zermelo.adapters.encoding import Encoding, Observe


class Environment(AECEnv):
    """The game that begins at `start`. The mask in an observation says which actions are legal; chance acts by itself. At the
    end each agent is rewarded with its payoff.

    actions  all moves of the game, or how many a state has at most, as `Encoding` says
    observe  makes an array of a state
    plies    moves after which a game that goes on is broken off
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
        example = self.encoding.example
        low, high = (0, 255) if example.dtype == "uint8" else (-float("inf"), float("inf"))
        space = Dict(
            {
                "observation": Box(low, high, example.shape, example.dtype),
                "action_mask": Box(0, 1, (self.encoding.count,), "int8"),
            }
        )
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
        self._go_on()

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
            raise ZermeloError(f"the action {action} is no legal move: the mask of {agent} says which are")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.state_now, self.played = self.state_now.play(move), self.played + 1
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str:
        return str(self.state_now)

    def close(self) -> None:
        """There is nothing to close."""

    def _go_on(self) -> None:
        """Lets chance act, and sees whether the game is over."""
        while self.state_now.utility() is None and self.state_now.player == CHANCE:
            self.state_now = self.state_now.play(_throw(self.state_now, self.random))
        worth = self.state_now.utility()
        if worth is not None:
            # Where MAX plays alone, against chance or nobody, there is no agent for MIN's payoff.
            self.rewards = {agent: float(payoff) for agent, payoff in zip(self.agents, as_payoffs(worth), strict=False)}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.played >= self.plies:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.state_now.player]
            return
        self.agent_selection = self.agents[0]


def _throw(state: State, random: Any) -> Any:
    return draw_outcome(state, int(random.integers(2**32)))
