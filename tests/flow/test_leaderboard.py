"""Leaderboards as players and managers of a server see them."""

from __future__ import annotations

import csv
import gzip
import io
from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.engine.records import write_moves
from small_discord import Refused
from tests.flow.conftest import HERE
from tests.flow.reading import as_read

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour


async def play_out(parlour: Parlour, person: Person, where: str = HERE, *, begun: bool = False) -> int:
    """Play a made-up deal first move first to its end; return the piles left."""
    if not begun:
        await person.slash(where, "deal accordion", variant="late-binding")
    session = (await parlour.game_of(person, where)).session
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(session.rules, moves[:1]))
    await person.slash(where, "move", moves=write_moves(session.rules, session.moves))
    return len(session.state.piles)


async def _board(person: Person, when: str = "this month") -> Message:
    reply = await person.slash(HERE, "leaderboard", game="late-binding", when=when)
    assert reply.message is not None
    return reply.message


async def test_two_players_on_a_leaderboard(parlour: Parlour) -> None:
    """Fewer piles rank above more; all see their own place; nobody else sees the answer."""
    piles = {person: await play_out(parlour, person) for person in (parlour.ada, parlour.ben)}
    board = await _board(parlour.ada)
    assert board.ephemeral
    for person, left in piles.items():
        assert f"<@{person.user.id}> · {left} pile" in board.text
    first, second = sorted(piles, key=lambda person: piles[person])
    if piles[first] != piles[second]:
        assert board.text.index(f"<@{first.user.id}>") < board.text.index(f"<@{second.user.id}>")


async def test_periods_change_in_place(parlour: Parlour) -> None:
    """A leaderboard has a button for each period, which changes it in the same message."""
    await play_out(parlour, parlour.ada)
    board = await _board(parlour.ada)
    assert board.buttons[:3] == ["Today", "This month", "All time"]
    later = (await parlour.ada.press(board, "All time")).message
    assert later is not None
    assert later.id == board.id
    assert "all time" in later.text


async def test_only_managers_keep_the_leaderboards(parlour: Parlour) -> None:
    """Only managers of a server may hide players on its leaderboards or reset them."""
    with pytest.raises(Refused):
        await parlour.ben.slash(HERE, "server leaderboard reset", sure="reset")
    await play_out(parlour, parlour.ben)
    unsure = await parlour.ada.slash(HERE, "server leaderboard reset", sure="well")
    assert unsure.message is not None
    assert "Nothing was reset: type reset after `sure` to confirm." in unsure.message.text
    taken_off = await parlour.ada.slash(HERE, "server leaderboard hide", player=parlour.ben.user.id)
    assert taken_off.message is not None
    assert "/server leaderboard show undoes it" in as_read(taken_off.message.text)
    assert "No results yet" in (await _board(parlour.ada)).text
    told = (await _board(parlour.ben)).text
    assert "Nobody is listed yet." in told
    assert "this server's managers have taken you off its leaderboards" in told
    await parlour.ada.slash(HERE, "server leaderboard show", player=parlour.ben.user.id)
    assert "pile" in (await _board(parlour.ada)).text
    reset = await parlour.ada.slash(HERE, "server leaderboard reset", sure="reset")
    assert reset.message is not None
    assert "1 result was taken off this server's leaderboards" in reset.message.text
    assert "No results yet" in (await _board(parlour.ada)).text


async def _export(parlour: Parlour, where: str = HERE) -> Message:
    return await (await parlour.ada.slash(where, "server leaderboard export")).final()


async def _fetch(parlour: Parlour, message: Message) -> bytes:
    (file,) = message.attachments
    address = parlour.local.page_url.partition("/#")[0] + file["url"]
    async with aiohttp.ClientSession() as web, web.get(address) as answer:
        return await answer.read()


async def test_an_export_is_a_file(parlour: Parlour) -> None:
    """Managers can export all results of their server as a file."""
    piles = await play_out(parlour, parlour.ben)
    message = await _export(parlour)
    assert "are left out" in message.text
    content = (await _fetch(parlour, message)).decode()
    (row,) = csv.DictReader(io.StringIO(content))
    assert (row["game"], row["left"], row["player"]) == ("late-binding", str(piles), parlour.ben.user.id)


async def test_an_export_that_is_too_large_is_compressed(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An export that is too large for Discord is compressed."""
    for _ in range(3):
        await play_out(parlour, parlour.ben)
    whole = await _fetch(parlour, await _export(parlour))
    monkeypatch.setattr("small_discord.interactions.MOST_FILE_BYTES", len(whole) - 1)
    sent = await _export(parlour, "The Parlour/#lounge")
    assert sent.attachments[0]["filename"] == "results.csv.gz"
    assert gzip.decompress(await _fetch(parlour, sent)) == whole
