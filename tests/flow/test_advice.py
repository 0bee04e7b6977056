"""Hints, checks, reviews, graded deals and odds, as a player gets them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.engine.games import find_game
from bot.engine.records import write_moves
from bot.engine.session import Session
from bot.solvers.difficulty import stars
from bot.solvers.protocols import Limit
from bot.solvers.registry import solver_for
from small_discord import Refused
from tests.flow.boards import deal, legal
from tests.flow.conftest import HERE
from tests.flow.reading import above_foot

if TYPE_CHECKING:
    from small_discord import Message
    from tests.flow.conftest import Parlour

PATIENT = Limit(seconds=600)


async def test_each_press_tells_more(parlour: Parlour) -> None:
    """A hint first gives a nudge, then the move, then the line, all on the same board."""
    board = await deal(parlour.ada)
    nudge = await (await parlour.ada.press(board, "Hint")).final()
    assert "✅ Look at the " in nudge.text
    assert not any(move in above_foot(nudge)[-1] for move in legal())
    move = await (await parlour.ada.press(nudge, "Show the move")).final()
    assert "✅ Play " in move.text
    assert not any(f"({each})" in move.text for each in legal())
    line = await (await parlour.ada.press(move, "Show the way")).final()
    assert "and 46 more moves" in line.text
    assert {nudge.id, move.id, line.id} == {board.id}
    assert "Hint" in line.buttons


async def test_a_hint_on_hidden_cards_is_an_estimate(parlour: Parlour) -> None:
    """A hint on hidden cards says how sure it is, and is never called a proof."""
    await deal(parlour.ada, "parlett")
    hint = await (await parlour.ada.slash(HERE, "hint")).final()
    assert "🎲 Deal one card. Estimate from the cards you can see: " in hint.text
    assert "roven" not in hint.text


async def test_a_check_tells_no_move(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check, by command or by its button, says on the board that a game can be won, and names no move."""
    monkeypatch.setattr(parlour.bot.services.checks, "_limit", PATIENT)
    board = await deal(parlour.ada)
    by_command = await (await parlour.ada.slash(HERE, "check")).final()
    by_button = await (await parlour.ada.press(board, "Can it be won?")).final()
    assert by_button.id == board.id
    for checked in (by_command, by_button):
        told = above_foot(checked)[-1]
        assert told.startswith("✅ You can still win (proven)")
        assert "<" not in told


@pytest.mark.parametrize("where", ["only for me", "in the channel"])
async def test_a_game_given_up_has_nothing_to_check(parlour: Parlour, where: str) -> None:
    """Whoever asks for a check of a game given up, by an old board, is sent to the review in private."""
    board = await deal(parlour.ada, where=where)
    asked = (await parlour.ada.slash(HERE, "resign")).message
    assert asked is not None
    over = await (await parlour.ada.press(asked, "Resign")).final()
    told = (await parlour.ada.press(board, "Can it be won?")).message
    assert told is not None
    assert told.ephemeral
    assert told.text == "This game is over: Review shows where it was decided."
    assert "Review" in over.buttons
    by_command = (await parlour.ada.slash(HERE, "check")).message
    assert by_command is not None
    assert "You have no game in this channel" in by_command.text


async def _played_out(parlour: Parlour, variant: str, seed: str = "tuesday", **options: str) -> Message:
    """Return the board of a game played first move first until no move was left."""
    session = Session.deal(find_game(variant), seed)
    while session.rules.outcome(session.state) is None:
        session = session.play(write_moves(session.rules, session.rules.moves(session.state)[:1]))
    await parlour.ada.slash(HERE, "deal accordion", variant=variant, seed=seed, **options)
    board = (await parlour.ada.slash(HERE, "move", moves=write_moves(session.rules, session.moves))).message
    assert board is not None
    return board


