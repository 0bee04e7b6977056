"""Large pictures: the board of a player who chose them is pictures, wherever and however it is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.cards import Style
from bot.render.marks import marks_of
from bot.render.picture import board_picture
from idle_year.engine.games import find_game
from idle_year.engine.session import Session
from small_discord.limits.kinds import Kind, walk
from tests.controls import first, make
from tests.flow.boards import deal, legal, play_out, reviewed, row_of
from tests.flow.conftest import HERE
from tests.flow.pictures import KEPT
from tests.flow.reading import last_move
from tests.games import played_out

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

LARGE = "large pictures"
SHOWN = Style(large=True)


@pytest.fixture
async def large(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> Parlour:
    """Run a bot on which Ada has chosen large pictures."""
    monkeypatch.setattr("bot.render.cards._FOLDER", KEPT)
    assert LARGE in (await choose(parlour.ada, cards=LARGE)).text
    return parlour


async def choose(person: Person, **options: Any) -> Message:
    """Use /settings and return the answer."""
    return await (await person.slash(HERE, "settings", **options)).final()


def pictures_on(parlour: Parlour, board: Message) -> list[bytes]:
    """Return the files of a message, which must be the pictures that it shows instead of cards as text."""
    galleries = [each["items"] for each in walk(board.components) if each["type"] == Kind.MEDIA_GALLERY]
    for (item,), file in zip(galleries, board.attachments, strict=True):
        assert item["media"]["url"] == file["url"]
        assert item["description"]
    assert row_of(board) == ""
    contents = [parlour.local.world.file.bytes_of(file["id"]) for file in board.attachments]
    return [content for content in contents if content is not None]


def drawn(moves: str = "", variant: str = "accordion", style: Style = SHOWN) -> list[bytes]:
    """Return the pictures of the deal `tuesday` after some moves."""
    session = Session.read(find_game(variant), "tuesday", moves)
    return [board_picture(session, style, marks_of(session))]


async def test_the_picture_follows_the_game(large: Parlour) -> None:
    """The picture shows the position after the deal and each move, undo and redo, and stays with a hint."""
    board = await deal(large.ada)
    assert pictures_on(large, board) == drawn()
    move = first(board)
    moved = await (await make(large.ada, board, move)).final()
    assert moved.id == board.id
    assert pictures_on(large, moved) == drawn(move)
    assert last_move(Session.read(find_game("accordion"), "tuesday", move)) in moved.text
    undone = await (await large.ada.press(moved, "Undo")).final()
    assert pictures_on(large, undone) == drawn()
    redone = await (await large.ada.press(undone, "Redo")).final()
    assert pictures_on(large, redone) == drawn(move)
    hinted = await (await large.ada.press(redone, "Hint")).final()
    assert pictures_on(large, hinted) == drawn(move)
    typed = await (await large.ada.slash(HERE, "move", moves=legal(played=move)[0])).final()
    assert pictures_on(large, typed) == drawn(f"{move} {legal(played=move)[0]}")


async def test_the_picture_says_what_it_shows(large: Parlour) -> None:
    """The picture of a board describes every card in words, for players who cannot see it."""
    board = await deal(large.ada, "late-binding")
    (gallery,) = [each for each in walk(board.components) if each["type"] == Kind.MEDIA_GALLERY]
    said = gallery["items"][0]["description"]
    assert all(
        pile.top.words in said for pile in Session.deal(find_game("late-binding"), "tuesday").state.piles
    )


async def test_colours_are_those_chosen(large: Parlour) -> None:
    """The pictures of a board have the colours that its player has chosen, whatever the line of its text."""
    await choose(large.ada, colours="two, red and black", line=13)
    assert pictures_on(large, await deal(large.ada)) == drawn(style=replace(SHOWN, two_colours=True))


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
    assert pictures_on(large, end) == drawn(" ".join(moves), "late-binding")
    review = await reviewed(large.ada, end)
    assert review.attachments == []
    start = await (await large.ada.press(review, "First")).final()
    assert pictures_on(large, start) == drawn("", "late-binding")
    second = await (await large.ada.press(start, "▶")).final()
    assert pictures_on(large, second) == drawn(moves[0], "late-binding")


async def test_a_board_in_direct_messages_has_its_picture(large: Parlour) -> None:
    """A board in direct messages has its picture when the game moves there and after each move."""
    board = await deal(large.ada)
    panel = await (await large.ada.press(board, "More")).final()
    await (await large.ada.press(panel, "Play in DM")).final()
    (there,) = large.ada.sees("dm")
    assert pictures_on(large, there) == drawn()
    move = first(there)
    after = await (await make(large.ada, there, move)).final()
    assert pictures_on(large, after) == drawn(move)


async def test_a_race_keeps_its_picture_to_its_player(large: Parlour) -> None:
    """Only the private board of a race has a picture, and its message for everybody has none."""
    await large.ben.slash(HERE, "race start", game="late-binding")
    race = large.ada.sees(HERE)[-1]
    board = await (await large.ada.press(race, "Join race")).final()
    assert board.ephemeral
    game = await large.game_of(large.ada)
    session = game.session
    assert pictures_on(large, board) == [board_picture(session, SHOWN, marks_of(session))]
    assert large.ben.sees(HERE)[0].attachments == []
