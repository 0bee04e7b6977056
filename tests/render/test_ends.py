"""What a board says at the end of a game, by readings of the rules that share no code with the engine."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.board import board_text
from idle_year.engine.rules import Outcome
from idle_year.engine.session import Session
from tests.idle_year.engine.games import (
    plain_accordion,
    plain_cribbage,
    plain_marriage,
    plain_napoleon,
    plain_pyramid,
)
from tests.idle_year.engine.walks import EVERY_GAME
from tests.screens import PLAIN

if TYPE_CHECKING:
    from idle_year.engine.rules import AnyRules

_POSITIONS = 100_000
_NUMBERS = {"one": 1, "two": 2, "three": 3}
_CARDS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "10": "T", "\N{VARIATION SELECTOR-15}": ""}
_AIMS = {
    "napoleon": "It's over: no further card can reach the foundations.",
    "pyramid": "It's over: no two cards that can be uncovered at the same time make 13.",
}
"""How games end in which cards can still be moved or dealt."""
_LOST = re.compile(r"\*\*(?P<over>[^*]+)\*\* (?P<left>\d+) [^.]*after (?P<moves>\d+) moves?\. ?(?P<why>.*)")
_MINOR = re.compile(r"⭐ \*\*A minor win!\*\* (?P<left>\d+) piles? remains? after (?P<moves>\d+) moves\.")


@dataclass
class Ended:
    """The end of a game, as another reading of its rules has it."""

    row: list[str]
    """The cards that lie in the row, or on top of its piles; none in games without one."""
    left: int
    """What its score counts."""
    is_over: bool
    """Whether no card can move; in Napoleon, go up; in Pyramid, leave."""


@pytest.mark.parametrize("games", [range(3), pytest.param(range(3, 100), marks=pytest.mark.night)])
@EVERY_GAME
def test_what_an_end_says_is_true(rules: AnyRules, games: range) -> None:
    """A game that ends is over by another reading of the rules, and for the reason that its player reads."""
    for number in games:
        _check_end(rules, number)


def _check_end(rules: AnyRules, number: int) -> None:
    session, chance = Session.deal(rules, f"end-{number}"), random.Random(number)  # noqa: S311  no secret
    while session.legal:
        session = session.play(rules.notation.write_move(chance.choice(session.legal)))
    if session.outcome is Outcome.WON:
        return
    status, ended = board_text(session, PLAIN).splitlines()[1], _ENDED[rules.family](session)
    told = (_MINOR if session.outcome is Outcome.MINOR_WIN else _LOST).fullmatch(status)
    assert told, status
    assert (int(told["left"]), int(told["moves"])) == (ended.left, len(session.moves))
    assert ended.is_over
    if session.outcome is Outcome.STUCK:
        _check_why(rules, ended, told["over"], told["why"])


def _check_why(rules: AnyRules, ended: Ended, over: str, why: str) -> None:
    row, aim = ended.row, _AIMS.get(rules.family)
    assert over == (aim or "No moves left.")
    if aim:
        assert not why
    elif found := re.fullmatch(r"No (?:pile|two cards?).* (\w+) or (\w+) places .*", why):
        for apart in map(_NUMBERS.__getitem__, found.groups()):
            assert not any(_match(*pair) for pair in zip(row, row[apart:], strict=False))
    elif found := re.fullmatch(r"(.+) and (.+), the outer two of the last four cards, share neither .*", why):
        assert [_read(card) for card in found.groups()] == [row[-4], row[-1]]
        assert not _match(row[-4], row[-1])
    elif found := re.fullmatch(r"(.+) had to end on top, and (.+) did\.", why):
        assert [_read(found[2])] == row != [_read(found[1])]
    elif why.startswith("Cards leave only from the last four"):
        assert len(row) < 4
    elif why.startswith("Nothing more scores, and you needed 61 points"):
        assert ended.left < 61 or why.endswith("before the last card.")
    else:
        assert why == "No two matching cards have anything between them that may leave."


def _match(one: str, other: str) -> bool:
    return one[0] == other[0] or one[1] == other[1]


def _read(card: str) -> str:
    for symbol, letter in _CARDS.items():
        card = card.replace(symbol, letter)
    return card


def _moves(session: Session[Any]) -> list[str]:
    return [session.rules.notation.write_move(move) for move in session.moves]


def _accordion(session: Session[Any]) -> Ended:
    dealt = session.state_at(0)
    piles, stock = [[str(pile.top)] for pile in dealt.piles], [str(card) for card in dealt.stock]
    game = plain_accordion.PlainGame(session.rules.id, piles, stock)
    for move in _moves(session):
        game.play(move)
    return Ended([pile[-1] for pile in game.piles], len(game.piles), not game.legal())


def _marriage(session: Session[Any]) -> Ended:
    position = session.rules.notation.write_position(session.state)
    row = [word for word in position.split() if word not in ("!", "+0")]
    return Ended(row, len(row), not plain_marriage.legal(session.rules.id, position))


def _cribbage(session: Session[Any]) -> Ended:
    game = plain_cribbage.PlainGame(session.rules.notation.write_position(session.state_at(0)))
    for move in _moves(session):
        game.play(move)
    return Ended(game.tops, game.points, not (game.claims() or game.stock))


def _napoleon(session: Session[Any]) -> Ended:
    game = plain_napoleon.PlainGame(session.rules.notation.write_position(session.state))
    return Ended([], game.up.total(), game.is_dead(_POSITIONS) is True)


def _pyramid(session: Session[Any]) -> Ended:
    rules: Any = session.rules
    deal = rules.notation.write_position(session.state_at(0))
    game = plain_pyramid.PlainGame(deal, passes=rules.passes, whole_pack=rules.whole_pack)
    for move in _moves(session):
        game.play(move)
    return Ended([], game.left(), game.is_stuck())


_ENDED = {
    "accordion": _accordion,
    "marriage": _marriage,
    "cribbage": _cribbage,
    "napoleon": _napoleon,
    "pyramid": _pyramid,
}
