"""The cache of compiled games: one file of C functions for each, named by a fingerprint of what it depends on, next to which
Numba stores the machine code. ZERMELO_CACHE overrides the user's cache folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

from zermelo.state import ZermeloError
from zermelo.tables.files import written_whole

_MOST_GAMES = 100


def cache_file(name: str, fingerprint: str) -> Path | None:
    """Return the file for a game with this fingerprint; None if the folder cannot be written."""
    chosen = os.environ.get("ZERMELO_CACHE")
    folder = Path(chosen) if chosen else _user_cache() / "zermelo" / "compiled"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / f"{name.lower()[:40]}_{fingerprint}.py" if os.access(folder, os.W_OK) else None


def _user_cache() -> Path:
    home = Path(os.path.expanduser("~"))
    if sys.platform == "darwin":
        return home / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")


def read(file: Path) -> str | None:
    """Return the text of a file; None if it is missing or its checksum is wrong."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None
    return text if text == with_checksum(text.rpartition("# ")[0]) else None


def with_checksum(text: str) -> str:
    """Return a text with its checksum as the last line."""
    return f"{text}# {blake2b(text.encode(), digest_size=16).hexdigest()}"


def write(file: Path, text: str) -> bool:
    """Write a file and remove the oldest ones; return False if that fails."""
    try:
        files = sorted(file.parent.glob("*_*.py"), key=lambda path: path.stat().st_mtime)
        for old in files[:-_MOST_GAMES]:
            remove(old)
        with written_whole(file) as target:
            target.write(text.encode())
    except (OSError, ZermeloError):
        return False
    return True


@contextmanager
def beside_source(numba: Any) -> Iterator[None]:
    """Let Numba store machine code next to its source, even if NUMBA_CACHE_DIR is set, so that both are removed together."""
    place, numba.config.CACHE_DIR = numba.config.CACHE_DIR, ""
    try:
        yield
    finally:
        numba.config.CACHE_DIR = place


def remove(file: Path) -> None:
    """Remove a file and its machine code."""
    for part in (file, *(file.parent / "__pycache__").glob(f"{file.stem}.*")):
        part.unlink(missing_ok=True)
