"""The picture of a search tree after each event."""

from __future__ import annotations

from zermelo.draw import Picture, PictureNode, picture
from zermelo.draw.skeleton import MAX_NODES
from zermelo.events import (
    Again,
    Answer,
    Backup,
    Enter,
    Evaluate,
    Event,
    Expand,
    Extend,
    Improve,
    Iteration,
    Recall,
    Reopen,
    Reorder,
    Simulate,
    Skip,
    Solve,
)
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.textbook.minimax import minimax
from zermelo.trees import Tree, tree


def node(drawn: Picture, name: str) -> PictureNode:
    return next(each for each in drawn.nodes if each.name == name)


def after(events: list[Event], *, last: type[Event], name: str) -> int:
    """How many events there are up to and with the first of a kind at a node."""
    return next(n for n, each in enumerate(events, 1) if isinstance(each, last) and getattr(each, "node", "") == name)


def test_a_tree_without_events_has_leaf_and_static_values() -> None:
    drawn = picture(tree("A(B=4(D=1 E=3) C=-2)"))
    assert [each.value_text for each in drawn.nodes] == ["", "", "-2", "1", "3"]
    assert node(drawn, "B").static == 4
    assert {each.status for each in drawn.nodes} == {"unseen"}
    assert [each.role for each in drawn.nodes] == ["MAX", "MIN", "LEAF", "LEAF", "LEAF"]


def test_windows_and_values_follow_the_search(classroom: Tree, story: list[Event]) -> None:
    drawn = picture(classroom, story, step=after(story, last=Enter, name="F"))
    assert node(drawn, "F").status == "current"
    assert node(drawn, "F").window == ("α -∞", "β 2")
    assert node(drawn, "B").value_text == "≤ 2"
    assert node(drawn, "B").status == "open"
    assert node(drawn, "C").status == "unseen"
    assert drawn.evaluated == ["E"]
    assert not drawn.cuts


def test_the_whole_search(classroom: Tree, story: list[Event]) -> None:
    drawn = picture(classroom, story)
    assert [drawn.nodes[each].name for each in drawn.path] == ["A", "C", "H"]
    assert drawn.evaluated == list("EKQNHI")
    assert drawn.leaves == 10
    assert {name: node(drawn, name).value_text for name in "ABCDFM"} == {
        "A": "6",
        "B": "2",
        "C": "6",
        "D": "≤ 1",
        "F": "≥ 3",
        "M": "≤ 1",
    }
    assert {each.name for each in drawn.nodes if each.status == "skipped"} == set("LRJOP")
    assert {each.name for each in drawn.nodes if each.cut} == set("LRJ")
    cuts = [(drawn.nodes[cut.node].name, drawn.nodes[cut.by or 0].name, cut.kind, cut.deep) for cut in drawn.cuts]
    assert cuts == [("F", "B", "beta", False), ("M", "A", "alpha", True), ("D", "A", "alpha", False)]


def test_unproven_values_are_provisional(classroom: Tree, story: list[Event]) -> None:
    drawn = picture(classroom, story, step=after(story, last=Improve, name="G"))
    assert node(drawn, "G").value_text == "1…"


def test_minimax_shows_no_windows(classroom: Tree) -> None:
    events: list[Event] = []
    minimax(classroom, watch=events.append)
    assert not any(each.show_window for each in picture(classroom, events).nodes)


def test_a_new_pass_starts_clean_in_the_new_order(classroom: Tree, story: list[Event]) -> None:
    again = [*story, Reorder("A", ("C", "B", "D"), (6, 2, 1)), Iteration(2)]
    drawn = picture(classroom, again)
    assert [drawn.nodes[child].name for child in drawn.nodes[0].children] == ["C", "B", "D"]
    assert {each.status for each in drawn.nodes} == {"unseen"}
    assert not drawn.evaluated
    assert not drawn.cuts
    assert [drawn.nodes[each].name for each in drawn.path] == ["A", "C", "H"]


