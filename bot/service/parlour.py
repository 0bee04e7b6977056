"""Parlours: one deal for a whole server, in which everybody may make one move a day (of UTC).

It counts nowhere. Nobody takes a move back, and only its starter or a manager ends it before it is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple

from bot.service.errors import DayInDoubt, Refusal, RulesChanged
from bot.service.game import Game, Seat
from bot.service.review import Review, glance
from bot.service.thinking.solver_threads import UNANSWERED, SolverThreads
from bot.service.wish import DealSearch, Wish
from bot.store import DealSeen, Kind, NewParlour, Parlour, ParlourMove, Status, Store
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules, Outcome
from idle_year.engine.session import Session
from idle_year.solvers.protocols import Limit

GAMES = ("accordion", "late-binding", "royal-marriage", "concertina")
"""Games that hide no card, so that everybody sees as much, and of which many a deal is proven winnable."""
_LIMIT = Limit(seconds=4)


class NoParlour(Refusal):
    """A server has no such game."""


class NoneOn(Refusal):
    """A server has no game of its parlour on."""


class MayNotEnd(Refusal):
    """The game was begun by somebody else."""


class NotNow(Refusal):
    """A move cannot be made now; nothing was played."""


class MovedToday(NotNow):
    """The player has moved today; `again` is when the next day begins."""

    def __init__(self, again: datetime) -> None:
        super().__init__(again)
        self.again = again


class Outrun(NotNow):
    """Somebody else has moved since the board was seen: `by` whom, unless that player hides."""

    def __init__(self, by: int | None) -> None:
        super().__init__(by)
        self.by = by


class Played(NamedTuple):
    """A parlour's game as it stands."""

    parlour: Parlour
    moves: Sequence[ParlourMove]
    game: Game
    """The same as if one person played it, as practice; its version is the number of moves."""
    last: int | None
    """Who moved last; None if nobody has, or that player hides or is gone."""

    @property
    def people(self) -> int:
        """How many have moved; those whose data was deleted count as one."""
        return len({move.player for move in self.moves})

    @property
    def days(self) -> int:
        """On how many days it has gone on, until its last move."""
        first = self.parlour.started_at.date()
        return (self.moves[-1].day - first).days + 1 if self.moves else 1


class Parlours:
    """Deals, plays and ends the games of parlours."""

    def __init__(self, store: Store, threads: SolverThreads, deal_search: DealSearch) -> None:
        self._store = store
        self._threads = threads
        self._deal_search = deal_search

    async def on(self, guild: int) -> Played | None:
        """Return the game that is on in a server, or None."""
        parlour = await self._store.parlours.on(guild)
        return None if parlour is None else await self._read(parlour)

    async def get(self, guild: int | None, parlour_id: int) -> Played:
        """Return a game, on or over; raise NoParlour if a server has none with this id."""
        parlour = await self._store.parlours.get(parlour_id)
        if parlour is None or parlour.guild != guild:
            raise NoParlour
        return await self._read(parlour)

    async def start(self, seat: Seat, guild: int, rules: AnyRules) -> Played:
        """Deal a server a game that is proven winnable, or return the one that somebody else has begun.

        Raise NotFound if no such deal turns up in time.
        """
        seed = await self._deal_search.find(rules, Wish(winnable=True), seat.owner)
        new = NewParlour(guild, seat.channel, seat.owner, rules.id, rules.revision, seed)
        parlour = await self._store.parlours.start(new) or await self._store.parlours.on(guild)
        if parlour is None:  # it has just been ended
            raise NoneOn
        return await self._read(parlour)

    async def move(self, played: Played, seen: int, player: int, move: str) -> Played:
        """Make a legal move for a player, who has seen the board after so many moves.

        Raise MovedToday or Outrun if that cannot be, DayInDoubt if nobody knows which day it is.
        """
        if not self._store.is_day_certain():
            raise DayInDoubt
        day = self._store.now().date()
        moved_today = MovedToday(datetime.combine(day + timedelta(1), time(), UTC))
        if any(each.player == player and each.day == day for each in played.moves):
            raise moved_today
        if played.game.version != seen or played.game.over:
            raise Outrun(played.last)
        session = await asyncio.to_thread(played.game.session.play, move)
        made, ends = ParlourMove(player, day, move), session.outcome is not None
        parlour = played.parlour
        try:
            is_made = await self._store.parlours.move(parlour.id, seen + 1, made, ends=ends)
        except DealSeen:
            raise moved_today from None
        if not is_made:
            return await self.move(await self.get(parlour.guild, parlour.id), seen, player, move)
        return await self._seen(parlour._replace(over=ends), [*played.moves, made], session)

    async def check_may_end(self, seat: Seat, *, manages: bool) -> Parlour:
        """Return the game that is on in a player's server, which the player may end.

        Raise NoneOn if there is none, MayNotEnd unless the player has begun it or manages the server.
        """
        parlour = None if seat.guild is None else await self._store.parlours.on(seat.guild)
        if parlour is None:
            raise NoneOn
        if not (manages or seat.owner == parlour.starter):
            raise MayNotEnd
        return parlour

    async def look_back(self, played: Played) -> Review | None:
        """Find out which move lost a game that is over; None if it was won, or nobody has time for that."""
        session = played.game.session
        if session.outcome is Outcome.WON:
            return None
        try:
            return await self._threads.for_all(session.rules, glance, session, _LIMIT)
        except UNANSWERED:
            return None

    async def _read(self, parlour: Parlour) -> Played:
        """Replay a game; raise RulesChanged if it cannot go on."""
        rules = find_game(parlour.game)
        if rules.revision != parlour.revision:
            raise RulesChanged(rules.name, parlour.revision, rules.revision)
        moves = await self._store.parlours.moves(parlour.id)
        line = " ".join(each.move for each in moves)
        session = await asyncio.to_thread(Session.read, rules, parlour.seed, line, None)
        return await self._seen(parlour, moves, session)

    async def _seen(self, parlour: Parlour, moves: Sequence[ParlourMove], session: Session[object]) -> Played:
        last = moves[-1].player if moves else None
        if last is not None and await self._store.ranks.hidden(parlour.guild, [last]):
            last = None
        seat = Seat(parlour.starter, parlour.channel, parlour.guild)
        status = Status.FINISHED if parlour.over else Status.PLAYING
        return Played(
            parlour, moves, Game(parlour.id, seat, True, len(moves), status, session, Kind.PRACTICE), last
        )
