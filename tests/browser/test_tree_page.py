"""The Tree page shows what the library tells, step by step, forward and back, for every search and its options."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

import zermelo
from tests.browser.stepping import (
    evaluated,
    events_of,
    eventually,
    expect_step,
    node,
    open_panel,
    sentence,
    sentences_of,
    steps_all_in,
    visit,
)
from tests.lab.lab_server import COURSE_TEST
from zermelo.events import Cutoff, Evaluate
from zermelo.textbook import DECLARATIONS, SEARCHES
from zermelo.trees.examples import example

START = "Press the space bar or Play to start the search."
TOLD = sentences_of()
CUTS = [number for number, event in enumerate(events_of(), 1) if isinstance(event, Cutoff)]
DEEP = next(number for number, event in enumerate(events_of(), 1) if isinstance(event, Cutoff) and event.deep)

TAB_ORDER = """
nav-tree nav-play nav-inside nav-exercises theme share help edit compare
step-first step-back play step-forward step-last step-slider speed search-select depth ties fail window-low window-high order
example-select root-player random-seed random-depth random-branching random-make random-next tree-text
export-svg export-png export-tikz export-json
"""


def open_tree(page: Page, text: str = "", **query: str | int) -> None:
    """Opens a tree in the fresh memory of a visitor; without a text the page's own first one."""
    options = "".join(f"&{name}={wish}" for name, wish in query.items())
    visit(page, f"#/tree?text={text}{options}" if text else "")
    steps_all_in(page)


def count_of(page: Page, what: str) -> int:
    return page.get_by_test_id("tree-view").locator(what).count()


def step_of(page: Page) -> int:
    return int(page.get_by_test_id("step-count").inner_text().removeprefix("step ").partition("/")[0])


def test_the_first_visit_shows_the_classroom_and_the_space_bar_starts_it(page: Page) -> None:
    open_tree(page)
    expect_step(page, 0, len(TOLD))
    expect(page).to_have_title("Tree · Zermelo")
    expect(page.get_by_test_id("tree-view")).to_have_attribute("data-nodes", str(len(example("classroom").nodes)))
    expect(page.get_by_test_id("search-select")).to_have_value("alpha_beta")
    expect(sentence(page)).to_have_text(START)
    page.keyboard.press("Space")
    expect(page.get_by_test_id("play")).to_have_attribute("aria-label", "Pause")
    eventually(lambda: step_of(page) > 1)
    page.keyboard.press("Space")
    expect(page.get_by_test_id("play")).to_have_attribute("aria-label", "Play")
    paused = step_of(page)
    expect(sentence(page)).to_have_text(TOLD[paused - 1])
    page.wait_for_timeout(900)
    assert step_of(page) == paused
    # Fast, to the end, where it stops by itself; played again it starts over.
    page.get_by_test_id("speed").select_option("16")
    page.get_by_test_id("play").click()
    expect_step(page, len(TOLD), len(TOLD))
    expect(page.get_by_test_id("play")).to_have_attribute("aria-label", "Play")
    page.get_by_test_id("play").click()
    expect(page.get_by_test_id("step-count")).not_to_have_text(re.compile(rf"step {len(TOLD)}/"))


def test_every_step_of_the_classroom_there_and_back(page: Page) -> None:
    """The sentence, the leaves evaluated so far and their count are the library's at every step, both ways."""
    open_tree(page)
    events = events_of()

    def as_told(step: int) -> tuple[str, str, str]:
        said = TOLD[step - 1] if step else START
        leaves = evaluated(events[:step])
        return said, leaves, f"Evaluated {len(leaves.split())} of {len(example('classroom').leaves())}"

    def shown() -> tuple[str, str, str]:
        told = [page.get_by_test_id(each).inner_text() for each in ("sentence", "evaluated", "evaluated-count")]
        said, leaves, count = (" ".join(each.split()) for each in told)
        return said, leaves, count

    forward, back = page.get_by_test_id("step-forward"), page.get_by_test_id("step-back")
    for step in range(1, len(TOLD) + 1):
        forward.click()
        assert shown() == as_told(step)
    expect(forward).to_be_disabled()
    assert shown()[1] == "E K Q N H I"
    for step in reversed(range(len(TOLD))):
        page.keyboard.press("ArrowLeft")
        assert shown() == as_told(step)
    expect(back).to_be_disabled()
    page.keyboard.press("ArrowRight")
    back.click()
    assert shown() == as_told(0)


