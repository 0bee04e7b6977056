"""A board explains itself: its goal, rules and size of cards are on it, and its buttons say what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.render.board import goal_line
from idle_year.engine.games import ALL
from small_discord.limits.kinds import Kind, walk
from tests.controls import HERE, first
from tests.ui.room import deal, give_up

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room


def accent(board: Message) -> int:
    """Return the colour of the one container that a board is."""
    (container,) = board.components
    assert container["type"] == Kind.CONTAINER
    return int(container["accent_color"])


def last_rows(board: Message) -> list[list[str]]:
    """Return the labels in the last two rows of buttons."""
    rows = [each for each in walk(board.components) if each["type"] == Kind.ACTION_ROW]
    return [[button.get("label", "") for button in row["components"]] for row in rows[-2:]]


async def test_the_goal_is_told_in_the_first_three_games(room: Room) -> None:
    """The goal stands on the first board of somebody's first three games of a kind; later, under More."""
    goal = goal_line(ALL["late-binding"])
    for _ in range(3):
        board = await deal(room.ada, variant="late-binding")
        assert f"-# {goal} On buttons, ←3 is three piles to the left." in board.text.splitlines()
        moved = await room.ada.make(board, first(board))
        assert goal not in moved.text
        assert goal in (await room.ada.press(moved, "More")).text.splitlines()
        assert goal not in (await give_up(room.ada)).text
    assert goal not in (await deal(room.ada, variant="late-binding")).text
    assert goal_line(ALL["goren"]) in (await deal(room.ben, variant="goren")).text


async def test_a_move_asks_the_database_once(room: Room) -> None:
    """A move takes one trip to the database, which saves it; whether to tell the goal is known by then."""
    board = await deal(room.ada)
    trips: list[float] = []
    room.services.store.watch(trips.append, lambda: None)
    for number in (1, 2):
        board = await room.ada.make(board, first(board))
        assert len(trips) == number


@pytest.mark.parametrize("game", ALL)
def test_every_game_has_a_goal_of_at_most_two_lines(game: str) -> None:
    """The goal of each game is told in two or three sentences that fit two lines of a phone or three."""
    goal = goal_line(ALL[game])
    assert goal.endswith(".")
    assert len(goal) <= 180


async def test_rules_take_the_place_of_the_board_and_give_it_back(room: Room) -> None:
    """Rules open where the board is, in every chapter, and the button back shows the board as it was."""
    board = await deal(room.ada)
    rules = await room.ada.press(board, "Rules")
    assert rules.id == board.id
    assert "**Goal.**" in rules.text
    history = await room.ada.press(rules, "History and odds")
    again = await room.ada.press(history, "Back to the game")
    assert again.id == board.id
    assert again.text == board.text


async def test_rules_leave_a_board_that_others_see(room: Room) -> None:
    """Under a public board, rules are told in private, and the board stays."""
    board = await deal(room.ada, where="in the channel")
    rules = await room.ada.press(board, "Rules")
    assert rules.ephemeral
    assert rules.id != board.id
    assert "Back to the game" not in rules.buttons


async def test_what_is_always_there_stays_at_the_end(room: Room) -> None:
    """The last two rows have the same buttons after every card that is dealt."""
    board = await room.ada.press(await deal(room.ada, variant="till-dawn"), "Deal")
    rows = last_rows(board)
    for _ in range(8):
        board = await room.ada.press(board, "Deal")
        assert last_rows(board) == rows
    assert rows == [
        ["Deal", "Deal to next move"],
        ["Undo", "Hint", "More"],
    ]


async def test_what_is_rarely_needed_takes_the_place_of_the_moves(room: Room) -> None:
    """More shows it on the board itself, with the code of the deal, and Back shows the moves again."""
    board = await room.ada.make(board := await deal(room.ada), first(board))
    more = await room.ada.press(board, "More")
    assert more.id == board.id
    assert more.text.splitlines()[: len(board.text.splitlines())] == board.text.splitlines()
    assert more.buttons == [
        "Rules",
        "Type moves",
        "Start over",
        "Play in DM",
        "Resign",
        "Bigger cards",
        "Can it be won?",
        "Back",
    ]
    assert (await room.ada.press(more, "Back")).buttons == board.buttons


async def test_redo_is_in_the_place_of_the_hint(room: Room) -> None:
    """While a move can be played again, Redo is beside Undo, and Hint under More."""
    board = await deal(room.ada)
    for _ in range(2):
        board = await room.ada.make(board, first(board))
    undone = await room.ada.press(board, "Undo")
    assert last_rows(undone)[-1] == ["Undo", "Redo", "More"]
    more = await room.ada.press(undone, "More")
    assert "Show move" in (await room.ada.press(more, "Hint")).buttons
    assert last_rows(await room.ada.press(undone, "Redo"))[-1] == ["Undo", "Hint", "More"]


async def test_a_board_of_many_moves_says_what_each_button_does(room: Room) -> None:
    """A card's button says how far it goes, or that it leaves, and with which other."""
    board = await deal(room.ada)
    moves = {each["label"] for each in walk(board.components) if ":play:" in each.get("custom_id", "")}
    assert {each.rpartition(" ")[2] for each in moves} == {"←", "←3"}
    board = await room.ben.slash(HERE, "deal marriage", seed="tuesday")
    leave = {each["label"] for each in walk(board.components) if ":play:" in each.get("custom_id", "")}
    assert {each.partition(" ")[2][:1] for each in leave} == {"", "+"}


async def test_the_accent_tells_how_a_game_stands(room: Room) -> None:
    """A game in play, a daily, a race and a game given up differ in the colour of their boards."""
    ada = room.ada
    playing = accent(await deal(ada))
    over = accent(await give_up(ada))
    daily = accent(await ada.slash(HERE, "daily play"))
    assert len({playing, over, daily}) == 3
