"""Looks up saved games, and answers questions about them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import date
from typing import TypeAlias

from bot.service.errors import (
    NoGame,
    NoSuchGame,
    NotYours,
    RulesChanged,
    SetAside,
    Stale,
    StillReading,
    TooManyGames,
)
from bot.service.game import Game, OtherRevision, Seat, TriedPuzzle, Unreadable, replay
from bot.store import COUNTED, RACED, Kind, SavedGame, Seen, Store
from idle_year.engine.daily import is_over
from idle_year.engine.errors import GameError
from idle_year.engine.records import write_moves
from idle_year.proof import Proof

log = logging.getLogger(__name__)
_THREADS = 2  # games; more of them would only slow each other down
_WAIT_SECONDS = 2.0
"""The most seconds somebody waits for a game to be read; Discord gives up soon after."""
_A_READ = 20  # games: while many are read, others play
_MOST_RECENT = 1000  # games
_MOST_MOVES = 25_000
"""In all of them together; about 5 MB, including the states kept with them."""


class Lookup:
    """Finds games and replays them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._recent = _RecentGames()
        self._reading = _Reading(self._recent)

    async def get(self, game_id: int) -> Game:
        """Return a game; raise NoSuchGame if none has this id."""
        saved = await self._store.games.get(game_id)
        if saved is None:
            raise NoSuchGame
        return await self.replayed(saved)

    async def own(self, user: int, game_id: int) -> Game:
        """Return a player's own game as it stands; raise NotYours if somebody else plays it."""
        return _owned_by(user, await self.get(game_id))

    async def as_seen(self, user: int, seen: Seen) -> Game:
        """Return a player's own game in the version the player saw; raise NotYours or Stale otherwise."""
        game = _owned_by(user, self._recent.find(seen) or await self.get(seen.id))
        if game.seen != seen:
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

    async def all_playing(self, owner: int, most: int) -> list[Game]:
        """Return the games that a player has in play, wherever they are, the one last played on first.

        Of the `most` last played on, those that cannot be read are left out.
        """
        saved = await self._store.seats.all_playing(owner, most)
        found = await asyncio.gather(*(self._if_read(each) for each in saved))
        return [game for game in found if game is not None]

    async def latest(self, seat: Seat) -> Game:
        """Return the game that the player last played here, over or not; raise NoGame if there is none."""
        saved = await self._store.seats.latest(seat.owner, seat.channel)
        if saved is None:
            raise NoGame
        return await self.replayed(saved)

    async def latest_over(self, seat: Seat) -> Game:
        """Return the game over that the player last played here; if there is none, what `latest` does."""
        saved = await self._store.seats.latest_over(seat.owner, seat.channel)
        return await self.latest(seat) if saved is None else await self.replayed(saved)

    def remember(self, game: Game) -> Game:
        """Remember a game in its newest version, and return it."""
        return self._recent.remember(game)

    async def attempt(self, player: int, day: date, game: str) -> Game | None:
        """Return a player's one attempt at a daily that counts; None if there is none that can be read."""
        saved = await self._store.dailies.attempt(player, day, game)
        return None if saved is None or saved.set_aside is not None else await self.replayed(saved)

    async def tried(self, game: Game) -> TriedPuzzle:
        """Return what a try at a puzzle has come to, as its last move knows it or else its proof says.

        Raise NoSuchGame if it has just been deleted.
        """
        if game.tried is not None:
            return game.tried
        attempt = await self._store.tries.of_game(game.id)
        if attempt is None:
            raise NoSuchGame
        puzzle = attempt.puzzle
        begun, moves = len(puzzle.moves.split()), write_moves(game.rules, game.session.moves).split()
        found = Proof.read(puzzle.proof).follow(moves[begun:])
        found = found._replace(number=begun + found.number)
        return TriedPuzzle(puzzle, found, attempt.number, attempt.is_again)

    async def seals(self, game: Game) -> bool:
        """Whether a game's deal must be kept secret because others still play it for a result."""
        if game.day is not None:
            return not is_over(game.day, self._store.now())
        return game.kind in (*RACED, Kind.PRACTICE) and await self._store.races.deals(game.session.seed)

    async def unaided(self, game: Game) -> bool:
        """Whether a game in play counts, if only in its race, and is unaided: help would cost something.

        One that was reopened costs no more: an end as good as that which stands would be assisted anyway.
        """
        if game.kind is Kind.PUZZLE:
            return not game.over
        if game.over or game.kind not in (*COUNTED, *RACED):
            return False
        # The day or the race of the others may be over, so that it has become practice.
        in_time = game.kind is Kind.FREE or await self.seals(game)
        if not in_time or await self._store.results.of(game.id) is not None:
            return False
        return not await self._store.games.assisted([game.id])

    async def seals_seed(self, seed: str) -> bool:
        """Whether others play, or will play, a deal from a seed; the pack is the same in every game."""
        store = self._store
        return (
            await store.races.deals(seed)
            or await store.dailies.deals(seed)
            or seed in await store.puzzles.seeds()
        )

    async def keeps_code(self, game: Game) -> bool:
        """Whether a game's code must stay secret: the game is in play, or others still play its deal.

        Others still play the deal of today's puzzle, from which those who have had it may practise.
        """
        if game.keeps_code or await self.seals(game):
            return True
        may_be_todays = game.kind in (Kind.PRACTICE, Kind.PUZZLE)
        return may_be_todays and game.session.seed in await self._store.puzzles.seeds()

    async def replayed(self, saved: SavedGame) -> Game:
        """Return a saved game, replayed.

        Raise SetAside if it cannot be read: it is kept, out of its player's way, for the bot's operator.
        """
        if saved.set_aside is not None:
            raise SetAside
        try:
            return await self._reading.game(saved)
        except OtherRevision as error:
            await self._set_aside(saved.seen, error)
            raise RulesChanged(error.rules.name, error.dealt, error.rules.revision) from None
        except Unreadable as error:
            await self._set_aside(saved.seen, error)
            raise SetAside from None

    async def take_back(self) -> None:
        """Take back that games were set aside, if they can be read.

        An older version beside this one sets aside what only this one knows.
        """
        some = await self._store.games.aside(0, _A_READ)
        while some:
            for saved in some:
                with suppress(Unreadable):
                    await asyncio.to_thread(replay, saved)  # not remembered: nobody may see it before
                    if await self._store.games.take_back(saved):
                        log.info("Game %d can be read again, and is no longer set aside.", saved.id)
            some = await self._store.games.aside(some[-1].id, _A_READ)

    async def _if_read(self, saved: SavedGame) -> Game | None:
        try:
            return await self.replayed(saved)
        except GameError:
            return None

    def forget(self, player: int) -> None:
        """Drop a player's games from memory."""
        self._reading.forget(player)
        self._recent.forget(player)

    async def _set_aside(self, seen: Seen, error: Unreadable) -> None:
        if await self._store.games.set_aside(seen, str(error)):
            log.error("Game %d cannot be read and is set aside: %s", seen.id, error)


