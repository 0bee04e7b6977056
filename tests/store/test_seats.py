"""Seats: several games in a channel, dailies beside them, and which of them is meant."""

from __future__ import annotations

import asyncio
import enum
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from bot.store import DailyTaken, NewVersion, Seen, Status, Store, open_store
from tests.store.plans import plan_of
from tests.store.test_games import DAILY, NEW, all_three_in_play, save


async def test_a_game_goes_on_in_another_channel(store: Store) -> None:
    """A game goes on in another channel once, beside what its player has in play there."""
    game, there = await store.games.create(NEW), await store.games.create(NEW._replace(channel=7))
    took = await asyncio.gather(*(store.seats.take_along(game.seen, 7) for _ in range(5)))
    assert sorted(took) == [False, False, False, False, True]
    assert await store.seats.playing(NEW.owner, NEW.channel) is None
    moved = await store.seats.playing(NEW.owner, 7)
    assert moved is not None
    taken = replace(game, channel=7, version=2, updated_at=moved.updated_at, seconds=moved.seconds)
    assert moved == taken  # a second may have begun in between
    assert moved.updated_at >= there.updated_at
    await save(store, moved, seen=2, status="finished")
    assert not await store.seats.take_along(Seen(game.id, 3), NEW.channel)


async def test_a_player_plays_several_games_in_a_channel(store: Store, url: str) -> None:
    """A player plays several games in a channel, also from two processes; the one last played on is meant."""
    games = []
    for seed in ("tuesday", "wednesday", "thursday"):
        games.append(await store.games.create(NEW._replace(seed=seed)))
        await save(store, games[-1], seen=1, moves="d")
    first, second, third = games
    async with await open_store(url) as other:
        for version, each in ((2, first), (2, third), (3, first), (2, second)):
            assert await save(other, each, seen=version, moves="d d")
            for asked in (store, other):
                assert await _meant(asked) == (each.id, each.id)
        assert await save(other, first, seen=4, status="finished")
        assert await _meant(store) == (second.id, first.id), "which ended last"
        await store.seats.turn_to(third.id)
        assert await _meant(other) == (third.id, third.id)


async def _meant(store: Store) -> tuple[int, int]:
    """Return which game is meant in the channel of NEW: in play, and whether in play or not."""
    playing, latest = [
        await find(NEW.owner, NEW.channel) for find in (store.seats.playing, store.seats.latest)
    ]
    assert playing is not None
    assert latest is not None
    return playing.id, latest.id


async def test_what_the_database_refuses_for_another_reason_is_no_seat(store: Store) -> None:
    """What the database refuses for another reason is not told as a seat that is taken."""
    game = await store.games.create(NEW)
    with pytest.raises(IntegrityError, match="games_status"):
        await store.games.save(game.seen, NewVersion(game.owner, "d", "", _NoStatus.LOST))  # type: ignore[arg-type]


class _NoStatus(enum.StrEnum):
    LOST = "lost"


async def test_of_many_deals_at_once_one_stays_in_play(store: Store, url: str) -> None:
    """Of many deals at once in a channel all succeed, and the last one, in which nothing was done, stays."""
    async with await open_store(url) as other:
        dealt = await asyncio.gather(*(each.games.create(NEW) for each in (store, other) * 5))
    now = [await store.games.get(game.id) for game in dealt]
    assert [game.status for game in now if game is not None].count(Status.PLAYING) == 1
    assert len(now) == 10


async def test_a_game_comes_back_beside_another(store: Store) -> None:
    """A game whose last move is taken back comes back beside another one that was dealt meanwhile."""
    old = await store.games.create(NEW)
    assert await save(store, old, seen=1, moves="d", status="finished")
    new = await store.games.create(NEW)
    assert await save(store, old, seen=2, moves="d")
    assert {game.id for game in await store.seats.all_playing(NEW.owner, 9)} == {old.id, new.id}


async def test_dailies_are_played_beside_a_game(store: Store) -> None:
    """Dailies are played beside a game, each once per player and day, and none is in another's way."""
    game, first, second = await all_three_in_play(store)
    for again in (DAILY, DAILY._replace(channel=1)):
        with pytest.raises(DailyTaken):
            await store.games.create(again)
    assert await store.games.get(game.id) == game, "a daily takes nobody's place"
    assert await save(store, first, seen=1, status="finished")
    assert await save(store, first, seen=2, status="playing"), "its last move may be taken back"
    assert await store.seats.take_along(second.seen, 1)
    assert await store.seats.take_along(Seen(first.id, 3), 1)
    assert not await store.seats.untouched(NEW.owner, 1), "and none gives way"


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


async def test_the_last_game_that_is_over_had_a_move(store: Store) -> None:
    """Of games that are over the last one with a move is found beside one in play, and nobody else's."""
    over, untouched, _in_play = [await store.games.create(NEW) for _ in range(3)]
    assert await store.seats.latest_over(NEW.owner, NEW.channel) is None
    await save(store, over, seen=2, moves="d", status="finished")
    await save(store, untouched, seen=2, status="resigned")
    found = await store.seats.latest_over(NEW.owner, NEW.channel)
    assert found is not None
    assert found.id == over.id
    assert await store.seats.latest_over(NEW.owner, 7) is None


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
        ("untouched", ["games_in_play"]),
        ("playing", ["games_in_play"]),
        ("latest", ["games_in_play", "games_of_a_seat", "games_one_daily"]),
        ("latest_over", ["games_in_play", "games_of_a_seat", "games_one_daily"]),
    ],
)
async def test_a_players_games_here_are_found_by_an_index(
    tmp_path: Path, query: str, indexes: list[str]
) -> None:
    """A player's games in a channel are found by an index, however many there are."""
    plan = await plan_of(tmp_path, lambda store: getattr(store.seats, query)(NEW.owner, NEW.channel))
    looks = [step for step in plan if " games " in f"{step} " and "PRIMARY KEY" not in step]
    assert [step.split("INDEX ")[-1].split()[0] for step in looks] == indexes, plan
