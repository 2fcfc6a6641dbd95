"""The output: it goes on where it ended, whatever it ended with, and only the same analysis does."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from zermelo.analysis import Limits, analyse, open_inputs, read_entries
from zermelo.analysis.inputs import Input
from zermelo.analysis.resume import Output, Settings
from zermelo.state import ZermeloError

LINES = ["4", "45", "no such move", "4", "4455", "32164625"]
GAMES = "4455667\n123\n\n77\n"


def settings(*names: Path, nodes: int = 300, **options: str) -> Settings:
    chosen = {"game": "connect_four", **options}
    return Settings.of(open_inputs([str(name) for name in names], **chosen), Limits(nodes=nodes))


def open_output(path: Path | str, chosen: Settings) -> Output:
    return Output(str(path), chosen, read_entries(Input(*each[:3]) for each in chosen.inputs))


def go_on(path: Path, chosen: Settings, *, most: int | None = None) -> Output:
    """Analyses at most some entries."""
    with open_output(path, chosen) as output:
        for records in analyse(islice(output.entries, most), chosen.limits, seen=output.seen):
            output.write(records)
        return output


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    path = tmp_path / "positions.txt"
    path.write_text("\n".join(LINES))
    return path


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text(GAMES)
    return path


def test_every_place_at_which_it_may_be_cut(tmp_path: Path, positions: Path, games: Path) -> None:
    chosen = settings(positions)
    both = Settings(chosen.version, chosen.limits, (*settings(games, format_name="moves").inputs,))
    for name, each in (("p", chosen), ("g", both)):
        whole = go_on(tmp_path / f"{name}.whole", each)
        expected = (tmp_path / f"{name}.whole").read_bytes()
        assert expected.count(b"\n") == sum(whole.tally.counts[kind] for kind in ("position", "move", "game", "error"))
        random = Random(1)
        cuts = {0, 1, len(expected) - 1, len(expected), *(random.randrange(len(expected)) for _ in range(20))}
        for cut in sorted(cuts):
            out = tmp_path / f"{name}.{cut}"
            go_on(out, each)
            out.write_bytes(expected[:cut])
            again = go_on(out, each)
            assert out.read_bytes() == expected
            assert again.tally.counts == whole.tally.counts
            assert str(again.tally) == str(whole.tally)


def test_a_part_goes_on(tmp_path: Path, positions: Path) -> None:
    chosen, out = settings(positions), tmp_path / "out"
    for _ in LINES:
        go_on(out, chosen, most=1)
    go_on(tmp_path / "whole", chosen)
    assert out.read_bytes() == (tmp_path / "whole").read_bytes()
    assert go_on(out, chosen).done == len(LINES)


def test_other_settings_are_refused(tmp_path: Path, positions: Path, games: Path) -> None:
    out = tmp_path / "out"
    go_on(out, settings(positions))
    content = out.read_bytes()
    for other, sentence in (
        (settings(positions, nodes=301), "with nodes 300, not 301"),
        (settings(games), f"with {positions}, not {games}"),
        (settings(positions, games), "with 1 file, not 2"),
        (settings(positions, format_name="moves"), f"with {positions} as positions of connect_four, not as moves of"),
    ):
        with pytest.raises(ZermeloError, match=f"{out} was begun {sentence}.*: remove it or choose another --out"):
            open_output(out, other)
    positions.write_text("\n".join([*LINES, "1"]))
    with pytest.raises(ZermeloError, match=f"when {positions} had another content"):
        open_output(out, settings(positions))
    assert out.read_bytes() == content, "nothing that is refused is changed"


def test_standard_input_cannot_be_read_again(tmp_path: Path) -> None:
    chosen = Settings.of(open_inputs(["-"], game="nim"), Limits())
    out = tmp_path / "out"
    with open_output(out, chosen):
        pass
    out.write_text('{"kind":"position"}\n')
    with pytest.raises(ZermeloError, match="begun from standard input, which cannot be read again"):
        open_output(out, chosen)


def test_what_no_analysis_wrote_is_left_alone(tmp_path: Path, positions: Path) -> None:
    out = tmp_path / "out"
    out.write_text("precious")
    with pytest.raises(ZermeloError, match="has content that no analysis wrote"):
        open_output(out, settings(positions))
    assert out.read_text() == "precious"
    out.unlink()
    chosen = settings(positions)
    with open_output(out, chosen), pytest.raises(ZermeloError, match="is being written by another process"):
        open_output(out, chosen)
    go_on(out, settings(positions))
    out.write_bytes(b"[]\n" + out.read_bytes())
    with pytest.raises(ZermeloError, match=f"{out} cannot be continued, its line 1 is not a record of an analysis"):
        open_output(out, settings(positions))


def without(number: int, rows: list[bytes]) -> list[bytes]:
    return rows[: number - 1] + rows[number:]


def test_an_edited_file_is_refused_and_left_alone(tmp_path: Path, positions: Path, games: Path) -> None:
    one, other = settings(positions), settings(games, format_name="moves")
    out, about = tmp_path / "out", f"about line {{}} of {positions}, where line {{}} of {positions} is next"
    go_on(out, one)
    rows = out.read_bytes().splitlines(keepends=True)
    edited = [
        (one, without(3, rows), 3, about.format(4, 3)),
        (one, [*rows[:2], rows[1], *rows[2:]], 3, about.format(2, 3)),
        (one, [rows[0], rows[2], rows[1], *rows[3:]], 2, about.format(3, 2)),
        (one, [*without(2, rows), rows[-1]], 2, about.format(3, 2)),
        (one, [*rows, rows[-1]], 7, "one too many"),
        (one, [rows[0].replace(str(positions).encode(), b"another"), *rows[1:]], 1, "about line 1 of another, where"),
        (one, [rows[0].replace(b'"kind":"p', b'"kind":"\xff'), *rows[1:]], 1, "not a record of an analysis"),
        (one, [rows[0].replace(b'"file":"', b'"file":"\xff'), *rows[1:]], 1, "not a record of an analysis"),
        (one, [b'{"kind":"position","x":' + b"[" * 200_000 + b"\n", *rows], 1, "not a record of an analysis"),
        (one, [rows[0], b"\0" * 100 + b"\n"], 2, "not a record of an analysis"),
    ]
    go_on(tmp_path / "games", other)
    rows = (tmp_path / "games").read_bytes().splitlines(keepends=True)
    edited += [
        (other, without(3, rows), 3, f"not about move 3 of the game in line 1 of {games}"),
        (other, without(7, rows), 7, f"not about move 7 of the game in line 1 of {games}"),
        (other, without(8, rows), 8, f"about line 2 of {games}, where line 1 of {games} is next"),
    ]
    for chosen, content, number, wrong in edited:
        path = out if chosen is one else tmp_path / "games"
        path.write_bytes(b"".join(content))
        with pytest.raises(ZermeloError) as refused:
            open_output(path, chosen)
        assert str(refused.value).startswith(f"{path} cannot be continued, its line {number} is {wrong}")
        assert path.read_bytes() == b"".join(content)


def test_places_that_cannot_be_written(tmp_path: Path, positions: Path) -> None:
    for suffix in (".settings", ".seen", ".seen-wal"):
        (tmp_path / f"out{suffix}").mkdir()
        with pytest.raises(ZermeloError, match=f"out{suffix} cannot be written: it is not a regular file"):
            open_output(tmp_path / "out", settings(positions))
        (tmp_path / f"out{suffix}").rmdir()
    with pytest.raises(ZermeloError, match="--out needs the name of a file"):
        open_output("", settings(positions))
    for path, sentence in (
        (tmp_path, "it is not a regular file"),
        (tmp_path / "missing" / "out", "No such file or directory"),
        ("/dev/full", "it is not a regular file"),
    ):
        with pytest.raises(ZermeloError, match=f"{path} cannot be written: {sentence}"):
            open_output(path, settings(positions))
