"""The stock, as it is and as its player sees it."""

from __future__ import annotations

import pytest

from bot.engine.cards import PACK
from bot.engine.errors import IllegalMove
from bot.engine.stock import face_down, next_card


def test_cards_come_in_order() -> None:
    """The first card is dealt, and the others stay in their order."""
    assert next_card(PACK[:3]) == (PACK[0], PACK[1:3])


def test_nothing_is_dealt_from_what_is_not_known() -> None:
    """A face-down stock keeps its size, shows no card and deals none."""
    hidden = face_down(PACK[:3])
    assert hidden == (None, None, None)
    with pytest.raises(IllegalMove, match="face down"):
        next_card(hidden)
