"""The searches of the lectures, each in pure Python as its source describes it, one file each.

`SEARCHES` has them all by name, `DECLARATIONS` what each says about itself. Each takes a state and returns a `Result`; each
takes `watch=`, a function that receives its events one by one. `minimax` documents the parameters that they share.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from zermelo.registry import Declaration, unknown_name
from zermelo.result import Result
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.textbook.aspiration import aspiration
from zermelo.textbook.backward_induction import backward_induction, profile
from zermelo.textbook.coalition import coalition
from zermelo.textbook.decoupled_uct import decoupled_uct
from zermelo.textbook.deepening import deepening
from zermelo.textbook.expectimax import expectimax
from zermelo.textbook.expectiminimax import expectiminimax
from zermelo.textbook.max_n import max_n
from zermelo.textbook.mcts import mcts
from zermelo.textbook.minimax import minimax
from zermelo.textbook.minimax_open import minimax_open
from zermelo.textbook.mtdf import mtdf
from zermelo.textbook.negamax import negamax
from zermelo.textbook.paranoid import paranoid
from zermelo.textbook.pseudocode import Pseudocode
from zermelo.textbook.quiescence import quiescence
from zermelo.textbook.regret_matching import regret_matching
from zermelo.textbook.sanity import sanity_test
from zermelo.textbook.scout import scout
from zermelo.textbook.sss_star import sss_star
from zermelo.textbook.star1 import star1
from zermelo.textbook.star2 import star2
from zermelo.textbook.transpositions import transpositions
from zermelo.textbook.why_not_pruned import why_not_pruned

SEARCHES: dict[str, Callable[..., Result]] = {
    search.__name__: search
    for search in (
        minimax,
        alpha_beta,
        negamax,
        scout,
        aspiration,
        deepening,
        sss_star,
        mtdf,
        transpositions,
        quiescence,
        minimax_open,
        expectimax,
        expectiminimax,
        star1,
        star2,
        max_n,
        paranoid,
        coalition,
        backward_induction,
        mcts,
        decoupled_uct,
        regret_matching,
    )
}
"""Every search by name, in the order of menus and tables."""

DECLARATIONS: dict[str, Declaration] = {
    name: sys.modules[search.__module__].SEARCH for name, search in SEARCHES.items()
}
"""The declaration of every search by name: the `SEARCH` of its file."""

PSEUDOCODES: dict[str, Pseudocode] = {
    name: sys.modules[search.__module__].PSEUDOCODE for name, search in SEARCHES.items()
}
"""The pseudocode of every search by name: the `PSEUDOCODE` of its file."""


def find_search(name: str) -> Callable[..., Result]:
    """Return the search of that name; raise ZermeloError, with a suggestion, if there is none."""
    if name not in SEARCHES:
        raise unknown_name("search", name, SEARCHES)
    return SEARCHES[name]


__all__ = [
    "DECLARATIONS",
    "PSEUDOCODES",
    "SEARCHES",
    "alpha_beta",
    "aspiration",
    "backward_induction",
    "coalition",
    "decoupled_uct",
    "deepening",
    "expectimax",
    "expectiminimax",
    "find_search",
    "max_n",
    "mcts",
    "minimax",
    "minimax_open",
    "mtdf",
    "negamax",
    "paranoid",
    "profile",
    "quiescence",
    "regret_matching",
    "sanity_test",
    "scout",
    "sss_star",
    "star1",
    "star2",
    "transpositions",
    "why_not_pruned",
]