async def test_a_review_after_the_end(parlour: Parlour) -> None:
    """A review, by button or command, has a square for five moves and names the move that lost the game."""
    board = await _played_out(parlour, "accordion")
    by_button = await (await parlour.ada.press(board, "Review")).final()
    by_command = await (await parlour.ada.slash(HERE, "review")).final()
    for review in (by_button, by_command):
        assert review.ephemeral
        assert "🟥" in review.text
        assert "5 moves a square" in review.text
        assert " lost the win: " in review.text
        assert "-# All moves: ||`" in review.text


async def test_a_review_knows_what_was_hidden_and_says_so(parlour: Parlour) -> None:
    """A review says what could have been won with every card known, and so blames nobody for the stock."""
    await _played_out(parlour, "parlett", "s3")
    review = await (await parlour.ada.slash(HERE, "review")).final()
    assert "Move 34 lost the win: " in review.text
    assert ". With every card known, " in review.text
    assert "nobody could have won" not in review.text


async def test_a_review_says_that_nobody_could_have_won(parlour: Parlour) -> None:
    """A review says so if nobody could have won the deal, and blames no move."""
    await _played_out(parlour, "parlett")
    review = await (await parlour.ada.slash(HERE, "review")).final()
    assert "Nobody could have won this deal (proven)." in review.text
    assert "lost the win" not in review.text


@pytest.mark.parametrize(
    ("game", "wanted"), [("accordion", 1), ("accordion", 5), ("napoleon", 5), ("cribbage", 5)]
)
async def test_a_deal_of_a_difficulty(
    parlour: Parlour, game: str, wanted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal of a difficulty has the grade asked for, can be won, and counts on no leaderboard."""
    monkeypatch.setattr("bot.service.wish._WAIT_SECONDS", PATIENT.seconds)  # solvers yield to busy neighbours
    board = await (await parlour.ada.slash(HERE, f"deal {game}", difficulty=wanted)).final(PATIENT.seconds)
    assert f"✅ Difficulty {wanted} of 5. This deal can be won" in board.text
    assert "You asked for such a deal, so it counts on no leaderboard" in board.text
    rules = find_game(game)
    dealt = (await parlour.game_of(parlour.ada)).session.seed
    assert stars(rules, solver_for(rules), rules.start(dealt), PATIENT) == wanted


async def test_a_deal_that_can_be_won_hides_its_cards_all_the_same(parlour: Parlour) -> None:
    """One Parlett deal in nine can be won; its code shows only at the end."""
    dealt = await parlour.ada.slash(HERE, "deal accordion", variant="parlett", winnable=True)
    board = await dealt.final()
    assert "✅ This deal can be won, but hidden cards make it hard." in board.text
    assert "deal parlett:" not in board.text


async def test_wishes_that_cannot_be(parlour: Parlour) -> None:
    """A wish that cannot be met is refused in one sentence, and nothing is dealt."""
    both = await parlour.ada.slash(HERE, "deal accordion", seed="tuesday", winnable=True)
    assert both.message is not None
    assert "A seed is one deal" in both.message.text
    ungraded = await (await parlour.ada.slash(HERE, "deal accordion", variant="goren", difficulty=3)).final()
    assert "aren't graded" in ungraded.text
    with pytest.raises(Refused):
        await parlour.ada.slash(HERE, "deal accordion", difficulty=6)
    assert "You have no game in this channel" in (await (await parlour.ada.slash(HERE, "board")).final()).text


async def test_the_odds_beside_the_own_record(parlour: Parlour) -> None:
    """The odds are shown as printed and as counted, beside how many of one's own games were won."""
    await _played_out(parlour, "accordion")
    odds = (await parlour.ada.slash(HERE, "odds")).message
    assert odds is not None
    assert "Morehead and Mott-Smith" in odds.text
    assert "We solved 100,000 deals: all could be won." in odds.text
    mine = (await parlour.ada.slash(HERE, "odds", game="accordion")).message
    assert mine is not None
    assert "**You.** 0 of 1 won (0 %)." in mine.text
