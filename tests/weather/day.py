"""A day in three servers, from the evening to the next morning, and what became of it."""

from __future__ import annotations

import asyncio
import contextlib
import re
from datetime import UTC, datetime, time, timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from small_discord import Fault, Odd, Refused, Storm
from small_discord.interactions import Respond
from tests.controls import button, does
from tests.weather.player import Player
from tests.weather.presence import Presence

if TYPE_CHECKING:
    from bot.store import Store
    from small_discord import Message, SmallDiscord
    from small_discord.interactions import Interaction
    from tests.weather.operator import Operator

PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")
SERVERS = (
    ("The Parlour", 0, ("patience", "lounge")),
    ("Rainy Sundays", 1, ("cards", "tea")),
    ("Night Shift", 2, ("games", "news")),
)
ROOMS = [f"{name}/#{rooms[0]}" for name, _, rooms in SERVERS]
DIGESTS = [f"{name}/#{rooms[1]}" for name, _, rooms in SERVERS[:2]]
SECONDS_TO_ANSWER = 10.0
"""More than Discord's three, for the sake of busy machines; far less than people have."""
_EXPLAINED = re.compile(r"bot\.ui\.answers: (?:An interaction failed|Nobody could be told what went wrong)\.")
"""What the bot logs, with a traceback, if part of what it is asked is missing."""
_RECORDS = re.compile(r"^(?=\d{4}-\d\d-\d\d )", re.MULTILINE)
_FAILURE = re.compile(r"\A.* ERROR |^Traceback", re.MULTILINE)
_JOIN, _REMATCH, _PLAY_DAILY = "race", "rematch", "daily"
"""What only a race that is on has a button for, one that is over, and a digest."""
EVENING, MORNING, LATER = time(20), time(8, 1), time(8, 10)


