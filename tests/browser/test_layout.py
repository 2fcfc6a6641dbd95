"""Every page in a window on a desk, a small one and a phone: the page is never larger than its window, nothing in it scrolls
sideways but what is meant to, no button's words are cut, and whatever can be pressed can be brought into view and is covered by
nothing."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stepping import visit
from zermelo.games import load_game
from zermelo.lab.topics import PAGES
from zermelo.trees.examples import EXAMPLES

COINS = EXAMPLES["nine_coins"].text
SIZES = {"desk": (1280, 800), "small": (1024, 768), "phone": (375, 812)}
ADDRESSES = {
    "#/tree": "sentence",
    "#/tree?compare=1&search=alpha_beta&search2=minimax&order2=worst&step=99": "sentence",
    f"#/tree?text={COINS}&search=coalition&partners=p1,p3": "partners",
    f"#/tree?text={COINS}&search=max_n&total=9&least=0": "least",
    f"#/tree?text={EXAMPLES['chance'].text}&search=star1&bounds=-99/7,99": "bounds-high",
    f"#/tree?text={EXAMPLES['indifference'].text}&search=backward_induction&step=99&equilibrium=1": "equilibria",
    "#/play?game=chess": "table",
    "#/play?game=chess&moves=e2e4,e7e5": "comment",
    "#/play?game=coins": "seat-2",
    "#/play?game=go&position=19:": "ownership",
    "#/play?game=hex": "board",
    "#/play?game=breakthrough.kif": "fact-table",
    "#/play?game=lights_out.kif": "fact-table",
    "#/inside?game=nim&search=backward_induction&depth=1&step=99&equilibrium=1": "equilibria",
    "#/exercises": "check",
    "#/pacman": "candidates",
    "#/matrix?text=1/3,-1000000/7 2,2 3,3 4,4 5,5;0,0 0,0 0,0 0,0 0,0": "equilibria",
    "#/bandit": "sentence",
    "#/arena": "cross-table",
    "#/arena?game=connect_four&players=engine:1,engine:2,engine:3,mcts:10,mcts:11,mcts:12,random,reflex": "remove-7",
    "#/rules?sheet=checkers": "rules-board",
    "#/rules?sheet=peg_solitaire": "facts",
}
DIALOGS = (("#/tree", "help", "help-dialog"), ("#/pacman", "why", "decision"))
FAULTS = """() => {
  const wrong = [];
  const told = (each) => `${each.tagName.toLowerCase()} ${each.dataset.testid ?? each.className.baseVal ?? each.className} ` +
    `"${(each.getAttribute("aria-label") ?? each.textContent).trim().slice(0, 40)}"`;
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) wrong.push(`the page is ${scrollWidth} x ${scrollHeight}`);
  const all = [...document.querySelectorAll("body, body *")];
  for (const each of all) {
    if (!each.clientWidth || each.scrollWidth <= each.clientWidth + 1) continue;
    const scrolls = ["auto", "scroll"].includes(getComputedStyle(each).overflowX);
    // A wide table is meant to be moved.
    if (each.tagName === "BUTTON" || (scrolls && !each.matches(".wide, textarea"))) wrong.push(`too wide: ${told(each)}`);
  }
  const controls = "a[href], button, input, select, textarea, summary, [role=gridcell]";
  for (const each of (document.querySelector("dialog[open]") ?? document).querySelectorAll(controls)) {
    if (each.matches(".visually-hidden, .skip") || !each.checkVisibility()) continue;
    each.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const hit = document.elementFromPoint(x, y);
    if (hit === null) wrong.push(`out of the window: ${told(each)}`);
    // Pieces and arrows of a board lie over its cells, and are part of it.
    else if (!each.contains(hit) && !hit.contains(each) && !each.closest("[role=grid]")?.contains(hit))
      wrong.push(`covered by ${told(hit)}: ${told(each)}`);
  }
  // What can be moved by a script only is out of reach.
  for (const each of all) {
    const { overflowX, overflowY } = getComputedStyle(each);
    const moved = (overflowX === "hidden" && each.scrollLeft) || (overflowY === "hidden" && each.scrollTop);
    if (moved) wrong.push(`had to be moved: ${told(each)}`);
    each.scrollTo(0, 0);
  }
  scrollTo(0, 0);
  return wrong;
}"""


@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_its_window(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    faults = dict[str, list[str]]()
    for address, part in ADDRESSES.items():
        visit(page, address)
        expect(page.get_by_test_id(part).first).to_be_visible()
        if wrong := page.evaluate(FAULTS):
            faults[address] = wrong
    for address, button, part in DIALOGS:
        visit(page, address)
        page.get_by_test_id(button).click()
        expect(page.get_by_test_id(part)).to_be_visible()
        if wrong := page.evaluate(FAULTS):
            faults[f"{address}, {button}"] = wrong
    assert faults == {}


@pytest.mark.parametrize("game", ["chess", "go", "coins", "connect_four"])
def test_the_moves_of_a_long_game_are_in_the_window_while_it_is_analysed(page: Page, game: str) -> None:
    state, random, moves = load_game(game), Random(1), list[str]()
    while len(moves) < 100 and state.play(move := random.choice(state.moves())).utility() is None:
        state = state.play(move)
        moves.append(str(move))
    visit(page, f"#/play?game={game}&moves={','.join(moves)}")
    expect(page.get_by_test_id("table")).to_have_attribute("aria-busy", "false")
    page.keyboard.press("v")
    expect(page.get_by_test_id("lines").get_by_role("button").first).to_be_visible()
    for part in (page.get_by_test_id("move-list"), page.get_by_test_id("move-list").locator("[aria-current]")):
        expect(part).to_be_in_viewport(ratio=1)


def test_every_page_is_looked_at() -> None:
    assert {address.removeprefix("#/").partition("?")[0] for address in ADDRESSES} == {page.name for page in PAGES}
