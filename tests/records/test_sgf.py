"""SGF as text: trees of nodes go there and back, and nothing that is not SGF gets further than one sentence."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.records import sgf
from zermelo.records.sgf import GameTree, Node, escape, read_sgf, unescape
from zermelo.state import ZermeloError

texts = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\r"), max_size=12)
names = st.text("ABCXYZ", min_size=1, max_size=3)
properties = st.dictionaries(names, st.lists(texts.map(escape), min_size=1, max_size=3).map(tuple), max_size=3)


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    """Trees in the order of reading: each node's parent is on the path from the root to the node before it."""
    nodes, path = [Node(-1, draw(properties))], [0]
    for number in range(1, draw(st.integers(1, 12))):
        del path[draw(st.integers(1, len(path))) :]
        nodes.append(Node(path[-1], draw(properties)))
        path.append(number)
    return GameTree(tuple(nodes))


@given(st.lists(trees(), min_size=1, max_size=3))
def test_trees_go_there_and_back(collection: list[GameTree]) -> None:
    text = "\n".join(map(str, collection))
    assert list(read_sgf(text)) == collection
    assert list(read_sgf(text.encode())) == collection
    assert list(read_sgf(io.BytesIO(f"a letter\n{text}\nwith regards".encode()))) == collection


@given(texts)
def test_escapes_go_there_and_back(text: str) -> None:
    spaced = re.sub(r"[^\S\n]", " ", text)  # white space other than line breaks counts as a space
    assert unescape(escape(text)) == spaced
    assert unescape(escape(text), simple=True) == spaced.replace("\n", " ")


def test_syntax() -> None:
    [tree] = read_sgf("  ( ; FF [4]\r\nC[a \\] b\\\\]  AddBlack[aa] [bb]\nAB[cc]\n; B[]\n(;W[aa])(;W[bb] ;B [cc]) ) ")
    assert tree.nodes == (
        Node(-1, {"FF": ("4",), "C": ("a \\] b\\\\",), "AB": ("aa", "bb", "cc")}),
        Node(0, {"B": ("",)}),
        Node(1, {"W": ("aa",)}),
        Node(1, {"W": ("bb",)}),
        Node(3, {"B": ("cc",)}),
    )
    assert tree.place(4) == "line 5, column 17: "
    assert unescape(tree.nodes[0].properties["C"][0]) == "a ] b\\"
    assert unescape("one\\\r\ntwo\tthree\n\rfour\\\tfive") == "onetwo three\nfour\tfive"


@pytest.mark.parametrize("encoding", ["shift_jis", "GB2312", "UTF-8", "Big5", "latin-1"])
def test_encodings(encoding: str) -> None:
    name = "Müller" if encoding == "latin-1" else "本因坊秀策" if encoding == "shift_jis" else "中文"
    text = f"(;CA[{encoding}]PB[{name}];B[aa])"
    [tree] = read_sgf(text.encode(encoding))
    assert tree.nodes[0].properties["PB"] == (name,)


@pytest.mark.parametrize("charset", ["", "CA[nonsense]", "CA[zlib]", "CA[punycode]"])
def test_without_a_charset_it_is_utf8_or_latin1(charset: str) -> None:
    for encoding in ("utf-8", "latin-1"):
        [tree] = read_sgf(f"(;{charset}PB[Müller])".encode(encoding))
        assert tree.nodes[0].properties["PB"] == ("Müller",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: there is no SGF game here: one begins with (;"),
        ("1. e4 e5 (and more)", "line 1, column 1: there is no SGF game here"),
        ("(;B[aa]", "line 1, column 1: the variation that begins here has no closing bracket"),
        ("(;B[aa]\n(;W[bb])\n(;W[cc]", "line 3, column 1: the variation that begins here has no closing bracket"),
        ("(;B[aa];W", "line 1, column 9: the property W has no value"),
        ("(;B[aa\\]", "line 1, column 4: the value that begins here has no closing ]"),
        ("(;B[aa]\n 17)", "line 2, column 2: '1' is not SGF"),
        ("(;(;B[aa]);W[bb])", "line 1, column 11: a node cannot follow a closed variation"),
        ("(;(;B[aa])W[bb])", "line 1, column 11: 'W' is not SGF"),
        ("(;(B[aa]))", "line 1, column 3: a variation begins with (;"),
        ("(;b[aa])", "line 1, column 3: 'b' does not name a property: a name has capitals, and up to 100 letters"),
        (f"(;{'A' * 101}[aa])", "AAAA' does not name a property"),
        ("(;)(;B", "line 1, column 6: the property B has no value"),
    ],
)
def test_what_is_not_sgf_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(ZermeloError, match=re.escape(message)):
        list(read_sgf(text))


