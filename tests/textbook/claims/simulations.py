"""The claims of Monte-Carlo tree search, also where players move at the same time: every count, mean, bonus and regret is computed
again from the simulations."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from math import log, sqrt
from random import Random
from typing import Any

from tests.textbook.claims.checker import Checker, claim, close, number, value
from zermelo.state import CHANCE, SIMULTANEOUS, State, as_payoffs
from zermelo.textbook.expectiminimax import chances
from zermelo.trees.nodes import letters

ROLES = {0: "MAX", 1: "MIN", CHANCE: "CHANCE"}
DIGITS = 0.0051
"""How far a number with two digits may be from the true one."""
SHORT = r"-?\d+\.\d\d"


class Stage:
    """A state of a small random game in which players move at the same time, take turns, or chance draws."""

    def __init__(self, random: Random, depth: int, zero_sum: bool, names: Any) -> None:
        self.name = next(names)
        self.payoffs: Any = None
        self.below: dict[Any, Stage] = {}
        self.player: int = random.choice([SIMULTANEOUS, SIMULTANEOUS, 0, 1, CHANCE])
        if not depth or random.random() < 0.15:
            first = random.randint(-3, 3)
            self.payoffs = first if zero_sum else (first, random.randint(-3, 3))
            return
        self.options = [list("xyz"[: random.randint(1, 3)]) for _ in range(2)]
        joint: list[Any] = list(self.options[0])
        if self.player == SIMULTANEOUS:
            joint = [(one, two) for one in self.options[0] for two in self.options[1]]
        for move in joint:
            self.below[move] = Stage(random, depth - 1, zero_sum, names)

    def moves(self) -> Any:
        return self.options if self.player == SIMULTANEOUS else list(self.below)

    def play(self, move: Any) -> Stage:
        return self.below[move]

    def chances(self) -> list[tuple[Any, Fraction]]:
        return [(move, Fraction(1, len(self.below))) for move in self.below]

    def utility(self) -> Any:
        return self.payoffs


def random_stage(random: Random) -> Stage:
    stage = Stage(random, random.randint(1, 3), random.random() < 0.6, letters())
    return stage if stage.below else random_stage(random)


@dataclass
class Statistics:
    """What the simulations through a node have paid, and for each player's move there its visits, payoffs and regret."""

    state: Any
    visits: int = 0
    total: list[Any] = field(default_factory=list)
    children: dict[Any, str] = field(default_factory=dict)
    own: dict[tuple[int, Any], list[Any]] = field(default_factory=dict)

    def mean(self, player: int) -> Any:
        return self.total[player] / self.visits


