"""Test how exam sheets print: the paper is used, and no answer is broken across lines."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from zermelo.exercises import KINDS, exam

BREAKS = """answers => answers.flatMap(answer => {
    const walker = document.createTreeWalker(answer, NodeFilter.SHOW_TEXT), broken = [];
    while (walker.nextNode()) {
        const text = walker.currentNode;
        let at = 0;
        for (const part of text.data.split(/(?<=[,;]) /)) {
            const range = document.createRange();
            range.setStart(text, at);
            range.setEnd(text, at + part.length);
            if (range.getClientRects().length > 1) broken.push(part);
            at += part.length + 1;
        }
    }
    return broken;
})"""


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_two_questions_are_printed_on_a_page(browser: Browser, seed: int) -> None:
    page = browser.new_page()
    page.set_content(exam(seed, list(KINDS), count=8).html())
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 4


@pytest.mark.parametrize("width", [320, 480, 680])
def test_no_answer_is_broken_across_lines(browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.emulate_media(media="print")
    page.set_content(exam(7, list(KINDS), count=24).html(key=True))
    assert page.locator(".answer").count() == 24
    broken = page.locator(".answer").evaluate_all(BREAKS)
    page.close()
    assert broken == []
