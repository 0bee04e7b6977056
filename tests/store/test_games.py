"""Saved games: versions, and which give way to the next."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime

from bot.store import Kind, NewGame, NewVersion, SavedGame, Seen, Status, Store, open_store

NEW = NewGame(owner=2**62, channel=2**61, guild=None, game="parlett", revision=1, seed="tuesday")
DAILY = NEW._replace(kind=Kind.DAILY, day=date(2026, 11, 20))


async def save(store: Store, game: SavedGame, *, seen: int, moves: str = "", status: str = "playing") -> bool:
    """Save a game as it is after some moves."""
    new = NewVersion(game.owner, moves, "", Status(status))
    return await store.games.save(Seen(game.id, seen), new) is not None


async def test_a_new_game_is_at_version_one(store: Store) -> None:
    """A new game is at version one, and comes back with everything that it was created from."""
    game = await store.games.create(NEW)
    assert (
        NewGame(*(getattr(game, name) for name in NewGame._fields if name not in ("race", "puzzle", "run")))
        == NEW
    )
    assert (game.version, game.status, game.moves, game.undone) == (1, Status.PLAYING, "", "")
    assert game.created_at.tzinfo is UTC
    assert abs((datetime.now(UTC) - game.created_at).total_seconds()) < 60
    assert await store.games.get(game.id) == game
    assert await store.seats.playing(NEW.owner, NEW.channel) == game


async def test_a_save_counts_the_version_up(store: Store) -> None:
    """A save raises the version by one, and keeps moves, undone moves and status."""
    game = await store.games.create(NEW)
    assert await store.games.save(game.seen, NewVersion(game.owner, "d d 2<", "3<", Status.FINISHED))
    after = await store.games.get(game.id)
    assert after is not None
    assert (after.version, after.moves, after.undone, after.status) == (2, "d d 2<", "3<", Status.FINISHED)
    assert after.created_at == game.created_at
    assert after.updated_at >= game.updated_at
    assert await store.seats.playing(NEW.owner, NEW.channel) is None


async def test_the_games_that_somebody_has_begun(store: Store) -> None:
    """Of somebody's games those are counted that have a move and a deal that the bot made up, to a limit."""
    for number, kind in enumerate(Kind):
        for owner in (NEW.owner, 5):
            await store.games.create(NEW._replace(owner=owner, kind=kind, seed=f"s{number}", moves="d"))
    await store.games.create(NEW._replace(seed="untouched"))
    assert [await store.games.begun(NEW.owner, most) for most in (0, 1, 2, 10)] == [0, 1, 2, 2]
    assert await store.games.begun(6, 10) == 0


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


async def test_what_nothing_was_done_in_gives_way(store: Store) -> None:
    """A game in which nothing was done gives way to the next in its channel; dailies and races do not."""
    game, *dailies = await all_three_in_play(store)
    practice = await store.games.create(NEW._replace(channel=1, moves="d d", kind=Kind.PRACTICE))
    race = await store.games.create(NEW._replace(channel=3, kind=Kind.RACE))
    others = [await store.games.create(new) for new in (NEW._replace(channel=2), NEW._replace(owner=1))]
    assert await store.games.in_play() == 7
    for channel in (NEW.channel, 1, 3):
        await store.games.create(NEW._replace(channel=channel, seed="wednesday"))
    assert await store.games.in_play() == 8
    for old in (game, practice):
        gone = await store.games.get(old.id)
        assert gone is not None
        assert (gone.version, gone.status, gone.moves) == (2, Status.RESIGNED, old.moves)
    for kept in (*dailies, race, *others):
        assert await store.games.get(kept.id) == kept


async def test_what_was_begun_stays_in_play(store: Store) -> None:
    """A game in which a move was made, or made and taken back, stays in play beside the next ones."""
    moved, undone = await store.games.create(NEW), await store.games.create(NEW._replace(channel=1))
    assert await save(store, moved, seen=1, moves="d")
    await store.games.save(undone.seen, NewVersion(undone.owner, "", "d"))
    for channel in (NEW.channel, 1):
        assert not await store.seats.untouched(NEW.owner, channel)
        await store.games.create(NEW._replace(channel=channel, seed="wednesday"))
        assert await store.seats.untouched(NEW.owner, channel)
    assert await store.games.in_play() == 4


async def all_three_in_play(store: Store) -> list[SavedGame]:
    """Put a game and two dailies in play in a channel."""
    return [await store.games.create(new) for new in (NEW, DAILY, DAILY._replace(game="pyramid"))]


async def test_a_record_that_is_read_twice_at_once_is_kept_once(store: Store, url: str) -> None:
    """A record that is read twice at once, even by two processes, is kept once."""
    async with await open_store(url) as other:
        kept = await asyncio.gather(*(each.games.save_over(NEW, 5) for each in (store, other) * 3))
    assert len({game.id for game in kept}) == 1


async def test_there_is_no_such_game(store: Store) -> None:
    """Where there is no such game, nothing is found or saved, and nothing fails."""
    assert await store.games.get(7) is None
    assert await store.seats.playing(1, 2) is None
    assert not await store.games.save(Seen(7, 1), NewVersion(1, "", ""))


async def test_a_deal_in_play_is_found_in_any_channel(store: Store) -> None:
    """A deal in play is found in any channel, for its player only and only while it is in play."""
    game = await store.games.create(NEW)
    deal = (NEW.game, NEW.seed)
    assert await store.games.plays(NEW.owner, *deal)
    assert not await store.games.plays(NEW.owner + 1, *deal)
    assert not await store.games.plays(NEW.owner, NEW.game, "friday")
    assert not await store.games.plays(NEW.owner, "pyramid", NEW.seed)
    await store.games.save(game.seen, NewVersion(game.owner, "", "", Status.RESIGNED))
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
