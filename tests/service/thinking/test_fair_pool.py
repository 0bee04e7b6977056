"""Threads shared fairly: who goes first, who is dropped, and who is sent away."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.service.thinking.fair_pool import FairPool, Superseded, TooBusy, Urgency

if TYPE_CHECKING:
    from collections.abc import Iterator

ADA, BEN, CLEO = 1, 2, 3


class Bench:
    """A pool with one thread, which is kept busy until it is released, and a list of what ran in it."""

    def __init__(self, pool: FairPool) -> None:
        self.pool = pool
        self.ran: list[str] = []
        self._released = threading.Event()

    async def keep_busy(self) -> asyncio.Task[None]:
        """Have the thread wait for `release`."""
        held = self.ask(None, "held", Urgency.AHEAD)
        while not self.ran:  # noqa: ASYNC110  the thread has no event of this loop
            await asyncio.sleep(0.001)
        return held

    def release(self) -> None:
        """Let the thread go on."""
        self._released.set()

    def ask(self, person: int | None, name: str, rank: Urgency = Urgency.ANSWER) -> asyncio.Task[None]:
        """Ask for a job of this name."""
        return asyncio.create_task(self._ask(person, name, rank))

    async def _ask(self, person: int | None, name: str, rank: Urgency) -> None:
        with self.pool.asked_by(person) as asker:
            await self.pool.think(asker, rank, partial(self._run, name))

    async def search(self, person: int, name: str, slices: int, rank: Urgency = Urgency.SEARCH) -> None:
        """Search, or work out an answer, in so many slices."""
        with self.pool.asked_by(person) as asker:
            for number in range(slices):
                await self.pool.think(asker, rank, partial(self._run, f"{name}{number}"))

    def _run(self, name: str) -> None:
        self.ran.append(name)
        self._released.wait(10)


@pytest.fixture
def bench() -> Iterator[Bench]:
    """Give a pool of one thread, for which three may wait."""
    bench = Bench(FairPool(ThreadPoolExecutor(1), 1, 3))
    yield bench
    bench.release()
    bench.pool.close()


async def test_an_answer_goes_before_a_search_and_that_before_tomorrow(bench: Bench) -> None:
    """An answer goes before a search, and that before work for tomorrow, whatever came first."""
    held = await bench.keep_busy()
    jobs = [bench.ask(None, "tomorrow", Urgency.AHEAD)]
    await asyncio.sleep(0)
    jobs += [asyncio.create_task(bench.search(ADA, "search", 1)), bench.ask(BEN, "answer")]
    await asyncio.sleep(0)
    bench.release()
    await asyncio.gather(held, *jobs)
    assert bench.ran == ["held", "answer", "search0", "tomorrow"]


async def test_the_bots_own_work_is_not_put_off_for_ever() -> None:
    """Work for tomorrow that has waited for some seconds takes turns with searches, after every answer."""
    time = [0.0]
    bench = Bench(FairPool(ThreadPoolExecutor(1), 1, 4, lambda: time[0]))
    held = await bench.keep_busy()
    jobs = [bench.ask(None, "tomorrow", Urgency.AHEAD)]
    await asyncio.sleep(0)
    time[0] = 10.0
    jobs += [bench.ask(None, "later", Urgency.AHEAD), asyncio.create_task(bench.search(ADA, "search", 2))]
    jobs += [bench.ask(BEN, "answer")]
    await asyncio.sleep(0)
    bench.release()
    await asyncio.gather(held, *jobs)
    bench.pool.close()
    assert bench.ran == ["held", "answer", "tomorrow", "search0", "search1", "later"]


async def test_searches_take_turns(bench: Bench) -> None:
    """Searches take turns slice by slice, so that nobody waits for the whole of another one."""
    held = await bench.keep_busy()
    searches = [asyncio.create_task(bench.search(*of, 3)) for of in ((ADA, "a"), (BEN, "b"))]
    await asyncio.sleep(0)
    bench.release()
    await asyncio.gather(held, *searches)
    assert bench.ran == ["held", "a0", "b0", "a1", "b1", "a2", "b2"]


async def test_an_answer_in_slices_is_complete_before_a_search_goes_on(bench: Bench) -> None:
    """An answer in slices is complete before a search goes on."""
    held = await bench.keep_busy()
    search = asyncio.create_task(bench.search(ADA, "search", 2))
    answer = asyncio.create_task(bench.search(BEN, "answer", 3, Urgency.ANSWER))
    await asyncio.sleep(0)
    bench.release()
    await asyncio.gather(held, search, answer)
    assert bench.ran == ["held", "answer0", "answer1", "answer2", "search0", "search1"]


async def test_the_newest_request_of_a_person_wins(bench: Bench) -> None:
    """The newest request of a person takes the place of an older one, and others' stay where they are."""
    held = await bench.keep_busy()
    old, other = bench.ask(ADA, "old"), bench.ask(BEN, "other")
    await asyncio.sleep(0)
    new = bench.ask(ADA, "new")
    with pytest.raises(Superseded):
        await old
    bench.release()
    await asyncio.gather(held, other, new)
    assert bench.ran == ["held", "other", "new"]


