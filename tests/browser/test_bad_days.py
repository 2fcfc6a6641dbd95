"""The server goes away and comes back: every page says so, keeps what was typed, and goes on by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.lab_process import LabProcess
from tests.browser.stepping import HANGS, eventually, open_panel, sentence, steps_all_in

Act = Callable[[Page], None]


@pytest.fixture(scope="module")
def process() -> Iterator[LabProcess]:
    process = LabProcess()
    yield process
    process.stop()


@pytest.fixture
def visitor(browser: Browser, process: LabProcess) -> Iterator[Page]:
    """A visitor of a lab that may be ended; the browser's own complaints about that are no errors of the page."""
    process.start()
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=process.address)
    visited = context.new_page()
    wrong: list[str] = []
    visited.on("pageerror", lambda error: wrong.append(str(error)))
    visited.set_default_timeout(1000 * HANGS)
    yield visited
    context.close()
    assert not wrong


def expect_away(page: Page) -> None:
    expect(page.get_by_test_id("away")).to_contain_text("The server does not answer")


def expect_back(page: Page) -> None:
    expect(page.get_by_test_id("away")).to_have_count(0)


def read_a_tree(page: Page) -> None:
    open_panel(page, "Tree")
    page.get_by_test_id("tree-text").fill("[[1, 2], [3, 4]]")
    page.get_by_test_id("read-text").click()


def tree_is_read(page: Page) -> None:
    expect(page.get_by_test_id("tree-view")).to_have_attribute("data-nodes", "7")
    steps_all_in(page)
    expect(page.get_by_test_id("tree-text")).to_have_value("A(B(D=1 E=2) C(F=3 G=4))")


def move_against_the_engine(page: Page) -> None:
    page.get_by_test_id("cell-4").click()


def engine_has_moved(page: Page) -> None:
    expect(page.get_by_test_id("move-list").locator("[data-move]")).to_have_count(2)


def choose_another_search(page: Page) -> None:
    page.get_by_test_id("search-select").select_option("minimax")


def search_is_shown(page: Page) -> None:
    steps_all_in(page)
    page.keyboard.press("End")
    expect(sentence(page)).to_contain_text("The answer is")


def check_an_answer(page: Page) -> None:
    page.get_by_test_id("answer-text").fill("nonsense")
    page.get_by_test_id("check").click()


def answer_is_graded(page: Page) -> None:
    expect(page.get_by_test_id("grade")).to_be_visible()
    expect(page.get_by_test_id("answer-text")).to_have_value("nonsense")


def start_a_new_maze(page: Page) -> None:
    page.keyboard.press("n")


def maze_is_played(page: Page) -> None:
    expect(page.get_by_test_id("candidates")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_test_id("maze")).to_have_attribute("data-step", re.compile("[1-9]"))


def type_a_payoff(page: Page) -> None:
    page.get_by_test_id("payoff-0-0-0").fill("1/2")
    page.get_by_test_id("payoff-0-0-1").fill("0.5")
    page.keyboard.press("Enter")


def table_is_solved(page: Page) -> None:
    expect(page.get_by_test_id("equilibria").locator("button")).to_have_count(3)
    expect(page.get_by_test_id("payoff-0-0-0")).to_have_value("1/2")


def is_ready(page: Page, what: str) -> None:
    expect(page.get_by_test_id(what).first).to_be_visible()


