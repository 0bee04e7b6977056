"""`idleyear run`, `health` and `discord`: the bot and the small Discord as programs that go on running."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.terminal import print_aside
from idle_year.engine.wording import counted

if TYPE_CHECKING:
    # These take long to load, and not everybody has a small Discord.
    from bot.service.kernels import Preparation
    from small_discord import Weather

_A_SECOND = 1.0
_MINUTE = 60


class Sky(StrEnum):
    """The weather to simulate."""

    FAIR = "fair"
    ROUGH = "rough"


SkyOption = Annotated[
    Sky,
    typer.Option(
        "--weather", help="On the small Discord: rough has real limits, faults and dropped connections."
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--weather-seed", help="Repeat the same rough weather.", show_default="a new one"),
]


def run(weather: SkyOption = Sky.FAIR, weather_seed: SeedOption = None) -> None:
    """Start the bot: on Discord if there's a DISCORD_TOKEN, otherwise on a small Discord on this machine."""
    # Here, not above: Discord and the database take a second to load, and no other command needs them.
    from bot.__main__ import main

    raise typer.Exit(main(_weather(weather, weather_seed), _show_preparation))


def health() -> None:
    """Ask the bot that runs on this machine how it is; exit with 0 if people can play, else with 1."""
    # Here, not above: no other command needs it.
    from bot.cli.health import health as ask

    raise typer.Exit(ask())


def discord(context: typer.Context) -> None:
    """Start a small Discord on this machine, for any bot."""
    # Here, not above: no other command needs it, and not everybody has it.
    from bot.settings import UnusableSettings, read_settings
    from small_discord.command import main
    from small_discord.opening import CannotOpen, Place

    try:
        settings, host = read_settings(), Place.of_environment().host
    except (UnusableSettings, CannotOpen) as error:
        print_aside(f"The small Discord cannot start. {error}")
        raise typer.Exit(1) from None
    place = Place(settings.local_port, settings.local_world, settings.discord_openapi, host=host)
    raise typer.Exit(main(context.args, "idleyear discord", place))


def _weather(sky: Sky, seed: int | None) -> Weather | None:
    """Return the weather that was asked for, None if it is fair; print the seed of rough weather."""
    if sky is Sky.FAIR and seed is None:
        return None
    # Here, not above: no other command needs it, and not everybody has it.
    from small_discord import command

    try:
        return command.weather_of(is_rough=sky is Sky.ROUGH, seed=seed)
    except command.Mistake as error:
        raise typer.TyperException(str(error)) from None


async def _show_preparation(preparation: Preparation) -> None:
    """Show the solvers' progress on a terminal until all are ready; elsewhere the log has to do."""
    if not sys.stderr.isatty():
        return
    # Here, not above: it takes a tenth of a second to load, and only a first start needs it.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}")
    bar = Progress(
        *columns,
        console=Console(stderr=True, soft_wrap=True),  # keeps log lines whole
        transient=True,
        auto_refresh=False,
        redirect_stdout=sys.stdout.isatty(),
    )
    task = bar.add_task("", total=1.0, left="", visible=False)
    with bar, _log_above():
        while not preparation.over:
            number, count = preparation.number
            what = f"Preparing the solvers, {number} of {count}"
            left = _left(preparation.left)
            bar.update(task, description=what, completed=preparation.share, left=left, visible=True)
            bar.refresh()
            await asyncio.sleep(_A_SECOND)


@contextmanager
def _log_above() -> Iterator[None]:
    """Send the log through rich's replacement for stderr, which prints above its bar."""
    from bot.watch.logs import WrittenAside

    handlers = [each.written for each in logging.getLogger().handlers if isinstance(each, WrittenAside)]
    before = [each.setStream(sys.stderr) for each in handlers]
    try:
        yield
    finally:
        for handler, stream in zip(handlers, before, strict=True):
            if stream is not None:
                handler.setStream(stream)


def _left(seconds: float) -> str:
    if seconds < _MINUTE:
        return "less than a minute left"
    return f"about {counted(round(seconds / _MINUTE), 'minute')} left"
