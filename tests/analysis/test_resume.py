"""The output: it goes on where it ended, whatever it ended with, and only the same analysis does."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from zermelo.analysis import Limits, analyse, open_inputs, read_entries
from zermelo.analysis.resume import Output, Settings
from zermelo.state import ZermeloError

LINES = ["4", "45", "no such move", "4", "4455", "32164625"]
GAMES = "4455667\n123\n\n77\n"


def settings(*names: Path, nodes: int = 300, **options: str) -> Settings:
    chosen = {"game": "connect_four", **options}
    return Settings.of(open_inputs([str(name) for name in names], **chosen), Limits(nodes=nodes))


def go_on(path: Path, chosen: Settings, *, most: int | None = None) -> Output:
    """Analyses at most some entries."""
    inputs = open_inputs([each[0] for each in chosen.inputs], game=chosen.inputs[0][2], format_name=chosen.inputs[0][1])
    with Output(str(path), chosen) as output:
        entries = list(read_entries(inputs))[output.done :][:most]
        for records in analyse(entries, chosen.limits, seen=output.seen):
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
            Output(str(out), other)
    positions.write_text("\n".join([*LINES, "1"]))
    with pytest.raises(ZermeloError, match=f"when {positions} had another content"):
        Output(str(out), settings(positions))
    assert out.read_bytes() == content, "nothing that is refused is changed"


def test_standard_input_cannot_be_read_again(tmp_path: Path) -> None:
    chosen = Settings.of(open_inputs(["-"], game="nim"), Limits())
    out = tmp_path / "out"
    with Output(str(out), chosen):
        pass
    out.write_text('{"kind":"position"}\n')
    with pytest.raises(ZermeloError, match="begun from standard input, which cannot be read again"):
        Output(str(out), chosen)


def test_what_no_analysis_wrote_is_left_alone(tmp_path: Path, positions: Path) -> None:
    out = tmp_path / "out"
    out.write_text("precious")
    with pytest.raises(ZermeloError, match="has content that no analysis wrote"):
        Output(str(out), settings(positions))
    assert out.read_text() == "precious"
    out.unlink()
    chosen = settings(positions)
    with Output(str(out), chosen), pytest.raises(ZermeloError, match="is being written by another process"):
        Output(str(out), chosen)
    go_on(out, settings(positions))
    out.write_bytes(b"[]\n" + out.read_bytes())
    with pytest.raises(ZermeloError, match=f"line 1 of {out} is not a record of an analysis"):
        Output(str(out), settings(positions))


def test_places_that_cannot_be_written(tmp_path: Path, positions: Path) -> None:
    for path, sentence in (
        (tmp_path, "it is not a regular file"),
        (tmp_path / "missing" / "out", "No such file or directory"),
        ("/dev/full", "it is not a regular file"),
    ):
        with pytest.raises(ZermeloError, match=f"{path} cannot be written: {sentence}"):
            Output(str(path), settings(positions))
