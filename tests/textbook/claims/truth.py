"""Random trees of every kind, and what their nodes are truly worth for each search, by definition."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

from zermelo.state import CHANCE, MAX, MIN
from zermelo.trees import Node, Tree
from zermelo.trees.nodes import Draft, build

FOR_EACH = ("max_n", "backward_induction")
TOGETHER = ("coalition", "paranoid")


@dataclass
class Case:
    """A search of a tree, with brute force beside it."""

    search: str
    tree: Tree
    options: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def plies(self) -> dict[str, int]:
        plies = {self.tree.name: 0}
        for node in self.tree.nodes[1:]:
            assert node.parent is not None
            plies[node.name] = plies[node.parent.name] + 1
        return plies

    @cached_property
    def partners(self) -> tuple[int, ...]:
        return tuple(self.options.get("partners") or (self.tree.player,))

    def mover(self, name: str) -> str:
        """Who moves at a node in this search; at a leaf, whose turn it would be."""
        player = self.tree[name].player
        if player == CHANCE or (self.search == "expectimax" and player == MIN):
            return "CHANCE"
        if self.search in FOR_EACH:
            return f"P{player + 1}"
        if self.search in TOGETHER:
            return "MAX" if player in self.partners else "MIN"
        return {MAX: "MAX", MIN: "MIN"}.get(player, f"P{player + 1}")

    def role(self, name: str) -> str:
        return "a leaf" if not self.tree[name].children else self.mover(name)

    def static(self, name: str) -> Any:
        """What the search takes the value that is written with a node for."""
        value: Any = self.tree[name].value
        if self.search in FOR_EACH:
            return value if isinstance(value, tuple) else (value, -value)
        if self.search in TOGETHER:
            return sum(value[player] for player in self.partners)
        return value

    def ends(self, name: str, depth: int | None = None) -> bool:
        """Whether the search ends at a node: the depth limit, or a leaf."""
        limit = self.options.get("depth") if depth is None else depth
        node = self.tree[name]
        if not node.children:
            return True
        if limit is None or self.plies[name] < limit:
            return False
        return not (self.search == "quiescence" and node.noisy and self._extra(name) != 0)

    def _extra(self, name: str) -> int:
        """How many moves beyond the horizon may still be searched at a node; negative is without end."""
        extra = self.options.get("extra")
        return -1 if extra is None else int(extra) - (self.plies[name] - int(self.options["depth"]))

    def value(self, name: str, depth: int | None = None) -> Any:
        """What a node is worth, with this depth limit or that of the options."""
        key = (name, depth)
        if key not in self._values:
            self._values[key] = self._value(self.tree[name], depth)
        return self._values[key]

    _values: dict[Any, Any] = field(default_factory=dict)

    def _value(self, node: Node, depth: int | None) -> Any:
        if self.ends(node.name, depth):
            return self.static(node.name)
        role = self.role(node.name)
        values = [self.value(child.name, depth) for child in self.order(node)]
        if self.stands_still(node.name):
            values.append(self.static(node.name))
        if role == "MAX":
            return max(values)
        if role == "MIN":
            return min(values)
        if role == "CHANCE":
            shares = [self.probability(child.name) for child in self.order(node)]
            return self.mix(shares, values)
        return max(values, key=lambda value: value[node.player])  # the first of several alike

    def order(self, node: Node) -> list[Node]:
        """The children in the order of the options, which chance does not follow."""
        order = None if self.mover(node.name) == "CHANCE" else self.options.get("order")
        return [node.play(move) for move in (order(node) if order else node.moves())]

    def stands_still(self, name: str) -> bool:
        """Whether the player to move at an inner node may take the static value."""
        beyond = self.search == "quiescence" and self.plies[name] >= self.options["depth"]
        return beyond and bool(self.options.get("stand_pat", True))

    def probability(self, name: str) -> Fraction:
        """The probability of a child of a chance node."""
        node = self.tree[name]
        assert node.parent is not None
        if node.parent.player != CHANCE:  # an opponent who moves at random
            return Fraction(1, len(node.parent.children))
        return Fraction(node.probability or 0)

    def mix(self, shares: Any, values: Any) -> Any:
        if isinstance(values[0], tuple):
            return tuple(sum(p * v for p, v in zip(shares, each, strict=True)) for each in zip(*values, strict=True))
        return sum(p * v for p, v in zip(shares, values, strict=True))

    def outcomes(self, name: str) -> list[tuple[Any, tuple[str, ...]]]:
        """Every outcome of a profile of strategies that no player has a reason to leave, with its line; where chance moves,
        lines end, and outcomes with the same payoffs are one."""
        node = self.tree[name]
        if self.ends(name):
            return [(self.static(name), ())]
        below = [self.outcomes(child.name) for child in node.children]
        found: dict[Any, None] = {}
        shares = [self.probability(child.name) for child in node.children] if node.player == CHANCE else []
        for ends in product(*below):
            if node.player == CHANCE:
                found[self.mix(shares, [value for value, _ in ends]), ()] = None
                continue
            most = max(value[node.player] for value, _ in ends)
            for child, (value, line) in zip(node.children, ends, strict=True):
                if value[node.player] == most:
                    found[value, (child.name, *line)] = None
        return list(found)


def random_tree(random: Random, kind: str) -> Tree:
    """A small tree: `two` players, `noisy` positions, `chance`, `alone` (MAX against chance), `many` players, some with chance,
    `selfish` ones without, and `shares` of 9."""
    players = random.randint(2, 4) if kind in ("many", "selfish", "shares") else 2
    depth = random.randint(1, 4 if kind in ("two", "noisy", "chance") else 3)
    low, high = random.choice([(-9, 9), (0, 3), (-50, 50), (1, 2)])
    whole = 1 if random.random() < 0.85 else 4  # quarters are written with all their digits
    turns = random.random() < 0.25  # in no fixed order

    def payoff() -> Any:
        if kind == "shares":
            cuts = sorted(random.randint(0, 9) for _ in range(players - 1))
            return tuple(right - left for left, right in zip([0, *cuts], [*cuts, 9], strict=True))
        if kind in ("many", "selfish"):
            return tuple(random.randint(low, high) for _ in range(players))
        drawn = random.randint(low, high)
        return drawn if whole == 1 else Fraction(drawn, whole)

    drafts, plies = [Draft(-1, 0)], [0]
    for number, draft in enumerate(drafts):
        if plies[number] == depth or (number and random.random() < 0.15):
            draft.value = payoff()
            continue
        draft.value, draft.noisy = payoff(), kind == "noisy" and random.random() < 0.5
        if not number or turns:
            draft.player = random.randrange(players)
        has_chance = kind in ("chance", "alone") or (kind == "many" and players < 4)
        if has_chance and random.random() < 0.4:
            draft.player = CHANCE
        elif kind == "alone":
            draft.player = MAX
        count = random.choice([1, 2, 2, 3, 3, 4] if depth < 4 else [1, 2, 2, 3])
        weights = [random.randint(1, 4) for _ in range(count)]
        for weight in weights:
            share = Fraction(weight, sum(weights)) if draft.player == CHANCE else None
            drafts.append(Draft(number, len(drafts), probability=share))
            plies.append(plies[number] + 1)
    return build(drafts)
