"""What breaks ties of results, beside programs of the version before, which did not keep it."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import bindparam, text

from bot.store import Ended, NewGame, NewVersion, Ranking, Status, Store, open_store
from bot.store.columns import Moment
from bot.store.database import Database

SERVER = 3
_SAVE = """
INSERT INTO games
    (owner, channel, guild, game, revision, seed, moves, undone, version, status, kind, public,
    created_at, updated_at)
    VALUES (:player, 2, 3, :game, 1, 'tuesday', 'd', '', 1, 'finished', 'free', false, :now, :now);
INSERT INTO results
    (game_id, player, guild, game, kind, outcome, unwon, assisted, "left", moves, seconds, ended_at)
    SELECT max(id), :player, 3, :game, 'free', :outcome, :unwon, 0, :left, :moves, 90, :now FROM games;
INSERT INTO bests (player, guild, game, period, unwon, assisted, "left", moves, seconds)
    VALUES (:player, 3, :game, 'all', :unwon, 0, :left, :moves, 90)
"""
"""What the version before does at the end of a game."""
_PLAYED = [("parlett", 1, 50), ("parlett", 1, 52), ("parlett", 4, 47), ("push-pin", 2, 40)]
"""What its players 1 to 4 did: the game, what was left, and in how many moves."""


async def _play_with_the_version_before(url: str) -> None:
    database = Database(url)
    async with database.transaction() as connection:
        for player, (game, left, moves) in enumerate(_PLAYED, start=1):
            result = {"player": player, "game": game, "left": left, "moves": moves, "unwon": int(left > 1)}
            result |= {"outcome": "stuck" if left > 1 else "won", "now": datetime.now(UTC)}
            for statement in _SAVE.split(";"):
                of_moments = [bindparam("now", type_=Moment)] if ":now" in statement else []
                await connection.execute(text(statement).bindparams(*of_moments), result)
    await database.close()


async def _play(store: Store, player: int, game: str, ended: Ended) -> None:
    dealt = await store.games.create(NewGame(player, player + 100, SERVER, game, 1, "friday"))
    assert await store.games.save(dealt.seen, NewVersion(dealt.owner, "d", "", Status.FINISHED, ended))


async def _ranked(store: Store, game: str = "parlett") -> list[int]:
    return [place.player for place in await store.ranks.page(Ranking(SERVER, game, "all"), 0, 10)]


async def test_the_version_before_goes_on_saving(url: str) -> None:
    """The version before goes on saving results, which take part in the ranking."""
    async with await open_store(url) as store:
        await _play_with_the_version_before(url)
        await _play(store, 12, "parlett", Ended("stuck", 4, 48, 40))
        assert await _ranked(store) == [1, 2, 12, 3]
        await _play(store, 3, "parlett", Ended("stuck", 4, 48, 39))
        assert await _ranked(store) == [1, 2, 3, 12]
