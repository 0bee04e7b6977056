"""What the bot forgets of a server that removes it, and what it keeps through an outage."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from bot.client.servers import _forget, _note_unseen
from bot.service.game import Seat
from bot.store.tables import races
from idle_year.engine.records import write_moves
from small_discord import Fault, Planned
from tests.clock import Clock
from tests.flow.conftest import HERE
from tests.flow.pictures import until
from tests.held import held_of

if TYPE_CHECKING:
    from small_discord.world.places import Guild
    from tests.flow.conftest import Parlour


@pytest.fixture(autouse=True)
async def used(parlour: Parlour) -> None:
    """Set up a server with a digest, a race and a result, and another one with a digest."""
    parlour.now = Clock()
    for where, person in ((HERE, parlour.ada), ("Rainy Sundays/#cards", parlour.ben)):
        channel = person.channel(where).id
        await person.slash(where, "server setup", channel=channel, hour=8)
    await (await parlour.ada.slash(HERE, "race start")).final()
    await (await parlour.ada.slash(HERE, "deal accordion")).final()
    seat = Seat(int(parlour.ada.user.id), int(parlour.ada.channel(HERE).id), None)
    session = (await parlour.bot.services.lookup.latest(seat)).session
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(session.rules, moves[:1]))
    await parlour.ada.slash(HERE, "move", moves=write_moves(session.rules, session.moves))


def _guild(parlour: Parlour) -> Guild:
    guild = parlour.local.world.guild_of(parlour.ada.channel(HERE))
    assert guild is not None
    return guild


async def _digests(parlour: Parlour) -> int:
    world = parlour.local.world
    found = [await parlour.bot.services.store.servers.get(int(guild)) for guild in world.guilds]
    return sum(each is not None for each in found)


async def _races(parlour: Parlour) -> int:
    """Count the races that are kept: the bot may have noticed meanwhile that their time is over."""
    kept = await parlour.bot.services.store._database.execute(select(func.count()).select_from(races))
    return int(kept.scalar_one())


async def _results(parlour: Parlour) -> tuple[int, int]:
    """Return how many results Ada has, and how many places she has in the server."""
    ada, guild = int(parlour.ada.user.id), int(_guild(parlour).id)
    held = await held_of(parlour.bot.services.store, ada)
    return len(held["results"]), sum(row["guild"] == guild for row in held["best_results"])


async def _clean_up(parlour: Parlour, days: float) -> None:
    """Let days pass and the bot clean up."""
    parlour.now = clock = Clock()
    clock.now += timedelta(days=days)
    await _note_unseen(parlour.bot, parlour.bot.services.store, parlour.bot.pace)
    await _forget(parlour.bot, parlour.bot.services.store)


async def _throw_out(parlour: Parlour) -> None:
    parlour.local.world.servers.throw_out_bot(_guild(parlour).id)
    await until(lambda: parlour.bot.get_guild(int(_guild(parlour).id)) is None)


async def test_settings_go_at_once_and_the_rest_after_a_week(parlour: Parlour) -> None:
    """A server that removes the bot loses its settings at once and the rest a week later."""
    assert (await _digests(parlour), await _races(parlour)) == (2, 1)
    assert await _results(parlour) == (1, 3)
    await _throw_out(parlour)
    while await _digests(parlour) == 2:
        pass
    await _clean_up(parlour, 6.9)
    assert (await _digests(parlour), await _races(parlour)) == (1, 1)
    await _clean_up(parlour, 7)
    assert (await _digests(parlour), await _races(parlour)) == (1, 0)
    assert await _results(parlour) == (1, 0)


async def test_an_outage_is_no_departure(parlour: Parlour) -> None:
    """A server that Discord cannot reach for a month still has everything afterwards."""
    parlour.local.send_event("GUILD_DELETE", {"id": _guild(parlour).id, "unavailable": True})
    await until(lambda: any(each.unavailable for each in parlour.bot.guilds))
    await _clean_up(parlour, 30)
    await _clean_up(parlour, 60)
    assert (await _digests(parlour), await _races(parlour)) == (2, 1)
    assert await _results(parlour) == (1, 3)


@pytest.mark.slow
@pytest.mark.parametrize("said", [{}, {"unavailable": None}, {"unavailable": 0}], ids=str)
async def test_what_only_looks_like_a_departure_is_none(parlour: Parlour, said: dict[str, object]) -> None:
    """However Discord announces an outage, a server that still has the bot keeps its digest."""
    parlour.local.send_event("GUILD_DELETE", {"id": _guild(parlour).id, **said})
    await until(lambda: len(parlour.bot.guilds) == 1)
    await parlour.settle()
    assert (await _digests(parlour), await _races(parlour)) == (2, 1)


async def test_nobody_but_discord_says_that_the_bot_was_removed(
    parlour: Parlour, caplog: pytest.LogCaptureFixture
) -> None:
    """What looks like a departure while Cloudflare lets nothing through costs a server no digest."""
    parlour.local.weather.planned.append(Planned("GET /guilds/{guild_id}", Fault.SHUT_OUT))
    parlour.local.send_event("GUILD_DELETE", {"id": _guild(parlour).id})
    await until(lambda: "Discord does not tell whether the bot is in server" in caplog.text)
    assert (await _digests(parlour), await _races(parlour)) == (2, 1)


async def test_a_server_that_takes_the_bot_back_has_its_races(parlour: Parlour) -> None:
    """A server that takes the bot back within a week has its races, but must set up its digest again."""
    await _throw_out(parlour)
    while await _digests(parlour) == 2:
        pass
    guild = _guild(parlour)
    parlour.local.world.servers.invite_bot(guild.id)
    await until(lambda: parlour.bot.get_guild(int(guild.id)) is not None)
    await _clean_up(parlour, 8)
    assert (await _digests(parlour), await _races(parlour)) == (1, 1)


async def test_a_departure_while_the_bot_was_away(parlour: Parlour) -> None:
    """A departure while the bot was away is found afterwards, among the servers that data is kept of."""
    cards = parlour.local.world.guild_of(parlour.ben.channel("Rainy Sundays/#cards"))
    assert cards is not None
    parlour.local.world.file.drop("guild", cards.id)
    await parlour.restart()
    await until(lambda: parlour.bot.get_guild(int(_guild(parlour).id)) is not None)
    await _clean_up(parlour, 0)
    assert await parlour.bot.services.store.servers.get(int(cards.id)) is None
    assert (await _digests(parlour), await _races(parlour)) == (1, 1)


@pytest.mark.slow
async def test_a_server_that_cannot_be_asked_about_keeps_no_other(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where Discord cannot tell of one server, others that were left are found, and old ones forgotten."""
    await _throw_out(parlour)
    while await _digests(parlour) == 2:
        pass
    store, elsewhere = parlour.bot.services.store, {5 << 22, 6 << 22, 7 << 22}
    for guild in elsewhere:
        await store.servers.put(guild, 1, 8, 1)
    # discord.py tries five times, with longer and longer pauses.
    monkeypatch.setattr("discord.http.asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": _no_pause}))
    parlour.local.weather.planned += [Planned("GET /guilds/{guild_id}", Fault.INTERNAL_ERROR)] * 5
    await _clean_up(parlour, 8)
    (unknown,) = elsewhere & await store.departures.servers()
    assert caplog.text.count(f"does not tell whether the bot is in server {unknown}: 500") == 1
    assert await _races(parlour) == 0


async def _no_pause(_: float) -> None:
    """End a pause at once."""
