"""Presses on a game by somebody who knows its number, but whose game it isn't."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.presses import Press
from tests.flow.boards import row_of
from tests.ui.room import deal

if TYPE_CHECKING:
    from tests.ui.room import Room

ABOUT_A_GAME = (
    "board run:0:1:2 more hint check undo redo deal dealon play:2< type correct pick resign resigned "
    "dm results review film record share step:0 practise:0"
)


async def test_a_stranger_learns_nothing_of_a_private_game(room: Room) -> None:
    """Whatever strangers press, they are told whose private game it is, and see none of its cards."""
    private, own = await deal(room.ada), await deal(room.ben, "parlett", where="in the channel")
    game = Press.read(private.find("More")["custom_id"]).seen.id
    for verb in ABOUT_A_GAME.split():
        told = await room.ben.use(own, f"iy:{game}:1:{verb}")
        whose = f"This is <@{room.ada.id}>'s game of Accordion; only its owner plays it."
        assert whose in told.text, verb
        assert row_of(told) == "", verb