def test_best_first_and_monte_carlo_events() -> None:
    drawn = picture(
        tree([1, 2]),
        [Enter("A", None, None, "MAX", 0), Reopen("A", None), Reopen("B", 3), Solve("C", 2), Recall("A", 2, "lower")],
    )
    assert [each.value_text for each in drawn.nodes] == ["≥ 2", "1", "2"]
    start = TicTacToe()
    drawn = picture(
        start,
        [
            Expand("start", None, None, "MAX"),
            Expand("4", "start", "4", "MIN"),
            Simulate("4", 3, 1),
            Backup("4", 1, 1),
            Backup("start", 3, 1 / 3),
        ],
    )
    assert [each.value_text for each in drawn.nodes] == ["0.333 ×3", "1 ×1"]
    assert drawn.nodes[1].state == start.play(4)


def test_a_node_that_is_searched_again_is_open() -> None:
    drawn = picture(tree([[1, 2], 3]), [Extend("B", 4), Again("B", 5), Evaluate("D", 1, "cached")])
    assert (node(drawn, "B").status, node(drawn, "B").value_text) == ("open", "4…")
    assert drawn.evaluated == ["D"], "a remembered value was asked for all the same"


def test_a_game_is_replayed_from_its_root() -> None:
    start, events = TicTacToe(), list[Event]()
    alpha_beta(start, depth=2, watch=events.append)
    drawn = picture(start, events)
    assert not drawn.explicit
    assert drawn.nodes[0].name == "start"
    assert node(drawn, "4 0").state == start.play(4).play(0)
    assert [drawn.nodes[each].move for each in drawn.path] == [None, "4", "0"]
    assert node(drawn, "1 2").status == "skipped"
    assert node(drawn, "1 2").value_text == ""


def test_events_of_another_game_are_harmless(story: list[Event]) -> None:
    drawn = picture(TicTacToe(), [*story, Answer(1, "exact", ("nowhere",)), Skip("x", "y", ("x",))])
    assert drawn.nodes[0].name == "A"
    assert all(each.state is None for each in drawn.nodes[1:])
    assert not drawn.path


def test_large_trees_are_cut_off_and_counted() -> None:
    drawn = picture(tree([[[1, 2]] * 500] * 3))
    assert len(drawn.nodes) == MAX_NODES
    assert len(drawn.nodes) + drawn.hidden == 1 + 3 + 1500 + 3000
    assert drawn.note() == f"... {drawn.hidden:,} more"


def test_payoffs_of_many_players() -> None:
    drawn = picture(tree([[(1, 2, 3), (4, 5, 6)], (7, 8, 9)]))
    assert [each.role for each in drawn.nodes] == ["P1", "P2", "LEAF", "LEAF", "LEAF"]
    assert drawn.nodes[2].value_text == "(7, 8, 9)"


def test_the_note_counts_leaves_and_repeated_evaluations(classroom: Tree) -> None:
    twice = [Evaluate("E", 2), Evaluate("K", 3), Evaluate("E", 2)]
    assert picture(classroom, twice).note() == "evaluated 2 of 10 (3 times): E K E"
    assert picture(classroom, [Evaluate("B", 4, "static")]).note() == "evaluated 1: B"


def test_a_strategy_profile_continues_in_every_branch_of_chance() -> None:
    position = tree("A(B?(1/2:D=(2,0) 1/2:E(G=(0,1) H=(1,1))) C(I=(0,0) J=(0,1)))")
    profile = {"A": ("B", (1, 0)), "B": (None, (1, 0)), "E": ("H", (1, 1)), "C": ("J", (0, 1))}
    drawn = picture(position, profile=profile)
    assert [each.name for each in drawn.nodes if each.on_path] == ["A", "B", "D", "E", "H"]
    assert [each.name for each in drawn.nodes if each.choice] == ["J"]
    assert node(drawn, "C").value_text == "(0, 1)"
    assert [drawn.nodes[number].name for number in drawn.path] == ["A", "B"]
