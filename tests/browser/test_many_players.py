"""The Tree page where each player has a payoff: partners, totals, bounds, and equilibria to be picked."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.stepping import HANGS, node, sentence, sentences_of, shared_address, steps_all_in
from zermelo.trees.examples import EXAMPLES, example

COINS, TIED = EXAMPLES["nine_coins"].text, EXAMPLES["indifference"].text


def test_a_total_lets_max_n_prune_and_partners_play_together(page: Page, browser: Browser, lab: str) -> None:
    page.goto(f"#/tree?text={COINS}")
    steps_all_in(page)
    expect(page.get_by_test_id("search-select")).to_have_value("max_n")
    expect(page.get_by_test_id("least")).to_have_count(0)
    page.get_by_test_id("total-of-tree").click()
    assert steps_all_in(page) == len(sentences_of("max_n", example("nine_coins"), total=9, least=1))
    expect(page.get_by_test_id("total")).to_have_value("9")
    expect(page.get_by_test_id("least")).to_have_value("1")
    page.keyboard.press("End")
    expect(page.get_by_test_id("evaluated-count")).to_contain_text("5 of 8")
    page.get_by_test_id("total").fill("8")
    page.get_by_test_id("total").press("Enter")
    expect(sentence(page)).to_have_text("A leaf pays (3, 4, 2), and all together were to get no more than 8.")

    page.get_by_test_id("search-select").select_option("coalition")
    expect(page.get_by_test_id("total")).to_have_count(0)
    partners = page.get_by_test_id("partners").get_by_role("button", pressed=True)
    expect(partners).to_have_text(["P1"])
    page.get_by_test_id("partners").get_by_text("P3").click()
    told = sentences_of("coalition", example("nine_coins"), partners=(0, 2))
    assert steps_all_in(page) == len(told)
    page.keyboard.press("End")
    expect(sentence(page)).to_have_text(told[-1])
    shared = shared_address(page)
    other = browser.new_context(base_url=lab)
    other.set_default_timeout(1000 * HANGS)
    fresh = other.new_page()
    fresh.goto(shared)
    expect(fresh.get_by_test_id("sentence")).to_have_text(told[-1])
    expect(fresh.get_by_test_id("partners").get_by_role("button", pressed=True)).to_have_text(["P1", "P3"])
    other.close()


def test_an_equilibrium_is_picked_and_shown(page: Page) -> None:
    page.goto(f"#/tree?text={TIED}")
    steps_all_in(page)
    expect(page.get_by_test_id("search-select")).to_have_value("backward_induction")
    outcomes = page.get_by_test_id("equilibria").get_by_role("button")
    expect(outcomes).to_have_text(["(3, 1) C E", "(2, 2) B", "(4, 3) D H"])
    outcomes.nth(1).click()
    view = page.get_by_test_id("tree-view")
    expect(view.locator(".edge.choice")).to_have_count(2)
    expect(view.locator(".edge.answer")).to_have_count(1)
    expect(node(page, "C")).to_contain_text("(0, 1)")
    expect(sentence(page)).to_contain_text("Equilibrium 2 of 3 pays (2, 2) by B")
    assert_saved(page, "backward_induction-equilibrium-2.svg", on_path=1, choices=2)
    page.reload()
    expect(view.locator(".edge.choice")).to_have_count(2)
    # It is a matter of the end of the search; picked once more, the search's own answer is back.
    page.get_by_test_id("step-back").click()
    expect(view.locator(".edge.choice")).to_have_count(0)
    expect(sentence(page)).to_have_text("A is worth (3, 1).")
    page.get_by_test_id("step-back").click()
    expect(sentence(page)).to_have_text(
        "A has 3 outcomes of good play: (3, 1) by C, (2, 2) by B and (4, 3) by D.",
    )
    page.keyboard.press("End")
    expect(view.locator(".edge.choice")).to_have_count(2)
    outcomes.nth(1).click()
    expect(sentence(page)).to_have_text("The answer is (3, 1): C E.")
    expect(view.locator(".edge.answer")).to_have_count(2)


def assert_saved(page: Page, name: str, on_path: int, choices: int) -> None:
    """What is saved is what is shown."""
    page.get_by_text("Save this step").click()
    with page.expect_download() as saved:
        page.get_by_test_id("export-svg").click()
    assert saved.value.suggested_filename == name
    drawn = saved.value.path().read_text(encoding="utf-8")
    assert (drawn.count('class="path"'), drawn.count('class="choice"')) == (on_path, choices)


def test_an_equilibrium_of_a_game_is_picked_inside(page: Page) -> None:
    page.goto("#/inside?game=nim&position=1 1&search=backward_induction&depth=1")
    steps_all_in(page)
    outcomes = page.get_by_test_id("equilibria").get_by_role("button")
    expect(outcomes).to_have_text(["(0, 0) 1 from heap 1", "(0, 0) 1 from heap 2"])
    outcomes.nth(1).click()
    expect(sentence(page)).to_contain_text("Equilibrium 2 of 2 pays (0, 0) by 1 from heap 2")
    expect(page.get_by_test_id("tree-view").locator(".edge.answer")).to_have_count(1)
    assert_saved(page, "backward_induction-equilibrium-2.svg", on_path=1, choices=0)
    page.get_by_test_id("game-select").select_option("connect_four")
    steps_all_in(page)
    expect(outcomes.and_(page.locator("[aria-pressed=true]"))).to_have_count(0)


def test_an_address_may_say_anything(page: Page) -> None:
    page.goto(f"#/tree?text={TIED}&search=backward_induction&equilibrium=77&partners=p0,px&step=99")
    steps_all_in(page)
    expect(sentence(page)).to_have_text("The answer is (3, 1): C E.")
    page.goto(f"#/tree?text={EXAMPLES['chance'].text}&search=star1&bounds=none,-1e999")
    expect(sentence(page)).to_have_text("Bounds must be a number such as 9, 2.5 or 7/2, not 'none'.")
