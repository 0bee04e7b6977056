"""Background work that nobody waits for: repeated for ever, or retried until it is done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from textwrap import shorten
from time import monotonic
from typing import NamedTuple, TypeAlias, TypeVar

from bot.store import Store, StoreFailing
from bot.store.waits import is_set_within
from idle_year.engine.errors import GameError

T = TypeVar("T")
_Part: TypeAlias = tuple[Hashable, str]
"""A part of work, and what is logged if it fails."""

log = logging.getLogger(__name__)
_DOUBLED_AT_MOST = 30
"""The most doublings; enough for any pause that is wanted."""
_LONGEST_REASON = 400
"""Characters: of forty commands, discord.py says three lines each of what Discord has refused."""
_A_MINUTE = 60.0  # seconds
_LATELY = 10 * _A_MINUTE
"""How long a part that failed still counts as failing, beyond the pause it named."""


class BackOff(NamedTuple):
    """Exponential back-off: pauses in seconds, each twice as long as the one before, up to the longest."""

    first: float
    longest: float

    def after(self, failures: int) -> float:
        """Return the pause after so many failures in all, at least one."""
        return min(self.first * 2.0 ** min(failures - 1, _DOUBLED_AT_MOST), self.longest)


_AFTER_A_SURPRISE = BackOff(5.0, 600.0)


def reason(error: BaseException) -> str:
    """Return why something has failed, as one line of the log; an error without words is no answer."""
    return shorten(str(error), _LONGEST_REASON, placeholder=" …") or "no answer"


class TriedAgain(Exception):
    """A part of work has failed as may be expected, which is logged; another try follows after a pause."""

    def __init__(self, pause: float = 0.0) -> None:
        super().__init__(pause)
        self.pause = pause


class Background:
    """The background work of a process, by name: none of it ends unseen, whatever it raises."""

    def __init__(self) -> None:
        self._works: set[_Work] = set()

    @property
    def failing(self) -> tuple[str, ...]:
        """The names of what has failed and not been done since, in alphabetical order."""
        return tuple(sorted(work.name for work in self._works if work.fails or work.fails_in_part))

    def start(self, works: Mapping[str, Callable[[], Awaitable[None]]]) -> tuple[asyncio.Task[None], ...]:
        """Do each work in a task of its own, until it is done or cancelled; begin anew what raises."""
        return tuple(asyncio.create_task(self._watch(_Work(name), work)) for name, work in works.items())

    async def _watch(self, watched: _Work, work: Callable[[], Awaitable[None]]) -> None:
        self._works.add(watched)
        _current.set(watched)
        while not await _is_done(watched, work):  # noqa: ASYNC110  no event tells when it would succeed
            await asyncio.sleep(_AFTER_A_SURPRISE.after(watched.surprises))


class _Work:
    """How it goes with some work."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.fails = False
        self.surprises = 0
        """How often it has raised something that it does not know what to do about."""
        self.failed: dict[_Part, float] = {}
        """Until when its parts that have not been done count as failing, by the clock of `monotonic`."""

    @property
    def fails_in_part(self) -> bool:
        """Whether a part of it has failed lately: what is older may be done by another process by now."""
        return any(monotonic() < until for until in self.failed.values())


_current: ContextVar[_Work] = ContextVar("work")
"""What the running task does, unless that is nobody's background work."""


async def _is_done(watched: _Work, work: Callable[[], Awaitable[None]]) -> bool:
    """Do some work to its end; if it raises instead, log that with a traceback."""
    try:
        await work()
    except asyncio.CancelledError:
        if _is_cancelled():
            raise
        log.exception("Background work was given up: %s; another try follows.", watched.name)
    except Exception:
        log.exception("Background work failed: %s; another try follows.", watched.name)
    else:
        watched.fails = False
        return True
    watched.fails = True
    watched.surprises += 1
    return False


