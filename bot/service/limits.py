"""How much each person may ask for, deals and posts too, so that nobody makes the bot slow for all others."""

from __future__ import annotations

import asyncio
import enum
from collections import Counter
from collections.abc import AsyncIterator, Sized
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.service.errors import Refusal, StillExporting
from bot.store.clock import Clock

SECONDS = 10
"""How long requests count."""
POSTERS = 3
"""A channel may get as many posts as so many people may post."""
_PAUSE, _LONGEST_PAUSE = 0.02, 0.2
"""Seconds for which each request of a person that is still being answered delays that person's next one."""
_MOST_TOLD = 10
"""How often in that time a person is told of a limit; thousands of answers would be work as well."""


class Ask(enum.Enum):
    """What people ask for, each with a limit of its own; its value names that in `Allowed`."""

    COMMAND = "commands"
    PRESS = "presses"
    AUTOCOMPLETE = "autocompletes"
    HINT = "hints"
    WISH = "wishes"


@dataclass(frozen=True)
class Allowed:
    """What each person may have; 0 means that there is no limit."""

    commands: int = 30
    """In ten seconds, as are the next four."""
    presses: int = 100
    """Buttons, lists and forms."""
    autocompletes: int = 100
    hints: int = 60
    """Whatever asks a solver about a game: checks and reviews as well."""
    wishes: int = 20
    """Searches for a deal, which are not cheap."""
    at_once: int = 10
    """Commands that are being answered at the same time, and as many presses and autocompletes."""
    games: int = 100
    """In play at the same time, dailies not counted."""
    posts: int = 6
    """Messages that everybody in a channel sees: so many at once, then one in ten seconds."""
    deals: int = 100
    """Games dealt, without dailies that count: so many at once, then one in ten seconds. Each is kept."""


USUAL = Allowed()
NO_LIMITS = Allowed(0, 0, 0, 0, 0, 0, 0, 0, 0)


class TooMuch(Refusal):
    """A person has asked for more than is allowed."""


class TooFast(TooMuch):
    """A person has asked for as much as is allowed in a while."""

    def __init__(self, ask: Ask, most: int, again: datetime) -> None:
        super().__init__(ask)
        self.ask, self.most = ask, most
        self.again = again
        """When to go on."""


class TooManyAtOnce(TooMuch):
    """As many of a person's requests as are allowed are still being answered."""

    def __init__(self, ask: Ask, most: int) -> None:
        super().__init__(ask)
        self.ask, self.most = ask, most


class TooManyPosts(TooMuch):
    """Everybody has seen as many messages from a person, or in a channel, as is allowed in a while."""

    def __init__(self, most: int, people: int, again: datetime) -> None:
        super().__init__(most)
        self.most = most
        self.people = people
        """Whose limit it is: 1 for that of one person, else that of a channel."""
        self.again = again
        """When to go on."""


class TooManyDeals(TooMuch):
    """A person has been dealt as many games as is allowed in a while."""

    def __init__(self, most: int, again: datetime) -> None:
        super().__init__(most)
        self.most = most
        self.again = again
        """When to go on."""


