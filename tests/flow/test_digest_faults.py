"""Digests on a Discord that fails: every server gets each of them, and none gets it twice."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.service.digest import Digests
from bot.service.review import Reviews
from bot.watch.site import health_of
from small_discord import Fault, Planned
from tests.clock import Clock
from tests.flow.conftest import HERE
from tests.flow.pictures import until
from tests.flow.reading import with_names
from tests.flow.test_digest import (
    DAY,
    DIGEST,
    LOUNGE,
    close_channel,
    digests_in,
    finish_daily,
    impatient,
    named_with_a_strip,
    quick,
    set_up,
    turn_to,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from bot.service.digest import Digest
    from bot.service.game import Game
    from tests.flow.conftest import Parlour

__all__ = ["impatient", "quick"]
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kernels", "impatient", "quick")]
CARDS = "Rainy Sundays/#cards"
SEND = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


@pytest.fixture(autouse=True)
async def everywhere(impatient: None, parlour: Parlour) -> None:
    """Set both servers up for digests at eight, of a day on which somebody has played in each."""
    parlour.now = Clock()
    await set_up(parlour)
    cards = parlour.ben.channel(CARDS).id
    await parlour.ben.slash(CARDS, "server setup", channel=cards, hour=8)
    await finish_daily(parlour, parlour.ben)
    await finish_daily(parlour, parlour.ada, CARDS)


def hang(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Let nobody look back on a game to the end; return what is set once that has begun."""
    began = asyncio.Event()

    async def waits(reviews: Reviews, game: Game) -> None:
        began.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Reviews, "lost_by", waits)
    return began


@pytest.fixture
def no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all others be served before games are looked back on."""
    hang(monkeypatch)


async def _minutes_until(parlour: Parlour, happened: Callable[[], bool]) -> None:
    """Let the bot's minutes pass quickly until something has happened, for an hour or two at most."""
    clock = parlour.now
    assert isinstance(clock, Clock)
    for _ in range(400):
        if happened():
            return
        await asyncio.sleep(0.03)
        clock.wait(0.25)
    raise TimeoutError


def _counts(parlour: Parlour) -> list[int]:
    return [len(digests_in(parlour.ben, where)) for where in (LOUNGE, CARDS)]


@pytest.mark.parametrize("fault", [Fault.DONE_BUT_DROPPED, Fault.SHUT_OUT])
async def test_a_fault_costs_nobody_a_digest(parlour: Parlour, fault: Fault) -> None:
    """A fault of Discord costs no server its digest, and nothing posted is posted again."""
    parlour.local.weather.planned.append(Planned(SEND, fault))
    turn_to(parlour, 8)
    await _minutes_until(parlour, lambda: min(_counts(parlour)) > 0)
    await _minutes_until(parlour, lambda: parlour.now().hour == 9)
    assert _counts(parlour) == [1, 1]


async def test_an_end_in_the_middle_costs_nobody_a_digest(parlour: Parlour) -> None:
    """A bot that ends before recording what it posted looks, after its start, whether the digest is there."""
    parlour.local.weather.planned += [Planned(SEND, Fault.DONE_BUT_DROPPED)] * 2
    turn_to(parlour, 8)
    await until(lambda: not parlour.local.weather.planned)
    await parlour.restart()
    assert _counts(parlour) == [1, 1]
    await _minutes_until(parlour, lambda: parlour.now().hour == 9)
    assert _counts(parlour) == [1, 1]


@pytest.mark.parametrize("times", [1, 20])
async def test_a_fault_leaves_no_digest_open(parlour: Parlour, times: int) -> None:
    """A digest waits for the one before it to be closed if Discord fails once, but not for ever."""
    turn_to(parlour, 8)
    await until(lambda: _counts(parlour) == [1, 1])
    parlour.local.weather.planned.append(Planned(EDIT, Fault.DROPPED))
    await finish_daily(parlour, parlour.ben)
    await until(lambda: "completing digests" in parlour.bot.background.failing)
    first = await parlour.ada.waits_for(LOUNGE, named_with_a_strip(parlour.ben))
    await until(lambda: not parlour.bot.background.failing)
    parlour.local.weather.planned += [Planned(EDIT, Fault.DROPPED)] * times
    turn_to(parlour, 8, days=2)
    await _minutes_until(parlour, lambda: _counts(parlour)[0] == 2)
    (closed, _) = digests_in(parlour.ben)
    assert closed.id == first.id
    assert ("open until" in closed.text) == (times > 1)


