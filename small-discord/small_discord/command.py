"""`small-discord` starts it for any bot, `small-discord run` runs a discord.py bot on it."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import runpy
import secrets
import signal
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from small_discord.gateway.intents import PRIVILEGED
from small_discord.opening import CannotOpen, Place, in_background, opened
from small_discord.redirect import CannotRedirect, point_client_at
from small_discord.server import SmallDiscord
from small_discord.weather import Weather, rough


class Mistake(Exception):
    """A command line makes no sense; the message is one line."""


class _Parser(argparse.ArgumentParser):
    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse would end with exit code 0, although nothing could be written.
        (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        raise Mistake(f"{message} ({self.prog} --help lists what there is)")


def main(
    arguments: Sequence[str] | None = None, program: str = "small-discord", place: Place | None = None
) -> int:
    """Do what a command line says, by default this process's; return the exit code.

    A `place` stands for what the environment says. A user's mistake is one line on stderr and exit code 2;
    what cannot be opened or pointed here, one line and exit code 1.
    """
    try:
        told = _parser(program).parse_args(arguments)
        weather = weather_of(is_rough=told.weather == "rough", seed=told.weather_seed)
        return _run(told, place or Place.of_environment(), weather)
    except KeyboardInterrupt:
        return 0
    except Mistake as error:
        print(error, file=sys.stderr)
        return 2
    except CannotOpen as error:
        print(f"The small Discord cannot start. {error}", file=sys.stderr)
        return 1
    except CannotRedirect as error:
        print(f"The bot cannot be run. {error}", file=sys.stderr)
        return 1


def _parser(program: str) -> argparse.ArgumentParser:
    parser = _Parser(
        prog=program,
        description="Start a small Discord on this machine, for any bot; print its addresses and a token.",
        epilog="LOCAL_PORT and LOCAL_WORLD set its port and the file that keeps everything; LOCAL_HOST is "
        "what bots in containers call this machine.",
    )
    parser.add_argument(
        "--weather",
        choices=("fair", "rough"),
        default="fair",
        help="rough has real limits, faults and dropped connections",
    )
    parser.add_argument("--weather-seed", type=int, metavar="N", help="repeat the same rough weather")
    run = parser.add_subparsers(dest="command", metavar="run", parser_class=_Parser).add_parser(
        "run", help="run a discord.py bot unchanged: its token and Discord's addresses are replaced"
    )
    run.add_argument("-m", action="store_true", dest="is_module", help="it is a module, as for python -m")
    run.add_argument("bot", help="a bot written with discord.py")
    run.add_argument("arguments", nargs=argparse.REMAINDER, help="are passed on to it")
    return parser


def weather_of(*, is_rough: bool, seed: int | None) -> Weather | None:
    """Return the weather that was asked for, None if it is fair; print the seed of rough weather."""
    if not is_rough:
        if seed is not None:
            raise Mistake("--weather-seed repeats rough weather: add --weather rough.")
        return None
    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    print(f"The weather is rough: --weather-seed {chosen}", file=sys.stderr)
    return rough(chosen)


def _run(told: argparse.Namespace, place: Place, weather: Weather | None) -> int:
    if told.command is None:
        asyncio.run(_serve(place, weather))
    else:
        _find(told.bot, told.is_module)
        _run_bot(told, place, weather)
    return 0


def _find(bot: str, is_module: bool) -> None:
    """Raise Mistake if it is not there; from here on Python looks in its folder first, as always."""
    sys.path.insert(0, str(Path.cwd() if is_module else Path(bot).resolve().parent))
    if is_module and find_spec(bot.partition(".")[0]) is None:
        raise Mistake(f"there is no module {bot}")
    if not is_module and not Path(bot).is_file():
        raise Mistake(f"there is no file {bot}")


async def _serve(place: Place, weather: Weather | None) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        this_task = asyncio.current_task()
        if this_task is not None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this_task.cancel)
        local = await _told_about(place, weather)
        try:
            await asyncio.Event().wait()
        finally:
            await local.close()


def _run_bot(told: argparse.Namespace, place: Place, weather: Weather | None) -> None:
    with (
        in_background(lambda: _told_about(place, weather)) as local,
        point_client_at(local.url, local.bot_token),
    ):
        sys.argv = [told.bot, *told.arguments]
        if told.is_module:
            runpy.run_module(told.bot, run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(told.bot, run_name="__main__")


async def _told_about(place: Place, weather: Weather | None) -> SmallDiscord:
    """Open a small Discord that grants every intent, and print where it is."""
    local = await opened(place, weather, PRIVILEGED)
    _log_refusals()
    print(f"Page     {local.page_url}")
    print(f"REST     {local.url}/api/v10")
    print(f"Gateway  {local.gateway_url}")
    print(f"Token    {local.bot_token}", flush=True)
    return local


def _log_refusals() -> None:
    """Log what a bot is refused, and leave all other logging to the bot."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    log = logging.getLogger("small_discord")
    log.addHandler(handler)
    log.propagate = False
