"""Time that passes at once: what a bot waits for comes without anybody waiting."""

import asyncio
import datetime as dt
import time
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord import app_commands, ui
from discord.ext import tasks

from small_discord import NotResponding, Person, SmallDiscord

HALL = "The Parlour/#patience"


class Menu(ui.View):
    """A menu that says when nobody uses it any more."""

    message: discord.InteractionMessage

    @ui.button(label="Stay")
    async def stay(self, interaction: discord.Interaction, button: ui.Button["Menu"]) -> None:
        """Begin anew."""
        await interaction.response.defer()

    async def on_timeout(self) -> None:
        """Tell."""
        await self.message.edit(content="Too late", view=None)


class Waiter(discord.Client):
    """A bot that waits for this and that."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)
        self.hours = 0
        self.resumed = False

    async def setup_hook(self) -> None:
        """Register commands."""
        commands: tuple[Any, ...] = (menu, count, patience, confirm, cool)
        for command in commands:
            self.tree.add_command(command)
        await self.tree.sync()

    async def on_resumed(self) -> None:
        """Note a connection that was lost."""
        self.resumed = True

    @tasks.loop(hours=1)
    async def hourly(self) -> None:
        """Count hours."""
        self.hours += 1


@app_commands.command()
async def menu(interaction: discord.Interaction) -> None:
    """Show a menu for three minutes."""
    view = Menu(timeout=180)
    await interaction.response.send_message("Choose", view=view)
    view.message = await interaction.original_response()


@app_commands.command()
async def count(interaction: discord.Interaction) -> None:
    """Count minutes."""
    await interaction.response.send_message("0")
    for minute in range(1, 4):
        await asyncio.sleep(60)
        await interaction.edit_original_response(content=str(minute))


@app_commands.command()
async def patience(interaction: discord.Interaction) -> None:
    """Answer too late for the token."""
    await interaction.response.defer()
    await asyncio.sleep(16 * 60)
    await interaction.followup.send("Here I am")


@app_commands.command()
async def confirm(interaction: discord.Interaction[Waiter]) -> None:
    """Wait for a word."""
    await interaction.response.send_message("Sure?")
    try:
        await interaction.client.wait_for("message", check=lambda message: not message.author.bot, timeout=30)
    except TimeoutError:
        await interaction.followup.send("Nobody is sure")


@app_commands.command()
@app_commands.checks.cooldown(1, 3600)
async def cool(interaction: discord.Interaction) -> None:
    """Work once in an hour."""
    await interaction.response.send_message("Cool")


@pytest.fixture
async def bot(small_discord: SmallDiscord) -> AsyncIterator[Waiter]:
    """Run the bot."""
    async with small_discord.running(Waiter()) as waiter:
        yield waiter


@pytest.fixture
def ada(small_discord: SmallDiscord, bot: Waiter) -> Person:
    """Act as Ada."""
    return small_discord.person("Ada")


async def test_a_view_times_out(small_discord: SmallDiscord, ada: Person) -> None:
    """A view is over when its time has passed, and not before."""
    reply = await ada.slash(HALL, "menu")
    await small_discord.pass_time(170)
    assert reply.message
    assert reply.message.text == "Choose"
    await small_discord.pass_time(10)
    assert reply.message.text == "Too late"


async def test_a_press_begins_the_time_of_a_view_anew(small_discord: SmallDiscord, ada: Person) -> None:
    """Who presses gets the whole time again."""
    reply = await ada.slash(HALL, "menu")
    await small_discord.pass_time(170)
    assert reply.message
    await ada.press(reply.message, "Stay")
    await small_discord.pass_time(170)
    assert reply.message.text == "Choose"
    await small_discord.pass_time(10)
    assert reply.message.text == "Too late"


async def test_timers_go_off_in_their_turn(small_discord: SmallDiscord, ada: Person) -> None:
    """What a bot does after one timer is done before the next one counts."""
    await ada.slash(HALL, "count")
    told = []
    for seconds in (0, 60, 3600):
        await small_discord.pass_time(seconds)
        told.append(ada.sees(HALL)[-1].text)
    assert told == ["0", "1", "3"]


async def test_loops_run(small_discord: SmallDiscord, bot: Waiter) -> None:
    """A loop of discord.ext.tasks runs each time that it is due."""
    bot.hourly.start()
    await small_discord.pass_time(0)
    assert bot.hours == 1
    await small_discord.pass_time(5 * 3600)
    assert bot.hours == 6
    assert not bot.resumed
    bot.hourly.cancel()


async def test_nobody_answers_in_time(small_discord: SmallDiscord, ada: Person) -> None:
    """A bot that waits for an event with a timeout gets none."""
    await ada.slash(HALL, "confirm")
    await small_discord.pass_time(30)
    assert [message.text for message in ada.sees(HALL)] == ["Sure?", "Nobody is sure"]


@pytest.mark.logs("Invalid Webhook Token")
async def test_a_token_expires(small_discord: SmallDiscord, ada: Person) -> None:
    """Discord's own clock moves as well: a token of an interaction is good for fifteen minutes."""
    reply = await ada.slash(HALL, "patience")
    await small_discord.pass_time(17 * 60)
    with pytest.raises(NotResponding):
        await reply.final(timeout=0.01)


@pytest.mark.logs("You are on cooldown")
async def test_a_cooldown_ends(small_discord: SmallDiscord, ada: Person) -> None:
    """What a command counts by the time of interactions goes on."""
    await ada.slash(HALL, "cool")
    refused = asyncio.ensure_future(ada.slash(HALL, "cool"))
    await small_discord.pass_time(4)
    with pytest.raises(NotResponding):
        await refused
    await small_discord.pass_time(3600)
    await ada.slash(HALL, "cool")
    assert [message.text for message in ada.sees(HALL)] == ["Cool", "Cool"]


async def test_messages_say_when_they_were_written(small_discord: SmallDiscord, bot: Waiter) -> None:
    """Messages that come later are later by as much, also by discord.py's clock."""
    ada = small_discord.person("Ada")
    before = ada.say(HALL, "Early")
    await small_discord.pass_time(7200)
    after = ada.say(HALL, "Late")
    times = (discord.utils.snowflake_time(int(each.id)) for each in (before, after))
    first, second = times
    assert dt.timedelta(hours=2) <= second - first < dt.timedelta(hours=2, minutes=10)
    assert abs(discord.utils.utcnow() - second) < dt.timedelta(minutes=10)


async def test_other_clocks_stay() -> None:
    """What does not belong to the bot goes by Python's clocks, and discord.py does again at the end."""
    other = SmallDiscord()
    await other.start()
    monotonic, wall = time.monotonic(), time.time()
    await other.pass_time(7200)
    assert discord.utils.utcnow().timestamp() > wall + 7100
    await other.close()
    assert time.monotonic() < monotonic + 3600
    assert time.time() < wall + 3600
    assert discord.utils.utcnow().timestamp() < wall + 3600
