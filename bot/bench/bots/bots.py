"""The bots that are measured in processes of their own."""

from __future__ import annotations

from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import discord

from bot.app import IdleYearBot
from bot.bench.bots.bot_process import playing
from bot.bench.bots.stage import pictured
from bot.engine.games import find_game
from bot.service.players.limits import NO_LIMITS, Limits
from bot.service.thinking.solver_threads import HINT_THREADS
from bot.service.thinking.steadiness import spare_what_is_loaded, take_short_turns
from bot.solvers.jit import CannotCompile
from bot.solvers.registry import compile_package, packages_of
from bot.store import open_store
from bot.ui.handlers.limits import ignore_floods

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from bot.service.players.limits import Ask
    from bot.store import Store
    from bot.ui.components.presses import Interaction

BOARDS = 200
"""How many boards a `BoardEcho` is shown before it repeats them."""


class BoardEcho(IdleYearBot):
    """Answers presses with boards that games have shown before: the messages of moves, without playing."""

    def __init__(self, store: Store, **options: Any) -> None:
        super().__init__(store, **options)
        self._boards: list[discord.ui.LayoutView] = []
        self._repeated = 0

    async def on_interaction(self, interaction: Interaction) -> None:
        """Play while there are too few boards; then show them again, one after the other."""
        if interaction.type is not discord.InteractionType.component or interaction.message is None:
            await super().on_interaction(interaction)
        elif len(self._boards) < BOARDS:
            self._boards.append(_copy(interaction.message))
            await super().on_interaction(interaction)
        else:
            board = self._boards[self._repeated % BOARDS]
            self._repeated += 1
            await interaction.response.edit_message(view=board, attachments=[])


class DeafTo(Limits):
    """Hears everybody but one person."""

    def __init__(self, store: Store, unheard: int) -> None:
        super().__init__(NO_LIMITS, store.now)
        self._unheard = unheard

    def hears(self, person: int, ask: Ask) -> bool:
        """Whether it is somebody else."""
        return person != self._unheard and super().hears(person, ask)


@asynccontextmanager
async def idle_year(folder: Path, token: str, games: Sequence[str]) -> AsyncIterator[tuple[str, ...]]:
    """Run the bot, with the solvers of some games and the usual limits."""
    async with _store(folder, games) as store, playing(IdleYearBot(store), token):
        yield (HINT_THREADS,)


@asynccontextmanager
async def deaf_to(
    folder: Path, token: str, games: Sequence[str], unheard: int
) -> AsyncIterator[tuple[str, ...]]:
    """Run the bot so that it does nothing about one person's requests beyond receiving them."""
    async with _store(folder, games) as store:
        bot = IdleYearBot(store)
        ignore_floods(bot, DeafTo(store, unheard), bot.metrics)
        async with playing(bot, token):
            yield (HINT_THREADS,)


@asynccontextmanager
async def at_rest(
    folder: Path, token: str, games: Sequence[str], make: type[IdleYearBot] = IdleYearBot
) -> AsyncIterator[tuple[str, ...]]:
    """Run the bot without limits, once it has done all that it does by itself at first."""
    async with _store(folder, games) as store:
        bot = make(store, allowed=NO_LIMITS)
        await bot.dailies.prepare()
        async with playing(bot, token):
            await pictured(bot)
            yield (HINT_THREADS,)


@asynccontextmanager
async def _store(folder: Path, games: Sequence[str]) -> AsyncIterator[Store]:
    for package in {package for game in games for package in packages_of(find_game(game).family)}:
        with suppress(CannotCompile):  # whoever measures has been told
            compile_package(package)
    take_short_turns()
    async with await open_store(f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}") as store:
        spare_what_is_loaded()
        yield store


def _copy(message: discord.Message) -> discord.ui.LayoutView:
    """Return what a message shows, as it was sent: without the numbers that Discord gives to its parts."""
    view = discord.ui.LayoutView.from_message(message, timeout=None)
    for item in view.walk_children():
        item.id = None
    view.stop()
    return view
