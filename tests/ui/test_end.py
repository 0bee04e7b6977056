"""How games end: played out or resigned."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.rules import Outcome
from idle_year.engine.session import Session
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import solver_for
from tests.controls import HERE, coloured, first, offered
from tests.ui.room import deal, play_out

if TYPE_CHECKING:
    from idle_year.engine.rules import AnyRules
    from small_discord import Message
    from tests.ui.room import Room


@pytest.mark.parametrize("variant", ["accordion", "goren"])
async def test_a_whole_game_by_buttons_and_selects(room: Room, variant: str) -> None:
    """A game is played to its end, which shows outcome, score and the code to play it again."""
    await room.ada.slash(HERE, "settings", forced="by hand")
    board = first = await deal(room.ada, variant)
    session = Session.deal(find_game(variant), "tuesday")
    while session.rules.outcome(session.state) is None:
        move = write_moves(session.rules, session.rules.moves(session.state)[:1])
        session = session.play(move)
        board = await (room.ada.press(board, "Deal") if move == "d" else room.ada.make(board, move))
    piles = len(session.state.piles)
    assert f"{piles} pile" in board.text.splitlines()[1]
    assert f"after {len(session.moves)} moves" in board.text
    assert f"deal {variant}:tuesday" in board.text
    assert not offered(board)
    same = await room.ada.press(board, "Same deal")
    assert same.text == first.text
    assert same.id == board.id


async def test_resigning_a_reopened_game_leaves_its_result(room: Room) -> None:
    """Who resigns a game that had ended is told that its result stays."""
    over = await play_out(room.ada, "accordion")
    await room.ada.press(over, "Undo")
    asked = await room.ada.slash(HERE, "resign")
    assert "Its result stays as it is." in asked.text


async def test_resigning_asks_first(room: Room) -> None:
    """Resigning asks first, and then the game is over and stays over."""
    board = await deal(room.ada)
    panel = await room.ada.press(board, "More")
    assert panel.ephemeral
    asked = await room.ada.press(panel, "Resign")
    assert "You can't undo this" in asked.text
    over = await room.ada.press(asked, "Resign")
    assert "**Resigned** after 0 moves." in over.text
    gone = await room.ada.slash(HERE, "board")
    assert "You have no game in this channel" in gone.text


async def test_a_finished_game_stays_in_its_channel(room: Room) -> None:
    """The next deal is a new message, so that others can still see how the last game ended."""
    board = await deal(room.ada, "late-binding", where="in the channel")
    while offered(board):
        board = await room.ada.make(board, first(board))
    again = await room.ada.press(board, "Deal again")
    assert not again.ephemeral
    assert [each.id for each in room.ben.sees(HERE)] == [board.id, again.id]
    assert room.ben.sees(HERE)[0].text == board.text
    joined = await room.ben.press(board, "Same deal")
    assert joined.ephemeral


@pytest.mark.usefixtures("patient")
async def test_a_lost_game_says_where_it_was_lost(room: Room) -> None:
    """A lost game says by itself which move lost it, and one tap leads back to before that move."""
    rules = find_game("late-binding")
    lost = next(found for n in range(100) if (found := _lost(Session.deal(rules, f"s{n}"), winnable=True)))
    await room.ada.slash(HERE, "deal accordion", variant=rules.id, seed=lost.seed)
    board = await _played(room, lost)
    told = re.search(r"Move (\d+) lost the win: .* onto .*\. .* onto .* would still have won\.", board.text)
    assert told is not None
    assert coloured(board) == [f"Back to move {told[1]}"]
    assert board.buttons[0] == f"Back to move {told[1]}"
    await room.ada.press(board, f"Back to move {told[1]}")
    game = (await room.game_of(room.ada)).session
    assert (game.seed, game.moves) == (lost.seed, lost.moves[: int(told[1]) - 1])
    solver = solver_for(rules)
    assert solver.solve(game.state, Limit()).answer is Answer.WON
    assert (
        solver.solve(game.play(write_moves(rules, [lost.moves[len(game.moves)]])).state, Limit()).line == ()
    )


@pytest.mark.usefixtures("patient")
async def test_a_deal_that_nobody_could_win_says_so(room: Room) -> None:
    """A player who resigns a deal that nobody could have won is told so."""
    rules = find_game("late-binding")
    lost = next(found for n in range(100) if (found := _lost(Session.deal(rules, f"s{n}"), winnable=False)))
    await room.ada.slash(HERE, "deal accordion", variant=rules.id, seed=lost.seed)
    asked = await room.ada.slash(HERE, "resign")
    over = await room.ada.press(asked, "Resign")
    assert "Nobody could have won this deal (proven)." in over.text


@pytest.mark.usefixtures("patient")
async def test_whoever_could_not_win_may_have_winnable_deals(room: Room) -> None:
    """Where nobody could win, a check says so and so does the end; both offer deals that can be won."""
    rules = find_game("late-binding")
    seed = next(f"s{n}" for n in range(100) if _lost(Session.deal(rules, f"s{n}"), winnable=False))
    board = await room.ada.slash(HERE, "deal accordion", variant=rules.id, seed=seed)
    board = await room.ada.press(await room.ada.press(board, "More"), "Can it be won?")
    assert "❌ Nobody could have won this deal (proven)." in board.text
    assert {"New deal", "Winnable deals only"} <= set(board.buttons)
    over = await room.ada.slash(HERE, "move", moves=_line(rules, seed))
    assert "Nobody could have won this deal (proven)." in over.text
    assert {"Deal again", "Winnable deals only"} <= set(over.buttons)
    dealt = await room.ada.press(over, "Winnable deals only")
    assert "✅ This deal can be won, and from now on you get only such deals." in dealt.text
    for board in (dealt, await room.ada.slash(HERE, "deal accordion", variant=rules.id)):
        assert "can be won" in board.text
        game = await room.game_of(room.ada)
        assert solver_for(rules).solve(game.state, Limit()).answer is Answer.WON


def _line(rules: AnyRules, seed: str) -> str:
    lost = _lost(Session.deal(rules, seed), winnable=False)
    assert lost is not None
    return write_moves(rules, lost.moves)


async def test_a_daily_tells_nothing_until_its_day_is_over(room: Room) -> None:
    """A lost daily does not say where it was lost until its day is over, as others still play the deal."""
    await room.ada.slash(HERE, "daily play", family="accordion")
    game = await room.game_of(room.ada)
    assert game.day is not None
    lost = _lost(Session.deal(game.rules, game.session.seed), winnable=True)
    assert lost is not None
    board = await _played(room, lost)
    assert "after" in board.text
    assert "(proven)" not in board.text


def _lost(session: Session[Any], *, winnable: bool) -> Session[Any] | None:
    """Return a deal played first move first to a bad end; None if it is not as wanted."""
    if (solver_for(session.rules).solve(session.state, Limit()).answer is Answer.WON) is not winnable:
        return None
    while moves := list(session.rules.moves(session.state)):
        session = session.play(write_moves(session.rules, moves[:1]))
    return None if session.rules.outcome(session.state) is Outcome.WON else session


async def _played(room: Room, session: Session[Any]) -> Message:
    return await room.ada.slash(HERE, "move", moves=write_moves(session.rules, session.moves))


async def test_a_win_says_what_it_means(room: Room) -> None:
    """A win says whether it is the first, how many were won in a row, and how rare it is."""
    rules, texts = find_game("late-binding"), []
    won = (seed for seed in map(str, range(100)) if solver_for(rules).solve(rules.start(seed), Limit()).line)
    for seed in (next(won), next(won)):
        line = write_moves(rules, solver_for(rules).solve(rules.start(seed), Limit()).line)
        await room.ada.slash(HERE, "deal accordion", variant=rules.id, seed=seed)
        board = await room.ada.slash(HERE, "move", moves=line)
        assert "You won in " in board.text
        texts.append(board.text)
    assert "🎉 Your first win at Late-Binding Solitaire! About half of these deals can be won." in texts[0]
    assert "🎉 Win number 2 at Late-Binding Solitaire, 2 in a row!" in texts[1]


async def test_a_win_that_counts_names_what_it_earned(room: Room) -> None:
    """A win that counts tells its time and its rank, and by name the achievements it has just earned."""
    rules = find_game("late-binding")
    texts: list[str] = []
    while len(texts) < 2:
        await room.ada.slash(HERE, "deal accordion", variant=rules.id)
        line = solver_for(rules).solve((await room.game_of(room.ada)).state, Limit()).line
        if line:
            reply = await room.ada.slash(HERE, "move", moves=write_moves(rules, line))
            texts.append((reply).text)
    assert " s at the board · unaided · your best here this month, number 1 of 1" in texts[0]
    assert "🏅 **Unaided**: win a game without undo, hint or check." in texts[0]
    assert "🏅 **Squeezed shut**: win a game of the Accordion family." in texts[0]
    assert "🏅" not in texts[1]
