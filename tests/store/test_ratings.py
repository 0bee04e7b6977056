"""Ratings of players and puzzles: which tries count, for whom, and what they change."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from bot.pure.glicko import Rating, rated
from bot.store import (
    EVERYWHERE,
    Kind,
    NewGame,
    PlayerRating,
    Seen,
    Store,
    open_store,
)
from bot.store.tables import puzzles, ratings
from tests.clock import clock, store
from tests.databases import new_postgres
from tests.store.plans import plan_of
from tests.trying import GAME, SERVER, become_known, begin, made, settle, try_out

if TYPE_CHECKING:
    from pathlib import Path

    from tests.clock import Clock

__all__ = ["clock", "store"]

ANNA, BERT, OTHER = 1, 2, 5


async def _rating_of(store: Store, puzzle: int) -> Rating:
    query = select(*(puzzles.c[name] for name in Rating._fields)).where(puzzles.c.id == puzzle)
    return Rating(*(await store.games._database.execute(query)).one())


async def _deviation(store: Store, player: int) -> float:
    query = select(ratings.c.deviation).where(ratings.c.player == player, ratings.c.guild == EVERYWHERE)
    return float((await store.games._database.execute(query)).scalar_one())


async def _board(store: Store, guild: int = SERVER) -> list[int]:
    found = await store.ratings.places(guild, page=0, count=10, asker=0)
    return [place.player for place in found]


async def test_a_try_changes_the_rating_by_the_formula(store: Store) -> None:
    """Who solves a first puzzle gains and who fails one loses what Glicko-2 says, in whole points."""
    assert await store.ratings.of(ANNA) is None
    for player, solved in ((ANNA, True), (BERT, False)):
        await try_out(store, player, await made(store, f"of-{player}"), solved=solved)
        expected = rated(Rating(), Rating(), solved=solved)[0]
        assert await store.ratings.of(player) == PlayerRating(round(expected.rating), known=False)
        assert await _deviation(store, player) == pytest.approx(expected.deviation)


async def test_only_who_is_known_moves_a_puzzle(store: Store) -> None:
    """However many new accounts fail a puzzle, its rating stays; that of a known player's try changes it."""
    puzzle = await made(store)
    for puppet in range(100, 120):
        await try_out(store, puppet, puzzle, solved=False)
    assert await _rating_of(store, puzzle) == Rating()
    await become_known(store, ANNA)
    before = await store.ratings.of(ANNA)
    assert before is not None
    own = Rating(before.rating, await _deviation(store, ANNA))
    await try_out(store, ANNA, puzzle, solved=False)
    after = await _rating_of(store, puzzle)
    expected = rated(own, Rating(), solved=False)[1]
    assert after.rating == pytest.approx(expected.rating, abs=1)
    assert after.rating > 1500
    assert after.deviation == pytest.approx(expected.deviation, abs=0.1)


async def test_who_fails_on_purpose_hardly_moves_a_puzzle(store: Store) -> None:
    """An account that fails most puzzles makes one that it fails, too, less hard than an honest one does."""
    honest, bought = await made(store, "honest"), await made(store, "bought")
    await become_known(store, ANNA, solves=3)
    await become_known(store, BERT, solves=1)
    await try_out(store, ANNA, honest, solved=False)
    await try_out(store, BERT, bought, solved=False)
    assert 0 < (await _rating_of(store, bought)).rating - 1500 < 90
    assert (await _rating_of(store, honest)).rating - 1500 > 180


async def test_a_try_counts_once(store: Store) -> None:
    """Of two presses that settle a try at once only one changes the rating, and none does a second time."""
    seen = await begin(store, ANNA, await made(store))
    both = await asyncio.gather(*(settle(store, ANNA, seen, solved=solved) for solved in (True, False)))
    assert sorted(both) == [False, True]
    after = await store.ratings.of(ANNA)
    assert after is not None
    assert after.rating in {round(rated(Rating(), Rating(), solved=each)[0].rating) for each in (True, False)}
    for solved in (True, False):
        await settle(store, ANNA, Seen(seen.id, seen.version + 1), solved=solved)
    assert await store.ratings.of(ANNA) == after


