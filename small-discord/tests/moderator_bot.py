"""A moderator's bot of a common kind: prefix commands behind discord.py's checks, and what they do."""

import asyncio
import datetime as dt
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from small_discord import Person, SmallDiscord
from small_discord.gateway.intents import PRIVILEGED

PARLOUR, ROOM = "The Parlour", "The Parlour/#patience"
Context = commands.Context[Any]


class ModeratorBot(commands.Bot):
    """Kicks, bans, times out and hands out roles, if both it and whoever asks may."""

    def __init__(self) -> None:
        super().__init__("!", intents=discord.Intents.all())

    async def setup_hook(self) -> None:
        """Add the commands."""
        for command in (kick, ban, unban, hush, call, role, give, lock):
            self.add_command(command)
        self.tree.add_command(clean)
        self.tree.error(say_why)
        await self.tree.sync()

    async def on_command_error(self, context: Context, exception: Exception, /) -> None:
        """Say what was refused, and by whom."""
        cause = getattr(exception, "original", exception)
        code = f" {cause.code}" if isinstance(cause, discord.HTTPException) else ""
        await context.send(f"{type(cause).__name__}{code}")


@commands.command()
@commands.has_permissions(kick_members=True)
async def kick(context: Context, member: discord.Member) -> None:
    """Kick a member."""
    await member.kick(reason="asked for")
    await context.send("kicked")


@commands.command()
@commands.has_permissions(ban_members=True)
@commands.bot_has_permissions(ban_members=True)
async def ban(context: Context, member: discord.Member) -> None:
    """Ban a member, with a day of messages."""
    await member.ban(reason="enough, it’s over")
    await context.send("banned")


@commands.command()
@commands.has_permissions(ban_members=True)
async def unban(context: Context, user: discord.User) -> None:
    """Let a user come back."""
    assert context.guild
    await context.guild.unban(user)
    await context.send("unbanned")


@commands.command()
@commands.has_guild_permissions(moderate_members=True)
async def hush(context: Context, member: discord.Member, minutes: int) -> None:
    """Give a member a time-out."""
    await member.timeout(dt.timedelta(minutes=minutes) if minutes else None)
    await context.send("hushed")


@commands.command()
@commands.has_permissions(manage_nicknames=True)
async def call(context: Context, member: discord.Member, nick: str) -> None:
    """Give a member another name."""
    await member.edit(nick=nick)
    await context.send("called")


@commands.command()
@commands.has_permissions(manage_roles=True)
async def role(context: Context, name: str, permission: str) -> None:
    """Make a role that permits something."""
    assert context.guild
    permissions = discord.Permissions(**{permission: True})
    made = await context.guild.create_role(name=name, permissions=permissions, colour=discord.Colour.teal())
    await context.send(f"made {made.name} at {made.position}")


@commands.command()
@commands.has_permissions(manage_roles=True)
async def give(context: Context, member: discord.Member, given: discord.Role) -> None:
    """Give a role to a member."""
    await member.add_roles(given)
    await context.send("given")


@commands.command()
@commands.has_permissions(manage_channels=True)
async def lock(context: Context) -> None:
    """Have nobody write in a channel but the bot."""
    assert context.guild
    assert isinstance(context.channel, discord.TextChannel)
    await context.channel.set_permissions(context.guild.me, send_messages=True)
    await context.channel.set_permissions(context.guild.default_role, send_messages=False)
    await context.send("locked")


@app_commands.command()
@app_commands.checks.has_permissions(manage_messages=True)
async def clean(interaction: discord.Interaction) -> None:
    """Say whether the bot may clean up."""
    await interaction.response.send_message(str(interaction.app_permissions.manage_messages))


async def say_why(interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
    """Say what was refused."""
    await interaction.response.send_message(type(error).__name__)


@asynccontextmanager
async def moderated(
    *permissions: str, checked: bool = True
) -> AsyncIterator[tuple[SmallDiscord, ModeratorBot]]:
    """Run the bot where a role "Bots" gives it these permissions.

    If there is Discord's description, what the bot sends and gets is checked against it: not for those that
    send what it forbids.
    """
    described = os.environ.get("DISCORD_OPENAPI") if checked else None
    local = SmallDiscord(granted_intents=PRIVILEGED, openapi_path=Path(described) if described else None)
    await local.start()
    local.person("Ada").settings_of(PARLOUR).create_role("Bots", *permissions, members=("Your Bot",))
    async with local.running(ModeratorBot()) as bot:
        await bot.wait_until_ready()
        yield local, bot
    assert local.unknown_routes == []
    await local.close()


async def told(bot: commands.Bot, person: Person, command: str) -> str:
    """Return what the bot says to a command."""

    def is_answer(message: discord.Message) -> bool:
        return message.author == bot.user

    waiting = asyncio.ensure_future(bot.wait_for("message", check=is_answer, timeout=60))
    await asyncio.sleep(0)
    person.say(ROOM, command)
    answer: discord.Message = await waiting
    return answer.content


def parlour(bot: commands.Bot) -> discord.Guild:
    """Return The Parlour as the bot knows it."""
    (found,) = (guild for guild in bot.guilds if guild.name == PARLOUR)
    return found


def member(bot: commands.Bot, name: str) -> discord.Member:
    """Return a member of The Parlour as the bot knows it."""
    (found,) = (each for each in parlour(bot).members if each.name == name.lower())
    return found
