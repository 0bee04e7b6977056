"""Looks up saved games, and answers questions about them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from bot.service.errors import NoGame, NoSuchGame, NotYours, RulesChanged, SetAside, Stale, TooManyGames
from bot.service.game import OtherRevision, Unreadable, game_of
from bot.service.playing.reading import Reading
from bot.service.playing.recent import RecentGames
from bot.service.playing.sealing import is_sealed

if TYPE_CHECKING:
    from datetime import date

    from bot.engine.rules import AnyRules
    from bot.engine.session import Session
    from bot.service.game import Game, Seat
    from bot.store import Help, Record, Result, SavedGame, Store


log = logging.getLogger(__name__)


class Lookup:
    """Finds games and replays them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._recent = RecentGames()
        self._reading = Reading(self._recent)

    async def get(self, game_id: int) -> Game:
        """Return a game; raise NoSuchGame if none has this id."""
        saved = await self._store.games.get(game_id)
        if saved is None:
            raise NoSuchGame
        return await self.replayed(saved)

    async def own(self, user: int, game_id: int, seen: int | None = None) -> Game:
        """Return a player's own game in the version the player saw; raise NotYours or Stale otherwise."""
        game = self._recent.find(game_id, seen) or await self.get(game_id)
        if game.seat.owner != user:
            raise NotYours(game)
        if seen not in (None, game.version):
            raise Stale(game)
        return game

    async def check_room(self, owner: int, most: int) -> None:
        """Raise TooManyGames if a player has `most` games in play, dailies not counted, unless that is 0."""
        left = await self._store.seats.left_longest(owner, most) if most else None
        if left is not None:
            raise TooManyGames(await self.replayed(left), most)

    async def current(self, seat: Seat) -> Game:
        """Return the game in play here that the player last turned to; raise NoGame if there is none."""
        saved = await self._store.seats.playing(seat.owner, seat.channel)
        if saved is None:
            raise NoGame
        return await self.replayed(saved)

    async def latest(self, seat: Seat) -> Game:
        """Return the game that the player last played here, over or not; raise NoGame if there is none."""
        saved = await self._store.seats.latest(seat.owner, seat.channel)
        if saved is None:
            raise NoGame
        return await self.replayed(saved)

    def remember(self, saved: SavedGame, session: Session[Any]) -> Game:
        """Remember and return a game that has just been saved, whose moves are those of a session."""
        return self.keep(game_of(saved, session))

    def keep(self, game: Game) -> Game:
        """Remember a game in its newest version, and return it."""
        return self._recent.keep(game)

    async def attempt(self, player: int, day: date, game: str) -> Game | None:
        """Return the one game of a daily that counts for a player; None if there is none that can be read."""
        saved = await self.counted(player, day, game)
        return None if saved is None or saved.set_aside is not None else await self.replayed(saved)

    async def counted(self, player: int, day: date, game: str) -> SavedGame | None:
        """Return the saved form of the one game of a daily that counts for a player, readable or not."""
        found = await self._store.dailies.attempt(player, day, game)
        return None if found is None else await self._store.games.get(found)

    async def result(self, game: Game) -> Result | None:
        """Return the result of a game; None if it has none, because no move of it was played here."""
        return await self._store.results.of(game.id)

    async def record(self, user: int, rules: AnyRules) -> Record:
        """Return how many games of a kind a player has ended, and how many of them were won."""
        return await self._store.results.record(user, rules.id)

    async def count_help(self, game: Game, kind: Help) -> None:
        """Count a hint or a check: the player's results on this deal are assisted from now on."""
        await self._store.games.help(game.id, kind)

    async def seals(self, game: Game) -> bool:
        """Whether a game's deal must be kept secret because others still play it for a result."""
        return await is_sealed(self._store, game)

    async def keeps_code(self, game: Game) -> bool:
        """Whether a game's code must stay secret: the game is in play, or others still play its deal."""
        return game.keeps_code or await self.seals(game)

    async def replayed(self, saved: SavedGame) -> Game:
        """Return a saved game, replayed.

        Raise SetAside if it cannot be read: it is kept, out of its player's way, for the bot's operator.
        """
        if saved.set_aside is not None:
            raise SetAside
        try:
            return await self._reading.game(saved)
        except OtherRevision as error:
            await self._set_aside(saved, error)
            raise RulesChanged(error.rules.name, error.dealt, error.rules.revision) from None
        except Unreadable as error:
            await self._set_aside(saved, error)
            raise SetAside from None

    def forget(self, player: int) -> None:
        """Drop a player's games from memory."""
        self._reading.forget(player)
        self._recent.forget(player)

    async def _set_aside(self, saved: SavedGame, error: Unreadable) -> None:
        if await self._store.games.set_aside(saved.id, saved.version, str(error)):
            log.error("Game %d cannot be read and is set aside: %s", saved.id, error)