def test_jumps_and_what_the_drawing_shows_there(page: Page) -> None:
    open_tree(page)
    page.keyboard.press("End")
    expect_step(page, len(TOLD), len(TOLD))
    assert count_of(page, '[data-status="skipped"]') == len("LRJOP")
    for name in "LRJOP":
        expect(node(page, name)).to_have_attribute("data-status", "skipped")
    expect(node(page, "D")).to_contain_text("≤ 1")
    expect(node(page, "C")).to_contain_text("6")
    assert count_of(page, ".edge.answer") == 2
    page.keyboard.press("Home")
    expect_step(page, 0, len(TOLD))
    assert count_of(page, ".bar") == count_of(page, ".arc") == count_of(page, '[data-status="skipped"]') == 0

    slider = page.get_by_test_id("step-slider")
    slider.fill(str(CUTS[0]))
    expect(sentence(page)).to_have_text(TOLD[CUTS[0] - 1])
    assert count_of(page, ".arc") == 0
    slider.fill(str(DEEP))
    expect(sentence(page)).to_have_text(TOLD[DEEP - 1])
    expect(sentence(page)).to_contain_text("(deep, by A)")
    expect(node(page, "A").locator(".blamed")).to_have_count(1)
    expect(node(page, "M").locator(".ring")).not_to_have_count(0)
    assert count_of(page, ".arc") == 1
    expect(page.get_by_test_id("tree-view").locator(".deep")).to_have_text("deep")
    expect(node(page, "M")).to_contain_text("α 2")
    # The list of steps goes along, and leads to any of them.
    steps = page.get_by_test_id("steps")
    expect(steps.locator("[aria-current]")).to_contain_text(TOLD[DEEP - 1])
    steps.get_by_text(TOLD[DEEP]).click()
    expect_step(page, DEEP + 1, len(TOLD))
    # Screen readers hear the sentence.
    expect(page.locator('[aria-live="polite"]', has=sentence(page))).to_have_text(TOLD[DEEP])
    # Zoom and fit change the drawing and nothing else.
    drawing = page.get_by_test_id("tree-view").locator("svg > g")
    before = drawing.get_attribute("transform") or ""
    page.keyboard.press("+")
    expect(drawing).not_to_have_attribute("transform", before)
    page.keyboard.press("f")
    expect(drawing).to_have_attribute("transform", before)
    expect_step(page, DEEP + 1, len(TOLD))


def test_every_search_ends_as_the_library_says(page: Page) -> None:
    open_tree(page)
    page.locator("body").click(position={"x": 600, "y": 600})
    for number, name in enumerate(SEARCHES, 1):
        if not DECLARATIONS[name].suits.turns:
            expect(page.get_by_test_id("search-select").locator(f"option[value={name}]")).to_be_disabled()
            continue
        told = sentences_of(name, bounds=(0, 20)) if name.startswith("star") else sentences_of(name)
        if number <= 9:
            page.keyboard.press(str(number))
        else:
            page.get_by_test_id("search-select").select_option(name)
        expect(page.get_by_test_id("search-select")).to_have_value(name)
        expect_step(page, 0, len(told))
        page.get_by_test_id("step-last").click()
        expect(sentence(page)).to_have_text(told[-1])


