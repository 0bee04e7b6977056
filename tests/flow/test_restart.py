"""Games survive restarts, and kills at any moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.controls import first, make
from tests.flow.boards import deal, legal, more, row_of
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    from tests.flow.conftest import Parlour


async def test_buttons_work_after_a_restart(parlour: Parlour) -> None:
    """A board from before a restart can still be played on, in place."""
    board = await deal(parlour.ada)
    await parlour.restart()
    reply = await make(parlour.ada, board, first(board))
    assert reply.message is not None
    assert reply.message.id == board.id
    assert "51 piles" in reply.message.text


async def test_redo_works_after_a_restart(parlour: Parlour) -> None:
    """A move that was taken back can still be played again after a restart."""
    await deal(parlour.ada)
    played = (await parlour.ada.slash(HERE, "move", moves=legal()[0])).message
    await parlour.ada.slash(HERE, "undo")
    await parlour.restart()
    redone = (await parlour.ada.slash(HERE, "redo")).message
    assert played is not None
    assert redone is not None
    assert row_of(redone) == row_of(played)


async def test_a_modal_that_was_open_during_a_restart_still_plays(parlour: Parlour) -> None:
    """A form that was open during a restart still plays what was typed into it."""
    board = await deal(parlour.ada)
    opened = await parlour.ada.press(await more(parlour.ada, board), "Type moves")
    assert opened.modal is not None
    await parlour.restart()
    reply = await parlour.ada.submit(opened.modal, moves=legal()[0])
    assert reply.message is not None
    assert "51 piles" in reply.message.text
