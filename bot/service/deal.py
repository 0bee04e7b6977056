"""Dealing games: a new one, a daily, a race, or one that was played before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date

from bot.service.errors import (
    DailySeen,
    DayInDoubt,
    NothingToPractise,
    Sealed,
    StillToCome,
    TooManyGames,
    Use,
)
from bot.service.first_game import SEED, first_rules
from bot.service.game import Game, Seat, new_game
from bot.service.lookup import Lookup
from bot.service.seeds import playable_seed
from bot.store import (
    Daily,
    DailyTaken,
    DealSeen,
    Kind,
    NewGame,
    Puzzle,
    Race,
    SavedGame,
    Status,
    Store,
    TooManyInPlay,
)
from idle_year.engine.daily import is_over
from idle_year.engine.games import find_game
from idle_year.engine.records import Deal, read_deal, write_moves
from idle_year.engine.rules import AnyRules


class Dealer:
    """Deals games, as many in a channel as a player likes: the others there are laid aside as they stand.

    Only those in which nothing was done yet give way, but for dailies that count and games of a race. Someone
    with as many games in play as are allowed gets TooManyGames instead of one more; this leaves out dailies
    that count.
    """

    def __init__(
        self, store: Store, lookup: Lookup, most: int = 0, count: Callable[[int], None] | None = None
    ) -> None:
        """Let each player have at most so many games in play, or any number if that is 0.

        `count` is called with the player before each game is dealt, and may refuse that; dailies that count
        are not counted.
        """
        self._store = store
        self._lookup = lookup
        self._most = most
        self._count = count

    async def deal(
        self,
        seat: Seat,
        rules: AnyRules,
        seed: str | None = None,
        *,
        public: bool = False,
        wished: bool = False,
        stars: int | None = None,
    ) -> Game:
        """Deal a game from a seed, from a deal code (which names its own game), or at random.

        Random deals are never lost at first sight. `wished` says that the bot has just made up the seed to
        meet the player's wish, `stars` which difficulty that was for.
        """
        deal = read_deal(rules, seed) if seed else Deal(rules, playable_seed(rules))
        if seed and await self._lookup.seals_seed(deal.seed):
            raise Sealed(Use.DEAL)
        kind = Kind.WISHED if wished else Kind.CHOSEN if seed else Kind.FREE
        return await self._sit_down(new_game(seat, deal, kind, public=public)._replace(stars=stars))

    async def deal_daily(self, seat: Seat, daily: Daily) -> Game:
        """Deal a daily, always in private: the first game a player starts of it on its day counts.

        While that one is in play, return it. Once the daily is over, it is dealt as practice. Until then
        raise Sealed if the player has already had the deal, or its day has ended, DailySeen if they had it
        before all data about them was deleted; StillToCome before its day.
        Raise DayInDoubt if it may be another day.
        """
        if not self._store.is_day_certain():
            raise DayInDoubt
        now = self._store.now()
        if daily.day > now.date():
            raise StillToCome
        kind = Kind.PRACTICE if is_over(daily.day, now) else Kind.DAILY
        deal = Deal(find_game(daily.game), daily.seed)
        new = new_game(seat, deal, kind, day=daily.day)._replace(revision=daily.revision)
        if kind is Kind.PRACTICE:
            return await self._sit_down(new)
        return await self._lookup.replayed(await self._attempt(new, daily.day))

    async def deal_race(self, seat: Seat, race: Race) -> Game:
        """Deal a race to a player who joins it, always in private.

        Raise RaceClosed if the race is over or the player has already joined.
        """
        deal = Deal(find_game(race.game), race.seed)
        return await self._sit_down(new_game(seat, deal, Kind.RACE, race=race.id))

    async def deal_puzzle(
        self, seat: Seat, puzzle: Puzzle, *, run: int | None = None, again: bool = False
    ) -> Game:
        """Deal a puzzle, always in private; raise PuzzleTaken if the player has had it, unless it is `again`.

        It may go on with a run, or begin one, which is number 0.
        """
        deal = Deal(find_game(puzzle.game), puzzle.seed)
        new = new_game(seat, deal, Kind.PUZZLE, moves=puzzle.moves)
        tried = {"repeats": puzzle.id} if again else {"puzzle": puzzle.id, "run": run}
        return await self._sit_down(new._replace(revision=puzzle.revision, **tried))

    async def deal_first(self, seat: Seat) -> Game:
        """Deal the first game, which counts nowhere, or turn to the one in progress here and return it."""
        old = await self._store.seats.of_deal(seat.owner, seat.channel, first_rules().id, SEED)
        if old is not None:
            await self._store.seats.turn_to(old.id)
            return await self._lookup.replayed(old)
        return await self._sit_down(new_game(seat, Deal(first_rules(), SEED), Kind.PRACTICE))

    async def deal_practice(self, seat: Seat, game: Game, number: int) -> Game:
        """Deal again a game that is over, with its first `number` moves played; it counts nowhere.

        Raise NothingToPractise if no move is left after them or the game is not over, Sealed while others
        still play the deal.
        """
        if await self._lookup.seals(game):
            raise Sealed(Use.PRACTISE)
        session = await asyncio.to_thread(game.session.at, number)
        if not (game.over and session.legal):
            raise NothingToPractise(game)
        deal, moves = Deal(game.rules, session.seed), write_moves(game.rules, session.moves)
        return await self._sit_down(new_game(seat, deal, Kind.PRACTICE, day=game.day, moves=moves))

    async def check_seat(self, seat: Seat) -> None:
        """Raise TooManyGames if `deal` would."""
        if not await self._store.seats.untouched(seat.owner, seat.channel):
            await self._lookup.check_room(seat.owner, self._most)

    async def _sit_down(self, new: NewGame) -> Game:
        if self._count is not None:
            self._count(new.owner)
        try:
            created = await self._store.games.create(new, self._most)
        except TooManyInPlay as error:
            raise TooManyGames(await self._lookup.replayed(error.left_longest), self._most) from None
        return await self._lookup.replayed(created)

    async def _attempt(self, new: NewGame, day: date) -> SavedGame:
        """Save the game of a daily that counts; return the one that there is if that is in play.

        Raise Sealed if it is over, or its day has ended: what is learnt in practice could help others who
        have yet to finish it. So could what a player has learnt whose data was deleted: raise DailySeen.
        """
        if day == self._store.now().date():
            try:
                return await self._store.games.create(new)
            except DealSeen:
                raise DailySeen from None
            except DailyTaken:
                pass
        attempt = await self._store.dailies.attempt(new.owner, day, new.game)
        if attempt is None or attempt.status is not Status.PLAYING:
            raise Sealed(Use.PRACTISE)
        return attempt
