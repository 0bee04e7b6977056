"""Races in the database: one per channel, one game per player, one end, and nothing exported too early."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import text, update

from bot.store import (
    Ended,
    Kind,
    NewGame,
    NewRace,
    NewVersion,
    Race,
    RaceClosed,
    SavedGame,
    Seen,
    Shards,
    Status,
    Store,
    open_store,
)
from bot.store.database import Database
from bot.store.tables import games, races
from tests.clock import Clock, clock, store
from tests.databases import new_postgres
from tests.service.racing import going_on

__all__ = ["clock", "store"]
NOON = Clock().now
SERVER, HERE, ADA = 2**62, 2**61, 2**60
NEW = NewRace(SERVER, HERE, ADA, "parlett", "tuesday", NOON + timedelta(hours=1))
ALL = Shards([0], 1)
GAME = NewGame(ADA, HERE, SERVER, "parlett", 1, "tuesday", kind=Kind.RACE)

_SWEDISH = (
    """
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM races WHERE channel = NEW.channel AND NOT over) THEN
            RAISE unique_violation USING MESSAGE = 'dubblett av nyckelvärde bryter mot unik begränsning';
        END IF;
        RETURN NEW;
    END $$
    """,
    "CREATE TRIGGER refuse BEFORE INSERT ON races FOR EACH ROW EXECUTE FUNCTION refuse()",
)


async def _start(store: Store) -> Race:
    race = await store.races.start(NEW)
    assert race is not None
    return race


async def _end(store: Store, game: SavedGame, status: Status = Status.FINISHED) -> None:
    ended = Ended("stuck", 9, 1)
    assert await store.games.save(game.seen, NewVersion(game.owner, "d", "", status, ended))


async def test_a_race_comes_back_as_it_was_kept(store: Store, url: str) -> None:
    """A race comes back as it was kept, with its message, in another process too."""
    race = await _start(store)
    assert race == Race(race.id, SERVER, HERE, None, *NEW[2:5], NOON, NEW.ends_at, over=False)
    await store.races.posted(race.id, 77)
    async with await open_store(url) as other:
        assert await other.races.here(HERE) == race._replace(message=77)
        assert await going_on(other) == [race._replace(message=77)]
        await other.races.posted(race.id, 78, anew=True)
        assert await other.races.get(race.id) == race._replace(message=78, reposted=True)
        assert await other.races.get(race.id + 1) is None
        assert await other.races.here(5) is None


async def test_one_race_a_channel_whatever_language_the_database_speaks(
    request: pytest.FixtureRequest, postgres_blank: str
) -> None:
    """A channel has one race whatever language PostgreSQL speaks; here a trigger answers in Swedish."""
    url = new_postgres(request, postgres_blank)
    database = Database(url)
    for statement in _SWEDISH:
        await database.execute(text(statement))
    await database.close()
    async with await open_store(url) as store:
        assert await store.races.start(NEW) is not None
        assert await store.races.start(NEW) is None


async def test_one_race_a_channel(store: Store) -> None:
    """A channel has one race at a time, and the next can start when it is over."""
    race = await _start(store)
    assert await store.races.start(NEW) is None
    assert await store.races.start(NEW._replace(channel=5)) is not None
    assert await store.races.end(race.id)
    assert await store.races.here(HERE) is None
    assert await store.races.start(NEW) is not None


async def test_of_several_processes_one_starts_and_one_ends(url: str) -> None:
    """Of several processes one starts a race and one ends it, and the others are told they were not first."""
    async with await open_store(url) as one, await open_store(url) as two:
        started = await asyncio.gather(*(store.races.start(NEW) for store in (one, two, one, two)))
        (race,) = (race for race in started if race is not None)
        assert await going_on(one) == [race]
        ended = await asyncio.gather(*(store.races.end(race.id) for store in (one, two, one, two)))
        assert sorted(ended) == [False, False, False, True]


async def test_nobody_joins_twice(url: str, clock: Clock) -> None:
    """Of several simultaneous presses, in any process, one joins the race, and the others leave no game."""
    async with await open_store(url, clock) as one, await open_store(url, clock) as two:
        race = await _start(one)
        presses = [
            store.games.create(GAME._replace(channel=channel, race=race.id))
            for channel, store in enumerate([one, two, one, two], start=1)
        ]
        dealt = await asyncio.gather(*presses, return_exceptions=True)
        games = await two.games.of_race(race.id)
        assert [game for game in dealt if not isinstance(game, RaceClosed)] == games
        assert len(games) == 1
        kept = [await one.seats.playing(ADA, channel) for channel in range(1, 5)]
        assert [game for game in kept if game is not None] == games
        assert await one.races.joined(race.id, ADA) == games[0].id
        assert await one.races.of_game(games[0].id) == race


async def test_a_race_is_done_when_enough_have_played_and_nobody_plays(store: Store, clock: Clock) -> None:
    """A race is done when enough have played and nobody plays, or when its time is up."""
    race = await _start(store)
    other = await store.races.start(NEW._replace(channel=5))
    assert other is not None
    await store.games.create(GAME._replace(channel=5, race=other.id))
    first, second = [await store.games.create(GAME._replace(owner=owner, race=race.id)) for owner in (1, 2)]
    await _end(store, first)
    assert not await store.races.end_if_done(race.id, 2)
    await _end(store, second)
    assert not await store.races.end_if_done(race.id, 3)
    assert await store.races.end_if_done(race.id, 2)
    assert await store.races.end_if_done(race.id, 2), "it is over"
    assert await going_on(store) == [other]
    clock.now = NEW.ends_at
    assert await store.races.end_if_done(other.id, 1)
    assert await going_on(store) == []


async def test_who_comes_too_late_keeps_the_other_game(store: Store) -> None:
    """Whoever comes too late for a race keeps the game that would have given way to it."""
    race = await _start(store)
    await store.races.end(race.id)
    other = await store.games.create(GAME._replace(kind=Kind.FREE))
    with pytest.raises(RaceClosed):
        await store.games.create(GAME._replace(race=race.id))
    assert await store.seats.playing(ADA, HERE) == other


async def test_what_is_unfinished_at_the_end_is_practice(store: Store) -> None:
    """A game that is unfinished at the end of its race is practice, while a finished one counts."""
    race = await _start(store)
    done = await store.games.create(GAME._replace(race=race.id))
    await store.games.save(done.seen, NewVersion(done.owner, "d", "", Status.FINISHED))
    await store.games.create(GAME._replace(owner=2, race=race.id))
    assert await store.races.deals("tuesday")
    assert not await store.races.deals("friday")
    await store.races.end(race.id)
    assert not await store.races.deals("tuesday")
    assert [game.kind for game in await store.games.of_race(race.id)] == [Kind.RACE, Kind.PRACTICE]


async def test_what_is_finished_at_the_end_stays(store: Store) -> None:
    """A game that is finished at the end of its race stays so: its deal is public from then on."""
    race = await _start(store)
    game = await store.games.create(GAME._replace(race=race.id))
    await _end(store, game)
    await store.races.end(race.id)
    with pytest.raises(RaceClosed):
        await store.games.save(Seen(game.id, 2), NewVersion(game.owner, "", "d", undid=True))
    (kept,) = await store.games.of_race(race.id)
    assert (kept.version, kept.status, kept.moves) == (2, Status.FINISHED, "d")
    assert await store.results.of(game.id) is not None


async def test_a_move_may_be_taken_back_after_the_time_is_up(store: Store, clock: Clock) -> None:
    """A move may be taken back after the time of a race is up, in a game that is not over."""
    race = await _start(store)
    game = await store.games.create(GAME._replace(race=race.id))
    clock.wait(60)
    assert await store.games.save(game.seen, NewVersion(game.owner, "", "d", undid=True))


async def test_nobody_joins_after_the_time_is_up(store: Store, clock: Clock) -> None:
    """Nobody joins a race after its time is up, even before anybody has ended it."""
    race = await _start(store)
    clock.wait(60)
    with pytest.raises(RaceClosed):
        await store.games.create(GAME._replace(race=race.id))


async def test_the_first_end_is_kept(store: Store, clock: Clock) -> None:
    """The first end in a race is kept, unless it is a resignation; who joins from then on is late."""
    race = await _start(store)
    games = [await store.games.create(GAME._replace(owner=owner, race=race.id)) for owner in range(3)]
    clock.wait(1)
    await _end(store, games[0], Status.RESIGNED)
    assert (await store.races.get(race.id)) == race
    clock.wait(1)
    first = clock.now
    await _end(store, games[1])
    clock.wait(1)
    await _end(store, games[2])
    assert (await store.races.get(race.id)) == race._replace(first_end=first)
    late = await store.games.create(GAME._replace(owner=9, race=race.id))
    assert [game.kind for game in (*games, late)] == [*[Kind.RACE] * 3, Kind.LATE]


async def test_a_move_taken_back_is_no_end(store: Store) -> None:
    """A move that is taken back is no end in a race, and who joins after that is not late."""
    race = await _start(store)
    game = await store.games.create(GAME._replace(race=race.id))
    assert await store.games.save(game.seen, NewVersion(game.owner, "", "d", undid=True))
    assert await store.races.get(race.id) == race
    assert (await store.games.create(GAME._replace(owner=2, race=race.id))).kind is Kind.RACE


async def test_a_race_may_end_while_somebody_finishes(store: Store, url: str) -> None:
    """A race may end while somebody finishes in it: neither waits forever, and the game is practice."""
    race = await _start(store)
    game = await store.games.create(GAME._replace(race=race.id))
    if url.startswith("sqlite"):
        await asyncio.gather(store.races.end(race.id), _end(store, game))
        return
    database = Database(url)
    async with database.transaction() as ending:
        await ending.execute(update(races).values(over=True))
        finishing = asyncio.create_task(_end(store, game))
        done, _ = await asyncio.wait([finishing], timeout=0.2)
        assert not done
        await ending.execute(update(games).values(kind=Kind.PRACTICE.value))
    await finishing
    await database.close()
    result = await store.results.of(game.id)
    assert result is not None
    assert result.kind == Kind.PRACTICE


async def test_what_happens_in_a_race_happens_in_no_other(store: Store) -> None:
    """What happens in one of three races happens in neither of the others."""
    three = [
        await store.races.start(NEW._replace(channel=channel, seed=f"s{channel}")) for channel in range(3)
    ]
    before, race, after = [each for each in three if each is not None]
    games = {
        each: await store.games.create(GAME._replace(channel=each.channel, race=each.id))
        for each in (before, race, after)
    }
    for each in games:
        await store.races.shown(each.id, 1)
    assert await store.races.unshown(ALL) == []
    assert await store.races.joined(race.id, ADA) == games[race].id
    assert [await store.races.of_game(game.id) for game in games.values()] == [before, race, after]
    assert await store.races.of_game(games[after].id + 1) is None
    await store.games.create(GAME._replace(owner=2, race=race.id))
    await store.races.shown(race.id, 9)
    assert [(each.race, each.state) for each in await store.races.unshown(ALL)] == [(race, 2)]
    await _end(store, games[race])
    await store.races.posted(race.id, 77)
    await store.races.settle(race.id)
    await store.races.end(race.id)
    assert [await store.races.get(each.id) for each in (before, after)] == [before, after]
    assert await going_on(store) == [before, after]
    assert [await store.games.of_race(each.id) for each in (before, after)] == [
        [games[before]],
        [games[after]],
    ]
    for each in games:
        await store.races.posted(each.id, 78)
    await store.races.lost(race.id)
    noted = [await store.races.get(each.id) for each in games]
    assert [each and (each.message, each.over, each.settled) for each in noted] == [
        (78, False, False),
        (None, True, True),
        (78, False, False),
    ]


async def test_a_deal_is_exported_when_its_race_is_over(store: Store) -> None:
    """A deal is exported only when its race is over, as a manager may be taking part."""
    race = await _start(store)
    game = await store.games.create(GAME._replace(race=race.id))
    await _end(store, game)
    assert [row async for rows in store.ranks.export(SERVER) for row in rows] == []
    await store.races.end(race.id)
    assert [row.seed async for rows in store.ranks.export(SERVER) for row in rows] == ["tuesday"]
