"""Every page on a phone: nothing is wider than the window, neither the page nor any part of it that scrolls, and no button's
words are cut."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.stepping import visit
from zermelo.games.tree.examples import EXAMPLES

COINS = EXAMPLES["nine_coins"].text
ADDRESSES = {
    f"#/tree?text={COINS}&search=coalition&partners=p1,p3": "partners",
    f"#/tree?text={COINS}&search=max_n&total=9&least=0": "least",
    f"#/tree?text={EXAMPLES['chance'].text}&search=star1&bounds=-99/7,99": "bounds-high",
    f"#/tree?text={EXAMPLES['indifference'].text}&search=backward_induction&step=99&equilibrium=1": "equilibria",
    "#/play?game=chess": "table",
    "#/play?game=chess&moves=e2e4,e7e5": "comment",
    "#/play?game=coins": "seat-2",
    "#/play?game=go&position=19:": "ownership",
    "#/play?game=hex": "board",
    "#/inside?game=nim&search=backward_induction&depth=1&step=99&equilibrium=1": "equilibria",
    "#/exercises": "check",
    "#/pacman": "candidates",
    "#/matrix?text=1/3,-1000000/7 2,2 3,3 4,4 5,5;0,0 0,0 0,0 0,0 0,0": "equilibria",
    "#/arena": "cross-table",
    "#/arena?game=connect_four&players=engine:1,engine:2,engine:3,mcts:10,mcts:11,mcts:12,random,reflex": "remove-7",
    "#/rules?sheet=checkers": "rules-board",
    "#/rules?sheet=peg_solitaire": "facts",
}
TOO_WIDE = """() => [...document.querySelectorAll("*")].filter(each => {
  if (each.scrollWidth <= each.clientWidth + 1 || !each.clientWidth) return false;
  const scrolls = ["auto", "scroll"].includes(getComputedStyle(each).overflowX);
  // The pages' names and a wide table are meant to be moved.
  return each.tagName === "HTML" || each.tagName === "BUTTON" || (scrolls && !each.matches("nav, .wide, textarea"));
}).map(each => `${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 40)}`)"""


def test_nothing_scrolls_sideways_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for address, part in ADDRESSES.items():
        visit(page, address)
        expect(page.get_by_test_id(part)).to_be_visible()
        assert page.evaluate(TOO_WIDE) == [], address
    page.get_by_test_id("help").click()
    assert page.evaluate(TOO_WIDE) == []
