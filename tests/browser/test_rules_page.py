"""The Rules page: rules are chosen, typed wrongly and mended; games are played by them, in turns and at the same time."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.browser.stepping import expect_step, sentence, shared_address, visit
from zermelo.games.gdl.checks import find_mistakes
from zermelo.games.gdl.formatter import format_rules
from zermelo.games.gdl.reader import read_rules
from zermelo.games.gdl.sheets import sheet_text

TIC_TAC_TOE = sheet_text("tic_tac_toe")
NUMBERS = " ".join(f"(number {each})" for each in range(100))
HOSTILE = f"""(role r) (init z) (legal r go) (goal r 0) {NUMBERS}
(<= (next (c ?a ?b ?c ?d)) (number ?a) (number ?b) (number ?c) (number ?d))
(<= terminal (true (c 1 1 1 1)))"""


def open_sheet(page: Page, sheet: str) -> None:
    visit(page, f"#/rules?sheet={sheet}")
    expect(page.get_by_test_id("net")).to_be_visible()
    ready(page)


def ready(page: Page) -> None:
    """The rules are checked, and nobody thinks."""
    expect(page.get_by_test_id("rules-game")).to_have_attribute("aria-busy", "false")


def rules(page: Page) -> Locator:
    return page.get_by_test_id("rules-text")


def move(page: Page, text: str, role: int = 0) -> Locator:
    return page.get_by_test_id(f"moves-{role}").locator(f'[data-move="{text}"]')


def mistakes(page: Page) -> Locator:
    return page.get_by_test_id("mistakes").get_by_role("button")


def test_the_first_visit_is_ready_to_play(page: Page) -> None:
    page.goto("#/rules")
    expect(page.get_by_test_id("sheet-select")).to_have_value("tic_tac_toe")
    expect(rules(page)).to_have_value(TIC_TAC_TOE)
    expect(sentence(page)).to_have_text("X to move. Press a move, or change the rules.")
    expect(page.get_by_test_id("net")).to_contain_text("29 facts, 20 moves")
    page.get_by_test_id("cell-2-2").click()
    # The other role answers, and says why.
    expect_step(page, 2, 2)
    expect(page.get_by_test_id("cell-2-2")).to_have_text("x")
    expect(page.get_by_test_id("rules-board").get_by_text("o", exact=True)).to_have_count(1)
    expect(sentence(page)).to_have_text("X to move.")
    expect(page.get_by_test_id("sentence-2")).to_contain_text("O plays (mark ")
    expect(move(page, "(mark 2 2)")).to_have_count(0)


def test_a_game_against_random_to_its_end_and_back(page: Page) -> None:
    open_sheet(page, "tic_tac_toe")
    page.get_by_test_id("seat-1").select_option("random")
    for step in range(2, 12, 2):
        ready(page)
        if page.get_by_test_id("goals").is_visible():
            break
        page.get_by_test_id("move").first.click()
        expect(page.get_by_test_id("step-count")).not_to_have_text(f"step {step - 2}/{step - 2}")
        ready(page)
    expect(page.get_by_test_id("goals").locator("dd")).to_have_count(2)
    expect(sentence(page)).to_contain_text("The game is over: x ")
    page.keyboard.press("Home")
    expect(page.get_by_test_id("goals")).to_have_count(0)
    expect(page.get_by_test_id("rules-board").locator(".cell").filter(has_text="x")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("rules-board").locator(".cell").filter(has_text="x")).to_have_count(1)
    # A move in the middle of a game replaces those after it.
    page.keyboard.press("Home")
    move(page, "(mark 3 3)").click()
    expect_step(page, 2, 2)
    page.keyboard.press("n")
    expect_step(page, 0, 0)


def test_mistakes_are_underlined_and_listed(page: Page) -> None:
    open_sheet(page, "tic_tac_toe")
    wrong = TIC_TAC_TOE.replace("(<= terminal", "(<= (terminal ?x)", 1)
    first, *others = find_mistakes(wrong)
    rules(page).fill(wrong)
    expect(mistakes(page)).to_have_count(1 + len(others))
    expect(mistakes(page).first).to_contain_text(f"line {first.line}, column {first.column}")
    expect(mistakes(page).first).to_contain_text(first.sentence)
    expect(page.get_by_test_id("mistake")).to_have_text("(terminal ?x)")
    expect(sentence(page)).to_contain_text(f"Line {first.line}: {first.sentence}")
    expect(page.get_by_test_id("sheet-select")).to_have_value("")
    expect(page.get_by_test_id("move").first).to_be_disabled()
    # The wavy line is where the letters of the field are.
    top = page.evaluate("document.querySelector('[data-testid=rules-text]').scrollTop")
    line = page.get_by_test_id("mistake").bounding_box()
    field = rules(page).bounding_box()
    assert line is not None
    assert field is not None
    assert abs(line["y"] - (field["y"] + 8 + 18 * (first.line - 1) - top)) < 4
    rules(page).evaluate("field => field.setSelectionRange(0, 0)")
    mistakes(page).first.click()
    chosen = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert rules(page).evaluate(chosen) == "(terminal ?x)"
    rules(page).fill(TIC_TAC_TOE)
    expect(page.get_by_test_id("mistake")).to_have_count(0)
    expect(page.get_by_test_id("move").first).to_be_enabled()
    expect(page.get_by_test_id("sheet-select")).to_have_value("tic_tac_toe")


def test_a_change_of_the_rules_keeps_the_moves_that_are_legal(page: Page) -> None:
    open_sheet(page, "nim")
    page.get_by_test_id("seat-1").select_option("human")
    move(page, "(take 1 2)").click()
    expect_step(page, 1, 1)
    rules(page).fill(f"; mine\n{sheet_text('nim')}")
    ready(page)
    expect_step(page, 1, 1)
    rules(page).fill(sheet_text("nim").replace("(start 1 3)", "(start 1 1)"))
    expect_step(page, 0, 0)
    ready(page)
    expect(move(page, "(take 1 2)")).to_have_count(0)


def test_roles_that_move_at_the_same_time(page: Page) -> None:
    open_sheet(page, "prisoners_dilemma")
    expect(sentence(page)).to_contain_text("Row and column move at the same time.")
    # Against a player a click is enough: its move is chosen, too.
    move(page, "defect").click()
    expect_step(page, 1, 1)
    expect(page.get_by_test_id("sentence-2")).to_contain_text("Column plays")
    page.get_by_test_id("seat-1").select_option("human")
    expect(page.get_by_test_id("make-move")).to_be_disabled()
    move(page, "cooperate").click()
    expect(page.get_by_test_id("make-move")).to_be_disabled()
    move(page, "defect", role=1).click()
    expect(move(page, "defect", role=1)).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("make-move").click()
    expect_step(page, 2, 2)
    expect(page.get_by_test_id("facts").locator('[data-fact="(rounds 2)"]')).to_have_class(re.compile(r"\bnew\b"))


def test_players_play_by_themselves(page: Page) -> None:
    open_sheet(page, "rock_paper_scissors")
    page.get_by_test_id("seat-1").select_option("random")
    page.get_by_test_id("seat-0").select_option("random")
    expect(page.get_by_test_id("goals")).to_be_visible()
    expect(page.get_by_test_id("sentence-3")).to_contain_text("Right plays")


def test_clicks_on_the_board_narrow_the_moves_down(page: Page) -> None:
    open_sheet(page, "breakthrough")
    page.get_by_test_id("seat-1").select_option("human")
    page.get_by_test_id("cell-c-2").click()
    expect(page.get_by_test_id("cell-c-2")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("cell-d-3").click()
    expect_step(page, 1, 1)
    expect(page.get_by_test_id("cell-d-3")).to_have_text("w")
    open_sheet(page, "connect_four")
    page.get_by_test_id("seat-1").select_option("human")
    page.get_by_test_id("cell-4-6").click()
    expect(page.get_by_test_id("cell-4-1")).to_have_text("r")


def test_a_hint_says_why(page: Page) -> None:
    moves = [["(mark 1 1)", "noop"], ["noop", "(mark 2 1)"], ["(mark 1 2)", "noop"], ["noop", "(mark 2 2)"]]
    visit(page, f"#/rules?sheet=tic_tac_toe&moves={json.dumps(moves)}")
    expect_step(page, 4, 4)
    ready(page)
    page.keyboard.press("h")
    expect(page.get_by_test_id("sentence-2")).to_contain_text("X plays (mark 1 3), which is proven to win.")
    expect(move(page, "(mark 1 3)")).to_have_class(re.compile(r"\bhinted\b"))


def test_rules_meant_to_do_harm_are_answered_by_a_sentence(page: Page) -> None:
    open_sheet(page, "maze")
    rules(page).fill(HOSTILE)
    # They cannot be grounded, and interpreting them ends in a random game, or on a busy machine with the time for it.
    refusal = re.compile("too many (instances|facts in one state)|could not be made ready to play within")
    expect(page.get_by_test_id("rules-problem")).to_contain_text(refusal)
    expect(page.get_by_test_id("move").first).to_be_disabled()
    page.get_by_test_id("sheet-select").select_option("maze")
    ready(page)
    move(page, "east").click()
    expect_step(page, 1, 1)


def test_files_and_formatting(page: Page, tmp_path: Path) -> None:
    page.goto("#/rules")
    expect(rules(page)).to_have_value(TIC_TAC_TOE)
    text = sheet_text("maze").replace("\n    ", " ")
    file: FilePayload = {"name": "own.kif", "mimeType": "text/plain", "buffer": text.encode()}
    page.get_by_test_id("load-file").set_input_files(file)
    expect(move(page, "east")).to_be_visible()
    page.get_by_test_id("format").click()
    expect(rules(page)).to_have_value(format_rules(read_rules(text)))
    with page.expect_download() as download:
        page.get_by_test_id("save").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert saved.suffix == ".kif"
    assert saved.read_text("utf-8") == format_rules(read_rules(text))


def test_a_shared_address_and_a_reload_keep_the_rules_and_the_game(page: Page) -> None:
    moves = json.dumps([["(mark 1 1)", "noop"], ["noop", "(mark 2 2)"]])
    visit(page, f"#/rules?sheet=tic_tac_toe&moves={moves}&step=1")
    expect_step(page, 1, 2)
    expect(page.get_by_test_id("cell-1-1")).to_have_text("x")
    expect(page.get_by_test_id("cell-2-2")).to_have_text("")
    page.keyboard.press("End")
    expect(page.get_by_test_id("cell-2-2")).to_have_text("o")
    rules(page).fill(f"; mine\n{TIC_TAC_TOE}")
    ready(page)
    shared = shared_address(page)
    page.reload()
    expect_step(page, 2, 2)
    expect(rules(page)).to_have_value(f"; mine\n{TIC_TAC_TOE}")
    visit(page, "#/rules?sheet=nim")
    expect(move(page, "(take 1 1)")).to_be_visible()
    visit(page, shared)
    expect(rules(page)).to_have_value(f"; mine\n{TIC_TAC_TOE}")
    expect_step(page, 2, 2)
    visit(page, "#/rules?sheet=chess")
    expect(page.get_by_text("there is no rule sheet called chess", exact=False)).to_be_visible()


def test_the_other_pages_take_the_sheet_as_a_game(page: Page) -> None:
    open_sheet(page, "tic_tac_toe")
    page.get_by_test_id("seat-1").select_option("human")
    for each in ("(mark 1 1)", "(mark 2 2)"):
        role = page.get_by_test_id("move").filter(has_text=each)
        role.click()
        ready(page)
    expect_step(page, 2, 2)
    page.get_by_test_id("open-play").click()
    expect(page.get_by_test_id("game-select")).to_have_value("tic_tac_toe.kif")
    expect(page.get_by_test_id("cell-2-2")).to_have_text("o")
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("why")).to_contain_text("line")
    page.go_back()
    expect_step(page, 2, 2)
    page.get_by_test_id("open-inside").click()
    expect(page.get_by_test_id("game-select")).to_have_value("tic_tac_toe.kif")
    expect(page.get_by_test_id("tree-view")).to_be_visible()
