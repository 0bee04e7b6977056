"""Answers that meet bad weather: each arrives, exactly once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from small_discord import Fault, NotResponding, Planned
from small_discord.rest.interactions import CallbackRoutes
from tests.controls import first, make
from tests.flow.boards import deal, play_out
from tests.flow.conftest import HERE
from tests.flow.pictures import until

if TYPE_CHECKING:
    from small_discord.wire import Json
    from tests.flow.conftest import Parlour

pytestmark = pytest.mark.slow

ANSWER = "POST /interactions/{interaction_id}/{interaction_token}/callback"
FOLLOW_UP = "POST /webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
NOTHING_DONE = [Fault.INTERNAL_ERROR, Fault.BAD_GATEWAY, Fault.GATEWAY_TIMEOUT, Fault.DROPPED]
DONE = [Fault.DONE_BUT_500, Fault.DONE_BUT_TIMED_OUT, Fault.DONE_BUT_DROPPED]


async def test_a_board_arrives(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """A board arrives although Discord fails, for a command and for a press, and the log is silent."""
    for fault in (*NOTHING_DONE, *DONE):
        parlour.local.weather.planned.append(Planned(ANSWER, fault))
        board = await deal(parlour.ada)
        parlour.local.weather.planned.append(Planned(ANSWER, fault))
        shown = await (await make(parlour.ada, board, first(board))).final()
        assert "51 piles" in shown.text, fault
        assert parlour.local.weather.planned == []
    assert [each.getMessage() for each in caplog.records if "answer" in each.getMessage()] == []


async def test_an_edited_board_is_not_sent_back(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord does not send an edited board back, which would be several kilobytes for every move."""
    returned: list[object] = []
    return_message = CallbackRoutes._told

    def note(routes: CallbackRoutes, *what: Any) -> Json:
        returned.append(what)
        return return_message(routes, *what)

    monkeypatch.setattr(CallbackRoutes, "_told", note)
    board = await deal(parlour.ada)
    sent = len(returned)
    shown = await (await make(parlour.ada, board, first(board))).final()
    assert "51 piles" in shown.text
    assert len(returned) == sent


@pytest.mark.parametrize("fault", DONE)
async def test_a_race_knows_its_message(parlour: Parlour, fault: Fault) -> None:
    """A race knows its message, even if Discord posted it and said that it had not."""
    parlour.local.weather.planned.append(Planned(ANSWER, fault))
    await parlour.ada.slash(HERE, "race start")
    await parlour.settle()
    (begun,) = parlour.ben.sees(HERE)
    await parlour.ada.slash(HERE, "race stop")
    assert "over" in (await parlour.ben.waits_for(HERE, "over")).text
    assert [message.id for message in parlour.ben.sees(HERE)] == [begun.id]


@pytest.mark.parametrize("fault", [Fault.INTERNAL_ERROR, Fault.DROPPED])
async def test_an_answer_is_given_up_with_its_press(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Fault
) -> None:
    """An answer that Discord refuses is given up when the press is; the move is made, once, and play goes on.

    discord.py alone would try five times, in 25 seconds.
    """
    board = await deal(parlour.ada)
    parlour.local.weather.planned += [Planned(ANSWER, fault)] * 12
    monkeypatch.setattr("small_discord.interactions.SECONDS_TO_ANSWER", 3.0)
    with pytest.raises(NotResponding):
        await make(parlour.ada, board, first(board))
    await parlour.settle()
    assert 2 <= 12 - len(parlour.local.weather.planned) <= 5
    parlour.local.weather.planned.clear()
    monkeypatch.setattr("small_discord.interactions.SECONDS_TO_ANSWER", 30.0)
    (late,) = (each.getMessage() for each in caplog.records if "answer" in each.getMessage())
    assert late.startswith("An answer came too late: ")
    assert len((await parlour.game_of(parlour.ada)).session.moves) == 1
    shown = await (await make(parlour.ada, board, first(board))).final()
    assert "51 piles" in shown.text
    assert len((await parlour.game_of(parlour.ada)).session.moves) == 1
    assert "50 piles" in (await (await make(parlour.ada, shown, first(shown))).final()).text


async def test_an_answer_that_is_put_off_is_given_up_with_its_press(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An answer that Discord wants none of for an hour is given up when the press is."""
    monkeypatch.setattr("small_discord.rest.faults._SHARED_SECONDS", 3_600)
    board = await deal(parlour.ada)
    parlour.local.weather.planned.append(Planned(ANSWER, Fault.SHARED_LIMIT))
    pressing = asyncio.create_task(make(parlour.ada, board, first(board)))
    await until(lambda: "An answer came too late" in caplog.text)
    pressing.cancel()


class _NoPauses:
    """What answers are sent with in the place of asyncio: nobody waits, and pauses are noted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pauses: list[float] = []
        for module in ("bot.client.requests", "discord.webhook.async_"):
            monkeypatch.setattr(f"{module}.asyncio", self)

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        """Note a pause, and go on."""
        self.pauses.append(seconds)
        await asyncio.sleep(0)


@pytest.mark.parametrize("route", [FOLLOW_UP, ORIGINAL])
@pytest.mark.parametrize("fault", NOTHING_DONE)
async def test_what_follows_an_answer_is_given_up_as_soon(
    parlour: Parlour,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    route: str,
    fault: Fault,
) -> None:
    """What follows an answer is tried for as long as that, however Discord fails, and arrives if it may."""
    asyncio_ = _NoPauses(monkeypatch)
    board = await (deal(parlour.ada) if route == ORIGINAL else play_out(parlour.ada))
    button = "Hint" if route == ORIGINAL else "Share"
    monkeypatch.setattr("bot.ui.response._DEFERRED_AFTER", 0.0)
    parlour.local.weather.planned += [Planned(route, fault)] * 12
    pressing = asyncio.create_task(parlour.ada.press(board, button))
    await until(lambda: "An answer came too late" in caplog.text)
    await parlour.settle()
    pressing.cancel()
    tries, parlour.local.weather.planned[:] = 12 - len(parlour.local.weather.planned), []
    assert 1 < tries == len(asyncio_.pauses) + 1
    assert sum(asyncio_.pauses) == pytest.approx(3)
    parlour.local.weather.planned += [Planned(route, fault)] * (tries - 1)
    shown = await (await parlour.ada.press(board, button)).final()
    assert ("Look at" if route == ORIGINAL else "Play the same deal") in shown.text
