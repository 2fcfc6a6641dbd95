"""The view of a tree follows the sentence: whatever a step is about is in view, in small trees and large ones, and a reader's own
view stays as long as it shows that. In a presentation the node under the pointer is enlarged beside it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.stepping import HANGS, events_of, eventually, expect_step, node, steps_all_in, visit
from zermelo.events import Cutoff, Event
from zermelo.trees import Tree, format_tree, random_tree

SMALL_ENOUGH_FOR_SVG = (3, 4)
CANVAS = (5, 4)
MAP = (4, 6)


def made(branching: int, depth: int) -> Tree:
    return random_tree(depth=depth, branching=branching, seed=1)


def box(locator: Locator) -> FloatRect:
    found = locator.bounding_box()
    assert found is not None
    return found


def is_inside(inner: FloatRect, outer: FloatRect) -> bool:
    across = outer["x"] <= inner["x"] and inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    return across and outer["y"] <= inner["y"] and inner["y"] + inner["height"] <= outer["y"] + outer["height"]


def deep_cutoffs(events: list[Event]) -> list[tuple[int, Cutoff]]:
    """The deep cutoffs with the numbers of their steps; a few of them, from all over the search."""
    cutoffs = [(step, event) for step, event in enumerate(events, 1) if isinstance(event, Cutoff) and event.deep]
    return cutoffs[:: max(1, len(cutoffs) // 6)]


def named(cutoff: Cutoff) -> set[str]:
    return {each for each in (cutoff.node, cutoff.by, cutoff.by_child, *cutoff.children) if each}


def is_shown(page: Page, name: str) -> bool:
    """Whether a node is in view, by its words or, where these cannot be read, by its name over the drawing."""
    view = box(page.get_by_test_id("tree-view"))
    marked = page.get_by_test_id(f"named-{name}")
    if marked.count():
        return is_inside(box(marked), view)
    drawn = node(page, name)
    return drawn.count() == 1 and is_inside(box(drawn.locator(".shape").first), view)


@pytest.mark.parametrize("size", [SMALL_ENOUGH_FOR_SVG, CANVAS, MAP])
def test_what_the_sentence_is_about_is_in_view(page: Page, size: tuple[int, int]) -> None:
    page.emulate_media(reduced_motion="reduce")
    tree = made(*size)
    visit(page, f"#/tree?text={format_tree(tree)}")
    steps_all_in(page)
    events = events_of(tree=tree)
    for step, cutoff in deep_cutoffs(events):
        page.get_by_test_id("step-slider").fill(str(step))
        expect_step(page, step, len(events))
        for name in named(cutoff):
            eventually(lambda name=name: is_shown(page, name))  # type: ignore[misc]


def test_a_readers_own_view_stays_while_it_shows_what_the_sentence_is_about(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    tree = made(*SMALL_ENOUGH_FOR_SVG)
    visit(page, f"#/tree?text={format_tree(tree)}")
    steps_all_in(page)
    events = events_of(tree=tree)
    place = page.get_by_test_id("tree-view").locator("svg > g").first
    page.keyboard.press("f")
    whole = place.get_attribute("transform")
    for (step, _), (after, cutoff) in pairwise(deep_cutoffs(events)):
        # All of the tree is in view, so nothing moves.
        page.get_by_test_id("step-slider").fill(str(step))
        expect(place).to_have_attribute("transform", whole or "")
        # Close to a corner, the view goes where the sentence is.
        page.get_by_test_id("step-slider").fill("1")
        for _ in range(6):
            page.keyboard.press("+")
        page.get_by_test_id("step-slider").fill(str(after))
        for name in named(cutoff):
            eventually(lambda name=name: is_shown(page, name))  # type: ignore[misc]
        page.keyboard.press("f")
        expect(place).to_have_attribute("transform", whole or "")


def test_a_presentation_enlarges_the_node_beside_the_pointer(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    visit(page, "#/tree")
    total = steps_all_in(page)
    page.keyboard.press("End")
    expect_step(page, total, total)
    before = box(page.get_by_test_id("tree-view"))
    page.keyboard.press("Shift+F")
    eventually(lambda: box(page.get_by_test_id("tree-view"))["width"] > before["width"])
    window = page.viewport_size
    assert window
    for name in "ABDERP":
        # The drawing may still be growing, so the pointer goes on until it is on the node.
        lens = page.get_by_test_id("lens").get_by_test_id(f"node-{name}")

        def aim(name: str = name, lens: Locator = lens) -> bool:
            drawn = box(node(page, name).locator(".shape").first)
            page.mouse.move(drawn["x"] + drawn["width"] / 2, drawn["y"] + drawn["height"] / 2)
            return lens.count() == 1

        eventually(aim)
        enlarged = box(page.get_by_test_id("lens"))
        ring = box(page.get_by_test_id("pointer"))
        assert is_inside(enlarged, {"x": 0, "y": 0, **window})
        assert enlarged["x"] >= ring["x"] + ring["width"] or enlarged["x"] + enlarged["width"] <= ring["x"]
        assert box(lens.locator(".shape"))["width"] > 1.2 * box(node(page, name).locator(".shape").first)["width"]
    page.mouse.move(2, 2)
    expect(page.get_by_test_id("lens")).to_have_count(0, timeout=1000 * HANGS)
