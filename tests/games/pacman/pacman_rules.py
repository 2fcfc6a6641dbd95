"""A reference implementation of the rules of Pac-Man, simple and slow, to test the native game."""

from __future__ import annotations

from dataclasses import dataclass, field

STEPS = {"North": (0, -1), "South": (0, 1), "East": (1, 0), "West": (-1, 0), "Stop": (0, 0)}
BACK = {"North": "South", "South": "North", "East": "West", "West": "East"}


@dataclass
class Spirit:
    home: tuple[int, int]
    at: tuple[float, float]
    direction: str = ""
    scared: int = 0


@dataclass
class World:
    """A game under way, changed by `move`."""

    rows: list[str]
    food: set[tuple[int, int]] = field(default_factory=set)
    capsules: set[tuple[int, int]] = field(default_factory=set)
    pacman: tuple[int, int] = (0, 0)
    ghosts: list[Spirit] = field(default_factory=list)
    agent: int = 0
    score: int = 0
    outcome: str = ""

    @classmethod
    def of(cls, text: str) -> World:
        world = cls(text.splitlines())
        for line, row in enumerate(world.rows, 1):
            for column, character in enumerate(row, 1):
                here = (column, line)
                if character == ".":
                    world.food.add(here)
                elif character == "o":
                    world.capsules.add(here)
                elif character == "P":
                    world.pacman = here
                elif character == "G":
                    world.ghosts.append(Spirit(here, here))
        return world

    def free(self, column: float, line: float) -> bool:
        return self.rows[int(line) - 1][int(column) - 1] != "%"

    def moves(self) -> list[str]:
        at = self.ghosts[self.agent - 1].at if self.agent else self.pacman
        if at[0] != int(at[0]) or at[1] != int(at[1]):
            return [self.ghosts[self.agent - 1].direction]
        ways = [name for name, (x, y) in STEPS.items() if name != "Stop" and self.free(at[0] + x, at[1] + y)]
        if self.agent == 0:
            return [*ways, "Stop"]
        back = BACK.get(self.ghosts[self.agent - 1].direction)
        if len(ways) > 1 and back in ways:
            ways.remove(back)
        return ways or ["Stop"]

    def move(self, name: str) -> None:
        x, y = STEPS[name]
        if self.agent == 0:
            self.pacman = (self.pacman[0] + x, self.pacman[1] + y)
            self.score -= 1
            if self.pacman in self.food:
                self.food.remove(self.pacman)
                self.score += 10
                if not self.food:
                    self.score += 500
                    self.outcome = "won"
            if self.pacman in self.capsules:
                self.capsules.remove(self.pacman)
                for ghost in self.ghosts:
                    ghost.scared = 40
            for ghost in self.ghosts:
                self.meet(ghost)
        else:
            ghost = self.ghosts[self.agent - 1]
            pace = 0.5 if ghost.scared else 1
            ghost.at = (ghost.at[0] + pace * x, ghost.at[1] + pace * y)
            ghost.direction = ghost.direction if name == "Stop" else name
            if ghost.scared == 1:
                # Lines are counted downwards here: half way between two of them is the upper one.
                ghost.at = (int(ghost.at[0] + 0.5), -int(-ghost.at[1] + 100.5) + 100)
            ghost.scared = max(ghost.scared - 1, 0)
            self.meet(ghost)
        self.agent = (self.agent + 1) % (len(self.ghosts) + 1)

    def meet(self, ghost: Spirit) -> None:
        if abs(ghost.at[0] - self.pacman[0]) + abs(ghost.at[1] - self.pacman[1]) > 0.7:
            return
        if ghost.scared:
            self.score += 200
            ghost.at, ghost.direction, ghost.scared = ghost.home, "", 0
        elif not self.outcome:
            self.score -= 500
            self.outcome = "lost"
