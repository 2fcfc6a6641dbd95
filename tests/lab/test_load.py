"""Many visitors at once: nobody loses anything. How quick it is, `python -m benchmarks.lab_load` measures."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from tests.lab.lab_server import Lab
from tests.lab.visitors import crowd


def test_nothing_is_lost_in_a_crowd(lab: Lab) -> None:
    # In a thread of its own: the tests with a browser may have left a loop of events running in this one.
    with ThreadPoolExecutor() as pool:
        tally = pool.submit(lambda: asyncio.run(crowd(lab.address, visitors=20, rounds=1, depth=6))).result()
    assert tally.lost == []
    assert tally.refused == 0
    assert tally.searches == 20
    assert len(tally.moves) == 20
    lab.wait_until_idle()
    assert lab.hub.spooled == 0
