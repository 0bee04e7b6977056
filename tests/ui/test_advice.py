"""Hints, checks, reviews, graded deals and odds, as a player gets them."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.cards import Style
from bot.render.news import News
from bot.store import Status
from bot.ui.board import Board
from idle_year.analysis import Surety
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.session import Session
from idle_year.solvers.difficulty import stars
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import solver_for
from tests.controls import HERE, button, coloured
from tests.flow.boards import legal
from tests.flow.reading import above_foot
from tests.screens import components_of
from tests.ui.room import deal

if TYPE_CHECKING:
    from idle_year.engine.rules import AnyRules
    from small_discord import Message
    from tests.ui.room import Room

PATIENT = Limit(seconds=600)


async def test_each_press_tells_more(room: Room) -> None:
    """A hint first gives a nudge, then the move, then the line, all on the same board."""
    board = await deal(room.ada)
    nudge = await room.ada.press(board, "Hint")
    assert "✅ Look at the " in nudge.text
    assert not any(move in above_foot(nudge)[-1] for move in legal())
    move = await room.ada.press(nudge, "Show move")
    assert "✅ Play " in move.text
    assert not any(f"({each})" in move.text for each in legal())
    line = await room.ada.press(move, "Way to win")
    assert "and 46 more moves" in line.text
    assert {nudge.id, move.id, line.id} == {board.id}
    assert "Hint" in line.buttons


@pytest.mark.parametrize("asked", ["Hint", "Can it be won?"])
async def test_a_lost_game_in_play_leads_back_to_the_move_that_lost(
    room: Room, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    """A hint in a lost game says so instead of where to look, and as a check does, leads back to the win."""
    monkeypatch.setattr(room.services.hints, "_limit", PATIENT)
    monkeypatch.setattr(room.services.checks, "_limit", PATIENT)
    rules = find_game("late-binding")
    session, number = _lost_in_play(rules)
    await room.ada.slash(HERE, "deal accordion", variant=rules.id, seed=session.seed)
    board = await room.ada.slash(HERE, "move", moves=write_moves(rules, session.moves))
    told = await room.ada.press(await room.ada.press(board, "More") if asked.endswith("?") else board, asked)
    assert f"❌ You can no longer win (proven). Move {number + 1} lost the win: " in told.text
    assert "Look at" not in told.text
    assert coloured(told) == [f"Back to move {number + 1}"]
    await room.ada.press(told, f"Back to move {number + 1}")
    game = await room.game_of(room.ada)
    assert game.session.moves == session.moves[:number]
    assert game.session.undone


async def test_what_was_turned_up_is_not_gone_back_behind(room: Room) -> None:
    """If a card was turned up since the win was lost, there is no way back while the game is in play."""
    await deal(room.ada, "parlett")
    await room.ada.slash(HERE, "move", moves="d")
    game = await room.game_of(room.ada)
    news = News("Move 1 lost the win.", Surety.LOST, back=0)
    assert not any(each.startswith("Back to move") for each in _labels(Board(game, Style(), news)))
    over = replace(game, status=Status.RESIGNED)
    assert "Back to move 1" in _labels(Board(over, Style(), news))


async def test_a_hint_on_hidden_cards_is_an_estimate(room: Room) -> None:
    """A hint on hidden cards says how sure it is, and is never called a proof."""
    await deal(room.ada, "parlett")
    hint = await room.ada.slash(HERE, "hint")
    assert "🎲 Deal one card. Estimate from the cards you can see: " in hint.text
    assert "roven" not in hint.text


async def test_a_check_tells_no_move(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check, by command or by its button, says on the board that a game can be won, and names no move."""
    monkeypatch.setattr(room.services.checks, "_limit", PATIENT)
    board = await deal(room.ada)
    by_command = await room.ada.slash(HERE, "check")
    by_button = await room.ada.press(await room.ada.press(board, "More"), "Can it be won?")
    assert by_button.id == board.id
    for checked in (by_command, by_button):
        told = above_foot(checked)[-1]
        assert told.startswith("✅ You can still win (proven)")
        assert "<" not in told


@pytest.mark.parametrize("where", ["only for me", "in the channel"])
async def test_a_game_given_up_has_nothing_to_check(room: Room, where: str) -> None:
    """Whoever asks for a check of a game given up, by an old board, is sent to the review in private."""
    board = await deal(room.ada, where=where)
    asked = await room.ada.slash(HERE, "resign")
    more = await room.ada.press(board, "More")
    check = button(more, "check")
    over = await room.ada.press(asked, "Resign")
    told = await room.ada.use(more, check)
    assert told is not None
    assert told.ephemeral
    assert told.text == "This game is over: Review shows where it was decided."
    assert "Review" in over.buttons
    by_command = await room.ada.slash(HERE, "check")
    assert "You have no game in this channel" in by_command.text


def _labels(board: Board) -> list[str]:
    return [each["label"] for each in components_of(board) if "label" in each]


