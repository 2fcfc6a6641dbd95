"""What a notebook is given: a widget where there is anywidget and the module is built, else a picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import zermelo
from zermelo import notebook
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.state import ZermeloError


@pytest.fixture
def no_module(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(notebook, "MODULE", tmp_path / "widget.js")
    notebook._widget_class.cache_clear()


@pytest.mark.usefixtures("no_module")
def test_a_picture_without_the_widget() -> None:
    shown = zermelo.show([[2, 7], [1, 8]])
    assert shown._repr_svg_().startswith("<svg")
    assert "evaluated 3 of 4: D E F" in repr(shown)
    assert "evaluated" not in repr(zermelo.show("[[2, 7], [1, 8]]", search=None))
    assert zermelo.show(TicTacToe(), search="minimax", depth=1)._repr_svg_().startswith("<svg")


def test_the_widget() -> None:
    pytest.importorskip("anywidget", reason="anywidget is not installed: pip install zermelo[notebook]")
    notebook._widget_class.cache_clear()
    if not notebook.MODULE.is_file():
        pytest.skip("the lab's pages are not built: make lab")
    shown = zermelo.show([[2, 7], [1, 8]], ties="strict")
    recorded = json.loads(shown.recorded)
    assert [node["name"] for node in recorded["tree"]["nodes"]] == list("ABCDEFG")
    assert recorded["steps"][-1]["says"] == "The answer is 2: B D."
    assert "render" in str(shown._esm)


@pytest.mark.usefixtures("no_module")
def test_what_is_refused() -> None:
    with pytest.raises(ZermeloError, match="fewer than 400 nodes"):
        zermelo.show(TicTacToe(), search="minimax", depth=4)
    with pytest.raises(ZermeloError, match="say which search"):
        zermelo.show(TicTacToe(), search=None)
    with pytest.raises(ZermeloError, match="is not a search"):
        zermelo.show([1, 2], search="magic")
