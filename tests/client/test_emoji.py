"""Pictures of the cards are uploaded to Discord once, and boards show them as soon as all are there."""

from __future__ import annotations

import asyncio
import base64
import logging
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.render.cards import suits_as_text
from small_discord.world import app as emoji
from tests.flow.conftest import HERE, Parlour
from tests.flow.pictures import NAMES, all_uploaded, draw, draw_all, until

PNG = "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
VERSION = re.compile("_[0-9a-f]{6}$")


@pytest.fixture
async def bare(tmp_path: Path, blank: Path, art: Path) -> AsyncIterator[Parlour]:
    """Yield a bot that has pictures and was never started; stop it at the end."""
    draw_all(art)
    bare = Parlour(tmp_path, blank)
    yield bare
    await bare.close()


def there(parlour: Parlour) -> dict[str, str]:
    """Return the id of each emoji that Discord has, by its name without the version."""
    emoji = parlour.local.world.emoji.by_id.values()
    return {VERSION.sub("", body["name"]): body["id"] for body in emoji}


def names(parlour: Parlour) -> list[str]:
    """Return the names of all emoji that Discord has."""
    return [body["name"] for body in parlour.local.world.emoji.by_id.values()]


async def board_of(parlour: Parlour) -> str:
    """Deal a game and return the text of its board."""
    reply = await parlour.ada.slash(HERE, "deal accordion", seed="tuesday")
    assert reply.message is not None
    return reply.message.text


async def test_the_first_start_uploads_every_picture(bare: Parlour) -> None:
    """The first start uploads every picture under its own name, and then boards show them."""
    await bare.open()
    await all_uploaded(bare)
    assert set(there(bare)) == NAMES
    six = there(bare)["6_hearts"]
    assert re.search(rf"` 1` <:6_hearts_[0-9a-f]{{6}}:{six}> <:4_spades_", await board_of(bare))


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


async def test_a_picture_that_has_changed_goes_up_beside_the_old_one(bare: Parlour, art: Path) -> None:
    """A changed picture goes up beside the old one, which old boards show for a month before it goes."""
    await bare.open()
    await all_uploaded(bare)
    before = set(bare.local.world.emoji.by_id)
    old = there(bare)["8_spades"]
    board = await bare.ada.slash(HERE, "deal accordion", seed="tuesday")
    bare.local.world.emoji.create("8_spades", PNG)  # from before there were versions
    bare.local.world.emoji.create("a_dog_abcdef", PNG)
    draw(art, "8_spades", "with a finer eight")
    draw(art, "joker")
    await bare.restart()
    await all_uploaded(bare)
    assert before < set(bare.local.world.emoji.by_id)
    assert sum(name.startswith("8_spades") for name in names(bare)) == 3
    assert f":{old}>" in board.message.text if board.message else False
    bare.now = lambda: datetime.now(UTC) + timedelta(days=29)
    await bare.restart()
    await all_uploaded(bare)
    assert old in bare.local.world.emoji.by_id
    bare.now = lambda: datetime.now(UTC) + timedelta(days=31)
    await bare.restart()
    await until(lambda: sum(name.startswith("8_spades") for name in names(bare)) == 1)
    assert set(there(bare)) == NAMES | {"joker", "a_dog"}
    assert before - set(bare.local.world.emoji.by_id) == {old}


async def test_a_picture_that_someone_took_away_goes_up_again(bare: Parlour) -> None:
    """A picture that an operator has deleted at Discord is uploaded again at the next start."""
    await bare.open()
    await all_uploaded(bare)
    before = there(bare)
    bare.local.world.emoji.delete(before["8_spades"])
    await bare.restart()
    await all_uploaded(bare)
    assert set(there(bare)) == NAMES
    assert there(bare)["8_spades"] != before["8_spades"]


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
    assert "` 1` <:6_hearts_" in await board_of(bare)


async def test_without_pictures_discord_is_asked_once(parlour: Parlour) -> None:
    """Without pictures of its own, the bot ends the upload at once, and boards are text."""
    _telling, uploading, *_ = parlour.bot._in_background
    await asyncio.wait_for(uploading, 10)
    assert suits_as_text("` 1` 6♥ 4♠") in await board_of(parlour)
