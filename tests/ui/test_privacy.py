"""/privacy as people see it: a file for them alone, and a question before everything is deleted."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tests.controls import HERE, first
from tests.flow.boards import legal
from tests.ui.room import content_of, deal

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor

GONE = "This game is no longer stored: deal a new one with /deal."


async def _ask(person: Visitor, command: str, where: str = HERE) -> Message:
    return await person.slash(where, f"privacy {command}")


async def _export(person: Visitor) -> dict[str, Any]:
    sent = await _ask(person, "export")
    assert sent.ephemeral
    assert sent.attachments[0]["filename"] == "idle-year.json"
    exported: dict[str, Any] = json.loads(content_of(sent))
    return exported


async def _erase(person: Visitor) -> Message:
    return await person.press(await _ask(person, "delete"), "Delete everything")


async def test_all_goes_when_it_is_meant(room: Room) -> None:
    """Everything about a player is deleted by a button, not by the command alone, even after a restart."""
    await deal(room.ada)
    await deal(room.ben)
    asked = await _ask(room.ada, "delete")
    assert asked.ephemeral
    assert "for good: every game and its result" in asked.text
    await room.restart()
    assert len((await _export(room.ada))["games"]) == 1
    done = await room.ada.press(asked, "Delete everything")
    assert done.id == asked.id
    assert done.text.startswith("Everything kept about you is deleted.")
    assert done.buttons == []
    assert (await _export(room.ada))["games"] == []
    assert len((await _export(room.ben))["games"]) == 1


async def test_boards_of_deleted_games_say_so(room: Room) -> None:
    """Boards of deleted games say so whatever is pressed on them, and a new game is dealt as usual."""
    await deal(room.ada, where="in the channel")
    board = await room.ada.slash(HERE, "move", moves=legal()[0])
    more = await room.ada.press(board, "More")
    await _erase(room.ada)
    unpressed = {"Redo", "Bigger cards"}  # nothing was taken back, and the other changes a setting
    pressed = [
        *[await room.ada.press(board, label) for label in board.buttons if label not in unpressed],
        *[await room.ada.press(more, label) for label in more.buttons],
        await room.ada.make(board, first(board)),
        await room.ben.press(board, "Hint"),
    ]
    assert [reply.text for reply in pressed] == [GONE] * len(pressed)
    assert "52 piles" in (await deal(room.ada)).text


async def test_nobody_deletes_for_somebody_else(room: Room) -> None:
    """Nobody deletes data by pressing somebody else's question: neither the asker's nor the own."""
    await deal(room.ada)
    board = await deal(room.ben)
    refused = await room.ben.use(board, f"iy:0:0:erase:{room.ada.seat.owner}")
    assert "Somebody else has asked for this" in refused.text
    for person in (room.ada, room.ben):
        assert len((await _export(person))["games"]) == 1


async def test_a_daily_that_was_had_says_why_it_is_refused(room: Room) -> None:
    """Whoever had today's daily before the deletion is told that, and offered nothing that would refuse."""
    await room.ada.slash(HERE, "daily play")
    await _erase(room.ada)
    for command in ("daily play", "daily results"):
        told = await room.ada.slash(HERE, command)
        assert told.text.startswith("You had this daily before you had your data deleted: once it's over, ")
        assert told.buttons == []


async def test_what_is_too_large_for_discord_is_compressed(room: Room) -> None:
    """An export that is too large is compressed, or refused with what to do, by the limit of the place."""
    await deal(room.ada)
    whole = content_of(await _ask(room.ada, "export"))
    room.ada.request = replace(room.ada.request, most_bytes=len(whole) - 1)
    sent = await _ask(room.ada, "export")
    assert sent.attachments[0]["filename"] == "idle-year.json.gz"
    found = json.loads(gzip.decompress(content_of(sent)))
    assert found["games"] == json.loads(whole)["games"]
    room.ada.request = replace(room.ada.request, most_bytes=10)
    refused = await _ask(room.ada, "export", "dm")
    assert "ask for it from whoever runs this bot" in refused.text
