"""The typed seam between Python and the core takes any request: an answer that can be right, or one sentence; never a crash.

Seconds of what `make fuzz-seam` does for hours, and under sanitizers.
"""

from __future__ import annotations

import pytest

from tests.long import LONG
from tests.seam.checks import Broken, check_result, run
from tests.seam.fuzz import Fuzzer
from tests.seam.positions import Odd, Position
from tests.seam.requests import Request, Workbench
from zermelo.games.connect_four import ConnectFour
from zermelo.methods import search
from zermelo.result import Result, RootMove

ROUNDS = 4 * LONG


def test_random_requests() -> None:
    """From one thread and from several, with tables that they share and callbacks that do what they should not."""
    fuzzer = Fuzzer("1" if LONG == 1 else f"long {LONG}")
    for _ in range(ROUNDS):
        fuzzer.round(threads=3)
    assert fuzzer.ended["answered"] > fuzzer.done / 4
    assert all(fuzzer.ended[end] for end in ("refused", "raised")), fuzzer.summary()


RIGHT = search(ConnectFour("44"), depth=3, lines=3)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"move": 9, "line": (9,)}, "illegal"),
        ({"line": (RIGHT.move, 4, 4, 4, 4, 4)}, "illegal"),
        ({"moves": (*RIGHT.moves, RIGHT.moves[0])}, "listed twice"),
        ({"moves": RIGHT.moves[::-1], "value": RIGHT.moves[-1].value}, "worth|not best first"),
        ({"value": 3}, "by a move worth"),
        ({"depth": 4}, "depth 4"),
        ({"nodes": 10**9}, "nodes"),
        ({"proven": True, "bound": "lower"}, "proven, but lower"),
        ({"stopped": "cancelled"}, "cancelled by nobody"),
        ({"moves": (RootMove(move=4, value=0, line=(5,)),)}, "begins otherwise"),
    ],
)
def test_wrong_answers_are_found(changed: dict[str, object], reason: str) -> None:
    from msgspec.structs import replace

    request = Request("test", Position("connect_four", ConnectFour("44"), False), search, {"depth": 3, "nodes": 1000})
    check_result(request, RIGHT)
    wrong: Result[int] = replace(RIGHT, **changed)
    with pytest.raises(Broken, match=reason):
        check_result(request, wrong)


def test_errors_that_are_no_sentences_are_found() -> None:
    def fails(state: object) -> None:
        raise AssertionError

    request = Request("test", Position("odd", Odd(), True), fails, {})
    with pytest.raises(AssertionError):
        run(Workbench([request.position]), request)
