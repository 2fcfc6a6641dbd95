"""Settings for all tests: hypothesis gives the same examples on every run, and a slow machine is no failure."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "zermelo", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("zermelo")
