"""Analyse a matrix game completely, for the command line, JSON and the lab."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from zermelo.equilibrium.correlated import Correlated, correlated
from zermelo.equilibrium.dominance import Domination, Elimination, dominated, eliminate
from zermelo.equilibrium.game import MatrixGame, Mix, Profile
from zermelo.equilibrium.mixed import Component, Equilibria, Equilibrium, equilibria
from zermelo.equilibrium.notation import to_json
from zermelo.equilibrium.numbers import to_json_number
from zermelo.equilibrium.replies import best_replies, pure_equilibria
from zermelo.equilibrium.welfare import Security, better_for_all, pareto_front, security, social_optimum
from zermelo.equilibrium.zero_sum import ZeroSum, solve_zero_sum
from zermelo.state import ZermeloError

Part = TypeVar("Part")


@dataclass(frozen=True)
class Analysis:
    """Everything about a game; parts that could not be computed are None, and `left_out` has the reason for each."""

    game: MatrixGame
    weak: bool
    replies: tuple[dict[Profile, tuple[int, ...]], ...]
    dominated: tuple[Domination, ...]
    elimination: Elimination
    pure: tuple[Profile, ...]
    equilibria: Equilibria | None
    zero_sum: ZeroSum | None
    security: tuple[Security, ...]
    pareto: tuple[Profile, ...]
    social: tuple[Profile, ...]
    correlated: Correlated | None
    left_out: dict[str, str]

    @cached_property
    def listed(self) -> tuple[Equilibrium, ...]:
        """The extreme equilibria; if they could not be computed, the pure equilibria."""
        if self.equilibria is not None:
            return self.equilibria.extreme
        return tuple(_as_equilibrium(self.game, profile) for profile in self.pure)


def analyse(game: MatrixGame, weak: bool = False) -> Analysis:
    """Compute replies, dominance, equilibria, value, security levels and welfare of a game.

    Parameters
    ----------
    game : MatrixGame
    weak : bool
        Let the iterated elimination remove weakly dominated actions too.

    Examples
    --------
    >>> from zermelo.equilibrium.examples import example
    >>> [example("tcp").format_profile(profile) for profile in analyse(example("tcp")).pure]
    ['(D, D)']
    """
    left_out: dict[str, str] = {}

    def attempt(name: str, compute: Callable[[MatrixGame], Part]) -> Part | None:
        try:
            return compute(game)
        except ZermeloError as error:
            left_out[name] = str(error)
            return None

    return Analysis(
        game=game,
        weak=weak,
        replies=best_replies(game),
        dominated=_strictest((*dominated(game, "strict"), *dominated(game, "weak"))),
        elimination=eliminate(game, weak),
        pure=pure_equilibria(game),
        equilibria=attempt("equilibria", equilibria),
        zero_sum=attempt("value", solve_zero_sum),
        security=security(game),
        pareto=pareto_front(game),
        social=social_optimum(game),
        correlated=attempt("correlated", correlated),
        left_out=left_out,
    )


def _strictest(dominations: Iterable[Domination]) -> tuple[Domination, ...]:
    """Return the first domination of each action: a strictly dominated action is weakly dominated too."""
    by_action: dict[tuple[int, int], Domination] = {}
    for domination in dominations:
        by_action.setdefault((domination.player, domination.action), domination)
    return tuple(by_action[key] for key in sorted(by_action))


def _as_equilibrium(game: MatrixGame, profile: Profile) -> Equilibrium:
    mixes = tuple(
        tuple(Fraction(action == other) for other in range(count))
        for action, count in zip(profile, game.shape, strict=True)
    )
    return Equilibrium(mixes, game.payoffs(profile))


def report(analysis: Analysis) -> dict[str, Any]:
    """Convert an analysis to a JSON object: integers are numbers, fractions strings, and actions are named."""
    game, solution, draw = analysis.game, analysis.equilibria, analysis.correlated
    return {
        "game": to_json(game),
        "zero_sum": game.zero_sum,
        "best_replies": [_replies(analysis, player) for player in range(len(game.players))],
        "dominated": [_domination(game, domination) for domination in analysis.dominated],
        "elimination": {
            "weak": analysis.weak,
            "steps": [
                {**_domination(game, step.domination), "left": _kept(game, step.kept)}
                for step in analysis.elimination.steps
            ],
            "left": _kept(game, analysis.elimination.kept),
            "solved": analysis.elimination.solved,
            "mixes_tried": analysis.elimination.mixes_tried,
        },
        "pure_equilibria": [_named(game, profile) for profile in analysis.pure],
        "equilibria": solution and [_equilibrium(game, equilibrium) for equilibrium in solution.extreme],
        "components": solution and [_component(game, component) for component in solution.components],
        "continuum": solution and solution.continuum,
        "value": analysis.zero_sum and _value(game, analysis.zero_sum),
        "security": [_security(game, level) for level in analysis.security],
        "pareto_front": [_named(game, profile) for profile in analysis.pareto],
        "social_optimum": [_named(game, profile) for profile in analysis.social],
        "correlated": draw
        and {
            "chances": [
                {"profile": _named(game, profile), "chance": to_json_number(chance)}
                for profile, chance in draw.chances.items()
            ],
            "payoffs": list(map(to_json_number, draw.payoffs)),
            "welfare": to_json_number(draw.welfare),
        },
        "left_out": analysis.left_out,
    }


def _named_mix(game: MatrixGame, player: int, mix: Mix) -> dict[str, int | str]:
    """Return the actions with positive probability, by name."""
    return {name: to_json_number(part) for name, part in zip(game.actions[player], mix, strict=True) if part}


def _named(game: MatrixGame, profile: Profile) -> list[str]:
    return [names[action] for names, action in zip(game.actions, profile, strict=True)]


def _kept(game: MatrixGame, kept: Sequence[Sequence[int]]) -> list[list[str]]:
    return [[names[action] for action in actions] for names, actions in zip(game.actions, kept, strict=True)]


def _replies(analysis: Analysis, player: int) -> list[dict[str, Any]]:
    others = [names for other, names in enumerate(analysis.game.actions) if other != player]
    return [
        {
            "against": [names[action] for names, action in zip(others, rest, strict=True)],
            "replies": [analysis.game.actions[player][action] for action in best],
        }
        for rest, best in analysis.replies[player].items()
    ]


def _domination(game: MatrixGame, domination: Domination) -> dict[str, Any]:
    player = domination.player
    return {
        "player": game.players[player],
        "action": game.actions[player][domination.action],
        "by": _named_mix(game, player, domination.by),
        "kind": domination.kind,
        "explanation": domination.explanation,
    }


def _mixes(game: MatrixGame, mixes: Sequence[Mix]) -> list[dict[str, int | str]]:
    return [_named_mix(game, player, mix) for player, mix in enumerate(mixes)]


def _equilibrium(game: MatrixGame, equilibrium: Equilibrium) -> dict[str, Any]:
    return {
        "mixes": _mixes(game, equilibrium.mixes),
        "payoffs": list(map(to_json_number, equilibrium.payoffs)),
        "pure": equilibrium.profile is not None,
        "better_for_all": [_named(game, profile) for profile in better_for_all(game, equilibrium.payoffs)],
    }


def _component(game: MatrixGame, component: Component) -> dict[str, Any]:
    return {
        "extreme": [_mixes(game, equilibrium.mixes) for equilibrium in component.extreme],
        "subsets": [
            {
                "rows": [_named_mix(game, 0, mix) for mix in subset.rows],
                "columns": [_named_mix(game, 1, mix) for mix in subset.columns],
            }
            for subset in component.subsets
        ],
        "continuum": component.continuum,
    }


def _value(game: MatrixGame, solution: ZeroSum) -> dict[str, Any]:
    if solution.exact:
        return {"exact": True, "value": to_json_number(solution.value), "mixes": _mixes(game, solution.mixes)}
    return {
        "exact": False,
        "value": float(solution.value),
        "within": float(solution.high - solution.low),
        "mixes": [
            {name: float(part) for name, part in zip(names, mix, strict=True) if part}
            for names, mix in zip(game.actions, solution.mixes, strict=True)
        ],
    }


def _security(game: MatrixGame, level: Security) -> dict[str, Any]:
    return {
        "player": game.players[level.player],
        "action": game.actions[level.player][level.action],
        "level": to_json_number(level.pure),
        "mix": None if level.mix is None else _named_mix(game, level.player, level.mix),
        "mixed_level": None if level.mixed is None else to_json_number(level.mixed),
    }
