"""Hints: a move, and how sure it is."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.engine.games import find_game
from bot.engine.session import Session
from bot.service.errors import GameOver
from bot.service.game import Game, Seat
from bot.service.hint import Hint, Hints, advise
from bot.solvers.verdict import Answer, Limit
from bot.store import Status

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules

OPEN, PARLETT, GOREN = (find_game(name) for name in ("accordion", "parlett", "goren"))
HIDDEN = [find_game(name) for name in ("till-dawn", "idle-year", "idle-year-slides", "goren", "parlett")]
PATIENT = Limit(seconds=60)


def _advise(game: str, position: str, limit: Limit = PATIENT) -> Hint:
    rules = find_game(game)
    return advise(rules, rules.notation.read_position(position), limit)


def test_a_win_is_proven() -> None:
    """Two of the three moves of this row win it."""
    hint = _advise("accordion", "5S 6S 6H 5H")
    assert (hint.verdict.answer, hint.verdict.proved) == (Answer.WON, True)
    assert hint.text.startswith("Play ")
    assert "proven: this deal can still be won from here." in hint.text
    assert hint.move == hint.verdict.line[0]


def test_the_only_move_that_wins_is_called_so() -> None:
    """Of three moves, 2< alone leaves a king to be reached."""
    hint = _advise("accordion", "5S 6S 6H KH")
    assert (hint.keeps_win, OPEN.notation.write_move(hint.move)) == (1, "2<")
    assert hint.text.endswith("No other move keeps the win.")


def test_a_letter_says_what_it_does() -> None:
    """Who presses buttons has never typed a d."""
    assert _advise("parlett", "JS 5D | 5S").text.startswith("Play d (deal one card) — proven")


def test_a_loss_is_proven() -> None:
    """A move is named all the same: the one that keeps most open."""
    hint = _advise("accordion", "5S 6S TD KC")
    assert (hint.verdict.answer, hint.keeps_win) == (Answer.LOST, 0)
    assert hint.text == "No way to win is left — proven. 2< (6♠ onto 5♠) keeps most moves open."


def test_what_is_not_settled_is_called_a_guess() -> None:
    """A full deal with hardly any time: the move that leaves most moves open."""
    view = OPEN.start("tuesday")
    hint = advise(OPEN, view, Limit(nodes=10))
    left = {move: len(OPEN.moves(OPEN.play(view, move))) for move in OPEN.moves(view)}
    assert left[hint.move] == max(left.values())
    move = OPEN.notation.write_move(hint.move)
    what = next(each.what for menu in OPEN.menus(view) for each in menu.choices if each.move == hint.move)
    assert hint.text == (
        f"Try {move} ({what}): it leaves {left[hint.move]} moves open. "
        "Whether this can be won is not settled."
    )
    assert hint.keeps_win is None


def test_a_stock_face_down_proves_nothing() -> None:
    """Also where the row alone could be won."""
    hint = _advise("parlett", "5S 6S KD QD +3")
    assert (hint.verdict.answer, hint.keeps_win) == (Answer.UNKNOWN, None)
    assert hint.text.startswith("Try 2< (6♠ onto 5♠): it leaves 1 move open; ")
    assert hint.text.endswith("unknown cards are still to come, so nothing is proven.")


def test_the_only_move_is_called_so() -> None:
    """How many moves it leaves is no reason where there is no choice."""
    assert _advise("parlett", "5S 6S +3").text == (
        "Try 2< (6♠ onto 5♠): no other move is allowed now; "
        "unknown cards are still to come, so nothing is proven."
    )


def test_to_deal_is_advised() -> None:
    """Where nothing else can be done, and where it shows a card before a choice."""
    assert _advise("parlett", "5S KD +3").text == (
        "Deal (d): no other move is left. The stock is face down, so nothing is proven."
    )
    assert _advise("goren", "5S 6S +3").text == (
        "Deal (d): you see one more card before you choose. The stock is face down, so nothing is proven."
    )


@pytest.mark.parametrize("rules", HIDDEN, ids=[rules.id for rules in HIDDEN])
async def test_a_hint_never_depends_on_what_lies_face_down(rules: AnyRules) -> None:
    """Whatever the order of the stock, the hint is the same."""
    hints, chance = Hints(Limit(nodes=400, seconds=60)), random.Random(1883)  # noqa: S311  no secret here
    for seed in range(6):
        session = Session.deal(rules, f"s{seed}")
        for _ in range(chance.randrange(20)):
            session = session.play(rules.notation.write_move(chance.choice(rules.moves(session.state))))
        stocks = [chance.sample(session.state.stock, len(session.state.stock)) for _ in range(3)]
        states = [replace(session.state, stock=tuple(stock)) for stock in stocks]
        same = [await hints.hint(_game(replace(session, state=state))) for state in states]
        assert same[0] == same[1] == same[2]


def _game(session: Session[object], status: Status = Status.PLAYING) -> Game:
    return Game(1, Seat(1, 2, None), public=False, version=1, status=status, session=session)


async def test_there_is_no_hint_when_the_game_is_over() -> None:
    """Neither after the last move nor after a resignation."""
    with pytest.raises(GameOver):
        await Hints().hint(_game(Session.deal(OPEN, "tuesday"), Status.RESIGNED))
    stuck = Session(OPEN, "x", OPEN.notation.read_position("5S KD"))
    with pytest.raises(GameOver):
        await Hints().hint(_game(stuck, Status.PLAYING))


async def test_the_bot_goes_on_while_hints_are_searched() -> None:
    """Several hints at once leave the event loop free."""
    hints = Hints(Limit(seconds=0.1))
    search = asyncio.gather(*(hints.hint(_game(Session.deal(OPEN, f"s{n}"))) for n in range(3)))
    beats = 0
    while not search.done():
        await asyncio.sleep(0.001)
        beats += 1
    assert len(await search) == 3
    assert beats > 3
