"""Dealing games: a new one, a daily, a race, or one that was played before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date

from bot.engine.games import find_game
from bot.engine.records import Deal, read_deal, write_moves
from bot.engine.rules import AnyRules
from bot.service.errors import AlreadyPlaying, NothingToPractise, Refusal, Sealed, TooManyGames, Use
from bot.service.first_game import SEED, first_rules
from bot.service.game import Game, Seat, ended_as, new_game
from bot.service.lookup import Lookup
from bot.service.seeds import playable_seed
from bot.store import (
    RACED,
    Daily,
    DealSeen,
    Ended,
    Kind,
    NewGame,
    Race,
    SavedGame,
    SeatTaken,
    Seen,
    Status,
    Store,
    TooManyInPlay,
)


class StillToCome(Refusal):
    """The day of a daily has not begun."""


class Dealer:
    """Deals games; a player has one in play per channel, and beside it any dailies that count.

    Every method that deals raises AlreadyPlaying if the player has a game with moves here, unless `replacing`
    names it as it stands: then it is resigned. A daily that counts neither gives way to another game nor
    takes the place of one. Whoever has as many games in play as are allowed gets TooManyGames instead of one
    more; dailies that count are not counted.
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
        replacing: Seen | None = None,
        wished: bool = False,
    ) -> Game:
        """Deal a game from a seed, from a deal code (which names its own game), or at random.

        Random deals are never lost at first sight. `wished` says that the bot has just made up the seed to
        meet the player's wish.
        """
        deal = read_deal(rules, seed) if seed else Deal(rules, playable_seed(rules))
        if seed and await self._lookup.seals_seed(deal.seed):
            raise Sealed(Use.DEAL)
        kind = Kind.WISHED if wished else Kind.CHOSEN if seed else Kind.FREE
        return await self._sit_down(new_game(seat, deal, kind, public=public), replacing)

    async def deal_daily(self, seat: Seat, daily: Daily, replacing: Seen | None = None) -> Game:
        """Deal a daily, always in private: the first game a player starts of it on its day counts.

        While that one is in play, return it. Once it is over, it can be practised from the next day on. Raise
        AlreadyPlaying as `deal` does for practice, Sealed if the player has already had the deal, StillToCome
        before its day.
        """
        today = self._store.now().date()
        if daily.day > today:
            raise StillToCome
        kind = Kind.PRACTICE if daily.day < today else Kind.DAILY
        deal = Deal(find_game(daily.game), daily.seed)
        new = new_game(seat, deal, kind, day=daily.day)._replace(revision=daily.revision)
        if kind is Kind.PRACTICE:
            return await self._sit_down(new, replacing)
        return await self._lookup.replayed(await self._attempt(new, daily.day))

    async def deal_race(self, seat: Seat, race: Race, replacing: Seen | None = None) -> Game:
        """Deal a race to a player who joins it, always in private.

        Raise AlreadyPlaying as `deal` does, RaceClosed if the race is over or the player has already joined.
        """
        deal = Deal(find_game(race.game), race.seed)
        return await self._sit_down(new_game(seat, deal, Kind.RACE, race=race.id), replacing)

    async def deal_first(self, seat: Seat, replacing: Seen | None = None) -> Game:
        """Deal the first game, which counts nowhere, or return the one in progress here.

        Raise AlreadyPlaying as `deal` does.
        """
        old = await self._store.seats.playing(seat.owner, seat.channel)
        if old is not None and (old.game, old.seed) == (first_rules().id, SEED):
            return await self._lookup.replayed(old)
        return await self._sit_down(new_game(seat, Deal(first_rules(), SEED), Kind.PRACTICE), replacing)

    async def deal_practice(self, seat: Seat, game: Game, number: int, replacing: Seen | None = None) -> Game:
        """Deal again a game that is over, with its first `number` moves played; it counts nowhere.

        Raise NothingToPractise if no move is left after them or the game is not over, Sealed while others
        still play the deal, AlreadyPlaying as `deal` does.
        """
        if await self._lookup.seals(game):
            raise Sealed(Use.PRACTISE)
        session = await asyncio.to_thread(game.session.at, number)
        if not (game.over and session.legal):
            raise NothingToPractise(game)
        deal, moves = Deal(game.rules, session.seed), write_moves(game.rules, session.moves)
        return await self._sit_down(new_game(seat, deal, Kind.PRACTICE, day=game.day, moves=moves), replacing)

    async def check_seat(self, seat: Seat, replacing: Seen | None) -> None:
        """Raise AlreadyPlaying or TooManyGames if `deal` would."""
        old = await self._store.seats.seated(seat.owner, seat.channel)
        if old is None:
            await self._lookup.check_room(seat.owner, self._most)
        else:
            await self._check_may_go(old, replacing)

    async def _sit_down(self, new: NewGame, replacing: Seen | None) -> Game:
        """Save a new game if its player has none here, or one that may go; retry if that changes."""
        if self._count is not None:
            self._count(new.owner)
        while (created := await self._try_to_sit_down(new, replacing)) is None:
            pass
        return await self._lookup.replayed(created)

    async def _try_to_sit_down(self, new: NewGame, replacing: Seen | None) -> SavedGame | None:
        """Do that once; return None if what is in play here has changed meanwhile."""
        old = await self._store.seats.seated(new.owner, new.channel)
        try:
            if old is None:
                return await self._store.games.create(new, self._most)
            await self._check_may_go(old, replacing)
            return await self._store.games.replace(old.seen, new, await self._given_up(old))
        except SeatTaken:
            return None
        except TooManyInPlay as error:
            raise TooManyGames(await self._lookup.replayed(error.left_longest), self._most) from None

    async def _attempt(self, new: NewGame, day: date) -> SavedGame:
        """Return the game of a daily that counts if it is in play; save the new one if there is none.

        Raise Sealed if it is over: what is learnt in practice could help others who have yet to play it.
        """
        attempt = await self._store.dailies.attempt(new.owner, day, new.game)
        if attempt is not None and attempt.status is Status.PLAYING:
            return attempt
        if attempt is not None:
            raise Sealed(Use.PRACTISE)
        try:
            return await self._store.games.create(new)
        except DealSeen:
            raise Sealed(Use.PRACTISE) from None
        except SeatTaken:
            return await self._attempt(new, day)

    async def _check_may_go(self, old: SavedGame, replacing: Seen | None) -> None:
        """Raise AlreadyPlaying unless a game may go, or nothing is lost because no move was made or undone.

        In a race even a game without moves is not replaced: its one attempt would be lost.
        """
        begun = bool(old.moves or old.undone) or old.kind in RACED
        if replacing == old.seen or not begun:
            return
        raise AlreadyPlaying(await self._lookup.replayed(old))

    async def _given_up(self, old: SavedGame) -> Ended | None:
        """Return the result of a game that is resigned for another."""
        session = (await self._lookup.replayed(old)).session
        return await asyncio.to_thread(ended_as, session, Status.RESIGNED)
