"""Reactions in the page."""

import pytest
from playwright.async_api import Page, expect

from chromium import NEEDS_CHROMIUM
from small_discord import SmallDiscord

pytestmark = [
    NEEDS_CHROMIUM,
    pytest.mark.asyncio(loop_scope="module"),
]
ROOM, THUMB = "The Parlour/#patience", "👍"


async def test_reactions_are_pressed(local: SmallDiscord, page: Page) -> None:
    """A press adds one's own reaction to those of others, another takes it back; the last takes all away."""
    ben = local.person("Ben")
    message = ben.say(ROOM, "Anybody?")
    await ben.react(message, THUMB)
    thumb = page.get_by_role("group", name="Reactions").get_by_role("button")
    await expect(thumb).to_have_accessible_name("👍, 1: Ben")
    await expect(thumb).to_have_attribute("aria-pressed", "false")
    await thumb.click()
    await expect(thumb).to_have_accessible_name("👍, 2: Ben, Ada")
    await expect(thumb).to_have_attribute("aria-pressed", "true")
    assert ben.sees(ROOM)[0].reactions == {THUMB: 2}
    await ben.unreact(message, THUMB)
    await expect(thumb).to_have_text("👍1")
    await thumb.click()
    await expect(thumb).to_have_count(0)


async def test_a_message_gets_its_first_reaction(local: SmallDiscord, page: Page) -> None:
    """The menu of a message has some emoji to react with; where one may not, it is said why."""
    local.person("Ben").say(ROOM, "Anybody?")
    menu, heart = page.get_by_label("What to do with this message"), page.get_by_role("menuitem", name="❤️")
    await menu.click()
    await heart.click()
    await expect(page.get_by_role("group", name="Reactions")).to_have_text("❤️1")
    await page.get_by_role("button", name="Ben", exact=True).click()
    local.person("Ada").settings_of("The Parlour").deny("Ben", "add_reactions", channel="patience")
    await menu.click()
    await page.get_by_role("menuitem", name=THUMB).click()
    await expect(page.get_by_role("alert")).to_have_text("Ben may not react to this message.")
    await expect(page.get_by_role("group", name="Reactions")).to_have_text("❤️1")


async def test_what_is_deleted_vanishes(local: SmallDiscord, page: Page) -> None:
    """A message that is deleted is no longer shown."""
    post = local.person("Ben").say(ROOM, "Anybody?").post
    await expect(page.get_by_role("article")).to_have_count(1)
    local.world.posts.delete(post)
    await expect(page.get_by_role("article")).to_have_count(0)
