"""/privacy as people see it: a file for them alone, and a question before everything is deleted."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import aiohttp

from bot.ui.privacy import erase_note
from tests.controls import first, make
from tests.flow.boards import deal, legal
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    import pytest

    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

GONE = "This game is no longer stored: deal a new one with /deal."


async def _ask(person: Person, command: str, where: str = HERE) -> Message:
    return await (await person.slash(where, f"privacy {command}")).final()


async def _fetch(parlour: Parlour, message: Message) -> bytes:
    (file,) = message.attachments
    address = parlour.local.page_url.partition("/#")[0] + file["url"]
    async with aiohttp.ClientSession() as web, web.get(address) as answer:
        return await answer.read()


async def _export(parlour: Parlour, person: Person) -> dict[str, Any]:
    sent = await _ask(person, "export")
    assert sent.ephemeral
    assert sent.attachments[0]["filename"] == "idle-year.json"
    exported: dict[str, Any] = json.loads(await _fetch(parlour, sent))
    return exported


async def _erase(person: Person) -> Message:
    return await (await person.press(await _ask(person, "delete"), "Delete everything")).final()


async def test_all_goes_when_it_is_meant(parlour: Parlour) -> None:
    """Everything about a player is deleted by a button, not by the command alone, even after a restart."""
    await deal(parlour.ada)
    await deal(parlour.ben)
    asked = await _ask(parlour.ada, "delete")
    assert asked.ephemeral
    assert "for good: every game and its result" in asked.text
    await parlour.restart()
    assert len((await _export(parlour, parlour.ada))["games"]) == 1
    done = await (await parlour.ada.press(asked, "Delete everything")).final()
    assert done.id == asked.id
    assert done.text.startswith("Everything kept about you is deleted.")
    assert done.buttons == []
    assert (await _export(parlour, parlour.ada))["games"] == []
    assert len((await _export(parlour, parlour.ben))["games"]) == 1


async def test_boards_of_deleted_games_say_so(parlour: Parlour) -> None:
    """Boards of deleted games say so whatever is pressed on them, and a new game is dealt as usual."""
    await deal(parlour.ada, where="in the channel")
    board = await (await parlour.ada.slash(HERE, "move", moves=legal()[0])).final()
    more = await (await parlour.ada.press(board, "More")).final()
    await _erase(parlour.ada)
    unpressed = {"Redo", "Bigger cards"}  # nothing was taken back, and the other changes a setting
    pressed = [
        *[await parlour.ada.press(board, label) for label in board.buttons if label not in unpressed],
        *[await parlour.ada.press(more, label) for label in more.buttons],
        await make(parlour.ada, board, first(board)),
        await parlour.ben.press(board, "Hint"),
    ]
    assert [(await reply.final()).text for reply in pressed] == [GONE] * len(pressed)
    assert "52 piles" in (await deal(parlour.ada)).text


async def test_nobody_deletes_for_somebody_else(parlour: Parlour) -> None:
    """Nobody deletes data by pressing somebody else's question: neither the asker's nor the own."""
    for person in (parlour.ada, parlour.ben):
        await deal(person)
    channel = parlour.bot.get_partial_messageable(int(parlour.ada.channel(HERE).id))
    await channel.send(view=erase_note(int(parlour.ada.user.id)))
    asked = await parlour.ben.waits_for(HERE, "This deletes everything")
    refused = await (await parlour.ben.press(asked, "Delete everything")).final()
    assert "Somebody else has asked for this" in refused.text
    for person in (parlour.ada, parlour.ben):
        assert len((await _export(parlour, person))["games"]) == 1


async def test_a_daily_that_was_had_says_why_it_is_refused(parlour: Parlour) -> None:
    """Whoever had today's daily before the deletion is told that, and offered nothing that would refuse."""
    await (await parlour.ada.slash(HERE, "daily play")).final(60)
    await _erase(parlour.ada)
    for command in ("daily play", "daily results"):
        told = await (await parlour.ada.slash(HERE, command)).final(60)
        assert told.text.startswith("You had this daily before you had your data deleted: once it's over, ")
        assert told.buttons == []


async def test_what_is_too_large_for_discord_is_compressed(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An export that is too large is compressed, or refused with what to do, by the limit of the place."""
    await deal(parlour.ada)
    whole = await _fetch(parlour, await _ask(parlour.ada, "export"))
    monkeypatch.setattr("small_discord.interactions.MOST_FILE_BYTES", len(whole) - 1)
    sent = await _ask(parlour.ada, "export", "The Parlour/#lounge")
    assert sent.attachments[0]["filename"] == "idle-year.json.gz"
    found = json.loads(gzip.decompress(await _fetch(parlour, sent)))
    assert found["games"] == json.loads(whole)["games"]
    monkeypatch.setattr("small_discord.interactions.MOST_FILE_BYTES", 10)
    refused = await _ask(parlour.ada, "export", "dm")
    assert "ask for it from whoever runs this bot" in refused.text