class Day:
    """The small Discord, the bot's operator, and the people."""

    def __init__(self, local: SmallDiscord, operator: Operator, store: Store, luck: Random) -> None:
        self.local = local
        self.operator = operator
        self.store = store
        self.luck = luck
        self.began = datetime.now(UTC).date()
        self._ahead = timedelta()
        self.presence = Presence(local, operator.shards)
        self.players = [
            Player(local.person(name), ROOMS[number % len(ROOMS)], store, Random(f"{name} {luck.random()}"))  # noqa: S311  play, not a secret
            for number, name in enumerate(PEOPLE)
        ]
        self.owners = self.players[: len(SERVERS)]

    async def evening(self) -> None:
        """Spend an evening on which one process is killed and another restarted."""
        interrupting = asyncio.create_task(self.interrupt())
        await self.quiet_evening()
        await interrupting

    async def quiet_evening(self) -> None:
        """Set up digests and races; everybody plays the daily, joins a race and plays on."""
        for owner, room in zip(self.owners, DIGESTS, strict=False):
            await owner.begin("server setup", channel=owner.person.channel(room).id, hour=8)
        for owner in self.owners:
            await self._start_race(owner)
        await asyncio.gather(*map(self._spend_evening, self.players))

    async def _start_race(self, owner: Player) -> None:
        """Start a race; try again if told that Discord did not accept it."""
        while not _with_button(owner.person.sees(owner.where), _JOIN):
            await owner.begin("race start", game="accordion", hours=1)

    async def _spend_evening(self, player: Player) -> None:
        await player.finish(await player.sit_down("daily play"))
        # A race ends when all who have joined are done: latecomers may find it over.
        with contextlib.suppress(Refused):
            await self._race(player)
        await player.play(turns=10)

    async def _race(self, player: Player) -> None:
        for race in _with_button(player.person.sees(player.where), _JOIN)[-1:]:
            board = await player.insist(partial(player.person.press, race, button(race, _JOIN)))
            if self.luck.random() < 0.5:
                await player.finish(board)

    async def interrupt(self) -> None:
        """Kill one process and restart another, at moments of the next seconds."""
        first, second = self.luck.sample(range(self.operator.shards), 2)
        await asyncio.sleep(self.luck.uniform(1, 5))
        self.operator.kill(first)
        await asyncio.sleep(self.luck.uniform(5, 10))
        self.operator.restart(second)

    async def morning(self) -> None:
        """Stop one race, let the others' time run out, and the digests fall due; people play on."""
        await self.owners[0].insist(lambda: self.owners[0].person.slash(ROOMS[0], "race stop"))
        self.set_clock(2, MORNING)
        await asyncio.sleep(self.luck.uniform(0, 4))
        self.operator.kill(self.luck.randrange(self.operator.shards))
        await asyncio.gather(*(player.play(turns=6) for player in self.players))
        # What a process was doing when it was killed is taken up by another some minutes later.
        self.set_clock(2, LATER)

    def set_clock(self, days: int, hour: time) -> None:
        """Make the bot take the next moment for a time on the given day after the test began."""
        self._ahead = datetime.combine(self.began + timedelta(days), hour, UTC) - datetime.now(UTC)
        self.operator.set_clock(self._ahead.total_seconds())

    def now(self) -> datetime:
        """Return what the bot takes this moment for."""
        return datetime.now(UTC) + self._ahead

    def race_results(self, room: str) -> int:
        """Count the race results that a room has been shown."""
        return len(_with_button(self.players[0].person.sees(room), _REMATCH))

    def digests(self, room: str) -> int:
        """Count the digests that a room has been shown."""
        return len(_with_button(self.players[0].person.sees(room), _PLAY_DAILY))

    def all_is_shown(self) -> bool:
        """Return whether every result and every digest is there."""
        return all(map(self.race_results, ROOMS)) and all(map(self.digests, DIGESTS))

    async def lost_moves(self) -> list[str]:
        """Return the moves that were acknowledged but are not in the store."""
        lost = []
        for player in self.players:
            for game, moves in player.acknowledged.items():
                saved = await self.store.games.get(game)
                played = saved.moves.split() if saved else []
                lost += [f"{game}: {move}" for at, move in moves.items() if played[at : at + 1] != [move]]
        return lost

    def unanswered(self) -> list[str]:
        """Return the requests that went unanswered although nothing was in the way."""
        asked = self.local.desk.by_token.values()
        return [str(each.asked.data) for each in asked if _is_open(each) and not self._is_explained(each)]

    def _is_explained(self, interaction: Interaction) -> bool:
        """Return whether the shard was away, or Discord was odd, too slow, or failed more than once."""
        guild = int(interaction.asked.channel.guild_id or 0)
        faults = [each.what for each in self.local.weather.befallen if interaction.token in each.path]
        return (
            self.presence.was_away(
                (guild >> 22) % self.operator.shards, interaction.opened, SECONDS_TO_ANSWER
            )
            or not {Fault.SLOW, Odd.EVENT}.isdisjoint(faults)
            or len(faults) > 1
        )

    def unexplained_errors(self) -> list[str]:
        """Return the errors in the log, but for as many as events were odd, if they can come of that.

        Each is a whole record, with what was written below it: also what no logger has.
        """
        errors = [record for record in _RECORDS.split(self.operator.log()) if _FAILURE.search(record)]
        odd = sum(each.what is Odd.EVENT for each in self.local.weather.befallen)
        explained = [error for error in errors if _EXPLAINED.search(error.partition("\n")[0])][:odd]
        return [error for error in errors if error not in explained]

    def most_identifies(self) -> int:
        """Return how often shards had to start a session: at first, and where one could not be resumed."""
        ended = [each for each in self.local.weather.befallen if each.what is Storm.INVALID]
        return self.operator.starts + len(ended) + self.operator.log().count("Attempting a reconnect")


def _is_open(interaction: Interaction) -> bool:
    """Return whether somebody waits for an answer, or sees the bot think forever."""
    if not interaction.acknowledged:
        return True
    thinks = interaction.answer.done() and interaction.answer.result().respond is Respond.DEFER_MESSAGE
    return thinks and not interaction.settled.is_set()


def _with_button(messages: list[Message], verb: str) -> list[Message]:
    return [message for message in messages if does(message, verb)]
