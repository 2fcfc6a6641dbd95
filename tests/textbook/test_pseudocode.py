"""Every search has pseudocode, and every event of a run has its line in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.draw.replay_fixture import searches
from zermelo.events import Cutoff, Event, Improve, Leave, Skip
from zermelo.games.connect_four import ConnectFour
from zermelo.games.goofspiel import Goofspiel
from zermelo.games.pig import Pig
from zermelo.state import State
from zermelo.textbook import PSEUDOCODES, SEARCHES
from zermelo.textbook.run import suitable, value_range
from zermelo.trees import EXAMPLES, example, tree

WIDEST = 42
"""Characters of a line that fit beside the steps in the lab."""
EVENTS = {event.__struct_config__.tag: event for event in Event.__args__}


def runs() -> Iterator[tuple[str, State, dict[str, Any]]]:
    """Every search over every example tree that it suits, with a cutoff of each kind, and over games."""
    yield from searches()
    for name in EXAMPLES:
        root = example(name)
        for search, reason in suitable(root).items():
            if reason is None:
                yield search, root, {"bounds": value_range(root)} if search.startswith("star") else {}
    for guess in (0, 3, 9):
        yield "aspiration", tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), {"guess": guess}
        yield "mtdf", tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), {"guess": guess}
    yield "minimax", tree([[3, 5], [2, 8]]), {"stop_at": 3}
    yield "transpositions", ConnectFour(), {"depth": 3}
    yield "expectiminimax", Pig(), {"depth": 3}
    yield "decoupled_uct", Goofspiel(2), {"simulations": 20}
    yield "regret_matching", Goofspiel(2), {"simulations": 20}


@pytest.mark.parametrize("search", SEARCHES)
def test_every_search_has_pseudocode_that_fits_beside_the_steps(search: str) -> None:
    code = PSEUDOCODES[search]
    assert code.lines
    assert max(map(len, code.lines)) <= WIDEST
    assert {name.split()[0] for name in code.running} <= EVENTS.keys()
    assert all(0 <= line < len(code.lines) for line in code.running.values())
    assert not any("|" in line for line in code.lines)


def test_every_event_of_every_search_has_its_line() -> None:
    """And every line that is declared for an event runs in one of these searches."""
    ran: dict[str, set[int]] = {search: set() for search in SEARCHES}
    for search, root, options in runs():
        events: list[Event] = []
        SEARCHES[search](root, watch=events.append, **options)
        assert events
        for event in events:
            line = PSEUDOCODES[search].line_of(event)
            assert line >= 0, (search, event)
            ran[search].add(line)
    for search, code in PSEUDOCODES.items():
        never = set(code.running.values()) - ran[search]
        assert not never, (search, [code.lines[line] for line in never])


def test_the_line_is_the_one_that_a_reader_expects() -> None:
    code = PSEUDOCODES["alpha_beta"]

    def line(event: Event) -> str:
        return code.lines[code.line_of(event)].strip()

    assert line(Improve("B", "E", 2, "MIN", beta=2)) == "β ← min(β, best)"
    assert line(Improve("A", "B", 2, "MAX", alpha=2)) == "α ← max(α, best)"
    cut = Cutoff("M", "alpha", 1, 2, "A", "B", True, ("R",), ("R",), "MIN", "MAX")
    assert line(cut) == line(Skip("R", "M", ("R",))) == "skip the other children"
    assert line(Leave("M", 1, "upper")) == "return best"
