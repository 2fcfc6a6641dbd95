"""The messages of the Bandit page.

POST /api/bandit/pull  BanditAsk -> BanditReply    pulls of a bandit's arms, and the regret of every rule
"""

from __future__ import annotations

from typing import Literal

from zermelo.lab.messages import Record


class BanditAsk(Record, frozen=True):
    """`arms` are the probabilities of the arms to pay 1, as typed: 0.3 1/2 0.6."""

    arms: str
    rule: Literal["ucb1", "epsilon_greedy", "puct"] = "ucb1"
    pulls: int = 100
    exploration: float = 1.414
    epsilon: float = 0.1
    seed: int = 0


class BanditPull(Record, frozen=True):
    """One pull: the arm, what it pays, and the numbers of all arms before it. A bonus is null while it is infinite."""

    arm: int
    reward: int
    pulls: tuple[int, ...]
    means: tuple[float, ...]
    bonuses: tuple[float | None, ...]
    regret: float
    says: str


class BanditCurve(Record, frozen=True):
    """The regret of a rule after each pull, the mean of several runs."""

    rule: str
    regret: tuple[float, ...]


class BanditReply(Record, frozen=True):
    names: tuple[str, ...]
    chances: tuple[float, ...]
    steps: tuple[BanditPull, ...]
    curves: tuple[BanditCurve, ...]
    runs: int
    """How many runs the curves are means of."""