@pytest.mark.logs("could not be posted")
async def test_a_digest_that_cannot_be_made_keeps_no_other(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where one server's digest cannot be made, the other's comes, and health names it until it is made."""
    (unlucky,) = (each.id for each in parlour.bot.guilds if each.name == "The Parlour")
    compose = Digests.compose

    async def breaks(digests: Digests, guild: int, day: date) -> Digest:
        if guild == unlucky:
            raise OverflowError(guild)
        return await compose(digests, guild, day)

    with monkeypatch.context() as broken:
        broken.setattr(Digests, "compose", breaks)
        turn_to(parlour, 8)
        await parlour.ben.waits_for(CARDS, DIGEST)
        await until(lambda: "posting digests" in parlour.bot.background.failing)
        await parlour.bot.digest_posts.post_due()  # nothing is due, for some minutes
        assert "posting digests" in (await health_of(parlour.bot)).line
    await _minutes_until(parlour, lambda: _counts(parlour) == [1, 1])
    await until(lambda: "posting digests" not in parlour.bot.background.failing)


async def test_midnight_loses_no_digest(parlour: Parlour) -> None:
    """Discord fails from eleven in the evening until midnight: health names that, the digest still comes."""
    await parlour.ada.slash(HERE, "server setup", hour=23)
    weather = parlour.local.weather
    weather.faults = {Fault.DROPPED: 1.0}
    turn_to(parlour, 23, days=1)
    await _minutes_until(parlour, lambda: parlour.now().date() > DAY + timedelta(1))
    assert _counts(parlour)[0] == 0
    assert "posting digests" in parlour.bot.background.failing
    weather.faults = {}
    await _minutes_until(parlour, lambda: "posting digests" not in parlour.bot.background.failing)
    (digest,) = digests_in(parlour.ben)
    assert DIGEST in digest.text


async def test_a_closed_channel_is_given_up_after_three_days(parlour: Parlour) -> None:
    """After three days of a closed channel the digest is given up; who set it up is told, and may again."""
    close_channel(parlour, LOUNGE)
    (guild,) = (each for each in parlour.bot.guilds if each.name == "The Parlour")
    parlour.local.send_event("GUILD_UPDATE", {"id": str(guild.id), "name": "The *Parlour*"})
    for days in (1, 2, 3):
        turn_to(parlour, 8, days)
        await parlour.ben.waits_for(CARDS, f"## Dailies of {19 + days} November\n")
        if days == 3:
            break
        turn_to(parlour, 12, days)
        await finish_daily(parlour, parlour.ben)
        await finish_daily(parlour, parlour.ada, CARDS)
        assert parlour.ada.sees("dm") == []
    told = (await parlour.ada.waits_for("dm", "/server setup")).text
    lounge = parlour.ada.channel(LOUNGE).id
    assert f"<#{lounge}>" in told
    assert r"The digest of The \*Parlour\* has stopped" in told
    asked = (await (await parlour.ada.slash(HERE, "server setup")).final()).text
    assert f"<#{lounge}> three days in a row" in asked
    await finish_daily(parlour, parlour.ben)
    turn_to(parlour, 9, days=4)
    here = parlour.ada.channel(HERE).id
    await parlour.ada.slash(HERE, "server setup", channel=here, hour=10)
    turn_to(parlour, 10, days=4)
    assert "Dailies of 23 November" in (await parlour.ben.waits_for(HERE, "Dailies of")).text


@pytest.mark.usefixtures("no_solver")
async def test_a_busy_solver_holds_up_no_digest(parlour: Parlour) -> None:
    """While the games of one server are looked back on, however long that takes, the others' digests come."""
    await parlour.ben.slash(CARDS, "server setup", hour=9)
    turn_to(parlour, 8)
    await parlour.ben.waits_for(LOUNGE, DIGEST)
    turn_to(parlour, 9)
    await parlour.ben.waits_for(CARDS, DIGEST)


async def test_a_digest_is_not_edited_to_say_the_same(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a solver is too busy to look back, a digest gets its names, and is not edited again and again."""
    looks: list[int] = []

    async def takes_too_long(reviews: Reviews, game: Game) -> None:
        looks.append(game.id)
        raise TimeoutError

    monkeypatch.setattr(Reviews, "lost_by", takes_too_long)
    turn_to(parlour, 8)
    await until(lambda: all(_counts(parlour)) and all(_is_named(parlour, where) for where in (LOUNGE, CARDS)))
    edited, before = _edited(parlour), len(looks)
    await until(lambda: len(looks) > before + 20)
    assert _edited(parlour) == edited


def _edited(parlour: Parlour) -> list[str]:
    digests = [each for where in (LOUNGE, CARDS) for each in digests_in(parlour.ben, where)]
    return [each.post.payload["edited_timestamp"] for each in digests]


async def test_an_end_in_the_middle_costs_no_names(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that ends while it completes a digest completes it after its start."""
    with monkeypatch.context() as busy:
        began = hang(busy)
        turn_to(parlour, 8)
        await parlour.ben.waits_for(LOUNGE, DIGEST)
        await asyncio.wait_for(began.wait(), 30)
        await parlour.restart()
    await parlour.restart()
    await until(lambda: all(_is_named(parlour, where) for where in (LOUNGE, CARDS)))


def _is_named(parlour: Parlour, where: str) -> bool:
    """Whether the digest in a channel names the best player."""
    (digest,) = digests_in(parlour.ben, where)
    return "👑 @" in with_names(digest) and "👑 @unknown-user" not in with_names(digest)
