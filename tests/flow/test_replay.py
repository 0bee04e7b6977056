"""Recorded games exported from Discord and imported again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.cli import main
from idle_year.engine.records import write_record
from small_discord import Upload
from tests.flow.boards import play_out, reviewed
from tests.flow.conftest import HERE
from tests.games import played_out

if TYPE_CHECKING:
    from pathlib import Path

    from small_discord import Message, Person
    from tests.flow.conftest import Parlour


async def _fetch(parlour: Parlour, message: Message) -> bytes:
    (file,) = message.attachments
    address = parlour.local.page_url.partition("/#")[0] + file["url"]
    async with aiohttp.ClientSession() as web, web.get(address) as answer:
        return await answer.read()


async def _replay(person: Person, content: bytes) -> Message:
    return await (await person.slash(HERE, "replay", file=Upload("some.game", content))).final()


async def test_a_game_goes_out_and_in_again(
    parlour: Parlour, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file that one player gets is replayed by another, and by the command line."""
    session = played_out()
    review = await reviewed(parlour.ada, await play_out(parlour.ada))
    sent = await (await parlour.ada.press(review, "Get the moves")).final()
    assert sent.ephemeral
    content = await _fetch(parlour, sent)
    assert content.decode() == write_record(session)
    end = await _replay(parlour.ben, content)
    assert end.ephemeral
    assert f"**No moves left.** {len(session.state.piles)} pile" in end.text
    first = await (await parlour.ben.press(end, "First")).final()
    assert f"Move 1 of {len(session.moves)}: " in first.text
    file = tmp_path / "ada.game"
    file.write_bytes(content)
    assert main(["replay", str(file)]) == 0
    assert "late-binding, seed tuesday" in capsys.readouterr().out


async def test_the_longest_game_goes_in_and_is_stepped_through(parlour: Parlour) -> None:
    """A game of the greatest length is replayed from a file, stepped through and given out again."""
    content = b'[Game "pyramid"]\n[Seed "tuesday"]\n\nd*' + b" r d*" * 79 + b" r"
    message = await _replay(parlour.ada, content)
    assert "The end, after move 2000." in message.text
    for button, told in (
        ("◀", "Move 2000 of 2000: turn the waste over"),
        ("First", "Move 1 of 2000: deal one card"),
        ("▶", "Move 2 of"),
    ):
        message = await (await parlour.ada.press(message, button)).final()
        assert told in message.text
    file = await (await parlour.ada.press(message, "Get the moves")).final()
    assert len((await _fetch(parlour, file)).split()) == 2000 + 2 * 4
