"""Modals and open menus in the page, where people change their minds or look elsewhere."""

import asyncio
import json

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from chromium import NEEDS_CHROMIUM, use

pytestmark = [
    NEEDS_CHROMIUM,
    pytest.mark.asyncio(loop_scope="module"),
]


async def test_a_late_modal_is_for_whom_it_was_asked(page: Page) -> None:
    """A modal that comes late is not shown to somebody else who is at the same window by then."""
    came = asyncio.Event()
    windows: list[WebSocketRoute] = []
    late: list[str] = []

    def relay(window: WebSocketRoute) -> None:
        windows.append(window)
        window.connect_to_server().on_message(lambda frame: pass_on(window, str(frame)))

    def pass_on(window: WebSocketRoute, frame: str) -> None:
        if json.loads(frame)["op"] == "modal" and not late:
            late.append(frame)
            came.set()
        else:
            window.send(frame)

    await page.route_web_socket("**/page", relay)
    await page.reload()
    await expect(page.get_by_role("button", name="Ada", exact=True)).to_be_visible()
    await use(page, "/attach")
    async with asyncio.timeout(60):
        await came.wait()
    await page.get_by_role("button", name="Ben", exact=True).click()
    windows[-1].send(late[0])
    await use(page, "/hello")
    await expect(page.get_by_role("article")).to_contain_text("hello")
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_a_choice_is_still_there_when_its_list_opens_again(page: Page) -> None:
    """In a modal one may look once more, and add to what one has chosen."""
    await use(page, "/order")
    dialog = page.get_by_role("dialog", name="Order")
    select = dialog.get_by_role("combobox")
    await select.click()
    await page.get_by_role("option", name="Soup").click()
    await page.get_by_role("option", name="Tea").click()
    await page.get_by_role("button", name="Choose 2 of 3").click()
    await select.click()
    await expect(page.get_by_role("option", selected=True)).to_have_text(["Soup", "Tea"])
    await page.get_by_role("option", name="Cake").click()
    await page.get_by_role("button", name="Choose 3 of 3").click()
    await dialog.get_by_role("button", name="Submit").click()
    await expect(page.get_by_role("log")).to_contain_text("Soup, Tea, Cake")


async def test_a_list_without_anything(page: Page) -> None:
    """A list without anything to choose says so, and takes no key for a choice."""
    await page.get_by_role("button", name="Your Bot", exact=True).click()
    await use(page, "/pick")
    select = page.get_by_role("article").nth(0).get_by_role("combobox").nth(1)
    await select.click()
    await expect(page.get_by_role("option")).to_have_text(["Nothing to choose"])
    for key in ("Enter", "Space", "ArrowDown", "End", "x"):
        await page.keyboard.press(key)
    await page.get_by_role("option").click(force=True)
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("option")).to_have_count(0)
