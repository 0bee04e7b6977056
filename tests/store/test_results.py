"""Results: written with the last move of a game, and ranked among the player's others."""

from __future__ import annotations

import asyncio
import itertools
from datetime import date

import pytest
from sqlalchemy import select

from bot.store import (
    Ended,
    Help,
    Kind,
    NewGame,
    NewVersion,
    Record,
    SavedGame,
    Seen,
    Status,
    Store,
    WinRuns,
    open_store,
)
from bot.store.database import Database
from bot.store.tables import bests, results
from tests.clock import Clock, clock, store

__all__ = ["clock", "store"]
ADA, BEN, HERE, SERVER = 1, 2, 3, 4
_NUMBERS = itertools.count()


def _new(player: int = ADA, kind: Kind = Kind.FREE) -> NewGame:
    """Return a game of a deal that nobody has played before."""
    return NewGame(player, HERE, SERVER, "parlett", 1, f"s{next(_NUMBERS)}", kind=kind)


async def _play(
    store: Store,
    left: int,
    *,
    player: int = ADA,
    kind: Kind = Kind.FREE,
    outcome: str = "stuck",
    moves: int = 5,
) -> SavedGame:
    game = await store.games.create(_new(player, kind))
    await _end(store, game, left, outcome=outcome, moves=moves)
    return game


async def _end(
    store: Store, game: SavedGame, left: int, *, outcome: str = "stuck", moves: int = 5, seen: int = 1
) -> None:
    assert await store.games.save(
        Seen(game.id, seen), NewVersion(game.owner, "d", "", Status.FINISHED, Ended(outcome, left, moves))
    )


async def _bests(url: str) -> list[tuple[object, ...]]:
    """Return the rows of the leaderboards: period, player, assisted, left."""
    database = Database(url)
    async with database.statement() as connection:
        rows = await connection.execute(
            select(bests.c.period, bests.c.player, bests.c.assisted, bests.c.left).order_by(
                bests.c.player, bests.c.period
            )
        )
        found = [tuple(row) for row in rows]
    await database.close()
    return found


async def test_the_best_result_counts_in_each_period(store: Store, clock: Clock, url: str) -> None:
    """The best result counts in each period, and days and months begin at midnight UTC."""
    clock.turn_to(date(2026, 11, 29), 23)
    await _play(store, 7)
    clock.wait(120)
    await _play(store, 9)
    await _play(store, 11)
    assert await _bests(url) == [
        *(("2026-11", ADA, 0, 7), ("2026-11-30", ADA, 0, 9), ("all", ADA, 0, 7)),
    ]
    for days, left in ((1, 8), (1, 6), (31, 5), (1, 4)):
        clock.wait(days * 24 * 60)
        await _play(store, left)
    assert [row[0] for row in await _bests(url)] == ["2027-01", "2027-01-03", "all"]


@pytest.mark.parametrize("kind", [Kind.CHOSEN, Kind.WISHED, Kind.PRACTICE, Kind.LATE])
async def test_cards_that_were_known_stand_on_no_leaderboard(store: Store, url: str, kind: Kind) -> None:
    """A game whose cards were known stands on no leaderboard, but counts as played."""
    await _play(store, 1, kind=kind, outcome="won")
    assert await _bests(url) == []
    assert await store.results.record(ADA, "parlett") == Record(1, 1)
    assert await store.results.record(ADA, "goren") == Record(0, 0)


async def test_a_win_stands_above_what_was_not_won(store: Store, url: str) -> None:
    """A win stands above what was not won, whatever help there was and whichever came first."""
    for player, help_first in ((ADA, True), (BEN, False)):
        if not help_first:
            await _play(store, 3, player=player)
        game = await store.games.create(_new(player))
        await store.games.help(game.id, Help.HINT)
        await _end(store, game, 7, outcome="won")
        if help_first:
            await _play(store, 3, player=player)
    assert await _bests(url) == [
        (period, player, 1, 7) for player in (ADA, BEN) for period in ("2026-11", "2026-11-20", "all")
    ]


@pytest.mark.parametrize("outcome", ["won", "stuck"])
async def test_clean_results_stand_above_assisted_ones(store: Store, url: str, outcome: str) -> None:
    """Clean results stand above assisted ones whatever their scores, among wins as among the rest."""
    game = await store.games.create(_new())
    await store.games.help(game.id, Help.HINT)
    await _end(store, game, 1, outcome=outcome)
    await _play(store, 12, outcome=outcome)
    assert await _bests(url) == [(period, ADA, 0, 12) for period in ("2026-11", "2026-11-20", "all")]


