"""A browser that looks at a fresh small Discord with a bot in it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

from chromium import CHROMIUM, QUIET
from menu_bot import MenuBot
from small_discord import SmallDiscord
from tiny_bot import running


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait longer than Discord's three seconds for the bot: a busy machine is not the page's fault."""
    monkeypatch.setattr("small_discord.interactions.SECONDS_TO_ANSWER", 30.0)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    """Run one Chromium for all tests of this file: starting it takes longer than most of them."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="module")
async def local() -> AsyncIterator[SmallDiscord]:
    """Serve a fresh world with a bot in it, on the browser's event loop."""
    server = SmallDiscord()
    await server.start()
    async with running(server, bot=MenuBot()):
        yield server
    await server.close()


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser, local: SmallDiscord) -> AsyncIterator[Page]:
    """Open the page, which first shows Ada's view; fail if the browser complained about anything."""
    complaints: list[str] = []
    context = await browser.new_context()
    page = await context.new_page()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    await page.goto(local.page_url)
    await expect(page.locator("#composer input")).to_be_focused()
    await expect(page.get_by_role("button", name="Ada", exact=True)).to_be_visible()
    yield page
    await context.close()
    assert complaints == []