class SimulationClaims(Checker):
    def __init__(self, search: str, root: State, options: dict[str, Any]) -> None:
        self.search, self.root = search, root
        self.exploration = options.get("exploration", sqrt(1 / 2))
        self.random_share = options.get("random_share", 0.1)
        self.states: dict[str, Any] = {}
        self.tree: dict[str, Statistics] = {}
        self.path: list[str] = []
        self.chosen: dict[str, dict[int, Any]] = {}
        self.payoffs: tuple[Any, ...] = ()
        self.range: list[tuple[Any, Any]] = []
        self.zero_sum = True
        self.backing = 0
        stack: list[Any] = [root]
        while stack:
            state = stack.pop()
            self.states[state.name] = state
            stack += self.below(state).values()

    def below(self, state: Any) -> dict[Any, Any]:
        if state.utility() is not None:
            return {}
        if isinstance(state, Stage):
            return state.below
        return {move: state.play(move) for move in state.moves()}

    def options(self, state: Any) -> dict[int, list[Any]]:
        moves = state.moves()
        return dict(enumerate(moves)) if state.player == SIMULTANEOUS else {state.player: list(moves)}

    def shown(self, payoffs: Any) -> Any:
        """Payoffs as they are told: MAX's where they have always cancelled out."""
        return payoffs[0] if self.zero_sum else tuple(payoffs)

    def role(self, state: Any) -> str:
        many = state.tree.players > 2 and state.player != CHANCE if hasattr(state, "tree") else False
        return f"P{state.player + 1}" if many else ROLES.get(state.player, f"P{state.player + 1}")

    # Down the tree.

    @claim(r"The tree begins with <node:N>\.")
    def begin(self, node: str) -> None:
        assert node == self.states[node].name == self.root.name  # type: ignore[attr-defined]
        assert not self.tree
        self.tree[node] = Statistics(self.root)

    @claim(r"<node:N> joins the tree\.")
    def join(self, node: str) -> None:
        assert node not in self.tree
        above = self.here()
        move = next(move for move, child in self.below(above.state).items() if child.name == node)
        if self.search == "mcts" and above.state.player != CHANCE:
            self.chosen[above.state.name] = {above.state.player: move}
        assert move not in above.children
        above.children[move] = node
        self.tree[node] = Statistics(self.states[node])
        if self.path[-1] != node:
            self.path.append(node)

    def here(self) -> Statistics:
        """Where the simulation stands; a new one begins at the root."""
        if not self.path or self.backing:
            self.path, self.backing, self.chosen = [self.root.name], 0, {}  # type: ignore[attr-defined]
        last = self.path[-1]
        return self.tree[last] if last in self.tree else self.tree[self.path[-2]]

    def go(self, node: str, child: str) -> Statistics:
        above = self.here()
        assert above.state.name == node, f"the simulation is at {above.state.name}"
        assert child in {below.name for below in self.below(above.state).values()}
        self.path.append(child)
        return above

    def visits(self, above: Statistics, child: str, visits: str, of: str) -> None:
        count = self.tree[child].visits if child in self.tree else 0
        assert (int(visits), int(of)) == (count, above.visits)

    @claim(r"At <node:N> chance draws <child:N>\.")
    def draw(self, node: str, child: str) -> None:
        above = self.go(node, child)
        assert above.state.player == CHANCE
        drawn = next(move for move, below in self.below(above.state).items() if below.name == child)
        assert dict(chances(above.state))[drawn] > 0

    @claim(
        rf"At <node:N>, <child:N> has the largest sum for <role:W>: mean (?:<worth:V> scaled to (?P<mean>{SHORT}) "
        rf"\(<worst:V> is 0, <best:V> is 1\)|(?P<same>{SHORT}), since all is <all:V>) \+ bonus (?P<bonus>{SHORT}), "
        r"after (?P<visits>\d+) of (?P<of>\d+) visits\."
    )
    def select(self, node: str, child: str, role: str, bonus: str, visits: str, of: str, **mean: str | None) -> None:
        above = self.go(node, child)
        player = above.state.player
        assert role == self.role(above.state)
        self.visits(above, child, visits, of)
        assert len(above.children) == len(above.state.moves()), "a move is not tried yet"
        low, high = self.range[player]
        sign = -1 if self.zero_sum and player == 1 else 1
        sums = {
            each: self.sum(above, self.tree[each].mean(player), player, self.tree[each])
            for each in above.children.values()
        }
        scaled, extra = sums[child]
        assert all(sum(each) <= scaled + extra + 1e-9 for each in sums.values()), f"the sums are {sums}"
        assert abs(float(bonus) - extra) < DIGITS
        own = sign * self.tree[child].mean(player)
        if mean["worth"] is None:
            assert low == high
            assert close(value(str(mean["all"])), own)
            assert float(str(mean["same"])) == 0
        else:
            assert abs(float(str(mean["mean"])) - scaled) < DIGITS
            assert close(number(mean["worth"]), own)
            assert close(number(str(mean["worst"])), sign * low)
            assert close(number(str(mean["best"])), sign * high)

    def sum(self, above: Statistics, mean: Any, player: int, of: Any) -> tuple[float, float]:
        """The mean scaled to 0..1 and the bonus of UCB1; `of` has the visits."""
        low, high = self.range[player]
        visits = of.visits if isinstance(of, Statistics) else of
        scaled = float(mean - low) / (float(high - low) or 1.0)
        return scaled, self.exploration * sqrt(log(max(above.visits, 1)) / visits)

    @claim(r"At <node:N>, (?P<choices>.+): that leads to <child:N>, after (?P<visits>\d+) of (?P<of>\d+) visits\.")
    def choose(self, node: str, choices: str, child: str, visits: str, of: str) -> None:
        above = self.go(node, child)
        self.visits(above, child, visits, of)
        options, told = self.options(above.state), choices.split(" and ")
        assert len(told) == len(options)
        made: dict[int, Any] = {}
        for (player, moves), choice in zip(options.items(), told, strict=True):
            assert choice.startswith(f"{ROLES[player]} ")
            made[player] = self.choice(above, player, moves, choice.split(" ", 1)[1])
        self.chosen[node] = made
        joint = tuple(made.values()) if above.state.player == SIMULTANEOUS else next(iter(made.values()))
        assert self.below(above.state)[joint].name == child

    def choice(self, above: Statistics, player: int, moves: list[Any], told: str) -> Any:
        """Check why a player chose a move; return it."""
        counts = {move: above.own.setdefault((player, move), [0, 0, 0.0]) for move in moves}
        if only := re.fullmatch(r"has only (\w)", told):
            assert moves == [only[1]]
            return only[1]
        if first := re.fullmatch(r"tries (\w) for the first time", told):
            assert self.search == "decoupled_uct"
            assert not counts[first[1]][0]
            return first[1]
        if taken := re.fullmatch(rf"takes (\w) \(scaled mean ({SHORT}) \+ bonus ({SHORT})\)", told):
            sums = {move: self.sum(above, total / n, player, n) for move, (n, total, _) in counts.items()}
            scaled, extra = sums[taken[1]]
            assert abs(float(taken[2]) - scaled) < DIGITS
            assert abs(float(taken[3]) - extra) < DIGITS
            assert all(sum(each) <= scaled + extra + 1e-9 for each in sums.values())
            return taken[1]
        shape = rf"draws (\w) with probability ({SHORT}) \((?:no regret yet|regret ({SHORT}) of ({SHORT}))\)"
        drawn = re.fullmatch(shape, told)
        assert drawn, f"no claim is known for {told!r}"
        regret, total = counts[drawn[1]][2], sum(each[2] for each in counts.values())
        share = regret / total if total else 1 / len(moves)
        assert abs(float(drawn[2]) - (self.random_share / len(moves) + (1 - self.random_share) * share)) < DIGITS
        assert (drawn[3] is None) == (not total)
        if total:
            assert abs(float(drawn[3]) - regret) < DIGITS
            assert abs(float(drawn[4]) - total) < DIGITS
        return drawn[1]

    # The end of a simulation, and back up.

    @claim(r"The game is over at <node:N>: <worth:V>\.")
    @claim(r"A random game from <node:N> ends after (?P<plies>\d+) moves?: <worth:V>\.")
    def simulate(self, node: str, worth: str, plies: str = "0") -> None:
        if self.backing:
            self.here()
        assert self.path[-1] == node
        assert self.chosen.keys() >= {
            each for each in self.path[:-1] if self.states[each].player != CHANCE and self.search != "mcts"
        }
        level = [self.states[node]]
        for _ in range(int(plies)):
            level = [child for state in level for child in self.below(state).values()]
        ends = [state.utility() for state in level if state.utility() is not None]
        true = [each for each in ends if close(each, value(worth))]
        assert true, f"such games end with {ends}"
        self.payoffs = as_payoffs(true[0])
        self.zero_sum = self.zero_sum and len(self.payoffs) == 2 and self.payoffs[0] == -self.payoffs[1]
        old = self.range or [(each, each) for each in self.payoffs]
        self.range = [(min(low, each), max(high, each)) for (low, high), each in zip(old, self.payoffs, strict=True)]
        self.backing = len(self.path)

    @claim(r"<node:N>: (?P<visits>\d+) visits?, <mean:V> on average(?:; now (?P<regrets>.+))?\.")
    def back_up(self, node: str, visits: str, mean: str, regrets: str | None) -> None:
        self.backing -= 1
        assert self.path[self.backing] == node, f"the way is {self.path}"
        statistics = self.tree[node]
        statistics.visits += 1
        earlier = statistics.total or [0] * len(self.payoffs)
        statistics.total = [one + two for one, two in zip(earlier, self.payoffs, strict=True)]
        assert int(visits) == statistics.visits
        assert close(value(mean), self.shown([each / statistics.visits for each in statistics.total]))
        chosen = self.chosen.get(node, {}) if self.search != "mcts" else {}
        for player, move in chosen.items():
            own = statistics.own.setdefault((player, move), [0, 0, 0.0])
            own[0], own[1] = own[0] + 1, own[1] + self.payoffs[player]
            self.regret(statistics, player, chosen)
        with_choice = (
            {player: moves for player, moves in self.options(statistics.state).items() if len(moves) > 1}
            if chosen
            else {}
        )
        assert (regrets is not None) == (self.search == "regret_matching" and bool(with_choice))
        if regrets is not None:
            told = dict(re.findall(r"(MAX|MIN) regrets (.+?)(?=, M|$)", regrets))
            assert told.keys() == {ROLES[player] for player in with_choice}
            for player, moves in with_choice.items():
                true = {move: r for move in moves if (r := statistics.own.get((player, move), [0, 0, 0.0])[2]) > 0}
                listed = {move: float(r) for move, r in re.findall(rf"(\w) \(({SHORT})\)", told[ROLES[player]])}
                assert listed.keys() == true.keys(), f"{ROLES[player]} regrets {true}"
                assert all(abs(listed[move] - true[move]) < DIGITS for move in true)
        if not self.backing:
            self.path = []

    def regret(self, at: Statistics, player: int, chosen: dict[int, Any]) -> None:
        if self.search != "regret_matching":
            return

        def mean(joint: Any) -> Any:
            move = tuple(joint.values()) if at.state.player == SIMULTANEOUS else next(iter(joint.values()))
            child = self.tree.get(at.children.get(move, ""))
            return float(child.total[player]) / child.visits if child and child.visits else None

        played = mean(chosen)
        for move in self.options(at.state)[player]:
            own = at.own.setdefault((player, move), [0, 0, 0.0])
            if (other := mean({**chosen, player: move})) is not None:
                own[2] = max(own[2] + other - played, 0.0)

    @claim(r"The answer is ≈ <worth:V>(?:: (?P<line>.+))?\.")
    def answer(self, worth: str, line: str | None) -> None:
        top = self.tree[self.root.name]  # type: ignore[attr-defined]
        if self.search == "mcts" and line is not None:
            chosen = top
            for move in line.split():
                assert chosen.state.player != CHANCE
                best = max(self.tree[each].visits for each in chosen.children.values())
                chosen = self.tree[chosen.children[move]]
                assert chosen.visits == best, "another move has more visits"
            top = self.tree[top.children[line.split()[0]]]
        mean, told = (
            each if isinstance(each, tuple) else (each,)
            for each in (self.shown([each / top.visits for each in top.total]), value(worth))
        )
        assert len(mean) == len(told)
        assert all(abs(one - other) < DIGITS for one, other in zip(mean, told, strict=True))
        assert not re.search(r"\.\d{3,}", re.sub(r"0\.0\d+", "", worth)), "its digits say nothing"
        assert (line is None) == (self.tree[self.root.name].state.player == CHANCE or not self.below(self.root))  # type: ignore[attr-defined]
