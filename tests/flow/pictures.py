"""Pictures of cards that are quick to upload."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.render import cards as pictures
from bot.render.cards import EMPTY, picture_name
from idle_year.engine.cards import PACK
from lab.draw import keep

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.flow.conftest import Parlour

KEPT = pictures._FOLDER
"""Where the repository keeps the pictures; tests of a running bot use another folder."""
NAMES = {EMPTY} | {picture_name(card, two_colours=two) for card in PACK for two in (False, True)}
"""The names of all pictures."""
_PATIENCE = 200
"""Seconds that a test waits: a worker that starts beside other programs takes a while."""


def draw(folder: Path, name: str, what: str = "") -> None:
    """Put a picture into the folder, or change it, as the program does that draws them."""
    keep(folder, {name: png(name, what)})


def png(name: str, what: str = "") -> bytes:
    """Return a picture: Discord looks only at how a PNG begins."""
    return b"\x89PNG\r\n\x1a\n" + f"{name} {what}".encode()


def draw_all(folder: Path) -> None:
    """Put all pictures into the folder."""
    keep(folder, {name: png(name) for name in NAMES})


async def all_uploaded(parlour: Parlour) -> None:
    """Wait until the bot draws boards with pictures."""
    await until(lambda: bool(parlour.bot.services.card_emoji.texts))


async def until(happened: Callable[[], bool]) -> None:
    """Let everything else run until something has happened, for some minutes at most.

    The longer it takes, the less often this looks: what is that slow does not pass quickly either.
    """
    waited = 0.0
    while not happened():
        if waited > _PATIENCE:
            raise TimeoutError
        pause = min(max(0.001, waited / 100), 0.05)
        await asyncio.sleep(pause)
        waited += pause
