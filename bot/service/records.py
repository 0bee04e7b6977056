"""Recorded games: files that people upload to step through what somebody has played."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bot.service.errors import Refusal, Sealed, Use
from bot.service.game import Game, Seat, game_of, new_game
from bot.service.lookup import Lookup
from bot.store import Kind, Store
from idle_year.engine.records import Deal, read_record, write_moves, write_record
from idle_year.engine.session import Session

MOST_BYTES = 64 * 1024
_MOST_KEPT = 100
"""Records of one reader; whoever reads more can step through the latest."""
_NOWHERE = 0
"""The channel of games read from files: nobody plays there, so they block nobody's seat."""


class NoMoves(Refusal):
    """A record has no moves to step through."""


class StillPlayed(Refusal):
    """A record is of a deal that its reader is playing."""


class NotText(Refusal):
    """A file is not text."""


class TooLarge(Refusal):
    """A file is larger than any record."""


class MovesLater(Refusal):
    """The moves of a game can be had as a file only once it is over."""


class Records:
    """Writes games to files and reads them back."""

    def __init__(self, store: Store, lookup: Lookup) -> None:
        self._store = store
        self._lookup = lookup
        # One at a time: many long files hold up only other people who send files.
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="records")

    async def save(self, owner: int, content: bytes) -> Game:
        """Check a recorded game and save it for its reader, as a finished game that counts nowhere.

        The same record is saved once, and the latest hundred are kept, and the first of each deal of which
        there is a puzzle.

        Raise NotText or BadRecord if it is not valid, NoMoves if it is empty, StillPlayed if the reader is
        playing its deal, Sealed if others still are.
        """
        session = await asyncio.get_running_loop().run_in_executor(self._reader, _read, content)
        rules = session.rules
        if not session.moves:
            raise NoMoves
        if await self._store.games.plays(owner, rules.id, session.seed):
            raise StillPlayed
        if await self._lookup.seals_seed(session.seed):
            raise Sealed(Use.RECORD)
        deal, moves = Deal(rules, session.seed), write_moves(rules, session.moves)
        new = new_game(Seat(owner, _NOWHERE, None), deal, Kind.PRACTICE, moves=moves)
        return self._lookup.remember(game_of(await self._store.games.save_over(new, _MOST_KEPT), session))

    async def write(self, game: Game) -> bytes:
        """Return a game as a file; raise MovesLater until it is over, Sealed while its code is secret."""
        if not game.over:
            raise MovesLater
        if await self._lookup.keeps_code(game):
            raise Sealed(Use.MOVES)
        return (await asyncio.to_thread(write_record, game.session)).encode()


def _read(content: bytes) -> Session[Any]:
    try:
        return read_record(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise NotText from None
