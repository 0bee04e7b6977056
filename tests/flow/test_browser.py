"""A game played in Chromium: with the keyboard alone, then with the mouse, then as somebody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Page, async_playwright, expect

from tests.chromium import CHROMIUM, NEEDS_CHROMIUM, QUIET

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.flow.conftest import Parlour

pytestmark = NEEDS_CHROMIUM


@pytest.fixture
async def page(parlour: Parlour) -> AsyncIterator[Page]:
    """Open the page at phone width; the browser must not complain about anything."""
    complaints: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = await browser.new_page(viewport={"width": 390, "height": 844})
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(parlour.local.page_url)
        yield page
        await browser.close()
    assert complaints == []


async def test_a_game_in_the_browser(page: Page) -> None:
    """Deal and slide by keyboard, leap and undo by mouse; Ben sees none of it."""
    keys, board = page.keyboard, page.get_by_role("article").last
    await page.locator("#composer input").focus()
    await keys.type("/deal acc")
    await keys.press("Enter")
    await keys.type("seed")
    await keys.press("Tab")
    await keys.type("tuesday")
    await keys.press("Control+Enter")
    await expect(board).to_contain_text("52 piles · deal accordion:tuesday")

    slides = board.get_by_role("combobox", name="Slide one left")
    await slides.focus()
    await keys.press("Enter")
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await expect(board).to_contain_text("51 piles")
    await expect(slides).to_be_focused()

    await board.get_by_role("combobox", name="Leap three left").click()
    await page.get_by_role("option").first.click()
    await expect(board).to_contain_text("50 piles")
    await board.get_by_role("button", name="Undo").click()
    await expect(board).to_contain_text("51 piles")

    await page.locator("#drawer-toggle").click()
    await page.get_by_role("button", name="Ben").click()
    await expect(page.locator("#drawer-toggle")).to_have_attribute("aria-expanded", "false")
    await expect(page.get_by_role("article")).to_have_count(0)
