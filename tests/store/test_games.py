"""Saved games: versions, seats, replacing."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import Engine, event

from bot.store import Kind, NewGame, SavedGame, SeatTaken, Status, Store, open_store

if TYPE_CHECKING:
    from pathlib import Path

NEW = NewGame(owner=2**62, channel=2**61, guild=None, game="parlett", revision=1, seed="tuesday")
DAILY = NEW._replace(kind=Kind.DAILY, day=date(2026, 11, 20))


async def _save(
    store: Store, game: SavedGame, *, seen: int, moves: str = "", status: str = "playing"
) -> bool:
    return await store.games.save(game.id, seen_version=seen, moves=moves, undone="", status=Status(status))


async def test_a_new_game_is_at_version_one(store: Store) -> None:
    """It comes back with everything it was created from, and a time in UTC."""
    game = await store.games.create(NEW)
    assert NewGame(*(getattr(game, name) for name in NewGame._fields if name != "race")) == NEW
    assert (game.version, game.status, game.moves, game.undone) == (1, Status.PLAYING, "", "")
    assert game.created_at.tzinfo is UTC
    assert abs((datetime.now(UTC) - game.created_at).total_seconds()) < 60
    assert await store.games.get(game.id) == game
    assert await store.games.playing(NEW.owner, NEW.channel) == game


async def test_a_save_counts_the_version_up(store: Store) -> None:
    """Moves, undone moves and status are saved."""
    game = await store.games.create(NEW)
    assert await store.games.save(
        game.id, seen_version=1, moves="d d 2<", undone="3<", status=Status.FINISHED
    )
    after = await store.games.get(game.id)
    assert after is not None
    assert (after.version, after.moves, after.undone, after.status) == (2, "d d 2<", "3<", Status.FINISHED)
    assert after.created_at == game.created_at
    assert after.updated_at >= game.updated_at
    assert await store.games.playing(NEW.owner, NEW.channel) is None


async def test_a_save_over_another_version_saves_nothing(store: Store) -> None:
    """Neither an old nor a future version can be saved over."""
    game = await store.games.create(NEW)
    assert await _save(store, game, seen=1, moves="d")
    assert not await _save(store, game, seen=1, moves="d d")
    assert not await _save(store, game, seen=3, moves="d d")
    after = await store.games.get(game.id)
    assert after is not None
    assert (after.version, after.moves) == (2, "d")


async def test_a_game_goes_on_in_another_channel(store: Store) -> None:
    """Once, if its player has no other in play there; it is then the one last turned to in that channel."""
    game, there = await store.games.create(NEW), await store.games.create(NEW._replace(channel=7))
    with pytest.raises(SeatTaken):
        await store.games.take_along(game.id, 1, 7)
    await _save(store, there, seen=1, status="resigned")
    took = await asyncio.gather(*(store.games.take_along(game.id, 1, 7) for _ in range(5)))
    assert sorted(took) == [False, False, False, False, True]
    assert await store.games.playing(NEW.owner, NEW.channel) is None
    moved = await store.games.playing(NEW.owner, 7)
    assert moved is not None
    assert moved == replace(game, channel=7, version=2, updated_at=moved.updated_at)
    assert moved.updated_at >= there.updated_at
    await _save(store, moved, seen=2, status="finished")
    assert not await store.games.take_along(game.id, 3, NEW.channel)


async def test_of_many_saves_at_once_one_succeeds(store: Store) -> None:
    """Others that saw the same version are told so."""
    game = await store.games.create(NEW)
    saved = await asyncio.gather(*(_save(store, game, seen=1, moves=f"{n}<") for n in range(20)))
    assert sum(saved) == 1
    after = await store.games.get(game.id)
    assert after is not None
    assert (after.version, after.moves) == (2, f"{saved.index(True)}<")


async def test_two_programs_save_at_once(store: Store, url: str) -> None:
    """Of two connections to the same database, exactly one wins each version."""
    game = await store.games.create(NEW)
    async with await open_store(url) as other:
        for version in range(1, 20):
            both = await asyncio.gather(*(_save(one, game, seen=version) for one in (store, other)))
            assert sorted(both) == [False, True]


async def test_a_player_plays_one_game_in_a_channel(store: Store) -> None:
    """Another player, another channel or a finished game does not get in the way."""
    game = await store.games.create(NEW)
    with pytest.raises(SeatTaken):
        await store.games.create(NEW)
    await store.games.create(NEW._replace(owner=1))
    await store.games.create(NEW._replace(channel=1))
    assert await _save(store, game, seen=1, status="finished")
    await store.games.create(NEW)


async def test_dailies_are_played_beside_a_game(store: Store) -> None:
    """Several per channel, each once per player and day; none gets in another's way."""
    game, first, second = await _all_three(store)
    assert await store.games.seated(NEW.owner, NEW.channel) == game
    for again in (DAILY, DAILY._replace(channel=1), NEW):
        with pytest.raises(SeatTaken):
            await store.games.create(again)
    assert await _save(store, first, seen=1, status="finished")
    assert await _save(store, first, seen=2, status="playing"), "its last move may be taken back"
    assert await store.games.take_along(second.id, 1, 1)
    assert await store.games.take_along(first.id, 3, 1)
    assert await store.games.seated(NEW.owner, 1) is None


async def test_replacing_a_game_leaves_the_dailies(store: Store) -> None:
    """Only the one that was asked about is resigned."""
    game, *dailies = await _all_three(store)
    new = await store.games.replace(game.id, 1, NEW._replace(seed="wednesday"))
    assert new is not None
    assert [await store.games.get(daily.id) for daily in dailies] == dailies
    assert await store.games.seated(NEW.owner, NEW.channel) == new


