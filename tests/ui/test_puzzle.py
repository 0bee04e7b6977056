"""Puzzles: dealt, solved and failed by pressing moves; each person has one try at each."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.store import Cards, Kind, Source, Status
from tests.controls import HERE, offered
from tests.flow.boards import row_of
from tests.puzzles import LONGER, NEXT_RIGHT, RIGHT, SHORT, WRONG, stock

if TYPE_CHECKING:
    from bot.store import Store
    from small_discord import Message
    from tests.ui.room import Room, Visitor

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
RIGHT_SO_FAR, SOLVED = "✅ Right: the win is still there.", "🎉 Solved! There are no hard choices left."


@pytest.fixture
async def store(room: Room) -> Store:
    """Return the store of the bot, with the clock at noon."""
    room.clock.now = NOON
    return room.services.store


async def ask(person: Visitor, command: str = "play", where: str = HERE) -> Message:
    """Ask for a puzzle."""
    return await person.slash(where, f"puzzle {command}")


async def move(person: Visitor, board: Message, *moves: str) -> Message:
    """Make moves by their buttons, each on the board after the last."""
    for each in moves:
        board = await person.make(board, each)
    return board


@pytest.mark.parametrize("where", [HERE, "dm"])
async def test_a_puzzle_is_solved_once_no_hard_choice_is_left(room: Room, store: Store, where: str) -> None:
    """A right move says so, and the last hard one solves the puzzle, which goes on as practice."""
    await stock(store, SHORT)
    board = await ask(room.ada, where=where)
    assert "### Accordion · Puzzle\n" in board.text
    assert "Only 1 of 4 moves keeps the win: find it · one wrong move ends the puzzle" in board.text
    assert "accordion:" not in board.text
    right = await move(room.ada, board, RIGHT)
    assert RIGHT_SO_FAR in right.text
    assert right.id == board.id
    solved = await move(room.ada, right, NEXT_RIGHT)
    assert SOLVED in solved.text
    assert "### Accordion · Puzzle, solved" in solved.text
    practice = await room.ada.press(solved, "Practise from here")
    assert offered(practice)
    assert (await room.game_of(room.ada, where)).kind is Kind.PRACTICE


@pytest.mark.parametrize("second", ["2<", "4<"])
async def test_every_move_that_keeps_the_win_is_right(room: Room, store: Store, second: str) -> None:
    """Where several moves keep the win, each of them goes on."""
    await stock(store, LONGER)
    board = await move(room.ada, await ask(room.ada), "4<<<", second)
    assert RIGHT_SO_FAR in board.text or SOLVED in board.text


@pytest.mark.usefixtures("patient")
async def test_a_wrong_move_ends_the_try_and_tells_what_would_have_kept_the_win(
    room: Room, store: Store
) -> None:
    """A wrong move ends the try, and the position before it can be practised."""
    await stock(store, SHORT)
    lost = await move(room.ada, await ask(room.ada), WRONG)
    assert "### Accordion · Puzzle, not solved" in lost.text
    assert (
        "❌ 8♦︎ onto Q♦︎ lost the win. 4♣︎ onto 4♠︎ would have kept it. The best you can still get is"
        in lost.text
    )
    again = await room.ada.press(lost, "Back to move 46")
    assert RIGHT in offered(again)


async def test_the_code_of_a_puzzle_is_told_once_it_is_over(room: Room, store: Store) -> None:
    """Until it is over nothing tells the code, with which the moves could be found out elsewhere."""
    await stock(store, SHORT)
    board = await ask(room.ada)
    asked = (await room.ada.press(board, "More")).text
    exported = await room.services.privacy.export(room.ada.seat.owner, "")
    assert SHORT.seed not in board.text + asked + exported.decode()
    assert f"accordion:{SHORT.seed}" in (await move(room.ada, board, WRONG)).text


async def test_todays_puzzle_is_told_to_nobody_else(room: Room, store: Store) -> None:
    """Until its day is over, no code, post or file of whoever has had it leads others to its deal."""
    await stock(store, SHORT._replace(day=NOON.date()))
    lost = await move(room.ada, await ask(room.ada, "daily"), WRONG)
    board = await room.ada.press(lost, "Back to move 46")
    assert SHORT.seed not in (await room.ada.press(board, "More")).text
    while moves := offered(board):
        board = await move(room.ada, board, next(iter(moves)))
    review = await room.ada.press(lost, "Review")
    assert "Film" not in review.buttons
    refused = await room.ada.press(review, "Get the moves")
    assert "Others still play this deal: you can get its moves once" in refused.text
    exported = await room.services.privacy.export(room.ada.seat.owner, "")
    results = await room.services.ranks.export(7)
    assert SHORT.seed not in exported.decode() + results.decode()
    preview = await room.ada.press(board, "Share")
    await room.ada.press(preview, "Post it here")
    (post,) = room.ben.sees()
    assert SHORT.seed not in lost.text + board.text + post.text
    assert post.buttons == ["Copy"]
    refused = await room.ben.slash(HERE, "deal accordion", seed=f"till-dawn:{SHORT.seed}")
    assert "Others still play this deal: you can deal it once" in refused.text
    room.clock.now = NOON + timedelta(1)
    assert SHORT.seed in (await room.services.ranks.export(7)).decode()
    assert offered(await room.ben.slash(HERE, "deal accordion", seed=f"accordion:{SHORT.seed}"))


async def test_ones_own_lost_game_says_so(room: Room, store: Store) -> None:
    """A puzzle of a game that somebody lost says so, and nobody else is dealt it."""
    await stock(store, SHORT._replace(source=Source.LOST, player=room.ada.seat.owner))
    assert "one wrong move ends the puzzle · from a game you lost" in (await ask(room.ada)).text
    assert "There's no puzzle of Accordion for you" in (await ask(room.ben)).text


async def test_a_typed_line_counts_up_to_its_first_wrong_move(room: Room, store: Store) -> None:
    """Of moves typed in one go, those after a wrong one are not played."""
    await stock(store, SHORT)
    await ask(room.ada)
    lost = await room.ada.slash(HERE, "move", moves=f"{RIGHT} 5< 3<")
    assert "not solved" in lost.text
    assert "move 47:" in lost.text


async def test_the_front_door_leads_to_a_puzzle(room: Room, store: Store) -> None:
    """A press in /play deals a puzzle of the game in play here, or of Accordion where that has none."""
    await stock(store, SHORT)
    for game, named in (
        ("marriage", "There's no puzzle of Royal Marriage"),
        ("pyramid", "Accordion · Puzzle"),
    ):
        await room.ada.slash(HERE, f"deal {game}")
        door = await room.ada.slash(HERE, "play")
        assert named in (await room.ada.press(door, "Solve a puzzle")).text


async def test_the_puzzle_of_the_day_is_the_same_for_all_and_has_one_try(room: Room, store: Store) -> None:
    """Everybody gets the same puzzle all day; whoever has tried it is shown how that went."""
    await stock(store, SHORT._replace(day=NOON.date()), LONGER._replace(day=NOON.date() + timedelta(1)))
    board, other = await ask(room.ada, "daily"), await ask(room.ben, "daily")
    assert "### Accordion · Puzzle of 27 November\n" in board.text
    assert row_of(board) == row_of(other)
    solved = await move(room.ada, board, RIGHT, NEXT_RIGHT)
    assert "### Accordion · Puzzle of 27 November, solved" in (await ask(room.ada, "daily")).text
    assert (await room.ada.press(solved, "Next puzzle")).text.startswith("There's no puzzle")
    room.clock.now = NOON + timedelta(1)
    assert row_of(await ask(room.ada, "daily")) != row_of(board)


async def test_a_hint_ends_a_puzzle_and_says_so_before(room: Room, store: Store) -> None:
    """The first press says that a hint ends the puzzle; the next one shows what keeps the win."""
    await stock(store, SHORT)
    told = await room.ada.press(await ask(room.ada), "Hint")
    assert "This is help: it ends the puzzle, and shows which moves keep the win." in told.text
    assert (await room.game_of(room.ada)).status is Status.PLAYING
    over = await room.ada.press(told, "Hint")
    assert "Puzzle, not solved" in over.text
    assert "> 4♣︎ onto 4♠︎ keeps the win." in over.text


async def test_that_a_puzzle_can_be_won_costs_nothing(room: Room, store: Store) -> None:
    """A puzzle that is on can be won, so no button asks whether it can, and /check ends nothing."""
    await stock(store, SHORT)
    panel = await room.ada.press(await ask(room.ada), "More")
    assert "Can it be won?" not in panel.buttons
    assert "✅ This puzzle can still be won" in (await room.ada.slash(HERE, "check")).text
    assert (await room.game_of(room.ada)).status is Status.PLAYING


async def test_a_puzzle_is_given_up_after_a_question(room: Room, store: Store) -> None:
    """/resign asks first, and then shows what keeps the win."""
    await stock(store, SHORT)
    await ask(room.ada)
    asked = await room.ada.slash(HERE, "resign")
    assert "Give up this puzzle of Accordion? You'll then see which moves keep the win." in asked.text
    over = await room.ada.press(asked, "Resign")
    assert "> 4♣︎ onto 4♠︎ keeps the win." in over.text


async def test_no_move_of_a_puzzle_is_taken_back(room: Room, store: Store) -> None:
    """Neither those that were right nor those before the puzzle are taken back, nor the wrong one."""
    await stock(store, SHORT)
    board = await ask(room.ada)
    for played in (RIGHT, "5<"):
        refused = await room.ada.slash(HERE, "undo")
        assert "In a puzzle every move stands" in refused.text
        assert board.find("Undo")["disabled"]
        board = await move(room.ada, board, played)
    game = await room.game_of(room.ada)
    assert game.over
    told = await room.ada.use(board, f"iy:{game.id}:{game.version}:undo")
    assert "In a puzzle every move stands" in told.text


async def test_another_deal_does_not_end_a_puzzle(room: Room, store: Store) -> None:
    """A puzzle in which nothing was done yet is laid aside by another deal, not given up."""
    await stock(store, SHORT)
    board = await ask(room.ada)
    await room.ada.slash(HERE, "deal accordion")
    assert RIGHT_SO_FAR in (await move(room.ada, board, RIGHT)).text


async def test_a_puzzle_is_read_out(room: Room, store: Store) -> None:
    """In words, what just happened and how many moves keep the win come before the cards."""
    await stock(store, SHORT)
    await store.settings.put(room.ada.seat.owner, cards=Cards.WORDS)
    board = await ask(room.ada)
    assert "Only 1 of 4 moves keeps the win" in board.text
    lost = await move(room.ada, board, WRONG)
    assert "eight of diamonds onto queen of diamonds lost the win" in lost.text.lower()
