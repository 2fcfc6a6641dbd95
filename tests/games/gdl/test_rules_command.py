"""zermelo rules: mistakes on standard error, one sentence each, and the layout on standard output."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.starting import zermelo
from zermelo.games.gdl.sheets import sheet_names, sheet_text


def test_check(tmp_path: Path) -> None:
    file = tmp_path / "game.kif"
    file.write_text("(role x)\n(<= (p ?y) (q ?x))\n(<= terminal (not terminal))\n")
    done = zermelo("rules", "check", str(file))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        f"{file}: line 1, column 1: the game has no goal rule",
        f"{file}: line 1, column 1: the game has no legal rule",
        f"{file}: line 2, column 5: the variable ?y of the head is in no positive literal of the body, "
        "in the rule for (p ?y)",
        f"{file}: warning: line 2, column 12: no rule or fact defines q",
        f"{file}: line 3, column 14: terminal depends on its own negation: terminal -> not terminal, "
        "in the rule for terminal",
    ]
    answer = json.loads(zermelo("rules", "check", str(file), "--json").stdout)
    assert answer["ok"] is False
    assert answer["mistakes"][3] == {
        "line": 2,
        "column": 12,
        "end_column": 18,
        "sentence": "no rule or fact defines q",
        "warning": True,
    }


def test_check_without_mistakes() -> None:
    done = zermelo("rules", "check", "tic_tac_toe")
    assert (done.returncode, done.stdout, done.stderr) == (0, "tic_tac_toe: 2 roles, 32 rules, no mistakes\n", "")
    done = zermelo("rules", "check", "-", stdin=sheet_text("nim") + "(<= lost (won first))\n")
    assert done.returncode == 0
    assert "warning: line" in done.stderr
    assert done.stdout == "-: 2 roles, 33 rules, 1 warning\n"


def test_format(tmp_path: Path) -> None:
    file = tmp_path / "game.kif"
    file.write_text("(role   x)\n(<= p ; why\n q r)")
    assert zermelo("rules", "format", str(file), "--check").returncode == 1
    done = zermelo("rules", "format", str(file))
    assert done.stdout == "(role x)\n; why\n(<= p\n    q\n    r)\n"
    assert done.stderr == f"{file}: moved 1 comment above the rules that they stood in\n"
    assert zermelo("rules", "format", str(file), "--write").returncode == 0
    assert file.read_text() == done.stdout
    assert zermelo("rules", "format", str(file), "--check").returncode == 0
    done = zermelo("rules", "format", "-", stdin="(p")
    assert (done.returncode, done.stderr) == (2, "-: line 1, column 1: the fact (p is not closed\n")
    done = zermelo("rules", "format", "nim", "--write")
    assert (done.returncode, done.stderr) == (2, "zermelo: --write needs a file of your own, not nim\n")


def test_hostile_files(tmp_path: Path) -> None:
    file = tmp_path / "bad.kif"
    for content, sentence in (
        (b"\xff", "bad.kif: line 1: byte 1 is not UTF-8 text"),
        (b"(a) " * 2**19, "bad.kif: more than 1 MB is too large"),
        (b"(" * 100_000, "bad.kif: line 1, column 101: parentheses are nested more than 100 levels deep"),
        (b"(a \0)", "bad.kif: line 1, column 4: the character U+0000 is not allowed"),
        (b"", "bad.kif: line 1, column 1: the game has no goal rule"),
    ):
        file.write_bytes(content)
        done = zermelo("rules", "check", str(file))
        assert done.returncode == 2
        assert sentence in done.stderr
        assert "Traceback" not in done.stderr
    done = zermelo("rules", "check", str(tmp_path / "absent.kif"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "absent.kif cannot be read: No such file or directory" in done.stderr
    assert zermelo("rules", "check", str(tmp_path)).returncode == 2


def test_list() -> None:
    lines = zermelo("rules", "list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(sheet_names())
    assert lines[0].endswith("Breakthrough: the first man on the far row wins, or whoever captures all enemy men.")
