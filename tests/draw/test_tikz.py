"""TikZ drawings, checked without TeX: braces match, names are escaped, marks are present."""

from __future__ import annotations

import re

from zermelo.draw import tikz
from zermelo.draw.tikz import latex
from zermelo.events import Event
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.trees import Tree, tree


def balanced(source: str) -> bool:
    depth = 0
    for mark in re.findall(r"(?<!\\)[{}]", source):
        depth += 1 if mark == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def test_every_step_is_balanced_ascii(classroom: Tree, story: list[Event]) -> None:
    for step in range(len(story) + 1):
        source = tikz(classroom, story, step=step)
        assert balanced(source)
        assert source.isascii()


def test_the_finished_search(classroom: Tree, story: list[Event]) -> None:
    source = tikz(classroom, story)
    assert source.count(r"\draw[answer]") == 2
    assert source.count(r"\draw[deep]") == 1
    assert source.count(r"\draw[cut]") == 3 + 2
    assert r"{$\geq$ 3}" in source
    assert r"{$\alpha$ $-$$\infty$}" in source
    assert source.count(r"\draw[current]") == 0
    assert tikz(classroom, story, step=11).count(r"\draw[current]") == 1


def test_standalone_is_a_whole_document(classroom: Tree) -> None:
    source = tikz(classroom, standalone=True)
    assert source.startswith(r"\documentclass")
    assert source.endswith("\\end{document}\n")


def test_names_are_escaped() -> None:
    assert latex(r"\a{b}$&#%_^~") == (r"\textbackslash{}a\{b\}\$\&\#\%\_\textasciicircum{}\textasciitilde{}")
    source = tikz(tree('"50%"("a_b&#"=1 "\\\\input{x}"=-2)'))
    assert r"{50\%}" in source
    assert r"{a\_b\&\#}" in source
    assert r"\textbackslash{}input\{x\}" in source
    assert "{$-$2}" in source


def test_states_of_a_game_are_named_by_their_moves() -> None:
    events: list[Event] = []
    alpha_beta(TicTacToe(), depth=2, watch=events.append)
    assert balanced(tikz(TicTacToe(), events))


def test_a_picture_too_large_for_tex_gets_a_smaller_unit() -> None:
    source = tikz(tree("(" * 60_000 + "1" + ")" * 60_000))
    assert "nodes={scale=" in source
    numbers = [abs(float(each)) for each in re.findall(r"[(,](-?\d+\.\d+)", source)]
    assert max(numbers) < 16_000
