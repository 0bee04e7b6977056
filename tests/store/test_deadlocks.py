"""Changes that lock the same rows at once: each happens, one after the other; none gives up in silence."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from bot.service.game import Game, Seat
from bot.service.race import Races
from bot.service.ranks import Ranks
from bot.store import Kind, NewGame, Store, StoreFailing
from bot.store.database import Database
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.rules import Outcome
from tests.databases import new_postgres
from tests.games import Games
from tests.trying import begin, made, settle, try_out

pytestmark = pytest.mark.slow
SERVER, MOST = 9, 100
ACCORDION = find_game("accordion")


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have everybody wait for locks as long as a slow machine takes: who deadlocks is told in a second."""
    monkeypatch.setattr("bot.store.database._BUSY_SECONDS", 60.0)


def _to_the_end(game: Game) -> str:
    """Return the moves from a game's deal to its end, always the first."""
    session = game.session
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(session.rules, moves[:1]))
    return write_moves(session.rules, session.moves)


async def _after(seconds: float, work: Awaitable[Any]) -> Any:
    await asyncio.sleep(seconds)
    return await work


def _races(store: Store, games: Games) -> Races:
    return Races(store, games.lookup, games.dealer)


async def test_each_of_two_ends_one_race_and_joins_the_others(store: Store) -> None:
    """Two people may each end one race and join the other's at the same moment."""
    games = Games(store, MOST)
    races = _races(store, games)
    for number in range(0, 50, 2):
        ann, ben = Seat(1000 + number, number, SERVER), Seat(1001 + number, number + 1, SERVER)
        of_ann, of_ben = [await races.start(seat, SERVER, ACCORDION, 1) for seat in (ann, ben)]
        played = [await races.join(ann, of_ann), await races.join(ben, of_ben)]
        await asyncio.gather(
            *(games.play.move(game, _to_the_end(game)) for game in played),
            races.join(Seat(ann.owner, ben.channel, SERVER), of_ben),
            races.join(Seat(ben.owner, ann.channel, SERVER), of_ann),
        )


async def test_joining_a_race_beside_deleting_everything(store: Store) -> None:
    """The starter of a race may join it and have everything deleted at the same moment."""
    games = Games(store, MOST)
    races = _races(store, games)
    for number in range(60):
        seat = Seat(5000 + number, number, SERVER)
        race = await races.start(seat, SERVER, ACCORDION, 1)
        deletion = _after(0.0005 * (number % 12), store.privacy.delete(seat.owner))
        await asyncio.gather(races.join(seat, race), deletion)


async def test_keeping_a_record_beside_deleting_everything(store: Store) -> None:
    """A record may be kept in place of another while all of its reader's data is deleted."""
    for number in range(30):
        old, new = [
            NewGame(6000 + number, 0, None, "accordion", 1, seed, kind=Kind.PRACTICE, moves="2<")
            for seed in ("tuesday", "friday")
        ]
        await store.games.save_over(old, 1)
        await asyncio.gather(
            _after(0.0005 * (number % 10), store.games.save_over(new, 1)), store.privacy.delete(old.owner)
        )


async def test_a_try_beside_a_deletion_and_a_reset(store: Store) -> None:
    """Two may settle tries at one puzzle while one has all data deleted and the boards are reset."""
    for number in range(20):
        ann, ben, puzzle = 8000 + number, 9000 + number, await made(store, f"shared-{number}")
        for player in (ann, ben):
            await try_out(store, player, await made(store, f"first-{player}"), solved=True, guild=SERVER)
        begun = [(player, await begin(store, player, puzzle, SERVER)) for player in (ann, ben)]
        settled = await asyncio.gather(
            *(settle(store, player, seen, solved=True) for player, seen in begun),
            _after(0.0005 * (number % 10), store.privacy.delete(ann)),
            _after(0.0005 * (number % 7), store.ranks.reset(SERVER, None)),
        )
        assert settled[1]
        assert await store.ratings.of(ann) is None
        assert await store.ratings.of(ben) is not None


async def test_a_reset_beside_ends_and_undos(store: Store) -> None:
    """A leaderboard may be reset while eight players end games and take moves back."""
    games = Games(store, MOST)
    for round_ in range(12):
        dealt = [
            await games.dealer.deal(Seat(player, 10 * round_ + player, SERVER), ACCORDION)
            for player in range(1, 9)
        ]
        over = [await games.play.move(game, _to_the_end(game)) for game in dealt]
        # Some deals, 7 of 20,000, are won even so, and stay won.
        lost = [game for game in over if game.outcome is not Outcome.WON]
        undos = (games.play.undo(game) for game in lost)
        resets = (_after(seconds, Ranks(store).reset(SERVER, None)) for seconds in (0.005, 0.008))
        await asyncio.gather(
            *(_after(0.001 * ((7 * place + 3 * round_) % 11), undo) for place, undo in enumerate(undos)),
            *resets,
        )


async def test_an_undo_beside_an_end_or_a_deal_in_its_channel(store: Store) -> None:
    """An undo may meet another end or deal in its channel: both happen."""
    games = Games(store, MOST)
    for number in range(40):
        seat = Seat(7000 + number, number, SERVER)
        first = await games.dealer.deal(seat, ACCORDION, "tuesday")
        over = await games.play.move(first, _to_the_end(first))
        undo = games.play.undo(over)
        other: Awaitable[Any]
        if number % 2:
            second = await games.dealer.deal(seat, ACCORDION, "friday")
            other = games.play.move(second, _to_the_end(second))
        else:
            other = games.dealer.deal(seat, ACCORDION)
        pause = 0.0005 * (number % 12 - 6)
        await asyncio.gather(_after(max(0, pause), undo), _after(max(0, -pause), other))


async def test_one_of_two_that_wait_for_each_other_is_told(request: pytest.FixtureRequest) -> None:
    """With PostgreSQL one of two changes that wait for each other is undone, and whoever made it is told."""
    told: list[str] = []
    meeting = asyncio.Barrier(2)

    async def lock(database: Database, first: int, second: int) -> None:
        async with database.transaction() as connection:
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({first})")
            await meeting.wait()
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({second})")

    database = Database(new_postgres(request))
    ways = (lock(database, 100_001, 100_002), lock(database, 100_002, 100_001))
    for outcome in await asyncio.gather(*ways, return_exceptions=True):
        if outcome is not None:
            assert isinstance(outcome, StoreFailing)
            told.append(str(outcome))
    await database.close()
    assert told == [
        "Two changes stood in each other's way, and the database undid one: whoever made it is told."
    ]
