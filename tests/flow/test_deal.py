"""Dealing, as people see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.engine.games import find_game
from bot.engine.session import Session
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    from tests.flow.conftest import Parlour


async def test_a_deal_is_private_and_shows_the_board(parlour: Parlour) -> None:
    """The board has ten cards a line, the code of the deal, and only its owner sees it."""
    reply = await parlour.ada.slash(HERE, "deal accordion", seed="tuesday")
    board = reply.message
    assert board is not None
    assert board.ephemeral
    assert "### Accordion" in board.text
    assert "52 piles" in board.text
    assert "deal accordion:tuesday" in board.text
    lines = [line for line in board.text.splitlines() if line.startswith("`")]
    assert [line[:4] for line in lines] == ["` 1`", "`11`", "`21`", "`31`", "`41`", "`51`"]
    assert [len(line[5:].split()) for line in lines] == [10, 10, 10, 10, 10, 2]
    assert parlour.ben.sees(HERE) == []


async def test_a_public_deal_is_seen_by_all(parlour: Parlour) -> None:
    """`where: in the channel` shows the board to everyone there."""
    await parlour.ada.slash(HERE, "deal accordion", where="in the channel")
    (board,) = parlour.ben.sees(HERE)
    assert "### Accordion" in board.text


async def test_in_a_direct_message_the_board_stays(parlour: Parlour) -> None:
    """Alone with the bot, a board need not vanish, so it is a lasting message."""
    reply = await parlour.ada.slash("dm", "deal accordion")
    assert reply.message is not None
    assert not reply.message.ephemeral


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"variant": "acordion"}, "There is no game called `acordion`: did you mean Accordion"),
        ({"seed": "two words"}, "`two words` cannot be a seed"),
        ({"seed": "poker:tuesday"}, "There is no game called `poker`"),
    ],
)
async def test_what_cannot_be_dealt_is_explained(
    parlour: Parlour, options: dict[str, str], sentence: str
) -> None:
    """A private sentence says what is wrong, and nothing is dealt."""
    reply = await parlour.ada.slash(HERE, "deal accordion", **options)
    assert reply.message is not None
    assert reply.message.ephemeral
    assert sentence in reply.message.text


async def test_a_second_deal_lays_the_first_aside(parlour: Parlour) -> None:
    """A second deal asks nothing and resigns nothing: the first game goes on from its own board."""
    ada = parlour.ada
    await ada.slash(HERE, "deal accordion", variant="tarbart", seed="tuesday")
    first = (await ada.slash(HERE, "move", moves="d d")).message
    assert first is not None
    dealt = (await ada.slash(HERE, "deal accordion", variant="goren", seed="friday")).message
    assert dealt is not None
    first_card = Session.deal(find_game("goren"), "friday").state.piles[0].top
    assert f"` 1` {first_card.symbol}\ufe0e" in dealt.text.splitlines()
    went_on = (await ada.press(first, "Deal")).message
    assert went_on is not None
    assert "move 3: deal one card" in went_on.text
    board = (await ada.slash(HERE, "board")).message
    assert board is not None
    assert "### Tarbart" in board.text, "as it is the one last played"


async def test_seeds_are_offered_and_checked_while_typing(parlour: Parlour) -> None:
    """An empty box offers the date and a new seed; a bad seed is explained at once."""
    offered = await parlour.ada.autocomplete(HERE, "deal accordion", "seed", seed="")
    assert len(offered) == 2
    (typed,) = await parlour.ada.autocomplete(HERE, "deal accordion", "seed", seed="Tuesday")
    assert typed.value == "Tuesday"
    (warning,) = await parlour.ada.autocomplete(HERE, "deal accordion", "seed", seed="two words")
    assert warning.name.startswith("⚠ `two words` cannot be a seed")
