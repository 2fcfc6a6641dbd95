"""Plots of studies are files that depend on the result alone; what cannot be drawn is refused before the work."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from zermelo.cli import cli
from zermelo.extras import MissingExtra
from zermelo.state import ZermeloError
from zermelo.studies import STUDIES, StudyResult, find_study
from zermelo.studies.plots import FORMATS, draw_plot, fingerprint
from zermelo.studies.study import Column, Plot, Series


def result(*, log: bool = False, names: tuple[str, ...] = ()) -> StudyResult:
    measured = Series(label="measured", points=((0, 1.0), (1, 2.0), (2, 8.0)), errors=(0.1, 0.2, 0.3))
    law = Series(label="law", points=((0, 1.0), (1, 2.0), (2, 4.0)), law=True)
    plot = Plot(
        x="depth", y="leaves", series=(measured, law), y_scale="log" if log else "linear", x_names=names, level=1.0
    )
    return StudyResult(
        study="x",
        seed=0,
        size=1,
        columns=(Column("a"),),
        rows=((1,),),
        plot=plot,
        paragraphs=("A.", "B."),
        verdict="shows",
    )


@pytest.mark.parametrize("suffix", FORMATS)
def test_the_same_result_gives_the_same_file(suffix: str) -> None:
    first = draw_plot(result(log=True), "Title", suffix)
    assert first == draw_plot(result(log=True), "Title", suffix)
    assert first.startswith({".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}[suffix])


def test_an_svg_file_says_what_it_shows() -> None:
    drawn = draw_plot(result(names=("chess", "checkers", "Connect Four")), "Title", ".svg").decode()
    assert fingerprint(result(names=("chess", "checkers", "Connect Four"))) in drawn
    for words in ("Title", "leaves", "measured", "law", "checkers"):
        assert words in drawn
    assert fingerprint(result()) not in drawn


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"pip install '\.\[plots\]'"):
        draw_plot(result(), "Title", ".svg")


def run(*words: str) -> str:
    called = CliRunner(env={"COLUMNS": "100"}).invoke(cli, ["study", *words], standalone_mode=False)
    if called.exception is not None:
        raise called.exception
    return called.stdout


def test_the_command_lists_the_studies() -> None:
    listed = run().splitlines()
    assert [line.split()[0] for line in listed] == [study.name for study in STUDIES]
    assert find_study("insurance").claim in run()
    assert '"insurance"' in run("--json")


def test_the_command_prints_and_plots(tmp_path: Path) -> None:
    file = tmp_path / "insurance.svg"
    printed = run("insurance", "--size", "1", "--plot", str(file))
    study = find_study("insurance")
    for part in (
        study.title,
        study.claim,
        "1 trees of each branching factor, seed 0",
        "1 / (b - 1)",
        "The claim shows",
    ):
        assert part in printed
    assert fingerprint(study.run(size=1)) in file.read_text()
    assert '"verdict": "shows"' in run("insurance", "--size", "1", "--json", "--jobs", "2")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("insurence",), "did you mean insurance"),
        (("insurance", "--size", "0"), "size must be from 1 to 1,000"),
        (("insurance", "--seed", "-1"), "seed must be a whole number from 0 up"),
        (("insurance", "--plot", "a.gif"), "ends in .svg, .png or .pdf, not '.gif'"),
        (("--size", "1"), "name a study: evaluations"),
    ],
)
def test_wrong_input_is_one_sentence(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(ZermeloError) as refused:
        run(*words)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
