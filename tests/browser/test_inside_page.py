"""The Inside page: the search tree of a position with its little boards, small in SVG and large on a canvas."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stepping import HANGS, eventually, expect_step, sentence, shared_address, steps_all_in, visit
from zermelo.events import Enter, Event
from zermelo.games.connect_four import ConnectFour
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.lab.searches import run_engine
from zermelo.state import State
from zermelo.textbook import SEARCHES

LARGE = 10_000


def test_a_shared_step_of_a_tree_that_is_still_growing_is_opened(page: Page) -> None:
    """Cutoffs among nodes that came in after the tree was laid out wait for the next layout."""
    visit(page, "#/inside?game=connect_four&search=alpha_beta&depth=4&step=400")
    expect_step(page, 400, steps_all_in(page))


def told(start: State, search: str, depth: int) -> list[Event]:
    """A game without static values of its own is taken to be even at the horizon."""
    events: list[Event] = []
    evaluate = {} if hasattr(start, "evaluate") else {"evaluate": lambda _: 0}
    SEARCHES[search](start, depth=depth, watch=events.append, **evaluate)
    return events


def test_tic_tac_toe_shows_its_boards_inside_the_nodes(page: Page) -> None:
    page.goto("#/inside")
    events = told(TicTacToe(), "alpha_beta", 2)
    expect_step(page, 0, len(events))
    expect(page.get_by_test_id("depth")).to_have_value("2")
    view = page.get_by_test_id("tree-view")
    expect(view).to_have_attribute("data-renderer", "svg")
    page.keyboard.press("End")
    expect(sentence(page)).to_have_text(str(events[-1]))
    boards = view.locator("image")
    expect(boards).not_to_have_count(0)
    entered = sum(isinstance(event, Enter) for event in events)
    expect(boards).to_have_count(entered)
    # Each board is a drawing of its own: no two moves look the same.
    drawings = boards.evaluate_all("all => all.map(each => each.getAttribute('href'))")
    assert all(each.startswith("data:image/svg+xml") for each in drawings)
    assert len(set(drawings)) == entered
    # The end of the search shows the whole tree; on the way the boards are large enough to be read.
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    expect(sentence(page)).to_have_text(str(events[-4]))
    eventually(lambda: (boards.first.bounding_box() or {"width": 0.0})["width"] >= 60)
    # It is kept over a reload, and another search is a key away.
    page.reload()
    expect_step(page, len(events) - 3, len(events))
    page.keyboard.press("1")
    expect(page.get_by_test_id("search-select")).to_have_value("minimax")
    expect(page.get_by_test_id("node-count")).to_have_text(str(1 + 9 + 9 * 8))
    # A phone has it all, one below the other.
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_symmetric_positions_are_merged_on_request(page: Page) -> None:
    page.goto("#/inside?game=tic_tac_toe&search=minimax&depth=2")
    expect(page.get_by_test_id("node-count")).to_have_text(str(1 + 9 + 9 * 8))
    page.get_by_test_id("merged").check()
    expect(page.get_by_test_id("node-count")).to_have_text(str(1 + 3 + 12))
    page.reload()
    expect(page.get_by_test_id("merged")).to_be_checked()
    expect(page.get_by_test_id("node-count")).to_have_text(str(1 + 3 + 12))
    page.get_by_test_id("game-select").select_option("chess")
    expect(page.get_by_test_id("merged")).to_have_count(0)


def test_play_and_inside_lead_to_each_other_at_the_same_position(page: Page) -> None:
    page.goto("#/play?game=connect_four&moves=4,4,3")
    expect(page.get_by_test_id("board")).to_be_visible()
    page.get_by_test_id("look-inside").click()
    expect(page).to_have_url(re.compile("#/inside"))
    expect(page.get_by_test_id("search-select")).to_have_value("engine")
    events = run_engine(ConnectFour("443"), {}, seconds=HANGS, cancel=lambda: False).events
    expect_step(page, 0, len(events))
    expect(page.get_by_test_id("game-select")).to_have_value("connect_four")
    expect(page.get_by_text("4 4 3", exact=False).first).to_be_visible()
    page.keyboard.press("End")
    expect(sentence(page)).to_have_text(str(events[-1]))
    shared = shared_address(page)
    page.get_by_text("Play from this position").click()
    moves = page.get_by_test_id("move-list").locator("[data-move]")
    expect(moves).to_have_count(3)
    assert [move.get_attribute("data-move") for move in moves.all()] == ["4", "4", "3"]
    visit(page, shared)
    expect_step(page, len(events), len(events))
    expect(sentence(page)).to_have_text(str(events[-1]))


def test_a_large_search_is_painted_and_stepping_changes_the_picture(page: Page) -> None:
    page.goto("#/inside?game=tic_tac_toe&search=minimax&depth=5")
    events = told(TicTacToe(), "minimax", 5)
    total = len(events)
    expect_step(page, 0, total)
    view = page.get_by_test_id("tree-view")
    expect(view).to_have_attribute("data-renderer", "canvas")
    assert int(view.get_attribute("data-nodes") or 0) > LARGE

    def frame() -> str:
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return str(view.locator("canvas").evaluate("canvas => canvas.toDataURL()"))

    def picture() -> str:
        """The canvas once nothing moves on it."""
        eventually(lambda: frame() == frame())
        return frame()

    start = picture()
    page.keyboard.press("End")
    expect_step(page, total, total)
    expect(sentence(page)).to_have_text(str(events[-1]))
    end = picture()
    assert end != start
    page.keyboard.press("Home")
    page.get_by_test_id("step-slider").fill(str(total // 2))
    before = picture()
    page.get_by_test_id("step-forward").click()
    expect_step(page, total // 2 + 1, total)
    after = picture()
    assert after not in (before, start, end)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("game=connect_four&moves=99", "Move 1 (99) is not legal there"),
        ("game=tic_tac_toe&position=banana", "'banana' is not a position"),
    ],
)
def test_a_meaningless_address_gets_a_sentence(page: Page, address: str, said: str) -> None:
    page.goto(f"#/inside?{address}")
    expect(sentence(page)).to_contain_text(said)
    page.get_by_test_id("game-select").select_option("nim")
    assert steps_all_in(page) > 1
