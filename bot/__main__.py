"""Start Idle Year on Discord if there is a token, else on a small one on this machine, and stop it in time.

A service manager that asks the bot to end never has to kill it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shlex
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

import aiohttp
import discord

from bot.app import IdleYearBot
from bot.client.failures import (
    bad_close_in_one_line,
    failing_database_in_one_line,
    outage_in_one_line,
)
from bot.home import env_file, own_folder
from bot.service.background import Background, reason
from bot.service.kernels import Show, kernels_in_background
from bot.service.thinking.solver_threads import spare_what_is_loaded, take_short_turns
from bot.settings import (
    Settings,
    UnusableSettings,
    gone_settings,
    is_open_to_others,
    misspelt_settings,
    read_settings,
    secrets_of,
)
from bot.store import Store, StoreError, open_store
from bot.store.addresses import is_in_memory
from bot.watch import installed_version
from bot.watch.logs import (
    ForPeople,
    ForPrograms,
    WrittenAside,
)
from bot.watch.site import watched

if TYPE_CHECKING:  # without a token only
    from small_discord import Weather

log = logging.getLogger(__name__)

MakeBot: TypeAlias = Callable[..., IdleYearBot]

SMALL = "the small Discord"
"""What the log and the bot's health call the one on this machine."""
_ENDS = (
    discord.LoginFailure,
    discord.ConnectionClosed,
    discord.HTTPException,
    discord.GatewayNotFound,
    aiohttp.ClientError,
)
"""What ends the connection to Discord for good."""
_CLOSED = {
    4004: "DISCORD_TOKEN counts no longer: copy it again from the developer portal into .env.",
    4010: "SHARD_IDS and SHARD_COUNT don't fit together.",
    4011: "the bot is in so many servers that SHARD_COUNT has to be larger.",
}
"""What to do about a code with which Discord closes the gateway for good."""
_LONGEST = 9.0
"""Seconds from the signal to the end at the latest; Docker kills a container after ten."""
_FAILED, _UNUSABLE = 1, os.EX_CONFIG
"""The exit codes of what another start may mend, and of what no start does before a setting is changed."""


class CannotStart(Exception):
    """The bot cannot run just now; the message is one line for the operator."""


class HadToStop(Exception):
    """Discord has ended the connection for good while people played; the message is one line."""


def main(weather: Weather | None = None, show: Show | None = None) -> int:
    """Run until stopped, with this weather on the small Discord; return the exit code.

    `show` shows the user how far the solvers are compiled; the log reports it in any case.
    """

    def run(settings: Settings) -> None:
        if weather is not None and settings.discord_token:
            raise UnusableSettings("Weather is made on the small Discord only: start without DISCORD_TOKEN.")
        if settings.discord_token is None and find_spec("small_discord") is None:
            raise UnusableSettings(
                f"DISCORD_TOKEN is not set: put it into {env_file()}. To play without one, install the wheel "
                "that lies beside the bot's, small_discord-….whl."
            )
        _start_logging(settings)
        log.info(
            "Idle Year %s is starting; its files are in %s.", installed_version(), own_folder().absolute()
        )
        _warn(settings)
        take_short_turns()
        stop = Stop()
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C once more, while it stops
            asyncio.run(_run(settings, weather, show, stop))
        stop.finish()

    return _until_stopped(run)


def _warn(settings: Settings) -> None:
    """Log settings that are most likely not as the host means them."""
    file = env_file()
    for written, meant in misspelt_settings():
        log.warning("%s in %s is no setting, and does nothing; %s is one.", written, file, meant)
    if gone := gone_settings():
        log.warning("No longer a setting, and without effect: %s.", ", ".join(gone))
    if is_open_to_others():
        log.warning("Others may read %s, which holds secrets: let only its owner (chmod 600 %s).", file, file)
    if settings.discord_token is None:
        log.warning(
            "DISCORD_TOKEN is set neither in %s nor in the environment: the bot plays in %s on this machine, "
            "and nobody on Discord can see it.",
            file,
            SMALL,
        )


def _until_stopped(run: Callable[[Settings], None]) -> int:
    """Run something with the settings; return the exit code, 0 if it was stopped."""
    settings: Settings | None = None
    try:
        settings = read_settings()
        run(settings)
    except KeyboardInterrupt:
        return 0
    except (CannotStart, UnusableSettings, StoreError) as error:
        _tell_end(f"Idle Year cannot start. {error}", settings)
        return _UNUSABLE if isinstance(error, UnusableSettings) else _FAILED
    except HadToStop as error:
        _tell_end(f"Idle Year had to stop. {error}", settings)
        return _FAILED
    return 0


def _tell_end(line: str, settings: Settings | None) -> None:
    """Say why the bot ends: to people on a line of its own, to programs as all that they read."""
    if settings is not None and settings.log_format == "json":
        log.critical("%s", line)
    else:
        print(line, file=sys.stderr)


def _start_logging(settings: Settings) -> None:
    lines = WrittenAside(sys.stderr)
    written = ForPrograms if settings.log_format == "json" else ForPeople
    lines.setFormatter(written(secrets_of(settings)))
    lines.addFilter(failing_database_in_one_line)
    lines.addFilter(bad_close_in_one_line)
    logging.basicConfig(level=settings.log_level, handlers=[lines])
    # At INFO these log every query; below it discord.py logs URLs with interaction tokens.
    for name in ("discord", "sqlalchemy", "alembic", "aiosqlite"):
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("discord.client").addFilter(lambda record: "voice" not in record.getMessage())
    for name in ("discord.client", "discord.shard"):
        logging.getLogger(name).addFilter(outage_in_one_line)