async def test_a_search_ends_when_its_player_asks_for_something_newer(bench: Bench) -> None:
    """A search ends when its player asks for something newer."""
    held = await bench.keep_busy()
    search = asyncio.create_task(bench.search(ADA, "old", 100))
    await asyncio.sleep(0)
    bench.release()
    while "old0" not in bench.ran:  # noqa: ASYNC110  the thread has no event of this loop
        await asyncio.sleep(0)
    new = bench.ask(ADA, "new")
    with pytest.raises(Superseded):
        await search
    await asyncio.gather(held, new)
    assert bench.ran[-1] == "new"
    assert len(bench.ran) < 100


async def test_a_person_has_one_thread_at_most() -> None:
    """A person has one thread at most, and the other one is for everybody else."""
    bench = Bench(FairPool(ThreadPoolExecutor(2), 2, 3))
    first = bench.ask(ADA, "first")
    await asyncio.sleep(0.05)
    second, other = bench.ask(ADA, "second"), bench.ask(BEN, "other")
    await asyncio.sleep(0.05)
    assert bench.ran == ["first", "other"]
    bench.release()
    await asyncio.gather(first, second, other)
    bench.pool.close()


async def test_who_comes_when_too_many_wait_is_sent_away(bench: Bench) -> None:
    """Who comes when too many wait is sent away at once; the bot's own work may always wait."""
    held = await bench.keep_busy()
    waiting = [bench.ask(person, f"{person}") for person in (ADA, BEN, CLEO)]
    await asyncio.sleep(0)
    with pytest.raises(TooBusy):
        await bench.ask(4, "4")
    own = bench.ask(None, "own", Urgency.AHEAD)
    await asyncio.sleep(0)
    bench.release()
    await asyncio.gather(held, own, *waiting)
    assert bench.ran == ["held", "1", "2", "3", "own"]


async def test_what_nobody_waits_for_any_more_is_not_begun(bench: Bench) -> None:
    """A request that nobody waits for any more is not begun."""
    held = await bench.keep_busy()
    gone = bench.ask(ADA, "gone")
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait([gone])
    bench.release()
    await asyncio.gather(held, bench.ask(BEN, "next"))
    assert bench.ran == ["held", "next"]


async def test_a_job_that_fails_tells_who_asked_and_nobody_else(bench: Bench) -> None:
    """A job that fails tells who asked, and its thread is free for the next one."""
    bench.release()
    with bench.pool.asked_by(ADA) as asker, pytest.raises(ZeroDivisionError):
        await bench.pool.think(asker, Urgency.ANSWER, lambda: 1 // 0)
    await bench.ask(ADA, "next")
    assert bench.ran == ["next"]
