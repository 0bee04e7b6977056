"""Steps that tests of the page share."""

from playwright.async_api import Page


async def use(page: Page, command: str) -> None:
    """Type a whole command without options and send it."""
    await page.locator("#composer input").focus()
    await page.keyboard.type(f"{command} ")
    await page.keyboard.press("Enter")
