"""SVG drawings: well-formed at every step, with all cuts and paths, and safe with any name."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from zermelo.draw import svg
from zermelo.events import Cutoff, Event
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.state import State
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.trees import Tree, tree

NAMESPACE = "{http://www.w3.org/2000/svg}"


def marked(drawing: str, kind: str) -> int:
    return sum(each.get("class") == kind for each in ElementTree.fromstring(drawing).iter())


def texts(drawing: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(drawing).iter(f"{NAMESPACE}text")]


def test_every_step_draws_the_same_tree(classroom: Tree, story: list[Event]) -> None:
    for step in range(len(story) + 1):
        drawing = svg(classroom, story, step=step)
        assert ElementTree.fromstring(drawing).get("role") == "img"
        assert set(texts(drawing)) >= set("ABCDEFGHIJKLMNOPQR")
        assert marked(drawing, "current") == (0 < step < len(story))


def test_the_finished_search(classroom: Tree, story: list[Event]) -> None:
    drawing = svg(classroom, story)
    assert marked(drawing, "path") == 2
    assert marked(drawing, "deep") == 1
    # Three branches are cut, by two ancestors.
    assert marked(drawing, "cut") == 3 + 2
    assert {"≥ 3", "≤ 1", "α -∞", "β ∞", "2,3"} <= set(texts(drawing))
    assert "the answer is C H" in drawing


def test_only_deep_cutoffs_have_arcs(classroom: Tree, story: list[Event]) -> None:
    first = next(number for number, each in enumerate(story, 1) if isinstance(each, Cutoff))
    drawing = svg(classroom, story, step=first + 1)
    assert marked(drawing, "deep") == 0
    assert marked(drawing, "cut") == 1 + 1


def test_names_are_escaped() -> None:
    hostile = tree('"<script>"("a&b"=1 "]]>"=2 "\x07\'"=3)')
    drawing = svg(hostile)
    assert "<script" not in drawing
    assert {"<script>", "a&b", "]]>"} <= set(texts(drawing))


def test_no_label_leaves_the_drawing() -> None:
    drawing = ElementTree.fromstring(svg(tree('"a rather long name"("another long name"=1 "and one more"=2)')))
    width = float(drawing.get("width", "0"))
    for each in drawing.iter(f"{NAMESPACE}text"):
        middle, half = float(each.get("x", "0")), 7 * len(each.text or "") / 2
        assert middle - half >= 0
        assert middle + half <= width


class _Counter:
    """A game with three looks, whose one move counts down."""

    player = 0

    def __init__(self, left: int, look: str | None) -> None:
        self.left, self.look = left, look

    def moves(self) -> tuple[str, ...]:
        return ("down",)

    def play(self, move: str) -> _Counter:
        return _Counter(self.left - 1, self.look)

    def utility(self) -> int | None:
        return None if self.left else 0

    def _repr_svg_(self) -> str | None:
        return self.look

    def __str__(self) -> str:
        return f"{self.left} left &\nmore"


@pytest.mark.parametrize(
    ("look", "kept"),
    [
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30" width="120"><path d="M0 0H9"/></svg>', True),
        ('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H9"/></svg>', True),
        ('<svg><path d="M0 0H9"></svg>', False),
        ("<html></html>", False),
        (None, False),
    ],
)
def test_boards_are_drawings_of_the_state_or_its_text(look: str | None, kept: bool) -> None:
    state: State = _Counter(2, look)
    events: list[Event] = []
    alpha_beta(state, watch=events.append)
    drawing = svg(state, events)
    ElementTree.fromstring(drawing)
    assert drawing.count('<path d="M0 0H9"/>') == (3 if kept else 0)
    assert ("2 left &" in texts(drawing)) == (not kept)
    assert "2 left &" not in texts(svg(state, events, boards=False))


def test_a_game_and_its_skipped_moves() -> None:
    events: list[Event] = []
    alpha_beta(TicTacToe(), depth=2, watch=events.append)
    drawing = svg(TicTacToe(), events)
    ElementTree.fromstring(drawing)
    assert marked(drawing, "path") == 2
    assert svg(TicTacToe(), events) == drawing


def test_other_kinds_of_trees() -> None:
    chance = svg(tree("A(B?(1/3:C=3 2/3:D=-6) E=4)"))
    assert "<circle" in chance
    assert {"1/3", "2/3"} <= set(texts(chance))
    many = texts(svg(tree([[(1, 2, 3), (4, 5, 6)], (7, 8, 9)])))
    assert {"P1", "P2", "(7, 8, 9)"} <= set(many)


def test_a_notebook_shows_a_tree(classroom: Tree) -> None:
    assert classroom._repr_svg_() == svg(classroom)


def test_very_deep_trees() -> None:
    drawing = svg(tree("(" * 60_000 + "1" + ")" * 60_000))
    assert "... 58,001 more" in texts(drawing)
