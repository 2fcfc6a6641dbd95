"""The classroom tree and what alpha-beta does on it."""

from __future__ import annotations

import pytest

from zermelo.events import Event
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.trees import Tree, tree


@pytest.fixture
def classroom() -> Tree:
    return tree([[2, [3, 0]], [[[1, 5], 7], 6], [1, [2, 20]]])


@pytest.fixture
def story(classroom: Tree) -> list[Event]:
    events: list[Event] = []
    alpha_beta(classroom, watch=events.append)
    return events
