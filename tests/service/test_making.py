"""Making dailies: which deal it is, when it is made, and that nobody chose it."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.service.daily import Dailies, NoDaily, NotBound, NotMade
from bot.service.kernels import Preparation
from bot.service.seeds import candidates, judge
from bot.service.thinking.solver_threads import Making, Quiet, SolverThreads
from bot.store import Daily, Store, open_store
from idle_year.engine.daily import FAMILIES, commitment, daily_key
from idle_year.engine.games import find_game, games_of
from idle_year.solvers.difficulty import HARDEST
from idle_year.solvers.protocols import Answer
from idle_year.solvers.registry import PACKAGES, KernelPackage, load
from tests.clock import Clock, clock, store
from tests.databases import both_databases

pytestmark = pytest.mark.slow

__all__ = ["clock", "store"]
DAY, TOMORROW = date(2026, 11, 20), date(2026, 11, 21)


async def test_a_daily_is_the_first_that_can_be_won(dailies: Dailies) -> None:
    """A daily is the first of its key's candidates that is proven to be winnable."""
    daily = await dailies.of(DAY, "napoleon")
    for number, seed in candidates(daily.key, DAY, "napoleon"):
        answer = judge(find_game("napoleon"), number, seed).answer
        assert (answer is Answer.WON) == (number == daily.number)
        if number == daily.number:
            break
    assert (daily.game, daily.seed) == ("napoleon", seed)
    assert daily.chance is not None
    assert 0 <= daily.chance <= 1


@pytest.mark.parametrize("family", FAMILIES)
async def test_every_family_has_a_daily(
    family: str, tmp_path: Path, clock: Clock, threads: SolverThreads
) -> None:
    """Every family has a daily, which is of the first of its games and has stars."""
    async with await open_store(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}", clock) as store:
        daily = await Dailies(store, threads, Preparation()).of(DAY, family)
    assert daily.game == games_of(family)[0].id
    assert daily.stars in range(1, HARDEST + 1)


