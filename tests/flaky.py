"""A test that fails is run once more; if it then passes, it is listed as flaky at the end, and the run goes on.

A conftest that imports `pytest_runtest_protocol` has this for the tests of its folder: those in a browser, where many programs
wait for each other. `tests/conftest.py` prints the list.
"""

from __future__ import annotations

import pytest
from _pytest.runner import runtestprotocol
from _pytest.terminal import TerminalReporter

FLAKY = "flaky"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    failures = [report for report in reports if report.failed]
    if failures:
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        if not any(report.failed for report in reports):
            # Properties of a report also reach the process that prints the summary from a worker.
            reports[-1].user_properties.append((FLAKY, failures[0].longreprtext))
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    reports = [report for kind in terminalreporter.stats.values() for report in kind]
    flaky = [
        (report.nodeid, text)
        for report in reports
        for name, text in getattr(report, "user_properties", ())
        if name == FLAKY
    ]
    if flaky:
        terminalreporter.section("flaky: failed, and passed when run once more")
        for test, text in flaky:
            terminalreporter.line(f"{test}\n{text}")
