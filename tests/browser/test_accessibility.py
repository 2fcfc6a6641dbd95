"""Every page as axe-core checks it, in light and dark, on a screen and on a phone; and targets large enough for fingers."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.stepping import HANGS, steps_all_in, visit

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"],
    "rules": {
        "label-content-name-mismatch": {"enabled": True},
        "target-size": {"enabled": True},
        # Words in an ink of a role have a contrast of 5.9:1 at least; those of the text itself are checked below.
        "color-contrast-enhanced": {"enabled": False},
    },
}
PAGES = {
    "tree": "tree-view",
    "play?game=tic_tac_toe": "board",
    "play?game=chess": "board",
    "play?game=nim": "board",
    "play?game=go&moves=E5,C3": "board",
    "play?game=hex&moves=f6,e7": "board",
    "inside": "tree-view",
    "exercises": "question",
    "pacman": "candidates",
    "matrix": "grid",
    "bandit": "arms",
    "arena": "cross-table",
    "rules": "rules-board",
    "rules?sheet=prisoners_dilemma": "facts",
}
Scheme = Literal["light", "dark"]
SCREENS = [(1280, "light"), (390, "dark")]
"""A large screen shows the same colours as a small one, and both schemes the same elements."""
WRONG_NAMES = """() => [...document.querySelectorAll("input, select, textarea")].filter(each => {
  const label = each.labels?.[0]?.innerText?.trim().split("\\n")[0].toLowerCase();
  const name = each.getAttribute("aria-label")?.toLowerCase();
  return label && name && !name.includes(label);
}).map(each => each.outerHTML)"""
SMALL = """() => [...document.querySelectorAll("button, select, input, textarea, a[href], summary")].filter(each => {
  const target = each.matches("[type=checkbox], [type=radio], [type=file]") ? each.closest("label") ?? each : each;
  const { width, height } = target.getBoundingClientRect();
  return each.checkVisibility() && (width < 40 || height < 40);
}).map(each => each.outerHTML)"""


def new_page(browser: Browser, lab: str, scheme: Scheme, width: int) -> Page:
    size: ViewportSize = {"width": width, "height": 844}
    context = browser.new_context(viewport=size, base_url=lab, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(1000 * HANGS)
    return page


def open_page(page: Page, address: str) -> None:
    """Opens a page at the end of what it has to tell, with every panel unfolded."""
    visit(page, f"#/{address}")
    expect(page.get_by_test_id(PAGES[address])).to_be_visible()
    if address in ("tree", "inside", "matrix", "bandit"):
        steps_all_in(page)
        page.keyboard.press("End")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")


def violations(page: Page) -> list[str]:
    """What axe-core finds, one line for each element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = page.evaluate("rules => axe.run(document, rules)", RULES)
    return [
        f"{rule['id']}: {node['html']} ({node['failureSummary']})"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_axe_finds_nothing_on_any_page(browser: Browser, lab: str, scheme: Scheme, width: int) -> None:
    page = new_page(browser, lab, scheme, width)
    for address in PAGES:
        open_page(page, address)
        assert page.locator("h1").count() == 1
        assert violations(page) == [], address
        assert page.evaluate(WRONG_NAMES) == [], address
        page.keyboard.press("Shift+F")
        expect(page.locator("header")).to_be_hidden()
        assert violations(page) == [], f"{address} in presentation mode"
        page.keyboard.press("Escape")
        expect(page.locator("header")).to_be_visible()
    open_page(page, "tree")
    page.keyboard.press("c")
    expect(page.get_by_test_id("tree-view-2")).to_be_visible()
    page.keyboard.press("e")
    expect(page.get_by_test_id("node-editor")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("?")
    expect(page.get_by_test_id("help-dialog")).to_be_visible()
    assert violations(page) == []
    page.context.close()


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_axe_finds_nothing_on_the_analysis_board(browser: Browser, lab: str, scheme: Scheme, width: int) -> None:
    """With a variation, live lines, a review and headers; in presentation mode; and while a position is set up."""
    page = new_page(browser, lab, scheme, width)
    page.goto("#/play?game=chess&moves=f2f3,e7e5,g2g4,d8h4")
    page.get_by_test_id("seat-1").select_option("human")
    page.get_by_test_id("clock-select").select_option("30+10")
    page.get_by_test_id("review").click()
    expect(page.get_by_test_id("summary")).to_be_visible()
    page.locator('[data-move="g2g4"]').click()
    expect(page.get_by_test_id("judgement")).to_be_visible()
    page.get_by_test_id("play-better").click()
    expect(page.get_by_test_id("variation")).to_be_visible()
    page.get_by_test_id("analyse").click()
    expect(page.get_by_test_id("lines").get_by_role("button")).to_have_count(3)
    page.get_by_test_id("legal-moves").check()
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")

    def check(state: str) -> None:
        assert violations(page) == [], state
        assert page.evaluate(WRONG_NAMES) == [], state
        assert width > 640 or page.evaluate(SMALL) == [], state

    check("analysis")
    page.keyboard.press("Shift+F")
    expect(page.locator("header")).to_be_hidden()
    check("presentation")
    page.keyboard.press("Escape")
    expect(page.locator("header")).to_be_visible()
    page.get_by_test_id("set-up-by-hand").click()
    expect(page.get_by_test_id("palette")).to_be_in_viewport()
    check("set-up")
    page.context.close()


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_axe_finds_nothing_on_a_played_tournament(browser: Browser, lab: str, scheme: Scheme, width: int) -> None:
    page = new_page(browser, lab, scheme, width)
    page.goto("#/arena?game=tic_tac_toe&players=reflex,mcts:10,random&games=40")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("played")).to_have_text("120/120")
    for state in ("all games", "two players"):
        assert violations(page) == [], state
        assert page.evaluate(WRONG_NAMES) == [], state
        assert width > 640 or page.evaluate(SMALL) == [], state
        page.get_by_test_id("met-reflex-random").click()
    page.keyboard.press("Shift+F")
    expect(page.locator("header")).to_be_hidden()
    assert violations(page) == []
    page.context.close()


def test_axe_finds_nothing_where_a_move_is_explained(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_page(page, "play?game=tic_tac_toe")
    page.keyboard.press("h")
    expect(page.get_by_test_id("why")).to_contain_text("Other moves")
    assert violations(page) == []
    open_page(page, "pacman")
    page.keyboard.press("ArrowRight")
    page.get_by_test_id("why").click()
    expect(page.get_by_test_id("decision")).to_be_visible()
    assert violations(page) == []


def test_axe_would_find_something(page: Page) -> None:
    """The check itself works: it sees a button without a name, and pale words."""
    page.goto("#/tree")
    steps_all_in(page)
    page.evaluate("document.querySelector('[data-testid=share]').textContent = ''")
    page.evaluate("document.querySelector('[data-testid=sentence]').style.color = '#bbbbbb'")
    assert {each.split(":")[0] for each in violations(page)} >= {"button-name", "color-contrast"}


def test_fingers_find_every_target(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for address in PAGES:
        open_page(page, address)
        assert page.evaluate(SMALL) == [], address
    open_page(page, "tree")
    page.get_by_test_id("compare").click()
    page.get_by_test_id("edit").click()
    expect(page.get_by_test_id("node-editor")).to_be_visible()
    assert page.evaluate(SMALL) == []
    visit(page, "#/tree?text=((((")
    expect(page.get_by_role("button", name="Dismiss")).to_be_visible()
    assert page.evaluate(SMALL) == []
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_inks_and_borders_are_seen(page: Page, scheme: Scheme) -> None:
    """Words, thin marks and borders stand out from the ground by the ratios that app.css promises."""
    page.emulate_media(color_scheme=scheme)
    page.goto("#/tree")
    steps_all_in(page)

    def contrast(token: str) -> float:
        values = page.evaluate(
            """tokens => tokens.map(token => {
                const probe = document.createElement("i");
                probe.style.color = `var(${token})`;
                document.body.append(probe);
                const channels = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
                probe.remove();
                const [r, g, b] = channels.map(each => each / 255)
                    .map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            })""",
            [token, "--ground"],
        )
        dark, light = sorted(values)
        return float((light + 0.05) / (dark + 0.05))

    for token in ("--ink", "--quiet"):
        assert contrast(token) >= 7, token
    for token in ("--max-ink", "--min-ink", "--chance-ink", "--answer-ink", "--attention-ink"):
        assert contrast(token) >= 5.9, token
    for token in ("--line", "--pale", "--edge"):
        assert contrast(token) >= 3, token
