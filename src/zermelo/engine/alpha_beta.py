"""Principal-variation alpha-beta with progressive deepening."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from zermelo.engine.method import Call
from zermelo.engine.request import MAX_RECORD, partners_mask, switch_off
from zermelo.kinds.coalition import check_partners
from zermelo.limits import check_count, check_flag
from zermelo.registry import MANY_PLAYERS, Declaration, Option
from zermelo.result import Result
from zermelo.state import ZermeloError

EXACT = Option(
    "exact", "flag", "Only what cannot overlook anything: no extensions, reductions, null moves, futility or ProbCut."
)
WITHOUT = Option("without", "parts", "Parts of the search to switch off, such as table or quiescence.")
RECORD = Option("record", "integer", "Keep this many nodes of the search tree, those nearest the root.")
PARTNERS = Option("partners", "players", "The players of the coalition, against all others.")

METHOD = Declaration(
    "alpha_beta",
    "Alpha-beta",
    "Principal-variation alpha-beta with progressive deepening and a transposition table.",
    options=(EXACT, WITHOUT, RECORD),
)
COALITION = Declaration(
    "coalition",
    "Coalition",
    "Alpha-beta for a coalition against all other players; its value is the sum of the partners' payoffs.",
    MANY_PLAYERS,
    (EXACT, WITHOUT, RECORD, PARTNERS),
)
PARANOID = Declaration(
    "paranoid",
    "Paranoid",
    "Alpha-beta for the player to move, as if all others were in league against it; its value is that player's payoff.",
    MANY_PLAYERS,
    (EXACT, WITHOUT, RECORD),
)


def alpha_beta(
    call: Call, *, exact: bool = False, without: Sequence[str] = (), record: int | None = None
) -> Result[Any]:
    """Search a game of two players, zero-sum, without chance."""
    return _run(call, METHOD.name, (), exact, without, record)


def coalition(
    call: Call,
    *,
    partners: Collection[int] = (),
    exact: bool = False,
    without: Sequence[str] = (),
    record: int | None = None,
) -> Result[Any]:
    """Search for some of many players, who add up their payoffs, against all the others."""
    if not partners:
        raise ZermeloError(
            "coalition needs partners: the players of the coalition, counted from 0, as in partners=(0, 2)"
        )
    return _run(call, COALITION.name, check_partners(partners), exact, without, record)


def paranoid(call: Call, *, exact: bool = False, without: Sequence[str] = (), record: int | None = None) -> Result[Any]:
    """Search for the player to move against all the others."""
    return _run(call, PARANOID.name, (call.state.player,), exact, without, record)


def _run(
    call: Call, name: str, partners: tuple[int, ...], exact: bool, without: Sequence[str], record: int | None
) -> Result[Any]:
    call.request.exact = check_flag("exact", exact)
    if record is not None:
        call.request.record = check_count("record", record, MAX_RECORD)
    switch_off(call.request, without)
    kind = call.backend.kind
    native = call.backend.key is not None
    if partners and native:
        if not kind.payoffs:
            raise ZermeloError(f'{type(call.state).__name__} is a game of two players: use method="alpha_beta"')
        if partners[-1] >= kind.players:
            raise ZermeloError(f"partners names player {partners[-1] + 1}, and the game has only {kind.players}")
    call.request.partners = partners_mask(partners) if partners and native else 0
    return call.run("alpha_beta", name=name, partners=partners)[0]
