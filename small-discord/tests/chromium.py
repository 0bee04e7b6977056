"""The system's Chromium, for tests that look at the page as a person does."""

from __future__ import annotations

import shutil

import pytest
from playwright.async_api import Page, expect

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
NEEDS_CHROMIUM = pytest.mark.skipif(CHROMIUM is None, reason="install Chromium: apt-get install chromium")

SLOW_FILES = """() => {
  const read = Blob.prototype.arrayBuffer;
  Blob.prototype.arrayBuffer = async function () {
    await new Promise((done) => setTimeout(done, 700));
    return read.call(this);
  };
}"""
"""Run in a page, makes it read files as from a slow disk."""

expect.set_options(timeout=300_000)  # ms: beside eight busy programs, a hint alone has taken more than 60 s


async def use(page: Page, command: str) -> None:
    """Type a whole command without options and send it."""
    await page.locator("#composer input").focus()
    await page.keyboard.type(f"{command} ")
    await page.keyboard.press("Enter")
