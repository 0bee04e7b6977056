"""Pictures of the cards are uploaded to Discord once, and boards show them as soon as all are there."""

from __future__ import annotations

import asyncio
import base64
import logging
import re
import shutil
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.render.cards import suits_as_text
from small_discord.world import app as emoji
from tests.flow.conftest import HERE, Parlour
from tests.flow.pictures import NAMES, all_uploaded, draw, draw_all, png, until

PNG = "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()


@pytest.fixture
async def bare(tmp_path: Path, blank: Path, art: Path) -> AsyncIterator[Parlour]:
    """Yield a bot that has pictures and was never started; stop it at the end."""
    draw_all(art)
    bare = Parlour(tmp_path, blank)
    yield bare
    await bare.close()


def there(parlour: Parlour) -> dict[str, str]:
    """Return the id of each emoji that Discord has, by its name."""
    return {body["name"]: body["id"] for body in parlour.local.world.emoji.by_id.values()}


async def restart_later(parlour: Parlour, days: int) -> None:
    """Start the bot again, so many days from now."""
    parlour.now = lambda: datetime.now(UTC) + timedelta(days=days)
    await parlour.restart()
    await all_uploaded(parlour)


async def all_done(parlour: Parlour) -> None:
    """Wait until nothing is left to upload or to delete."""
    _telling, uploading, *_ = parlour.bot._in_background
    await asyncio.wait_for(uploading, 10)


async def board_of(parlour: Parlour) -> str:
    """Deal a game and return the text of its board."""
    reply = await parlour.ada.slash(HERE, "deal accordion", seed="tuesday")
    assert reply.message is not None
    return reply.message.text


async def test_the_first_start_uploads_every_picture(bare: Parlour) -> None:
    """The first start uploads every picture under a name to be spoken, and then boards show them."""
    await bare.open()
    await all_uploaded(bare)
    assert set(there(bare)) == NAMES
    six, four = there(bare)["6_of_hearts"], there(bare)["4_of_spades"]
    assert f"` 1` <:6_of_hearts:{six}> <:4_of_spades:{four}>" in await board_of(bare)


