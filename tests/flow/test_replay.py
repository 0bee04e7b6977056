"""Recorded games exported from Discord and imported again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.cli import main
from bot.engine.records import write_record
from small_discord import Upload
from tests.flow.boards import deal
from tests.flow.conftest import HERE
from tests.flow.test_review import play_out, played_out, reviewed

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


async def test_a_replay_disturbs_nothing(parlour: Parlour) -> None:
    """Replaying a recorded game leaves the game in play here, and one's own record, as they were."""
    board = await deal(parlour.ada)
    await _replay(parlour.ada, write_record(played_out()).encode())
    now = await (await parlour.ada.slash(HERE, "board")).final()
    assert now.text == board.text
    assert "isn't over yet" in (await (await parlour.ada.slash(HERE, "review")).final()).text
    odds = (await parlour.ada.slash(HERE, "odds", game="late-binding")).message
    assert odds is not None
    assert "**You.** No finished games yet." in odds.text


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b'[Result "', b'[Result "1', "The record says `1"),
        (b'[Seed "tuesday"]', b'[Seed "friday"]', "does not replay"),
        (b"\n\n", b"\n\n99< ", "There is no pile 99"),
        (b'[Game "', b'[Game "x', "no game"),
        (b"[", b"\xff", "isn't UTF-8"),
        (b"\n\n", b"\n\n" + b"x" * 60_000, "does not replay"),
        (b"\n\n", b"\n" * 70_000, "more than 64 kB"),
    ],
)
async def test_an_edited_file_is_refused(parlour: Parlour, old: bytes, new: bytes, reason: str) -> None:
    """One sentence says what does not hold; nothing of the game is shown."""
    refused = await _replay(parlour.ada, write_record(played_out()).encode().replace(old, new, 1))
    assert reason in refused.text
    assert len(refused.text) < 500
    assert refused.buttons == []


async def test_a_small_file_of_very_many_moves_is_refused(parlour: Parlour) -> None:
    """A few letters deal the whole stock, again and again; the sentence says how many moves are allowed."""
    content = b'[Game "pyramid"]\n[Seed "tuesday"]\n\nd*' + b" r d*" * 12_700
    refused = await _replay(parlour.ada, content)
    assert refused.text.startswith("The record does not replay. A game may have 2000 moves, each dealt card")
    assert refused.buttons == []


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


async def test_the_deal_in_play_is_not_replayed(parlour: Parlour) -> None:
    """The deal in play is not replayed, as the replay could be reviewed and would show how to win."""
    await deal(parlour.ada, "late-binding")
    refused = await _replay(parlour.ada, write_record(played_out()).encode())
    assert "You're playing this very deal" in refused.text
