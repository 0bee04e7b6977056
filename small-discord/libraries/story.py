"""One story that bots written with other libraries play on the small Discord.

    python libraries/story.py [NAME…]

Each library is installed into an environment of its own, in `.venv-libraries/` beside this folder. What
cannot be installed here is said and left out: only a bot that does not play its part is a failure.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple

from small_discord import Message, NotResponding, Person, Reply, SmallDiscord, Storm

HERE = Path(__file__).parent
INSTALLED = HERE.parent / ".venv-libraries"
ROOM = "The Parlour/#patience"
_FILE_FOR_NODE = re.compile(r"^```js\n(// here\.mjs.*?)^```$", re.DOTALL | re.MULTILINE)
_SECONDS = 60.0
"""For a bot to connect and to play its part."""


class Library(NamedTuple):
    """A library: the package and its version, and the bot written with it."""

    package: str
    bot: str
    beside: tuple[str, ...] = ()
    """Packages that it imports without naming them."""


LIBRARIES = {
    "py-cord": Library("py-cord==2.8.0", "py_cord_bot.py"),
    "hikari": Library("hikari==2.7.0", "hikari_bot.py"),
    "disnake": Library("disnake==2.12.0", "disnake_bot.py"),
    "nextcord": Library("nextcord==2.6.0", "nextcord_bot.py"),
    "interactions": Library("discord-py-interactions==5.16.0", "interactions_bot.py", ("setuptools<81",)),
    "discord.js": Library("discord.js@14.28.0", "discord_js_bot.cjs"),
}


class Failed(Exception):
    """A bot does not play its part."""


class NotInstalled(Exception):
    """A library cannot be had on this machine."""


def program(name: str, library: Library) -> list[str]:
    """Install a library, if it is not yet there; return what runs its bot; raise NotInstalled."""
    place = INSTALLED / name
    bot = str(HERE / library.bot)
    if bot.endswith(".cjs"):
        if which("node") is None:
            raise NotInstalled("Node.js is not here")
        _run("npm", "install", "--prefix", str(place), "--no-audit", "--no-fund", "--silent", library.package)
        here = place / "here.mjs"
        here.write_text(_FILE_FOR_NODE.findall((HERE.parent / "README.md").read_text())[0])
        return ["node", "--import", str(here), bot]
    python = place / "bin" / "python"
    if not python.exists():
        _run(sys.executable, "-m", "venv", str(place))
    pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    _run(*pip, library.package, *library.beside)
    return [str(python), bot]


def _run(*command: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  what stands above
    except subprocess.CalledProcessError as error:
        told = error.stderr.strip().splitlines() or ["no reason was given"]
        raise NotInstalled(told[-1]) from None


async def play(local: SmallDiscord) -> None:
    """Use everything that a bot has, and see that it answers, before and after a reconnect."""
    for command in ("hello", "form", "file"):
        await local.wait_for_commands(command)
    ada = local.person("Ada")
    await _use_board(ada)
    await _fill_form(ada)
    await _get_file(ada)
    await _reconnect(local)
    await _use_board(ada)
    _check(not local.unknown_routes, "asked for", local.unknown_routes)


async def _use_board(ada: Person) -> None:
    board = _shown((await _insist(lambda: ada.slash(ROOM, "hello"))).message, "hello")
    _shown((await _insist(lambda: ada.press(board, "More"))).message, "pressed")
    _shown(await (await _insist(lambda: ada.choose(board, "cards", "two"))).final(), "chose two")


async def _fill_form(ada: Person) -> None:
    modal = (await _insist(lambda: ada.slash(ROOM, "form"))).modal
    if modal is None:
        raise Failed("no form came")
    _shown(await (await ada.submit(modal, text="typed")).final(), "got typed")


async def _get_file(ada: Person) -> None:
    reply = await _insist(lambda: ada.slash(ROOM, "file"))
    _check(reply.kind == "deferred", "answered at once:", reply.kind)
    names = [each["filename"] for each in _shown(await reply.final(), "a file").attachments]
    _check(names == ["card.txt"], "the files are", names)


async def _reconnect(local: SmallDiscord) -> None:
    """Tell the bot to come back, and wait until it has taken up its session."""
    resumed = asyncio.Event()

    def listen(name: str, event: Any) -> Any:
        if name == "RESUMED":
            resumed.set()
        return event

    local.weather.oddity = listen
    local.strike(Storm.RECONNECT)
    await resumed.wait()


async def _insist(ask: Callable[[], Awaitable[Reply]]) -> Reply:
    """Ask until there is an answer: some take a moment to learn what they have just registered or sent."""
    while True:
        with suppress(NotResponding):
            return await ask()


def _shown(message: Message | None, text: str) -> Message:
    if message is None or message.text != text:
        raise Failed(f"{message and message.text!r} where {text!r} should be")
    return message


def _check(well: bool, *told: object) -> None:
    if not well:
        raise Failed(*told)


async def try_out(name: str, library: Library) -> None:
    """Play the story with one library; raise NotInstalled, or whatever goes wrong."""
    command = await asyncio.to_thread(program, name, library)
    local = SmallDiscord(openapi_path=_description())
    await local.start()
    modules = str(INSTALLED / name / "node_modules")
    environment = os.environ | {"NODE_PATH": modules, "SMALL_DISCORD": local.url}
    environment.pop("PYTHONPATH", None)
    bot = await asyncio.create_subprocess_exec(*command, local.url, local.bot_token, env=environment)
    try:
        async with asyncio.timeout(_SECONDS):
            playing, ending = asyncio.create_task(play(local)), asyncio.create_task(bot.wait())
            await asyncio.wait({playing, ending}, return_when=asyncio.FIRST_COMPLETED)
            _check(playing.done(), "the bot ended with", bot.returncode)
            await playing
    finally:
        if bot.returncode is None:
            bot.kill()
        await bot.wait()
        await local.close()


def _description() -> Path | None:
    return Path(os.environ["DISCORD_OPENAPI"]) if os.environ.get("DISCORD_OPENAPI") else None


async def main(names: list[str]) -> int:
    """Try the libraries of these names, or all; return how many failed."""
    failed = 0
    for name in names or LIBRARIES:
        library = LIBRARIES[name]
        try:
            await try_out(name, library)
        except NotInstalled as reason:
            print(f"{library.package}: not tried, it cannot be installed here ({reason})")
        except Exception as error:  # noqa: BLE001  it is told, and the others are tried
            failed += 1
            print(f"{library.package}: FAILED, {type(error).__name__}: {error}")
        else:
            print(f"{library.package}: plays")
    return failed


if __name__ == "__main__":
    sys.exit(min(1, asyncio.run(main(sys.argv[1:]))))