def test_ties_fail_depth_and_order_are_the_librarys(page: Page) -> None:
    open_tree(page, "[[3, 5], [3, 9]]")
    tied = zermelo.tree([[3, 5], [3, 9]])

    def expect_told(**options: str) -> None:
        events = events_of("alpha_beta", tied, **options)
        expect_step(page, 0, len(events))
        page.keyboard.press("End")
        expect(page.get_by_test_id("evaluated")).to_have_text(evaluated(events))
        steps = page.get_by_test_id("steps").locator("li .says")
        shown = steps.all_text_contents()
        assert shown == [str(event) for event in events][-len(shown) :]

    expect_told()
    page.get_by_test_id("ties").get_by_text("strict").click()
    expect_told(ties="strict")
    page.get_by_test_id("fail").get_by_text("hard").click()
    expect_told(ties="strict", fail="hard")
    page.get_by_test_id("ties").get_by_text("equal").click()
    expect_told(fail="hard")
    page.get_by_test_id("order").select_option("reverse")
    reverse = zermelo.tree([[9, 3], [5, 3]])
    expect_step(page, 0, len(events_of(tree=reverse, fail="hard")))
    # A depth needs static values, and the page says so.
    page.get_by_test_id("order").select_option("natural")
    page.get_by_test_id("depth").fill("1")
    page.get_by_test_id("depth").press("Enter")
    with pytest.raises(zermelo.ZermeloError) as problem:
        events_of(tree=tied, depth=1)
    expect(sentence(page)).to_contain_text(str(problem.value)[1:])
    open_tree(page, "A(B=4(D=3 E=5) C=6(F=2 G=9))", search="alpha_beta", depth=1)
    page.keyboard.press("End")
    expect(page.get_by_test_id("evaluated")).to_have_text("B C")
    expect(sentence(page)).to_have_text("The answer is 6: C.")
    page.get_by_test_id("depth").fill("")
    page.get_by_test_id("depth").press("Enter")
    page.get_by_test_id("step-last").click()
    expect(sentence(page)).to_have_text("The answer is 3: B D.")


def test_two_searches_go_in_step(page: Page) -> None:
    open_tree(page)
    page.keyboard.press("c")
    page.get_by_test_id("search-select-2").select_option("minimax")
    full = sentences_of("minimax")
    assert len(full) > len(TOLD)
    expect_step(page, 0, len(full))
    both = page.get_by_test_id("sentence"), page.get_by_test_id("sentence-2")
    for step in (1, 10, DEEP, len(TOLD), len(full) - 1):
        page.get_by_test_id("step-slider").fill(str(step))
        # Whoever is done first waits at its end.
        expect(both[0]).to_have_text(TOLD[min(step, len(TOLD)) - 1])
        expect(both[1]).to_have_text(full[step - 1])
    page.get_by_test_id("step-last").click()
    expect(both[0]).to_have_text(TOLD[-1])
    expect(both[1]).to_have_text(full[-1])
    expect(page.get_by_test_id("evaluated")).to_have_text("E K Q N H I")
    expect(page.get_by_test_id("evaluated-2")).to_have_text(evaluated(events_of("minimax")))
    expect(node(page, "L")).to_have_attribute("data-status", "skipped")
    expect(node(page, "L", "tree-view-2")).not_to_have_attribute("data-status", "skipped")
    for _ in range(len(full)):
        page.keyboard.press("ArrowLeft")
    expect(both[0]).to_have_text(START)
    expect(both[1]).to_have_text(START)
    page.get_by_test_id("compare").click()
    expect(page.get_by_test_id("tree-view-2")).to_have_count(0)


def test_progressive_deepening_shows_its_passes_and_the_new_order(page: Page) -> None:
    open_tree(page)
    page.get_by_test_id("search-select").select_option("deepening")
    told = sentences_of("deepening")
    expect_step(page, 0, len(told))
    second = told.index("Pass 2: to depth 4.") + 1

    def from_left() -> str:
        places = {name: (node(page, name).bounding_box() or {"x": 0.0})["x"] for name in "BCD"}
        return "".join(sorted(places, key=places.__getitem__))

    page.get_by_test_id("step-slider").fill("1")
    expect(page.get_by_test_id("pass")).to_have_text(re.compile(r"1, to depth 2"))
    assert from_left() == "BCD"
    page.get_by_test_id("step-slider").fill(str(second))
    expect(page.get_by_test_id("pass")).to_have_text(re.compile(r"2, to depth 4"))
    eventually(lambda: from_left() == "CBD")
    page.get_by_test_id("step-slider").fill(str(second - 2))
    expect(sentence(page)).to_have_text("Next time at A: C (6) first, then B (2), then D (1).")
    page.get_by_test_id("step-slider").fill("2")
    expect(page.get_by_test_id("pass")).to_have_text(re.compile(r"1, to depth 2"))
    eventually(lambda: from_left() == "BCD")


