"""Trees are made and changed on the Tree page: with the mouse, with the keyboard, as text, and from a seed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import zermelo
from tests.browser.stepping import node, sentence, sentences_of, steps_all_in
from zermelo.trees import format_tree, random_tree

CLASSROOM = "A(B(E=2 F=3(K=3 L=0)) C(G=7(M(Q=1 R=5) N=7) H=6) D(I=1 J=20(O=2 P=20)))"


@pytest.fixture
def opened(page: Page) -> Page:
    """The classroom tree, with the panel that has its text open."""
    page.goto("")
    steps_all_in(page)
    page.get_by_text("Tree", exact=True).last.click()
    expect(page.get_by_test_id("tree-text")).to_have_value(CLASSROOM)
    return page


def expect_text(page: Page, text: str) -> None:
    """The tree is this one, written as the library writes it, and searched."""
    expect(page.get_by_test_id("tree-text")).to_have_value(format_tree(zermelo.tree(text)))
    steps_all_in(page)


def expect_result(page: Page, text: str, search: str = "alpha_beta") -> None:
    page.get_by_test_id("step-last").click()
    expect(sentence(page)).to_have_text(sentences_of(search, zermelo.tree(text))[-1])


def test_the_mouse_edits(opened: Page) -> None:
    page = opened
    page.get_by_test_id("edit").click()
    node(page, "D").click()
    expect(page.get_by_test_id("node-name")).to_have_value("D")
    page.get_by_test_id("add-child").click()
    expect(page.get_by_test_id("node-name")).to_have_value("S")
    page.get_by_test_id("node-value").fill("9")
    page.get_by_test_id("node-value").press("Enter")
    expect_text(page, CLASSROOM.replace("J=20(O=2 P=20)", "J=20(O=2 P=20) S=9"))
    page.get_by_test_id("move-left").click()
    expect_text(page, CLASSROOM.replace("J=20(O=2 P=20)", "S=9 J=20(O=2 P=20)"))
    page.get_by_test_id("move-left").click()
    moved = CLASSROOM.replace("D(I=1", "D(S=9 I=1")
    expect_text(page, moved)
    expect(page.get_by_test_id("move-left")).to_be_disabled()
    node(page, "I").click()
    page.get_by_test_id("remove-node").click()
    removed = moved.replace("I=1 ", "")
    expect_text(page, removed)
    expect_result(page, removed)
    # Whoever plays is done with editing; whoever edits is back at the start.
    expect(page.get_by_test_id("node-editor")).to_have_count(0)
    page.get_by_test_id("edit").click()
    expect(page.get_by_test_id("step-count")).to_contain_text("step 0/")
    left, right = (node(page, name).bounding_box() for name in "BC")
    assert left is not None
    assert right is not None
    page.mouse.move(left["x"] + left["width"] / 2, left["y"] + left["height"] / 2)
    page.mouse.down()
    page.mouse.move(right["x"] + right["width"] * 2, left["y"] + left["height"] / 2, steps=6)
    page.mouse.up()
    _, rest = removed.split("A(")
    first = "B(E=2 F=3(K=3 L=0)) "
    second = rest.removeprefix(first).partition(" D(")[0]
    expect_text(page, removed.replace(first + second, f"{second} {first.strip()}"))
    for _ in range(6):
        page.get_by_test_id("undo").click()
        steps_all_in(page)
    expect_text(page, CLASSROOM)
    expect(page.get_by_test_id("undo")).to_be_disabled()


def test_the_keyboard_edits(opened: Page) -> None:
    page = opened
    chosen = page.get_by_test_id("node-name")
    page.keyboard.press("e")
    expect(chosen).to_have_value("A")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(chosen).to_have_value("E")
    page.keyboard.press("Enter")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    nine = CLASSROOM.replace("E=2", "E=9")
    expect_text(page, nine)
    page.keyboard.press("Alt+ArrowRight")
    swapped = nine.replace("E=9 F=3(K=3 L=0)", "F=3(K=3 L=0) E=9")
    expect_text(page, swapped)
    page.keyboard.press("a")
    expect(chosen).to_have_value("S")
    expect_text(page, swapped.replace("E=9", "E(S=0)"))
    page.keyboard.press("Delete")
    expect_text(page, swapped.replace("E=9", "E=0"))
    expect(chosen).to_have_value("E")
    for wanted in (swapped.replace("E=9", "E(S=0)"), swapped, nine):
        page.keyboard.press("Control+z")
        expect_text(page, wanted)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("node-editor")).to_have_count(0)
    expect_result(page, nine)


def test_min_first_and_chance(opened: Page) -> None:
    page = opened
    page.get_by_test_id("root-player").get_by_text("MIN first").click()
    text = page.get_by_test_id("tree-text")
    expect(text).to_have_value(format_tree(zermelo.tree(CLASSROOM, root="min")))
    steps_all_in(page)
    page.get_by_test_id("step-last").click()
    expect(sentence(page)).to_have_text(sentences_of(tree=zermelo.tree(CLASSROOM, root="min"))[-1])
    page.get_by_test_id("root-player").get_by_text("MAX first").click()
    expect_text(page, CLASSROOM)

    page.get_by_test_id("edit").click()
    node(page, "B").click()
    page.get_by_test_id("node-kind").select_option("CHANCE")
    chance = CLASSROOM.replace("B(E=2 F=3(", "B?(1/2:E=2 1/2:F@max=3(")
    expect(text).to_have_value(re.compile(r"B\?\(1/2:E=2 1/2:F"))
    # Alpha-beta knows no chance, so the page takes a search that does.
    expect(page.get_by_test_id("search-select")).to_have_value("expectiminimax")
    expect(page.get_by_test_id("search-select").locator("option[value=alpha_beta]")).to_be_disabled()
    page.get_by_test_id("node-odds").fill("1/4 3/4")
    page.get_by_test_id("node-odds").press("Enter")
    expect(text).to_have_value(re.compile(r"B\?\(1/4:E=2 3/4:F"))
    page.get_by_test_id("node-odds").fill("1/4")
    page.get_by_test_id("node-odds").press("Enter")
    expect(page.get_by_test_id("toasts")).to_contain_text("B has 2 branches")
    steps_all_in(page)
    page.get_by_test_id("edit-done").click()
    expect_result(page, chance.replace("1/2:E", "1/4:E").replace("1/2:F", "3/4:F"), "expectiminimax")


def test_a_text_is_read_or_the_place_of_its_error_named(opened: Page) -> None:
    page = opened
    text, problem = page.get_by_test_id("tree-text"), page.get_by_test_id("text-error")
    for wrong in ("A(B=1\n C=x)", "[[1, 2], [3, 4", "A(B=1 B=2)"):
        with pytest.raises(zermelo.ZermeloError) as refused:
            zermelo.tree(wrong)
        text.fill(wrong)
        page.get_by_test_id("read-text").click()
        expect(problem).to_contain_text(str(refused.value)[1:])
    text.fill("A(B=1\n C=x)")
    text.press("Control+Enter")
    expect(problem).to_contain_text("Line 2, character 4")
    expect(text).to_have_attribute("aria-invalid", "true")
    assert text.evaluate("field => field.value.slice(field.selectionStart)") == "x)"
    # What was there before is still there.
    expect(page.get_by_test_id("tree-view")).to_have_attribute("data-nodes", "18")
    text.fill("[[2, 7], [1, 8]]")
    text.press("Control+Enter")
    expect(problem).to_have_count(0)
    expect(page.get_by_test_id("tree-view")).to_have_attribute("data-nodes", "7")
    steps_all_in(page)
    expect_result(page, "[[2, 7], [1, 8]]")
    # A tree for three, from the list of examples, finds a search that suits it.
    page.get_by_test_id("example-select").select_option("three_players")
    expect(page.get_by_test_id("search-select")).to_have_value("max_n")


def test_a_seed_gives_the_same_tree_again(opened: Page) -> None:
    page = opened
    text = page.get_by_test_id("tree-text")

    def made(seed: int) -> str:
        return format_tree(random_tree(seed, depth=2, branching=3, root="max"))

    page.get_by_test_id("random-depth").fill("2")
    page.get_by_test_id("random-seed").fill("7")
    page.get_by_test_id("random-make").click()
    expect(text).to_have_value(made(7))
    page.get_by_test_id("random-next").click()
    expect(text).to_have_value(made(8))
    expect(page.get_by_test_id("random-seed")).to_have_value("8")
    page.get_by_test_id("random-seed").fill("7")
    page.get_by_test_id("random-make").click()
    expect(text).to_have_value(made(7))
    assert made(7) != made(8)
    for wrong, words in (("12", "too many nodes"), ("9" * 21, "Depth must be a whole number"), ("", "Depth must be")):
        page.get_by_test_id("random-depth").fill(wrong)
        page.get_by_test_id("random-make").click()
        expect(page.get_by_test_id("toasts")).to_contain_text(words)
    expect(text).to_have_value(made(7))
