"""The searches of the lectures, each in pure Python as its source describes it, one file each.

`SEARCHES` lists them all by name. Each takes a state and returns a `Result`; each takes `watch=`, a function that
receives its events one by one.
"""

from __future__ import annotations

from collections.abc import Callable

from zermelo.result import Result
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.textbook.backward_induction import backward_induction, profile
from zermelo.textbook.coalition import coalition
from zermelo.textbook.deepening import deepening
from zermelo.textbook.expectimax import expectimax, expectiminimax
from zermelo.textbook.max_n import max_n
from zermelo.textbook.mcts import mcts
from zermelo.textbook.minimax import minimax
from zermelo.textbook.mtdf import mtdf
from zermelo.textbook.negamax import negamax
from zermelo.textbook.paranoid import paranoid
from zermelo.textbook.quiescence import quiescence
from zermelo.textbook.sanity import sanity_test
from zermelo.textbook.scout import scout
from zermelo.textbook.sss_star import sss_star
from zermelo.textbook.star import star1, star2
from zermelo.textbook.transpositions import transpositions

SEARCHES: dict[str, Callable[..., Result]] = {
    search.__name__: search
    for search in (
        minimax,
        alpha_beta,
        negamax,
        scout,
        deepening,
        sss_star,
        mtdf,
        transpositions,
        quiescence,
        expectimax,
        expectiminimax,
        star1,
        star2,
        max_n,
        paranoid,
        coalition,
        backward_induction,
        mcts,
    )
}

__all__ = [
    "SEARCHES",
    "alpha_beta",
    "backward_induction",
    "coalition",
    "deepening",
    "expectimax",
    "expectiminimax",
    "max_n",
    "mcts",
    "minimax",
    "mtdf",
    "negamax",
    "paranoid",
    "profile",
    "quiescence",
    "sanity_test",
    "scout",
    "sss_star",
    "star1",
    "star2",
    "transpositions",
]