async def test_a_restart_uploads_nothing(bare: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    """A restart uploads no picture again; the log says how many were uploaded at first."""
    caplog.set_level(logging.INFO, "bot.client.emoji")
    await bare.open()
    await all_uploaded(bare)
    before = there(bare)
    await bare.restart()
    await all_uploaded(bare)
    assert there(bare) == before
    assert caplog.messages == [f"The card pictures have been uploaded to Discord: {len(NAMES)}."]


@pytest.mark.slow
async def test_a_stop_in_the_middle_is_resumed(bare: Parlour) -> None:
    """An upload that was stopped goes on at the next start, and what was there by then stays."""
    await bare.open()
    await until(lambda: len(there(bare)) >= 20)
    before = set(there(bare).values())
    assert len(before) < len(NAMES)
    await bare.restart()
    await all_uploaded(bare)
    assert set(there(bare)) == NAMES
    assert len(before - set(there(bare).values())) <= 1


@pytest.mark.slow
async def test_a_picture_that_has_changed_goes_up_beside_the_old_one(bare: Parlour, art: Path) -> None:
    """A changed picture goes up beside the old one, which old boards show for a month before it goes.

    The new name is as silent as the old one.
    """
    await bare.open()
    await all_uploaded(bare)
    before = there(bare)
    old = before["8_of_spades"]
    board = await bare.ada.slash(HERE, "deal accordion", seed="tuesday")
    draw(art, "8_of_spades", "with a finer eight")
    draw(art, "joker")
    await bare.restart()
    await all_uploaded(bare)
    assert there(bare).items() >= before.items()
    assert there(bare).keys() - before.keys() == {"8_of_spades_", "joker"}
    assert f":{old}>" in board.message.text if board.message else False
    assert f"<:8_of_spades_:{there(bare)['8_of_spades_']}>" in await board_of(bare)
    await restart_later(bare, days=29)
    await all_done(bare)
    assert old in bare.local.world.emoji.by_id
    await restart_later(bare, days=31)
    await all_done(bare)
    assert set(there(bare)) == NAMES - {"8_of_spades"} | {"8_of_spades_", "joker"}


@pytest.mark.slow
async def test_an_older_bot_deletes_nothing_of_a_newer_one(bare: Parlour, art: Path, tmp_path: Path) -> None:
    """A bot that does not know the newest pictures shows its own, and leaves those to whoever does."""
    await bare.open()
    await all_uploaded(bare)
    shutil.copytree(art, tmp_path / "older")
    draw(art, "8_of_spades", "with a finer eight")
    await bare.restart()
    await all_uploaded(bare)
    before = there(bare)
    shutil.copytree(tmp_path / "older", art, dirs_exist_ok=True)
    await restart_later(bare, days=31)
    await all_done(bare)
    assert there(bare) == before
    assert f"<:8_of_spades:{before['8_of_spades']}>" in await board_of(bare)


@pytest.mark.slow
async def test_what_others_have_made_stays_as_it_is(parlour: Parlour, art: Path) -> None:
    """What the operator has uploaded stays, and is no card, even if it has the name of one."""
    by_hand = {"user": parlour.local.person("Ada").user.payload}
    emoji_there = parlour.local.world.emoji
    for name in ("8_of_spades", "8_of_spades_", "8_of_spades_abcdef", "9_of_clubs_"):
        emoji_there._keep(emoji_there.create(name, PNG) | by_hand)
    emoji_there.create("a_dog_abcdef", PNG)
    before = there(parlour)
    draw_all(art)
    await restart_later(parlour, days=31)
    draw(art, "9_of_clubs", "with a finer nine")
    await restart_later(parlour, days=62)
    await all_done(parlour)
    assert there(parlour).items() >= before.items()
    text = await board_of(parlour)
    assert re.search("<:8_of_spades_[0-9a-f]{6}:", text)
    assert re.search("<:9_of_clubs_[0-9a-f]{6}:", text)


@pytest.mark.slow
async def test_a_picture_that_is_not_ours_has_digits(bare: Parlour, art: Path) -> None:
    """A picture that somebody has put in place of ours goes up too: its digits tell which one it is."""
    await bare.open()
    await all_uploaded(bare)
    (art / "8_of_spades.png").write_bytes(png("8_of_spades", "with a moustache"))
    await bare.restart()
    await all_uploaded(bare)
    assert re.search("<:8_of_spades_[0-9a-f]{6}:", await board_of(bare))


@pytest.mark.slow
async def test_a_picture_that_was_not_ours_goes(parlour: Parlour, art: Path) -> None:
    """A picture that somebody had put in place of ours goes a month after ours has come back."""
    parlour.local.world.emoji.create("8_of_spades_3fa9c1", PNG)
    draw_all(art)
    await parlour.restart()
    await all_done(parlour)
    assert set(there(parlour)) == {*NAMES, "8_of_spades_3fa9c1"}
    await restart_later(parlour, days=31)
    await all_done(parlour)
    assert set(there(parlour)) == NAMES


@pytest.mark.slow
async def test_a_picture_that_someone_took_away_goes_up_again(bare: Parlour) -> None:
    """A picture that an operator has deleted at Discord is uploaded again at the next start."""
    await bare.open()
    await all_uploaded(bare)
    before = there(bare)
    bare.local.world.emoji.delete(before["8_of_spades"])
    await bare.restart()
    await all_uploaded(bare)
    assert set(there(bare)) == NAMES
    assert there(bare)["8_of_spades"] != before["8_of_spades"]


async def test_boards_show_text_until_all_pictures_are_there(
    bare: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boards show text until Discord has taken all pictures, which is tried until it does."""
    monkeypatch.setattr("bot.client.emoji._A_MINUTE", 0.01)
    with monkeypatch.context() as full:
        full.setattr(emoji, "MOST_EMOJI", 40)
        await bare.open()
        await until(lambda: len(there(bare)) == 40)
        assert suits_as_text("` 1` 6♥ 4♠") in await board_of(bare)
    await all_uploaded(bare)
    assert "` 1` <:6_of_hearts:" in await board_of(bare)


async def test_without_pictures_discord_is_asked_once(parlour: Parlour) -> None:
    """Without pictures of its own, the bot ends the upload at once, and boards are text."""
    await all_done(parlour)
    assert suits_as_text("` 1` 6♥ 4♠") in await board_of(parlour)
