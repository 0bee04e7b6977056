"""What players have chosen: how to see cards, how to be dealt them, and in which language."""

from __future__ import annotations

import enum
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import bindparam, select

from bot.store.columns import known
from bot.store.database import Database, put_row, take_turns
from bot.store.tables import settings

LINES = (5, 8, 10, 13)
"""How many cards a line may hold; eight fit a phone."""


class Cards(enum.StrEnum):
    """How cards are shown."""

    EMOJI = "emoji"
    LARGE = "large"
    TEXT = "text"
    WORDS = "words"


class Colours(enum.StrEnum):
    """In how many colours the suits of card emoji are drawn."""

    FOUR = "four"
    TWO = "two"


class Deals(enum.StrEnum):
    """Which deals a player gets without asking for any in particular."""

    ANY = "any"
    WINNABLE = "winnable"


class Forced(enum.StrEnum):
    """What is played for a player when there is no choice."""

    BY_HAND = "by hand"
    """Nothing."""
    BY_ITSELF = "by itself"
    """The only move, and cards if nothing else can be done: one run of them, so that the game is seen."""


class Taps(enum.StrEnum):
    """What a tap on a move of a puzzle does, which can't be taken back."""

    AT_ONCE = "at once"
    """It plays the move."""
    ASKED = "asked"
    """It asks first, and a second tap plays the move."""


@dataclass(frozen=True)
class PlayerSettings:
    """What a player has chosen: how to see cards, how to be dealt them, and in which language."""

    cards: Cards = Cards.EMOJI
    colours: Colours = Colours.FOUR
    a_line: int = 8
    deals: Deals = Deals.ANY
    forced: Forced = Forced.BY_ITSELF
    language: str = ""
    """By the name of its catalogue, which only another version may have; "" for that of their Discord."""
    taps: Taps = Taps.AT_ONCE


_USUAL = PlayerSettings()
_CHOSEN = select(settings).where(settings.c.player == bindparam("key"))


class SavedSettings:
    """The table of what players have chosen."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, player: int) -> PlayerSettings:
        """Return a player's settings: the usual one for each that was not chosen, or is newer."""
        row = (await self._database.execute(_CHOSEN, {"key": player})).mappings().one_or_none()
        if row is None:
            return _USUAL
        return PlayerSettings(
            known(Cards, row["cards"]) or _USUAL.cards,
            known(Colours, row["colours"]) or _USUAL.colours,
            row["a_line"],
            known(Deals, row["deals"]) or _USUAL.deals,
            known(Forced, row["forced"]) or _USUAL.forced,
            row["language"],
            known(Taps, row["taps"]) or _USUAL.taps,
        )

    async def put(self, player: int, **chosen: Any) -> None:
        """Save some of a player's settings, named as in PlayerSettings; the others stay as they are."""
        async with self._database.transaction() as connection:
            await take_turns(connection, player)
            await put_row(connection, settings, player, chosen, asdict(_USUAL))
