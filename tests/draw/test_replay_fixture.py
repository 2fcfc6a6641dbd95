"""What events mean is recorded in tests/data/replay.json; the pages' tests read the same file (replay.golden.test.ts)."""

from __future__ import annotations

import json
from typing import get_args

from tests.draw.replay_fixture import FIXTURE, build, write
from zermelo.events import Event


def test_python_folds_events_and_formats_numbers_as_recorded() -> None:
    assert write(build()) == FIXTURE.read_text(encoding="utf-8"), "run: python -m tests.draw.replay_fixture"


def test_every_event_occurs() -> None:
    recordings = json.loads(FIXTURE.read_text(encoding="utf-8"))["recordings"]
    occurring = {step["event"]["event"] for recording in recordings for step in recording["steps"]}
    assert occurring == {event.__struct_config__.tag for event in get_args(Event)}
