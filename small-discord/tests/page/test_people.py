"""What people do in the page besides commands: write, reply, choose from menus, bring the app along."""

import base64
import json
from pathlib import Path

import aiohttp
import pytest
from playwright.async_api import Page, expect

from chromium import NEEDS_CHROMIUM, SLOW_FILES, use
from small_discord import SmallDiscord
from tiny_bot import PNG

pytestmark = [
    NEEDS_CHROMIUM,
    pytest.mark.asyncio(loop_scope="module"),
]
ROOM = "The Parlour/#patience"
PICTURE = "data:image/png;base64," + base64.b64encode(PNG).decode()

SALUTE = {
    "name": "salute",
    "description": "Greet somebody",
    "description_localizations": {"de": "Jemanden grüßen"},
    "options": [
        {
            "type": 3,
            "name": "how",
            "description": "In which way",
            "description_localizations": {"de": "Auf welche Weise"},
            "choices": [{"name": "loudly", "value": "loudly", "name_localizations": {"de": "laut"}}],
        }
    ],
}
"""A command that is described in two languages."""


async def write(page: Page, text: str) -> None:
    """Write an ordinary message."""
    await page.locator("#composer input").fill(text)
    await page.keyboard.press("Enter")


async def test_what_is_private_ends_with_the_window(local: SmallDiscord, page: Page) -> None:
    """A private message is in no other window of that person, and survives a look elsewhere, not a reload."""
    await use(page, "/hello")
    await use(page, "/deal accordion")
    board = page.get_by_role("article").filter(has_text="Counted to")
    await expect(board).to_be_visible()
    other = await page.context.new_page()
    await other.goto(local.page_url)
    await expect(other.get_by_role("article")).to_have_count(1)
    await page.get_by_role("button", name="Count 0").click()
    await page.get_by_role("button", name="lounge").click()
    await page.get_by_role("button", name="patience").click()
    await expect(board).to_contain_text("Counted to 1")
    await page.reload()
    await expect(page.get_by_role("article")).to_have_count(1)
    await expect(other.get_by_role("article")).to_have_count(1)


async def test_a_message_is_written_and_answered(local: SmallDiscord, page: Page) -> None:
    """A message can be written and answered in the page, and others read both."""
    await write(page, "Anyone for a race?")
    message = page.get_by_role("article").filter(has_text="Anyone")
    await message.hover()
    await message.get_by_role("button", name="What to do").click()
    await page.get_by_role("menuitem", name="Reply").click()
    await expect(page.locator("#reply")).to_contain_text("Replying to Ada")
    await write(page, "@Ben, perhaps?")
    await expect(page.get_by_role("article").filter(has_text="@Ben, perhaps?")).to_contain_text("Answer to")
    await expect(page.locator("#reply")).to_be_hidden()
    ben = local.person("Ben")
    assert [message.text for message in ben.sees(ROOM)] == [
        "Anyone for a race?",
        f"<@{ben.user.id}>, perhaps?",
    ]


async def test_what_may_not_be_written_is_kept(local: SmallDiscord, page: Page) -> None:
    """A text that may not be written stays in the input, with the reason under it."""
    local.person("Ben").settings_of("Rainy Sundays").deny("Ada", "send_messages", channel="tea")
    await page.get_by_role("button", name="tea").click()
    await write(page, "hello")
    await expect(page.locator("#composer-hint")).to_have_text("Ada may not write in this channel.")
    await expect(page.locator("#composer input")).to_have_value("hello")


async def test_what_is_written_too_early_is_kept(page: Page) -> None:
    """What is written before the server has answered stays in the input, and only the hello goes out."""
    sent: list[str] = []
    await page.route_web_socket(
        "**/page", lambda window: window.on_message(lambda frame: sent.append(str(frame)))
    )
    await page.reload()
    await write(page, "hello @Ben")
    await expect(page.locator("#composer-hint")).to_contain_text("There is no connection")
    await expect(page.locator("#composer input")).to_have_value("hello @Ben")
    assert [json.loads(frame)["op"] for frame in sent] == ["hello"]


async def test_names_that_the_client_has_not_met(local: SmallDiscord, page: Page) -> None:
    """A mention becomes a name once its user was seen in the channel or in a message's own mentions."""
    ben, cleo = local.person("Ben"), local.person("Cleo")
    await local.person("Ada").slash(ROOM, "hello", text=f"<@{ben.user.id}> and <@{cleo.user.id}>", ping=False)
    log = page.get_by_role("log")
    await expect(log).to_contain_text("@unknown-user and @unknown-user")
    ben.say(ROOM, f"<@{cleo.user.id}>!")
    await expect(log).to_contain_text("@Cleo!")
    await page.reload()
    await expect(log).to_contain_text("@Ben and @Cleo")


