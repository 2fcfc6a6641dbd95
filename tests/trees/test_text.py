"""Test that the text formats of trees round-trip, and their error messages."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from zermelo.reading import exact
from zermelo.state import CHANCE, MAX, MIN, ZermeloError
from zermelo.trees import EXAMPLES, STYLES, Tree, example, format_tree, nodes, parse_tree, scanner, tree
from zermelo.trees import text as text_module
from zermelo.trees.nodes import Draft, build
from zermelo.trees.scanner import check_nesting
from zermelo.trees.text import parse_names

from .trees import plain_words, trees, whole


@given(trees())
def test_names_hold_everything(one: Tree) -> None:
    assert parse_tree(format_tree(one, "names")) == one


@given(trees())
def test_sexpr_holds_everything(one: Tree) -> None:
    assert parse_tree(format_tree(one, "sexpr")) == one


@given(trees(chance=False, statics=False, noisy=False, turns=False, actions=False))
def test_lists_hold_plain_trees(one: Tree) -> None:
    assume(one.children or not isinstance(one.value, tuple))
    bare = build([Draft(draft.parent, draft.at, value=draft.value) for draft in one.drafts()])
    assert parse_tree(format_tree(bare, "lists")) == bare


@given(trees(), st.sampled_from(sorted(STYLES)))
def test_every_style_reads_back_or_refuses(one: Tree, style: str) -> None:
    try:
        text = format_tree(one, style)
    except ZermeloError:
        assert style not in ("names", "sexpr")
        return
    assert parse_tree(text) == one


@given(st.text(max_size=60))
def test_any_text_is_a_tree_or_an_error(text: str) -> None:
    _read_or_refuse(text)


@given(st.text('[]()=:?!@"\\, \n1/2.-eAB{}#', max_size=40))
def test_any_marks_are_a_tree_or_an_error(text: str) -> None:
    _read_or_refuse(text)


def _samples() -> list[str]:
    small = [example(name) for name in EXAMPLES]
    texts = []
    for one in (*small, parse_tree("A?(1/2:left:B(C=1 D=2) 1/2:right:E=3)")):
        for style in STYLES:
            try:
                texts.append(format_tree(one, style))
            except ZermeloError:
                continue
    return texts


SAMPLES = _samples()


@settings(max_examples=300)
@given(st.data())
def test_damaged_texts_are_trees_or_errors(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(SAMPLES))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(at, min(len(text), at + 8)))
        text = text[:at] + data.draw(st.text('[]()=:?!@"\\ \n10/.-xAEFG{}', max_size=3)) + text[end:]
    _read_or_refuse(text)


def _read_or_refuse(text: str) -> None:
    try:
        one = parse_tree(text)
    except ZermeloError:
        return
    assert parse_tree(format_tree(one)) == one


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "character 1: a list or a number is expected, but the text ends"),
        ("[]", "character 2: the node is empty; it needs at least one child"),
        ("[1, nan]", "character 5: a value must be a finite number, not nan"),
        ("[1, 1e999]", "character 5: a value must be a finite number, not inf"),
        ("[1, 1/0]", "character 5: 1/0 is not a number"),
        ("[3-4]", "character 2: '3' is not expected here"),
        ("[1, , 2]", "character 5: a comma must stand after a value"),
        ("[1, 2", "character 6: a number, '[' or ']' is expected, but the text ends"),
        ("[1, 2] 3", "character 8: the tree is complete, but '3' follows"),
        ("[1, (1, 2)]", "character 5: every value must have as many payoffs as the first one has"),
        ("[(1)]", "character 2: payoffs need at least two numbers, one for each player"),
        ("A(B=1 B=2)", "character 7: the name B is used twice"),
        ("A(B)", "character 3: a leaf needs a value, and a node at least one child"),
        ("A?(1/2:B=1 1/3:C=2)", "character 1: the probabilities at A add up to 5/6, not 1"),
        ("A?(1:B=1 1:C=2)", "character 1: the probabilities at A add up to 2, not 1"),
        ("A?(B=1)", "character 4: a branch of the chance node A needs a probability"),
        ("A(1/2:B=1)", "character 3: a probability is given, but A is not a chance node"),
        ("1/2:A=1", "character 4: the tree is complete, but ':' follows"),
        ("A@p3(B=1)", "character 1: there are only 2 players, so player 3 cannot move"),
        ("A(left:1=2)", "the name of a node is expected after the name of its branch"),
        ("x:A=1", "character 1: no branch leads to the root, so it takes no probability and no action"),
        ("A(\n  B=1\n  C=x)", "line 3, character 5: a value is expected, but found 'x'"),
        ("(max :loud 1)", "character 7: :loud is not known; :static VALUE, :noisy and :action NAME are"),
        ("(up 1 2)", "character 2: 'up' does not say who moves"),
        ("A@" + "p" + "9" * 9000 + "(B=1)", "does not say who moves"),
        ("[" + "9" * 301 + "]", "character 2: a number of 301 characters is too long"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ZermeloError) as refusal:
        parse_tree(text)
    assert sentence in str(refusal.value)


def test_a_million_brackets_are_refused() -> None:
    for text in ("[" * 1_000_000, "(" * 1_000_000, "A(" * 200_000):
        with pytest.raises(ZermeloError, match=r"nested more than 100,000 levels deep|used twice"):
            parse_tree(text)


def test_deep_trees_are_read() -> None:
    depth = 20_000
    one = parse_tree("[" * depth + "1" + "]" * depth)
    assert len(one) == depth + 1
    for style in STYLES:
        assert parse_tree(format_tree(one, style)) == one


def test_branches_have_names_of_their_own() -> None:
    one = parse_tree('A?(1/2:heads:B=1 1/2:"on edge":C=2)')
    assert [node.action for node in one.nodes] == [None, "heads", "on edge"]
    assert format_tree(one, "sexpr") == '(chance 1/2 (leaf :action heads 1) 1/2 (leaf :action "on edge" 2))'


def test_names_may_hold_anything() -> None:
    name = 'a "b" \\ c\nd'
    one = build([Draft(-1, 0, name), Draft(0, 1, "EFG", value=1)])
    for style in ("names", "sexpr", "efg"):
        assert parse_tree(format_tree(one, style))[name].children[0].name == "EFG"
    with pytest.raises(ZermeloError, match="a name cannot be empty"):
        build([Draft(-1, 0, "", value=1)])


def test_nobody_moves_at_a_leaf() -> None:
    assert parse_tree("7", root="min").player == MAX
    assert parse_tree("A(B@max=1 C?=2)").children[0].player == MIN
    assert [leaf.player for leaf in parse_tree("A?(1:B=1)", root="min").leaves()] == [MAX]
    assert parse_tree("A?(1:B(C=1))", root="min")["B"].player == MIN
    assert parse_tree("A?(1:B=1)").player == CHANCE


@pytest.mark.parametrize("value", [(), (1,), tuple(range(100))])
def test_payoffs_are_for_two_to_ninety_nine_players(value: tuple[int, ...]) -> None:
    with pytest.raises(ZermeloError, match=r"payoffs must be for 2 to 99 players|is not a list, a number or a tuple"):
        tree([value])


@pytest.mark.parametrize("text", ["A(B=1, C=2)", "A ( B = 1 C = 2 )", "A(\n\tB=1\n\tC=2\n)", 'A("B"=1 C=2)'])
def test_spaces_and_commas_do_not_matter(text: str) -> None:
    assert parse_tree(text) == tree([1, 2])


@given(st.lists(plain_words, min_size=2, max_size=5, unique=True), whole)
def test_plain_names_need_no_quotes(names: list[str], value: int) -> None:
    one = build([Draft(-1 if number == 0 else 0, number, name, value) for number, name in enumerate(names)])
    assert '"' not in format_tree(one)


def test_styles_are_named_when_one_is_unknown() -> None:
    with pytest.raises(
        ZermeloError, match="'xml' is not a style of tree text: choose from names, lists, sexpr, cs188, efg"
    ):
        format_tree(tree([1]), "xml")


def test_the_deepest_trees_and_longest_numbers_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "MAX_PLIES", 5)
    monkeypatch.setattr(nodes, "MAX_PLIES", 5)
    monkeypatch.setattr(scanner, "LONGEST_NUMBER", 3)
    assert len(parse_tree("[[[[[1]]]]]")) == 6
    assert len(build([Draft(number - 1, number, value=1) for number in range(6)])) == 6
    assert parse_tree("[-12]").children[0].value == -12
    for deep in ("[[[[[[1]]]]]]", [Draft(number - 1, number, value=1) for number in range(7)]):
        with pytest.raises(ZermeloError, match="more than 5 levels deep"):
            parse_tree(deep) if isinstance(deep, str) else build(deep)
    with pytest.raises(ZermeloError, match="a number of 4 characters is too long"):
        parse_tree("[-123]")


def test_payoffs_of_ninety_nine_players_are_read() -> None:
    assert tree([tuple(range(99))]).players == 99
    assert exact("0." + "3" * 298) == 1 / 3
    with pytest.raises(ValueError, match="is not a number"):
        exact("0." + "3" * 299)


def _scanned(text: str, scanned_only: bool) -> Tree | str:
    """What `parse_names` makes of a text, or why it refuses it; with or without its short cut."""
    with pytest.MonkeyPatch.context() as patch:
        if scanned_only:
            patch.setattr(text_module, "_simple_drafts", lambda text: None)
        try:
            return parse_names(text)
        except ZermeloError as error:
            return str(error)


PIECES = ("A", "B", "C.d", "max", *'()= \n@x?",', "1", "-2", "+3", ".5", "/7", "@max", "@min")


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_the_short_cut_for_simple_texts_reads_what_the_scanner_reads(text: str) -> None:
    assert _scanned(text, False) == _scanned(text, True)


@given(trees())
def test_the_short_cut_reads_trees_as_the_scanner_does(one: Tree) -> None:
    text = format_tree(one, "names")
    assert _scanned(text, False) == _scanned(text, True) == one


@pytest.mark.parametrize(
    "text", ["A(B=1 B=2)", "A(\nB=1\n B=2)", "A(B C=1)", "A()", "A(B=1", "A(B=1))", "A=1 B=2", "A@maxi(B=1)"]
)
def test_the_short_cut_leaves_errors_as_they_are(text: str) -> None:
    refusal = _scanned(text, False)
    assert isinstance(refusal, str)
    assert refusal == _scanned(text, True)


def test_too_deep_a_text_is_refused_before_it_is_read() -> None:
    check_nesting("A(B(C=1))", 2)
    check_nesting('A("(((("=1 B(C=2))', 2)
    with pytest.raises(ZermeloError, match="character 6: brackets are nested more than 2 levels deep"):
        check_nesting("A(B(C(((((", 2)
    with pytest.raises(ZermeloError, match="line 2, character 1: brackets"):
        check_nesting("[[\n[ nothing that could be read", 2)
