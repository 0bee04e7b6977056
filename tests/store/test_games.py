"""Saved games: versions, seats, replacing."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime

import pytest

from bot.store import Kind, NewGame, SavedGame, SeatTaken, Seen, Status, Store, open_store

NEW = NewGame(owner=2**62, channel=2**61, guild=None, game="parlett", revision=1, seed="tuesday")
DAILY = NEW._replace(kind=Kind.DAILY, day=date(2026, 11, 20))


async def save(store: Store, game: SavedGame, *, seen: int, moves: str = "", status: str = "playing") -> bool:
    """Save a game as it is after some moves."""
    return (
        await store.games.save(Seen(game.id, seen), moves=moves, undone="", status=Status(status)) is not None
    )


async def test_a_new_game_is_at_version_one(store: Store) -> None:
    """A new game is at version one, and comes back with everything that it was created from."""
    game = await store.games.create(NEW)
    assert NewGame(*(getattr(game, name) for name in NewGame._fields if name != "race")) == NEW
    assert (game.version, game.status, game.moves, game.undone) == (1, Status.PLAYING, "", "")
    assert game.created_at.tzinfo is UTC
    assert abs((datetime.now(UTC) - game.created_at).total_seconds()) < 60
    assert await store.games.get(game.id) == game
    assert await store.seats.playing(NEW.owner, NEW.channel) == game


async def test_a_save_counts_the_version_up(store: Store) -> None:
    """A save raises the version by one, and keeps moves, undone moves and status."""
    game = await store.games.create(NEW)
    assert await store.games.save(game.seen, moves="d d 2<", undone="3<", status=Status.FINISHED)
    after = await store.games.get(game.id)
    assert after is not None
    assert (after.version, after.moves, after.undone, after.status) == (2, "d d 2<", "3<", Status.FINISHED)
    assert after.created_at == game.created_at
    assert after.updated_at >= game.updated_at
    assert await store.seats.playing(NEW.owner, NEW.channel) is None


async def test_a_save_over_another_version_saves_nothing(store: Store) -> None:
    """Neither an old nor a future version can be saved over."""
    game = await store.games.create(NEW)
    assert await save(store, game, seen=1, moves="d")
    assert not await save(store, game, seen=1, moves="d d")
    assert not await save(store, game, seen=3, moves="d d")
    after = await store.games.get(game.id)
    assert after is not None
    assert (after.version, after.moves) == (2, "d")


async def test_of_many_saves_at_once_one_succeeds(store: Store) -> None:
    """Of many saves of the same version at once one succeeds, and the others are told so."""
    game = await store.games.create(NEW)
    saved = await asyncio.gather(*(save(store, game, seen=1, moves=f"{n}<") for n in range(20)))
    assert sum(saved) == 1
    after = await store.games.get(game.id)
    assert after is not None
    assert (after.version, after.moves) == (2, f"{saved.index(True)}<")


async def test_two_programs_save_at_once(store: Store, url: str) -> None:
    """Of two connections to the same database, exactly one wins each version."""
    game = await store.games.create(NEW)
    async with await open_store(url) as other:
        for version in range(1, 20):
            both = await asyncio.gather(*(save(one, game, seen=version) for one in (store, other)))
            assert sorted(both) == [False, True]


async def test_replacing_a_game_leaves_the_dailies(store: Store) -> None:
    """Replacing a game resigns only that one, and leaves dailies in the same channel in play."""
    game, *dailies = await all_three_in_play(store)
    assert await store.games.in_play() == 3
    await store.games.create(NEW._replace(owner=1))
    assert await store.games.in_play() == 4
    new = await store.games.replace(game.seen, NEW._replace(seed="wednesday"))
    assert new is not None
    assert await store.games.in_play() == 4
    assert [await store.games.get(daily.id) for daily in dailies] == dailies
    assert await store.seats.seated(NEW.owner, NEW.channel) == new


async def all_three_in_play(store: Store) -> list[SavedGame]:
    """Put a game and two dailies in play in a channel."""
    return [await store.games.create(new) for new in (NEW, DAILY, DAILY._replace(game="pyramid"))]


async def test_a_game_is_replaced(store: Store) -> None:
    """When a game is replaced, the old one is resigned and the new one is in play."""
    old = await store.games.create(NEW)
    new = await store.games.replace(old.seen, NEW._replace(seed="wednesday"))
    assert new is not None
    assert await store.seats.playing(NEW.owner, NEW.channel) == new
    after = await store.games.get(old.id)
    assert after is not None
    assert (after.version, after.status) == (2, Status.RESIGNED)


async def test_a_game_that_moved_on_is_not_replaced(store: Store) -> None:
    """A game that has moved on is not replaced: nothing is dealt, and it stays in play."""
    old = await store.games.create(NEW)
    assert await save(store, old, seen=1, moves="d")
    assert await store.games.replace(old.seen, NEW) is None
    playing = await store.seats.playing(NEW.owner, NEW.channel)
    assert playing is not None
    assert (playing.id, playing.moves) == (old.id, "d")


async def test_a_replacement_that_fails_resigns_nothing(store: Store) -> None:
    """A replacement that fails resigns nothing: both happen, or neither does."""
    old = await store.games.create(NEW)
    await store.games.create(NEW._replace(owner=1))
    with pytest.raises(SeatTaken):
        await store.games.replace(old.seen, NEW._replace(owner=1))
    assert await store.seats.playing(NEW.owner, NEW.channel) == old


async def test_a_record_that_is_read_twice_at_once_is_kept_once(store: Store, url: str) -> None:
    """A record that is read twice at once, even by two processes, is kept once."""
    async with await open_store(url) as other:
        kept = await asyncio.gather(*(each.games.save_over(NEW, 5) for each in (store, other) * 3))
    assert len({game.id for game in kept}) == 1


async def test_there_is_no_such_game(store: Store) -> None:
    """Where there is no such game, nothing is found or saved, and nothing fails."""
    assert await store.games.get(7) is None
    assert await store.seats.playing(1, 2) is None
    assert not await store.games.save(Seen(7, 1), moves="", undone="", status=Status.PLAYING)


async def test_a_deal_in_play_is_found_in_any_channel(store: Store) -> None:
    """A deal in play is found in any channel, for its player only and only while it is in play."""
    game = await store.games.create(NEW)
    deal = (NEW.game, NEW.seed)
    assert await store.games.plays(NEW.owner, *deal)
    assert not await store.games.plays(NEW.owner + 1, *deal)
    assert not await store.games.plays(NEW.owner, NEW.game, "friday")
    assert not await store.games.plays(NEW.owner, "pyramid", NEW.seed)
    await store.games.save(game.seen, moves="", undone="", status=Status.RESIGNED)
    assert not await store.games.plays(NEW.owner, *deal)


async def test_a_game_is_set_aside_once(store: Store) -> None:
    """A game is set aside once, keeps the first reason, and stays if somebody has moved on in it."""
    game = await store.games.create(NEW)
    assert await save(store, game, seen=1, moves="d")
    assert not await store.games.set_aside(game.seen, "no such move")
    assert await store.games.set_aside(Seen(game.id, 2), "no such move")
    assert not await save(store, game, seen=2), "a save that is on its way does not bring it back"
    assert not await store.games.set_aside(Seen(game.id, 3), "no such seed")
    after = await store.games.get(game.id)
    assert after is not None
    assert (after.version, after.status, after.set_aside) == (3, Status.RESIGNED, "playing: no such move")
