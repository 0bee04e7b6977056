"""Parlours in the store: one game a server, one move a player and day, nothing saved by halves."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta

import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from bot.store import NewParlour, Parlour, ParlourMove, Store, open_store
from bot.store.tables import parlours
from tests.clock import Clock, clock, store

__all__ = ["clock", "store"]

SERVER, HERE, ADA, BEN = 10**18 + 3, 10**18 + 4, 5, 6
TODAY = date(2026, 11, 20)
NEW = NewParlour(SERVER, HERE, ADA, "accordion", 1, "tuesday")


async def _start(store: Store) -> Parlour:
    parlour = await store.parlours.start(NEW)
    assert parlour is not None
    return parlour


async def test_a_server_has_one_game_at_a_time(store: Store, url: str) -> None:
    """Of several who begin a game at the same moment one does; when it is over, there may be another."""
    async with await open_store(url) as other:
        begun = await asyncio.gather(*(each.parlours.start(NEW) for each in (store, other, store, other)))
    (parlour,) = filter(None, begun)
    assert await store.parlours.on(SERVER) == await store.parlours.get(parlour.id) == parlour
    assert await store.parlours.on(SERVER + 1) is None
    assert await store.parlours.seeds() == {"tuesday"}
    await store.parlours.end(parlour.id)
    assert await store.parlours.on(SERVER) is None
    assert await store.parlours.seeds() == set()
    assert (await _start(store)).id != parlour.id


async def test_of_those_who_move_at_once_one_does(store: Store, url: str) -> None:
    """Of several moves of the same number one is saved, in whatever process."""
    parlour = await _start(store)
    async with await open_store(url) as other:
        saved = await asyncio.gather(
            *(
                each.parlours.move(parlour.id, 1, ParlourMove(player, TODAY, f"{player}<"), ends=False)
                for player, each in enumerate((store, other) * 4, start=2)
            )
        )
    assert sorted(saved) == [*[False] * 7, True]
    assert len(await store.parlours.moves(parlour.id)) == 1


async def test_a_player_moves_once_a_day(store: Store) -> None:
    """A second move of a player on a day is not saved, not even at the same moment; the next day one is."""
    parlour = await _start(store)

    async def move(number: int, player: int, day: date) -> bool:
        return await store.parlours.move(parlour.id, number, ParlourMove(player, day, "2<"), ends=False)

    assert await move(1, ADA, TODAY)
    assert not await move(2, ADA, TODAY)
    assert await move(2, BEN, TODAY)
    assert sorted(await asyncio.gather(*(move(3, ADA, TODAY + timedelta(1)) for _ in range(3)))) == [
        *[False] * 2,
        True,
    ]
    assert [each.player for each in await store.parlours.moves(parlour.id)] == [ADA, BEN, ADA]


async def test_the_last_move_ends_it(store: Store) -> None:
    """With the last move the game is over, and nobody moves after that or once it has been ended."""
    parlour = await _start(store)
    assert await store.parlours.move(parlour.id, 1, ParlourMove(ADA, TODAY, "2<"), ends=True)
    assert not await store.parlours.move(parlour.id, 2, ParlourMove(BEN, TODAY, "2<"), ends=False)
    assert (await store.parlours.get(parlour.id)) == parlour._replace(over=True)
    assert len(await store.parlours.moves(parlour.id)) == 1


async def test_a_last_move_is_saved_with_the_end_or_not_at_all(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the bot ends between the last move and the end of the game, neither is saved."""
    parlour = await _start(store)
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.parlour._END", update(parlours).values(revision=-1))
        with pytest.raises(IntegrityError):
            await store.parlours.move(parlour.id, 1, ParlourMove(ADA, TODAY, "2<"), ends=True)
    assert await store.parlours.moves(parlour.id) == []
    assert await store.parlours.on(SERVER) == parlour
    assert await store.parlours.move(parlour.id, 1, ParlourMove(ADA, TODAY, "2<"), ends=True)


async def test_the_newest_message_is_the_board(store: Store) -> None:
    """Of two messages the later one is the board, in whatever order they are noted."""
    parlour = await _start(store)
    for channel, message in ((HERE, 10**18), (HERE + 1, 10**18 + 2), (HERE, 10**18 + 1)):
        await store.parlours.posted(parlour.id, channel, message)
    assert await store.parlours.get(parlour.id) == parlour._replace(channel=HERE + 1, message=10**18 + 2)


async def test_moves_of_a_deleted_player_stay_as_nobodys(store: Store) -> None:
    """What somebody moved stays when that person's data is deleted, and tells of nobody."""
    parlour = await _start(store)
    for number, player in enumerate((ADA, BEN), start=1):
        move = ParlourMove(player, TODAY, f"{number}<")
        assert await store.parlours.move(parlour.id, number, move, ends=False)
    for player in (ADA, BEN):
        await store.privacy.delete(player)
    kept = [ParlourMove(None, TODAY, "1<"), ParlourMove(None, TODAY, "2<")]
    assert await store.parlours.moves(parlour.id) == kept
    assert await store.parlours.on(SERVER) == parlour._replace(starter=0)


async def test_it_goes_with_its_server(store: Store, clock: Clock) -> None:
    """A server's game is deleted with all else that is kept of a server that the bot has left."""
    parlour = await _start(store)
    assert await store.parlours.move(parlour.id, 1, ParlourMove(ADA, TODAY, "2<"), ends=False)
    assert SERVER in await store.departures.servers()
    await store.departures.left(SERVER)
    clock.wait(8 * 24 * 60)
    assert await store.departures.forget(SERVER)
    assert await store.parlours.get(parlour.id) is None
    assert await store.parlours.moves(parlour.id) == []
