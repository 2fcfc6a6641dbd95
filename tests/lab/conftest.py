"""One lab for all tests that leave it unchanged. They all come from one address, ask without a pause, and may run on a busy
machine, so its rates and times are larger than those of a lab (test_guard.py and test_workers.py test the limits)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lab.arena_store import write_store
from tests.lab.lab_server import Lab, running
from zermelo.lab.messages import Caps
from zermelo.lab.server.settings import Settings

PATIENT = Settings(rate=1e5, burst=1e5, quick=600.0, caps=Caps(2_000_000, 100_000, 600.0, 4))
OWN = {
    "tests.lab.own_games:Countdown": "tests.lab.own_games:Countdown",
    "tests.lab.own_games:Crashing": "tests.lab.own_games:Crashing",
    "tests.lab.own_games:Boarded": "tests.lab.own_games:Boarded",
    "tests.lab.own_games:Shared": "tests.lab.own_games:Shared",
    "tests.lab.own_games:Alone": "tests.lab.own_games:Alone",
}


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    store = tmp_path_factory.mktemp("store") / "games.db"
    write_store(store)
    folder = tmp_path_factory.mktemp("pages") / "pages"
    with running(folder, games=OWN, settings=PATIENT, store=str(store)) as found:
        yield found
