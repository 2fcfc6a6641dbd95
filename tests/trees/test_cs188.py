"""Test reading and writing CS188 trees, and the lines in error messages."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.state import CHANCE, MAX, MIN, ZermeloError
from zermelo.textbook.minimax import minimax
from zermelo.trees import Tree, example, format_cs188, parse_cs188, parse_tree, random_tree, tree
from zermelo.trees.cs188 import parse_solution, parse_tree_test
from zermelo.trees.nodes import build

from .trees import plain_words

SMALL = '''
# a tree of two plies
class: "GraphGameTreeTest"
alg: "MinimaxAgent"
depth: "2"
diagram: """
   a   # drawn
  / \\
"""
num_agents: "2"
start_state: "a"
win_states: "C D E"
lose_states: ""
successors: """
a Left b
a Right E   # a comment
b Left C
b Right D
"""
evaluation: """
C 3.0
D -1.99
E 2
b 7.5
"""
'''


def test_a_file_is_read() -> None:
    one = parse_tree(SMALL)
    assert [(node.name, node.player, node.value, node.action) for node in one.nodes] == [
        ("a", MAX, None, None),
        ("b", MIN, 7.5, "Left"),
        ("E", MIN, 2, "Right"),
        ("C", MAX, 3.0, "Left"),
        ("D", MAX, -1.99, "Right"),
    ]
    assert minimax(one).line == ("E",)
    assert parse_tree(SMALL.replace("\n", "\r\n")) == one


def test_three_agents_rotate() -> None:
    text = SMALL.replace('num_agents: "2"', 'num_agents: "3"').replace("b Left C", "b Left c\nc Down C")
    assert [node.player for node in parse_cs188(text).nodes if node.children] == [MAX, MIN, MIN]


def test_expectimax_makes_equal_chances() -> None:
    one = parse_cs188(SMALL.replace("Minimax", "Expectimax"))
    assert one["b"].player == CHANCE
    assert [child.probability for child in one["b"].children] == [Fraction(1, 2)] * 2
    assert parse_cs188(format_cs188(one)) == one


def test_what_the_start_does_not_reach_is_left_out() -> None:
    one = parse_cs188(SMALL.replace("b Right D\n", "b Right D\nx Left y\nx Right z\n"))
    assert one == parse_cs188(SMALL)


@pytest.mark.parametrize(
    ("old", "new"), [("C D E", "C D E Q"), ('lose_states: ""', 'lose_states: "Q R"'), ("E 2", "E 2\nQ 3")]
)
def test_names_that_are_not_in_the_tree_are_ignored(old: str, new: str) -> None:
    assert parse_cs188(SMALL.replace(old, new)) == parse_cs188(SMALL)


def test_the_game_ends_at_win_states_and_lose_states() -> None:
    for key in ('win_states: "C D E"', 'lose_states: ""'):
        one = parse_cs188(SMALL.replace(key, f'{key[:-1]} b"'))
        assert [node.name for node in one.nodes] == ["a", "b", "E"]
        assert minimax(one).line == ("b",), "its evaluation, 7.5, is what the game pays"


@pytest.mark.parametrize(
    ("agent", "search"),
    [
        ("MinimaxAgent", "minimax"),
        ("AlphaBetaAgent", "alpha_beta"),
        ("MyAlpha_BetaMinimaxAgent", "alpha_beta"),
        ("ExpectimaxAgent", "expectimax"),
        ("ContestAgent", None),
    ],
)
def test_a_file_says_how_its_agent_searches(agent: str, search: str | None) -> None:
    text = SMALL.replace("MinimaxAgent", agent).replace('num_agents: "2"', 'num_agents: "3"')
    test = parse_tree_test(text)
    assert (test.agent, test.search, test.rounds, test.agents, test.depth) == (agent, search, 2, 3, 6)
    assert parse_tree_test(text.replace('depth: "2"', "")).depth is None


def test_solutions_of_both_ages_are_read() -> None:
    for key in ("generated", "expanded"):
        solution = parse_solution(f'# a comment\naction: "Left"\n{key}: "b a C"\n')
        assert solution == ("Left", ("C", "a", "b"))
    for text, sentence in (
        ('generated: "a"', "action is missing"),
        ('action: "Left"', "generated is missing"),
        ("[]", "line 1"),
    ):
        with pytest.raises(ZermeloError, match=sentence):
            parse_solution(text)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("b Right D", "b Right D\nb Up E", "line 19: E is reached twice, so this is not a tree"),
        ("b Right D", "b Right D\nb Up a", "line 19: a leads back to itself"),
        ("b Right D", "b Right D\nb Up b", "line 19: b leads back to itself"),
        ("b Right D", "b Left D", "line 18: b has two successors by the action Left"),
        ("b Right D", "b D", "line 18: a successor is written as: state action successor, not 'b D'"),
        ("E 2\n", "", "line 16: E has no successors, so it needs a value in evaluation"),
        ("E 2", "F 2", "line 16: E has no successors, so it needs a value in evaluation"),
        ("E 2", "E two", "line 23: 'two' is not a number"),
        ("E 2", "E nan", "line 23: 'nan' is not a number"),
        ("E 2", "E 1_0", "line 23: '1_0' is not a number"),
        ("E 2", "E 1e999", "line 16: a value must be a finite number, not inf"),
        ("E 2", "E", "line 23: an evaluation is written as: state value, not 'E'"),
        ("E 2", "E 2\nE 3", "line 24: E is evaluated twice"),
        ('depth: "2"', 'depth: "0"', "line 5: depth must be a whole number from 1 up, not '0'"),
        ('depth: "2"', 'depth: "two"', "line 5: depth must be a whole number from 1 up, not 'two'"),
        ('depth: "2"', "what is this", "line 5: 'what is this' is not of the form key: \"value\""),
        ('depth: "2"', 'deepth: "2"', "line 5: deepth is not a key of this format"),
        ('depth: "2"', 'alg: "x"', "line 5: alg is given twice"),
        ('num_agents: "2"', 'num_agents: "0"', "line 10: num_agents must be a whole number from 1 up, not '0'"),
        ('start_state: "a"', 'start_state: "a b"', "line 11: start_state must name one state"),
        ('start_state: "a"', 'start_state: "q"', "line 11: q has no successors, so it needs a value in evaluation"),
        ("GraphGameTreeTest", "PacmanGameTreeTest", "line 3: PacmanGameTreeTest holds no tree; zermelo pacman --test"),
        ("b 7.5\n" + '"""', "b 7.5", 'line 20: the block that begins here has no closing """'),
        ("b 7.5\n" + '"""', 'b 7.5\n""" x', "line 25: 'x' stands after the end of a block"),
        ("evaluation:", "diagram2:", "line 20: diagram2 is not a key of this format"),
        ('start_state: "a"', "", "start_state is missing"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, sentence: str) -> None:
    assert old in SMALL
    with pytest.raises(ZermeloError) as refusal:
        parse_cs188(SMALL.replace(old, new))
    assert str(refusal.value).startswith(sentence)


@given(st.integers(0, 10**6), st.booleans(), st.integers(1, 4), st.data())
def test_reads_back_what_it_wrote(seed: int, statics: bool, agents: int, data: st.DataObject) -> None:
    drafts = random_tree(seed, branching=(1, 3), depth=4, ragged=True, statics=statics).drafts()
    names = data.draw(st.lists(plain_words, min_size=len(drafts), max_size=len(drafts), unique=True))
    kind = data.draw(st.sampled_from((MIN, CHANCE)))
    inner: dict[int, int] = {}
    depths = [0] * len(drafts)
    for number, draft in enumerate(drafts):
        inner[draft.parent] = inner.get(draft.parent, 0) + 1
        depths[number] = depths[draft.parent] + 1 if number else 0
        draft.name, draft.player = names[number], MAX if depths[number] % agents == 0 else kind
        draft.action = f"-{number}" if number and data.draw(st.booleans()) else None
    for draft in drafts[1:]:
        share = Fraction(1, inner[draft.parent])
        draft.probability = share if drafts[draft.parent].player == CHANCE else None
    one = build(drafts)
    assert parse_tree(format_cs188(one)) == one


@pytest.mark.parametrize(
    ("one", "sentence"),
    [
        (tree([1, 2], root="min"), "only trees where MAX begins"),
        (example("three_players"), "whole and decimal numbers only"),
        (parse_tree("A(B=1/3)"), "whole and decimal numbers only"),
        (parse_tree("A(B(C=1))").with_values({"C": float("inf")}), "whole and decimal numbers only"),
        (example("chance"), "only equal chances"),
        (example("uneven"), "cannot say that B is not quiet"),
        (parse_tree('A("b c"=1)'), "cannot hold the name 'b c'"),
        (parse_tree('A("#"=1)'), "cannot hold the name '#'"),
        (parse_tree("A(B:B=1)"), "cannot hold a branch called 'B' like the node it leads to"),
        (parse_tree("A(x:B=1 x:C=2)"), "cannot hold A: two of its branches have the same name"),
        (parse_tree("A(B(C=1) D@max(E=1))"), "turns go round the same way"),
        (parse_tree("A(B?(1:C(D=1)))"), "turns go round the same way"),
    ],
)
def test_what_it_cannot_hold_is_refused(one: Tree, sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        format_cs188(one)
