"""Run the studies and write what they measured: docs/studies.json and the plots in docs/images.

    python docs/studies.py [NAME ...] [--jobs N]

docs/figures.py writes the page from studies.json. This takes some minutes, so it is no part of `make docs`: run `make studies`
after a change of the studies, or of an engine they measure.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from zermelo.cluster import open_executor
from zermelo.studies import STUDIES, StudyResult, find_study
from zermelo.studies.plots import draw_plot

DOCS = Path(__file__).parent
RESULTS = DOCS / "studies.json"


def read_results() -> dict[str, StudyResult]:
    """Return the stored results by the names of the studies."""
    return msgspec.json.decode(RESULTS.read_bytes(), type=dict[str, StudyResult]) if RESULTS.exists() else {}


def main() -> None:
    parser = argparse.ArgumentParser(description="Run the studies of the docs.")
    parser.add_argument("names", nargs="*", help="studies; all without any")
    parser.add_argument("--jobs", type=int, default=1, help="processes at the same time")
    arguments = parser.parse_args()
    for study in map(find_study, arguments.names) if arguments.names else STUDIES:
        with open_executor(jobs=arguments.jobs) as executor:
            result = study.run(executor=executor)
        (DOCS / "images" / f"study-{study.name}.svg").write_bytes(draw_plot(result, study.title, ".svg"))
        results = {**read_results(), study.name: result}
        ordered = {each.name: results[each.name] for each in STUDIES if each.name in results}
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(ordered), indent=1) + b"\n")
        print(f"{study.name}: the claim {result.verdict}", flush=True)


if __name__ == "__main__":
    main()
