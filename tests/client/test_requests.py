"""Discord wants no requests for a while, or answers as nobody expects: the bot goes on."""

from __future__ import annotations

import asyncio

import pytest

from small_discord import Limit
from small_discord.weather import GENEROUS, RateLimits
from tests.flow.conftest import Parlour
from tests.flow.pictures import until

_PATIENCE = 20.0  # seconds: only a test that fails waits that long
_AN_HOUR = 3_600


async def _meet_the_limit(parlour: Parlour) -> asyncio.Task[object]:
    """Return a request that sleeps, as Discord wants none for an hour."""
    await parlour.bot.services.card_emoji.upload()  # the bot has asked for them, and would meet it first
    parlour.local.weather.limits = RateLimits(everything=Limit(0, _AN_HOUR), other=GENEROUS.other)
    told = asyncio.create_task(parlour.bot.fetch_session_start_limits())
    await until(lambda: not parlour.bot.http._global_over.is_set())
    return told


async def test_a_pause_ends_with_the_request_that_was_told_of_it(parlour: Parlour) -> None:
    """A request that meets the limit of all requests, and is given up in its pause, holds up no others."""
    told = await _meet_the_limit(parlour)
    others = asyncio.create_task(parlour.bot.fetch_session_start_limits())
    await asyncio.sleep(0)
    parlour.local.weather.limits = GENEROUS
    told.cancel()
    async with asyncio.timeout(_PATIENCE):
        assert (await others).remaining
        assert (await parlour.bot.fetch_session_start_limits()).remaining


async def test_others_who_give_up_do_not_end_it(parlour: Parlour) -> None:
    """Whoever waits for the end of a pause and gives up leaves it as it is."""
    told = await _meet_the_limit(parlour)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await parlour.bot.fetch_session_start_limits()
    assert not parlour.bot.http._global_over.is_set()
    told.cancel()
