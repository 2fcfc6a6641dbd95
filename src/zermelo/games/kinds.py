"""Kinds of games, and which searches suit which: the only place that knows it.

Everybody sees a state alike, so the one way in which something can be hidden from a player is that the others move at the
same time. What is left to tell games apart: whether chance moves, how many players there are, and what their payoffs add
up to.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isclose
from typing import Literal, NamedTuple, TypeAlias

from zermelo.state import CHANCE, SIMULTANEOUS, Payoff, ZermeloError

Sums: TypeAlias = Literal["zero-sum", "constant-sum", "general-sum"]
Fact: TypeAlias = tuple[int, Payoff | None]
"""What one state shows of a game: who moves there, or what its end is worth."""
TOLERANCE = 1e-9


class Unsuitable(ZermeloError):
    """A search, or a player, that a game is not for; its sentence names those that suit it."""


class Kind(NamedTuple):
    """What is known of a game.

    chance        there are chance moves
    players       how many there are; 1 if only MAX ever moves
    payoffs       an end is worth one payoff per player, not one number for MAX
    sums          what the payoffs of all players add up to: one number for MAX is zero-sum; None before an end was seen
    simultaneous  players move at the same time, at least somewhere
    """

    chance: bool = False
    players: int = 2
    payoffs: bool = False
    sums: Sums | None = None
    simultaneous: bool = False


class _Ability(NamedTuple):
    chance: bool = False
    many: bool = False


_CAN: dict[str, _Ability] = {
    "minimax": _Ability(),
    "alpha_beta": _Ability(),
    "negamax": _Ability(),
    "scout": _Ability(),
    "deepening": _Ability(),
    "sss_star": _Ability(),
    "mtdf": _Ability(),
    "transpositions": _Ability(),
    "quiescence": _Ability(),
    "expectimax": _Ability(chance=True),
    "expectiminimax": _Ability(chance=True),
    "star1": _Ability(chance=True),
    "star2": _Ability(chance=True),
    "max_n": _Ability(chance=True, many=True),
    "paranoid": _Ability(many=True),
    "coalition": _Ability(many=True),
    "backward_induction": _Ability(chance=True, many=True),
    "mcts": _Ability(chance=True, many=True),
}
SEARCHES = tuple(_CAN)
"""The searches of the textbook."""
_CAN["solve"] = _Ability()
# Where there is a payoff for each player, the engine plays for some of them against the rest.
_CAN["engine"] = _Ability(many=True)
NATIVELY = {"max_n": "max_n=True", "mcts": "zermelo.engine.rollouts"}
"""What the engine has beside its own search for every game written in Python, and how it is asked for."""


def kind_of(facts: Iterable[Fact]) -> Kind:
    """The kind of a game that shows these facts.

    >>> kind_of([(0, None), (-1, None), (1, None), (0, 3)])
    Kind(chance=True, players=2, payoffs=False, sums='zero-sum', simultaneous=False)
    """
    chance = simultaneous = payoffs = False
    players, least, most = 1, None, None
    for player, worth in facts:
        if worth is None:
            chance = chance or player == CHANCE
            simultaneous = simultaneous or player == SIMULTANEOUS
            players = max(players, player + 1)
            continue
        total = float(sum(worth)) if isinstance(worth, tuple) else 0.0
        if isinstance(worth, tuple):
            payoffs, players = True, max(players, len(worth))
        least, most = (total, total) if least is None or most is None else (min(least, total), max(most, total))
    sums: Sums | None = None
    if least is not None and most is not None:
        alike = isclose(least, most, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
        sums = "general-sum" if not alike else "zero-sum" if abs(least) <= TOLERANCE else "constant-sum"
    return Kind(chance, players, payoffs, sums, simultaneous)


def unsuited(search: str, kind: Kind) -> str | None:
    """Why a search does not suit games of a kind; None if it does.

    >>> unsuited("alpha_beta", Kind(chance=True)), unsuited("max_n", Kind(chance=True))
    ('there are chance moves', None)
    """
    can = _CAN[search]
    if kind.simultaneous:
        return "players move at the same time"
    if kind.payoffs and not can.many:
        return "there is a payoff for each player"
    if kind.players > 2 and not can.many:
        return "there are more than two players"
    if kind.chance and not can.chance:
        return "there are chance moves"
    if kind.chance and search == "expectimax" and kind.players > 1:
        return "there are both MIN and chance moves"
    return None


def verdicts(kind: Kind) -> dict[str, str | None]:
    """Every textbook search, with None if it suits games of a kind, or the reason why not."""
    return {search: unsuited(search, kind) for search in SEARCHES}


def refusal(search: str, kind: Kind, among: Iterable[str] = SEARCHES) -> Unsuitable:
    """Why a search is refused, with the names of those that suit the game.

    >>> print(refusal("minimax", Kind(players=3, payoffs=True)))
    minimax does not suit this game, as there is a payoff for each player: use max_n, paranoid, coalition, backward_induction
    or mcts
    """
    who = "the engine" if search == "engine" else search
    reason = f"{who} does not suit this game, as {unsuited(search, kind)}"
    names = [name for name in among if unsuited(name, kind) is None]
    if not names:
        return Unsuitable(
            f"{reason}: no search that goes from turn to turn does; zermelo matrix solves it (zermelo.equilibrium.stage_game)"
        )
    sentence = f"{reason}: use {format_choice(names)}"
    if search == "engine":
        sentence += f"; natively there are {' and '.join(f'{name} ({how})' for name, how in NATIVELY.items())}"
    return Unsuitable(sentence)


def format_choice(names: Iterable[str]) -> str:
    """Names of which one is to be chosen.

    >>> format_choice(["max_n"]), format_choice(["star1", "star2", "mcts"])
    ('max_n', 'star1, star2 or mcts')
    """
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
