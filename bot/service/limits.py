"""How much each person may ask for, deals and posts too, so that nobody makes the bot slow for all others."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sized
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.service.errors import Refusal, StillExporting
from bot.store.clock import Clock

SECONDS = 10
"""The time for which the limits count."""
POSTERS = 3
"""A channel may get as many posts as so many people may post."""
DEALS = 100
"""Games dealt to one person at once, then one in ten seconds, without dailies that count: each is kept."""
SEARCHES = 20
"""Searches for a deal in ten seconds, which are not cheap."""
_PAUSE, _LONGEST_PAUSE = 0.02, 1.0
"""Seconds for which each request of a person that is still being answered delays that person's next one."""
_MOST_TOLD = 10
"""How often in a burst a person is told of a limit; thousands of answers would be work as well."""


@dataclass(frozen=True)
class Allowed:
    """What each person may have; 0 means that there is no limit."""

    asks: int = 100
    """Commands, presses, forms and autocompletes in ten seconds; without a limit, deals have none either."""
    posts: int = 6
    """Messages that everybody in a channel sees: so many at once, then one in ten seconds."""
    games: int = 100
    """In play at the same time, dailies not counted."""


USUAL = Allowed()
NO_LIMITS = Allowed(0, 0, 0)


class TooMuch(Refusal):
    """A person has asked for more than is allowed; `again` is when to go on."""

    def __init__(self, most: int, again: datetime) -> None:
        super().__init__(most)
        self.most, self.again = most, again


class TooFast(TooMuch):
    """A person has asked for as much as is allowed in a while."""


class TooManyDeals(TooMuch):
    """A person has been dealt as many games as is allowed in a while."""


class TooManyPosts(TooMuch):
    """Everybody has seen as many messages from a person, or in a channel, as is allowed in a while."""

    def __init__(self, most: int, again: datetime, people: int) -> None:
        super().__init__(most, again)
        self.people = people
        """Whose limit it is: 1 for that of one person, else that of a channel."""


class Limits:
    """Counts what each person asks for.

    Counting takes microseconds: it is done before anything else.
    """

    def __init__(self, allowed: Allowed, now: Clock) -> None:
        self.allowed = allowed
        self._now = now
        self._since = now()
        asks, posts = allowed.asks, allowed.posts
        self._under_way: Counter[int] = Counter()
        self._asks = _Spaced(asks, asks)
        self._heard = _Spaced(asks and asks + _MOST_TOLD, asks)
        self._deals = _Spaced(asks and DEALS, 1)
        self._searches = _Spaced(asks and SEARCHES, SEARCHES)
        self._by_person = _Spaced(posts, 1)
        self._by_channel = _Spaced(posts * POSTERS, POSTERS)

    def hears(self, person: int) -> bool:
        """Whether to listen to a person at all: not to what comes long after everything is refused."""
        now = self._now()
        if now - self._since >= timedelta(seconds=SECONDS):
            self._since = now  # now and then, those are forgotten of whom nothing counts any more
            for spaced in self._spaced:
                spaced.forget(now)
        heard = self._heard.full_until(person, now) is None
        if heard:
            self._heard.add(person, now)
        return heard

    def begin(self, person: int) -> float:
        """Count a request, which is under way until `end`; raise TooFast if it is one too many.

        Return the seconds to wait before it is done: the more is under way, the longer. Else a burst of one
        person would be ahead of everybody else's presses; by hand nobody notices.
        """
        self._count(self._asks, person, TooFast)
        self._under_way[person] += 1
        others = self._under_way[person] - 1
        return min(others * _PAUSE, _LONGEST_PAUSE) if self.allowed.asks else 0.0

    def end(self, person: int) -> None:
        """Note that a request has been dealt with."""
        self._under_way[person] -= 1
        if not self._under_way[person]:
            del self._under_way[person]

    def search(self, person: int) -> None:
        """Count a search for a deal; raise TooFast if it is one too many."""
        self._count(self._searches, person, TooFast)

    def deal(self, person: int) -> None:
        """Count a game that a person is dealt; raise TooManyDeals if it is one too many."""
        self._count(self._deals, person, TooManyDeals)

    def _count(self, spaced: _Spaced, person: int, refusal: type[TooMuch]) -> None:
        now = self._now()
        if again := spaced.full_until(person, now):
            raise refusal(spaced.most, again)
        spaced.add(person, now)

    def post(self, person: int, channel: int) -> None:
        """Count a message that everybody in a channel will see; raise TooManyPosts if it is one too many."""
        now = self._now()
        if again := self._by_person.full_until(person, now):
            raise TooManyPosts(self._by_person.most, again, 1)
        if again := self._by_channel.full_until(channel, now):
            raise TooManyPosts(self._by_channel.most, again, POSTERS)
        self._by_person.add(person, now)
        self._by_channel.add(channel, now)

    def post_unasked(self, channel: int) -> bool:
        """Count a message in a channel that nobody has just asked for; return False if it is one too many."""
        now = self._now()
        if self._by_channel.full_until(channel, now):
            return False
        self._by_channel.add(channel, now)
        return True

    @property
    def remembered(self) -> int:
        """How many counts are in memory."""
        counts: tuple[Sized, ...] = (self._under_way, *self._spaced)
        return sum(map(len, counts))

    @property
    def _spaced(self) -> tuple[_Spaced, ...]:
        return self._heard, self._asks, self._deals, self._searches, self._by_person, self._by_channel


class _Spaced:
    """Counts what is done by people, or in channels: some at once, and then more as time passes."""

    def __init__(self, most: int, then: int) -> None:
        """Allow so many at once, and then so many in ten seconds; any number if `most` is 0."""
        self.most = most
        self._each = timedelta(seconds=SECONDS) / (then or 1)
        self._free: dict[int, datetime] = {}
        """When nothing of somebody's counts any more."""

    def __len__(self) -> int:
        return len(self._free)

    def full_until(self, whose: int, now: datetime) -> datetime | None:
        """Return when there may be one more, or None if that is now."""
        again = self._free_of(whose, now) - (self.most - 1) * self._each
        return again if self.most and again > now else None

    def add(self, whose: int, now: datetime) -> None:
        """Count one."""
        if self.most:
            self._free[whose] = self._free_of(whose, now) + self._each

    def forget(self, now: datetime) -> None:
        """Forget those of whom nothing counts any more."""
        self._free = {whose: free for whose, free in self._free.items() if free > now}

    def _free_of(self, whose: int, now: datetime) -> datetime:
        return max(self._free.get(whose, now), now)


class Exports:
    """Files of all that is kept of somebody, made one at a time: some take a hundred megabytes of games."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._waiting: set[int] = set()

    @asynccontextmanager
    async def turn(self, whose: int) -> AsyncIterator[None]:
        """Wait until no other file is made, and keep others waiting during the block.

        Raise StillExporting if the same file is on its way already: a person with many games who asks again
        and again would keep everybody else waiting.
        """
        if whose in self._waiting:
            raise StillExporting
        self._waiting.add(whose)
        try:
            async with self._one:
                yield
        finally:
            self._waiting.discard(whose)