@pytest.mark.parametrize("which", [0, 1, 2])
async def test_the_game_last_played_on_is_meant(store: Store, which: int) -> None:
    """Among those in play; it stays the latest even when it is over, whatever was dealt after it."""
    all_three = await _all_three(store)
    chosen, another = all_three[which], all_three[which - 1]
    for each in (another, chosen):
        assert await _save(store, each, seen=1, moves="d")
    playing = await store.games.playing(NEW.owner, NEW.channel)
    assert playing is not None
    assert playing.id == chosen.id
    await store.games.turn_to(another.id)
    playing = await store.games.playing(NEW.owner, NEW.channel)
    assert playing is not None
    assert (playing.id, playing.version) == (another.id, 2), "turning to it is no move"
    assert await _save(store, chosen, seen=2, status="finished")
    playing, latest = [
        await find(NEW.owner, NEW.channel) for find in (store.games.playing, store.games.latest)
    ]
    assert playing is not None
    assert latest is not None
    assert (playing.id, latest.id) == (another.id, chosen.id)


async def test_nobody_turns_to_a_game_that_is_over(store: Store) -> None:
    """The time at which it ended is part of its result."""
    game = await store.games.create(NEW)
    await _save(store, game, seen=1, status="finished")
    over = await store.games.get(game.id)
    await store.games.turn_to(game.id)
    assert await store.games.get(game.id) == over


@pytest.mark.parametrize(
    ("query", "indexes"),
    [
        ("seated", ["games_one_playing"]),
        ("playing", ["games_in_play"]),
        ("latest", ["games_of_a_seat", "games_one_daily"]),
    ],
)
async def test_a_players_games_here_are_found_by_an_index(
    tmp_path: Path, query: str, indexes: list[str]
) -> None:
    """However many there are: those that are over, or were dealt long ago, are not scanned."""
    asked: list[tuple[str, object]] = []

    def note(_connection: object, _cursor: object, statement: str, values: object, *_: object) -> None:
        asked.append((statement, values))

    file = tmp_path / "games.db"
    async with await open_store(f"sqlite+aiosqlite:///{file}") as store:
        event.listen(Engine, "before_cursor_execute", note)
        await getattr(store.games, query)(NEW.owner, NEW.channel)
        event.remove(Engine, "before_cursor_execute", note)
    ((statement, values),) = asked
    with contextlib.closing(sqlite3.connect(file)) as connection:
        plan = [row[-1] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]  # type: ignore[arg-type]
    looks = [step for step in plan if " games " in f"{step} " and "PRIMARY KEY" not in step]
    assert [step.split("INDEX ")[-1].split()[0] for step in looks] == indexes, plan


async def _all_three(store: Store) -> list[SavedGame]:
    """Put a game and two dailies in play in a channel."""
    return [await store.games.create(new) for new in (NEW, DAILY, DAILY._replace(game="pyramid"))]


async def test_of_many_deals_at_once_one_succeeds(store: Store) -> None:
    """The database itself ensures it, however many try."""
    dealt = await asyncio.gather(*(store.games.create(NEW) for _ in range(10)), return_exceptions=True)
    assert sorted(type(one).__name__ for one in dealt) == ["SavedGame"] + ["SeatTaken"] * 9


async def test_a_game_cannot_come_back_beside_another(store: Store) -> None:
    """It stays finished."""
    old = await store.games.create(NEW)
    assert await _save(store, old, seen=1, status="finished")
    await store.games.create(NEW)
    with pytest.raises(SeatTaken):
        await _save(store, old, seen=2, status="playing")
    assert await _save(store, old, seen=2, status="finished")


async def test_a_game_is_replaced(store: Store) -> None:
    """The old one is resigned, the new one in play."""
    old = await store.games.create(NEW)
    new = await store.games.replace(old.id, 1, NEW._replace(seed="wednesday"))
    assert new is not None
    assert await store.games.playing(NEW.owner, NEW.channel) == new
    after = await store.games.get(old.id)
    assert after is not None
    assert (after.version, after.status) == (2, Status.RESIGNED)


async def test_a_game_that_moved_on_is_not_replaced(store: Store) -> None:
    """Nothing is dealt, and the old one stays in play."""
    old = await store.games.create(NEW)
    assert await _save(store, old, seen=1, moves="d")
    assert await store.games.replace(old.id, 1, NEW) is None
    playing = await store.games.playing(NEW.owner, NEW.channel)
    assert playing is not None
    assert (playing.id, playing.moves) == (old.id, "d")


async def test_a_replacement_that_fails_resigns_nothing(store: Store) -> None:
    """Both happen or neither: here the new player already has a game."""
    old = await store.games.create(NEW)
    await store.games.create(NEW._replace(owner=1))
    with pytest.raises(SeatTaken):
        await store.games.replace(old.id, 1, NEW._replace(owner=1))
    assert await store.games.playing(NEW.owner, NEW.channel) == old


async def test_there_is_no_such_game(store: Store) -> None:
    """A missing row means None, no save and no error."""
    assert await store.games.get(7) is None
    assert await store.games.playing(1, 2) is None
    assert not await store.games.save(7, seen_version=1, moves="", undone="", status=Status.PLAYING)


async def test_a_deal_in_play_is_found_in_any_channel(store: Store) -> None:
    """Only by its player, and only while it is in play."""
    game = await store.games.create(NEW)
    deal = (NEW.game, NEW.seed)
    assert await store.games.plays(NEW.owner, *deal)
    assert not await store.games.plays(NEW.owner + 1, *deal)
    assert not await store.games.plays(NEW.owner, NEW.game, "friday")
    await store.games.save(game.id, seen_version=1, moves="", undone="", status=Status.RESIGNED)
    assert not await store.games.plays(NEW.owner, *deal)
