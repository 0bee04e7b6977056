"""Dailies: one deal per day and family, made ahead, the same for everybody and verifiable.

Nobody chooses it: a secret makes the day's key (`idle_year.engine.daily`), and of the candidates that follow
from that, the first that can be won is the daily (`seeds.py` judges them).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from bot.service.background import repeat
from bot.service.errors import DailySeen, Refusal, StillToCome
from bot.service.kernels import Lack, Preparation
from bot.service.seeds import candidates, grade, judge
from bot.service.thinking.solver_threads import Making, SolverThreads
from bot.store import Daily, DailyPlace, Status, Store
from idle_year.engine.daily import FAMILIES, commitment, daily_key, end_of_day, is_over
from idle_year.engine.games import ALL, games_of
from idle_year.engine.rules import AnyRules
from idle_year.solvers.protocols import Answer
from idle_year.solvers.registry import is_to_be_had

_AHEAD = 7  # days
_SECRET, _SECRET_BYTES = "dailies", 32  # the name of the secret, not the secret itself
_HEAD_START = 20
"""Seconds after the start left to people's requests; a daily that somebody asks for is made at once."""
_PLACES = 20
_AGAIN = 3600
"""Seconds between checks for dailies to make, unless a solver becomes ready sooner."""
_BEFORE_ITS_DAY = timedelta(hours=2)
"""What belongs to a day is made so long before it begins, if it has not been quiet until then."""


class NoDaily(Refusal):
    """There is no daily for a day."""

    def __init__(self, day: date) -> None:
        super().__init__(day.isoformat())
        self.day = day


class NotMade(Refusal):
    """A daily has not been made yet, because its solver is not ready."""

    def __init__(self, lack: Lack | None) -> None:
        super().__init__(lack)
        self.lack = lack
        """What is missing and when it will be ready; None if nobody has begun to prepare it."""


class NotBound(Refusal):
    """The commitment to a daily is not published yet."""


class NotYet(Refusal):
    """The results of a daily would show somebody who has yet to play it what can be reached."""

    def __init__(self, family: str) -> None:
        super().__init__()
        self.family = family


