"""One lab for all tests that leave it as it was. All of them come from one address and ask without a pause, so it grants more
requests a second than a lab does (test_guard.py tests what a lab grants)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lab.serving import Lab, running
from zermelo.lab.caps import Settings

OWN = {
    "tests.lab.own_games:Countdown": "tests.lab.own_games:Countdown",
    "tests.lab.own_games:Crashing": "tests.lab.own_games:Crashing",
    "tests.lab.own_games:Boarded": "tests.lab.own_games:Boarded",
    "tests.lab.own_games:Shared": "tests.lab.own_games:Shared",
    "tests.lab.own_games:Alone": "tests.lab.own_games:Alone",
}


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with running(
        tmp_path_factory.mktemp("pages") / "pages", games=OWN, settings=Settings(rate=1e5, burst=1e5)
    ) as found:
        yield found