class _Reading:
    """Reads each version of a game once, however many people ask for it, and remembers it."""

    def __init__(self, recent: _RecentGames) -> None:
        self._recent = recent
        self._on: dict[Seen, _Task] = {}
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="games")

    async def game(self, saved: SavedGame) -> Game:
        """Return a saved game; raise Unreadable if it cannot be replayed, StillReading if that takes long."""
        known = self._recent.find(saved.seen)
        if known is not None:
            return known
        if not saved.moves:
            return self._recent.remember(replay(saved))
        reading = self._on.get(saved.seen) or self._begin(saved)
        await asyncio.wait({reading}, timeout=_WAIT_SECONDS)
        if not reading.done():
            raise StillReading
        if reading.cancelled():
            raise NoSuchGame
        return reading.result()

    def forget(self, player: int) -> None:
        """Cancel the reading of a player's games."""
        for reading in self._on.values():
            if reading.get_name() == str(player):
                reading.cancel()

    def _begin(self, saved: SavedGame) -> _Task:
        reading = self._on[saved.seen] = asyncio.create_task(self._read(saved), name=str(saved.owner))
        reading.add_done_callback(lambda done: self._end(saved.seen, done))
        return reading

    def _end(self, which: Seen, reading: _Task) -> None:
        del self._on[which]
        if not reading.cancelled():
            reading.exception()  # marks it as retrieved: the asker may have given up; the next one reads anew

    async def _read(self, saved: SavedGame) -> Game:
        loop = asyncio.get_running_loop()
        return self._recent.remember(await loop.run_in_executor(self._threads, replay, saved))


_Task: TypeAlias = "asyncio.Task[Game]"


class _RecentGames:
    """The latest known version of each recent game; it may be stale: only the store is authoritative."""

    def __init__(self) -> None:
        self._games: OrderedDict[int, Game] = OrderedDict()
        self._moves = 0

    def remember(self, game: Game) -> Game:
        """Remember a game, and forget the least recently played ones if there are too many."""
        self._drop(game.id)
        self._games[game.id] = game
        self._moves += _moves(game)
        while len(self._games) > 1 and (len(self._games) > _MOST_RECENT or self._moves > _MOST_MOVES):
            self._drop(next(iter(self._games)))
        return game

    def forget(self, player: int) -> None:
        """Forget the games of a player."""
        for game_id in [game.id for game in self._games.values() if game.seat.owner == player]:
            self._drop(game_id)

    def find(self, seen: Seen) -> Game | None:
        """Return this exact version of a game, if it is the one remembered."""
        game = self._games.get(seen.id)
        return game if game is not None and game.version == seen.version else None

    def _drop(self, game_id: int) -> None:
        game = self._games.pop(game_id, None)
        if game is not None:
            self._moves -= _moves(game)


def _owned_by(user: int, game: Game) -> Game:
    if game.seat.owner != user:
        raise NotYours(game)
    return game


def _moves(game: Game) -> int:
    return len(game.session.moves) + len(game.session.undone)
