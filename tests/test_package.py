"""The package as others get it: few public names, and a wheel that works away from the source tree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import zermelo
from zermelo.games.checkers.endgames import endgames
from zermelo.games.gdl import sheet_names

ROOT = Path(__file__).parent.parent


def test_public_names() -> None:
    assert sorted(zermelo.__all__) == [
        *["CHANCE", "MAX", "MIN", "Result", "SIMULTANEOUS", "SearchInterrupted", "State", "ZermeloError"],
        *[
            "check",
            "compiled",
            "describe",
            "estimate",
            "foreign_include",
            "load_library",
            "prove",
            "search",
            "show",
            "solve",
            "tree",
        ],
    ]
    assert all(hasattr(zermelo, name) for name in zermelo.__all__)
    for room in ("draw", "engine", "equilibrium", "exercises", "players", "textbook"):
        assert zermelo.__getattr__(room).__name__ == f"zermelo.{room}", "no import of its own is needed"
    listed = subprocess.run(
        [sys.executable, "-c", "import zermelo; print(*dir(zermelo))"], capture_output=True, text=True, check=True
    ).stdout.split()
    assert {*zermelo.__all__, "textbook", "players"} <= set(listed), "before anything was asked for"


def test_wheel_works_away_from_the_source_tree(tmp_path: Path) -> None:
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "--disable-pip-version-check",
    ]
    subprocess.run([*build, "-w", str(tmp_path), str(ROOT)], check=True, timeout=300)
    (wheel,) = tmp_path.glob("zermelo-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        archive.extractall(tmp_path / "site")
    assert {"zermelo/py.typed", "zermelo/_core.pyi", "zermelo/include/zermelo/foreign.h"} <= set(names)
    assert {f"zermelo/games/chess/tables/{name}.endgame" for name in ("KQK", "KRK", "KPK")} <= set(names)
    assert {f"zermelo/games/checkers/tables/{name}.checkers" for name in endgames(2, 3, 4)} <= set(names)
    assert {f"zermelo/games/gdl/rules/{name}.kif" for name in sheet_names()} <= set(names)
    assert not [name for name in names if name.startswith(("tests", "docs", "benchmarks"))]
    # -S: without the editable install of this checkout, which would shadow the wheel.
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), sysconfig.get_paths()["purelib"]]),
    }
    program = "import zermelo, sys; print(zermelo.__file__, file=sys.stderr); from zermelo.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program, "tree", "[[2,7],[1,8]]", "--json"],
        capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=60, check=True,
    )  # fmt: skip
    assert done.stderr.startswith(str(tmp_path / "site"))
    assert json.loads(done.stdout)["path"] == ["A", "B", "D"]
