"""Whether a player has had help with a deal: as things stand, and as they stood when a game ended."""

from __future__ import annotations

from bot.store import Ended, Help, NewGame, NewVersion, SavedGame, Status, Store

ADA, BEN = 1, 2


async def _deal(store: Store, owner: int, channel: int) -> SavedGame:
    return await store.games.create(NewGame(owner, channel, 4, "parlett", 1, "tuesday"))


async def _end(store: Store, game: SavedGame) -> None:
    over = Status.FINISHED
    assert await store.games.save(game.seen, NewVersion(game.owner, "d", "", over, Ended("stuck", 5, 1)))


async def test_help_after_the_end_changes_no_result(store: Store) -> None:
    """Help after the end of a game counts for games of the deal still in play, but changes no result."""
    over, bens = await _deal(store, ADA, 3), await _deal(store, BEN, 3)
    await _end(store, over)
    await store.games.help(over.id, Help.HINT)
    in_play = await _deal(store, ADA, 7)
    games = [over.id, bens.id, in_play.id]
    assert await store.games.assisted(games) == {in_play.id}


async def test_help_before_the_end_stays_with_the_result(store: Store) -> None:
    """Help counts for every game of the deal in play, and stays with results after their end."""
    first, second = [await _deal(store, ADA, channel) for channel in (3, 7)]
    assert await store.games.assisted([first.id, second.id]) == set()
    await store.games.help(second.id, Help.HINT)
    await _end(store, first)
    assert await store.games.assisted([first.id, second.id]) == {first.id, second.id}
    assert await store.games.assisted([second.id]) == {second.id}
