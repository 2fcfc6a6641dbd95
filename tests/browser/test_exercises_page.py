"""The Exercises page: every kind is answered by clicking and typing into its fields, rightly and wrongly."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stepping import shared_address
from zermelo.exercises import KINDS, make

SEEDS = (1, 4)


def open_question(page: Page, kind: str, seed: int, **wishes: str) -> None:
    options = "".join(f"&{name}={wish}" for name, wish in wishes.items())
    page.goto(f"#/exercises?kind={kind}&seed={seed}{options}")
    expect(page.get_by_test_id("node-A")).to_be_visible()
    expect(page.get_by_test_id("question")).to_contain_text(make(kind, seed, **wishes).question[:40])


def give(page: Page, kind: str, answer: str) -> None:
    """Gives an answer the way the form of its kind asks for, without the text field."""
    if kind in ("leaves_evaluated", "leaves_pruned"):
        for name in answer.split():
            page.get_by_test_id(f"node-{name}").click()
    elif kind == "minimax_value":
        value, move = answer.split()
        page.get_by_test_id("field-value").fill(value)
        page.get_by_test_id(f"node-{move}").click()
    elif kind == "window":
        for name, end in zip(("alpha", "beta"), answer.split(", "), strict=True):
            if end.endswith("inf"):
                page.get_by_test_id(f"{name}-infinity").click()
            else:
                page.get_by_test_id(f"field-{name}").fill(end)
    elif answer == "none":
        page.get_by_test_id("answer-text").fill(answer)
    elif kind in ("cut_interval", "why_not_pruned"):
        _, sign, end = answer.split()
        upper = sign.startswith("<")
        page.get_by_test_id("field-high" if upper else "field-low").fill(end)
        choice = page.get_by_label(re.compile("upper end belongs" if upper else "lower end belongs"))
        choice.select_option("<=" if "=" in sign else "<")
    elif kind == "expectimax_values":
        for part in answer.split(", "):
            name, _, value = part.partition(" = ")
            page.get_by_test_id(f"field-{name}").fill(value)
    else:
        for order in answer.split("; "):
            children = order.partition(": ")[2].split()
            for place, child in enumerate(children):
                _move_to(page, child, place)


def _move_to(page: Page, child: str, place: int) -> None:
    chip = page.get_by_test_id(f"order-{child}")
    while int(re.findall(r"place (\d+)", chip.get_attribute("aria-label") or "")[0]) > place + 1:
        before = page.get_by_test_id("answer-text").input_value()
        chip.focus()
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_test_id("answer-text")).not_to_have_value(before)
        expect(chip).to_be_focused()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_right_answer_is_given_by_clicking(page: Page, kind: str, seed: int) -> None:
    open_question(page, kind, seed)
    answer = make(kind, seed).answer
    give(page, kind, answer)
    expect(page.get_by_test_id("answer-text")).to_have_value(answer)
    page.get_by_test_id("check").click()
    expect(page.get_by_test_id("grade")).to_contain_text("Right:")
    expect(page.get_by_test_id("score")).to_contain_text("1 of 1 right")
    page.get_by_test_id("go-on").click()
    expect(page.get_by_test_id("seed")).to_have_value(str(seed + 1))
    expect(page.get_by_test_id("answer-text")).to_have_value("")


WRONG = {
    "minimax_value": "99 B",
    "leaves_evaluated": "P",
    "leaves_pruned": "none",
    "window": "-inf, inf",
    "cut_interval": "all x",
    "why_not_pruned": "all x",
    "child_order": "B: E D",
    "deepening_order": "A: D C B",
    "expectimax_values": "",
}


@pytest.mark.parametrize("kind", [kind for kind, wrong in WRONG.items() if wrong])
def test_a_wrong_answer_is_explained(page: Page, kind: str) -> None:
    open_question(page, kind, 1)
    graded = make(kind, 1).grade(WRONG[kind])
    assert not graded.correct
    page.get_by_test_id("answer-text").fill(WRONG[kind])
    page.get_by_test_id("answer-text").press("Enter")
    expect(page.get_by_test_id("grade")).to_contain_text(graded.message)
    expect(page.get_by_test_id("grade")).to_contain_text(graded.first_wrong)
    expect(page.get_by_test_id("score")).to_contain_text("0 of 1 right")


def test_the_node_that_went_wrong_is_lit(page: Page) -> None:
    open_question(page, "leaves_evaluated", 1)
    page.get_by_test_id("answer-text").fill("P Q S")
    page.get_by_test_id("check").click()
    expect(page.get_by_test_id("grade")).to_contain_text("Step 3: you wrote S")
    expect(page.get_by_test_id("node-S").locator(".lit")).to_have_count(1)
    # A change of the answer takes the grade away.
    page.get_by_test_id("node-S").click()
    expect(page.get_by_test_id("answer-text")).to_have_value("P Q")
    expect(page.get_by_test_id("grade")).to_be_empty()


def test_an_answer_that_cannot_be_read_costs_nothing(page: Page) -> None:
    open_question(page, "window", 1)
    page.get_by_test_id("answer-text").fill("who knows")
    page.get_by_test_id("check").click()
    expect(page.get_by_test_id("grade")).to_contain_text("is not a window")
    expect(page.get_by_test_id("score")).to_contain_text("0 of 0 right")


def test_leaves_wear_their_numbers_and_the_text_follows(page: Page) -> None:
    open_question(page, "leaves_evaluated", 1)
    for name in ("P", "R", "Q"):
        page.get_by_test_id(f"node-{name}").click()
    expect(page.get_by_test_id("answer-text")).to_have_value("P R Q")
    expect(page.get_by_test_id("node-Q").locator(".on-badge")).to_have_text("3")
    page.get_by_test_id("node-R").click()
    expect(page.get_by_test_id("node-Q").locator(".on-badge")).to_have_text("2")
    page.get_by_test_id("answer-text").fill("q")
    expect(page.get_by_test_id("node-Q").locator(".on-badge")).to_have_text("1")
    expect(page.get_by_test_id("node-P").locator(".on-badge")).to_have_count(0)


def test_hints_come_one_by_one_and_the_solution_can_be_replayed(page: Page) -> None:
    exercise = make("leaves_evaluated", 2)
    open_question(page, "leaves_evaluated", 2)
    for number, hint in enumerate(exercise.hints, 1):
        page.get_by_test_id("hint-button").click()
        expect(page.get_by_test_id("hints").get_by_role("listitem")).to_have_count(number)
        expect(page.get_by_test_id("hints")).to_contain_text(hint)
    expect(page.get_by_test_id("hint-button")).to_be_disabled()
    page.get_by_test_id("solution-button").click()
    expect(page.get_by_test_id("solution-answer")).to_have_text(exercise.answer)
    expect(page.get_by_test_id("solution").get_by_role("listitem")).to_have_count(len(exercise.steps()))
    page.get_by_test_id("replay").click()
    expect(page).to_have_url(re.compile("#/tree"))
    expect(page.get_by_test_id("node-A").first).to_be_visible()


def test_the_keyboard_alone_answers(page: Page) -> None:
    open_question(page, "leaves_pruned", 1)
    for name in make("leaves_pruned", 1).answer.split():
        page.get_by_test_id(f"node-{name}").focus()
        page.keyboard.press("Enter")
    page.get_by_test_id("answer-text").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("grade")).to_contain_text("Right:")
    page.get_by_test_id("check").focus()
    page.keyboard.press("n")
    expect(page.get_by_test_id("seed")).to_have_value("2")
    page.keyboard.press("h")
    expect(page.get_by_test_id("hints").get_by_role("listitem")).to_have_count(1)


def test_a_streak_grows_and_breaks(page: Page) -> None:
    open_question(page, "minimax_value", 1)
    for seed in (1, 2):
        page.get_by_test_id("answer-text").fill(make("minimax_value", seed).answer)
        page.get_by_test_id("check").click()
        expect(page.get_by_test_id("streak")).to_have_text(str(seed))
        page.get_by_test_id("next-question").click()
        expect(page.get_by_test_id("seed")).to_have_value(str(seed + 1))
        expect(page.get_by_test_id("question")).to_be_visible()
    page.get_by_test_id("answer-text").fill("99 B")
    page.get_by_test_id("check").click()
    expect(page.get_by_test_id("streak")).to_have_text("0")
    page.reload()
    expect(page.get_by_test_id("score")).to_contain_text("2 of 3 right, 6 points")
    expect(page.get_by_test_id("answer-text")).to_have_value("99 B")


def test_an_order_is_also_made_by_dragging_a_node(page: Page) -> None:
    open_question(page, "child_order", 1)
    first, second = (page.get_by_test_id(f"node-{name}").bounding_box() for name in "BC")
    assert first is not None
    assert second is not None
    middle = first["y"] + first["height"] / 2
    page.mouse.move(first["x"] + first["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(second["x"] + second["width"] * 2, middle, steps=6)
    page.mouse.up()
    expect(page.get_by_test_id("answer-text")).to_have_value("A: C B")


def test_wishes_go_with_the_question_and_its_address(page: Page) -> None:
    open_question(page, "leaves_evaluated", 5)
    page.get_by_test_id("ties").select_option("strict")
    expect(page.get_by_test_id("question")).to_contain_text("only when α > β")
    page.get_by_test_id("depth").select_option("2")
    page.get_by_test_id("branching").select_option("3")
    expect(page.get_by_test_id("question-tree")).to_have_attribute("data-nodes", "13")
    shared = shared_address(page)
    assert "ties=strict" in shared
    page.get_by_test_id("kind-select").select_option("deepening_order")
    expect(page.get_by_test_id("depth")).to_have_count(0)
    page.goto(shared)
    expect(page.get_by_test_id("question-tree")).to_have_attribute("data-nodes", "13")


def test_a_shape_that_is_too_large_is_refused_in_a_sentence(page: Page) -> None:
    open_question(page, "leaves_evaluated", 5)
    page.get_by_test_id("depth").select_option("4")
    page.get_by_test_id("branching").select_option("4")
    expect(page.get_by_test_id("trouble")).to_contain_text("at most 64 are allowed")
    page.get_by_test_id("branching").select_option("2")
    expect(page.get_by_test_id("trouble")).to_have_count(0)


def test_an_address_may_name_any_kind_and_seed(page: Page) -> None:
    page.goto("#/exercises?kind=crossword&seed=1e99")
    expect(page.get_by_test_id("toasts")).to_contain_text("This lab has no exercise called crossword.")
    expect(page.get_by_test_id("question")).to_be_visible()
    expect(page.get_by_test_id("seed")).to_have_value(str(2**53 - 1))


def test_a_teacher_opens_a_sheet(page: Page) -> None:
    open_question(page, "window", 1)
    page.get_by_text("Make a sheet to print").click()
    page.get_by_test_id("sheet-title").fill("Trees & games")
    page.get_by_test_id("sheet-count").fill("2")
    page.get_by_test_id("sheet-kind-window").check()
    page.get_by_test_id("sheet-key").check()
    with page.expect_popup() as opened:
        page.get_by_test_id("sheet-open").click()
    sheet = opened.value
    expect(sheet.get_by_text("Trees & games").first).to_be_visible()
    expect(sheet.get_by_text(re.compile("What are alpha and beta")).first).to_be_visible()


def test_a_phone_has_room_for_question_tree_and_answer(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_question(page, "leaves_pruned", 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.get_by_test_id("check")).to_be_in_viewport()
