"""Take the screenshots of the lab for README and docs.

It starts the real server, drives its pages in Chromium as a visitor would, and writes docs/images/lab-*.png. `make docs` runs
it; without Chromium it says so and keeps the old screenshots.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from zermelo.events import Cutoff, Event
from zermelo.games.pacman.players import parse_ghosts, parse_pacman, set_up, turns
from zermelo.textbook import alpha_beta
from zermelo.trees.examples import EXAMPLES, example

IMAGES = Path(__file__).parent / "images"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
SIZE = {"width": 1280, "height": 800}
STARTS_WITHIN = 30.0
THINKS_MS = 30_000
MIDDLE_GAME = "13236264417336221467"
"""Late enough to be solved at once, so that the values in the picture are the same every time."""
OPENING = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "d2d3", "g8f6")
ANALYSIS_MS = 3_500
"""The page lets the engine analyse all moves for three seconds."""


def tree(page: Page) -> None:
    """The classroom tree at its deep cutoff."""
    events: list[Event] = []
    alpha_beta(example("classroom"), watch=events.append)
    deep = next(step for step, event in enumerate(events, 1) if isinstance(event, Cutoff) and event.deep)
    page.goto(f"#/tree?text={EXAMPLES['classroom'].text}&search=alpha_beta&step={deep}")
    expect(page.get_by_test_id("step-count")).to_have_text(f"step {deep}/{len(events)}")


def play(page: Page) -> None:
    """Connect Four in the middle of a game against the engine, with the value of every move: one wins, one draws."""
    page.goto(f"#/play?game=connect_four&moves={','.join(MIDDLE_GAME)}")
    for seat, player in enumerate(("human", "engine")):
        page.get_by_test_id(f"seat-{seat}").select_option(player)
    page.get_by_test_id("review").click()
    expect(page.get_by_test_id("value-graph").locator("circle")).to_have_count(len(MIDDLE_GAME) + 1, timeout=THINKS_MS)
    page.get_by_test_id("analyse").click()
    expect(page.locator('.cell[aria-label*="value"]')).to_have_count(7, timeout=THINKS_MS)
    expect(page.get_by_test_id("table")).to_have_attribute("aria-busy", "false", timeout=THINKS_MS)


def chess(page: Page) -> None:
    """An open game of chess, White's knight in hand, with the values of its moves."""
    page.goto(f"#/play?game=chess&moves={','.join(OPENING)}")
    page.get_by_test_id("seat-1").select_option("human")
    page.get_by_test_id("analyse").click()
    page.get_by_test_id("lines-select").select_option("all")
    expect(page.get_by_test_id("table")).to_have_attribute("aria-busy", "false", timeout=THINKS_MS)
    expect(page.locator('.cell[aria-label*="value"]')).not_to_have_count(0, timeout=THINKS_MS)
    page.wait_for_timeout(ANALYSIS_MS)
    page.get_by_test_id("cell-45").click()
    expect(page.locator(".reach")).not_to_have_count(0)


def inside(page: Page) -> None:
    """The end of a game of tic-tac-toe, searched by alpha-beta, with its boards."""
    page.goto("#/inside?game=tic_tac_toe&position=XOX/.O./.X.&search=alpha_beta")
    expect(page.get_by_test_id("step-count")).not_to_contain_text("…")
    page.keyboard.press("End")
    expect(page.get_by_test_id("sentence")).to_contain_text("The answer is")
    expect(page.get_by_test_id("tree-view").locator("image")).not_to_have_count(0)


def exercises(page: Page) -> None:
    """A question answered by clicking leaves, the third of them wrong."""
    page.goto("#/exercises?kind=leaves_evaluated&seed=1")
    for name in ("P", "Q", "S"):
        page.get_by_test_id(f"node-{name}").click()
    page.get_by_test_id("check").click()
    expect(page.get_by_test_id("grade")).not_to_be_empty()