async def test_of_games_that_end_at_once_the_best_stands(store: Store, url: str) -> None:
    """Of games that end at once all are saved, and the best stands on the leaderboard."""
    for player in range(1, 11):
        if player % 2:
            await _play(store, 40, player=player)
        games = [await store.games.create(_new(player)._replace(channel=place)) for place in range(1, 7)]
        await asyncio.gather(*(_end(store, game, (7 * game.channel + player) % 9 + 2) for game in games))
        assert await store.results.record(player, "parlett") == Record(6 + player % 2, 0)
        best = min((7 * place + player) % 9 + 2 for place in range(1, 7))
        assert [row[3] for row in await _bests(url) if row[1] == player] == [best] * 3


async def test_a_game_that_is_taken_up_again_keeps_its_result(store: Store, url: str) -> None:
    """A game that is taken up again keeps its result, and only a better end, an assisted one, replaces it."""
    await _play(store, 9)
    game = await _play(store, 7)
    earned, ranked = await store.results.of(game.id), await _bests(url)
    again = NewVersion(ADA, "", "d", undid=True)
    for seen, left in ((2, 7), (4, 3), (6, 8)):
        assert await store.games.save(Seen(game.id, seen), again)
        await _end(store, game, left, seen=seen + 1)
        assert await store.results.of(game.id) == earned
        assert await _bests(url) == ranked
    assert await store.games.save(Seen(game.id, 8), again)
    assert await _bests(url) == ranked
    await _end(store, game, 8, outcome="won", seen=9)
    assert await _bests(url) == [(period, ADA, 1, 8) for period in ("2026-11", "2026-11-20", "all")]
    assert await store.results.record(ADA, "parlett") == Record(2, 1)


async def test_the_moves_of_a_result_stay_with_it(store: Store) -> None:
    """The moves that led to a result stay with it, and what lost other ones is not said of them."""
    game = await _play(store, 7)
    await store.games.save(Seen(game.id, 2), NewVersion(game.owner, "", "d", undid=True))
    await store.games.save(
        Seen(game.id, 3), NewVersion(game.owner, "2< d", "", Status.FINISHED, Ended("stuck", 8, 2))
    )
    kept = await store.results.of(game.id)
    assert kept is not None
    assert (kept.left, kept.from_before) == (7, True)
    await store.results.save_lost_by(game.id, 4, 1)
    assert await store.results.of(game.id) == kept
    assert [row.played async for rows in store.ranks.export(SERVER) for row in rows] == ["d"]


async def test_a_better_end_enters_later_periods(store: Store, clock: Clock, url: str) -> None:
    """A better end counts on the day on which it comes, and a run of wins goes on from where it was."""
    game = await _play(store, 7)
    await _play(store, 5, outcome="won")
    clock.wait(24 * 60)
    await store.games.save(Seen(game.id, 2), NewVersion(game.owner, "", "d", undid=True))
    await _end(store, game, 5, outcome="won", seen=3)
    assert ("2026-11-21", ADA, 1, 5) in await _bests(url)
    assert await store.stats.win_runs(ADA, "parlett") == WinRuns(2, 2, 2, 2)


async def test_a_daily_resigned_before_the_first_move_is_a_loss(store: Store) -> None:
    """A daily resigned before its first move counts as played and not won; another game does not."""
    for kind, played in ((Kind.DAILY, 1), (Kind.FREE, 1)):
        new = _new(kind=kind)._replace(day=date(2026, 11, 20) if kind is Kind.DAILY else None)
        game = await store.games.create(new)
        ended = Ended("resigned", 52, 0)
        await store.games.save(game.seen, NewVersion(game.owner, "", "", Status.RESIGNED, ended))
        assert await store.results.record(ADA, "parlett") == Record(played, 0)


async def test_a_result_that_was_taken_off_its_leaderboard_stays_off(store: Store, url: str) -> None:
    """A result that was taken off its leaderboard stays off, even if its last move is made again."""
    other = await store.games.create(_new(BEN))
    game = await _play(store, 7)
    await store.ranks.reset(SERVER, None)
    again = NewVersion(ADA, "", "d", undid=True)
    assert await store.games.save(Seen(game.id, 2), again)
    await _end(store, game, 7, seen=3)
    assert await _bests(url) == []
    assert await store.games.get(other.id) == other


