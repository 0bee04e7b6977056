"""Dailies: one deal a day and family, made ahead, the same for everybody and open to proof."""

from __future__ import annotations

import asyncio
import secrets
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.daily import FAMILIES, commitment, daily_key
from bot.engine.games import family as games_of
from bot.service.background import repeat
from bot.service.daily_deals import grade, judge, seeds
from bot.service.errors import Refusal
from bot.solvers.protocols import Answer
from bot.solvers.registry import is_at_hand
from bot.store import Daily, Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.rules import AnyRules
    from bot.service.preparation import Lack, Preparation
    from bot.service.solver_threads import SolverThreads
    from bot.store import DailyPlace, Store

_AHEAD = 7  # days
_SECRET, _SECRET_BYTES = "dailies", 32  # the name of the secret, not the secret itself
_HEAD_START = 20
"""Seconds at the start that belong to people: what they ask for is made at once."""
_PLACES = 20
_AGAIN = 3600
"""Seconds until the next look at what is to be made, where no solver becomes ready before."""


class NoDaily(Refusal):
    """There is no daily of a day."""

    def __init__(self, day: date) -> None:
        super().__init__(day.isoformat())
        self.day = day


class NotMade(Refusal):
    """A daily is still to be made, because its solver is not ready."""

    def __init__(self, lack: Lack | None) -> None:
        super().__init__(lack)
        self.lack = lack
        """When it will be; None where nobody has begun to prepare it."""


class NotBound(Refusal):
    """What binds a daily is not published yet."""


class NotYet(Refusal):
    """The results of a daily would tell somebody who still has it to play what can be reached."""


class Proof(NamedTuple):
    """What is public of a daily: its commitment, and all of it once its day is over."""

    family: str
    commitment: str
    daily: Daily | None
    """None while its day is not over."""


class Dailies:
    """Makes dailies and keeps them; several bots on one store have the same ones."""

    def __init__(self, store: Store, threads: SolverThreads, preparation: Preparation) -> None:
        self._store = store
        self._threads = threads
        self._preparation = preparation
        self._making = asyncio.Lock()
        self._known: dict[tuple[date, str], Daily] = {}
        self._secret: str | None = None

    @property
    def today(self) -> date:
        """The day of UTC."""
        return self._store.now().date()

    async def keep_ready(self) -> None:
        """Make what the next days need, until cancelled; look again when a solver is ready, and every hour.

        Every process does so. The first one to make a daily has made it for all of them.
        """
        await repeat(
            self.prepare,
            _AGAIN,
            "The dailies could not be prepared",
            first=_HEAD_START,
            early=self._preparation.arrived,
        )

    async def prepare(self) -> None:
        """Make the dailies of today and the next seven days, the nearest day first, whose solvers are ready.

        A solver that becomes ready meanwhile has its daily of today made before those of the next days.
        """
        seen: set[tuple[date, str]] = set()
        while coming := next((each for each in self._wanted() if each not in seen), None):
            await self.of(*coming)
            seen.add(coming)

    def _wanted(self) -> Iterator[tuple[date, str]]:
        """Yield day and family of every daily that can be made now, the nearest day first."""
        days = [self.today + timedelta(ahead) for ahead in range(_AHEAD + 1)]
        return ((day, family) for day in days for family in FAMILIES if is_at_hand(_game_of(family)))

    async def find(self, day: date, family: str) -> Daily | None:
        """Return a daily that is made already, or None."""
        if (day, family) in self._known:
            return self._known[day, family]
        found = await self._store.dailies.get(day, family)
        return None if found is None else self._remember(found)

    async def of(self, day: date, family: str) -> Daily:
        """Return a daily; make it where it is missing, unless its day is over or far ahead.

        Raise NoDaily where there is none, NotMade where there is none yet.
        """
        found = await self.find(day, family)
        if found is not None:
            return found
        if not 0 <= (day - self.today).days <= _AHEAD:
            raise NoDaily(day)
        # The plain search would settle less than others, and another deal would come of it.
        if not is_at_hand(_game_of(family)):
            raise NotMade(self._preparation.lacking(_game_of(family)))
        async with self._making:
            return await self.find(day, family) or self._remember(
                await self._store.dailies.keep(await self._make(day, family))
            )

    async def proofs(self, day: date) -> list[Proof]:
        """Return what may be published of the dailies of a day; raise NotBound before the day ahead of it."""
        if day > self.today + timedelta(1):
            raise NotBound
        if day < self.today:
            made = [await self.find(day, family) for family in FAMILIES]
            return [Proof(each.family, commitment(each.key), each) for each in made if each is not None]
        keys = [(family, await self._key(day, family)) for family in FAMILIES]
        return [Proof(family, commitment(key), None) for family, key in keys]

    async def places(self, guild: int, asker: int, daily: Daily) -> list[DailyPlace]:
        """Return the best results of a server, and the asker's own wherever it stands.

        Raise NotYet to somebody who still has the deal to play.
        """
        if daily.day >= self.today and not await self._has_played(asker, daily):
            raise NotYet
        return await self._store.dailies.places(guild, daily.day, daily.game, most=_PLACES, asker=asker)

    async def place(self, guild: int, player: int, daily: Daily) -> DailyPlace | None:
        """Return a player's own place among those of a server; None without one, as who hides or resigned."""
        found = await self._store.dailies.places(guild, daily.day, daily.game, most=0, asker=player)
        return found[0] if found else None

    async def _has_played(self, player: int, daily: Daily) -> bool:
        attempt = await self._store.dailies.attempt(player, daily.day, daily.game)
        game = None if attempt is None else await self._store.games.get(attempt)
        return game is not None and game.status is not Status.PLAYING

    async def _make(self, day: date, family: str) -> Daily:
        """Find the first candidate that can be won, each in a turn of its own among reviews."""
        rules, key = _game_of(family), await self._key(day, family)
        for number, seed in seeds(key, day, family):
            if (await self._threads.ahead(judge, rules, number, seed)).answer is Answer.WON:
                break
        graded = await self._threads.ahead(grade, rules, seed)
        return Daily(day, family, rules.id, rules.revision, seed, key, number, *graded)

    async def _key(self, day: date, family: str) -> str:
        if self._secret is None:
            known = await self._store.secrets.get(_SECRET)
            # What is kept already wins over what is made up here: all processes have the same one.
            self._secret = known or await self._store.secrets.keep(_SECRET, secrets.token_hex(_SECRET_BYTES))
        return daily_key(self._secret, day, family)

    def _remember(self, daily: Daily) -> Daily:
        """Keep a daily at hand, and let go of those whose boards hardly anybody looks at any more."""
        for old in [known for known in self._known if known[0] < self.today - timedelta(_AHEAD)]:
            del self._known[old]
        self._known[daily.day, daily.family] = daily
        return daily


def _game_of(family: str) -> AnyRules:
    """Return the game of which a family's dailies are deals."""
    return games_of(family)[0]
