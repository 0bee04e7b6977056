"""The hour after midnight UTC, as people see it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from tests.clock import Clock
from tests.flow.conftest import HERE
from tests.flow.dailies import DAY, ask, noon, play, play_out

if TYPE_CHECKING:
    from tests.flow.conftest import Parlour

__all__ = ["noon"]


def _turn_to(parlour: Parlour, hour: int, minute: int, days: int = 1) -> None:
    parlour.now = clock = Clock()
    clock.turn_to(DAY + timedelta(days), hour, minute)


async def test_what_is_shared_of_it_deals_it_once_it_is_over(parlour: Parlour) -> None:
    """*Play it too* on yesterday's daily deals nothing before 01:00 UTC, and practice from then on."""
    await play(parlour.ada)
    end = await play_out(parlour, parlour.ada)
    await parlour.ada.press(await (await parlour.ada.press(end, "Share")).final(), "Post it here")
    seen = await parlour.ben.waits_for(HERE, "tenth by tenth")
    _turn_to(parlour, 0, 59)
    refused = await (await parlour.ben.press(seen, "Play it too")).final()
    assert (
        refused.text
        == "Others still play this deal: you can practise it once the daily, race or puzzle is over."
    )
    assert "Finish this daily" in await ask(parlour.ben, "results", day="2026-11-20")
    _turn_to(parlour, 1, 0)
    dealt = await (await parlour.ben.press(seen, "Play it too")).final()
    assert "Daily, 20 November" in dealt.text
    assert " · practice" in dealt.text
