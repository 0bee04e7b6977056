"""Answers that nobody waits for any more: a line in the log, and everything goes on."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.store import StoreClosed
from bot.ui.answers import tell
from bot.ui.components import Note
from bot.ui.routes import Route
from small_discord import Fault, NotResponding, Planned
from small_discord.interactions import Interaction as Asked
from small_discord.limits.errors import ApiError
from tests.controls import first, make
from tests.flow.boards import deal
from tests.flow.conftest import HERE
from tests.flow.test_rough_answers import ANSWER
from tests.flow.test_watch import value
from tests.forged import press

if TYPE_CHECKING:
    from bot.ui.inbox import Handler
    from bot.ui.request import Request
    from bot.ui.response import Response, Sent
    from bot.ui.services import Services
    from tests.flow.conftest import Parlour

LATE = "An answer came too late: "


def _be_impatient(monkeypatch: pytest.MonkeyPatch, seconds: float = 0.1) -> None:
    """Make Discord give up at once on anyone who is slow."""
    monkeypatch.setattr("small_discord.interactions.SECONDS_TO_ANSWER", seconds)


class _Held:
    """A method of the bot that has begun, and continues when allowed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> None:
        self.begun, self.go_on, self._method = asyncio.Event(), asyncio.Event(), getattr(owner, name)
        monkeypatch.setattr(owner, name, self._run)

    async def _run(self, *args: object) -> object:
        self.begun.set()
        await self.go_on.wait()
        return await self._method(*args)


def _lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if LATE in record.getMessage()]


async def _one_line(caplog: pytest.LogCaptureFixture) -> None:
    async with asyncio.timeout(60):
        while not _lines(caplog):  # noqa: ASYNC110  it is a line in the log
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("moves", ["2<", "nonsense"], ids=["a board", "a sentence"])
async def test_a_press_that_discord_gave_up_on(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, moves: str
) -> None:
    """A press that Discord gave up on is one line in the log, and the next one is answered as usual."""
    board = await deal(parlour.ada)
    held = _Held(monkeypatch, parlour.bot.services.play, "move")
    _be_impatient(monkeypatch)
    with pytest.raises(NotResponding):
        await parlour.ada.slash(HERE, "move", moves=moves)
    held.go_on.set()
    await parlour.settle()
    assert len(_lines(caplog)) == 1
    _be_impatient(monkeypatch, 30)
    assert (await parlour.ada.press(board, "More")).message is not None


async def test_a_list_that_discord_gave_up_on(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A list of choices that Discord has given up on is one line in the log."""
    await deal(parlour.ada)
    held = _Held(monkeypatch, parlour.bot.services.lookup, "current")
    _be_impatient(monkeypatch)
    with pytest.raises(NotResponding):
        await parlour.ada.autocomplete(HERE, "move", "moves", moves="2")
    held.go_on.set()
    await parlour.settle()
    assert len(_lines(caplog)) == 1


async def test_somebody_else_has_answered_already(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A press that another process has answered already is one line in the log."""
    board = await deal(parlour.ada)
    held = _Held(monkeypatch, parlour.bot.services.lookup, "own")
    pressing = asyncio.create_task(parlour.ada.press(board, "More"))
    async with asyncio.timeout(60):
        await held.begun.wait()
    *_, interaction = parlour.local.desk.by_token.values()
    interaction.acknowledged = True
    held.go_on.set()
    await parlour.settle()
    pressing.cancel()
    assert _lines(caplog) == [
        f"{LATE}400 Bad Request (error code: 40060): Interaction has already been acknowledged."
    ]


_SHUT = {50001: 403, 50083: 400, 160005: 400}
"""Discord's codes, with their status, where the bot may not answer any more: no access, archived, locked."""


async def test_a_place_that_was_shut_in_between(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A command whose answer has no place any more is one line in the log, and counts as late."""

    def refuse(*_: object) -> None:
        raise ApiError(_SHUT[code], code, "No longer")

    monkeypatch.setattr(Asked, "check_open", refuse)
    for code in _SHUT:
        caplog.clear()
        asking = asyncio.create_task(parlour.ada.slash(HERE, "help"))
        await _one_line(caplog)
        await parlour.settle()
        asking.cancel()
        assert [str(code) in line for line in _lines(caplog)] == [True]
    text = parlour.bot.services.metrics.text().decode()
    assert value(text, "idleyear_requests_total", name="help", outcome="late") == len(_SHUT)


async def test_an_answer_that_is_not_let_through(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """A press whose answer Cloudflare does not let through is one short line in the log, not its page."""
    board = await deal(parlour.ada)
    parlour.local.weather.planned += [Planned(ANSWER, Fault.SHUT_OUT)] * 2
    pressing = asyncio.create_task(make(parlour.ada, board, first(board)))
    await _one_line(caplog)
    await parlour.settle()
    pressing.cancel()
    (line,) = _lines(caplog)
    assert line.startswith(f"{LATE}403 Forbidden (error code: 0): <html>")
    assert "\n" not in line


def _put(parlour: Parlour, handler: Handler[[]]) -> None:
    """Make a button of a bot do something."""
    parlour.bot.inbox.routes["test"] = Route(handler)


async def _after_the_end(services: Services, request: Request) -> Response:
    async def end(_sent: Sent) -> None:
        services.settings.forget(request.player)
        await services.store.close()
        raise StoreClosed

    return replace(tell(services, Note("once")), then=end)


async def test_an_answer_after_the_last_one(
    parlour: Parlour,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """If what follows an answer fails as the bot leaves, the first one stands, and the log has one line."""
    board = await deal(parlour.ada)
    _put(parlour, _after_the_end)
    assert (await press(parlour.local, parlour.ada, board, "iy:1:1:test")).text == "once"
    await parlour.settle()
    assert len(_lines(caplog)) == 1


async def test_a_press_as_the_bot_leaves(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """A press that arrives when the database is closed already is one line in the log."""
    board = await deal(parlour.ada)
    await parlour.bot.services.store.close()
    pressing = asyncio.create_task(make(parlour.ada, board, first(board)))
    await _one_line(caplog)
    pressing.cancel()
    assert _lines(caplog) == [f"{LATE}The database is closed: the program is about to end."]


@pytest.mark.logs(r"An interaction failed\.(.|\n)*ValueError: on purpose")
async def test_what_is_a_mistake_of_ours_is_told_and_logged(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake of ours is one sentence for the person, and an error in the log."""

    async def fail(_services: Services, _request: Request) -> Response:
        raise ValueError("on purpose")

    board = await deal(parlour.ada)
    _put(parlour, fail)
    assert "your game is safe" in (await press(parlour.local, parlour.ada, board, "iy:1:1:test")).text
