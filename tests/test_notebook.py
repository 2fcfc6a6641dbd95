"""What a notebook is given: a widget where there is anywidget and the module is built, else a picture."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import zermelo
from zermelo import notebook
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.state import ZermeloError


@pytest.fixture
def no_module(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(notebook, "MODULE", tmp_path / "widget.js")
    notebook._widget_class.cache_clear()
    yield
    notebook._widget_class.cache_clear()


@pytest.fixture
def no_anywidget(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    notebook._widget_class.cache_clear()
    yield
    notebook._widget_class.cache_clear()


@pytest.mark.parametrize("missing", ["no_module", "no_anywidget"])
def test_a_picture_without_the_widget(missing: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(missing)
    shown = zermelo.show([[2, 7], [1, 8]])
    assert shown._repr_svg_().startswith("<svg")
    assert "evaluated 3 of 4: D E F" in repr(shown)
    assert "evaluated" not in repr(zermelo.show("[[2, 7], [1, 8]]", search=None))
    assert zermelo.show(TicTacToe(), search="minimax", depth=1)._repr_svg_().startswith("<svg")


def test_the_widget() -> None:
    shown = zermelo.show([[2, 7], [1, 8]], ties="strict")
    recorded = json.loads(shown.recorded)
    assert [node["name"] for node in recorded["tree"]["nodes"]] == list("ABCDEFG")
    assert recorded["steps"][-1]["says"] == "The answer is 2: B D."
    assert recorded["boards"] == {}, "a tree that is written down has no boards"
    assert "render" in str(shown._esm)
    bundle, _ = shown._repr_mimebundle_(include=None, exclude=None)
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == shown.model_id
    assert bundle["image/svg+xml"].startswith("<svg")
    assert "evaluated 3 of 4: D E F" in bundle["text/plain"] == repr(shown)


def test_the_widget_has_the_boards_of_a_game() -> None:
    recorded = json.loads(zermelo.show(TicTacToe.parse("XXO/OOX/X..")).recorded)
    assert recorded["tree"] is None
    assert list(recorded["boards"]) == ["start", "7", "8", "7 8", "8 7"]
    assert all(drawing.startswith("<svg") for drawing in recorded["boards"].values())


@pytest.mark.usefixtures("no_module")
def test_what_is_refused() -> None:
    with pytest.raises(ZermeloError, match="fewer than 400 nodes"):
        zermelo.show(TicTacToe(), search="minimax", depth=4)
    with pytest.raises(ZermeloError, match="no tree without a search"):
        zermelo.show(TicTacToe(), search=None)
    with pytest.raises(ZermeloError, match="no search called"):
        zermelo.show([1, 2], search="magic")