async def test_a_game_that_gives_way_is_no_result(store: Store, url: str) -> None:
    """A game that gives way to the next, as nothing was done in it, counts nowhere."""
    await store.games.create(_new())
    await store.games.create(NewGame(ADA, HERE, SERVER, "goren", 1, "y"))
    assert await store.results.record(ADA, "parlett") == Record(0, 0)
    assert await _bests(url) == []


async def test_a_stale_end_is_no_result(store: Store, url: str) -> None:
    """An end that comes too late for its game's version is neither saved nor a result."""
    game = await store.games.create(_new())
    assert not await store.games.save(
        Seen(game.id, 9), NewVersion(game.owner, "d", "", Status.FINISHED, Ended("won", 1, 1))
    )
    assert await store.results.record(ADA, "parlett") == Record(0, 0)
    assert await _bests(url) == []


async def test_a_result_tells_how_long_a_game_took(store: Store, clock: Clock, url: str) -> None:
    """A result tells how many seconds a game took at the board: three days away count as two minutes."""
    game = await store.games.create(NewGame(BEN, HERE, None, "parlett", 1, "x"))
    clock.wait(1.5)
    await store.games.save(Seen(game.id, 1), NewVersion(game.owner, "d", ""))
    clock.wait(3 * 24 * 60)
    await store.seats.turn_to(game.id)
    clock.wait(0.5)
    await _end(store, game, 5, moves=40, seen=2)
    database = Database(url)
    async with database.statement() as connection:
        row = (await connection.execute(select(results.c.seconds, results.c.moves, results.c.guild))).one()
    await database.close()
    assert tuple(row) == (240, 40, None)
    assert await _bests(url) == []


async def test_no_game_takes_less_than_no_time(store: Store, url: str) -> None:
    """No game takes less than no time, even if it ends on a machine whose clock is behind."""
    ahead = Clock()
    ahead.wait(1)
    async with await open_store(url, ahead) as other:
        game = await other.games.create(_new())
    await _end(store, game, 5)
    database = Database(url)
    async with database.statement() as connection:
        assert (await connection.execute(select(results.c.seconds))).scalar_one() == 0
    await database.close()


async def test_an_end_that_is_saved_late_leaves_the_next_day_alone(
    store: Store, clock: Clock, url: str
) -> None:
    """An end that is saved late leaves the results of the next day and month alone."""
    clock.turn_to(date(2026, 11, 30), 23, 59)
    ahead = Clock()
    ahead.turn_to(date(2026, 12, 1), 0)
    async with await open_store(url, ahead) as other:
        await _play(other, 9)
    await _play(store, 5)
    told = {period: left for period, _, _, left in await _bests(url)}
    assert told == {"2026-12-01": 9, "2026-12": 9, "2026-11-30": 5, "2026-11": 5, "all": 5}


async def test_the_move_that_lost_is_kept_with_the_result(store: Store) -> None:
    """The move that lost is kept with the very end that was reviewed, and not with an older one."""
    game = await _play(store, 7)
    kept = await store.results.of(game.id)
    assert kept is not None
    assert (kept.left, kept.lost_by) == (7, None)
    await store.results.save_lost_by(game.id, 1, 3)
    assert await store.results.of(game.id) == kept
    await store.results.save_lost_by(game.id, 2, 4)
    assert await store.results.of(game.id) == kept._replace(lost_by=4)


async def test_a_game_that_was_not_played_has_no_result(store: Store, url: str) -> None:
    """A game that was read from a file is over when it is saved, and has no result."""
    new = NewGame(ADA, HERE, SERVER, "parlett", 1, "x", kind=Kind.PRACTICE, moves="d d")
    game = await store.games.save_over(new, 5)
    assert (game.status, game.moves) == (Status.FINISHED, "d d")
    assert await store.games.get(game.id) == game
    assert await store.results.of(game.id) is None
    assert await store.seats.playing(ADA, HERE) is None
    assert await _bests(url) == []


async def test_the_game_that_was_played_most_is_told_first(store: Store, clock: Clock) -> None:
    """The game that was played most is told first, with how often it is known which move lost."""
    since = clock.now
    await _play(store, 7)
    for _ in range(2):
        game = await store.games.create(_new()._replace(game="pyramid"))
        await _end(store, game, 5)
    await store.results.save_lost_by(game.id, 2, 1)
    clock.wait(1)
    tallies = await store.stats.tallies(ADA, since, clock.now)
    assert [(tally.game, tally.played, tally.explained, tally.blundered) for tally in tallies] == [
        ("pyramid", 2, 1, 1),
        ("parlett", 1, 0, 0),
    ]
