"""Settings for all tests: hypothesis gives the same examples on every run, a slow machine is no failure, and tables of endings
that somebody has built on this machine are not used."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.long import LONG

os.environ["ZERMELO_TABLES"] = str(Path(__file__).parent / "no_tables")

settings.register_profile(
    "zermelo", deadline=None, derandomize=LONG == 1, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("zermelo")


@pytest.fixture(scope="module", autouse=True)
def without_what_is_left_over() -> None:
    """What stays for long, such as the tests themselves and what modules keep, is not looked at by every collection of garbage:
    that made whatever allocates much several times slower at the end of a run."""
    gc.collect()
    gc.freeze()