def _is_cancelled() -> bool:
    """Whether this task is to end, rather than something that it has waited for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _note(*, fails: bool) -> None:
    """Note how it goes with the work that this task does."""
    work = _current.get(None)
    if work is not None:
        work.fails = fails


@contextmanager
def on_its_own(which: Hashable, failed: str) -> Iterator[None]:
    """Do a part of the work that this task does; if it raises, the others go on.

    That is logged with the message `failed`, unless it is TriedAgain, and the work counts as failing until
    this part is done, or has not been tried again for some minutes.
    """
    parts, part = _failed_parts(), (which, failed)
    try:
        yield
    except TriedAgain as failure:
        _note_part(parts, part, failure.pause)
    except Exception:
        log.exception("%s; another try follows.", failed)
        _note_part(parts, part)
    else:
        parts.pop(part, None)


def forget_parts_but(still: Collection[Hashable]) -> None:
    """Have no other parts of the work that this task does count as failing: somebody else has done them."""
    failed = _failed_parts()
    for part in [each for each in failed if each[0] not in still]:
        del failed[part]


def _failed_parts() -> dict[_Part, float]:
    work = _current.get(None)
    return {} if work is None else work.failed


def _note_part(parts: dict[_Part, float], part: _Part, pause: float = 0.0) -> None:
    """Note that a part of work has failed and is tried again after a pause; forget those long ago."""
    now = monotonic()
    for old in [each for each, until in parts.items() if until <= now]:
        del parts[old]
    parts[part] = now + pause + _LATELY


async def repeat(
    work: Callable[[], Awaitable[float | None]],
    every: float,
    failed: str,
    *,
    first: float = 0.0,
    early: asyncio.Event | None = None,
) -> None:
    """Do some work every so many seconds until cancelled, starting after `first` seconds.

    The work may return the number of seconds until it is wanted again, and setting `early` triggers it at
    once, except for the first run. An error is logged with the message `failed`, and the work is repeated as
    usual.
    """
    await asyncio.sleep(first)
    while True:
        if early is not None:
            early.clear()
        try:
            pause = await work() or every
            _note(fails=False)
        except GameError as refused:  # nothing unforeseen, such as a solver for which memory is too small
            log.warning("%s (%s); another try follows.", failed, type(refused).__name__)
            _note(fails=True)
            pause = every
        except Exception:
            log.exception("%s; another try follows.", failed)
            _note(fails=True)
            pause = every
        if early is None:
            await asyncio.sleep(pause)
        else:
            await is_set_within(early, pause)


async def insist(
    work: Callable[[], Awaitable[bool]],
    failed: str,
    failures: tuple[type[Exception], ...],
    back_off: BackOff,
) -> None:
    """Do some work every minute until it returns True.

    After each of the `failures`, or if the database fails, it is retried, with longer and longer pauses;
    `failed` is the message logged, with a placeholder for the seconds. Any other error propagates.
    """
    passing: tuple[type[Exception], ...] = (*failures, StoreFailing)
    tries = 0
    while True:
        try:
            if await work():
                return
            pause = _A_MINUTE
            _note(fails=False)
        except passing as error:
            tries += 1
            _note(fails=True)
            pause = back_off.after(tries)
            log.warning(f"{failed}: %s", pause, reason(error))
        await asyncio.sleep(pause)


async def do_each(things: AsyncIterator[T], do: Callable[[T], Awaitable[None]], most: int) -> None:
    """Do something with each thing that comes, with at most so many of them at once."""
    at_once = asyncio.Semaphore(most)

    async def do_one(thing: T) -> None:
        try:
            await do(thing)
        finally:
            at_once.release()

    async with asyncio.TaskGroup() as tasks:
        async for thing in things:
            await at_once.acquire()
            tasks.create_task(do_one(thing))


async def keep_whole(store: Store) -> None:
    """Checkpoint the write-ahead log every minute until cancelled, so that a copy is never far behind.

    Every process that uses SQLite does this; PostgreSQL does not need it.
    """
    await repeat(store.checkpoint, _A_MINUTE, "The database file could not be completed", first=_A_MINUTE)
