"""Fuzz the typed seam between Python and the core: `python -m tests.seam --requests 100000 --seed 1`.

With `--core` it loads a module that was built with a sanitizer, as `make fuzz-seam` does. A request that fails is named by its
number; `--only NUMBER` runs it alone.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib.util
import sys
from time import perf_counter

STUCK = 300
"""After so many seconds without an answer, the stacks are printed and the process ends."""


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--requests", type=int, default=10_000)
    given.add_argument("--seed", default="1")
    given.add_argument("--threads", type=int, default=3, help="threads that ask at the same time, in every other round")
    given.add_argument("--core", help="the module to test in place of zermelo._core")
    given.add_argument("--only", help="the number of one request")
    given.add_argument("--few", action="store_true", help="few rule sheets, as in the tests")
    asked = given.parse_args()
    if asked.core:
        load_core(asked.core)
    from tests.seam.fuzz import Fuzzer

    faulthandler.enable()
    fuzzer = Fuzzer(asked.seed, few=asked.few, stuck=STUCK)
    if asked.only:
        print(fuzzer.run_one(asked.only))
        return 0
    started = perf_counter()
    while fuzzer.done < asked.requests:
        before = fuzzer.done
        fuzzer.round(asked.threads)
        if fuzzer.done // 10_000 != before // 10_000:
            print(f"{fuzzer.done:,} requests in {perf_counter() - started:.0f} s: {fuzzer.summary()}", flush=True)
    print(f"{fuzzer.done:,} requests in {perf_counter() - started:.0f} s: {fuzzer.summary()}")
    return 0


def load_core(path: str) -> None:
    """Let `zermelo._core` be a module built elsewhere."""
    spec = importlib.util.spec_from_file_location("zermelo._core", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["zermelo._core"] = module
    spec.loader.exec_module(module)


if __name__ == "__main__":
    sys.exit(main())
