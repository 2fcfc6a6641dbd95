"""The Bandit page: the pulls of a run step by step, as the library makes them, and what is typed wrongly."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.stepping import expect_step, sentence, shared_address, visit
from zermelo.textbook.bandit import bandit

ARMS = (0.3, 0.5, 0.7)


def test_the_usual_arms_are_pulled_step_by_step(page: Page) -> None:
    pulls = bandit(ARMS, pulls=200, exploration=1.414, seed=1)
    page.goto("#/bandit")
    expect_step(page, 0, 200)
    expect(page.locator("[data-chosen]")).to_have_count(0)
    for pull in pulls[:5]:
        page.keyboard.press("ArrowRight")
        expect(sentence(page)).to_have_text(str(pull))
        expect(page.get_by_test_id(f"arm-{'ABC'[pull.arm]}")).to_have_attribute("data-chosen", "")
    page.keyboard.press("End")
    expect(page.get_by_test_id("earned")).to_have_text(f"{sum(pull.reward for pull in pulls)} of 200")
    expect(page.get_by_test_id("numbers").locator("tr").nth(3)).to_contain_text(str(pulls[-1].pulls[2]))
    expect(page.get_by_test_id("regret").locator("polyline")).to_have_count(4)


def test_rules_seeds_and_hidden_answers(page: Page) -> None:
    page.goto("#/bandit")
    expect_step(page, 0, 200)
    page.get_by_test_id("bandit-rule").get_by_text("ε-greedy").click()
    page.get_by_test_id("bandit-epsilon").fill("1")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    pulls = bandit(ARMS, "epsilon_greedy", pulls=200, epsilon=1, seed=2)
    page.get_by_test_id("next-seed").click()
    expect(page.get_by_test_id("bandit-seed")).to_have_value("2")
    expect(page.get_by_test_id("bandit")).to_have_attribute("aria-busy", "false")
    expect_step(page, 0, 200)
    page.get_by_test_id("step-forward").click()
    expect(sentence(page)).to_have_text(str(pulls[0]))
    page.keyboard.press("h")
    page.keyboard.press("ArrowRight")
    expect(sentence(page)).to_have_text("Which arm is pulled next?")
    expect(page.locator("[data-chosen]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(sentence(page)).to_have_text(str(pulls[1]))


def test_what_is_typed_wrongly_is_answered_by_a_sentence(page: Page) -> None:
    page.goto("#/bandit")
    expect_step(page, 0, 200)
    for name, text, says in (
        ("arms", "0.5 <b>", "Arm B: '<b>' is not a probability."),
        ("arms", "0.5 2", "Arm B: the probability must be from 0 to 1, not '2'."),
        ("arms", "0.5", "This page has from 2 to 8 arms, not 1: type probabilities such as 0.3 0.5."),
        (
            "arms",
            "0.5 1/4",
            "Press the space bar or Play to pull the arms. The green lines are what nobody tells the rule.",
        ),
        ("pulls", "0", "Pulls must be at least 1, not 0."),
        ("pulls", "many", "“many” is not a number."),
    ):
        page.get_by_test_id(f"bandit-{name}").fill(text)
        page.keyboard.press("Enter")
        expect(sentence(page)).to_have_text(says)


def test_a_shared_address_and_a_reload_keep_the_run_and_the_step(page: Page) -> None:
    page.goto("#/bandit?arms=0.1 0.9&rule=puct&pulls=30&seed=7&step=12")
    pull = bandit((0.1, 0.9), "puct", pulls=30, exploration=1.414, seed=7)[11]
    expect_step(page, 12, 30)
    expect(sentence(page)).to_have_text(str(pull))
    shared = shared_address(page)
    page.keyboard.press("Home")
    visit(page, shared)
    expect_step(page, 12, 30)
    expect(page.get_by_test_id("bandit-arms")).to_have_value("0.1 0.9")