@pytest.mark.parametrize("game", [GAME, "till-dawn"])
async def test_what_could_be_looked_up_does_not_count(store: Store, game: str) -> None:
    """A deal that its player has had before does not count; one dealt meanwhile is failed, even if solved.

    The pack is the same in every game.
    """
    for seed, kind in (("lost", Kind.FREE), ("daily", Kind.PRACTICE)):
        await store.games.create(NewGame(ANNA, 8, None, game, 1, seed, kind=kind))
        for solved, moves in ((True, "2<"), (False, "3<")):
            puzzle = await made(store, seed, moves=moves, proof=moves)
            await try_out(store, ANNA, puzzle, solved=solved)
    assert await store.ratings.of(ANNA) is None
    for player, seed, solved in ((ANNA, "looked-up", True), (BERT, "in-vain", False)):
        seen = await begin(store, player, await made(store, seed))
        await store.games.create(NewGame(player, 8, None, game, 1, seed, kind=Kind.PRACTICE))
        assert await settle(store, player, seen, solved=solved)
        failed = rated(Rating(), Rating(), solved=False)[0]
        assert await store.ratings.of(player) == PlayerRating(round(failed.rating), known=False)
    await store.games.create(NewGame(BERT, 8, None, game, 1, "of-anna", kind=Kind.PRACTICE))
    before = await store.ratings.of(ANNA)
    await try_out(store, ANNA, await made(store, "of-anna"), solved=True)
    assert await store.ratings.of(ANNA) != before


async def test_a_record_counts_as_looked_up_however_many_follow(store: Store) -> None:
    """The first record of a puzzle's deal is kept whatever is read after it, and tells; others are not."""
    puzzle, most = await made(store), 3
    for seed, moves in (
        ("monday", "2<"),
        ("tuesday", "2<"),
        ("tuesday", "3<"),
        *(("x", f"{n}<") for n in range(5)),
    ):
        record = NewGame(ANNA, 0, None, GAME, 1, seed, kind=Kind.PRACTICE, moves=moves)
        await store.games.save_over(record, most)
    kept = [game async for some in store.privacy.held(ANNA, "games") for game in some]
    assert [(game["seed"], game["moves"]) for game in kept] == [
        ("tuesday", "2<"),
        *(("x", f"{n}<") for n in (2, 3, 4)),
    ]
    await try_out(store, ANNA, puzzle, solved=True)
    assert await store.ratings.of(ANNA) is None


async def test_the_puzzle_of_a_day_does_not_count(store: Store, clock: Clock) -> None:
    """The puzzle that everybody has on the same day is talked about: it moves no rating, then or later."""
    puzzle = await made(store, day=clock.now.date())
    await try_out(store, ANNA, puzzle, solved=True)
    clock.wait(3 * 24 * 60)
    await try_out(store, BERT, puzzle, solved=True)
    assert await store.ratings.of(ANNA) is None
    assert await store.ratings.of(BERT) is None


async def test_beginning_anew_does_not_pay(store: Store, clock: Clock) -> None:
    """Who deletes all data loses the rating, and gets no other one for thirty days."""
    puzzle = await made(store)
    await try_out(store, ANNA, puzzle, solved=False)
    await store.privacy.delete(ANNA)
    assert await store.ratings.of(ANNA) is None
    for days, number in ((29, 1), (1.1, 2)):
        clock.wait(days * 24 * 60 - 60)
        await store.privacy.forget_expired()
        await try_out(store, ANNA, puzzle if number == 1 else await made(store, "new"), solved=True)
        assert (await store.ratings.of(ANNA) is None) == (number == 1)
        clock.wait(60)
    await store.privacy.delete(BERT)
    await try_out(store, BERT, puzzle, solved=True)
    assert await store.ratings.of(BERT) is not None


async def test_what_was_tried_without_a_rating_does_not_pay_either(store: Store, clock: Clock) -> None:
    """After thirty days without a rating, the answers read meanwhile give none: these begin anew."""
    looked_up, puzzle = await made(store, "looked-up"), await made(store, "later")
    await store.games.create(NewGame(ANNA, 8, None, GAME, 1, "looked-up"))
    for failed in (looked_up, puzzle):
        await try_out(store, ANNA, failed, solved=False)
        assert await store.ratings.of(ANNA) is None
        await store.privacy.delete(ANNA)
        clock.wait(29 * 24 * 60)
        await store.privacy.forget_expired()
    await try_out(store, ANNA, puzzle, solved=True)
    assert await store.ratings.of(ANNA) is None
    clock.wait(2 * 24 * 60)
    await store.privacy.forget_expired()
    await try_out(store, ANNA, await made(store, "new"), solved=True)
    assert await store.ratings.of(ANNA) is not None


async def test_time_away_makes_it_provisional(store: Store, clock: Clock) -> None:
    """A known rating stays, but is provisional and on no board after months without a try, until the next."""
    await become_known(store, ANNA)
    found = await store.ratings.of(ANNA)
    assert found is not None
    deviation = await _deviation(store, ANNA)
    clock.wait(20 * 24 * 60)
    assert await _board(store) == [ANNA]
    clock.wait(300 * 24 * 60)
    assert await store.ratings.of(ANNA) == PlayerRating(found.rating, known=False)
    assert await _board(store) == []
    await try_out(store, ANNA, await made(store, "back"), solved=True)
    assert await _deviation(store, ANNA) > deviation
    again = await store.ratings.of(ANNA)
    assert again is not None
    assert again.rating > found.rating