PAGES = {
    "tree": ("#/tree", "node-A", read_a_tree, tree_is_read),
    "play": ("#/play?game=tic_tac_toe", "cell-4", move_against_the_engine, engine_has_moved),
    "inside": ("#/inside", "tree-view", choose_another_search, search_is_shown),
    "exercises": ("#/exercises?kind=leaves_pruned&seed=1", "node-A", check_an_answer, answer_is_graded),
    "pacman": ("#/pacman", "maze", start_a_new_maze, maze_is_played),
    "matrix": ("#/matrix", "payoff-0-0-0", type_a_payoff, table_is_solved),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_goes_on_once_the_server_is_back(visitor: Page, process: LabProcess, name: str) -> None:
    address, ready, act, happened = PAGES[name]
    visitor.goto(address)
    is_ready(visitor, ready)
    if name in ("tree", "inside"):
        steps_all_in(visitor)
    process.kill()
    act(visitor)
    expect_away(visitor)
    process.start()
    happened(visitor)
    expect_back(visitor)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_is_opened_while_the_server_is_gone_appears_later(
    visitor: Page, process: LabProcess, name: str
) -> None:
    """The script has come already; what it asks for has not."""
    address, ready, _, _ = PAGES[name]
    other = "#/matrix" if name != "matrix" else "#/tree"
    visitor.goto(other)
    is_ready(visitor, PAGES[other[2:]][1])
    process.kill()
    visitor.evaluate("address => { location.hash = address; }", address)
    expect_away(visitor)
    process.start()
    is_ready(visitor, ready)
    expect_back(visitor)


def test_the_very_first_question_waits_too(visitor: Page) -> None:
    visitor.route("**/api/about", lambda route: route.abort())
    visitor.goto("#/tree")
    expect_away(visitor)
    visitor.unroute("**/api/about")
    is_ready(visitor, "node-A")
    expect_back(visitor)


def test_a_search_that_was_going_on_starts_over_and_the_step_stays(visitor: Page, process: LabProcess) -> None:
    visitor.goto("#/inside?game=tic_tac_toe&search=minimax&depth=6")
    expect(visitor.get_by_test_id("step-count")).to_have_text(re.compile(r"step 0/[1-9]"))
    for _ in range(5):
        visitor.keyboard.press("ArrowRight")
    said = sentence(visitor).inner_text()
    process.kill()
    process.start()
    assert steps_all_in(visitor) > 10_000
    expect(visitor.get_by_test_id("step-count")).to_have_text(re.compile("step 5/"))
    expect(sentence(visitor)).to_have_text(said)


def test_a_game_that_plays_itself_goes_on(visitor: Page, process: LabProcess) -> None:
    visitor.goto("#/pacman")
    maze_is_played(visitor)
    process.kill()
    expect_away(visitor)
    reached = int(visitor.get_by_test_id("maze").get_attribute("data-step") or 0)
    process.start()
    eventually(lambda: int(visitor.get_by_test_id("maze").get_attribute("data-step") or 0) > reached + 8)
    expect_back(visitor)


def test_a_review_and_an_analysis_start_over(visitor: Page, process: LabProcess) -> None:
    visitor.goto("#/play?game=chess&moves=f2f3,e7e5,g2g4,d8h4")
    is_ready(visitor, "board")
    visitor.get_by_test_id("seat-1").select_option("human")
    process.kill()
    visitor.get_by_test_id("review").click()
    expect_away(visitor)
    process.start()
    expect(visitor.get_by_test_id("summary")).to_be_visible()
    visitor.keyboard.press("Home")
    visitor.keyboard.press("v")
    expect(visitor.get_by_test_id("lines").get_by_role("button")).to_have_count(3)
    process.kill()
    visitor.keyboard.press("]")
    expect_away(visitor)
    process.start()
    expect(visitor.get_by_test_id("status")).to_contain_text("After 1 of 4 moves.")
    expect(visitor.get_by_test_id("lines").get_by_role("button")).to_have_count(3)


def test_what_is_typed_while_the_server_is_gone_is_kept(visitor: Page, process: LabProcess) -> None:
    visitor.goto("#/tree")
    steps_all_in(visitor)
    process.kill()
    read_a_tree(visitor)
    expect_away(visitor)
    visitor.get_by_test_id("tree-text").fill("[[1, 2], [3, 4], [5, 6]]")
    process.start()
    expect(visitor.get_by_test_id("tree-view")).to_have_attribute("data-nodes", "7")
    expect(visitor.get_by_test_id("tree-text")).to_have_value("[[1, 2], [3, 4], [5, 6]]")
    visitor.get_by_test_id("read-text").click()
    expect(visitor.get_by_test_id("tree-view")).to_have_attribute("data-nodes", "10")


def test_only_the_last_of_several_trees_is_opened(visitor: Page, process: LabProcess) -> None:
    visitor.goto("#/tree")
    steps_all_in(visitor)
    process.kill()
    read_a_tree(visitor)
    visitor.get_by_test_id("example-select").select_option("nine_coins")
    visitor.get_by_test_id("tree-text").fill("[1, 2]")
    visitor.get_by_test_id("read-text").click()
    expect_away(visitor)
    process.start()
    expect(visitor.get_by_test_id("tree-view")).to_have_attribute("data-nodes", "3")
    steps_all_in(visitor)
    expect(visitor.get_by_test_id("tree-view")).to_have_attribute("data-nodes", "3")


def test_a_large_tree_is_laid_out_without_the_script_of_the_worker(visitor: Page) -> None:
    visitor.route("**/place.worker*", lambda route: route.abort())
    visitor.goto("#/tree")
    steps_all_in(visitor)
    open_panel(visitor, "Tree")
    visitor.get_by_test_id("random-depth").fill("6")
    visitor.get_by_test_id("random-make").click()
    expect(visitor.get_by_test_id("tree-view").locator("canvas")).to_be_visible()
    expect(visitor.get_by_test_id("tree-view")).to_have_attribute("data-nodes", "1093")
