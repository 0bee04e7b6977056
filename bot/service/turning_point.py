"""Where the people of a server lost a daily that is over, and who has saved it since from that position."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from bot.service.errors import Refusal
from bot.service.game import Game
from bot.service.lookup import Lookup
from bot.service.review import Reviews
from bot.service.thinking.worker import CannotLoad
from bot.service.thinking.workers import Interrupted
from bot.store import Daily, Kind, Seen, Store
from idle_year.engine.daily import is_over
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.rules import Move, Outcome

_MOST = 30
"""Games of a server that are looked back on: each may take a solver the better part of a second."""
_MOST_LEFT_OPEN = 10_000  # games


class NothingToSave(Refusal):
    """Nobody in this server lost the daily, as far as is known."""


class TurningPoint(NamedTuple):
    """The position in which most of those who lost a daily had it won for the last time."""

    daily: Daily
    game: Game
    """One of the games that were lost there, the first of them."""
    number: int
    """How many moves had been made before the one that lost it."""
    lost: int
    """How many lost it there by that move."""
    players: int
    """How many finished the daily, those left out who hide from leaderboards."""
    savers: frozenset[int]
    """Who has won from there since, as practice without help."""

    @property
    def move(self) -> Move:
        """The move that lost it."""
        return self.game.session.moves[self.number]


class TurningPoints:
    """Finds them: first by looking back on each game, and then by what is known of each."""

    def __init__(self, store: Store, lookup: Lookup, reviews: Reviews) -> None:
        self._store = store
        self._lookup = lookup
        self._reviews = reviews
        self._left_open: set[Seen] = set()
        """Games that the solver could not settle, and would not if it were asked again."""

    async def look_back(self, guild: int, dailies: Iterable[Daily]) -> None:
        """Find out where the people of a server lost some dailies, once nobody waits for an answer."""
        for daily in filter(self._is_open, dailies):
            games = await finished_games(self._store, self._lookup, guild, daily)
            lost_by = await self._lost_by(games)
            for game in games:
                if lost_by.get(game.id) is None and game.seen not in self._left_open:
                    with suppress(Interrupted, CannotLoad):
                        await self._settle(game)

    async def first(self, guild: int, dailies: Iterable[Daily]) -> TurningPoint | None:
        """Return the turning point of the first of some dailies that has one; None if none has."""
        for daily in dailies:
            if (found := await self.find(guild, daily)) is not None:
                return found
        return None

    async def find(self, guild: int, daily: Daily) -> TurningPoint | None:
        """Return where most people of a server lost a daily that is over; None if nobody is known to have.

        Also None of a game with hidden cards: nobody could have known what would have won.
        """
        if not self._is_open(daily):
            return None
        games = await finished_games(self._store, self._lookup, guild, daily)
        lost_at = await self._lost_at(games)
        if not lost_at:
            return None
        # Of those that lost as many games, the latest: the win was nearest there.
        lost = max(lost_at.values(), key=lambda there: (len(there), there[0][1]))
        game, number = lost[0]
        moves = write_moves(game.rules, game.session.moves[:number])
        savers = await self._store.dailies.savers(guild, daily.day, daily.game, moves)
        return TurningPoint(daily, game, number, len(lost), len(games), frozenset(savers))

    async def is_saved_by(self, game: Game, daily: Daily) -> bool:
        """Whether a game that has just ended saves its daily in its server, without help."""
        guild = game.seat.guild
        if guild is None or game.kind is not Kind.PRACTICE or game.outcome is not Outcome.WON:
            return False
        found = await self.find(guild, daily)
        return found is not None and game.seat.owner in found.savers

    async def _settle(self, game: Game) -> None:
        """Find out which move lost a game, or note that the solver cannot."""
        if await self._reviews.lost_by(game) is not None:
            return
        if len(self._left_open) >= _MOST_LEFT_OPEN:
            self._left_open.clear()
        self._left_open.add(game.seen)

    def _is_open(self, daily: Daily) -> bool:
        rules = find_game(daily.game)
        return is_over(daily.day, self._store.now()) and not rules.hides(rules.start(daily.seed))

    async def _lost_by(self, games: Sequence[Game]) -> dict[int, int | None]:
        """Return which move lost each game, by its id, as far as that is known; 0 if none did."""
        results = await self._store.results.of_games([game.id for game in games])
        return {game_id: result.lost_by for game_id, result in results.items()}

    async def _lost_at(self, games: Sequence[Game]) -> dict[Hashable, list[tuple[Game, int]]]:
        """Group lost games by the position in which they were won for the last time, and the next move."""
        lost_by, lost_at = await self._lost_by(games), dict[Hashable, list[tuple[Game, int]]]()
        for game in games:
            if lost := lost_by.get(game.id):
                session, number = game.session, lost - 1
                there = session.rules.position(session.state_at(number)), session.moves[number]
                lost_at.setdefault(there, []).append((game, number))
        return lost_at


async def finished_games(store: Store, lookup: Lookup, guild: int, daily: Daily) -> list[Game]:
    """Return the games in which people of a server finished a daily, as far as they can be read."""
    found = []
    for saved in await store.dailies.finished(guild, daily.day, daily.game, _MOST):
        with suppress(GameError):
            found.append(await lookup.replayed(saved))
    return found
