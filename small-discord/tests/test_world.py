"""The world's file: what is acknowledged is still there afterwards."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from small_discord import SmallDiscord
from small_discord.world.file import WorldFile
from small_discord.world.world import World
from tiny_bot import PNG, running

ROOM = "The Parlour/#patience"


def test_a_new_world_is_friendly(tmp_path: Path) -> None:
    """Three people share two servers, and each has direct messages with the bot."""
    world = World(tmp_path / "world.sqlite3")
    assert [user.name for user in world.people()] == ["Ada", "Ben", "Cleo"]
    places = {guild.name: [channel.name for channel in guild.channels] for guild in world.guilds.values()}
    assert places == {"The Parlour": ["patience", "lounge"], "Rainy Sundays": ["cards", "tea"]}
    owners = [world.users[guild.owner_id].name for guild in world.guilds.values()]
    assert owners == ["Ada", "Ben"]
    assert set(world.dms) == {user.id for user in world.people()}
    world.close()


async def test_a_world_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Messages, commands, emoji, token and dismissals are kept; the board can be played on."""
    path = tmp_path / "world.sqlite3"
    first = SmallDiscord(world_path=path)
    await first.start()
    async with running(first) as bot:
        ada = first.person("Ada")
        await ada.slash(ROOM, "deal accordion", hidden=True)
        gone = (await ada.slash(ROOM, "deal accordion", hidden=True)).message
        assert gone
        ada.dismiss(gone)
        await bot.create_application_emoji(name="8_spades", image=PNG)
        seen = [message.post for message in ada.sees(ROOM)]
        commands = first.world.commands.all()
    await first.close()

    second = SmallDiscord(world_path=path)
    await second.start()
    ada = second.person("Ada")
    assert second.bot_token == first.bot_token
    assert [message.post for message in ada.sees(ROOM)] == seen
    assert second.world.commands.all() == commands
    assert [emoji["name"] for emoji in second.world.emoji.by_id.values()] == ["8_spades"]
    async with running(second):
        await ada.press(ada.sees(ROOM)[0], "Count 0")
    assert ada.sees(ROOM)[0].text == "Counted to 1"
    await second.close()


def test_what_is_written_survives_a_kill(tmp_path: Path) -> None:
    """A process that dies suddenly has lost nothing that it acknowledged."""
    path = tmp_path / "world.sqlite3"
    script = (
        "import sys, pathlib\n"
        "from small_discord.world.file import WorldFile\n"
        f"file = WorldFile(pathlib.Path({str(path)!r}))\n"
        "for n in range(100): file.put('message', str(n), {'n': n})\n"
        "print('done', flush=True)\n"
        "sys.stdin.read()\n"
    )
    command = [sys.executable, "-W", "ignore", "-c", script]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=Path(__file__).parents[1], **pipes) as process:  # type: ignore[call-overload]  # noqa: S603  our own script
        assert process.stdout.readline() == b"done\n"
        os.kill(process.pid, signal.SIGKILL)
    file = WorldFile(path)
    assert [body["n"] for body in file.all("message")] == list(range(100))
    file.close()