def test_counts_stand_against_minimax_and_the_best_possible(page: Page) -> None:
    tree = zermelo.tree([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
    open_tree(page, "[[[1,2],[3,4]],[[5,6],[7,8]]]")
    page.keyboard.press("End")
    evaluations = sum(isinstance(event, Evaluate) for event in events_of(tree=tree))
    expect(page.get_by_test_id("evaluated-count")).to_have_text(re.compile(rf"{evaluations}\s+of\s+8"))
    expect(page.get_by_title("What minimax would evaluate")).to_contain_text("8")
    expect(page.get_by_test_id("fewest")).to_have_text(str(2**2 + 2**1 - 1))


def test_a_phone_has_no_overflow(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_tree(page)
    overflow = "document.documentElement.scrollWidth"
    assert page.evaluate(overflow) <= 390
    drawing = node(page, "A").bounding_box()
    assert drawing is not None
    assert 0 <= drawing["x"] <= 390
    for _ in range(DEEP):
        page.get_by_test_id("step-forward").click()
    expect(sentence(page)).to_have_text(TOLD[DEEP - 1])
    assert page.evaluate(overflow) <= 390
    page.get_by_test_id("compare").click()
    expect(page.get_by_test_id("tree-view-2")).to_be_visible()
    page.get_by_test_id("edit").click()
    expect(page.get_by_test_id("node-editor")).to_be_visible()
    page.get_by_text("Tree", exact=True).last.click()
    expect(page.get_by_test_id("tree-text")).to_be_visible()
    assert page.evaluate(overflow) <= 390


def test_the_keyboard_alone_reaches_everything(page: Page) -> None:
    """Tab visits every control once, from the top to the panel, and comes round; the keys of the page still work."""
    open_tree(page)
    page.keyboard.press("ArrowRight")
    page.get_by_text("Save this step").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Tree", exact=True).last.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("tree-text")).to_be_visible()
    page.get_by_text("Skip to the page").focus()
    seen: list[str] = []
    name = "(e => e.dataset.testid ?? e.closest('[data-testid]')?.dataset.testid ?? e.tagName)(document.activeElement)"
    while len(seen) < 120 and (not seen or seen[-1] != "BODY"):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(name))
    order = TAB_ORDER.split()
    assert [each for each in dict.fromkeys(seen) if each in order] == order
    page.keyboard.press("?")
    expect(page.get_by_test_id("help-dialog")).to_contain_text("play or pause")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("help-dialog")).to_be_hidden()
    page.get_by_test_id("step-forward").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    expect_step(page, 3, len(TOLD))


def test_light_and_dark(page: Page) -> None:
    open_tree(page)
    ground = "getComputedStyle(document.body).backgroundColor"
    leaf = "getComputedStyle(document.querySelector('[data-testid=node-A] .shape')).stroke"
    page.get_by_test_id("theme").click()
    light = page.evaluate(ground), page.evaluate(leaf)
    page.get_by_test_id("theme").click()
    expect(page.get_by_test_id("theme")).to_have_attribute("aria-label", "Theme: dark")
    dark = page.evaluate(ground), page.evaluate(leaf)
    assert light[0] == "rgb(255, 255, 255)"
    assert dark[0] == "rgb(20, 23, 28)"
    assert light[1] != dark[1]
    page.reload()
    expect(page.get_by_test_id("theme")).to_have_attribute("aria-label", "Theme: dark")
    assert page.evaluate(ground) == dark[0]
    # As the system has it, from the first moment on.
    page.get_by_test_id("theme").click()
    schemes: tuple[tuple[Literal["dark", "light"], str], ...] = (("dark", dark[0]), ("light", light[0]))
    for scheme, ground_colour in schemes:
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("body")).to_have_css("background-color", ground_colour)


def test_a_course_test_file_is_searched_as_it_says(page: Page) -> None:
    open_tree(page)
    open_panel(page, "Tree")
    page.get_by_test_id("tree-text").fill(COURSE_TEST)
    page.get_by_test_id("read-text").click()
    expect(page.get_by_test_id("search-select")).to_have_value("minimax")
    expect(page.get_by_test_id("depth")).to_have_value("2")
    expect(page.get_by_test_id("file-search")).to_have_text(
        "MinimaxAgent searches 1 round of 2 agents (2 moves), as the file says."
    )
    steps_all_in(page)
    page.keyboard.press("End")
    expect(sentence(page)).to_contain_text("5")
