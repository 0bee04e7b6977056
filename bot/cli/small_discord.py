"""`idleyear discord`: the small Discord without Idle Year, for any bot."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import runpy
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.output import print_line
from bot.cli.weather import SeedOption, Sky, SkyOption, weather_of

if TYPE_CHECKING:
    from bot.local import LocalDiscord, Weather
    from bot.settings import Settings

discord = typer.Typer(name="discord", help="Start a small Discord on this machine, for any bot.")

_NAME = "The small Discord"

BotFile = Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A bot written with discord.py.")]


@discord.callback(invoke_without_command=True)
def serve(context: typer.Context, weather: SkyOption = Sky.FAIR, weather_seed: SeedOption = None) -> None:
    """Start a small Discord on this machine, and print its addresses and its bot's token."""
    from bot.__main__ import until_stopped

    context.obj = weather_of(weather, weather_seed)
    if context.invoked_subcommand is None:
        raise typer.Exit(until_stopped(lambda settings: asyncio.run(_serve(settings, context.obj)), _NAME))


@discord.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def run(context: typer.Context, bot: BotFile) -> None:
    """Run a discord.py bot unchanged: the small Discord replaces its token and Discord's addresses."""
    from bot.__main__ import until_stopped
    from bot.local import in_background, point_client_at

    def play(settings: Settings) -> None:
        with (
            in_background(lambda: _started(settings, context.obj)) as local,
            point_client_at(local.url, local.bot_token),
        ):
            sys.argv = [str(bot), *context.args]
            sys.path.insert(0, str(bot.resolve().parent))
            runpy.run_path(str(bot), run_name="__main__")

    raise typer.Exit(until_stopped(play, _NAME))


async def _serve(settings: Settings, weather: Weather | None) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        this_task = asyncio.current_task()
        if this_task is not None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this_task.cancel)
        local = await _started(settings, weather)
        try:
            await asyncio.Event().wait()
        finally:
            await local.close()


async def _started(settings: Settings, weather: Weather | None) -> LocalDiscord:
    from bot.__main__ import listen, open_local_discord
    from bot.local import PRIVILEGED

    _log_refusals()
    local = open_local_discord(settings, weather, PRIVILEGED)
    await listen(local, settings.local_port)
    print_line(f"Page     {local.page_url}")
    print_line(f"REST     {local.url}/api/v10")
    print_line(f"Gateway  {local.gateway_url}")
    print_line(f"Token    {local.bot_token}")
    sys.stdout.flush()
    return local


def _log_refusals() -> None:
    """Log what a bot is refused, and leave all other logging to the bot."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    log = logging.getLogger("bot.local")
    log.addHandler(handler)
    log.propagate = False
