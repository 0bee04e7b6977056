"""Presses on a game by somebody who knows its number, but whose game it isn't."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.ui.presses import Press
from tests.flow.boards import deal, row_of
from tests.forged import press

if TYPE_CHECKING:
    from tests.flow.conftest import Parlour

ABOUT_A_GAME = (
    "board run:0:1:2 more hint check undo redo deal dealon play:2< type correct pick resign resigned "
    "dm results review record share step:0 practise:0"
)


@pytest.mark.parametrize("verb", ABOUT_A_GAME.split())
async def test_a_stranger_learns_nothing_of_a_private_game(parlour: Parlour, verb: str) -> None:
    """Whatever strangers press, they are told whose private game it is, and see none of its cards."""
    private, own = await deal(parlour.ada), await deal(parlour.ben, "parlett", where="in the channel")
    game = Press.read(private.find("More")["custom_id"]).seen.id
    told = await press(parlour.local, parlour.ben, own, f"iy:{game}:1:{verb}")
    assert f"This is <@{parlour.ada.user.id}>'s game of Accordion; only its owner plays it." in told.text
    assert row_of(told) == ""
