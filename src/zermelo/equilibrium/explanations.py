"""Explain a matrix game step by step, as a lecture would: best replies, elimination, equilibria, value, welfare.

Each step is one sentence, with the profiles or actions it refers to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from zermelo.equilibrium.analysis import Analysis
from zermelo.equilibrium.game import MatrixGame, Profile
from zermelo.equilibrium.mixed import Equilibrium, NashSubset
from zermelo.equilibrium.welfare import better_for_all
from zermelo.events import format_names

MAX_REPLIES = 40
"""Games with more combinations of actions get no sentences on best replies."""

MAX_EQUILIBRIA = 40
"""The most equilibria that are explained one by one."""

Kind = Literal["reply", "eliminate", "left", "equilibrium", "component", "value", "better"]


@dataclass(frozen=True)
class Explanation:
    """One sentence on a game: `text` is about the actions of `player`, or about `profiles`.

    `number` is the index of the equilibrium or of the elimination step it is about, -1 if there is none.
    """

    kind: Kind
    text: str
    player: int = -1
    profiles: tuple[Profile, ...] = ()
    number: int = -1


def explain(analysis: Analysis) -> list[Explanation]:
    """Explain everything in an analysis.

    Examples
    --------
    >>> from zermelo.equilibrium.analysis import analyse
    >>> from zermelo.equilibrium.examples import example
    >>> for step in explain(analyse(example("pennies")))[-2:]:
    ...     print(step.text)
    A mixed equilibrium: Even plays 1/2 heads + 1/2 tails, Odd plays 1/2 heads + 1/2 tails; it pays 0 and 0.
    The value is 0: Even can guarantee at least that, and Odd can hold Even to it.
    """
    return [
        *_explain_replies(analysis),
        *_explain_elimination(analysis),
        *_explain_equilibria(analysis),
        *_explain_value(analysis),
        *_explain_welfare(analysis),
    ]


def format_equilibrium(game: MatrixGame, equilibrium: Equilibrium) -> str:
    """Write an equilibrium as its actions or mixes in brackets."""
    return "(" + ", ".join(game.format_mix(player, mix) for player, mix in enumerate(equilibrium.mixes)) + ")"


def format_subset(game: MatrixGame, subset: NashSubset) -> str:
    """Describe a set of equilibria in one sentence."""
    sides = []
    for player, mixes in enumerate((subset.rows, subset.columns)):
        names = [game.format_mix(player, mix) for mix in mixes]
        who = game.players[player]
        sides.append(
            f"{who} plays {names[0]}" if len(names) == 1 else f"{who} plays any mix of {format_names(names, None)}"
        )
    return f"There is a continuum of equilibria: {', and '.join(sides)}."


def _explain_replies(analysis: Analysis) -> Iterator[Explanation]:
    game = analysis.game
    if sum(map(len, analysis.replies)) > MAX_REPLIES:
        return
    for player, replies in enumerate(analysis.replies):
        names = game.actions[player]
        if len(names) == 1:
            continue
        others = [other for other in range(len(game.players)) if other != player]
        for rest, best in replies.items():
            payoffs = [game.payoffs((*rest[:player], action, *rest[player:]))[player] for action in range(len(names))]
            highest, *lower = sorted(set(payoffs), reverse=True)
            given = " and ".join(
                f"{game.players[other]} plays {game.actions[other][action]}"
                for other, action in zip(others, rest, strict=True)
            )
            reply = "best reply is" if len(best) == 1 else "best replies are"
            pays = "it pays" if len(best) == 1 else "each pays"
            more = f", more than {format_names([str(payoff) for payoff in lower[:3]])}" if lower else ""
            yield Explanation(
                "reply",
                f"If {given}, {game.players[player]}'s {reply} {format_names([names[action] for action in best], None)}: "
                f"{pays} {highest}{more}.",
                player,
                tuple((*rest[:player], action, *rest[player:]) for action in best),
            )


def _explain_elimination(analysis: Analysis) -> Iterator[Explanation]:
    elimination = analysis.elimination
    for number, step in enumerate(elimination.steps):
        yield Explanation("eliminate", step.domination.explanation, step.domination.player, number=number)
    if not elimination.steps:
        return
    if elimination.solved:
        profile = tuple(actions[0] for actions in elimination.kept)
        text = f"Only {analysis.game.format_profile(profile)} is left: dominance alone solves the game."
        yield Explanation("left", text, profiles=(profile,))
    else:
        remaining = " × ".join(str(len(actions)) for actions in elimination.kept)
        by_one = "" if elimination.mixes_tried else " by another single action"
        yield Explanation("left", f"No other action is dominated{by_one}: {remaining} actions are left.")


def _explain_equilibria(analysis: Analysis) -> Iterator[Explanation]:
    game = analysis.game
    if not analysis.pure:
        yield Explanation("left", "In every cell some player gains by changing: there is no pure equilibrium.")
    for number, equilibrium in enumerate(analysis.listed[:MAX_EQUILIBRIA]):
        pays = format_names([str(payoff) for payoff in equilibrium.payoffs], None)
        profile = equilibrium.profile
        if profile is not None:
            rest = "the other" if len(game.players) == 2 else "the others"
            text = f"{game.format_profile(profile)} is an equilibrium: each is a best reply to {rest}; it pays {pays}."
            yield Explanation("equilibrium", text, profiles=(profile,), number=number)
        else:
            mixes = ", ".join(
                f"{game.players[player]} plays {game.format_mix(player, mix)}"
                for player, mix in enumerate(equilibrium.mixes)
            )
            yield Explanation("equilibrium", f"A mixed equilibrium: {mixes}; it pays {pays}.", number=number)
    if len(analysis.listed) > MAX_EQUILIBRIA:
        yield Explanation("left", f"There are {len(analysis.listed):,} such equilibria in all.")
    for component in analysis.equilibria.components if analysis.equilibria is not None else ():
        for subset in component.subsets[:MAX_EQUILIBRIA] if component.continuum else ():
            yield Explanation("component", format_subset(game, subset))


def _explain_value(analysis: Analysis) -> Iterator[Explanation]:
    solution = analysis.zero_sum
    if solution is not None:
        one, other = analysis.game.players
        value = str(solution.value) if solution.exact else f"about {float(solution.value):.9g}"
        text = f"The value is {value}: {one} can guarantee at least that, and {other} can hold {one} to it."
        yield Explanation("value", text)


def _explain_welfare(analysis: Analysis) -> Iterator[Explanation]:
    game = analysis.game
    everybody = "both" if len(game.players) == 2 else "everybody"
    for number, equilibrium in enumerate(analysis.listed[:MAX_EQUILIBRIA]):
        better = better_for_all(game, equilibrium.payoffs)
        if not better:
            continue
        best = max(better, key=lambda profile: sum(game.payoffs(profile)))
        gains = [
            f"{more} instead of {less}" for more, less in zip(game.payoffs(best), equilibrium.payoffs, strict=True)
        ]
        yield Explanation(
            "better",
            f"{game.format_profile(best)} would be better for {everybody} than {format_equilibrium(game, equilibrium)}: "
            f"{format_names(gains, None)}.",
            profiles=(best,),
            number=number,
        )
