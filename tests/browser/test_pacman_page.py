"""The Pac-Man page, as a visitor uses it: watching a game, rewinding it, asking why, changing weights, playing oneself."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from tests.browser.stepping import sentence, shared_address, visit
from zermelo.games.pacman import Pacman
from zermelo.games.pacman.lessons import LESSONS
from zermelo.games.pacman.players import Game, parse_ghosts, parse_pacman, play_game, set_up
from zermelo.players.choice import Choice, for_max
from zermelo.records.moves import play_through
from zermelo.state import as_number
from zermelo.textbook import expectiminimax
from zermelo.trees import parse_tree

FIRST = "expectimax:4"
SIGNS = {"lower": "≥ ", "upper": "≤ "}
HALL = "%%%%%%%%%\n%...P...%\n%.%%%%%.%\n%...G...%\n%%%%%%%%%\n"
READY = re.compile("takes|stays|Your move")
TRAP = "%%%%%%%\n%P...G%\n%%%%%%%\n"


@cache
def library_game(pacman: str = FIRST, ghosts: str = "random:2", seed: int = 1) -> tuple[Game, tuple[Pacman, ...]]:
    """A game as the library plays it, and its positions between the rounds."""
    hunters = parse_ghosts(ghosts)
    start = set_up("small", hunters)
    game = play_game(start, parse_pacman(pacman), hunters, seed=seed)
    states = play_through(start, game.moves)
    between = [
        state for state in states if isinstance(state, Pacman) and (state.agent == 0 or state.utility() is not None)
    ]
    return game, tuple(between)


def open_page(page: Page, **query: str | int) -> None:
    page.goto(f"#/pacman?{urlencode(query)}" if query else "#/pacman")
    expect(sentence(page)).to_have_text(READY)


def expect_maze(page: Page, state: Pacman, step: int) -> None:
    """The maze is drawn as the library has it."""
    expect(page.get_by_test_id("maze")).to_have_attribute("data-step", str(step))
    expect(page.get_by_test_id("score")).to_have_text(f"{state.score:,}")
    expect(page.get_by_test_id("food-left")).to_have_text(str(len(state.food)))
    expect(page.get_by_test_id("food")).to_have_count(len(state.food))
    expect(page.get_by_test_id("capsule")).to_have_count(len(state.capsules))
    assert place(page.get_by_test_id("pacman")) == state.pacman
    for number, ghost in enumerate(state.ghosts, 1):
        drawn = page.get_by_test_id(f"ghost-{number}")
        assert place(drawn) == (ghost.column, ghost.line)
        assert drawn.get_attribute("data-scared") == str(ghost.scared)


def place(drawn: Locator) -> tuple[float, float]:
    return float(drawn.get_attribute("data-column") or 0), float(drawn.get_attribute("data-line") or 0)


def expect_choice(page: Page, choice: Choice) -> None:
    """Every move has its value at its cell and in the panel, and the one chosen is marked."""
    rows = page.get_by_test_id("candidates").get_by_role("listitem")
    best = page.get_by_test_id("candidates").locator("[aria-current]")
    expect(best).to_contain_text(f"{choice.move} {written(choice.value)}")
    expect(rows).to_have_count(len(choice.moves))
    for each in choice.moves:
        expect(page.get_by_test_id(f"value-{each.move}")).to_be_visible()
        value = SIGNS.get(each.bound, "") + written(for_max(each.value))
        expect(rows.filter(has_text=each.move)).to_have_text(f"{each.move} {value}")
    expect(page.locator(".tag.chosen")).to_have_attribute("data-testid", f"value-{choice.move}")
    expect(sentence(page)).to_contain_text(
        "Pac-Man stays where he is" if choice.move == "Stop" else f"Pac-Man takes {choice.move}, worth "
    )


def written(value: float | None) -> str:
    assert value is not None
    return f"{value:.1f}".removesuffix(".0") if abs(value) >= 10 else f"{value:.2f}".rstrip("0").rstrip(".")


def test_the_first_visit_plays_by_the_space_bar(page: Page) -> None:
    _, states = library_game()
    page.goto("#/pacman")
    expect_maze(page, states[0], 0)
    expect_choice(page, parse_pacman(FIRST).create().choose(states[0]))
    expect(sentence(page)).to_contain_text("Press the space bar")
    page.keyboard.press(" ")
    expect(page.get_by_test_id("moves")).to_have_text(re.compile("[2-9]"))
    page.keyboard.press(" ")
    expect(page.get_by_test_id("play")).to_have_attribute("aria-label", "Play")
    step = int(page.get_by_test_id("maze").get_attribute("data-step") or 0)
    expect_maze(page, states[step], step)
    page.keyboard.press("ArrowRight")
    expect_maze(page, states[step + 1], step + 1)
    expect_choice(page, parse_pacman(FIRST).create().choose(states[step + 1]))
    page.keyboard.press("v")
    expect(page.locator(".tag")).to_have_count(0)


def test_a_whole_game_and_back(page: Page) -> None:
    game, states = library_game()
    open_page(page)
    page.get_by_test_id("speed").select_option("64")
    page.keyboard.press(" ")
    expect(page.get_by_test_id("result")).to_have_text(game.result.capitalize())
    total = len(states) - 1
    expect(page.get_by_test_id("step-count")).to_have_text(f"step {total}/{total}")
    expect_maze(page, states[-1], total)
    expect(sentence(page)).to_contain_text(f"after {total} moves, ")
    expect(page.get_by_test_id("why")).to_be_disabled()
    scared = [step for step, state in enumerate(states) if any(ghost.scared % 2 for ghost in state.ghosts)]
    for step in (*scared[:2], total // 2, 1):
        page.get_by_test_id("step-slider").fill(str(step))
        expect_maze(page, states[step], step)
    page.reload()
    expect_maze(page, states[1], 1)
    expect(page.get_by_test_id("step-count")).to_have_text(f"step 1/{total}")
    # What was decided there is found out again.
    expect_choice(page, parse_pacman(FIRST).create().choose(states[1]))
    shared = shared_address(page)
    page.get_by_test_id("new-game").click()
    expect(page.get_by_test_id("seed")).to_have_value("2")
    expect_maze(page, states[0], 0)
    visit(page, shared)
    expect_maze(page, states[1], 1)
    page.keyboard.press("End")
    expect_maze(page, states[-1], total)


def test_menus_and_sliders_change_what_is_decided(page: Page) -> None:
    start = Pacman("small")
    open_page(page)
    page.get_by_test_id("pacman-select").select_option("alpha_beta")
    page.get_by_test_id("depth").fill("2")
    expect_choice(page, parse_pacman("alpha_beta:2").create().choose(start))
    page.get_by_test_id("pacman-select").select_option("minimax")
    weight = -2 * start.weights()["food_left"]
    page.get_by_test_id("weight-food_left").fill(f"{weight:g}")
    weights = {**start.weights(), "food_left": weight}
    expect_choice(page, parse_pacman("minimax:2", weights).create().choose(start))
    expect(page.get_by_test_id("part-food_left")).to_have_text(written(weight * len(start.food)))
    expect(page.get_by_test_id("static-value")).to_have_text(written(start.evaluate(weights)))
    page.get_by_test_id("reset-weights").click()
    expect_choice(page, parse_pacman("minimax:2").create().choose(start))
    expect(page.get_by_test_id("static-value")).to_have_text(written(start.evaluate()))
    for moves, kind in enumerate(("reflex", "mcts", "engine", "random"), 1):
        page.get_by_test_id("pacman-select").select_option(kind)
        page.get_by_test_id("step-forward").click()
        expect(page.get_by_test_id("moves")).to_have_text(str(moves))
    expect(sentence(page)).to_contain_text("as the lot has it")
    expect(page.locator(".tag")).to_have_count(0)
    page.get_by_test_id("ghost-select").select_option("minimax")
    page.get_by_test_id("ghost-depth").fill("1")
    page.get_by_test_id("ghost-count").select_option("1")
    expect(page.get_by_test_id("ghost-1")).to_be_visible()
    expect(page.get_by_test_id("ghost-2")).to_have_count(0)
    page.get_by_test_id("layout-select").select_option("open")
    expect(page.get_by_test_id("food")).to_have_count(len(Pacman("open").food))
    page.get_by_test_id("step-forward").click()
    expect(page.get_by_test_id("moves")).to_have_text("1")


def test_why_this_move(page: Page) -> None:
    _, states = library_game()
    choice = parse_pacman(FIRST).create().choose(states[2])
    open_page(page)
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect_choice(page, choice)
    page.get_by_test_id("why").click()
    outline = page.get_by_test_id("decision")
    expect(outline.get_by_role("heading")).to_contain_text(f"Why {choice.move}: worth ")
    plies = choice.depth
    expect(outline).to_contain_text(f"Pac-Man searches {plies} plies deep")
    # Every line has its place: none is written over another.
    rows = [row.bounding_box() for row in outline.locator(".row:visible, .rest > summary:visible").all()]
    places = sorted((box["y"], box["y"] + box["height"]) for box in rows if box)
    assert len(places) > 3
    assert all(below[0] >= above[1] - 1 for above, below in pairwise(places))
    before = outline.locator(".row:visible").count()
    outline.get_by_test_id("folded").locator("visible=true").first.locator("summary").first.click()
    assert outline.locator(".row:visible").count() > before
    page.keyboard.press("Escape")
    expect(outline).to_be_hidden()
    page.keyboard.press("y")
    outline.get_by_test_id("open-tree").click()
    expect(page).to_have_url(re.compile("#/tree"))
    expect(page.get_by_test_id("search-select")).to_have_value("expectiminimax")
    expect(page.get_by_test_id("node-Pac-Man")).to_be_visible()
    page.keyboard.press("End")
    expect(sentence(page)).to_contain_text("The answer is")
    found = expectiminimax(parse_tree(page.get_by_test_id("tree-text").input_value()))
    assert choice.value is not None
    assert abs(float(as_number(found.value)) - choice.value) < 0.01
    expect(sentence(page)).to_contain_text(f": {found.move}.")
    page.go_back()
    expect_maze(page, states[2], 2)
    page.get_by_test_id("inside").click()
    expect(page).to_have_url(re.compile("#/inside"))
    expect(page.get_by_test_id("game-select")).to_have_value("pacman")
    page.keyboard.press("End")
    expect(sentence(page)).to_contain_text("The answer is")
    expect(page.get_by_test_id("tree-view").locator("image")).not_to_have_count(0)
    # The tree is not as deep as the search that decided, and the page says so until it is.
    expect(page.get_by_test_id("note")).to_contain_text(f"searched to depth {plies}. At depth 3, ")
    page.reload()
    expect(page.get_by_test_id("note")).to_contain_text(f"searched to depth {plies}. ")
    page.get_by_test_id("depth").fill("1")
    page.get_by_test_id("depth").press("Enter")
    expect(page.get_by_test_id("note")).to_contain_text("At depth 1, ")
    page.get_by_test_id("game-select").select_option("nim")
    expect(page.get_by_test_id("note")).to_have_count(0)


def test_a_person_plays_by_keys_and_buttons(page: Page) -> None:
    open_page(page, layout=HALL, pacman="human", ghosts="random:1", seed=7)
    column, line = Pacman(HALL).pacman
    expect(sentence(page)).to_have_text("Your move: the arrow keys, or W A S D.")
    expect(page.locator(".tag")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("moves")).to_have_text("1")
    assert place(page.get_by_test_id("pacman")) == (column + 1, line)
    page.keyboard.press("a")
    expect(page.get_by_test_id("moves")).to_have_text("2")
    assert place(page.get_by_test_id("pacman")) == (column, line)
    # A wall stops a key, and its button is not to be pressed.
    page.keyboard.press("w")
    expect(page.get_by_test_id("move-North")).to_be_disabled()
    page.keyboard.press(".")
    expect(page.get_by_test_id("moves")).to_have_text("3")
    # Back, and another way from there: what came after is replaced.
    page.keyboard.press("[")
    page.keyboard.press("[")
    expect(page.get_by_test_id("step-count")).to_have_text("step 1/3")
    page.get_by_test_id("move-West").click()
    expect(page.get_by_test_id("step-count")).to_have_text("step 2/2")
    page.keyboard.press("v")
    expect(page.get_by_test_id("candidates").locator("[aria-current]")).to_have_count(1)
    expect(sentence(page)).to_contain_text("The adviser takes")


def test_a_position_in_which_the_ghosts_are_to_move(page: Page) -> None:
    state = Pacman("small").play("East")
    for pacman in ("expectimax:2", "human"):
        visit(page, f"#/pacman?{urlencode({'layout': state.notation(), 'pacman': pacman})}")
        expect(page.get_by_test_id("ghost-count")).to_be_disabled()
        if pacman != "human":
            page.get_by_test_id("step-forward").click()
        expect(page.get_by_test_id("maze")).to_have_attribute("data-step", re.compile("[1-9]"))
        expect(sentence(page)).to_have_text(READY)
    expect(page.get_by_test_id("moves")).to_have_text("0")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("moves")).to_have_text("1")


def test_a_layout_of_ones_own(page: Page) -> None:
    open_page(page)
    page.get_by_test_id("layout-select").select_option("own")
    text = page.get_by_test_id("layout-text")
    text.fill(TRAP.replace("P", "?"))
    page.get_by_test_id("use-layout").click()
    expect(page.get_by_test_id("layout-error")).to_contain_text("Line 2, column 2: '?' means nothing in a layout")
    assert text.evaluate("field => [field.selectionStart, field.selectionEnd]") == [9, 10]
    text.fill(TRAP)
    text.press("Control+Enter")
    expect(page.get_by_test_id("food")).to_have_count(3)
    expect(page.get_by_test_id("layout-error")).to_have_count(0)
    expect(page.get_by_test_id("ghost-count")).to_have_value("1")
    expect(sentence(page)).to_contain_text("Pac-Man")
    page.reload()
    expect(page.get_by_test_id("food")).to_have_count(3)
    expect(page.get_by_test_id("layout-select")).to_have_value("own")


def test_games_are_saved_and_opened(page: Page, tmp_path: Path) -> None:
    game, states = library_game("reflex", seed=4)
    open_page(page, layout="small", pacman="reflex", seed=4)
    page.keyboard.press("End")
    expect(page.get_by_test_id("result")).to_be_visible()
    page.get_by_text("Game as a file").click()
    with page.expect_download() as saving:
        page.get_by_test_id("save").click()
    file = tmp_path / "game.json"
    saving.value.save_as(file)
    page.get_by_test_id("layout-select").select_option("trap")
    page.get_by_test_id("pacman-select").select_option("minimax")
    page.get_by_test_id("load-file").set_input_files(file)
    expect(page.get_by_test_id("step-count")).to_have_text(f"step 0/{len(states) - 1}")
    expect(page.get_by_test_id("layout-select")).to_have_value("small")
    expect(page.get_by_test_id("pacman-select")).to_have_value("reflex")
    page.keyboard.press("End")
    expect_maze(page, states[-1], len(states) - 1)
    file.write_text(file.read_text().replace(f'"score":{game.score}', '"score":7'))
    page.get_by_test_id("load-file").set_input_files(file)
    expect(page.get_by_text("not to 7 as the record says")).to_be_visible()


def test_a_lesson_is_watched(page: Page) -> None:
    open_page(page)
    page.get_by_text("Lessons").click()
    page.get_by_test_id("lesson-select").select_option("starving")
    expect(page.get_by_test_id("lesson-text")).to_have_text(LESSONS["starving"].text)
    casts = page.get_by_test_id("lesson-casts").get_by_role("button")
    expect(casts).to_have_text([cast.title for cast in LESSONS["starving"].casts])
    casts.nth(2).click()
    expect(page.get_by_test_id("lesson-casts").get_by_role("button", pressed=True)).to_have_text(
        "score, way and food left"
    )
    expect(page.get_by_test_id("pacman-select")).to_have_value("expectimax")
    expect(page.get_by_test_id("depth")).to_have_value("2")
    expect(sentence(page)).to_contain_text("Pac-Man takes")
    page.get_by_test_id("layout-select").select_option("small")
    expect(page.get_by_test_id("lesson-text")).to_have_count(0)


def test_meaningless_addresses_and_narrow_windows(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("#/pacman?layout=small&moves=NNN")
    expect(page.get_by_text("is not legal there")).to_be_visible()
    expect(page.get_by_test_id("maze")).to_be_visible()
    for layout in ("small", "medium", "open"):
        page.get_by_test_id("layout-select").select_option(layout)
        expect(page.get_by_test_id("food")).to_have_count(len(Pacman(layout).food))
        expect(page.locator(".tag")).not_to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    label = page.get_by_test_id("maze").get_attribute("aria-label") or ""
    assert re.match(r"Maze: Pac-Man at column \d+, line \d+; ghost 1 at column", label)
    page.goto("#/pacman?layout=small&pacman=minimax:31")
    expect(sentence(page)).to_contain_text("depth must be from 1 to 30")
    page.get_by_test_id("depth").fill("1")
    expect(sentence(page)).to_contain_text("Pac-Man takes")
