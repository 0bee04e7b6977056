"""Three days in three servers and zones, each with a table a day, and what became of them."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.render import labels
from bot.ui.presses import Press
from idle_year.engine.games import find_game
from idle_year.engine.rules import Outcome
from idle_year.engine.session import Session
from small_discord.limits.kinds import walk
from tests.weather.day import SERVERS, Day

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from bot.store import Store
    from small_discord import Message, SmallDiscord
    from tests.weather.operator import Operator
    from tests.weather.player import Player

TABLES = {
    f"{name}/#{rooms[1]}": setup
    for (name, _, rooms), setup in zip(
        SERVERS,
        # In UTC that is at 03:15, 07:00 and 11:30 of the same day.
        (("Asia/Kathmandu", 9), ("Pacific/Kiritimati", 21), ("America/St_Johns", 8)),
        strict=True,
    )
}
"""The channel of each server's tables, with its zone and hour."""
SOON, NOON, LATE, GRACE = time(7, 1), time(12), time(23, 50), time(0, 30)
"""When the tables of two servers are due, and of all; when the last ones begin the daily, and end it."""
FIRST, LAST = 2, 4
"""The three days, counted from the one on which the test began."""
_A_WHILE = 8.0
"""Seconds in which a table comes unless something has gone wrong."""
_MINUTES = 6
"""What a process was doing when it was killed is taken up by another some minutes later."""
_GAME = "accordion"
_CURIOUS = ("daily results", "daily proof", "daily calendar", "play")
"""What might tell people of a daily that they have yet to begin."""


class Standing(NamedTuple):
    """How somebody has finished a daily, the smaller the better; what takes its time is left out."""

    unwon: bool
    score: tuple[int, ...]
    moves: int


class Days(Day):
    """A day that is followed by others."""

    def __init__(self, local: SmallDiscord, operator: Operator, store: Store, luck: Random) -> None:
        super().__init__(local, operator, store, luck)
        self.late = dict(enumerate(luck.sample(self.players, LAST + 1 - FIRST), start=FIRST))
        """Who ends the daily of a day in the hour after it."""
        self._rough = luck.sample([*self.late], 2)
        """The days on which a process is killed and another restarted."""
        self.saved: dict[str, set[int]] = {}
        """Who has saved what was lost, by the message that asked for it."""

    async def pass_them(self) -> None:
        """Set up the tables; spend three days, and the noon after them."""
        for owner, (room, (zone, hour)) in zip(self.owners, TABLES.items(), strict=True):
            channel = owner.person.channel(room).id
            await owner.begin("server setup", channel=channel, hour=hour, zone=zone)
        for number in range(FIRST, LAST + 1):
            await asyncio.gather(self._pass(number), *([self.interrupt()] if number in self._rough else []))
        await self._open_tables(LAST + 1)
        await asyncio.gather(*(self._save(player, LAST + 1) for player in self.players))

    async def _pass(self, number: int) -> None:
        await self._open_tables(number)
        late = self.late[number]
        await asyncio.gather(*(self._spend(player, number) for player in self.players if player is not late))
        self.set_clock(number, LATE)
        board = await self._sit_down(late, number)
        self.set_clock(number + 1, GRACE)
        await late.finish(board)

    async def _open_tables(self, number: int) -> None:
        """Wait for the tables of a day, as their hours come."""
        *soon, last = TABLES
        await self._wait_until(number, SOON, lambda: all(self.table(room, number) for room in soon))
        assert self.table(last, number) is None, "It is not its hour yet."
        await self._wait_until(number, NOON, lambda: self.table(last, number) is not None)

    async def _wait_until(self, number: int, hour: time, happened: Callable[[], bool]) -> None:
        """Wait from an hour on until something has happened that is due."""
        begin = datetime.combine(self.day_of(number), hour)
        for tries in range(30):
            self.set_clock(number, (begin + timedelta(minutes=_MINUTES * tries)).time())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_A_WHILE):
                    while not happened():  # noqa: ASYNC110  no event tells
                        await asyncio.sleep(0.1)
                    return
        raise TimeoutError

    async def _spend(self, player: Player, number: int) -> None:
        """Have somebody look around, play the daily of a day, perhaps tell of it, and save the one before."""
        await player.begin(self.luck.choice(_CURIOUS))
        end = await player.finish(await self._sit_down(player, number))
        if end is not None and labels.SHARE in end.buttons and self.luck.random() < 0.3:
            shared = await player.insist(partial(player.person.press, end, labels.SHARE))
            if labels.POST_HERE in shared.buttons:
                await player.insist(partial(player.person.press, shared, labels.POST_HERE))
        await self._save(player, number)

    async def _sit_down(self, player: Player, number: int) -> Message:
        table = self._table_of(player, number)
        return await player.get_board(partial(player.person.press, table, labels.PLAY_DAILY))

    async def _save(self, player: Player, number: int) -> None:
        """Have the first of a server save what was lost the day before twice, and the second once."""
        for _ in range(2 - self.players.index(player) // len(TABLES)):
            table = await self._asked(player, number)
            if table is not None:
                board = await player.get_board(partial(player.person.press, table, labels.SAVE_IT))
                if await player.win(board):
                    self.saved.setdefault(table.id, set()).add(int(player.person.user.id))

    async def _asked(self, player: Player, number: int) -> Message | None:
        """Return the table of somebody's server once it asks to save anything; None if it does not soon."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_A_WHILE if number > FIRST else 0):
                while labels.SAVE_IT not in self._table_of(player, number).buttons:  # noqa: ASYNC110  no event tells
                    await asyncio.sleep(0.1)
                return self._table_of(player, number)
        return None

    def _table_of(self, player: Player, number: int) -> Message:
        table = self.table([*TABLES][self.players.index(player) % len(TABLES)], number)
        assert table is not None
        return table

    def day_of(self, number: int) -> date:
        """Return a day, counted from the one on which the test began."""
        return self.began + timedelta(number)

    def table(self, room: str, number: int) -> Message | None:
        """Return the table of a day as it is now; None if there is none."""
        return next(iter(self.tables(room).get(self.day_of(number), [])), None)

    def tables(self, room: str) -> dict[date, list[Message]]:
        """Return all tables that a room shows, by their day."""
        found: dict[date, list[Message]] = {}
        for message in self.players[0].person.sees(room):
            for day in _days_of(message):
                found.setdefault(day + timedelta(1), []).append(message)
        return found

    async def standings(self, room: str, number: int) -> dict[int, Standing]:
        """Return how the people of a server have finished the daily of a day, by what they have played."""
        return {
            int(player.person.user.id): standing
            for player in self.players[[*TABLES].index(room) :: len(TABLES)]
            if (standing := await self._standing(player, number)) is not None
        }

    async def _standing(self, player: Player, number: int) -> Standing | None:
        game = await self.store.dailies.attempt(int(player.person.user.id), self.day_of(number), _GAME)
        if game is None:
            return None
        session: Session[Any] = Session.read(find_game(game.game), game.seed, game.moves)
        assert not session.legal, "Everybody plays to the end."
        score = session.rules.score(session.state).rank
        return Standing(session.outcome is not Outcome.WON, score, len(session.moves))


def _days_of(message: Message) -> Iterator[date]:
    """Yield the day that a message's button to play today's daily tells: the one before its own."""
    for part in walk(message.components):
        if part.get("label") == labels.PLAY_DAILY:
            yield date.fromisoformat(Press.read(part["custom_id"]).rest or "")
