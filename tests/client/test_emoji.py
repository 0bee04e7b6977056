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
DIGITS = re.compile("_[0-9a-f]{6}$")


@pytest.fixture
async def bare(tmp_path: Path, blank: Path, art: Path) -> AsyncIterator[Parlour]:
    """Yield a bot that has pictures and was never started; stop it at the end."""
    draw_all(art)
    bare = Parlour(tmp_path, blank)
    yield bare
    await bare.close()


def there(parlour: Parlour) -> dict[str, str]:
    """Return the id of each picture in use that Discord has, by its name."""
    emoji = parlour.local.world.emoji.by_id.values()
    return {body["name"]: body["id"] for body in emoji if not DIGITS.search(body["name"])}


def names(parlour: Parlour) -> list[str]:
    """Return the names of all emoji that Discord has."""
    return [body["name"] for body in parlour.local.world.emoji.by_id.values()]


async def board_of(parlour: Parlour) -> str:
    """Deal a game and return the text of its board."""
    reply = await parlour.ada.slash(HERE, "deal accordion", seed="tuesday")
    assert reply.message is not None
    return reply.message.text


async def test_the_first_start_uploads_every_picture(bare: Parlour) -> None:
    """The first start uploads every picture under a name to read aloud, and then boards show them."""
    await bare.open()
    await all_uploaded(bare)
    assert set(there(bare)) == NAMES
    six = there(bare)["6_hearts"]
    assert f"` 1` <:6_hearts:{six}> <:4_spades:" in await board_of(bare)


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
    await until(lambda: len(names(bare)) >= 20)
    before = set(there(bare).values())
    assert len(before) < len(NAMES)
    await bare.restart()
    await all_uploaded(bare)
    assert set(there(bare)) == NAMES
    assert len(before - set(there(bare).values())) <= 1


async def test_pictures_that_have_changed_take_the_names_of_the_old_ones(bare: Parlour, art: Path) -> None:
    """Once pictures have changed, new ones have the names; old boards show theirs for a month more."""
    await bare.open()
    await all_uploaded(bare)
    before = set(bare.local.world.emoji.by_id)
    old = there(bare)["8_spades"]
    board = await bare.ada.slash(HERE, "deal accordion", seed="tuesday")
    bare.local.world.emoji.create("a_dog_abcdef", PNG)
    draw(art, "8_spades", "with a finer eight")
    draw(art, "joker")
    await bare.restart()
    await all_uploaded(bare)
    assert set(there(bare)) == NAMES | {"joker"}
    assert there(bare)["8_spades"] != old
    assert len(before - set(bare.local.world.emoji.by_id)) == 1  # it told which pictures there were
    assert sum(name.startswith("8_spades") for name in names(bare)) == 2
    assert f":{old}>" in board.message.text if board.message else False
    bare.now = lambda: datetime.now(UTC) + timedelta(days=29)
    await bare.restart()
    await all_uploaded(bare)
    assert old in bare.local.world.emoji.by_id
    bare.now = lambda: datetime.now(UTC) + timedelta(days=31)
    await bare.restart()
    await until(lambda: sum(name.startswith("8_spades") for name in names(bare)) == 1)
    await until(lambda: not before & set(bare.local.world.emoji.by_id))
    assert len(names(bare)) == len(NAMES | {"joker", "a_dog", "what they show"})


async def test_pictures_that_were_changed_back_are_shown_again(bare: Parlour, art: Path) -> None:
    """After a change and back again, boards show the first pictures, not those between, with an edge too."""
    await bare.open()
    await all_uploaded(bare)
    for what in ("", "with a finer eight", ""):
        for name in ("8_spades", "8_spades_free"):
            draw(art, name, what)
        await bare.restart()
        await until(lambda: all(shows(bare, art, name) for name in ("8_spades", "8_spades_free")))


def shows(parlour: Parlour, art: Path, name: str) -> bool:
    """Whether Discord has the present picture of that name."""
    number = there(parlour).get(name, "")
    return parlour.local.world.file.bytes_of(number) == (art / f"{name}.png").read_bytes()


async def test_pictures_under_names_of_other_versions_are_replaced(bare: Parlour) -> None:
    """What other versions uploaded goes a month after it has a successor under a name to read aloud."""
    await bare.open()
    for name in ("8_spades_3fa9c1", "8_clubs_2c_abcdef", "queen_diamonds_2c_012345"):
        bare.local.world.emoji.create(name, PNG)
    await all_uploaded(bare)
    assert "8_clubs_2c_abcdef" in names(bare)
    bare.now = lambda: datetime.now(UTC) + timedelta(days=31)
    await bare.restart()
    await until(lambda: not any("_2c" in name or name.startswith("8_spades_") for name in names(bare)))
    assert set(there(bare)) == NAMES


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
        await until(lambda: len(names(bare)) == 40)
        assert suits_as_text("` 1` 6♥ 4♠") in await board_of(bare)
    await all_uploaded(bare)
    assert "` 1` <:6_hearts:" in await board_of(bare)


async def test_without_pictures_discord_is_asked_once(parlour: Parlour) -> None:
    """Without pictures of its own, the bot ends the upload at once, and boards are text."""
    _telling, uploading, *_ = parlour.bot._in_background
    await asyncio.wait_for(uploading, 10)
    assert suits_as_text("` 1` 6♥ 4♠") in await board_of(parlour)