class Limits:
    """Counts what each person asks for; everybody is forgotten every ten seconds.

    Counting takes microseconds: it is done before anything else.
    """

    def __init__(self, allowed: Allowed, now: Clock) -> None:
        self.allowed = allowed
        self._now = now
        self._since = now()
        self._asked: Counter[tuple[int, Ask]] = Counter()
        self._heard: Counter[tuple[int, Ask]] = Counter()
        self._told: Counter[int] = Counter()
        self._under_way: Counter[tuple[int, Ask]] = Counter()
        self._by_person = _Spaced(allowed.posts, 1)
        self._by_channel = _Spaced(allowed.posts, POSTERS)
        self._deals = _Spaced(allowed.deals, 1)

    def hears(self, person: int, ask: Ask) -> bool:
        """Whether to listen to a person at all: not to what comes long after everything is refused."""
        self._forget()
        most, key = self._most(ask), (person, ask)
        self._heard[key] += 1
        return not most or self._heard[key] <= most + _MOST_TOLD

    def count(self, person: int, ask: Ask) -> None:
        """Count a request; raise TooFast if it is one too many."""
        self._forget()
        most, key = self._most(ask), (person, ask)
        if most and self._asked[key] >= most:
            raise TooFast(ask, most, self._since + timedelta(seconds=SECONDS))
        self._asked[key] += 1

    def begin(self, person: int, ask: Ask) -> None:
        """Count a request, which is under way until `end`; raise TooFast or TooManyAtOnce."""
        most, key = self.allowed.at_once, (person, ask)
        if most and self._under_way[key] >= most:
            raise TooManyAtOnce(ask, most)
        self.count(person, ask)
        self._under_way[key] += 1

    def post(self, person: int, channel: int) -> None:
        """Count a message that everybody in a channel will see; raise TooManyPosts if it is one too many."""
        now = self._now()
        for counted, whose in ((self._by_person, person), (self._by_channel, channel)):
            if again := counted.full_until(whose, now):
                raise TooManyPosts(counted.most, counted.people, again)
        self._by_person.add(person, now)
        self._by_channel.add(channel, now)

    def deal(self, person: int) -> None:
        """Count a game that a person is dealt; raise TooManyDeals if it is one too many."""
        now = self._now()
        if again := self._deals.full_until(person, now):
            raise TooManyDeals(self._deals.most, again)
        self._deals.add(person, now)

    def pause(self, person: int, ask: Ask) -> float:
        """Return the seconds to wait before doing what has begun: the more is under way, the longer.

        Else a burst of one person would be ahead of everybody else's presses; by hand nobody notices.
        """
        others = self._under_way[person, ask] - 1
        return min(others * _PAUSE, _LONGEST_PAUSE) if self.allowed.at_once else 0.0

    def end(self, person: int, ask: Ask) -> None:
        """Note that a request has been dealt with."""
        key = person, ask
        self._under_way[key] -= 1
        if not self._under_way[key]:
            del self._under_way[key]

    def may_tell(self, person: int) -> bool:
        """Count a refusal; return whether to tell the person about it, which is done a few times."""
        self._forget()
        self._told[person] += 1
        return self._told[person] <= _MOST_TOLD

    @property
    def remembered(self) -> int:
        """How many counts are in memory."""
        counts: tuple[Sized, ...] = (self._heard, self._asked, self._told, self._under_way, *self._spaced)
        return sum(map(len, counts))

    @property
    def _spaced(self) -> tuple[_Spaced, ...]:
        return self._by_person, self._by_channel, self._deals

    def _most(self, ask: Ask) -> int:
        most: int = getattr(self.allowed, ask.value)
        return most

    def _forget(self) -> None:
        """Begin to count anew if the time is up, or if somebody has put the clock back."""
        now = self._now()
        if not timedelta() <= now - self._since < timedelta(seconds=SECONDS):
            self._since = now
            self._heard.clear()
            self._asked.clear()
            self._told.clear()
            for spaced in self._spaced:
                spaced.forget(now)


class _Spaced:
    """Counts what is done by people, or in channels: some at once, and then more as time passes."""

    def __init__(self, allowed: int, people: int) -> None:
        self.most, self.people = allowed * people, people
        self._each = timedelta(seconds=SECONDS) / people
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
        # If it is later than it can be, somebody has put the clock back.
        free = self._free.get(whose, now)
        return free if now < free <= now + self.most * self._each else now


class Exports:
    """Files of all that is kept of somebody, made one at a time: some take a hundred megabytes of games."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._waiting: set[int] = set()

    @asynccontextmanager
    async def turn(self, whose: int) -> AsyncIterator[None]:
        """Wait until no other file is made, and keep others waiting during the block.

        Raise StillExporting if the same file is on its way already: whoever has much and asks again and again
        would keep everybody else waiting.
        """
        if whose in self._waiting:
            raise StillExporting
        self._waiting.add(whose)
        try:
            async with self._one:
                yield
        finally:
            self._waiting.discard(whose)
