"""Seats: one game a channel, dailies beside it, and which of them is meant."""

from __future__ import annotations

import asyncio
import enum
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from bot.store import SeatTaken, Seen, Store
from tests.store.plans import plan_of
from tests.store.test_games import DAILY, NEW, all_three_in_play, save


async def test_a_game_goes_on_in_another_channel(store: Store) -> None:
    """A game goes on in another channel once, if its player has no other game in play there."""
    game, there = await store.games.create(NEW), await store.games.create(NEW._replace(channel=7))
    with pytest.raises(SeatTaken):
        await store.seats.take_along(game.seen, 7)
    await save(store, there, seen=1, status="resigned")
    took = await asyncio.gather(*(store.seats.take_along(game.seen, 7) for _ in range(5)))
    assert sorted(took) == [False, False, False, False, True]
    assert await store.seats.playing(NEW.owner, NEW.channel) is None
    moved = await store.seats.playing(NEW.owner, 7)
    assert moved is not None
    assert moved == replace(game, channel=7, version=2, updated_at=moved.updated_at)
    assert moved.updated_at >= there.updated_at
    await save(store, moved, seen=2, status="finished")
    assert not await store.seats.take_along(Seen(game.id, 3), NEW.channel)


async def test_a_player_plays_one_game_in_a_channel(store: Store) -> None:
    """A player plays one game in a channel; others, other channels and finished games are not in the way."""
    game = await store.games.create(NEW)
    with pytest.raises(SeatTaken):
        await store.games.create(NEW)
    await store.games.create(NEW._replace(owner=1))
    await store.games.create(NEW._replace(channel=1))
    assert await save(store, game, seen=1, status="finished")
    await store.games.create(NEW)


async def test_what_the_database_refuses_for_another_reason_is_no_seat(store: Store) -> None:
    """What the database refuses for another reason is not told as a seat that is taken."""
    game = await store.games.create(NEW)
    with pytest.raises(IntegrityError, match="games_status"):
        await store.games.save(game.seen, moves="d", undone="", status=_NoStatus.LOST)  # type: ignore[arg-type]


class _NoStatus(enum.StrEnum):
    LOST = "lost"


async def test_of_many_deals_at_once_one_succeeds(store: Store) -> None:
    """Of many deals at once in a channel one succeeds, which the database itself ensures."""
    dealt = await asyncio.gather(*(store.games.create(NEW) for _ in range(10)), return_exceptions=True)
    assert sorted(type(one).__name__ for one in dealt) == ["SavedGame"] + ["SeatTaken"] * 9


async def test_a_game_cannot_come_back_beside_another(store: Store) -> None:
    """A game cannot come back beside another one that was dealt in its place."""
    old = await store.games.create(NEW)
    assert await save(store, old, seen=1, status="finished")
    await store.games.create(NEW)
    with pytest.raises(SeatTaken):
        await save(store, old, seen=2, status="playing")
    assert await save(store, old, seen=2, status="finished")


async def test_dailies_are_played_beside_a_game(store: Store) -> None:
    """Dailies are played beside a game, each once per player and day, and none is in another's way."""
    game, first, second = await all_three_in_play(store)
    assert await store.seats.seated(NEW.owner, NEW.channel) == game
    for again in (DAILY, DAILY._replace(channel=1), NEW):
        with pytest.raises(SeatTaken):
            await store.games.create(again)
    assert await save(store, first, seen=1, status="finished")
    assert await save(store, first, seen=2, status="playing"), "its last move may be taken back"
    assert await store.seats.take_along(second.seen, 1)
    assert await store.seats.take_along(Seen(first.id, 3), 1)
    assert await store.seats.seated(NEW.owner, 1) is None


