"""Test reading and writing Gambit trees of perfect information, and the places in error messages."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given

from zermelo.state import CHANCE, ZermeloError
from zermelo.textbook.minimax import minimax
from zermelo.trees import Tree, example, format_efg, parse_efg, parse_tree, tree

from .trees import trees

ENTRY = """EFG 2 R "Market entry" { "Entrant" "Incumbent" }
"a comment, with \\"quotes\\""

c "" 1 "(0,1)" { "boom" 1/3 "bust" .666666666666666 } 0
p "Root" 1 1 "(1,1)" { "in" "out" } 0
p "" 2 1 "" { "fight" "share" } 0
t "" 1 "War" { -1, -1 }
t "" 2 "Peace" { 2.5, 1 }
t "same" 3 "Out" { 0 2 }
t "same" 3
"""

NIM = """EFG 2 R "" { "1" "2" }
p "three" 1 1 "" { "TAKE 1" "TAKE 2" } 0
p "two" 2 1 "" { "TAKE 1" "TAKE 2" } 0
t "" 1 "" { 1 -1 }
t "" 2 "" { -1 1 }
t "" 2
"""


def test_general_payoffs_are_tuples() -> None:
    one = parse_tree(ENTRY)
    assert [(node.name, node.value) for node in one.nodes] == [
        ("A", None),
        ("Root", None),
        ("C", (0, 2)),
        ("D", None),
        ("E", (0, 2)),
        ("F", (-1, -1)),
        ("G", (2.5, 1)),
    ]
    assert [node.player for node in one.nodes if node.children] == [CHANCE, 0, 1]
    assert [child.probability for child in one.children] == [Fraction(1, 3), 0.666666666666666]
    assert [node.action for node in one.nodes] == [None, "boom", "bust", "in", "out", "fight", "share"]


def test_zero_sum_games_are_numbers_for_the_first_player() -> None:
    one = parse_efg(NIM)
    assert [leaf.value for leaf in one.leaves()] == [1, -1, -1]
    assert minimax(one).value == -1
    assert parse_efg(format_efg(one)) == one


def test_chance_moves_may_be_defined_once_and_terminals_may_pay_nothing() -> None:
    one = parse_efg(
        'EFG 2 R "" { "a" "b" } p "" 1 1 { "x" "y" } 0 '
        'c "" 1 "" { "h" .5 "t" .5 } 0 t "" 0 t "" 1 "" {1 -1} c "" 1 0 t "" 1 t "" 0'
    )
    assert [leaf.value for leaf in one.leaves()] == [0, 1, 1, 0]
    assert one.nodes[3].probability == 0.5


@given(trees(statics=False, noisy=False))
def test_reads_back_what_it_wrote(one: Tree) -> None:
    pairs = [leaf.value for leaf in one.leaves() if isinstance(leaf.value, tuple)]
    assume(not pairs or any(sum(pair) != 0 for pair in pairs))
    assert parse_tree(format_efg(one)) == one


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("EFG 2 R", "EFG 3 R", "line 1, column 1: a Gambit file begins with EFG 2 R, not 'EFG 3 R'"),
        ('"" { "1" "2" }', '"" { "1" }', "line 1, column 12: a tree has 2 to 99 players, not 1"),
        (
            '"" { "1" "2" }',
            '"" { }',
            "line 1, column 14: a player's name, in double quotes, is expected",
        ),
        ('p "two" 2 1', 'p "two" 1 1', "line 3, column 11: information set 1 of player 1 has more than one node"),
        ('p "two" 2 1', 'p "two" 3 1', "line 3, column 9: there are only 2 players, so player 3 cannot move"),
        ('p "two" 2 1', 'p "two" 2 1.5', "line 3, column 11: the number of the information set must be a whole number"),
        (
            'p "two" 2 1',
            'q "two" 2 1',
            "line 3, column 1: a node, which begins with p, c or t, is expected, but found",
        ),
        ('p "two" 2 1', "p two 2 1", "line 3, column 3: the label of a node, in double quotes, is expected"),
        ('"TAKE 2" } 0\nt', '"TAKE 2" } 9 "" { 1 0 }\nt', "line 3, column 38: payoffs on the way are not read"),
        ('"TAKE 2" } 0\nt', '"TAKE 2" } 9\nt', "line 3, column 38: outcome 9 has no payoffs here nor above"),
        ("{ 1 -1 }", "{ 1 -1 0 }", "line 4, column 6: an outcome needs 2 payoffs, one for each player, not 3"),
        ("{ 1 -1 }", "{ 1 x }", "line 4, column 15: a payoff is expected, but found 'x'"),
        ("{ 1 -1 }", "{ 1 -1e999 }", "line 4, column 1: a value must be a finite number, not -inf"),
        ('t "" 2\n', 't "" 2 "" { 1 1 }', "line 6, column 6: outcome 2 had other payoffs above"),
        ('t "" 2\n', "", "line 6, column 1: a node, which begins with p, c or t, is expected, but the text ends"),
        ('t "" 2\n', 't "" 2\nt "" 2\n', "line 7, column 1: the tree is complete, but 't' follows"),
        ('t "" 2\n', 't "', "line 6, column 3: '\"' is not expected here"),
    ],
)
def test_what_is_wrong_is_named_with_line_and_column(old: str, new: str, sentence: str) -> None:
    assert old in NIM
    with pytest.raises(ZermeloError) as refusal:
        parse_efg(NIM.replace(old, new))
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('c "" 1 "" { "h" 1/2 "t" 1/3 } 0 t "" 0 t "" 0', "the probabilities at A add up to 5/6, not 1"),
        ('c "" 1 "" { "h" 0 "t" 1 } 0 t "" 0 t "" 0', "a probability must be above 0 and at most 1, not 0"),
        ('c "" 1 "" { } 0', "an action of chance, in double quotes, is expected"),
        ('c "" 1 "" 0', "'{' is expected before the chances"),
        ('p "" 1 1 "" { } 0', "an action, in double quotes, is expected"),
        ('p "" 1 1 "" 0', "'{' is expected before an action"),
    ],
)
def test_bad_nodes_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(ZermeloError, match=r"^line 1, column") as refusal:
        parse_efg('EFG 2 R "" { "a" "b" } ' + text)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("one", "sentence"),
    [
        (example("classroom"), "cannot hold the static value of F"),
        (parse_tree("A!(B=1)"), "cannot say that A is not quiet"),
        (tree([1]).with_values({"B": float("inf")}), "cannot hold the value of B"),
        (tree([(1, -1), (0, 0)]), "payoff pairs that all add up to zero"),
    ],
)
def test_what_it_cannot_hold_is_refused(one: Tree, sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        format_efg(one)