def read_or_refuse(text: str | bytes) -> tuple[list[GameTree], str]:
    try:
        return list(read_sgf(text)), ""
    except ZermeloError as error:
        return [], str(error)


@given(st.text("()[];\\BAa \n", max_size=40))
def test_noise_is_read_or_refused_in_one_sentence(text: str) -> None:
    found, sentence = read_or_refuse(text)
    if sentence:
        assert re.match(r"line \d+, column \d+: [^\n]*$", sentence)
    else:
        assert list(read_sgf("".join(map(str, found)))) == found


@given(st.binary(max_size=60))
def test_bytes_are_read_or_refused(content: bytes) -> None:
    for text in (content, b"(;" + content + b")"):
        found, sentence = read_or_refuse(text)
        assert found or sentence.startswith("line ")


def test_nesting_costs_no_stack() -> None:
    deep = 20_000
    [tree] = read_sgf("(;" * deep + ")" * deep)
    assert len(tree.nodes) == deep
    forks = "(;B[aa](;W[bb])" * deep + ")" * deep
    [tree] = read_sgf(forks)
    assert list(read_sgf(str(tree))) == [tree]
    del tree


def test_limits_are_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf, "LONGEST", 2**20)
    monkeypatch.setattr(sgf, "MOST_NODES", 1000)
    monkeypatch.setattr(sgf, "MOST_VALUES", 1000)
    for text in ("(;" + ";" * 1000, "(;" * 1001):
        with pytest.raises(ZermeloError, match=r"line 1, column \d+: a game of more than 1,000 nodes is too large"):
            list(read_sgf(text))
    for text in ("(;AB" + "[aa]" * 1001 + ")", "(;" + "AB[aa]" * 1001 + ")"):
        with pytest.raises(ZermeloError, match=r"line 1, column \d+: a game of more than 1,000 values is too large"):
            list(read_sgf(text))
    sentence = (
        "line 2, column 1: a game of more than 1 MB begins here (line 2, column 4: the value that begins here has no"
    )
    with pytest.raises(ZermeloError, match=re.escape(sentence)):
        list(read_sgf(io.BytesIO(b"(;B[aa])\n(;C[" + b"word " * 2**20)))


@given(
    st.lists(st.sampled_from(["(;B[aa]", "(;", ";W[", "本\n", "\\", "]", ")", "(", " ", "\n", "C[é]", "x"])),
    st.integers(1, 9),
    st.sampled_from(["utf-8", "gbk", "latin-1", "utf-8-sig"]),
)
def test_a_file_read_piece_by_piece_says_the_same(parts: list[str], piece: int, encoding: str) -> None:
    text = f"{'(;CA[gbk])' if encoding == 'gbk' else ''}{''.join(parts)}".encode(encoding, "replace")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sgf, "CHUNK", max(piece, 10))  # which has the first CA
        assert places(io.BytesIO(text)) == places(text)


def places(source: Any) -> list[Any]:
    """The trees with the places of their nodes, and the error."""
    found: list[Any] = []
    try:
        found += ((tree, list(map(tree.place, range(len(tree.nodes))))) for tree in read_sgf(source))
    except ZermeloError as error:
        found.append(str(error))
    return found


def test_games_after_one_another_need_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf, "CHUNK", 100)
    monkeypatch.setattr(sgf, "LONGEST", 300)
    text = b"(;B[aa]\n;W[bb])\n" * 1000 + b"(;B[cc])"
    trees = list(read_sgf(io.BytesIO(text)))
    assert len(trees) == 1001
    assert max(len(tree.source.text) for tree in trees) < 300
    assert trees[-1].place(0) == "line 2001, column 2: "


@pytest.mark.parametrize("noise", ["(", "(;", "(;A[", "\\", "]", "[", "(;A[\\]", "\x00", "AB[aa]", "( ", "(;a"])
def test_megabytes_of_noise_are_refused(noise: str) -> None:
    with pytest.raises(ZermeloError, match=r"^line \d+, column \d+: "):
        list(read_sgf(noise * (2**21 // len(noise))))
