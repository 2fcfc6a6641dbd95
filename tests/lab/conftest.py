"""One lab for all tests that leave it as it was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lab.serving import Lab, running

OWN = {
    "tests.lab.own_games:Countdown": "tests.lab.own_games:Countdown",
    "tests.lab.own_games:Crashing": "tests.lab.own_games:Crashing",
}


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with running(tmp_path_factory.mktemp("pages") / "pages", games=OWN) as found:
        yield found