def _lost_in_play(rules: AnyRules) -> tuple[Session[Any], int]:
    """Return a game that its last move but one lost, and how many moves were made before that one."""
    solver = solver_for(rules)
    for number in count():
        session = Session.deal(rules, f"s{number}")
        while len(session.legal) > 1 and solver.solve(session.state, PATIENT).answer is Answer.WON:
            before, session = session, session.play(write_moves(rules, session.legal[-1:]))
        if len(session.legal) > 1 and session.moves:
            after = session.play(write_moves(rules, session.legal[:1]))
            if len(after.legal) > 1:
                return after, len(before.moves)
    raise AssertionError


async def _played_out(room: Room, variant: str, seed: str = "tuesday", **options: str) -> Message:
    """Return the board of a game played first move first until no move was left."""
    session = Session.deal(find_game(variant), seed)
    while session.rules.outcome(session.state) is None:
        session = session.play(write_moves(session.rules, session.rules.moves(session.state)[:1]))
    await room.ada.slash(HERE, "deal accordion", variant=variant, seed=seed, **options)
    return await room.ada.slash(HERE, "move", moves=write_moves(session.rules, session.moves))


async def test_a_review_after_the_end(room: Room) -> None:
    """A review, by button or command, has a square for five moves and names the move that lost the game."""
    board = await _played_out(room, "accordion")
    by_button = await room.ada.press(board, "Review")
    by_command = await room.ada.slash(HERE, "review")
    for review in (by_button, by_command):
        assert review.ephemeral
        assert "🟥" in review.text
        assert "5 moves a square" in review.text
        assert " lost the win: " in review.text
        assert "-# All moves: ||`" in review.text


async def test_a_review_knows_what_was_hidden_and_says_so(room: Room) -> None:
    """A review says what could have been won with every card known, and so blames nobody for the stock."""
    await _played_out(room, "parlett", "s3")
    review = await room.ada.slash(HERE, "review")
    assert "Move 34 lost the win: " in review.text
    assert ". With every card known, " in review.text
    assert "nobody could have won" not in review.text


async def test_a_review_says_that_nobody_could_have_won(room: Room) -> None:
    """A review says so if nobody could have won the deal, and blames no move."""
    await _played_out(room, "parlett")
    review = await room.ada.slash(HERE, "review")
    assert "Nobody could have won this deal (proven)." in review.text
    assert "lost the win" not in review.text


@pytest.mark.parametrize(
    ("game", "wanted"),
    [
        ("accordion", 1),
        *(pytest.param(game, 5, marks=pytest.mark.slow) for game in ("accordion", "napoleon", "cribbage")),
    ],
)
async def test_a_deal_of_a_difficulty(
    room: Room, game: str, wanted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal of a difficulty has the grade asked for, can be won, and counts on no leaderboard."""
    monkeypatch.setattr("bot.service.wish._WAIT_SECONDS", PATIENT.seconds)  # solvers yield to busy neighbours
    board = await room.ada.slash(HERE, f"deal {game}", difficulty=wanted)
    assert f"✅ Difficulty {wanted} of 5. This deal can be won" in board.text
    title = f"### {find_game(game).name} · {'★' * wanted}{'☆' * (5 - wanted)}"
    assert title in board.text.splitlines()
    await room.restart()
    assert title in (await room.ada.slash(HERE, "board")).text.splitlines()
    assert "You asked for such a deal, so it counts on no leaderboard" in board.text
    rules = find_game(game)
    dealt = (await room.game_of(room.ada)).session.seed
    assert stars(rules, solver_for(rules), rules.start(dealt), PATIENT) == wanted


async def test_a_deal_that_can_be_won_hides_its_cards_all_the_same(room: Room) -> None:
    """One Parlett deal in nine can be won; its code shows only at the end."""
    dealt = await room.ada.slash(HERE, "deal accordion", variant="parlett", winnable=True)
    board = dealt
    assert "✅ This deal can be won, but hidden cards make it hard." in board.text
    assert "deal parlett:" not in board.text


async def test_wishes_that_cannot_be(room: Room) -> None:
    """A wish that cannot be met is refused in one sentence, and nothing is dealt."""
    both = await room.ada.slash(HERE, "deal accordion", seed="tuesday", winnable=True)
    assert "A seed is one deal" in both.text
    ungraded = await room.ada.slash(HERE, "deal accordion", variant="goren", difficulty=3)
    assert "aren't graded" in ungraded.text
    assert "You have no game in this channel" in (await room.ada.slash(HERE, "board")).text


async def test_the_odds_beside_the_own_record(room: Room) -> None:
    """The odds are shown as printed and as counted, beside how many of one's own games were won."""
    await _played_out(room, "accordion")
    odds = await room.ada.slash(HERE, "odds")
    assert "Morehead and Mott-Smith" in odds.text
    assert "We solved 100,000 deals: all could be won." in odds.text
    mine = await room.ada.slash(HERE, "odds", game="accordion")
    assert "**You.** 0 of 1 won (0 %)." in mine.text
