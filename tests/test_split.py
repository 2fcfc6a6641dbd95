"""What waits for `make check` exists."""

from __future__ import annotations

from tests.conftest import LISTED, ROOT


def test_every_listed_test_exists() -> None:
    for entry in LISTED:
        path, _, function = entry.partition("::")
        assert (ROOT / path).exists(), entry
        assert f"def {function}" in ((ROOT / path).read_text(encoding="utf-8") if function else "def "), entry
