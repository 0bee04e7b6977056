"""A machine whose clock shows another day than Discord's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING

from bot.watch.site import health_of
from tests.clock import Clock
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    import pytest

    from tests.flow.conftest import Parlour


async def test_what_belongs_to_a_day_waits(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """A daily is dealt once Discord's clock shows its day; play goes on, and health says what is wrong."""
    parlour.now = Clock()
    await parlour.bot.wait_until_ready()
    for days, board in ((1, "That has to wait: Discord's clock and mine"), (0, "Daily, 20 November")):
        shown = format_datetime(datetime.now(UTC) - timedelta(days), usegmt=True)
        monkeypatch.setattr("aiohttp.web_response.rfc822_formatted_time", lambda shown=shown: shown)
        assert "piles" in (await (await parlour.ada.slash(HERE, "deal accordion")).final()).text
        health = await health_of(parlour.bot)
        assert health.well
        assert ("ahead of Discord's: have it set by NTP." in health.line) is (days == 1)
        assert board in (await (await parlour.ada.slash(HERE, "daily play")).final()).text
