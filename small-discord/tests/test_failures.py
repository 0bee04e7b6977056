"""A bot that fails unseen fails its test, as authors of other bots find it."""

import re

import pytest

from test_plugin import run_pytest

TESTS = """
import asyncio
import logging

import discord
import pytest
from discord import app_commands, ui
from discord.ext import tasks

HALL = "The Parlour/#patience"

class Menu(ui.View):
    @ui.button(label="Break")
    async def broken(self, interaction, button):
        raise ValueError("in a view")

class Bot(discord.Client):
    def __init__(self):
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self):
        @self.tree.command(description="Show a menu")
        async def menu(interaction: discord.Interaction):
            await interaction.response.send_message("Press", view=Menu())

        @self.tree.command(description="Break")
        async def broken(interaction: discord.Interaction):
            raise ValueError("in a command")

        @self.tree.command(description="Ask for what is not there")
        async def swallow(interaction: discord.Interaction):
            try:
                await self.http.request(discord.http.Route("GET", "/voice/regions"))
            except discord.HTTPException:
                await interaction.response.send_message("All is well")

        await self.tree.sync()

    async def on_message(self, message):
        if "loop" in message.content:
            self.failing.start()
        elif "forgotten" in message.content:
            asyncio.create_task(self.fail())
        elif "log" in message.content:
            logging.getLogger("mine").error("I give up")
        elif "handler" in message.content:
            raise ValueError("in a handler")

    async def fail(self):
        raise ValueError("in a task that is forgotten")

    @tasks.loop(count=1)
    async def failing(self):
        raise ValueError("in a loop")

@pytest.fixture
async def ada(small_discord):
    async with small_discord.running(Bot()):
        yield small_discord.person("Ada")

async def silence(asked):
    task = asyncio.ensure_future(asked)
    await asyncio.wait({task}, timeout=.2)
    task.cancel()

async def test_fine(ada):
    await ada.slash(HALL, "menu")

async def test_command(ada):
    await silence(ada.slash(HALL, "broken"))

async def test_view(ada):
    reply = await ada.slash(HALL, "menu")
    await silence(ada.press(reply.message, "Break"))

async def test_swallowed(ada):
    assert (await ada.slash(HALL, "swallow")).message.text == "All is well"

@pytest.mark.parametrize("text", ["handler", "loop", "forgotten", "log"])
async def test_message(ada, text):
    ada.say("dm", text)
    await asyncio.sleep(.2)

@pytest.mark.allows("ValueError: in a .*mmand")
async def test_allowed(ada):
    await silence(ada.slash(HALL, "broken"))

@pytest.mark.allows("does not implement GET")
async def test_allowed_to_be_missing(ada):
    await ada.slash(HALL, "swallow")

@pytest.mark.allows("in a command")
async def test_fine_though_nothing_happens(ada):
    pass

@pytest.mark.allows("in another")
async def test_only_others_are_allowed(ada):
    await silence(ada.slash(HALL, "broken"))

async def test_itself(ada):
    await silence(ada.slash(HALL, "broken"))
    assert False, "that this is so"

def test_without_a_small_discord():
    logging.error("Nobody is told")
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return what pytest says of tests of a bot that fails."""
    done = run_pytest(tmp_path_factory.mktemp("bot"), TESTS, "-o", "asyncio_mode=auto", "-rA")
    return done.stdout + done.stderr


def test_a_bot_that_fails_fails_its_test(told: str) -> None:
    """Errors in commands, views, handlers, loops and tasks fail a test once, if it does not allow them."""
    passed = set(re.findall(r"^PASSED .*::test_(\S+)", told, re.MULTILINE))
    assert passed == {
        *("fine", "allowed", "allowed_to_be_missing", "fine_though_nothing_happens"),
        "without_a_small_discord",
    }, told
    failed = re.findall(r"^FAILED .*::test_(\S+)", told, re.MULTILINE)
    assert sorted(failed) == sorted(
        [
            *("command", "view", "swallowed", "only_others_are_allowed", "itself"),
            *(f"message[{text}]" for text in ("handler", "loop", "forgotten", "log")),
        ]
    ), told
    assert not re.findall(r"^ERROR .*::", told, re.MULTILINE), told


@pytest.mark.parametrize(
    "reason",
    [
        *(
            "ValueError: in a command",
            "ValueError: in a view",
            "does not implement GET /api/v10/voice/regions",
        ),
        *("ValueError: in a handler", "ValueError: in a loop", "ValueError: in a task that is forgotten"),
        *("mine: I give up", "AssertionError: that this is so"),
    ],
)
def test_it_says_why(told: str, reason: str) -> None:
    """The report says what has failed."""
    assert reason in told.partition("FAILURES")[2]


def test_it_shows_what_was_told(told: str) -> None:
    """The report of each test that fails has what was told over the gateway and by REST, and no other has."""
    report, _, passed = told.partition("= PASSES =")
    sections = re.findall(r"^-+ small Discord: gateway and REST -+\n(?: +\d.*\n)+", report, re.MULTILINE)
    assert len(sections) == 9
    assert all("IDENTIFY" in section and "INTERACTION_CREATE" in section for section in sections[:3])
    assert "GET /voice/regions → 501" in sections[2]
    assert "gateway and REST" not in passed
