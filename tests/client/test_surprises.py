"""Discord answers the bot's own requests as nobody expects: what it does in the background goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.watch.site import health_of
from small_discord import Planned, Storm, Surprise, Weather
from small_discord.wire import Json
from tests.flow.conftest import HERE, Parlour
from tests.flow.pictures import all_uploaded, draw_all, until

HOW_MANY_SESSIONS = "GET /gateway/bot"
SEND_COMMANDS = "PUT /applications/{application_id}/commands"
LIST_PICTURES = "GET /applications/{application_id}/emojis"
SEND_PICTURE = "POST /applications/{application_id}/emojis"
ANSWER = "POST /interactions/{interaction_id}/{interaction_token}/callback"


@pytest.fixture
async def surprised(
    tmp_path: Path, blank: Path, art: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Parlour]:
    """Yield a bot that has pictures, hardly pauses after a surprise, and was never started."""
    for longest in ("bot.client.commands._LONGEST_PAUSE", "bot.client.emoji._A_MINUTE"):
        monkeypatch.setattr(longest, 0.05)
    draw_all(art)
    parlour = Parlour(tmp_path, blank)
    parlour.weather = Weather()
    yield parlour
    await parlour.close()


def plan(parlour: Parlour, surprise: Surprise, *routes: str) -> None:
    """Let the requests to some routes meet a surprise, and no others."""
    assert parlour.weather is not None
    parlour.weather.planned[:] = [Planned(route, surprise) for route in routes]


@pytest.mark.parametrize("surprise", Surprise)
async def test_commands_and_pictures_arrive_all_the_same(surprised: Parlour, surprise: Surprise) -> None:
    """After answers that nobody expects, the log has no traceback; the work goes on, and then all is well."""
    plan(surprised, surprise, *[SEND_COMMANDS, LIST_PICTURES, SEND_PICTURE] * 1000)
    await surprised.open()
    background = surprised.bot.background
    await until(lambda: len(background.failing) == 2)
    await until(surprised.bot.is_ready)
    told = await health_of(surprised.bot)
    assert told.well
    assert told.line.endswith("Tried again after failing: sending the commands, uploading card pictures.")
    plan(surprised, surprise, SEND_PICTURE)
    await all_uploaded(surprised)
    await until(lambda: not background.failing)
    assert surprised.bot.services.command_names.link("`/play`").startswith("</play:")
    assert (await health_of(surprised.bot)).line.startswith("Well: ")


@pytest.mark.parametrize(
    "surprise",
    [Surprise.PAGE, Surprise.OTHER_TYPE, None, {"remaining": None}, {"max_concurrency": "x"}, {"total": "x"}],
)
async def test_a_session_follows_all_the_same(
    surprised: Parlour,
    surprise: Surprise | Json | None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """If nobody can read how many sessions are left, the bot asks again, and goes on in a new session."""
    monkeypatch.setattr("bot.client.sessions._A_MINUTE", 0.05)
    await surprised.open()
    assert surprised.weather is not None
    if isinstance(surprise, Surprise):
        plan(surprised, surprise, *[HOW_MANY_SESSIONS] * 3)
    else:
        surprised.weather.odd_answers = partial(_with_limit, surprise)
    surprised.local.strike(Storm.INVALID)
    await until(lambda: caplog.text.count("Discord does not say how many sessions are left") >= 3)
    surprised.weather.odd_answers = None
    await until(lambda: bool(surprised.local.shards_online))
    assert (await surprised.ada.slash(HERE, "about")).message is not None


async def test_sessions_that_are_counted_anew_in_ages_are_asked_for_every_day(
    surprised: Parlour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If no sessions are left for longer than there are dates, the bot waits for a day and asks again."""
    monkeypatch.setattr("bot.client.sessions._A_DAY", 0.05)
    await surprised.open()
    assert surprised.weather is not None
    surprised.weather.odd_answers = partial(_with_limit, {"remaining": 1, "reset_after": 10**15})
    surprised.local.strike(Storm.INVALID)
    await until(lambda: caplog.text.count("sessions are left today: the bot connects at") >= 2)
    surprised.weather.odd_answers = None
    await until(lambda: bool(surprised.local.shards_online))


@pytest.mark.parametrize("surprise", Surprise)
async def test_who_presses_sees_the_answer(parlour: Parlour, surprise: Surprise) -> None:
    """An answer that Discord has taken stands, whatever it says about it."""
    parlour.local.weather.planned.append(Planned(ANSWER, surprise))
    reply = await parlour.ada.slash(HERE, "about")
    assert reply.message is not None
    assert "Idle Year" in reply.message.text
    assert not parlour.local.weather.planned


def _with_limit(limit: Json | None, route: str, told: Any) -> Any:
    if route != HOW_MANY_SESSIONS:
        return told
    return {**told, "session_start_limit": limit and {**told["session_start_limit"], **limit}}
