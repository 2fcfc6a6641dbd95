"""Checkerboards as SVG and as text: pieces, marks, and both sides."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from zermelo.draw import checkerboard, svg
from zermelo.draw.pieces import PIECES
from zermelo.events import Event
from zermelo.games.antichess import AntiChess
from zermelo.games.chess import Chess
from zermelo.textbook import minimax

MATED = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
SVG = "{http://www.w3.org/2000/svg}"


def bodies(drawing: str) -> dict[tuple[str, str], list[str]]:
    """Where the light and the dark pieces of each letter stand."""
    places: dict[tuple[str, str], list[str]] = {}
    letters = {shape.body: letter for letter, shape in PIECES.items()}
    for group in ElementTree.fromstring(drawing).iter(f"{SVG}g"):
        for path in group.findall(f"{SVG}path"):
            if group.get("fill") != "none" and path.get("d") in letters:
                side = "light" if group.get("paint-order") else "dark"
                places.setdefault((letters[path.get("d", "")], side), []).append(path.get("transform", ""))
    return places


def test_every_piece_is_on_its_square() -> None:
    start = bodies(Chess().svg())
    assert {key: len(places) for key, places in start.items()} == {
        (letter, side): count
        for letter, count in {"P": 8, "N": 2, "B": 2, "R": 2, "Q": 1, "K": 1}.items()
        for side in ("light", "dark")
    }
    assert start["K", "light"] == ["translate(270 450)"]
    assert bodies(Chess().svg(flipped=True))["K", "light"] == ["translate(210 30)"]
    many = bodies(AntiChess("k6k/8/8/8/8/8/8/KK6 w - - 0 1")._repr_svg_())
    assert len(many["K", "light"]) == len(many["K", "dark"]) == 2


def test_the_last_move_and_a_check_are_marked() -> None:
    mated = Chess(MATED)
    plain, marked = Chess().svg(), mated.svg("h5f7")
    assert "check" not in plain
    assert checkerboard.LAST not in plain
    assert marked.count(checkerboard.LAST) == 2
    (check,) = [each for each in ElementTree.fromstring(marked).iter(f"{SVG}circle") if each.get("class") == "check"]
    assert (check.get("cx"), check.get("cy")) == ("270", "30")
    labels = [each.text for each in ElementTree.fromstring(mated.svg(flipped=True)).iter(f"{SVG}text")]
    assert labels == [*"abcdefgh", *"87654321"]


@pytest.mark.parametrize("letter", PIECES)
def test_a_piece_stays_within_its_square(letter: str) -> None:
    """Absolute coordinates suffice: what is drawn by steps is small and begins at one."""
    for path in PIECES[letter]:
        for x, y in re.findall(r"[ML](-?[\d.]+)[ ]?(-?[\d.]+)", path):
            assert abs(float(x)) < 24
            assert -27 < float(y) < 24


def test_boards_on_a_terminal() -> None:
    mated = Chess(MATED)
    rows = mated.text("h5f7", figures=False).splitlines()
    assert rows[0] == "8  r  .  b  q  k  b  .  r"
    assert rows[1] == "7  p  p  p  p  . [Q] p  p"
    assert rows[3] == "5  .  .  .  .  p  .  . [.]"
    assert mated.text(flipped=True).splitlines()[0] == "1  ♖  ♘  .  ♔  .  ♗  ♘  ♖".replace(".", "·")
    coloured = mated.text("h5f7", colour=True)
    assert coloured.count("48;5;136m") == 2
    assert coloured.count("48;5;160m") == 1
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured).splitlines()[0] == "8  ♜     ♝  ♛  ♚  ♝     ♜ "
    assert str(mated).endswith("Black to move, in check")


def test_trees_show_small_boards() -> None:
    events: list[Event] = []
    root = Chess("7k/8/6K1/8/8/8/8/5R2 b - - 0 1")
    minimax(root, depth=1, watch=events.append)
    drawn = svg(root, events)
    ElementTree.fromstring(drawn)
    assert drawn.count(PIECES["R"].body) == 2
    assert ">a<" not in drawn, "coordinates would be too small to read"
