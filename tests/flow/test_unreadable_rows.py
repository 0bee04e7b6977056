"""Rows that nobody can read, as people meet them: their player gets a sentence, and all others play."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

import aiohttp
import pytest

from tests.flow.conftest import HERE
from tests.flow.dailies import DAY, a_day_later, noon, play_out
from tests.flow.dailies import play as play_daily
from tests.flow.test_watch import value

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

__all__ = ["noon"]
pytestmark = [pytest.mark.usefixtures("kernels"), pytest.mark.logs("cannot be read")]
LOUNGE = "The Parlour/#lounge"
SPOILT = (
    "UPDATE games SET kind = 'duel' WHERE owner = :ada AND kind = 'race'",
    "UPDATE results SET moves = x'ff00', day = 'someday' WHERE player = :ada",
    "UPDATE bests SET seconds = x'ff00' WHERE player = :ada",
    "UPDATE looks SET cards = 'holograms' WHERE player = :ada",
    "UPDATE dailies SET stars = 'many' WHERE family = 'accordion'",
    "UPDATE servers SET last_digest = 'yesterday'",
    "UPDATE commands SET ids = x'ff00'",
)


async def _ask(person: Person, command: str, **options: str) -> Message:
    return await (await person.slash(HERE, command, **options)).final()


async def _export(parlour: Parlour, person: Person) -> str:
    (file,) = (await _ask(person, "privacy export")).attachments
    address = parlour.local.page_url.partition("/#")[0] + file["url"]
    async with aiohttp.ClientSession() as web, web.get(address) as answer:
        return json.dumps(await answer.json(content_type=None))


async def _spoil(parlour: Parlour) -> None:
    with sqlite3.connect(parlour.database.partition(":///")[2]) as database:
        for statement in SPOILT:
            database.execute(statement, {"ada": int(parlour.ada.user.id)})
    database.close()
    await parlour.restart()


async def test_the_others_play_on(parlour: Parlour) -> None:
    """Where rows of one player cannot be read, that player is told or served, and all others are."""
    ada, ben = parlour.ada, parlour.ben
    for person in (ada, ben):
        await play_daily(person)
        await play_out(parlour, person)
    channel = ada.channel(LOUNGE).id
    await ada.slash(HERE, "server setup", channel=channel, hour=8)
    await parlour.bot.services.store.settings.put(int(ada.user.id), a_line=8)
    race = await _ask(ada, "race start")
    for person in (ada, ben):
        await (await person.press(race, "Join race")).final()
    await _spoil(parlour)
    ada, ben = parlour.ada, parlour.ben
    assert (await _ask(ada, "board")).text.startswith("This game can no longer be read")
    assert "Race" in (await _ask(ben, "board")).text
    await parlour.bot.services.race_messages.look(parlour.bot)
    for person in (ada, ben):
        for command in ("play", "stats", "leaderboard", "daily results", "daily play"):
            assert "went wrong" not in (await _ask(person, command)).text
        board = (await _ask(person, "leaderboard", game="accordion")).text
        assert f"<@{ben.user.id}>" in board
        assert f"<@{ada.user.id}>" not in board
    exported = await _export(parlour, ada)
    assert all(each in exported for each in ("duel", "ff00", "someday", "holograms"))
    a_day_later(parlour)
    (server,) = await parlour.bot.services.store.departures.servers()
    digest = await parlour.bot.services.digests.compose(server, DAY)
    assert digest is not None
    assert [place.player for _, places in digest.results for place in places] == [int(ben.user.id)]
    assert value(parlour.bot.services.metrics.text().decode(), "idleyear_unreadable_rows_total")
    await (await ada.press(await _ask(ada, "privacy delete"), "Delete everything")).final()
    assert "duel" not in await _export(parlour, ada)
