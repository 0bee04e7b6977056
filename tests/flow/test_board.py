"""A board explains itself: its goal, rules and size of cards are on it, and its buttons say what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.engine.games import ALL
from bot.render.board import goal_line
from bot.store import Cards
from small_discord.limits.kinds import Kind, walk
from tests.controls import HERE, first, make, offered
from tests.flow.boards import deal
from tests.flow.pictures import KEPT

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour


def accent(board: Message) -> int:
    """Return the colour of the one container that a board is."""
    (container,) = board.components
    assert container["type"] == Kind.CONTAINER
    return int(container["accent_color"])


def last_rows(board: Message) -> list[list[str]]:
    """Return the labels in the last two rows of buttons."""
    rows = [each for each in walk(board.components) if each["type"] == Kind.ACTION_ROW]
    return [[button["label"] for button in row["components"]] for row in rows[-2:]]


async def give_up(person: Person) -> Message:
    """Resign the game in play."""
    asked = (await person.slash(HERE, "resign")).message
    assert asked is not None
    return await (await person.press(asked, "Resign")).final()


async def test_the_goal_is_told_in_the_first_three_games(parlour: Parlour) -> None:
    """The goal stands on every board of somebody's first three games of a kind, and on no later one."""
    goal = goal_line(ALL["late-binding"])
    for _ in range(3):
        board = await deal(parlour.ada, variant="late-binding")
        assert goal in board.text.splitlines()
        moved = (await make(parlour.ada, board, first(board))).message
        assert moved is not None
        assert goal in moved.text.splitlines()
        assert goal not in (await give_up(parlour.ada)).text
    assert goal not in (await deal(parlour.ada, variant="late-binding")).text
    assert goal_line(ALL["goren"]) in (await deal(parlour.ben, variant="goren")).text


async def test_a_move_asks_the_database_once(parlour: Parlour) -> None:
    """A move takes one trip to the database, which saves it; whether to tell the goal is known by then."""
    board = await deal(parlour.ada)
    trips: list[float] = []
    parlour.bot.services.store.watch(trips.append, lambda: None)
    for number in (1, 2):
        board = await (await make(parlour.ada, board, first(board))).final()
        assert len(trips) == number


@pytest.mark.parametrize("game", ALL)
def test_every_game_has_a_goal_of_at_most_two_lines(game: str) -> None:
    """The goal of each game is told in two or three sentences that fit two lines of a phone or three."""
    goal = goal_line(ALL[game])
    assert goal.endswith(".")
    assert len(goal) <= 180


async def test_rules_take_the_place_of_the_board_and_give_it_back(parlour: Parlour) -> None:
    """Rules open where the board is, in every chapter, and the button back shows the board as it was."""
    board = await deal(parlour.ada)
    rules = await (await parlour.ada.press(board, "Rules")).final()
    assert rules.id == board.id
    assert "**Goal.**" in rules.text
    history = await (await parlour.ada.press(rules, "History and odds")).final()
    again = await (await parlour.ada.press(history, "Back to the game")).final()
    assert again.id == board.id
    assert again.text == board.text


async def test_rules_leave_a_board_that_others_see(parlour: Parlour) -> None:
    """Under a public board, rules are told in private, and the board stays."""
    board = await deal(parlour.ada, where="in the channel")
    rules = (await parlour.ada.press(board, "Rules")).message
    assert rules is not None
    assert rules.ephemeral
    assert rules.id != board.id
    assert "Back to the game" not in rules.buttons


async def test_cards_become_bigger_in_place_and_small_again(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One tap draws the board with large cards where it is, another with small ones, in play as before."""
    monkeypatch.setattr("bot.render.cards._FOLDER", KEPT)
    board = await deal(parlour.ada)
    large = await (await parlour.ada.press(board, "Bigger cards")).final()
    assert large.id == board.id
    assert len(large.attachments) == 3
    small = await (await parlour.ada.press(large, "Smaller cards")).final()
    assert small.id == board.id
    assert not small.attachments
    assert offered(small) == offered(board)


async def test_only_the_owner_sizes_the_cards_of_a_board(parlour: Parlour) -> None:
    """Whoever presses Bigger cards under another's board is told whose it is, and nothing is changed."""
    board = await deal(parlour.ada, where="in the channel")
    refused = await (await parlour.ben.press(board, "Bigger cards")).final()
    assert "only its owner plays it" in refused.text
    assert (await parlour.bot.services.settings.of(int(parlour.ben.user.id))).cards is Cards.EMOJI


async def test_what_is_always_there_stays_at_the_end(parlour: Parlour) -> None:
    """The last two rows have the same buttons after every card that is dealt."""
    board = await deal(parlour.ada, variant="till-dawn")
    rows = last_rows(board)
    for _ in range(8):
        board = await (await parlour.ada.press(board, "Deal")).final()
        assert last_rows(board) == rows
    assert rows == [
        ["Undo", "Redo", "Hint", "More"],
        ["Rules", "Bigger cards", "Can it be won?", "Type moves"],
    ]


async def test_a_board_of_many_moves_says_what_each_button_does(parlour: Parlour) -> None:
    """With more moves than a phone shows at once, a card's button says how far it goes, or how many ways."""
    board = await deal(parlour.ada)
    moves = {each["label"] for each in walk(board.components) if ":play:" in each.get("custom_id", "")}
    assert {each.rpartition(" ")[0].rpartition(" ")[2] for each in moves} == {"1", "3"}
    assert all(each.endswith(" left") for each in moves)
    reply = await parlour.ben.slash(HERE, "deal marriage", seed="tuesday")
    board = await reply.final()
    leave = {each["label"] for each in walk(board.components) if ":play:" in each.get("custom_id", "")}
    assert {each.rpartition(" ")[2] for each in leave} == {"out"}


async def test_the_accent_tells_how_a_game_stands(parlour: Parlour) -> None:
    """A game in play, a daily, a race and a game given up differ in the colour of their boards."""
    ada = parlour.ada
    playing = accent(await deal(ada))
    over = accent(await give_up(ada))
    daily = accent(await (await ada.slash(HERE, "daily play")).final())
    assert len({playing, over, daily}) == 3
