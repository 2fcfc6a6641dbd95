"""Settings for all tests: hypothesis gives the same examples on every run, a slow machine is no failure, and tables of endings
that somebody has built on this machine are not used."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

os.environ["ZERMELO_TABLES"] = str(Path(__file__).parent / "no_tables")

settings.register_profile(
    "zermelo", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("zermelo")
