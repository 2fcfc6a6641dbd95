"""Answers of the Bandit page: the pulls of one run, and the regret of every rule."""

from __future__ import annotations

from math import isfinite
from string import ascii_uppercase

from zermelo.lab.context import RequestContext
from zermelo.lab.topics.bandit.messages import BanditAsk, BanditCurve, BanditPull, BanditReply
from zermelo.limits import check_count, shorten
from zermelo.state import ZermeloError
from zermelo.textbook.bandit import RULES, bandit, mean_regret

MOST_ARMS = 8
MOST_PULLS = 1000
RUNS = 20


def pull(message: BanditAsk, context: RequestContext) -> BanditReply:
    """Pull the arms by a rule, and compare the regret of all rules."""
    context.check_text(message.arms)
    chances = _read_arms(message.arms)
    pulls = check_count("pulls", message.pulls, MOST_PULLS)
    steps = bandit(
        chances,
        message.rule,
        pulls=pulls,
        exploration=message.exploration,
        epsilon=message.epsilon,
        seed=message.seed,
    )
    curves = (
        mean_regret(
            chances,
            rule,
            runs=RUNS,
            pulls=pulls,
            exploration=message.exploration,
            epsilon=message.epsilon,
            seed=message.seed,
        )
        for rule in RULES
    )
    return BanditReply(
        names=tuple(ascii_uppercase[: len(chances)]),
        chances=chances,
        steps=tuple(
            BanditPull(
                arm=step.arm,
                reward=step.reward,
                pulls=step.pulls,
                means=step.means,
                bonuses=tuple(bonus if isfinite(bonus) else None for bonus in step.bonuses),
                regret=step.regret,
                says=str(step),
            )
            for step in steps
        ),
        curves=tuple(BanditCurve(rule, tuple(curve)) for rule, curve in zip(RULES, curves, strict=True)),
        runs=RUNS,
    )


def _read_arms(text: str) -> tuple[float, ...]:
    """Read probabilities such as 0.3 1/2 0.6."""
    words = text.replace(",", " ").split()
    if not 2 <= len(words) <= MOST_ARMS:
        raise ZermeloError(
            f"this page has from 2 to {MOST_ARMS} arms, not {len(words)}: type probabilities such as 0.3 0.5"
        )
    return tuple(_read_chance(name, word) for name, word in zip(ascii_uppercase, words, strict=False))


def _read_chance(name: str, word: str) -> float:
    above, _, below = word.partition("/")
    try:
        chance = float(above) / float(below or 1)
    except (ValueError, ZeroDivisionError):
        raise ZermeloError(f"arm {name}: {shorten(word)} is not a probability") from None
    if not 0 <= chance <= 1:
        raise ZermeloError(f"arm {name}: the probability must be from 0 to 1, not {shorten(word)}")
    return chance
