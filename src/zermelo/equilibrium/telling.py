"""A matrix game told as a lecture would: best replies one by one, what dominance takes away, the equilibria, and whether
everybody could do better. Each step is one sentence, with what there is to point at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from zermelo.equilibrium.analysis import Analysis
from zermelo.equilibrium.game import MatrixGame, Mix, Profile
from zermelo.equilibrium.mixed import Equilibrium, NashSubset
from zermelo.equilibrium.welfare import better_for_all

MOST_REPLIES = 40
"""Sentences on best replies; a game with more is not told so."""

MOST_EQUILIBRIA = 40
"""Equilibria that are told one by one; of more than these only the number is."""

Kind = Literal["reply", "eliminate", "left", "equilibrium", "component", "value", "better"]


@dataclass(frozen=True)
class Telling:
    """`player`'s actions or `profiles` are what the sentence is about; `number` counts equilibria and eliminations."""

    kind: Kind
    says: str
    player: int = -1
    profiles: tuple[Profile, ...] = ()
    number: int = -1


def tell(found: Analysis) -> list[Telling]:
    """The whole lecture.

    >>> from zermelo.equilibrium.analysis import analyse
    >>> from zermelo.equilibrium.examples import example
    >>> for step in tell(analyse(example("pennies")))[-2:]:
    ...     print(step.says)
    An equilibrium by chance: Even plays 1/2 heads + 1/2 tails, Odd plays 1/2 heads + 1/2 tails; it pays 0 and 0.
    The value is 0: Even can make sure of it, and Odd can make sure that it is no more.
    """
    return [*_replies(found), *_eliminations(found), *_equilibria(found), *_value(found), *_better(found)]


def format_mix(game: MatrixGame, player: int, mix: Mix) -> str:
    """A mix as people write it, as in 1/2 heads + 1/2 tails."""
    parts = [(part, name) for part, name in zip(mix, game.actions[player], strict=True) if part]
    return parts[0][1] if len(parts) == 1 else " + ".join(f"{part} {name}" for part, name in parts)


def format_equilibrium(game: MatrixGame, each: Equilibrium) -> str:
    """The actions, or the mixes in brackets."""
    return "(" + ", ".join(format_mix(game, player, mix) for player, mix in enumerate(each.mixes)) + ")"


def _replies(found: Analysis) -> Iterator[Telling]:
    game = found.game
    if sum(map(len, found.replies)) > MOST_REPLIES:
        return
    for player, replies in enumerate(found.replies):
        names = game.actions[player]
        if len(names) == 1:
            continue
        others = [each for each in range(len(game.players)) if each != player]
        for rest, best in replies.items():
            profiles = tuple((*rest[:player], action, *rest[player:]) for action in best)
            clauses = [
                f"{game.players[each]} plays {game.actions[each][action]}"
                for each, action in zip(others, rest, strict=True)
            ]
            pays = game.payoffs(profiles[0])[player]
            worse = sorted(
                {game.payoffs((*rest[:player], action, *rest[player:]))[player] for action in range(len(names))}
                - {pays},
                reverse=True,
            )
            beats = f", more than {_listed(worse[:3])}" if worse else ""
            what = "best reply is" if len(best) == 1 else "best replies are"
            yield Telling(
                "reply",
                f"If {' and '.join(clauses)}, {game.players[player]}'s {what} {_listed([names[each] for each in best])}: "
                f"{'it pays' if len(best) == 1 else 'each pays'} {pays}{beats}.",
                player,
                profiles,
            )


def _eliminations(found: Analysis) -> Iterator[Telling]:
    done = found.elimination
    for number, step in enumerate(done.steps):
        yield Telling("eliminate", step.domination.says, step.domination.player, number=number)
    if done.steps:
        left = " × ".join(str(len(each)) for each in done.kept)
        if done.solved:
            profile = tuple(each[0] for each in done.kept)
            says = f"Only {found.game.called(profile)} is left: dominance alone solves the game."
            yield Telling("left", says, profiles=(profile,))
        else:
            by_one = "" if done.mixes_tried else " by another action alone"
            yield Telling("left", f"Nothing else is dominated{by_one}: {left} actions are left.")


def _equilibria(found: Analysis) -> Iterator[Telling]:
    game = found.game
    if not found.pure:
        yield Telling("left", "In every cell somebody would rather do something else: there is no pure equilibrium.")
    for number, each in enumerate(found.listed[:MOST_EQUILIBRIA]):
        pays = _listed([str(part) for part in each.payoffs])
        if each.profile is not None:
            reply = (
                "each is a best reply to the other" if len(game.players) == 2 else "each is a best reply to the rest"
            )
            says = f"{game.called(each.profile)} is an equilibrium: {reply}; it pays {pays}."
            yield Telling("equilibrium", says, profiles=(each.profile,), number=number)
        else:
            mixes = ", ".join(
                f"{game.players[player]} plays {format_mix(game, player, mix)}" for player, mix in enumerate(each.mixes)
            )
            yield Telling("equilibrium", f"An equilibrium by chance: {mixes}; it pays {pays}.", number=number)
    if len(found.listed) > MOST_EQUILIBRIA:
        yield Telling("left", f"There are {len(found.listed):,} such equilibria in all.")
    for component in found.equilibria.components if found.equilibria is not None else ():
        for subset in component.subsets[:MOST_EQUILIBRIA] if component.continuum else ():
            yield Telling("component", format_subset(game, subset))


def format_subset(game: MatrixGame, subset: NashSubset) -> str:
    """A set of equilibria as a sentence."""
    sides = []
    for player, mixes in enumerate((subset.rows, subset.columns)):
        names = [format_mix(game, player, mix) for mix in mixes]
        who = game.players[player]
        sides.append(f"{who} plays {names[0]}" if len(names) == 1 else f"{who} mixes {_listed(names)} in any way")
    return f"There is a continuum: it is an equilibrium wherever {' and '.join(sides)}."


def _value(found: Analysis) -> Iterator[Telling]:
    value = found.zero_sum
    if value is not None:
        one, other = found.game.players
        number = str(value.value) if value.exact else f"about {float(value.value):.9g}"
        yield Telling(
            "value", f"The value is {number}: {one} can make sure of it, and {other} can make sure that it is no more."
        )


def _better(found: Analysis) -> Iterator[Telling]:
    game = found.game
    everybody = "both" if len(game.players) == 2 else "everybody"
    for number, each in enumerate(found.listed[:MOST_EQUILIBRIA]):
        better = better_for_all(game, each.payoffs)
        if not better:
            continue
        best = max(better, key=lambda profile: sum(game.payoffs(profile)))
        pairs = zip(game.payoffs(best), each.payoffs, strict=True)
        sums = _listed([f"{more} instead of {less}" for more, less in pairs])
        yield Telling(
            "better",
            f"{game.called(best)} would be better for {everybody} than {format_equilibrium(game, each)}: {sums}.",
            profiles=(best,),
            number=number,
        )


def _listed(words: list[str] | list[Fraction]) -> str:
    texts = list(map(str, words))
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