async def test_suits_are_emoji_unless_told_otherwise(local: SmallDiscord, page: Page) -> None:
    """Bare suits are emoji in Discord's colours; with U+FE0E and in code they are text."""
    local.person("Ben").say(ROOM, "8♠ 8♥ 8♣\ufe0e `8♦`")
    body = page.get_by_role("article").locator(".body")
    emoji = body.locator(".suit-emoji")
    await expect(emoji).to_have_text(["♠", "♥"])
    await expect(emoji.nth(0)).to_have_css("color", "rgb(49, 55, 61)")
    await expect(emoji.nth(1)).to_have_css("color", "rgb(190, 25, 49)")
    await expect(body).to_have_text("8♠ 8♥ 8♣\ufe0e 8♦")


async def test_listeners_hear_what_is_new_in_words_first(local: SmallDiscord, page: Page) -> None:
    """A message is announced with words before rows of emoji, and an edit with only what it has changed."""
    emoji = local.world.emoji.create("queen_of_hearts_", PICTURE)["id"]
    cards, heard = f"<:queen_of_hearts_:{emoji}>", page.locator("#announcer")
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {local.bot_token}"}) as session:
        url = f"{local.url}/api/v10/channels/{local.person('Ada').channel(ROOM).id}/messages"
        board = f"### Patience\n1 {cards}\n2 {cards}\nTwo piles"
        async with session.post(url, json={"content": board}) as sent:
            message = (await sent.json())["id"]
        await expect(heard).to_have_text("Your Bot: Patience Two piles 1 queen of hearts 2 queen of hearts")
        await session.patch(f"{url}/{message}", json={"content": f"### Patience\n1 {cards}\nOne pile"})
        await expect(heard).to_have_text("Your Bot: One pile")


async def test_a_mentioned_command_opens(local: SmallDiscord, page: Page) -> None:
    """A mentioned command opens with its subcommand when clicked; one that is not offered here says so."""
    ids = {command["name"]: command["id"] for command in local.world.commands.all()}
    ben = local.person("Ben")
    await ben.slash(ROOM, "hello", text=f"</deal deck cut:{ids['deal']}> or </gone:1>")
    await expect(page.locator("#announcer")).to_have_text("Your Bot: /deal deck cut or /gone")
    await page.get_by_role("button", name="/deal deck cut").click()
    await page.keyboard.type("26")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("log")).to_contain_text("cut at 26")
    await page.get_by_role("button", name="/gone").click()
    await expect(page.locator("#composer-hint")).to_contain_text("no such command here")


async def test_who_reads_what_is_written(page: Page) -> None:
    """Below the line stands whether the bot reads what is written: always in direct messages."""
    line, hint = page.locator("#composer input"), page.locator("#composer-hint")
    await line.fill("Anyone?")
    await expect(hint).to_contain_text("the bot does not read")
    await page.get_by_role("button", name="Your Bot", exact=True).click()
    await line.fill("Anyone?")
    await expect(hint).to_contain_text("Enter sends this as a message.")


async def test_commands_of_the_menu(local: SmallDiscord, page: Page) -> None:
    """Commands on a message and on its author are in a menu, which keys can reach as well."""
    local.person("Ben").say(ROOM, "Anyone?")
    more = page.get_by_role("article").filter(has_text="Anyone?").get_by_role("button", name="What to do")
    await more.focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("log")).to_contain_text("Ada used Count letters")
    await expect(page.get_by_role("log")).to_contain_text("7 by Ben")
    await more.click()
    await page.get_by_role("menuitem", name="Wave at").click()
    await expect(page.get_by_role("log")).to_contain_text("waves at Ben")
    await more.click()
    await page.keyboard.press("Escape")
    await expect(more).to_be_focused()


async def test_selects_that_discord_fills(local: SmallDiscord, page: Page) -> None:
    """Selects offer the people, roles and channels of the place where they are."""
    local.person("Ada").settings_of("The Parlour").create_role("Dealers", "manage_guild")
    await use(page, "/pick")
    selects = page.get_by_role("article").nth(0).get_by_role("combobox")
    offers = [["Ada", "Ben", "Cleo", "Your Bot"], ["@everyone", "Dealers"], [], ["#patience", "#lounge"]]
    offers[2] = [*offers[0], *offers[1]]
    for place, labels in enumerate(offers):
        await selects.nth(place).click()
        await expect(page.get_by_role("option")).to_have_text(labels)
        await page.keyboard.press("Escape")
    await selects.nth(3).click()
    await page.get_by_role("option", name="#lounge").click()
    await expect(page.get_by_role("log")).to_contain_text("channels ['channels'] 1")


