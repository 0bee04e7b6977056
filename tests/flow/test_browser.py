"""Play in Chromium: with the keyboard alone, with the mouse, as somebody else, and with a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Page, async_playwright, expect

from bot.engine.record import write_record
from tests.chromium import CHROMIUM, NEEDS_CHROMIUM, QUIET
from tests.flow.test_review import played_out

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

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


@pytest.mark.usefixtures("kernels")
async def test_a_recorded_game_in_the_browser(page: Page, tmp_path: Path) -> None:
    """A file is chosen, sent and stepped through; without one, the form says what is missing."""
    file = tmp_path / "some.game"
    file.write_text(write_record(played_out()))
    keys, board = page.keyboard, page.get_by_role("article").last
    await page.locator("#composer input").focus()
    await keys.type("/replay")
    await keys.press("Enter")
    await keys.press("Control+Enter")
    await expect(page.locator("#composer-hint")).to_contain_text("Choose a file for “file”.")
    await page.locator("input[type=file]").set_input_files(file)
    await page.locator("input[type=file]").press("Enter")
    await expect(board).to_contain_text("The end, after move")
    await board.get_by_role("button", name="First").click()
    await expect(board).to_contain_text("Move 1 of ")


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
    await page.get_by_role("button", name="Ben", exact=True).click()
    await expect(page.locator("#drawer-toggle")).to_have_attribute("aria-expanded", "false")
    await expect(page.get_by_role("article")).to_have_count(0)


async def test_a_game_moves_to_direct_messages(page: Page) -> None:
    """The link in the answer leads there, where the board outlives a reload."""
    keys, last = page.keyboard, page.get_by_role("article").last
    await page.locator("#composer input").focus()
    await keys.type("/deal accordion ")
    await keys.press("Enter")
    await expect(last).to_contain_text("Gone after a reload? /board brings it back.")
    await last.get_by_role("button", name="More").click()
    await last.get_by_role("button", name="Play in DM").click()
    await last.get_by_role("link", name="in your direct messages").click()
    await expect(page.get_by_role("heading", name="Idle Year", exact=True).first).to_be_visible()
    await expect(page.get_by_role("article")).to_have_count(1)
    await page.reload()
    await last.get_by_role("combobox", name="Slide one left").click()
    await page.get_by_role("option").first.click()
    await expect(last).to_contain_text("51 piles")
    await expect(page.get_by_role("article")).to_have_count(1)
