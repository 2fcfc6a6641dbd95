"""All that can be said of a matrix game, gathered once for the command line, for JSON and for the lab."""

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
from zermelo.equilibrium.numbers import plain
from zermelo.equilibrium.reading import to_json
from zermelo.equilibrium.replies import best_replies, pure_equilibria
from zermelo.equilibrium.welfare import Security, better_for_all, pareto_front, security, social_optimum
from zermelo.equilibrium.zero_sum import ZeroSum, solve_zero_sum
from zermelo.state import ZermeloError

Found = TypeVar("Found")
_NONE, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Analysis:
    """`left_out` says of each part that is None why it is."""

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
        """The extreme equilibria; of a game whose mixed ones are not found, the pure ones."""
        if self.equilibria is not None:
            return self.equilibria.extreme
        return tuple(_as_equilibrium(self.game, profile) for profile in self.pure)


def analyse(game: MatrixGame, weak: bool = False) -> Analysis:
    """Everything about a game. With `weak` the iterated elimination also takes weakly dominated actions away.

    >>> from zermelo.equilibrium.examples import example
    >>> [example("tcp").called(each) for each in analyse(example("tcp")).pure]
    ['(D, D)']
    """
    left_out: dict[str, str] = {}

    def attempt(part: str, question: Callable[[MatrixGame], Found]) -> Found | None:
        try:
            return question(game)
        except ZermeloError as error:
            left_out[part] = str(error)
            return None

    return Analysis(
        game=game,
        weak=weak,
        replies=best_replies(game),
        dominated=_once((*dominated(game, "strict"), *dominated(game, "weak"))),
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


def _once(found: Iterable[Domination]) -> tuple[Domination, ...]:
    """The first word on each action: what is strictly dominated is weakly so too."""
    by_action: dict[tuple[int, int], Domination] = {}
    for each in found:
        by_action.setdefault((each.player, each.action), each)
    return tuple(by_action[key] for key in sorted(by_action))


def _as_equilibrium(game: MatrixGame, profile: Profile) -> Equilibrium:
    mixes = tuple(
        tuple(_ONE if action == each else _NONE for each in range(count))
        for action, count in zip(profile, game.shape, strict=True)
    )
    return Equilibrium(mixes, game.payoffs(profile))


def report(found: Analysis) -> dict[str, Any]:
    """The analysis as JSON: whole numbers are numbers, fractions texts, actions go by their names."""
    game = found.game
    document: dict[str, Any] = {
        "game": to_json(game),
        "zero_sum": game.zero_sum,
        "best_replies": [_replies(found, player) for player in range(len(game.players))],
        "dominated": [_domination(game, each) for each in found.dominated],
        "elimination": {
            "weak": found.weak,
            "steps": [
                {**_domination(game, step.domination), "left": _kept(game, step.kept)}
                for step in found.elimination.steps
            ],
            "left": _kept(game, found.elimination.kept),
            "solved": found.elimination.solved,
            "mixes_tried": found.elimination.mixes_tried,
        },
        "pure_equilibria": [_named(game, profile) for profile in found.pure],
        "equilibria": None,
        "components": None,
        "continuum": None,
        "value": None,
        "security": [_security(game, each) for each in found.security],
        "pareto_front": [_named(game, profile) for profile in found.pareto],
        "social_optimum": [_named(game, profile) for profile in found.social],
        "correlated": None,
        "left_out": found.left_out,
    }
    if found.equilibria is not None:
        document["equilibria"] = [_equilibrium(game, each) for each in found.equilibria.extreme]
        document["components"] = [_component(game, each) for each in found.equilibria.components]
        document["continuum"] = found.equilibria.continuum
    if found.zero_sum is not None:
        document["value"] = _value(game, found.zero_sum)
    if found.correlated is not None:
        document["correlated"] = {
            "chances": [
                {"profile": _named(game, profile), "chance": plain(chance)}
                for profile, chance in found.correlated.chances.items()
            ],
            "payoffs": list(map(plain, found.correlated.payoffs)),
            "welfare": plain(found.correlated.welfare),
        }
    return document


def named_mix(game: MatrixGame, player: int, mix: Mix) -> dict[str, int | str]:
    """The actions that are played at all, with their chances."""
    return {name: plain(part) for name, part in zip(game.actions[player], mix, strict=True) if part}


def _named(game: MatrixGame, profile: Profile) -> list[str]:
    return [names[each] for names, each in zip(game.actions, profile, strict=True)]


def _kept(game: MatrixGame, kept: Sequence[Sequence[int]]) -> list[list[str]]:
    return [[names[each] for each in those] for names, those in zip(game.actions, kept, strict=True)]


def _replies(found: Analysis, player: int) -> list[dict[str, Any]]:
    others = [names for each, names in enumerate(found.game.actions) if each != player]
    return [
        {
            "against": [names[each] for names, each in zip(others, rest, strict=True)],
            "replies": [found.game.actions[player][each] for each in best],
        }
        for rest, best in found.replies[player].items()
    ]


def _domination(game: MatrixGame, each: Domination) -> dict[str, Any]:
    return {
        "player": game.players[each.player],
        "action": game.actions[each.player][each.action],
        "by": named_mix(game, each.player, each.by),
        "kind": each.kind,
        "says": each.says,
    }


def _equilibrium(game: MatrixGame, each: Equilibrium) -> dict[str, Any]:
    return {
        "mixes": [named_mix(game, player, mix) for player, mix in enumerate(each.mixes)],
        "payoffs": list(map(plain, each.payoffs)),
        "pure": each.profile is not None,
        "better_for_all": [_named(game, profile) for profile in better_for_all(game, each.payoffs)],
    }


def _component(game: MatrixGame, each: Component) -> dict[str, Any]:
    return {
        "extreme": [[named_mix(game, player, mix) for player, mix in enumerate(one.mixes)] for one in each.extreme],
        "subsets": [
            {
                "rows": [named_mix(game, 0, mix) for mix in subset.rows],
                "columns": [named_mix(game, 1, mix) for mix in subset.columns],
            }
            for subset in each.subsets
        ],
        "continuum": each.continuum,
    }


def _value(game: MatrixGame, each: ZeroSum) -> dict[str, Any]:
    if each.exact:
        return {
            "exact": True,
            "value": plain(each.value),
            "mixes": [named_mix(game, player, mix) for player, mix in enumerate(each.mixes)],
        }
    return {
        "exact": False,
        "value": float(each.value),
        "within": float(each.high - each.low),
        "mixes": [
            {name: float(part) for name, part in zip(names, mix, strict=True) if part}
            for names, mix in zip(game.actions, each.mixes, strict=True)
        ],
    }


def _security(game: MatrixGame, each: Security) -> dict[str, Any]:
    return {
        "player": game.players[each.player],
        "action": game.actions[each.player][each.action],
        "level": plain(each.pure),
        "mix": None if each.mix is None else named_mix(game, each.player, each.mix),
        "mixed_level": None if each.mixed is None else plain(each.mixed),
    }