async def test_files_in_a_modal(page: Page, tmp_path: Path) -> None:
    """Files in a modal are chosen with the browser's own field and read by the bot."""
    file = tmp_path / "one.txt"
    file.write_text("1")
    await use(page, "/attach")
    dialog = page.get_by_role("dialog", name="Hand over")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog).to_contain_text("Choose a file for “Files”.")
    await dialog.get_by_label("Files").set_input_files(file)
    await dialog.get_by_role("combobox").click()
    await page.get_by_role("option", name="Cleo").click()
    await dialog.get_by_role("button", name="Submit").click()
    await expect(page.get_by_role("log")).to_contain_text("['one.txt 1'] for ['Cleo']")


async def test_a_slow_disk(page: Page, tmp_path: Path) -> None:
    """A file is sent as soon as it is read; one that is gone by then is told, and may be chosen again."""
    await page.evaluate(SLOW_FILES)
    gone = tmp_path / "gone.txt"
    gone.write_text("1")
    await use(page, "/attach")
    dialog = page.get_by_role("dialog", name="Hand over")
    await dialog.get_by_role("combobox").click()
    await page.get_by_role("option", name="Cleo").click()
    await dialog.get_by_label("Files").set_input_files(gone)
    gone.unlink()
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog).to_contain_text("“Files” cannot be read. Choose it again.")
    # Empty again, it notices when the same file is chosen.
    await expect(dialog.get_by_label("Files")).to_have_value("")
    gone.write_text("1")
    await dialog.get_by_label("Files").set_input_files(gone)
    await dialog.get_by_role("button", name="Submit").click()
    await expect(page.get_by_role("log")).to_contain_text("['gone.txt 1'] for ['Cleo']")


async def test_the_bot_goes_and_comes(local: SmallDiscord, page: Page) -> None:
    """An owner removes and invites the bot, whose commands go and come with it."""
    await page.get_by_role("button", name="Remove Your Bot").first.click()
    await expect(page.get_by_role("button", name="Invite Your Bot")).to_be_visible()
    await page.locator("#composer input").fill("/hello")
    await expect(page.locator("#composer-hint")).to_contain_text("no such command here")
    await page.get_by_role("button", name="Invite Your Bot").click()
    await expect(page.get_by_role("button", name="Remove Your Bot").first).to_be_visible()
    await page.locator("#composer input").fill("")
    await use(page, "/hello")
    await expect(page.get_by_role("article")).to_contain_text("hello")
    guild = local.person("Ada").settings_of("The Parlour").guild
    local.world.servers.begin_outage(guild.id)
    await expect(page.get_by_role("heading", name="#cards", exact=True)).to_be_visible()
    local.world.servers.end_outage(guild.id)
    await expect(page.get_by_role("button", name="patience")).to_be_visible()


async def test_a_deleted_channel_is_left(local: SmallDiscord, page: Page) -> None:
    """Threads go with their channel when it is deleted, and whoever looks at it is taken elsewhere."""
    ada = local.person("Ada")
    thread = ada.open_thread(ROOM, "aside")
    await page.get_by_role("button", name="aside").click()
    ada.settings_of("The Parlour").archive("aside")
    await expect(page.get_by_role("button", name="aside (archived)")).to_be_visible()
    await write(page, "good morning")
    await expect(page.get_by_role("button", name="aside (archived)")).to_have_count(0)
    assert not ada.channel(thread).archived
    ada.settings_of("The Parlour").delete_channel("patience")
    await expect(page.get_by_role("button", name="aside")).to_have_count(0)
    await expect(page.get_by_role("heading", name="#lounge", exact=True)).to_be_visible()


async def test_commands_are_read_in_ones_own_language(local: SmallDiscord, page: Page) -> None:
    """Whoever chooses a language reads in it what commands do, if the bot has told that."""
    local.world.commands.create(None, SALUTE)
    language, hint = page.get_by_role("button", name="Language"), page.locator("#composer-hint")
    await language.click()
    await page.get_by_role("menuitem", name="Deutsch").click()
    await expect(language).to_have_text("Language: Deutsch (de)")
    assert local.world.languages.of(local.person("Ada").user.id) == "de"
    await page.locator("#composer input").focus()
    await page.keyboard.type("/salute ")
    await expect(hint).to_have_text("Jemanden grüßen")
    await page.keyboard.type("how")
    await expect(page.get_by_role("option", name="how")).to_contain_text("Auf welche Weise")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("option", name="laut")).to_be_visible()
    await page.get_by_role("button", name="Ben", exact=True).click()
    await expect(language).to_have_text("Language: British English (en-GB)")
    await page.locator("#composer input").focus()
    await page.keyboard.type("/salute ")
    await expect(hint).to_have_text("Greet somebody")
