"""Leaderboards as players and managers of a server see them."""

from __future__ import annotations

import csv
import gzip
import io
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.render.refusals import MANAGERS_ONLY
from tests.controls import HERE
from tests.flow.reading import as_read
from tests.ui.room import content_of, play_made_up

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor


async def _board(person: Visitor, when: str = "this month") -> Message:
    return await person.slash(HERE, "leaderboard", game="late-binding", when=when)


async def test_two_players_on_a_leaderboard(room: Room) -> None:
    """Fewer piles rank above more; all see their own place; nobody else sees the answer."""
    piles = {person: await _left(person) for person in (room.ada, room.ben)}
    board = await _board(room.ada)
    assert board.ephemeral
    for person, left in piles.items():
        assert f"<@{person.id}> · {left} pile" in board.text
    first, second = sorted(piles, key=lambda person: piles[person])
    if piles[first] != piles[second]:
        assert board.text.index(f"<@{first.id}>") < board.text.index(f"<@{second.id}>")


async def test_periods_change_in_place(room: Room) -> None:
    """A leaderboard has a button for each period, which changes it in the same message."""
    await play_made_up(room.ada)
    board = await _board(room.ada)
    assert board.buttons[:3] == ["Today", "This month", "All time"]
    later = await room.ada.press(board, "All time")
    assert later.id == board.id
    assert "all time" in later.text


async def test_only_managers_keep_the_leaderboards(room: Room) -> None:
    """Only managers of a server may hide players on its leaderboards or reset them."""
    assert (await room.ben.slash(HERE, "server leaderboard reset", sure="reset")).text == MANAGERS_ONLY
    await play_made_up(room.ben)
    unsure = await room.ada.slash(HERE, "server leaderboard reset", sure="well")
    assert "Nothing was reset: type reset after `sure` to confirm." in unsure.text
    taken_off = await room.ada.slash(
        HERE, "server leaderboard hide", player=discord.Object(room.ben.seat.owner)
    )
    assert "/server leaderboard show undoes it" in as_read(taken_off.text)
    assert "No results yet" in (await _board(room.ada)).text
    told = (await _board(room.ben)).text
    assert "Nobody is listed yet." in told
    assert "this server's managers have taken you off its leaderboards" in told
    await room.ada.slash(HERE, "server leaderboard show", player=discord.Object(room.ben.seat.owner))
    assert "pile" in (await _board(room.ada)).text
    reset = await room.ada.slash(HERE, "server leaderboard reset", sure="reset")
    assert "1 result was taken off this server's leaderboards" in reset.text
    assert "No results yet" in (await _board(room.ada)).text


async def _left(person: Visitor) -> int:
    """Play a game, and return the piles left."""
    await play_made_up(person)
    return len((await person.room.game_of(person)).state.piles)


async def _export(room: Room) -> Message:
    return await room.ada.slash(HERE, "server leaderboard export")


async def test_an_export_is_a_file(room: Room) -> None:
    """Managers can export all results of their server as a file."""
    piles = await _left(room.ben)
    message = await _export(room)
    assert "are left out" in message.text
    content = content_of(message).decode()
    (row,) = csv.DictReader(io.StringIO(content))
    assert (row["game"], row["left"], row["player"]) == ("late-binding", str(piles), room.ben.id)


async def test_an_export_that_is_too_large_is_compressed(room: Room) -> None:
    """An export that is too large for Discord is compressed."""
    for _ in range(3):
        await play_made_up(room.ben)
    whole = content_of(await _export(room))
    room.ada.request = replace(room.ada.request, most_bytes=len(whole) - 1)
    sent = await _export(room)
    assert sent.attachments[0]["filename"] == "results.csv.gz"
    assert gzip.decompress(content_of(sent)) == whole
