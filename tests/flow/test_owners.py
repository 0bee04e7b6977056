"""Presses on a game by somebody who knows its number, but whose game it isn't."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.service.limits import NO_LIMITS
from bot.ui.presses import Press
from tests.flow.boards import deal, row_of
from tests.forged import press

if TYPE_CHECKING:
    from bot.service.limits import Allowed
    from tests.flow.conftest import Parlour

ABOUT_A_GAME = (
    "board run:0:1:2 more hint check undo redo deal dealon play:2< type correct pick resign resigned "
    "dm results review record share step:0 practise:0"
)


@pytest.fixture
def allowed() -> Allowed:
    """Refuse nobody: everything is pressed in a second."""
    return NO_LIMITS


async def test_a_stranger_learns_nothing_of_a_private_game(parlour: Parlour) -> None:
    """Whatever strangers press, they are told whose private game it is, and see none of its cards."""
    private, own = await deal(parlour.ada), await deal(parlour.ben, "parlett", where="in the channel")
    game = Press.read(private.find("More")["custom_id"]).seen.id
    for verb in ABOUT_A_GAME.split():
        told = await press(parlour.local, parlour.ben, own, f"iy:{game}:1:{verb}")
        whose = f"This is <@{parlour.ada.user.id}>'s game of Accordion; only its owner plays it."
        assert whose in told.text, verb
        assert row_of(told) == "", verb
