"""The bot on a Discord of its own, for measurements."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import discord

from bot.app import IdleYearBot
from bot.cli.solve import prepare_solver
from bot.client.events import ignore_floods
from bot.client.options import Interaction
from bot.service.limits import NO_LIMITS, Limits
from bot.service.thinking.solver_threads import HINT_THREADS, spare_what_is_loaded, take_short_turns
from bot.store import Store, open_store
from idle_year.engine.games import ALL, find_game
from idle_year.engine.rules import AnyRules
from idle_year.solvers.generic import Search
from idle_year.solvers.jit import ready
from idle_year.solvers.registry import note_compiled, packages_for, solver_for
from lab.processes import playing
from small_discord import Message, Person, SmallDiscord, point_client_at
from tests.controls import HERE, Control, offered

GAMES = ("accordion", "parlett", "royal-marriage", "pyramid", "napoleon", "cribbage")
"""What people play: one of each family, and one whose stock is hidden."""
_ON = ("Deal", "Turn the waste over", "Deal again")
"""The buttons that continue a game or begin the next one."""


def prepare_solvers(games: Iterable[str]) -> None:
    """Load what solves some games, compiling it if need be."""
    for game in games:
        prepare_solver(find_game(game))


def games_with_solvers() -> list[AnyRules]:
    """Load all that solves games; return those for which there is more than the plain search."""
    for rules in {rules.family: rules for rules in ALL.values()}.values():
        prepare_solver(rules)
    return [rules for rules in ALL.values() if not isinstance(solver_for(rules), Search)]


class Stage(NamedTuple):
    """A running bot, its Discord, and people in it."""

    bot: IdleYearBot
    local: SmallDiscord
    people: list[Person]


@asynccontextmanager
async def stage(
    people: Sequence[str], prepare: Callable[[IdleYearBot], object] = lambda _bot: None
) -> AsyncIterator[Stage]:
    """Start Discord and the bot in an empty folder, with people of these names, who may press."""
    take_short_turns()
    with tempfile.TemporaryDirectory(prefix="idle-year-bench-") as folder:
        store = await open_store(f"sqlite+aiosqlite:///{Path(folder) / 'games.sqlite3'}")
        local = SmallDiscord(people=people)  # in memory: its write speed is not the bot's
        await local.start()
        with point_client_at(local.url):
            bot = IdleYearBot(store, allowed=NO_LIMITS)  # some press as fast as they can
            prepare(bot)
            async with playing(bot, local.bot_token):
                await local.wait_for_commands()
                spare_what_is_loaded()  # as the bot does once its solvers are ready
                yield Stage(bot, local, [local.person(name) for name in people])
        await local.close()
        await store.close()


async def deal(person: Person, game: str) -> Message:
    """Deal a game to somebody; return the board."""
    dealt = await person.slash(HERE, f"deal {find_game(game).family}", variant=game)
    return await dealt.final()


async def play_on(person: Person, board: Message, chance: random.Random) -> Message:
    """Make any move that a board offers, or deal again if the game is over; return the board."""
    return await use(person, board, choose(board, chance))


def choose(board: Message, chance: random.Random) -> Control:
    """Choose any control of a board that makes a move, or deals again if the game is over."""
    return chance.choice(ways_on(board))


def ways_on(board: Message) -> list[Control]:
    """Return the controls of a board that make a move or deal again; none if the message is no board."""
    buttons = [button for label in _ON if label in board.buttons for button in [board.find(label)]]
    legal = [Control(button["custom_id"], []) for button in buttons if not button.get("disabled")]
    return [*offered(board).values(), *legal]


async def use(person: Person, board: Message, control: Control) -> Message:
    """Use a control of a board; return the board as it is then."""
    return await (await person.use(board, control.custom_id, control.chosen)).final()


async def pictured(bot: IdleYearBot) -> None:
    """Wait until all card pictures are uploaded, which a measurement would compete with."""
    while not bot.services.card_emoji.texts:  # noqa: ASYNC110  it takes seconds
        await asyncio.sleep(0.1)


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

    def hears(self, person: int) -> bool:
        """Whether it is somebody else."""
        return person != self._unheard and super().hears(person)


@asynccontextmanager
async def idle_year(folder: Path, token: str, games: Sequence[str]) -> AsyncIterator[tuple[str, ...]]:
    """Run the bot, with the solvers of some games and the usual limits."""
    async with _opened_store(folder, games) as store, playing(IdleYearBot(store), token):
        yield (HINT_THREADS,)


@asynccontextmanager
async def deaf_to(
    folder: Path, token: str, games: Sequence[str], unheard: int
) -> AsyncIterator[tuple[str, ...]]:
    """Run the bot so that it does nothing about one person's requests beyond receiving them."""
    async with _opened_store(folder, games) as store:
        bot = IdleYearBot(store)
        ignore_floods(bot, DeafTo(store, unheard).hears, bot.services.metrics.ignored)
        async with playing(bot, token):
            yield (HINT_THREADS,)


@asynccontextmanager
async def at_rest(
    folder: Path, token: str, games: Sequence[str], make: type[IdleYearBot] = IdleYearBot
) -> AsyncIterator[tuple[str, ...]]:
    """Run the bot without limits, once it has done all that it does by itself at first."""
    async with _opened_store(folder, games) as store:
        bot = make(store, allowed=NO_LIMITS)
        await bot.services.dailies.prepare()
        async with playing(bot, token):
            await pictured(bot)
            yield (HINT_THREADS,)


@asynccontextmanager
async def _opened_store(folder: Path, games: Sequence[str]) -> AsyncIterator[Store]:
    for package in {package for game in games for package in packages_for(find_game(game))}:
        if ready(package):  # else whoever measures has been told
            note_compiled(package)
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
