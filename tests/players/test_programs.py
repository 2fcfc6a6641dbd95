"""Programs that are asked for moves: how they start, how long they are waited for, and clocks that make no sense."""

from __future__ import annotations

import sys

import pytest

from zermelo.players.clock import TimeControl
from zermelo.programs.uci import UciProgram
from zermelo.state import ZermeloError


def test_a_program_that_does_not_start_is_named() -> None:
    with pytest.raises(ZermeloError, match="'no-such-program' does not start: No such file"):
        UciProgram("no-such-program --fast")
    with pytest.raises(ZermeloError, match="exited without answering uciok"):
        UciProgram([sys.executable, "-c", "pass"])


@pytest.mark.parametrize("text", ["", "x", "-1", "0", "nan", "1+inf", "1+-1"])
def test_invalid_clocks_are_refused(text: str) -> None:
    with pytest.raises(ZermeloError, match="clock"):
        TimeControl.parse(text)
    assert TimeControl.parse("2+") == TimeControl(2, 0)


def test_a_program_gets_the_time_that_is_left_for_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    now, waits = 100.0, list[float]()

    class Lines:
        def get(self, timeout: float) -> str:
            nonlocal now
            waits.append(timeout)
            now += 2.0
            return "readyok" if len(waits) == 3 else "info string thinking"

    monkeypatch.setattr("zermelo.programs.process.perf_counter", lambda: now)
    program = UciProgram.__new__(UciProgram)
    program._lines = Lines()  # type: ignore[assignment]
    assert len(program.read_until("readyok", 5.0)) == 3
    assert waits == [5.0, 3.0, 1.0]
