"""The players that follow what the game's class declares: its own strategy, or its if-then rules in order.

A strategy is a method of the state, `strategy()`, that returns the move to play and the reason in a few words. Rules are a
method `rules()` that gives pairs of a name and the moves that the rule proposes, the most important rule first; the first
rule that proposes a move fires. A generator asks no rule after that one.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from zermelo.audit.explanations import describe_error
from zermelo.players.choice import Choice
from zermelo.players.player import BasePlayer, PlayerKind, Request, Settings
from zermelo.players.random import move_seed
from zermelo.registry import Suits
from zermelo.state import ZermeloError

MOST_RULES = 1_000
LONGEST_NAME = 200


class StrategyPlayer(BasePlayer):
    """Plays by the game's own strategy."""

    def __init__(self, settings: Settings) -> None:
        pass

    def answer(self, request: Request) -> Choice:
        answer = _ask(request.state, "strategy", lambda strategy: strategy())
        match answer:
            case (move, str(why)):
                _check_move(request.state, move, "strategy()")
                return Choice(move=move, line=(move,), nodes=1, why=why[:LONGEST_NAME])
        raise ZermeloError(
            f"strategy() of {type(request.state).__name__} must return a move and the reason as text, not {answer!r:.60}"
        )


class RulesPlayer(BasePlayer):
    """Plays the first move of the first rule that proposes one, as a rule lists its moves best first; a random legal move if none
    does."""

    def __init__(self, settings: Settings) -> None:
        self._seed = settings.seed

    def answer(self, request: Request) -> Choice:
        seed = move_seed(self._seed, len(request.past))
        move, why = _ask(request.state, "rules", lambda rules: _fire(request.state, rules(), seed))
        return Choice(move=move, line=(move,), nodes=1, why=why)


def _fire(state: Any, rules: Any, seed: int) -> tuple[Any, str]:
    for number, rule in enumerate(rules, 1):
        if not (isinstance(rule, tuple) and len(rule) == 2 and isinstance(rule[0], str)):
            raise ZermeloError(
                f"rules() of {type(state).__name__} must give pairs of a name and moves, not {rule!r:.60}"
            )
        if number > MOST_RULES:
            raise ZermeloError(f"rules() of {type(state).__name__} gives more than {MOST_RULES:,} rules")
        name, proposed = rule[0][:LONGEST_NAME], list(rule[1])
        if proposed:
            _check_move(state, proposed[0], f"rule {number} ({name})")
            return proposed[0], f"rule {number}: {name}"
    return Random(seed).choice(list(state.moves())), "no rule fires: a random move"


def _ask(state: Any, member: str, ask: Callable[[Any], Any]) -> Any:
    """Call a member of a user's class; explain in one sentence what fails in it."""
    name = type(state).__name__
    if not callable(getattr(state, member, None)):
        raise ZermeloError(f"{name} declares no {member}(): write it, or ask another player")
    try:
        return ask(getattr(state, member))
    except ZermeloError:
        raise
    except Exception as error:
        raise ZermeloError(f"{member}() of {name} raised {describe_error(error)}") from error


def _check_move(state: Any, move: Any, source: str) -> None:
    if move not in state.moves():
        raise ZermeloError(f"{source} of {type(state).__name__} plays {move!r:.40}, which is not a legal move here")


STRATEGY = PlayerKind(
    name="strategy",
    title="The game's own strategy",
    summary="What the game itself knows about playing it well.",
    suits=Suits(players=None, payoffs=True, chance=True, needs=("strategy",)),
    create=StrategyPlayer,
)
RULES = PlayerKind(
    name="rules",
    title="If-then rules",
    summary="The first rule of the game that proposes a move.",
    suits=Suits(players=None, payoffs=True, chance=True, needs=("rules",)),
    create=RulesPlayer,
)