async def test_a_week_is_made_ahead(dailies: Dailies, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dailies are made for today and the next seven days, and a second round changes nothing."""
    quick = ("accordion", "marriage")
    monkeypatch.setattr("bot.service.daily.FAMILIES", quick)
    days = [DAY + timedelta(ahead) for ahead in range(9)]
    await dailies.prepare()
    made = [[await store.dailies.get(day, family) for family in quick] for day in days]
    assert all(daily is not None for day in made[:8] for daily in day)
    assert made[8] == [None, None]
    await dailies.prepare()
    assert made == [[await store.dailies.get(day, family) for family in quick] for day in days]


async def test_the_bot_makes_them_by_itself(
    dailies: Dailies, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot makes dailies by itself soon after it starts, until it is told to end."""
    monkeypatch.setattr("bot.service.daily.FAMILIES", ("accordion",))
    monkeypatch.setattr("bot.service.daily._HEAD_START", 0)
    working = asyncio.create_task(dailies.keep_ready())
    async with asyncio.timeout(60):
        while await store.dailies.get(DAY + timedelta(7), "accordion") is None:  # noqa: ASYNC110  nobody is told
            await asyncio.sleep(0.01)
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working


@both_databases
async def test_two_bots_at_once_make_one_daily(
    dailies: Dailies, store: Store, threads: SolverThreads
) -> None:
    """Two bots at once make one daily, and all who ask are dealt the same."""
    bots = [dailies, Dailies(store, threads, Preparation())] * 3
    made = await asyncio.gather(*(bot.of(DAY, "accordion") for bot in bots))
    assert len(set(made)) == 1
    assert await store.dailies.get(DAY, "accordion") == made[0]


async def test_nobody_waits_for_the_daily_until_others_have_searched(
    dailies: Dailies, searches: list[asyncio.Task[None]]
) -> None:
    """However many people search, whoever asks for a daily that is yet to be made gets it before they end."""
    await dailies.of(DAY, "accordion")
    assert not any(search.done() for search in searches)


async def test_who_waits_for_their_turn_hurries_what_is_being_made(
    threads: SolverThreads, searches: list[asyncio.Task[None]]
) -> None:
    """Whoever waits for the next thing hurries what is being made ahead: others' searches hold up neither."""
    making = Making(threads)
    async with making.turn(awaited=False):
        waiting = asyncio.create_task(_enter(making))
        await asyncio.sleep(0)
        await making.think(find_game("accordion"), os.getpid)
    await waiting
    assert not any(search.done() for search in searches)


async def _enter(making: Making) -> None:
    async with making.turn(awaited=True):
        pass


async def test_a_missed_day_is_made_good(dailies: Dailies, clock: Clock) -> None:
    """After months without the bot today has a daily, and the days between stay without one."""
    first = await dailies.of(DAY, "accordion")
    clock.now += timedelta(days=100)
    assert (await dailies.of(dailies.today, "accordion")).seed != first.seed
    assert await dailies.of(DAY, "accordion") == first
    for day in (DAY + timedelta(50), dailies.today + timedelta(8)):
        with pytest.raises(NoDaily):
            await dailies.of(day, "accordion")


async def test_the_day_turns_at_midnight(dailies: Dailies, clock: Clock) -> None:
    """A day of dailies turns at midnight in UTC, to the second."""
    clock.now = datetime(2026, 11, 20, 23, 59, 59, tzinfo=UTC)
    assert dailies.today == DAY
    clock.now += timedelta(seconds=1)
    assert dailies.today == TOMORROW


async def test_without_solvers_nothing_is_made(dailies: Dailies, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without solvers no daily is made: the plain search would pass over deals that can be won."""
    monkeypatch.setattr("idle_year.solvers.registry._AT_HAND", {})
    await dailies.prepare()
    for family in FAMILIES:
        assert await dailies.find(DAY, family) is None
        with pytest.raises(NotMade):
            await dailies.of(DAY, family)


async def _until_made(dailies: Dailies, family: str) -> None:
    async with asyncio.timeout(60):
        while await dailies.find(DAY, family) is None:  # noqa: ASYNC110  nobody is told of it
            await asyncio.sleep(0.02)


async def test_a_daily_is_made_as_soon_as_its_solver_is_ready(
    store: Store, threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A daily is made as soon as its own solver is ready, without waiting for the others."""
    at_hand: dict[str, KernelPackage] = {}
    monkeypatch.setattr("idle_year.solvers.registry._AT_HAND", at_hand)
    monkeypatch.setattr("bot.service.daily._HEAD_START", 0)
    preparation = Preparation()
    preparation.expect(dict.fromkeys(PACKAGES, 3600.0))
    dailies = Dailies(store, threads, preparation)
    keeping = asyncio.create_task(dailies.keep_ready())
    await asyncio.sleep(0.1)
    for package, family in (("accordion.open", "accordion"), ("marriage.interval", "marriage")):
        assert await dailies.find(DAY, family) is None
        at_hand[package] = load(package)
        preparation.settle(package)
        await _until_made(dailies, family)
    keeping.cancel()


async def test_what_is_played_today_is_made_before_what_is_played_tomorrow(
    dailies: Dailies, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dailies of today are made before those of tomorrow, even if a solver becomes ready in between."""
    at_hand = {"accordion.open": load("accordion.open")}
    monkeypatch.setattr("idle_year.solvers.registry._AT_HAND", at_hand)
    made: list[tuple[date, str]] = []
    save = store.dailies.save

    async def save_and_note(daily: Daily) -> Daily:
        made.append((daily.day, daily.family))
        at_hand["marriage.interval"] = load("marriage.interval")
        return await save(daily)

    monkeypatch.setattr(store.dailies, "save", save_and_note)
    await dailies.prepare()
    assert made[:4] == [(day, family) for day in (DAY, TOMORROW) for family in ("accordion", "marriage")]
    assert len(made) == 16


async def test_keys_stay_secret_until_the_day_is_over(dailies: Dailies, store: Store, clock: Clock) -> None:
    """The keys of dailies stay secret on their day, and match afterwards what was published before."""
    clock.now -= timedelta(days=1)
    with pytest.raises(NotBound):
        await dailies.commitments(TOMORROW)
    before = await dailies.commitments(DAY)
    clock.now += timedelta(days=1)
    daily = await dailies.of(DAY, "accordion")
    assert await dailies.commitments(DAY) == before
    assert [family for family, _ in before] == list(FAMILIES)
    assert await dailies.revealed(DAY) is None
    clock.now += timedelta(days=1)
    assert await dailies.revealed(DAY) == [daily]
    assert before[0] == ("accordion", commitment(daily.key))
    secret = await store.secrets.get("dailies")
    assert secret is not None
    assert daily_key(secret, DAY, "accordion") == daily.key


async def test_what_has_time_waits_for_quiet(
    store: Store, clock: Clock, threads: SolverThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While people play, a daily is made two hours before its day, or when somebody asks; all in quiet."""
    monkeypatch.setattr("bot.service.daily.FAMILIES", ("accordion",))
    threads.quiet = quiet = Quiet(lambda: clock().timestamp())
    dailies = Dailies(store, threads, Preparation())

    async def made() -> list[int]:
        days = [ahead for ahead in range(8) if await store.dailies.get(DAY + timedelta(ahead), "accordion")]
        quiet.note()
        return days

    clock.turn_to(DAY, 21, 59)
    assert await made() == []
    assert await dailies.prepare() == Quiet.LOOK
    assert await made() == [0]
    await dailies.of(DAY + timedelta(3), "accordion")
    clock.wait(1)
    assert await made() == [0, 3]
    assert await dailies.prepare() == Quiet.LOOK
    assert await made() == [0, 1, 3]
    clock.wait(0.1)
    assert await dailies.prepare() is None
    assert await made() == [*range(8)]
