"""The search with a checkers endgame table of five pieces, which is too large to compute its distances during a search."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.starting import zermelo

POSITIONS = {
    "won": "W:WK11,K14,K19:BK13,K21",
    "drawn": "W:WK13,K25,K29:BK18,K22",
    "before": "B:WK11,K19,K27,9:BK5,K21",  # Black has to capture the man, and loses
}
PROGRAM = """
import json, sys
from zermelo import search
from zermelo.games.checkers import Checkers

def facts(position, forty_moves=False, **options):
    found = search(Checkers(position, forty_moves=forty_moves), **options)
    return found.value, found.proven, found.in_tables

positions = json.loads(sys.argv[1])
found = {name: facts(position, depth=4) for name, position in positions.items()}
found |= {name + " by 40 moves": facts(position, True, depth=4) for name, position in positions.items()}
found |= {name + " exact": facts(position, depth=2, exact=True) for name, position in positions.items()}
states = [Checkers(positions["won"])]
while states[-1].outcome(states[:-1]) is None:
    states.append(states[-1].play(search(states[-1], nodes=2000, past=states[:-1]).move))
print(json.dumps(found | {"played": states[-1].utility()}))
"""


def test_five_pieces_in_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = zermelo("table", "build", "--game", "checkers", "KKKvKK", "--folder", str(tmp_path))
    assert built.returncode == 0
    assert [file.name for file in tmp_path.iterdir()] == ["KKKvKK.checkers"]
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    # In a process of its own: tables stay loaded, and other tests count on not having them.
    command = [sys.executable, "-c", PROGRAM, json.dumps(POSITIONS)]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout)

    for search in ("", " exact"):
        assert found["won" + search][:2] == [-10_000, True]
        assert found["drawn" + search] == [0, True, True]
        assert found["before" + search] == [-10_000, True, True]
    # The rule of 40 moves may come first, so a win is not certain: it is better than any static value from outside, and within the
    # endgame than any draw.
    value, *rest = found["before by 40 moves"]
    assert -9488 < value < -9000
    assert rest == [False, True]
    value, *rest = found["won by 40 moves"]
    assert -9000 < value < -4000
    assert rest == [False, False]
    assert found["drawn by 40 moves"] == [0, True, True]
    assert found["played"] == -10_000
