"""Trees on a terminal."""

from __future__ import annotations

import re

from zermelo.draw import text
from zermelo.events import Event
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.textbook.sss_star import sss_star
from zermelo.trees import Tree, tree

FINISHED = """\
                  ▲A 6
    ┌──────────────┺━━━━┱─────────┐
   ▼B 2                ▼C 6     ▼D ≤ 1
 ┌──┴───┐            ┌──┺━━┓    ┌─┴──╳
E 2   ▲F ≥ 3        ▲G 7  H 6  I 1  (▲J)
    ┌───┴─╳       ┌──┴──┐         ┌──┴───┐
   K 3  (L 0)   ▼M ≤ 1 N 7      (O 2)  (P 20)
               ┌──┴──╳
              Q 1  (R 5)
evaluated 6 of 10: E K Q N H I"""

OUTLINED = """\
▲A 6
┠── ▼B 2
┃   ├── E 2
┃   └── ▲F ≥ 3
┃       ├── K 3
┃       └─╳ (L 0)
┡━━ ▼C 6
│   ┠── ▲G 7
│   ┃   ├── ▼M ≤ 1
│   ┃   │   ├── Q 1
│   ┃   │   └─╳ (R 5)
│   ┃   └── N 7
│   ┗━━ H 6
└── ▼D ≤ 1
    ├── I 1
    └─╳ (▲J)
        ├── (O 2)
        └── (P 20)
evaluated 6 of 10: E K Q N H I"""


def test_a_finished_search_from_the_top_down(classroom: Tree, story: list[Event]) -> None:
    assert text(classroom, story) == FINISHED


def test_a_narrow_terminal_gets_an_outline(classroom: Tree, story: list[Event]) -> None:
    assert text(classroom, story, width=40) == OUTLINED


def test_open_nodes_show_their_windows(classroom: Tree, story: list[Event]) -> None:
    shown = text(classroom, story, step=11)
    assert "»▲F ≥ 3«" in shown
    assert "α 3  β 2" in shown
    assert "α -∞  β 2" in shown
    assert "━" not in shown


def test_colour_is_optional(classroom: Tree, story: list[Event]) -> None:
    coloured = text(classroom, story, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == FINISHED


def test_every_step_fits_its_width(classroom: Tree, story: list[Event]) -> None:
    for step in range(len(story) + 1):
        assert max(map(len, text(classroom, story, step=step, width=60).split("\n"))) <= 60


def test_probabilities_and_branch_names_are_on_the_edges() -> None:
    shown = text(tree("A(B?(1/3:C=3 2/3:left:D=-6) E=4)"))
    assert "●B" in shown
    assert "1/3  left 2/3" in shown
    assert "1/3:  C 3" in text(tree("A(B?(1/3:C=3 2/3:left:D=-6) E=4)"), width=10)


def test_min_roots_and_many_players() -> None:
    assert text(tree([1, 2], root="min")).splitlines()[0].strip() == "▼A"
    assert text(tree([(1, 2, 3), (4, 5, 6)])).splitlines()[0].strip() == "P1:A"


def test_states_of_a_game_are_named_by_their_moves() -> None:
    events: list[Event] = []
    alpha_beta(TicTacToe(), depth=2, watch=events.append)
    shown = text(TicTacToe(), events)
    assert shown.startswith("▲start 1\n┠── ▼0 -1\n")
    assert "├─╳ (▲3)" in shown


def test_very_deep_trees() -> None:
    deep = tree("(" * 20_000 + "1" + ")" * 20_000)
    lines = text(deep, width=80).split("\n")
    assert len(lines) == 401
    assert lines[-1] == "... 19,601 more"
    assert max(map(len, lines)) <= 80


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in text(tree('"\x1b[31mred"(B=1 C=2)'))


def test_a_merit_is_drawn_as_a_bound_where_it_may_not_be_the_value() -> None:
    for position, bound in (
        (tree("A(B(E=3 F(K=-5 L=8)) C(G=2 H=-2))"), "F ≥ 3"),
        (tree("A(B(E=-3 F(K=5 L=-8)) C(G=-2 H=2))", root="min"), "F ≤ -3"),
    ):
        events: list[Event] = []
        sss_star(position, watch=events.append)
        drawn = text(position, events)
        assert bound in drawn
        assert "L 8" in drawn or "L -8" in drawn, "leaves keep their own values"
