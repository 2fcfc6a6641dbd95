"""Every file that a user names is opened in one place: folders, devices and pipes neither hang nor fill the memory, and a file that
is too large is refused in a sentence."""

from __future__ import annotations

import ast
import io
import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from tests.cli.starting import refusal
from zermelo.analysis.inputs import open_inputs, read_entries
from zermelo.arena.openings import read_openings
from zermelo.files import LARGEST, open_file, read_file, read_text_file
from zermelo.games.chess import Chess
from zermelo.games.chess.endgames import read_table
from zermelo.games.chess.epd import read_epd
from zermelo.games.chess.uci.engine import Uci
from zermelo.games.gdl.reader import load_text
from zermelo.games.go.gtp.commands import GoGtp, GoOptions
from zermelo.games.pacman.layouts import read_layout
from zermelo.state import ZermeloError
from zermelo.tables.books.book import open_book
from zermelo.tables.files import mapped

LONG = "a" * 5000
SOURCE = Path(__file__).parent.parent / "src" / "zermelo"


def by_gtp(path: str) -> None:
    out = io.StringIO()
    GoGtp(out, GoOptions(size=5)).run(iter([f"loadsgf {path}"]))
    raise ZermeloError(out.getvalue())


def by_uci(path: str) -> None:
    out = io.StringIO()
    Uci(out).execute(f"setoption name BookFile value {path}")
    raise ZermeloError(out.getvalue())


def by_command(*words: str) -> Callable[[str], None]:
    def read(path: str) -> None:
        raise ZermeloError(refusal(*(path if word == "FILE" else word for word in words)))

    return read


COMMANDS: dict[str, Callable[[str], object]] = {
    "tree": by_command("tree", "FILE"),
    "matrix": by_command("matrix", "FILE"),
    "games": by_command("review", "chess", "FILE"),
    "Pac-Man": by_command("pacman", "--replay", "FILE"),
    "solve": by_command("solve", "connect_four", "--positions", "FILE"),
    "book build": by_command("book", "build", "FILE", "--out", "x.book"),
}
READERS = COMMANDS | {
    "bytes": read_file,
    "text": read_text_file,
    "mapped": mapped,
    "GTP loadsgf": by_gtp,
    "UCI BookFile": by_uci,
    "book": open_book,
    "table": lambda path: read_table(Path(path)),
    "rule sheet": load_text,
    "layout": read_layout,
    "EPD": lambda path: list(read_epd(path)),
    "openings": lambda path: read_openings("chess", Chess(), path),
    "positions": lambda path: list(read_entries(open_inputs([path], game="chess", format_name="fen"))),
}
WAITING = {"rule sheet", "positions", "tree", "matrix", "games", "book build"}
"""Those that wait for a pipe, as for standard input."""
STREAMING = {"mapped", "UCI BookFile", "book", "positions", "book build"}
"""Those that do not read a file whole, so that it may be large."""


@pytest.mark.parametrize(
    ("name", "path"),
    [(name, path) for name in READERS for path in ("/dev/zero", "/", LONG)]
    + [(name, path) for name in READERS if name not in COMMANDS for path in ("/dev/full", "/no/such/file", "\0")],
)
def test_what_is_no_file_is_refused_at_once(name: str, path: str) -> None:
    with pytest.raises(ZermeloError) as error:
        READERS[name](path)
    assert "Traceback" not in str(error.value)


@pytest.mark.parametrize("name", [name for name in READERS if name not in WAITING])
def test_a_pipe_is_not_waited_for(name: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(ZermeloError):
        READERS[name](str(pipe))


@pytest.mark.parametrize(
    "words",
    [
        ("search", f"{LONG}.py:Game"),
        ("search", f"{LONG}.kif"),
        ("search", f"./{LONG}.so"),
        ("ratings", LONG),
        ("book", "probe", LONG),
        ("train", "connect_four", "--out", LONG),
    ],
)
def test_a_name_that_no_file_can_have_is_refused(words: tuple[str, ...]) -> None:
    assert refusal(*words)


def test_a_pipe_may_be_allowed(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=(b"words",))
    writer.start()
    assert read_file(pipe, pipes=True) == b"words"
    writer.join()


@pytest.mark.parametrize("name", [name for name in READERS if name not in STREAMING])
def test_a_huge_file_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(2**40)  # without a byte on the disk
    with pytest.raises(ZermeloError, match=r"too large"):
        READERS[name](str(path))


def test_sizes() -> None:
    path = Path(__file__)
    size = path.stat().st_size
    assert read_file(path, size) == path.read_bytes()
    with pytest.raises(ZermeloError, match=f"test_files.py: more than {size - 1:,} bytes is too large"):
        read_file(path, size - 1)
    assert LARGEST == 64 * 2**20


def test_text_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes(b"abc\xe9")
    with pytest.raises(ZermeloError, match=r"latin.txt: byte 4 is not UTF-8 text"):
        read_text_file(path)
    with pytest.raises(ZermeloError, match=r"cannot be read: it is not a regular file"):
        open_file("/dev/null")


# ---- the net: who opens files

OWN = {
    "files.py": "opens them for all",
    "arena/store.py": "sqlite opens its file",
    "analysis/seen.py": "sqlite opens its file",
    "lab/server/files.py": "the pages that ship",
    "lab/typescript.py": "its own output, when Zermelo is built",
    "games/gdl/sheets.py": "the sheets that ship",
    "games/pacman/layouts.py": "the layouts that ship",
    "native/weights.py": "the weights that ship, and a file that an author edits",
    "native/foreign.py": "a library that the process has loaded",
    "tables/books/book.py": "the books that ship",
    "games/chess/polyglot.py": "the keys that ship",
    "engine/compiling/cache.py": "its own cache",
    "engine/compiling/compiler.py": "its own source",
}
"""Modules that read files which no user names, and why they may."""
_READING = {"read_text", "read_bytes"}
_MODES = {"r", "rb", "rt"}


def _opens(path: Path) -> list[int]:
    """The lines of a module that read a file without `zermelo.files`."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        modes = [
            each.value for each in [*node.args, *(k.value for k in node.keywords)] if isinstance(each, ast.Constant)
        ]
        plain = name == "open" and isinstance(function, ast.Name) and len(node.args) == 1 and not node.keywords
        if (
            (name in _READING and isinstance(function, ast.Attribute))
            or (name == "open" and _MODES & set(modes))
            or plain
        ):
            found.append(node.lineno)
    return found


def test_files_are_opened_in_one_place() -> None:
    readers = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py") if _opens(path)}
    assert readers <= OWN.keys(), "read files by zermelo.files, which refuses devices and bounds their size"
