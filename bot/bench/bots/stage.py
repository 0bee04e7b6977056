"""The bot on a Discord of its own, for measurements."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot.app import IdleYearBot
from bot.bench.bots.bot_process import playing
from bot.bench.presses.controls import Control, offered
from bot.engine.games import find_game
from bot.service.players.limits import NO_LIMITS
from bot.service.thinking.steadiness import spare_what_is_loaded, take_short_turns
from bot.store import open_store
from small_discord import SmallDiscord, point_client_at

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncIterator, Callable, Sequence

    from small_discord import Message, Person, Reply

HERE = "The Parlour/#patience"
GAMES = ("accordion", "parlett", "royal-marriage", "pyramid", "napoleon", "cribbage")
"""What people play: one of each family, and one whose stock is hidden."""
_ON = ("Deal", "Turn the waste over", "Deal again")
"""The buttons that continue a game or begin the next one."""


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
    return shown(await person.slash(HERE, f"deal {find_game(game).family}", variant=game))


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
    return shown(await person.use(board, control.custom_id, control.chosen))


async def pictured(bot: IdleYearBot) -> None:
    """Wait until all card pictures are uploaded, which a measurement would compete with."""
    while not bot.card_emoji.texts:  # noqa: ASYNC110  it takes seconds
        await asyncio.sleep(0.1)


def shown(reply: Reply) -> Message:
    """Return the message that an answer shows."""
    if reply.message is None:
        raise RuntimeError("The bot answered without a message.")
    return reply.message
