"""Dealing, as people see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.controls import HERE

if TYPE_CHECKING:
    from tests.ui.room import Room


async def test_a_deal_is_private_and_shows_the_board(room: Room) -> None:
    """The board has eight cards a line, under More the code of the deal, and only its owner sees it."""
    board = await room.ada.slash(HERE, "deal accordion", seed="tuesday")
    assert board.ephemeral
    assert "### Accordion" in board.text
    assert "52 piles" in board.text
    lines = [line for line in board.text.splitlines() if line.startswith("`")]
    assert [line[:4] for line in lines] == ["` 1`", "` 9`", "`17`", "`25`", "`33`", "`41`", "`49`"]
    assert [len(line[5:].split()) for line in lines] == [8, 8, 8, 8, 8, 8, 4]
    assert "accordion:tuesday" in (await room.ada.press(board, "More")).text
    assert room.ben.sees(HERE) == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"variant": "acordion"}, "There is no game called `acordion`: did you mean Accordion"),
        ({"seed": "two words"}, "`two words` cannot be a seed"),
        ({"seed": "poker:tuesday"}, "There is no game called `poker`"),
    ],
)
async def test_what_cannot_be_dealt_is_explained(room: Room, options: dict[str, str], sentence: str) -> None:
    """A private sentence says what is wrong, and nothing is dealt."""
    reply = await room.ada.slash(HERE, "deal accordion", **options)
    assert reply.ephemeral
    assert sentence in reply.text