@pytest.mark.parametrize("which", [0, 1, 2])
async def test_the_game_last_played_on_is_meant(store: Store, which: int) -> None:
    """The game last played on or turned to is meant, among those in play; the latest may be over."""
    them = await all_three_in_play(store)
    chosen, another = them[which], them[which - 1]
    for each in (another, chosen):
        assert await save(store, each, seen=1, moves="d")
    playing = await store.seats.playing(NEW.owner, NEW.channel)
    assert playing is not None
    assert playing.id == chosen.id
    await store.seats.turn_to(another.id)
    playing = await store.seats.playing(NEW.owner, NEW.channel)
    assert playing is not None
    assert (playing.id, playing.version) == (another.id, 2), "turning to it is no move"
    assert await save(store, chosen, seen=2, status="finished")
    playing, latest = [
        await find(NEW.owner, NEW.channel) for find in (store.seats.playing, store.seats.latest)
    ]
    assert playing is not None
    assert latest is not None
    assert (playing.id, latest.id) == (another.id, chosen.id)


async def test_of_games_that_are_over_the_last_one_is_meant(store: Store) -> None:
    """Among games that are over the last one is meant, and nobody else's."""
    for day in range(1, 13):
        daily = await store.games.create(DAILY._replace(day=date(2026, 11, day)))
        await save(store, daily, seen=1, status="finished")
    await store.games.create(DAILY._replace(owner=1))
    await store.games.create(DAILY._replace(channel=7))
    latest = await store.seats.latest(NEW.owner, NEW.channel)
    assert latest is not None
    assert latest.id == daily.id
    for _ in range(3):
        game = await store.games.create(NEW)
        await save(store, game, seen=1, status="resigned")
    latest = await store.seats.latest(NEW.owner, NEW.channel)
    assert latest is not None
    assert latest.id == game.id


async def test_all_games_in_play_are_found_wherever_they_are(store: Store) -> None:
    """All games of one player that are in play are found, in any channel, the one last played on first."""
    first, second = [await store.games.create(NEW._replace(channel=channel)) for channel in (1, 2)]
    daily = await store.games.create(DAILY)
    await store.games.create(NEW._replace(owner=1))
    over = await store.games.create(NEW._replace(channel=3))
    await save(store, over, seen=1, status="finished")
    await save(store, first, seen=1, moves="d")
    found = await store.seats.all_playing(NEW.owner, 3)
    assert [game.id for game in found] == [first.id, daily.id, second.id]
    assert [game.id for game in await store.seats.all_playing(NEW.owner, 1)] == [first.id]


async def test_all_games_in_play_are_found_by_an_index(tmp_path: Path) -> None:
    """A player's games in play are found by an index, among however many that are over."""
    plan = await plan_of(tmp_path, lambda store: store.seats.all_playing(NEW.owner, 5))
    assert any("USING INDEX games_in_play (owner=?)" in step for step in plan), plan


async def test_the_game_left_longest_stands_for_too_many(store: Store) -> None:
    """Of too many games the one left longest is named, in whatever channel; dailies do not count."""
    first, second = [await store.games.create(NEW._replace(channel=channel)) for channel in (1, 2)]
    await store.games.create(DAILY)
    await store.games.create(NEW._replace(owner=1))
    assert await store.seats.left_longest(NEW.owner, 3) is None
    assert await store.seats.left_longest(NEW.owner, 2) == first
    await save(store, first, seen=1, moves="d")
    assert await store.seats.left_longest(NEW.owner, 2) == second


async def test_nobody_turns_to_a_game_that_is_over(store: Store) -> None:
    """Nobody turns to a game that is over, as the time of its end is part of its result."""
    game = await store.games.create(NEW)
    await save(store, game, seen=1, status="finished")
    over = await store.games.get(game.id)
    await store.seats.turn_to(game.id)
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
    """A player's games in a channel are found by an index, however many there are."""
    plan = await plan_of(tmp_path, lambda store: getattr(store.seats, query)(NEW.owner, NEW.channel))
    looks = [step for step in plan if " games " in f"{step} " and "PRIMARY KEY" not in step]
    assert [step.split("INDEX ")[-1].split()[0] for step in looks] == indexes, plan
