"""Play in Chromium: by keyboard alone, by mouse, as another person, and with a file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, async_playwright, expect

from bot.service.first_game import MOVES as SHOWN
from chromium import CHROMIUM, NEEDS_CHROMIUM, QUIET, SLOW_FILES
from idle_year.engine.records import write_record
from small_discord import Person
from small_discord.browser import page_socket
from tests.games import played_out
from tests.service.test_first_game import chosen_moves

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.flow.conftest import Parlour

pytestmark = NEEDS_CHROMIUM
MOVES = 'button[data-custom-id*=":play:"]'


@pytest.fixture
async def page(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Page]:
    """Open the page at phone width; the browser must not complain about anything."""
    # Nobody can press as fast as a program, which would be a second tap on what has just changed.
    monkeypatch.setattr(page_socket, "Person", partial(Person, pace=parlour.ada.pace))
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


@pytest.mark.slow
@pytest.mark.usefixtures("kernels")
async def test_a_recorded_game_in_the_browser(page: Page, tmp_path: Path) -> None:
    """A file is sent as soon as it is read and stepped through; without one, the form says what is needed."""
    await page.evaluate(SLOW_FILES)
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
    """A game can be played in the browser by keyboard and mouse, and another person sees none of it."""
    keys, board = page.keyboard, page.get_by_role("article").last
    await page.locator("#composer input").focus()
    await keys.type("/deal acc")
    await keys.press("Enter")
    await keys.type("seed")
    await keys.press("Tab")
    await keys.type("tuesday")
    await keys.press("Control+Enter")
    await expect(board).to_contain_text("52 piles")

    moves = board.locator(MOVES)
    await moves.first.focus()
    await keys.press("Enter")
    await expect(board).to_contain_text("51 piles")
    # The focus stays on the moves for those who play by keyboard.
    assert await page.evaluate(f"document.activeElement.matches('{MOVES}')")

    await moves.last.click()
    await expect(board).to_contain_text("50 piles")
    await board.get_by_role("button", name="Undo").click()
    await expect(board).to_contain_text("51 piles")
    await board.get_by_role("button", name="More").click()
    await expect(board).to_contain_text("accordion:tuesday deals these cards")

    await page.locator("#drawer-toggle").click()
    await page.get_by_role("button", name="Ben", exact=True).click()
    await expect(page.locator("#drawer-toggle")).to_have_attribute("aria-expanded", "false")
    await expect(page.get_by_role("article")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.usefixtures("kernels")
async def test_a_first_game_is_won_by_keyboard_alone(page: Page) -> None:
    """A newcomer gets from an empty page to a win with letters, Tab and Enter, and types no move."""
    board = page.get_by_role("article").last
    await _tab_to(page, "#composer input")
    await page.keyboard.type("/play ")
    await page.keyboard.press("Enter")
    await expect(board).to_contain_text("Your first game")
    await _press(page, '[data-custom-id$=":learn"]')
    for step in range(1, len(SHOWN) + 1):
        await expect(board).to_contain_text(f"Step {step} of {len(SHOWN)}")
        await _press(page, '[data-custom-id*=":shown:"]')
    await expect(board).to_contain_text("Now you:")
    for piles, move in chosen_moves():
        await expect(board).to_contain_text(f"{piles} piles")
        await _press(page, f'[data-custom-id$=":play:{move}"]')
    await expect(board).to_contain_text("You did it!")


@pytest.mark.slow
async def test_a_game_is_heard_to_its_end(page: Page) -> None:
    """Whoever listens and has only keys hears after each press what happened and what can be done next."""
    await page.emulate_media(reduced_motion="reduce")  # else axe-core sees colours that are still changing
    heard, board = page.locator("#announcer"), page.get_by_role("article").last
    await _command(page, "/settings ")
    await _press(page, '[data-custom-id$=":cards:words"]')
    await expect(heard).to_contain_text("words, for a screen reader")
    await _command(page, "/deal marriage", "variant", "one-handed", "seed", "tuesday")
    await expect(heard).to_contain_text("Idle Year: You can deal one card. One-Handed Solitaire Get rid of")
    for control, told in (
        (":deal", "Moves 1 to 5: 5 cards dealt, nine of diamonds, six of clubs, three of hearts, "),
        (":play:x7-8", "Move 6: take out three of hearts and four of hearts between six of clubs and "),
        (":undo", "Moves 1 to 5: 5 cards dealt"),
        (":play:x7-8", "Move 6: take out three of hearts"),
        (":play:x5-6", "Move 7: take out nine of diamonds and six of clubs between seven of clubs and "),
        (":hint", "Look at the aces. "),
    ):
        await _press(page, f'[data-custom-id*="{control}"]')
        await expect(heard).to_contain_text(f"Idle Year: {told}")
        assert await page.evaluate("document.activeElement.matches('article button')")
        labels = await board.get_by_role("button").all_inner_texts()
        assert len(set(labels)) == len(labels)
    assert await _complaints(page) == []
    while await (on := board.locator(f"{MOVES}, [data-custom-id$=':deal']")).count():
        before = await heard.text_content()
        await on.first.focus()
        await page.keyboard.press("Enter")
        await expect(heard).not_to_have_text(before or "")
    await expect(heard).to_contain_text("No moves left. ")
    assert await _complaints(page) == []


async def _command(page: Page, *typed: str) -> None:
    """Type a command and its options, with nothing but keys."""
    await page.locator("#composer input").focus()
    command, *options = typed
    await page.keyboard.type(command)
    await page.keyboard.press("Enter")
    for option in options:
        await page.keyboard.type(option)
        await page.keyboard.press("Tab")
    await page.keyboard.press("Control+Enter")


async def _press(page: Page, button: str) -> None:
    await _tab_to(page, f"button{button}")
    await page.keyboard.press("Enter")


async def _tab_to(page: Page, selector: str) -> None:
    """Go back from one control to the one before it, as somebody without a mouse does, until one fits."""
    await page.locator(selector).last.wait_for()
    for _ in range(100):
        if await page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        await page.keyboard.press("Shift+Tab")
    raise AssertionError(f"The keyboard does not reach {selector}.")


@pytest.mark.slow
async def test_a_game_moves_to_direct_messages(page: Page) -> None:
    """A link leads to the direct messages that a game has moved to, where its board outlives a reload."""
    keys, last = page.keyboard, page.get_by_role("article").last
    await page.locator("#composer input").focus()
    await keys.type("/deal accordion ")
    await keys.press("Enter")
    await expect(last).to_contain_text("Gone after a reload? Use /board.")
    await last.get_by_role("button", name="More").click()
    await last.get_by_role("button", name="Play in DM").click()
    await last.get_by_role("link", name="to your direct messages").click()
    await expect(page.get_by_role("heading", name="Idle Year", exact=True).first).to_be_visible()
    await expect(page.get_by_role("article")).to_have_count(1)
    await page.reload()
    await last.locator(MOVES).first.click()
    await expect(last).to_contain_text("51 piles")
    await expect(page.get_by_role("article")).to_have_count(1)


@pytest.mark.parametrize("colours", ["light", pytest.param("dark", marks=pytest.mark.slow)])
async def test_axe_finds_no_barrier(page: Page, colours: Literal["light", "dark"]) -> None:
    """Axe finds no barrier on an empty page, with a board, with headings, or while a command is typed."""
    await page.emulate_media(color_scheme=colours)
    line, last = page.locator("#composer input"), page.get_by_role("article").last
    for typed, shown in (("/deal accordion ", "52 piles"), ("/about ", "/daily play")):
        assert await _complaints(page) == []
        await line.fill(typed)
        await line.press("Enter")
        await expect(last).to_contain_text(shown)
    assert await _complaints(page) == []
    await line.fill("/de")
    await expect(page.get_by_role("option").first).to_be_visible()
    assert await _complaints(page) == []


async def _complaints(page: Page) -> list[tuple[str, list[str]]]:
    """Return what axe-core finds, and where."""
    found = (await Axe().run(page)).response["violations"]
    return [(each["help"], [node["html"] for node in each["nodes"]]) for each in found]
