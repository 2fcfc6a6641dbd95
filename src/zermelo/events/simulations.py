"""Events of Monte-Carlo tree search: one simulation selects nodes, adds one, plays at random, and backs the payoff up."""

from __future__ import annotations

import msgspec

from zermelo.events.base import Record, Value, format_names, format_value


class Choice(msgspec.Struct, frozen=True, gc=False):
    """How one of the players who move at the same time chose a move: because of its `mean`, scaled to 0..1, and its bonus; or
    with a probability by its `regret`, a part of all the regret there. With none of them there was no choice, or the move had not
    been tried."""

    player: str
    move: str
    only: bool = False
    mean: float | None = None
    bonus: float | None = None
    probability: float | None = None
    regret: float | None = None
    all_regret: float | None = None

    def __str__(self) -> str:
        if self.only:
            return f"{self.player} has only {self.move}"
        if self.probability is not None and self.regret is not None and self.all_regret is not None:
            why = f"regret {self.regret:.2f} of {self.all_regret:.2f}" if self.all_regret else "no regret yet"
            return f"{self.player} draws {self.move} with probability {self.probability:.2f} ({why})"
        if self.mean is not None and self.bonus is not None:
            return f"{self.player} takes {self.move} (scaled mean {self.mean:.2f} + bonus {self.bonus:.2f})"
        return f"{self.player} tries {self.move} for the first time"


class Select(Record, frozen=True, gc=False):
    """Monte-Carlo tree search goes down from a node to a child: to the one with the largest sum of mean and bonus, or to the one
    that chance draws, or to which the players' `choices` lead where they move at the same time. `visits` are those of the child.

    `mean` is that of the player who chooses, scaled to 0..1: it comes from `worth`, and `worst` and `best` are the payoffs so far
    that count as 0 and 1. These three are as in `Backup`, MAX's where payoffs cancel out, else the player's."""

    node: str
    child: str
    role: str
    visits: int
    node_visits: int
    mean: float | None = None
    bonus: float | None = None
    worth: float | None = None
    worst: float | None = None
    best: float | None = None
    choices: tuple[Choice, ...] = ()

    def __str__(self) -> str:
        if self.role == "CHANCE":
            return f"At {self.node} chance draws {self.child}."
        after = f"after {self.visits:,} of {self.node_visits:,} visits"
        if self.mean is None or self.bonus is None:
            chosen = format_names(list(map(str, self.choices)), None)
            return f"At {self.node}, {chosen}: that leads to {self.child}, {after}."
        mean, worth = f"{self.mean:.2f}", format_value(self.worth)
        scale = f"{format_value(self.worst)} is 0, {format_value(self.best)} is 1"
        scaled = (
            f"mean {worth} scaled to {mean} ({scale})"
            if self.worst != self.best
            else f"mean {mean}, since all is {worth}"
        )
        return f"At {self.node}, {self.child} has the largest sum for {self.role}: {scaled} + bonus {self.bonus:.2f}, {after}."


class Expand(Record, frozen=True, gc=False):
    """Monte-Carlo tree search adds a node to its tree."""

    node: str
    parent: str | None
    move: str | None
    role: str

    def __str__(self) -> str:
        return f"{self.node} joins the tree." if self.parent is not None else f"The tree begins with {self.node}."


class Simulate(Record, frozen=True, gc=False):
    """A random game is played from a node to its end."""

    node: str
    plies: int
    value: Value

    def __str__(self) -> str:
        if self.plies == 0:
            return f"The game is over at {self.node}: {format_value(self.value)}."
        moves = "1 move" if self.plies == 1 else f"{self.plies} moves"
        return f"A random game from {self.node} ends after {moves}: {format_value(self.value)}."


class Regrets(msgspec.Struct, frozen=True, gc=False):
    """What a player regrets at a node not to have played more often, and how much."""

    player: str
    moves: tuple[str, ...]
    regrets: tuple[float, ...]

    def __str__(self) -> str:
        parts = [f"{move} ({each:.2f})" for move, each in zip(self.moves, self.regrets, strict=True)]
        return f"{self.player} regrets {format_names(parts) if parts else 'nothing'}"


class Backup(Record, frozen=True, gc=False):
    """The payoff of a simulation is added at a node on the way back to the root. Regret matching also tells the regrets of each
    player with a choice there."""

    node: str
    visits: int
    mean: Value
    regrets: tuple[Regrets, ...] = ()

    def __str__(self) -> str:
        times = "1 visit" if self.visits == 1 else f"{self.visits:,} visits"
        regrets = f"; now {', '.join(map(str, self.regrets))}" if self.regrets else ""
        return f"{self.node}: {times}, {format_value(self.mean)} on average{regrets}."