class Dailies:
    """Makes and stores dailies; several processes on one store share them."""

    def __init__(self, store: Store, threads: SolverThreads, preparation: Preparation) -> None:
        self._store = store
        self._preparation = preparation
        self._quiet = threads.quiet
        self._making = Making(threads)
        self._known: dict[tuple[date, str], Daily] = {}
        self._secret: str | None = None

    @property
    def today(self) -> date:
        """The current day in UTC, whose dailies are dealt."""
        return self._store.now().date()

    def asked_for(self, day: date | None) -> date:
        """Return a day that somebody asks about, today by default; raise StillToCome before it has begun."""
        if day is not None and day > self.today:
            raise StillToCome
        return day or self.today

    def is_over(self, day: date) -> bool:
        """Whether the dailies of a day are over, an hour after it."""
        return is_over(day, self._store.now())

    async def keep_ready(self) -> None:
        """Make the next days' dailies, until cancelled; check whenever a solver is ready, and every hour.

        Every process does this; the first to make a daily makes it for all of them.
        """
        await repeat(
            self.prepare,
            _AGAIN,
            "The dailies could not be prepared",
            first=_HEAD_START,
            early=self._preparation.arrived,
        )

    async def prepare(self) -> float | None:
        """Make the dailies whose solvers are ready for today and the next seven days, nearest day first.

        If a solver becomes ready meanwhile, its daily of today comes before those of later days.

        Those that have time wait for quiet; return the seconds until the next look if any do.
        """
        seen: set[tuple[date, str]] = set()
        is_left = False
        while coming := next((each for each in self._wanted() if each not in seen), None):
            if self.is_due(coming[0]) or self._quiet.is_now():
                await self._of(*coming, awaited=False)
            elif await self.find(*coming) is None:
                is_left = True
            seen.add(coming)
        return self._quiet.LOOK if is_left else None

    def is_due(self, day: date) -> bool:
        """Whether what belongs to a day is to be made now, however many people play."""
        return end_of_day(day - timedelta(1)) - self._store.now() <= _BEFORE_ITS_DAY

    def _wanted(self) -> Iterator[tuple[date, str]]:
        """Yield the day and family of every daily that can be made now, nearest day first."""
        days = [self.today + timedelta(ahead) for ahead in range(_AHEAD + 1)]
        return ((day, family) for day in days for family in FAMILIES if is_to_be_had(_game_of(family)))

    async def find(self, day: date, family: str) -> Daily | None:
        """Return a daily if it has been made, else None."""
        if (day, family) in self._known:
            return self._known[day, family]
        found = await self._store.dailies.get(day, family)
        return None if found is None else self._remember(found)

    async def made(self, day: date) -> list[Daily]:
        """Return those dailies of a day that have been made, by family."""
        known = [self._known[day, family] for family in FAMILIES if (day, family) in self._known]
        if len(known) == len(FAMILIES):
            return known
        found = {daily.family: self._remember(daily) for daily in await self._store.dailies.of_day(day)}
        return [found[family] for family in FAMILIES if family in found]

    async def of(self, day: date, family: str) -> Daily:
        """Return a daily for somebody who waits, making it if it is missing.

        Raise NoDaily if there is none, as its day has passed or is too far ahead, NotMade if its solver is
        not ready yet.
        """
        return await self._of(day, family, awaited=True)

    async def _of(self, day: date, family: str, *, awaited: bool) -> Daily:
        found = await self.find(day, family)
        if found is not None:
            return found
        if not 0 <= (day - self.today).days <= _AHEAD:
            raise NoDaily(day)
        # The plain search settles fewer candidates, so it would choose a different deal.
        if not is_to_be_had(_game_of(family)):
            raise NotMade(self._preparation.lacking(_game_of(family)))
        async with self._making.turn(awaited=awaited):
            return await self.find(day, family) or self._remember(
                await self._store.dailies.save(await self._make(day, family))
            )

    async def revealed(self, day: date) -> list[Daily] | None:
        """Return a day's dailies, with the keys that prove them; None before it is over."""
        return await self.made(day) if self.is_over(day) else None

    async def commitments(self, day: date) -> list[tuple[str, str]]:
        """Return the commitments to a day's dailies, whether these are made or not, as (family, commitment).

        Raise NotBound earlier than the day before it.
        """
        if day > self.today + timedelta(1):
            raise NotBound
        return [(family, commitment(await self.key(day, family))) for family in FAMILIES]

    async def places(self, guild: int, asker: int, daily: Daily) -> list[DailyPlace]:
        """Return the best results in a server, and the asker's own whatever its place.

        Raise NotYet if the asker has yet to play the deal, DailySeen if that was before all data about them
        was deleted.
        """
        if not self.is_over(daily.day) and not await self._has_played(asker, daily):
            seen = await self._store.privacy.has_seen(asker, daily.game, daily.seed)
            raise DailySeen if seen else NotYet(daily.family)
        return await self._store.dailies.places(guild, daily.day, daily.game, most=_PLACES, asker=asker)

    async def place(self, guild: int, player: int, daily: Daily) -> DailyPlace | None:
        """Return a player's place in a server; None without one, as when hidden or after resigning."""
        found = await self._store.dailies.places(guild, daily.day, daily.game, most=0, asker=player)
        return found[0] if found else None

    async def begun(self, player: int, family: str) -> Status | None:
        """Return the status of a player's attempt at today's daily of a family; None before it is dealt."""
        attempt = await self._store.dailies.attempt(player, self.today, _game_of(family).id)
        return None if attempt is None else attempt.status

    async def last_finished(self, player: int, day: date) -> str | None:
        """Return the family whose daily of a day a player has finished last; None if there is none."""
        game = await self._store.dailies.last_finished(player, day)
        return ALL[game].family if game in ALL else None

    async def key(self, day: date, family: str) -> str:
        """Return the secret key of a day and a family, or of something else that has one deal a day."""
        if self._secret is None:
            known = await self._store.secrets.get(_SECRET)
            # A secret already stored wins over a new one, so all processes have the same.
            self._secret = known or await self._store.secrets.save(_SECRET, secrets.token_hex(_SECRET_BYTES))
        return daily_key(self._secret, day, family)

    async def _has_played(self, player: int, daily: Daily) -> bool:
        attempt = await self._store.dailies.attempt(player, daily.day, daily.game)
        if attempt is None:
            return False
        # Who has reopened it has played it: its result stays.
        return attempt.status is not Status.PLAYING or await self._store.results.of(attempt.id) is not None

    async def _make(self, day: date, family: str) -> Daily:
        """Make a daily of the first winnable candidate; each is judged as a separate job."""
        rules, key = _game_of(family), await self.key(day, family)
        for number, seed in candidates(key, day, family):
            if (await self._making.think(rules, judge, rules, number, seed)).answer is Answer.WON:
                break
        graded = await self._making.think(rules, grade, rules, seed)
        return Daily(day, family, rules.id, rules.revision, seed, key, number, *graded)

    def _remember(self, daily: Daily) -> Daily:
        """Cache a daily, and drop old ones whose leaderboards hardly anybody looks at any more."""
        for old in [known for known in self._known if known[0] < self.today - timedelta(_AHEAD)]:
            del self._known[old]
        self._known[daily.day, daily.family] = daily
        return daily


def in_one(commitments: Iterable[str]) -> str:
    """Return the SHA-256 of the commitments to the dailies of a day, in the families' order, a line each."""
    return hashlib.sha256("".join(f"{each}\n" for each in commitments).encode()).hexdigest()


def _game_of(family: str) -> AnyRules:
    """Return the rules of a family's dailies."""
    return games_of(family)[0]