async def _run(
    settings: Settings, weather: Weather | None = None, show: Show | None = None, stop: Stop | None = None
) -> None:
    """Open the store and play until the process is told to stop."""
    with contextlib.suppress(asyncio.CancelledError):
        (stop or Stop()).heed()
        store = await open_store(_lasting(settings.database_url.get_secret_value()))
        spare_what_is_loaded()
        try:
            with store.running():
                await _play(settings, store, weather, show)
        finally:
            await store.close()


def _lasting(address: str) -> str:
    """Return an address of a database that outlives the bot; raise UnusableSettings if it is none."""
    if is_in_memory(address):
        raise UnusableSettings("DATABASE_URL names no file, so all games would be lost when the bot stops.")
    return address


async def _play(settings: Settings, store: Store, weather: Weather | None, show: Show | None) -> None:
    background = Background()
    async with kernels_in_background(background, show) as preparation:
        make_bot = partial(
            IdleYearBot,
            *(store, preparation, background),
            allowed=settings.allowed,
        )
        if settings.discord_token:
            await _play_on_discord(settings, make_bot)
        else:
            await _play_locally(settings, make_bot, weather)


async def _play_on_discord(settings: Settings, make_bot: MakeBot) -> None:
    bot = make_bot(
        shard_ids=list(settings.shard_ids) if settings.shard_ids else None,
        shard_count=settings.shard_count,
    )
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    async with _watched(bot, settings.metrics_port):
        await _connect(bot, token)


async def _play_locally(settings: Settings, make_bot: MakeBot, weather: Weather | None) -> None:
    """Play on the small Discord in this process, in any browser that has its address."""
    # Here, not above: with a token, the bot does without it.
    from small_discord import CannotOpen, Place, opened, point_client_at

    place = Place(settings.local_port, settings.local_world, settings.discord_openapi, bot="Idle Year")
    try:
        local = await opened(place, weather)
    except CannotOpen as error:
        raise CannotStart(str(error)) from None
    try:
        with point_client_at(local.url):
            bot = make_bot(discord_name=SMALL)
            async with _watched(bot, settings.metrics_port):
                print(f"\n  Idle Year is ready to play: {local.page_url}\n", flush=True)
                await _connect(bot, local.bot_token)
    finally:
        await local.close()


@contextlib.asynccontextmanager
async def _watched(bot: IdleYearBot, port: int | None) -> AsyncIterator[None]:
    async with contextlib.AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(watched(bot, port))
        except OSError as error:
            raise CannotStart(
                f"Port {port} is not free ({error.strerror}): METRICS_PORT names another."
            ) from None
        yield


async def _connect(bot: IdleYearBot, token: str) -> None:
    async with bot:
        try:
            await bot.start(token)
        except _ENDS as error:
            raise _kind_of_end(error, was_ready=bot.is_ready())(_why_it_ended(error)) from None


def _kind_of_end(error: Exception, *, was_ready: bool) -> type[Exception]:
    """Return the error that a host is told: one that a setting has caused would end each start anew."""
    if was_ready:
        return HadToStop
    if isinstance(error, discord.LoginFailure):
        return UnusableSettings
    is_ours = isinstance(error, discord.ConnectionClosed) and error.code in _CLOSED
    return UnusableSettings if is_ours else CannotStart


def _why_it_ended(error: Exception) -> str:
    """Return what is wrong with the connection to Discord, and what to do."""
    match error:
        case discord.LoginFailure():
            return "Discord does not accept DISCORD_TOKEN: copy it again from the developer portal into .env."
        case aiohttp.ClientError():
            return f"Discord cannot be reached ({error}): check the network, then try again."
        case discord.ConnectionClosed():
            advice = _CLOSED.get(error.code, "try again later.")
            return f"Discord has closed the connection for good (code {error.code}): {advice}"
    return f"Discord does not let the bot in; try again later. It says: {reason(error)}"


class Stop:
    """Ends the current task when SIGTERM or Ctrl-C comes, and the process soon after, even amid threads.

    Python waits for every thread before it exits, and a solver cannot be interrupted; nothing that one has
    not told yet is of use any more. The databases survive an exit at any moment.
    """

    def __init__(self) -> None:
        self._asked = False

    def heed(self) -> None:
        """Handle the signals from now on, for the task that calls this."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  for the type checker: a coroutine runs in a task
        add = asyncio.get_running_loop().add_signal_handler
        add(signal.SIGTERM, self._begin, signal.SIGTERM, task)
        # In a job that a shell has in the background, Ctrl-C is meant for somebody else.
        if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
            add(signal.SIGINT, self._begin, signal.SIGINT, task)

    def finish(self) -> None:
        """Exit at once if a signal has come: all is saved and closed, only threads may be left."""
        if self._asked:
            log.info("Stopped.")
            _exit()

    def _begin(self, which: signal.Signals, task: asyncio.Task[None]) -> None:
        if self._asked:
            return
        self._asked = True
        log.info("Told to stop (%s), which takes ten seconds at the most.", which.name)
        # Python's own handler comes back: Ctrl-C from now on raises KeyboardInterrupt, whatever is going on.
        task.get_loop().remove_signal_handler(signal.SIGINT)
        task.cancel()
        limit = threading.Timer(_LONGEST, _give_up)
        limit.daemon = True
        limit.start()


def _give_up() -> None:
    log.warning("Not everything has ended within %d s: exiting without it. No saved move is lost.", _LONGEST)
    _exit()


def _exit() -> None:
    try:
        for handler in logging.getLogger().handlers:
            handler.flush()
        with contextlib.suppress(OSError):  # nobody reads it any more, or its disk is full
            sys.stdout.flush()
    finally:
        os._exit(0)


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(f"This starts the bot and takes no arguments: type `idleyear {shlex.join(sys.argv[1:])}`.")
    sys.exit(main())
