"""The pages' types are written from the server's, and are current."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from zermelo.lab import typescript

MODULES = ("events", "messages", "messages_exercises", "messages_pacman", "messages_matrix")
TARGET = Path(__file__).parent.parent.parent / typescript.TARGET


def test_the_pages_types_are_what_the_message_types_say() -> None:
    for name, text in typescript.write().items():
        assert (TARGET / name).read_text(encoding="utf-8") == text, "run: python -m zermelo.lab.typescript"


def test_check_fails_where_they_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert typescript.main(["--check", str(tmp_path)]) == 1
    assert "run python -m zermelo.lab.typescript" in capsys.readouterr().err
    assert typescript.main([str(tmp_path)]) == 0
    assert typescript.main(["--check", str(tmp_path)]) == 0
    file = tmp_path / "messages.ts"
    file.write_text(file.read_text() + "//")
    assert typescript.main(["--check", str(tmp_path)]) == 1


def test_no_type_is_written_twice_and_all_that_is_used_is_there() -> None:
    files = typescript.write()
    assert list(files) == [f"{name}.ts" for name in MODULES]
    written = [name for text in files.values() for name in re.findall(r"^export \w+ (\w+)", text, re.MULTILINE)]
    assert len(written) == len(set(written))
    assert 'import type { MoveValue } from "./messages";' in files["messages_pacman.ts"]
    assert 'import type { SearchEvent } from "./events";' in files["messages.ts"]


def test_what_pages_send_may_leave_out_what_has_a_default() -> None:
    text = typescript.write()["messages.ts"]
    assert "  moves?: string[];" in text
    assert '  type: "steps";\n  id: number;\n  first: number;\n  steps: Step[];' in text
    assert "export type Received = Steps | Finished" in text
    assert "  event: SearchEvent;" in text