def pacman(page: Page) -> None:
    """Pac-Man after his first capsule: the ghosts are scared, and each of his moves has its value."""
    ghosts = parse_ghosts("random:2")
    start = set_up("small", ghosts)
    states = [
        turn.state for turn in turns(start, parse_pacman("expectimax:4"), ghosts, seed=1) if turn.state.agent == 0
    ]
    step = next(number for number, state in enumerate(states, 1) if all(ghost.scared for ghost in state.ghosts))
    page.goto("#/pacman?layout=small&pacman=expectimax:4&ghosts=random:2&seed=1")
    expect(page.get_by_test_id("candidates")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_test_id("result")).to_be_visible(timeout=THINKS_MS)
    page.get_by_test_id("step-slider").fill(str(step))
    expect(page.get_by_test_id("candidates")).to_be_visible()


def matrix(page: Page) -> None:
    """Chicken at its mixed equilibrium."""
    page.goto("#/matrix")
    page.get_by_test_id("example-select").select_option("chicken")
    expect(page.get_by_test_id("equilibria").locator("button")).to_have_count(3)
    page.get_by_test_id("equilibrium-1").click()
    expect(page.get_by_test_id("chance-0-0")).to_have_text("2/3")


def bandit(page: Page) -> None:
    """Three arms after 120 pulls by UCB1."""
    page.goto("#/bandit?arms=0.3 0.5 0.7&step=120")
    expect(page.get_by_test_id("sentence")).to_contain_text("has the largest sum")


def rules(page: Page) -> None:
    """Tic-tac-toe by its rule sheet, after two moves, with a hint."""
    moves = [["(mark 2 2)", "noop"], ["noop", "(mark 1 1)"]]
    page.goto(f"#/rules?sheet=tic_tac_toe&moves={json.dumps(moves)}")
    expect(page.get_by_test_id("step-count")).to_have_text("step 2/2")
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("sentence-2")).to_contain_text("x plays", timeout=THINKS_MS)


def arena(page: Page) -> None:
    """A tournament of tic-tac-toe, played to its end."""
    page.goto("#/arena")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("played")).to_have_text("60/60", timeout=THINKS_MS)


PICTURES: dict[str, Callable[[Page], None]] = {
    "lab-tree": tree,
    "lab-play": play,
    "lab-chess": chess,
    "lab-inside": inside,
    "lab-exercises": exercises,
    "lab-pacman": pacman,
    "lab-matrix": matrix,
    "lab-bandit": bandit,
    "lab-rules": rules,
    "lab-arena": arena,
}


@contextmanager
def lab() -> Iterator[str]:
    """Start a lab and yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    program = Path(sys.executable).with_name("zermelo")
    server = subprocess.Popen([program, "lab", "--no-browser", "--port", str(port)], stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/"
    try:
        deadline = time.monotonic() + STARTS_WITHIN
        while True:
            try:
                urllib.request.urlopen(f"{address}api/about", timeout=1).close()
                break
            except OSError:
                if server.poll() is not None or time.monotonic() > deadline:
                    raise SystemExit("The lab does not start: run zermelo lab to see why.") from None
                time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait()


def take(program: str) -> None:
    with lab() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, show in PICTURES.items():
            context = browser.new_context(
                viewport={"width": SIZE["width"], "height": SIZE["height"]},
                base_url=address,
                color_scheme="light",
                reduced_motion="reduce",
            )
            page = context.new_page()
            show(page)
            page.mouse.move(0, SIZE["height"] - 1)
            page.evaluate("document.activeElement?.blur()")
            page.wait_for_timeout(1000)
            page.screenshot(path=IMAGES / f"{name}.png", animations="disabled", caret="hide")
            context.close()
        browser.close()


def main() -> None:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        print("No Chromium found, so the screenshots of the lab stay as they are: apt-get install chromium")
        return
    take(program)


if __name__ == "__main__":
    main()
