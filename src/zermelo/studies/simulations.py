"""Monte-Carlo tree search against alpha-beta in synthetic games of several branching factors, with the same number of states.

Compare Ramanujan, Sabharwal and Selman, "On adversarial search spaces and sampling-based planning", 2010. The
budget is in states: a simulation from here to the end of the game plays as many as there are moves left, and alpha-beta counts
its nodes. Alpha-beta deepens progressively within its budget.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from zermelo.methods import search
from zermelo.players.choice import Choice, to_choice
from zermelo.players.player import BasePlayer, PlayerKind, Request, Settings
from zermelo.players.random import move_seed
from zermelo.players.spec import PlayerSpec
from zermelo.registry import TWO_PLAYERS, Option
from zermelo.studies.matches import OPENING_PLIES, Score, score_match
from zermelo.studies.study import Column, Findings, Plot, Series, Study, half_interval, mean
from zermelo.studies.synthetic import StepGame, mix, noisy_value

FACTORS = (2, 4, 8, 16, 32)
LENGTH = 22
"""Moves of a game, the random ones of the opening among them."""
BUDGET = 3_000
"""States for each move."""
Value: TypeAlias = Literal["good", "poor"]
VALUES: tuple[Value, ...] = ("good", "poor")


class BudgetAlphaBeta(BasePlayer):
    """Alpha-beta with progressive deepening, within so many nodes."""

    def __init__(self, settings: Settings) -> None:
        self._evaluate = settings.evaluate

    def answer(self, request: Request) -> Choice:
        return to_choice(search(request.state, method="alpha_beta", nodes=BUDGET, evaluate=self._evaluate, table=1))


class BudgetMcts(BasePlayer):
    """Monte-Carlo tree search with random playouts, as many as play so many states."""

    def __init__(self, settings: Settings) -> None:
        self._seed = settings.seed

    def answer(self, request: Request) -> Choice:
        state: StepGame = request.state
        count = max(BUDGET // (state.length - state.ply), 1)
        seed = move_seed(self._seed, state.ply)
        return to_choice(search(state, method="mcts", simulations=count, seed=seed))


def _kind(name: str, create: type[BudgetAlphaBeta] | type[BudgetMcts]) -> PlayerKind:
    states = Option("states", "integer", "States for each move.", BUDGET, least=1, most=10**6)
    return PlayerKind(
        name=name,
        title=name,
        summary="A search with a budget of states.",
        suits=TWO_PLAYERS,
        create=create,
        options=(states,),
        is_builtin=False,
    )


class Task(NamedTuple):
    """A match: Monte-Carlo tree search against alpha-beta with a good or a poor static value."""

    value: Value
    branching: int
    pairs: int
    seed: int


class Meeting(NamedTuple):
    """The score of Monte-Carlo tree search."""

    value: Value
    branching: int
    score: Score


def _tasks(seed: int, size: int) -> list[Task]:
    return [Task(value, branching, size, seed) for value in VALUES for branching in FACTORS]


def measure(task: Task) -> Meeting:
    """Play a match."""
    evaluate = noisy_value if task.value == "poor" else None
    mcts = PlayerSpec(_kind("mcts_states", BudgetMcts), (BUDGET,))
    alpha_beta = PlayerSpec(_kind("alpha_beta_states", BudgetAlphaBeta), (BUDGET,), evaluate=evaluate)
    start = StepGame(task.branching, LENGTH, mix(task.seed))
    return Meeting(
        task.value, task.branching, score_match("", start, mcts, alpha_beta, pairs=task.pairs, seed=task.seed)
    )


def conclude(meetings: Sequence[Meeting]) -> Findings:
    good, poor = ([each for each in meetings if each.value == value] for value in VALUES)
    games = meetings[0].score.games
    trends = (_trend(good), _trend(poor))

    def line(label: str, own: Sequence[Meeting]) -> Series:
        return Series(
            label=label,
            points=tuple((float(each.branching), each.score.share) for each in own),
            errors=tuple(half_interval(each.score.share, games) for each in own),
        )

    return Findings(
        columns=(
            Column("b"),
            Column("against good values", "{:.1%}"),
            Column("± (good)", "{:.1%}"),
            Column("against poor values", "{:.1%}"),
            Column("± (poor)", "{:.1%}"),
        ),
        rows=tuple(
            (
                one.branching,
                one.score.share,
                half_interval(one.score.share, games),
                other.score.share,
                half_interval(other.score.share, games),
            )
            for one, other in zip(good, poor, strict=True)
        ),
        plot=Plot(
            x="branching factor b",
            y="score of Monte-Carlo tree search",
            x_scale="log",
            level=0.5,
            series=(
                line("against alpha-beta with good static values", good),
                line("against alpha-beta with poor static values", poor),
            ),
        ),
        paragraphs=(
            f"Monte-Carlo tree search with random playouts meets alpha-beta in synthetic games of {LENGTH} moves with b moves in "
            f"each position. Both may visit {BUDGET:,} states for each move, and play {games} games for each b. A move adds a step "
            f"to a score whose sign decides. Alpha-beta's good static value is the score so far; its poor one adds noise. Against "
            f"the good value the simulations score {_scores(good)}; against the poor one {_scores(poor)}.",
            f"{_verdict(*trends)} {_values(mean([each.score.share for each in good]), mean([each.score.share for each in poor]))} "
            f"With many moves a fixed number of simulations spreads thinly: {BUDGET // (LENGTH - OPENING_PLIES)} at the first "
            f"move, for {FACTORS[-1]} moves where b = {FACTORS[-1]}.",
        ),
        verdict="shows" if min(trends) > 0 else "shows in part" if max(trends) > 0 else "does not show",
    )


def _trend(own: Sequence[Meeting]) -> int:
    """Return 1 if the score is clearly larger at the two largest branching factors than at the two smallest, -1 if smaller."""
    shares = [each.score.share for each in own]
    gain = mean(shares[-2:]) - mean(shares[:2])
    halves = [half_interval(share, own[0].score.games) for share in (*shares[:2], *shares[-2:])]
    error = float(sum(half**2 for half in halves)) ** 0.5 / 2
    return int(gain > error) - int(gain < -error)


def _scores(own: Sequence[Meeting]) -> str:
    return f"{own[0].score.share:.0%} where b = {own[0].branching}, {own[-1].score.share:.0%} where b = {own[-1].branching}"


def _values(good: float, poor: float) -> str:
    what = (
        "The quality of the static value matters" if poor > good else "The quality of the static value does not matter"
    )
    return (
        f"{what}: on average the simulations score {good:.0%} against the good one and {poor:.0%} against the poor one."
    )


def _verdict(good: int, poor: int) -> str:
    words = {1: "gain on", 0: "neither clearly gain on nor lose to", -1: "lose ground to"}
    sentence = (
        f"As the moves become more, simulations {words[good]} alpha-beta with the good value, and {words[poor]} alpha-beta with "
        f"the poor one."
    )
    return (
        sentence
        if min(good, poor) > 0
        else f"{sentence} The branching factor alone does not make simulations the better choice."
    )


SIMULATIONS = Study(
    name="mcts",
    title="Monte-Carlo tree search against alpha-beta",
    claim="The more moves a game has, the better simulations do against alpha-beta.",
    unit="pairs of games a match",
    size=40,
    most=1_000,
    tasks=_tasks,
    measure=measure,
    conclude=conclude,
)
