"""Puzzles say how many moves there are, and which of them win, as their board offers them."""

from __future__ import annotations

from dataclasses import replace

from bot.render.cards import Style
from bot.render.puzzle import over_text, puzzle_occasion
from bot.service.game import Game, Seat, TriedPuzzle
from bot.store import Kind, Puzzle, Source, Status
from idle_year.engine.games import find_game
from idle_year.engine.session import Session
from idle_year.proof import Found

RUN = "2S TC 8S 6S 7D =56"
"""Six moves on five buttons: two of them, of which one is offered, leave 8♠ and 7♦."""
ONE_BUTTON = "r@3-5:3>4", "r@3-5:5>4"
TWINS = "AC 7D-8H-9S-TC-KD =50"
"""Two buttons keep 8♥ and 9♠, one of a run down to 7♦ and one of a run up to 10♣."""


PAIR = "3C 3S-AS-2D =56"
"""Two moves leave 3♠ and 2♦: the offered one brings 3♠ beside 3♣, a pair that wins; the other loses."""


def puzzle_at(position: str, *moves: str) -> Game:
    """Return a puzzle of Cribbage at a position, after some moves."""
    rules = find_game("cribbage")
    begun = replace(Session.deal(rules, "1883"), state=rules.notation.read_position(position), marks=())
    session = begun.play(" ".join(moves)) if moves else begun
    return Game(1, Seat(1, 2, 3), False, 1, Status.PLAYING, session, Kind.PUZZLE)


def heading(position: str, *keeping: str) -> str:
    """Return what is asked for at a position."""
    puzzle = Puzzle(1, "cribbage", 1, "1883", "d", "", 2, Source.MADE, 0, None)
    tried = TriedPuzzle(puzzle, Found(0, keeping, wrong=False))
    return puzzle_occasion(puzzle_at(position), tried, Style(), sealed=True).line


def told(position: str, *keeping: str, wrong: str = "", style: Style = Style()) -> str:  # noqa: B008  frozen
    """Return what is said once a puzzle is over, given up if no move was wrong."""
    game = puzzle_at(position, wrong) if wrong else puzzle_at(position)
    found = Found(len(game.session.moves), keeping, wrong=bool(wrong))
    return style.say(over_text(game, found, None, style)).replace("\ufe0e", "")


def test_moves_are_counted_as_buttons() -> None:
    """Two moves that are one button count as one, among all and among those that win."""
    assert heading(RUN, *ONE_BUTTON).startswith("Only 1 of 5 moves keeps the win: find it")
    assert heading(RUN, *ONE_BUTTON, "r@3-5:3>5").startswith("2 of 5 moves keep the win: find one")


def test_moves_are_named_as_their_buttons_are() -> None:
    """What would have won is named by its button, once, and so is what was played instead."""
    assert told(RUN, *ONE_BUTTON) == "**+3: 8♠ 7♦** keeps the win."
    assert told(RUN, *ONE_BUTTON, wrong="r@3-5:4>3") == (
        "**+3: 6♠ 7♦** lost the win. **+3: 8♠ 7♦** would have kept it."
    )


def test_a_typed_move_is_named_as_the_button_that_comes_to_the_same() -> None:
    """A wrong move that no button plays is named as the button for the same cards, if that loses too."""
    assert told(RUN, "r@3-5:4>5", wrong="r@3-5:5>4") == (
        "**+3: 8♠ 7♦** lost the win. **+3: 8♠ 6♠** would have kept it."
    )
    assert told(PAIR, "r@2-4:2>3", wrong="r@2-4:4>3") == (
        "**+3 run: keep 3♠ 2♦ · 2♦ onto A♠** lost the win. **+3: 3♠ 2♦** would have kept it."
    )


def test_buttons_that_look_alike_are_told_apart() -> None:
    """Of two buttons that keep the same cards, what covers what is named as well."""
    assert told(TWINS, "r@2-4:3>2", "r@3-5:4>5") == (
        "**+3 run: keep 8♥ 9♠ · 8♥ onto 7♦** and **+3 run: keep 8♥ 9♠ · 9♠ onto 10♣** keep the win."
    )


def test_a_button_is_named_in_words() -> None:
    """A screen reader hears the name of a button as the button says it."""
    words = told(RUN, *ONE_BUTTON, style=Style(spoken=True))
    assert "keep eight of spades and seven of diamonds" in words
