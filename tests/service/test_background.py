"""Background work continues whatever goes wrong, and ends when it should."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from bot.service.background import Background, BackOff, insist, repeat
from bot.store import StoreFailing


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """End every pause at once, and record how long it would have been."""
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    monkeypatch.setattr("bot.service.background.asyncio.sleep", pause)
    return pauses


def _doing(*results: Any) -> Callable[[], Coroutine[None, None, Any]]:
    """Return work that has these results, one after the other, and is then cancelled."""
    left: Iterator[Any] = iter((*results, asyncio.CancelledError()))

    async def work() -> Any:
        result = next(left)
        if isinstance(result, BaseException):
            raise result
        return result

    return work


@pytest.mark.logs("The races could not be looked at; another try follows.")
async def test_work_is_repeated_whatever_goes_wrong(slept: list[float]) -> None:
    """Work is repeated after its own delay, or sooner if it says so, and as usual after an error."""
    work = _doing(None, 60.0, ValueError("broken"), None)
    with pytest.raises(asyncio.CancelledError):
        await repeat(work, 3600.0, "The races could not be looked at", first=20.0)
    assert slept == [20.0, 3600.0, 60.0, 3600.0, 3600.0]


async def test_work_is_done_early_when_something_happens() -> None:
    """Work is done early when something happens, even if that happens while it is going on."""
    happened, done = asyncio.Event(), 0

    async def work() -> None:
        nonlocal done
        done += 1
        if done == 1:
            happened.set()
        if done == 3:
            raise asyncio.CancelledError

    repeating = asyncio.create_task(repeat(work, 3600.0, "It could not be done", early=happened))
    await asyncio.sleep(0.05)
    assert done == 2
    happened.set()
    with pytest.raises(asyncio.CancelledError):
        await repeating
    assert done == 3


async def test_work_is_tried_until_it_is_done(slept: list[float], caplog: pytest.LogCaptureFixture) -> None:
    """Work is tried until it is done, after growing pauses, each of them logged in one line."""
    work = _doing(OSError("down"), False, OSError(), OSError(), True)
    await insist(work, "The cards go on in %d s", (OSError,), BackOff(2.0, 6.0))
    assert slept == [2.0, 60.0, 4.0, 6.0]
    assert [record.getMessage() for record in caplog.records] == [
        "The cards go on in 2 s: down",
        "The cards go on in 4 s: no answer",
        "The cards go on in 6 s: no answer",
    ]


async def test_a_failing_database_does_not_end_it(slept: list[float]) -> None:
    """A failing database does not end the work, which is tried again as after any other outage."""
    work = _doing(StoreFailing("locked"), True)
    await insist(work, "In %d s", (OSError,), BackOff(2.0, 6.0))
    assert slept == [2.0]


async def test_another_error_ends_it(slept: list[float]) -> None:
    """Another error ends the work, as nobody knows whether it would ever be done."""
    with pytest.raises(ValueError, match="broken"):
        await insist(_doing(ValueError("broken")), "In %d s", (OSError,), BackOff(1.0, 2.0))
    assert slept == []


def test_pauses_double_up_to_the_longest() -> None:
    """Pauses double up to the longest, however many failures there were."""
    back_off = BackOff(15, 1800)
    assert [back_off.after(failures) for failures in (1, 2, 3, 7, 8, 10**6)] == [15, 30, 60, 960, 1800, 1800]


@pytest.mark.logs("Background work failed: posting digests; another try follows.")
@pytest.mark.logs("Background work was given up: posting digests; another try follows.")
async def test_no_work_ends_unseen(slept: list[float]) -> None:
    """Whatever work raises is logged, named, and tried again after growing pauses, until it is done."""
    background, named = Background(), []
    errors: list[BaseException] = [TypeError("a list"), asyncio.CancelledError(), KeyError("id")]

    async def post() -> None:
        named.append(background.failing)
        if errors:
            raise errors.pop(0)

    (posting,) = background.start({"posting digests": post})
    await posting
    assert (slept, background.failing) == ([5.0, 10.0, 20.0], ())
    assert named == [(), *[("posting digests",)] * 3]


@pytest.mark.logs("The races could not be looked at; another try follows.")
async def test_repeated_work_is_named_while_it_fails(slept: list[float]) -> None:
    """Repeated work is named as long as it fails, and no longer once it has been done."""
    background, named = Background(), []

    async def look() -> None:
        named.append(background.failing)
        if len(named) == 1:
            raise ValueError
        if len(named) == 3:
            (task,) = tasks
            task.cancel()

    async def races() -> None:
        await repeat(look, 5.0, "The races could not be looked at")

    tasks = background.start({"showing races": races})
    with pytest.raises(asyncio.CancelledError):
        await tasks[0]
    assert named == [(), ("showing races",), ()]
