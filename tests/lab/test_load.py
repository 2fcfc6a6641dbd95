"""Many visitors at once: nobody loses anything. How quick it is, `python -m benchmarks.lab_load` measures."""

from __future__ import annotations

from tests.event_loop import run_async
from tests.lab.lab_server import Lab
from tests.lab.visitors import crowd


def test_nothing_is_lost_in_a_crowd(lab: Lab) -> None:
    tally = run_async(crowd(lab.address, visitors=20, rounds=1, depth=6))
    assert tally.lost == []
    assert tally.refused == 0
    assert tally.searches == 20
    assert len(tally.moves) == 20
    lab.wait_until_idle()
    assert lab.hub.spooled == 0
