"""Large pictures: the board of a player who chose them is one picture, wherever and however it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.engine.games import find_game
from bot.engine.session import Session
from bot.render.cards import Style
from bot.render.marks import marks_of
from bot.render.picture import board_picture
from small_discord.limits.kinds import Kind, walk
from tests.controls import first, make
from tests.flow.boards import deal, legal, row_of
from tests.flow.conftest import HERE
from tests.flow.pictures import KEPT
from tests.flow.reading import last_move
from tests.flow.test_review import play_out, played_out, reviewed
from tests.flow.test_settings import choose

if TYPE_CHECKING:
    from small_discord import Message
    from tests.flow.conftest import Parlour

LARGE = "large pictures"


@pytest.fixture
async def large(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> Parlour:
    """Run a bot on which Ada has chosen large pictures."""
    monkeypatch.setattr("bot.render.cards._FOLDER", KEPT)
    assert LARGE in (await choose(parlour.ada, cards=LARGE)).text
    return parlour


def picture_on(parlour: Parlour, board: Message) -> bytes:
    """Return the only file of a message, which must be the picture that it shows instead of cards as text."""
    (gallery,) = [each for each in walk(board.components) if each["type"] == Kind.MEDIA_GALLERY]
    (item,) = gallery["items"]
    (file,) = board.attachments
    assert item["media"]["url"] == file["url"]
    assert item["description"]
    assert row_of(board) == ""
    content = parlour.local.world.file.bytes_of(file["id"])
    assert content is not None
    return content


def drawn(moves: str = "", variant: str = "accordion", style: Style | None = None) -> bytes:
    """Return the picture of the deal `tuesday` after some moves."""
    session = Session.read(find_game(variant), "tuesday", moves)
    return board_picture(session.table, style or Style(large=True), marks_of(session))


async def test_the_picture_follows_the_game(large: Parlour) -> None:
    """The picture shows the position after the deal and each move, undo and redo, and stays with a hint."""
    board = await deal(large.ada)
    assert picture_on(large, board) == drawn()
    move = first(board)
    moved = await (await make(large.ada, board, move)).final()
    assert moved.id == board.id
    assert picture_on(large, moved) == drawn(move)
    assert last_move(Session.read(find_game("accordion"), "tuesday", move)) in moved.text
    undone = await (await large.ada.press(moved, "Undo")).final()
    assert picture_on(large, undone) == drawn()
    redone = await (await large.ada.press(undone, "Redo")).final()
    assert picture_on(large, redone) == drawn(move)
    hinted = await (await large.ada.press(redone, "Hint")).final()
    assert picture_on(large, hinted) == drawn(move)
    typed = await (await large.ada.slash(HERE, "move", moves=legal(played=move)[0])).final()
    assert picture_on(large, typed) == drawn(f"{move} {legal(played=move)[0]}")


async def test_the_picture_says_what_it_shows(large: Parlour) -> None:
    """The picture of a board describes every card in words, for players who cannot see it."""
    board = await deal(large.ada, "late-binding")
    (gallery,) = [each for each in walk(board.components) if each["type"] == Kind.MEDIA_GALLERY]
    said = gallery["items"][0]["description"]
    assert all(
        pile.top.words in said for pile in Session.deal(find_game("late-binding"), "tuesday").state.piles
    )


async def test_lines_and_colours_are_those_chosen(large: Parlour) -> None:
    """The picture of a board has the colours and the cards a line that its player has chosen."""
    await choose(large.ada, colours="two, red and black", line=5)
    assert picture_on(large, await deal(large.ada)) == drawn(
        style=Style(large=True, a_line=5, two_colours=True)
    )


async def test_others_see_cards_as_before(large: Parlour) -> None:
    """A board looks as its player wants it, even to somebody who has chosen large pictures."""
    shown = await deal(large.ben, where="in the channel")
    assert shown.attachments == []
    assert row_of(shown).startswith("` 1` ")
    seen = large.ada.sees(HERE)[-1]
    assert seen.attachments == []


async def test_another_choice_takes_the_picture_away(large: Parlour) -> None:
    """When its player chooses text, the board is text with the next move, and has no file."""
    board = await deal(large.ada)
    await choose(large.ada, cards="text")
    after = await (await make(large.ada, board, first(board))).final()
    assert after.id == board.id
    assert after.attachments == []
    assert row_of(after).startswith("` 1` ")


async def test_every_step_of_a_review_has_its_picture(large: Parlour) -> None:
    """Every step of a review has the picture of its board; the review itself has none."""
    end = await play_out(large.ada)
    moves = [played_out().rules.notation.write_move(move) for move in played_out().moves]
    assert picture_on(large, end) == drawn(" ".join(moves), "late-binding")
    review = await reviewed(large.ada, end)
    assert review.attachments == []
    start = await (await large.ada.press(review, "First")).final()
    assert picture_on(large, start) == drawn("", "late-binding")
    second = await (await large.ada.press(start, "▶")).final()
    assert picture_on(large, second) == drawn(moves[0], "late-binding")


async def test_a_board_in_direct_messages_has_its_picture(large: Parlour) -> None:
    """A board in direct messages has its picture when the game moves there and after each move."""
    board = await deal(large.ada)
    panel = await (await large.ada.press(board, "More")).final()
    await (await large.ada.press(panel, "Play in DM")).final()
    (there,) = large.ada.sees("dm")
    assert picture_on(large, there) == drawn()
    move = first(there)
    after = await (await make(large.ada, there, move)).final()
    assert picture_on(large, after) == drawn(move)


async def test_a_race_keeps_its_picture_to_its_player(large: Parlour) -> None:
    """Only the private board of a race has a picture, and its message for everybody has none."""
    await large.ben.slash(HERE, "race start", game="late-binding")
    race = large.ada.sees(HERE)[-1]
    board = await (await large.ada.press(race, "Join race")).final()
    assert board.ephemeral
    game = await large.game_of(large.ada)
    session = game.session
    assert picture_on(large, board) == board_picture(session.table, Style(large=True), marks_of(session))
    assert large.ben.sees(HERE)[0].attachments == []
