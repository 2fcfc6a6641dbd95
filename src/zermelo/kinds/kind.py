"""Kinds of games, and whether a search or a player suits them.

Games differ in whether chance moves, how many players there are, what their payoffs add up to, and what players know: of a class
without `information()` everybody sees the whole state, and the only thing that can be hidden is what others do at the same time.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isclose
from typing import Literal, NamedTuple, TypeAlias

from zermelo.registry import Declaration, Suits, format_choice
from zermelo.state import CHANCE, SIMULTANEOUS, Payoff, ZermeloError, hides_information

Sums: TypeAlias = Literal["zero-sum", "constant-sum", "general-sum"]
Fact: TypeAlias = tuple[int, Payoff | None]
"""What one state shows of a game: the player to move, or the payoff at its end."""
TOLERANCE = 1e-9
HIDDEN = "players do not see everything"
TAKE_TURNS = "players take turns"
"""Why a search for simultaneous moves is not offered; it would do what its simpler sibling does."""


class Unsuitable(ZermeloError):
    """A search or a player does not suit the game; the message names those that do."""


class Kind(NamedTuple):
    """What is known of a game.

    chance        there are chance moves
    players       how many there are; 1 if only MAX ever moves
    payoffs       the game ends with one payoff per player, not one number for MAX
    sums          the sum of all payoffs: one number for MAX is zero-sum; None before an end was seen
    simultaneous  players move at the same time, at least somewhere
    hidden        players do not see the whole state
    """

    chance: bool = False
    players: int = 2
    payoffs: bool = False
    sums: Sums | None = None
    simultaneous: bool = False
    hidden: bool = False


def check_information(state: object) -> None:
    """Raise Unsuitable for a state of a game with hidden information, at the entry of every search and player that looks at it.

    >>> class Poker:
    ...     def information(self): ...
    >>> check_information(Poker())
    Traceback (most recent call last):
    ...
    zermelo.kinds.kind.Unsuitable: Poker hides information (it has information()), and no search of Zermelo takes such games yet
    """
    if hides_information(state):
        raise Unsuitable(
            f"{type(state).__name__} hides information (it has information()), and no search of Zermelo takes such games yet"
        )


def kind_of(facts: Iterable[Fact]) -> Kind:
    """Return the kind of a game that shows these facts.

    >>> kind_of([(0, None), (-1, None), (1, None), (0, 3)])
    Kind(chance=True, players=2, payoffs=False, sums='zero-sum', simultaneous=False, hidden=False)
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
        equal = isclose(least, most, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
        sums = "general-sum" if not equal else "zero-sum" if abs(least) <= TOLERANCE else "constant-sum"
    return Kind(chance, players, payoffs, sums, simultaneous)


def unsuited(suits: Suits, kind: Kind) -> str | None:
    """Return the reason why something does not suit games of a kind; None if it does.

    >>> unsuited(Suits(), Kind(chance=True)), unsuited(Suits(chance=True), Kind(chance=True))
    ('there are chance moves', None)
    """
    if kind.hidden and not suits.hidden:
        return HIDDEN
    if kind.simultaneous and not suits.simultaneous:
        return "players move at the same time"
    if not kind.simultaneous and not suits.turns:
        return TAKE_TURNS
    if kind.payoffs and not suits.payoffs:
        return "there is a payoff for each player"
    if suits.players is not None and kind.players > suits.players:
        return "there are more than two players" if suits.players == 2 else "there are too many players"
    if kind.chance and not suits.chance:
        return "there are chance moves"
    if kind.chance and kind.players > 1 and not suits.opponent_and_chance:
        return "there are both MIN and chance moves"
    return None


def refusal(search: Declaration, kind: Kind, among: Iterable[Declaration] = ()) -> Unsuitable:
    """Return the error for a search that does not suit a kind of game; it names those of `among` that do.

    >>> minimax, max_n = Declaration("minimax", "Minimax", ""), Declaration("max_n", "", "", Suits(None, payoffs=True))
    >>> print(refusal(minimax, Kind(players=3, payoffs=True), [minimax, max_n]))
    minimax does not suit this game, as there is a payoff for each player: use max_n
    """
    sentence = f"{search.name} does not suit this game, as {unsuited(search.suits, kind)}"
    names = [each.name for each in among if unsuited(each.suits, kind) is None]
    if names:
        return Unsuitable(f"{sentence}: use {format_choice(names)}")
    if kind.simultaneous:
        return Unsuitable(f"{sentence}: use zermelo matrix (zermelo.equilibrium.stage_game), which solves it")
    return Unsuitable(sentence)
