"""The pages' types are written from the server's, and are current."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.lab import typescript

TARGET = Path(__file__).parent.parent.parent / typescript.TARGET


def test_the_pages_types_are_what_the_message_types_say() -> None:
    assert TARGET.read_text(encoding="utf-8") == typescript.write(), "run: python -m zermelo.lab.typescript"


def test_check_fails_where_they_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "messages.ts"
    assert typescript.main(["--check", str(file)]) == 1
    assert "run python -m zermelo.lab.typescript" in capsys.readouterr().err
    assert typescript.main([str(file)]) == 0
    assert typescript.main(["--check", str(file)]) == 0
    file.write_text(file.read_text() + "//")
    assert typescript.main(["--check", str(file)]) == 1


def test_what_pages_send_may_leave_out_what_has_a_default() -> None:
    text = typescript.write()
    assert "  moves?: string[];" in text
    assert '  type: "steps";\n  id: number;\n  first: number;\n  steps: Step[];' in text
    assert "export type Received = Steps | Finished" in text
    assert "  event: SearchEvent;" in text
