"""Where compiled games are kept for the next run: a file of C functions for each, named by what it depends on, beside which Numba
keeps the machine code. The folder is the one for caches, or what ZERMELO_CACHE names."""

from __future__ import annotations

import os
import sys
from hashlib import blake2b
from pathlib import Path

from zermelo.state import ZermeloError
from zermelo.tables.files import written_whole

_KEPT = 100
"""How many compiled games are kept."""


def file_for(name: str, fingerprint: str) -> Path | None:
    """The file of the functions for what has this fingerprint; None where nothing can be kept."""
    named = os.environ.get("ZERMELO_CACHE")
    folder = Path(named) if named else _caches() / "zermelo" / "compiled"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / f"{name.lower()[:40]}_{fingerprint}.py" if os.access(folder, os.W_OK) else None


def _caches() -> Path:
    home = Path(os.path.expanduser("~"))
    if sys.platform == "darwin":
        return home / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")


def kept(file: Path) -> str | None:
    """The text that was kept; None where there is none, or somebody has changed it."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None
    return text if text == sealed(text.rpartition("# ")[0]) else None


def sealed(text: str) -> str:
    """A text with a last line that tells whether it is whole."""
    return f"{text}# {blake2b(text.encode(), digest_size=16).hexdigest()}"


def keep(file: Path, text: str) -> bool:
    """Keeps a text, instead of those that have been there longest; False where that cannot be."""
    try:
        old = sorted(file.parent.glob("*_*.py"), key=lambda each: each.stat().st_mtime)
        for each in old[:-_KEPT]:
            forget(each)
        with written_whole(file) as written:
            written.write(text.encode())
    except (OSError, ZermeloError):
        return False
    return True


def forget(file: Path) -> None:
    """Removes a text and the machine code that belongs to it."""
    for part in (file, *(file.parent / "__pycache__").glob(f"{file.stem}.*")):
        part.unlink(missing_ok=True)
