"""The Matrix page: the lecture on a table, step by step, and the table typed over as a visitor would."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stepping import expect_step, sentence, shared_address, visit
from zermelo.equilibrium.analysis import analyse
from zermelo.equilibrium.examples import example
from zermelo.equilibrium.explanations import explain
from zermelo.equilibrium.notation import parse_matrix, to_json

TCP = [step.text for step in explain(analyse(example("tcp")))]


def equilibria(page: Page) -> list[str]:
    return [each.inner_text().splitlines()[0] for each in page.get_by_test_id("equilibria").locator("button").all()]


def to_end(page: Page, steps: int) -> None:
    expect_step(page, 0, steps)
    page.keyboard.press("End")
    expect_step(page, steps, steps)


def test_the_first_example_is_explained_step_by_step(page: Page) -> None:
    page.goto("#/matrix")
    expect_step(page, 0, len(TCP))
    expect(page.locator("line.reply, line.strike, rect.ring")).to_have_count(0)
    page.keyboard.press("End")
    expect(sentence(page)).to_have_text(TCP[-1])
    # What is struck out can still be read: a line through a C looks like €.
    expect(page.get_by_test_id("name-0-0")).to_have_css("text-decoration-line", "none")
    expect(page.get_by_test_id("cell-1-1")).to_have_attribute("data-equilibrium", "")
    expect(page.get_by_test_id("cell-0-0")).to_have_attribute("data-better", "")
    expect(page.locator("line.reply")).to_have_count(4)
    expect(page.locator("line.strike")).to_have_count(2)
    expect(page.get_by_test_id("chance-0-1")).to_have_text("1")
    page.keyboard.press("Home")
    expect(page.locator("line.reply, line.strike, rect.ring")).to_have_count(0)
    for number, says in enumerate(TCP, 1):
        page.keyboard.press("ArrowRight")
        expect(sentence(page)).to_have_text(says)
        expect(page.locator("line.reply")).to_have_count(min(number, 4))
        expect(page.get_by_test_id("steps").locator("li[aria-current]")).to_have_text(says)
    expect(page.get_by_test_id("reply-1-0-0")).to_have_count(1)
    expect(page.get_by_test_id("facts")).to_contain_text("(C, C): -2")


def test_the_table_is_typed_over_and_grows_and_shrinks(page: Page) -> None:
    page.goto("#/matrix")
    to_end(page, len(TCP))
    # Whoever cooperates alone gets more than before: two equilibria and a mixed one.
    page.get_by_test_id("payoff-0-0-0").fill("1/2")
    page.get_by_test_id("payoff-0-0-1").fill("0.5")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("equilibria").locator("button")).to_have_count(3)
    expect(page.get_by_test_id("example-select")).to_have_value("")
    expect(page.get_by_test_id("curves").locator("circle")).to_have_count(3)
    page.get_by_test_id("equilibrium-1").click()
    expect(page.get_by_test_id("chance-0-0")).to_have_text("2/3")
    page.get_by_test_id("name-0-0").fill("wait")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("equilibrium-0")).to_contain_text("(wait, C)")
    page.get_by_test_id("add-row").click()
    page.keyboard.press("c")
    expect(page.locator("g.cell")).to_have_count(9)
    expect(page.get_by_test_id("curves")).to_have_count(0)
    page.get_by_test_id("remove-1-2").click()
    page.get_by_test_id("remove-0-2").click()
    expect(page.locator("g.cell")).to_have_count(4)
    expect(page.get_by_test_id("curves")).to_be_visible()
    for _ in range(7):
        page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("undo")).to_be_disabled()
    expect(page.get_by_test_id("example-select")).to_have_value("tcp")
    expect(sentence(page)).to_have_text(TCP[-1])


def test_what_is_typed_wrongly_is_answered_by_a_sentence(page: Page) -> None:
    page.goto("#/matrix")
    to_end(page, len(TCP))
    page.get_by_test_id("payoff-1-0-1").fill("<b>one</b>")
    page.keyboard.press("Enter")
    expect(sentence(page)).to_have_text("Row 2, column 1: '<b>one</b>' is not a number.")
    expect(page.get_by_test_id("cell-1-0")).to_have_class(re.compile("wrong"))
    page.get_by_test_id("share").click()
    expect(page.get_by_text("There is nothing to share yet")).to_be_visible()
    # It survives a reload as it was typed, and can be mended.
    page.reload()
    expect(page.get_by_test_id("payoff-1-0-1")).to_have_value("<b>one</b>")
    expect(sentence(page)).to_contain_text("is not a number")
    page.get_by_test_id("payoff-1-0-1").fill("-4")
    page.keyboard.press("Enter")
    expect(sentence(page)).to_have_text(TCP[-1])
    page.get_by_test_id("name-1-0").fill("D")
    page.keyboard.press("Enter")
    expect(sentence(page)).to_contain_text("are called 'D'")


def test_a_shared_address_and_a_reload_keep_the_game_and_the_step(page: Page) -> None:
    page.goto("#/matrix")
    page.get_by_test_id("example-select").select_option("sexes")
    steps = [step.text for step in explain(analyse(example("sexes")))]
    expect_step(page, 0, len(steps))
    assert equilibria(page) == [
        "(fight, fight)",
        "(2/3 fight + 1/3 ballet, 1/3 fight + 2/3 ballet)",
        "(ballet, ballet)",
    ]
    page.keyboard.press("ArrowRight")
    page.reload()
    expect_step(page, 1, len(steps))
    expect(sentence(page)).to_have_text(steps[0])
    shared = shared_address(page)
    page.get_by_test_id("example-select").select_option("roshambo")
    expect(page.locator("g.cell")).to_have_count(9)
    visit(page, shared)
    expect_step(page, 1, len(steps))
    expect(page.get_by_test_id("player-0")).to_have_value("Ann")


def test_any_text_that_the_command_line_reads_can_be_pasted(page: Page) -> None:
    page.goto("#/matrix")
    page.get_by_text("As text").click()
    field = page.get_by_test_id("matrix-text")
    expect(field).to_have_value(json.dumps(to_json(example("tcp")), ensure_ascii=False))
    field.fill("3 -1; -2 1")
    page.get_by_test_id("read-text").click()
    expect(page.get_by_test_id("facts")).to_contain_text("1/7 for MAX")
    field.fill("3 -1; -2 y")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Row 2, column 2: 'y' is not a number.")).to_be_visible()
    expect(page.get_by_test_id("facts")).to_contain_text("1/7 for MAX")


def test_cells_of_a_spreadsheet_are_pasted(page: Page) -> None:
    page.goto("#/matrix")
    to_end(page, len(TCP))

    def paste(text: str) -> None:
        page.evaluate("text => navigator.clipboard.writeText(text)", text)
        page.keyboard.press("Control+v")

    page.get_by_test_id("payoff-0-1-0").focus()
    paste("1/3\t2\n3\t4\n")
    expect(page.get_by_test_id("payoff-1-2-0")).to_have_value("4")
    expect(page.get_by_test_id("payoff-0-1-0")).to_have_value("1/3")
    expect(page.get_by_test_id("payoff-0-1-1")).to_have_value("0")
    paste("\tleft\tright\nup\t3, 1\t(0, 0)\ndown\t0, 0\t1, 3\n")
    expect(page.get_by_test_id("name-1-0")).to_have_value("left")
    expect(page.get_by_test_id("equilibria").locator("button")).to_have_count(3)
    paste("\t".join("123456789"))
    expect(page.get_by_text("this page shows up to 8 × 8")).to_be_visible()
    page.keyboard.press("Escape")
    # Beside the table it is another table, and with one payoff in a cell a zero-sum game.
    paste("3\t-1\n-2\t1")
    expect(page.get_by_test_id("facts")).to_contain_text("1/7 for MAX")
    page.get_by_test_id("example-select").select_option("chicken")
    expect(page.get_by_test_id("player-0")).to_have_value("Row")
    for _ in range(4):
        page.keyboard.press("Control+z")
    expect(page.get_by_test_id("example-select")).to_have_value("tcp")


@pytest.mark.parametrize("text", ["nonsense", "1 2; 3", "{", "[[[[0,0,0]]]]"])
def test_a_meaningless_address_shows_an_example(page: Page, text: str) -> None:
    page.goto(f"#/matrix?text={text}")
    expect(page.get_by_text("The game in the address cannot be read")).to_be_visible()
    expect_step(page, 0, len(TCP))


def test_a_continuum_is_drawn_where_the_lines_run_together(page: Page) -> None:
    page.goto("#/matrix?text=1,1 1,0; 1,1 0,1")
    expect(page.get_by_test_id("curves").locator("line.shared")).to_have_count(1)
    page.get_by_test_id("payoff-0-0-0").fill("2")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("curves").locator("circle")).to_have_count(1)
    expect(page.get_by_test_id("curves").locator(".shared")).to_have_count(0)


def test_a_phone_has_it_all_and_weak_dominance_is_a_wish(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("#/matrix?text=1,1 1,0 0,0; 1,1 0,0 1,1")
    expect(page.get_by_test_id("continuum")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("line.strike")).to_have_count(1)
    page.get_by_test_id("weak").check()
    expect(page.locator("line.strike")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    found = analyse(parse_matrix("1,1 1,0 0,0; 1,1 0,0 1,1"), weak=True)
    expect_step(page, len(explain(found)), len(explain(found)))