async def test_a_board_lists_known_ratings_of_its_server(store: Store) -> None:
    """A board lists those who have tried a puzzle there, by one rating for all servers."""
    for player, guild in ((1, SERVER), (2, SERVER), (3, SERVER), (4, OTHER), (5, None)):
        solves = 3 if player > 2 else 2
        await become_known(store, player, guild=guild, solves=solves)
    await try_out(store, 6, await made(store), solved=True)
    found = await store.ratings.places(SERVER, page=0, count=10, asker=1)
    assert [(place.number, place.position, place.players, place.player) for place in found] == [
        (1, 1, 3, 3),
        (2, 2, 3, 1),
        (2, 3, 3, 2),
    ]
    assert await _board(store, OTHER) == [4]
    await try_out(store, 3, await made(store, "elsewhere"), solved=True, guild=OTHER)
    assert await _board(store, OTHER) == [3, 4]
    (place, *_) = await store.ratings.places(SERVER, page=0, count=10, asker=1)
    (there,) = await store.ratings.places(OTHER, page=0, count=1, asker=0)
    assert place.rating == there.rating


@pytest.mark.parametrize("guild", [EVERYWHERE, SERVER])
async def test_who_hides_takes_no_place(store: Store, guild: int) -> None:
    """Who hides, everywhere or in the server, is not named and takes nobody's place."""
    for player, solves in ((1, 3), (2, 2)):
        await become_known(store, player, solves=solves)
    await store.ranks.hide(guild, 1)
    (place,) = await store.ratings.places(SERVER, page=0, count=10, asker=1)
    assert (place.number, place.players, place.player) == (1, 1, 2)
    await store.ranks.show(guild, 1)
    assert await _board(store) == [1, 2]


async def test_what_is_deleted_or_reset_is_gone(store: Store) -> None:
    """Who deletes their data leaves the board; a reset of all of a server's empties it, and no other one."""
    for player in (1, 2):
        await become_known(store, player)
        await try_out(store, player, await made(store, f"{player}-there"), solved=True, guild=OTHER)
    await store.privacy.delete(1)
    assert await _board(store) == [2]
    await store.ranks.reset(SERVER, GAME)
    assert await _board(store) == [2]
    await store.ranks.reset(SERVER, None)
    assert await _board(store) == []
    assert await _board(store, OTHER) == [2]
    await try_out(store, 2, await made(store, "again"), solved=True)
    assert await _board(store) == [2]


async def test_the_nearest_puzzle_comes_first(store: Store) -> None:
    """Of several puzzles, a player gets the one whose rating is nearest to the own one."""
    for seed in ("hard", "easy", "equal"):
        await made(store, seed)
    hard, easy = [
        (puzzles.update().where(puzzles.c.seed == seed).values(rating=rating))
        for seed, rating in (("hard", 1700), ("easy", 1200))
    ]
    for change in (hard, easy):
        await store.games._database.execute(change)
    first = await store.puzzles.next(ANNA, GAME, 1)
    assert first is not None
    assert first.seed == "equal"
    await become_known(store, BERT, solves=3)
    strong = await store.puzzles.next(BERT, GAME, 1)
    assert strong is not None
    assert strong.seed == "hard"


@pytest.mark.slow
async def test_many_settle_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight people on two processes settle tries at the same puzzles at once: each counts once."""
    for limit in ("database._BUSY_SECONDS", "postgres._CONNECTING_SECONDS", "postgres._ANSWER_SECONDS"):
        monkeypatch.setattr(f"bot.store.{limit}", 60.0)  # a slow machine refuses nobody here
    url = new_postgres(request)
    async with await open_store(url) as one, await open_store(url) as two:
        shared = [await made(one, f"shared-{number}") for number in range(6)]
        for player in range(1, 9):
            await become_known(one, player)
        begun = [
            (player, await begin(one, player, puzzle))
            for player in range(1, 9)
            for puzzle in (shared if player % 2 else reversed(shared))
        ]
        settled = await asyncio.gather(
            *(
                settle(process, player, seen, solved=player % 3 == 0)
                for player, seen in begun
                for process in (one, two)
            )
        )
        assert sum(settled) == len(begun)
        for puzzle in shared:
            tries = (await _rating_of(one, puzzle)).deviation
            assert tries < 135, "a try at it was lost"
        assert len(await _board(two)) == 8


async def test_a_board_reads_an_index_alone(tmp_path: Path) -> None:
    """Only known ratings of the server are read, from an index alone."""
    plan = await plan_of(tmp_path, lambda store: store.ratings.places(4, page=0, count=10, asker=1))
    (look,) = [step for step in plan if " ratings " in f"{step} "]
    assert look == "SEARCH ratings USING COVERING INDEX ratings_of_a_server (guild=? AND known_until>?)", plan
