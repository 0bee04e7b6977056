"""The small Discord's web page in a real browser, by keyboard and by mouse."""

import copy
import json

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from chromium import NEEDS_CHROMIUM, use
from small_discord import SmallDiscord

pytestmark = [
    NEEDS_CHROMIUM,
    pytest.mark.asyncio(loop_scope="module"),
]


def without_done(window: WebSocketRoute) -> None:
    """Relay everything between page and server but the "done" frames."""
    server = window.connect_to_server()
    server.on_message(lambda frame: None if json.loads(frame)["op"] == "done" else window.send(frame))


async def test_shows_where_one_is(page: Page) -> None:
    """The page shows servers, people and the bot, and a greeting in an empty channel."""
    await expect(page).to_have_title("Your Bot · #patience")
    await expect(page.get_by_role("navigation", name="Channels")).to_contain_text("The Parlour")
    await expect(page.get_by_role("heading", name="Welcome to #patience")).to_be_visible()


async def test_command_by_keyboard(page: Page) -> None:
    """A command is found, filled in with a choice of the bot's and sent without the mouse."""
    await page.keyboard.type("/acc")
    await expect(page.get_by_role("option", name="/deal accordion")).to_have_attribute(
        "aria-selected", "true"
    )
    await page.keyboard.press("Enter")
    await page.keyboard.type("var")
    await page.keyboard.press("Tab")
    await page.keyboard.type("par")
    await expect(page.get_by_role("option", name="Parlett")).to_be_visible()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Control+Enter")
    answer = page.get_by_role("article")
    await expect(answer).to_contain_text("Ada used /deal accordion variant:parlett")
    await expect(answer).to_contain_text("Counted to 0")
    await expect(page.locator("#composer input")).to_be_focused()


async def test_missing_option_is_named(page: Page) -> None:
    """A command that lacks an option is not sent; the page says which one."""
    await use(page, "/deal deck cut")
    await expect(page.locator("#composer-hint")).to_contain_text("Fill in “at”")
    await page.keyboard.type("half")
    await page.keyboard.press("Enter")
    await expect(page.locator("#composer-hint")).to_have_text("“at” must be a whole number.")
    await expect(page.get_by_role("article")).to_have_count(0)


async def test_bounds_that_are_null(local: SmallDiscord, page: Page) -> None:
    """Bounds of an option that are null are no bounds, as on Discord."""
    deal = next(command for command in local.world.commands.all() if command["name"] == "deal")
    changed = copy.deepcopy(deal)
    deck = next(option for option in changed["options"] if option["name"] == "deck")
    deck["options"][0]["options"][0] |= {"min_value": None, "max_value": None}
    local.world.commands.edit(None, deal["id"], changed)
    await page.reload()
    await use(page, "/deal deck cut")
    await page.keyboard.type("26")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("log")).to_contain_text("cut at 26")


async def test_button_keeps_the_focus(page: Page) -> None:
    """A pressed button, even if renumbered, still has the focus after the bot has edited its message."""
    await use(page, "/deal accordion")
    await page.get_by_role("button", name="Count 0").click()
    await expect(page.get_by_role("button", name="Count 1")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Count 2")).to_be_focused()
    await expect(page.get_by_role("article")).to_contain_text("Counted to 2")
    await expect(page.get_by_role("article")).to_contain_text("(edited)")


async def test_new_board_can_be_pressed_at_once(page: Page) -> None:
    """What an edit brought can be pressed, even if the word that the last press went well is late."""
    await page.route_web_socket("**/page", without_done)
    await page.reload()
    await expect(page.get_by_role("button", name="Ada", exact=True)).to_be_visible()
    await use(page, "/deal accordion")
    await page.get_by_role("button", name="Count 0").click()
    await page.get_by_role("button", name="Count 1").click()
    await expect(page.get_by_role("article")).to_contain_text("Counted to 2")


async def test_select_by_keyboard(page: Page) -> None:
    """A select opens, moves and chooses by keys and leaves the focus where it was."""
    await use(page, "/deal accordion")
    select = page.get_by_role("combobox", name="Slide one left")
    await select.focus()
    await page.keyboard.press("ArrowDown")
    await expect(select).to_have_attribute("aria-expanded", "true")
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("article")).to_contain_text("Counted to 3")
    await expect(select).to_be_focused()


async def test_an_edit_ends_an_earlier_choice(page: Page) -> None:
    """The list of an edited board shows nothing as chosen, like the select above it."""
    await use(page, "/deal accordion")
    select = page.get_by_role("combobox", name="Slide one left")
    await select.click()
    await page.get_by_role("option", name="2 onto 1").click()
    await expect(page.get_by_role("article")).to_contain_text("Counted to 2")
    await expect(select).to_have_text("Slide one left")
    await select.click()
    await expect(page.get_by_role("option", name="2 onto 1")).to_be_visible()
    await expect(page.get_by_role("option", selected=True)).to_have_count(0)


async def test_select_stays_open_while_the_board_changes(local: SmallDiscord, page: Page) -> None:
    """An edit that comes while a select is open does not close it."""
    await use(page, "/deal accordion")
    select = page.get_by_role("combobox", name="Slide one left")
    await select.click()
    ada = local.person("Ada")
    await ada.press(ada.sees("The Parlour/#patience")[-1], "Count 0")
    await expect(page.get_by_role("article")).to_contain_text("Counted to 1")
    await expect(page.get_by_role("option", name="2 onto 1")).to_be_visible()
    await expect(select).to_have_attribute("aria-expanded", "true")


