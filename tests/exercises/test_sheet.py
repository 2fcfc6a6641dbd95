"""Exam sheets: the same seed gives the same bytes, and each format is well formed whatever the title is."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any

import pytest
from click.testing import CliRunner

from zermelo.cli.exam import exam as command
from zermelo.events import Enter
from zermelo.exercises import KINDS, exam
from zermelo.exercises.cut_interval import CutInterval
from zermelo.exercises.sheet_latex import NO_BREAK, typeset
from zermelo.state import ZermeloError, as_number

HOSTILE = 'A & B <script>alert("x")</script> \\input{/etc/passwd} $100% #1_a ~^ {'
VOID = {"meta", "br"}


class _Page(HTMLParser):
    """Checks that tags close in order, and keeps what it has seen."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("form", ["markdown", "latex", "html"])
@pytest.mark.parametrize("key", [False, True])
def test_the_same_seed_gives_the_same_sheet(form: str, key: bool) -> None:
    first, again, other = (getattr(exam(seed), form)(key=key) for seed in (5, 5, 6))
    assert first == again
    assert first != other


@pytest.mark.parametrize("form", ["markdown", "latex", "html"])
def test_answers_appear_only_in_the_key(form: str) -> None:
    sheet = exam(3, list(KINDS), count=8)
    plain, keyed = getattr(sheet, form)(), getattr(sheet, form)(key=True)
    assert "Key:" in keyed
    assert "Key:" not in plain
    closing = {"markdown": "", "latex": "\\end{document}\n", "html": "</body>\n</html>\n"}[form]
    assert keyed.startswith(plain.removesuffix(closing).rstrip())
    for word in ("never let play reach", "The answer is"):
        assert word in keyed
        assert word not in plain


@pytest.mark.parametrize("title", ["Midterm", HOSTILE])
def test_the_html_page_is_well_formed(title: str) -> None:
    sheet = exam(2, count=8, title=title)
    page = _Page()
    page.feed(sheet.html(key=True))
    page.close()
    assert page.open == []
    assert page.seen["script"] == 0
    assert page.links == []
    assert page.seen["section"] == 16
    assert page.seen["svg"] >= 15
    assert "url(" not in sheet.html()
    assert "page-break-inside: avoid" in sheet.html()


@pytest.mark.parametrize("title", ["Midterm", HOSTILE])
def test_the_latex_document_is_balanced(title: str) -> None:
    text = exam(2, count=8, title=title).latex(key=True)
    stack: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", text.partition(r"\begin{document}")[2]):
        if kind == "begin":
            stack.append(name)
        elif stack:
            assert stack.pop() == name
        else:
            assert name == "document"
    assert stack == []
    assert "\\input" not in text
    bare = re.sub(r"\\[{}%]|(?<!\\)%.*", "", text)
    assert bare.count("{") == bare.count("}")
    assert text.isprintable() or set(re.sub(r"[ -~\n]", "", text)) <= set()


def test_markdown_fences_are_closed_and_titles_harmless() -> None:
    text = exam(2, count=8, title=HOSTILE).markdown(key=True)
    assert len(re.findall(r"^```", text, re.MULTILINE)) % 2 == 0
    assert text.splitlines()[0].startswith(r"# A \& B \<script\>")


def test_the_sheet_states_the_tie_rule() -> None:
    for ties, rule in (("equal", "α\xa0≥\xa0β"), ("strict", "α\xa0&gt;\xa0β")):
        sheet = exam(1, ["leaves_pruned"], count=2, ties=ties)  # type: ignore[arg-type]
        assert rule in sheet.html()
        assert all(exercise.ties == ties for exercise in sheet.exercises)
        assert f"{sheet.points} points" in sheet.html()
    assert "α" not in exam(1, ["minimax_value"], count=1).html()
    assert len({exercise.seed for exercise in exam(1, count=20).exercises}) == 20


def test_the_unknown_leaf_is_drawn_as_x() -> None:
    sheet = exam(4, ["cut_interval"], count=1)
    assert re.search(r">x</text>", sheet.html())
    assert "{x};" in sheet.latex()
    assert f"{sheet.exercises[0].unknown} x" in sheet.markdown()  # type: ignore[attr-defined]


def test_the_command_takes_the_tie_rule() -> None:
    done = CliRunner().invoke(
        command, ["--ties", "strict", "--kinds", "leaves_pruned", "--json"], standalone_mode=False
    )
    sheet = json.loads(done.stdout)
    assert sheet["ties"] == "strict"
    assert {question["ties"] for question in sheet["questions"]} == {"strict"}
    assert "cuts only when α \\> β" in CliRunner().invoke(command, ["--ties", "strict"], standalone_mode=False).stdout


@pytest.mark.parametrize("ties", ["equal", "strict"])
def test_the_key_of_an_interval_shows_a_search_in_which_the_node_is_cut(ties: Any) -> None:
    sheet = exam(1, ["cut_interval"], count=9, ties=ties)
    for exercise in sheet.exercises:
        assert isinstance(exercise, CutInterval)
        tree, events = exercise.solution_trace()
        assert exercise.node not in {event.node for event in events if isinstance(event, Enter)}
        x = as_number(tree[exercise.unknown].value)
        assert x in exercise.cut
        assert f"x = {x} at" in exercise.solution_caption
        for text in (sheet.html(key=True), sheet.latex(key=True), sheet.markdown(key=True)):
            assert f"{exercise.node} is cut." in text
    assert sheet.html(key=True).count("<svg") == 18


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("x <= -3", "x_<=_−3"),
        ("as in: x <= 3, or 2 <= x < 5, or [2, 5).", "as in: x_<=_3, or 2_<=_x_<_5, or [2,_5)."),
        ("A = -11/3, B = 7", "A_=_−11/3, B_=_7"),
        ("as in: A: C B; D: I H. Nodes", "as in: A:_C_B; D:_I_H. Nodes"),
        ("then C (-6), then", "then C_(−6), then"),
        ("2, inf", "2, inf"),
    ],
)
def test_formulas_are_not_broken(text: str, kept: str) -> None:
    assert typeset(text).replace(NO_BREAK, "_") == kept


@pytest.mark.parametrize(
    "wrong",
    [
        {"count": 0},
        {"count": 101},
        {"count": 1.5},
        {"kinds": []},
        {"kinds": "window"},
        {"kinds": ["go"]},
        {"ties": "x"},
    ],
)
def test_invalid_arguments_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ZermeloError):
        exam(1, **wrong)  # type: ignore[arg-type]


def test_the_longest_sheet_has_a_hundred_exercises() -> None:
    assert len(exam(1, ["minimax_value"], count=100).exercises) == 100
