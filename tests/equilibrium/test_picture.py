"""The drawing of a matrix game: it has all of the table, and a dot at every intersection of the curves."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.equilibrium import best_replies, equilibria, matrix_game, pure_equilibria
from zermelo.equilibrium.examples import example
from zermelo.equilibrium.picture import svg
from zermelo.state import ZermeloError

SVG = "{http://www.w3.org/2000/svg}"
PAYOFFS = st.integers(-3, 3)


@given(st.lists(st.tuples(PAYOFFS, PAYOFFS), min_size=4, max_size=4))
def test_every_small_game_is_drawn_completely(cells: list[tuple[int, int]]) -> None:
    game = matrix_game([cells[:2], cells[2:]])
    drawing = ElementTree.fromstring(svg(game))
    assert len(list(drawing.iter(f"{SVG}circle"))) == len(equilibria(game).extreme)
    rings = [each for each in drawing.iter(f"{SVG}rect") if each.get("stroke") == "#009E73"]
    assert len(rings) == len(pure_equilibria(game))
    under = [each for each in drawing.iter(f"{SVG}line") if each.get("stroke-width") == "3"]
    assert len(under) == sum(len(best) for player in best_replies(game) for best in player.values())


def test_names_are_escaped() -> None:
    game = matrix_game([[(Fraction(1, 3), 2)], [(0, 5)]], ["<Ann>", "B & B"], [["a" * 40, "b"], ["c"]], "Who <em>")
    texts = [each.text for each in ElementTree.fromstring(svg(game)).iter(f"{SVG}text")]
    assert texts == ["Who <em>", "B & B", "<Ann>", "c", "a" * 40, "b", "1/3", "2", "0", "5"]


def test_notebooks_show_the_drawing_if_there_is_one() -> None:
    assert example("chicken")._repr_svg_() == svg(example("chicken"))
    three = matrix_game([[[(1, 1, 1)], [(0, 0, 0)]]])
    assert three._repr_svg_() is None
    with pytest.raises(ZermeloError, match="games of two players"):
        svg(three)