async def test_private_note_is_private(page: Page) -> None:
    """A note to Ada is marked as private, unseen by Ben, and gone when she dismisses it."""
    await use(page, "/hello")
    await use(page, "/slow")
    note = page.get_by_role("article").filter(has_text="first")
    await expect(note).to_contain_text("Only you can see this")
    await page.get_by_role("button", name="Ben", exact=True).click()
    await expect(page.get_by_role("article").filter(has_text="hello")).to_be_visible()
    await expect(note).to_have_count(0)
    await page.get_by_role("button", name="Ada", exact=True).click()
    await note.get_by_role("button", name="Dismiss").click()
    await expect(note).to_have_count(0)


async def test_modal(page: Page) -> None:
    """A modal checks what is required, sends what was typed and gives the focus back."""
    await use(page, "/deal accordion")
    await page.get_by_role("button", name="Form").click()
    dialog = page.get_by_role("dialog", name="Type moves")
    await expect(dialog.get_by_label("Moves")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(dialog).to_contain_text("Fill in “Moves”.")
    await page.keyboard.type("4< 7<<<")
    await page.keyboard.press("Enter")
    await expect(dialog).to_have_count(0)
    await expect(page.get_by_role("log")).to_contain_text("typed 4< 7<<<, note none")
    await expect(page.get_by_role("button", name="Form")).to_be_focused()


async def test_old_link(local: SmallDiscord, page: Page) -> None:
    """An address with another token says what to do; the right one then works in the same tab."""
    await page.goto(f"{local.url}/?again#old")
    status = page.get_by_role("status").filter(has_text="printed at the last start")
    await expect(status).to_contain_text("This address has no token, or an old one")
    await page.evaluate("hash => { location.hash = hash }", local.page_url.partition("#")[2])
    await expect(status).to_have_count(0)
    await expect(page.get_by_role("button", name="Ada", exact=True)).to_be_visible()


async def test_fits_a_phone(page: Page) -> None:
    """On a narrow screen nothing overflows, and the channels are behind a button."""
    await page.set_viewport_size({"width": 360, "height": 640})
    await use(page, "/deal accordion")
    await expect(page.get_by_role("article")).to_be_visible()
    assert await page.evaluate("document.querySelector('#scroller').scrollWidth") <= 360
    await page.get_by_role("button", name="Channels and people").click()
    await page.get_by_role("button", name="Cleo", exact=True).click()
    await page.keyboard.press("Escape")
    await expect(page.get_by_text("as Cleo")).to_be_visible()


async def test_is_as_narrow_as_a_phone(page: Page) -> None:
    """A container has 270 pixels inside on a phone, where buttons fit thumbs and wrap after the fourth."""
    await page.set_viewport_size({"width": 390, "height": 844})
    await use(page, "/frame")
    await expect(page.get_by_role("combobox", name="More")).to_be_visible()
    rows, buttons = await _boxes(page, ".container > .row"), await _boxes(page, ".container .button")
    assert [row["width"] for row in rows] == [pytest.approx(270, abs=2)] * 2
    assert all(each["width"] >= 60 and each["height"] >= 40 for each in buttons)
    across, down = ([each[side] - buttons[0][side] for each in buttons] for side in ("x", "y"))
    assert (across, down) == ([0, 68, 136, 204, 0], [0, 0, 0, 0, 48])


async def test_buttons_and_choices_show_in_forced_colours(page: Page) -> None:
    """Where the system chooses all colours, lines are around buttons, the open channel and a choice."""
    await page.emulate_media(forced_colors="active")
    await use(page, "/deal accordion")
    button = page.get_by_role("button", name="Count 0")
    await expect(button).to_have_css("border-top-style", "solid")
    await expect(page.locator(".channel[aria-current]").first).to_have_css("outline-style", "solid")
    await page.get_by_role("combobox", name="Slide one left").click()
    await page.keyboard.press("End")
    await expect(page.locator(".option.active")).to_have_css("outline-style", "solid")


async def _boxes(page: Page, selector: str) -> list[dict[str, float]]:
    """Return where on the page some elements are, and how large."""
    boxes: list[dict[str, float]] = await page.locator(selector).evaluate_all(
        "elements => elements.map((each) => each.getBoundingClientRect().toJSON())"
    )
    return boxes


async def test_a_picture_is_shown(page: Page) -> None:
    """The page shows a picture at the address that came with its message."""
    async with page.expect_response("**/attachments/**") as answer:
        await use(page, "/secret")
    assert (await answer.value).status == 200
    await expect(page.get_by_role("article").locator("img")).to_have_count(1)


async def test_the_size_of_a_file(page: Page) -> None:
    """The size of a file stands beside its name, wherever in a message the file is."""
    await use(page, "/hand")
    for place, name in enumerate(("one.txt", "two.txt")):
        link = page.get_by_role("article").nth(place).get_by_role("link", name=name)
        await expect(link).to_contain_text("3 KiB")
