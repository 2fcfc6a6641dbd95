"""Files of weights: a changed or missing byte is an error that names the file; a wrong line is one that names the line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import zermelo
from zermelo.games.connect_four import ConnectFour
from zermelo.native.weights import add_checksum, read_weights, remove_checksum, replace_checksum
from zermelo.state import ZermeloError

GAMES = Path(zermelo.__file__).parent / "games"
FILES = [*sorted(GAMES.glob("*/*.polynomial")), GAMES / "othello" / "othello.patterns"]
NAMES = ("mobility", "corners")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_changed_bit_or_a_missing_byte_is_refused(path: Path) -> None:
    content, random = path.read_bytes(), Random(1)
    assert add_checksum(remove_checksum(content)) == content
    every = range(len(content))
    # Every byte of the readable files; of the large one its ends and a sample.
    places = every if len(content) < 20_000 else [*every[:200], *random.sample(every, 200), *every[-200:]]
    for at in places:
        changed = bytearray(content)
        changed[at] ^= 1 << random.randrange(8)
        for damaged in (bytes(changed), content[:at]):
            with pytest.raises(ZermeloError, match=f"{path.name} is damaged"):
                remove_checksum(damaged, path.name)
    for longer in (content + b"\n", content + content):
        with pytest.raises(ZermeloError, match="is damaged"):
            remove_checksum(longer)


@pytest.mark.parametrize(
    ("name", "program"),
    [
        ("chess.polynomial", "import zermelo.games.chess"),
        ("antichess.polynomial", "import zermelo.games.antichess"),
        ("checkers.polynomial", "import zermelo.games.checkers"),
        ("othello.patterns", "import zermelo.games.othello"),
        ("connect_four.polynomial", "from zermelo.games.connect_four import ConnectFour; ConnectFour().evaluate()"),
    ],
)
@pytest.mark.parametrize("damage", ["flip", "cut", "gone"])
def test_a_damaged_file_is_never_used(name: str, program: str, damage: str, tmp_path: Path) -> None:
    for path in FILES:
        (tmp_path / path.parent.relative_to(GAMES.parent)).mkdir(parents=True, exist_ok=True)
        (tmp_path / path.relative_to(GAMES.parent)).write_bytes(path.read_bytes())
    file = tmp_path / "games" / name.partition(".")[0] / name
    content = file.read_bytes()
    middle = len(content) // 2
    damaged = content[:middle] + (bytes([content[middle] ^ 1]) + content[middle + 1 :] if damage == "flip" else b"")
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes(damaged)
    code = (
        "import sys\n"
        "from importlib import resources\n"
        "from pathlib import Path\n"
        f"resources.files = lambda _: Path({str(tmp_path)!r})\n"
        "from zermelo.state import ZermeloError\n"
        f"try:\n    {program}\n"
        "except ZermeloError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    if damage == "gone" and name == "connect_four.polynomial":
        return
    words = "cannot be read: No such file" if damage == "gone" else "is damaged: its content does not match"
    assert done.stdout.startswith(f"{name} {words}")


def test_a_file_edited_by_hand_gets_a_new_checksum(tmp_path: Path) -> None:
    path = tmp_path / "some.polynomial"
    path.write_bytes(add_checksum(b"mobility 1\n").replace(b"mobility 1", b"mobility 25"))
    with pytest.raises(ZermeloError, match="is damaged"):
        remove_checksum(path.read_bytes())
    replace_checksum(path)
    assert remove_checksum(path.read_bytes()) == b"mobility 25\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mobility", "line 1: expected a feature and its weight"),
        ("# one\nbeauty 1", "line 2: 'beauty' is not a feature; choose from mobility, corners"),
        ("mobility 1\nmobility 2", "line 2: mobility is given twice"),
        ("mobility much", "line 1: 'much' is not a number"),
        ("mobility inf", "line 1: a weight must be finite"),
    ],
)
def test_a_wrong_line_is_named(text: str, words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        read_weights(text, NAMES)
    assert read_weights("corners -3 # each", NAMES) == {"corners": -3.0}


def test_shipped_weights_name_features() -> None:
    assert any(ConnectFour().weights().values())
