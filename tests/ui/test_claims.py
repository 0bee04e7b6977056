"""What scores in Cribbage Solitaire is on a board as plainly as there are choices."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.render.cards import Style
from bot.ui.board import Board
from bot.ui.typed import in_notation
from idle_year.engine.games import find_game
from idle_year.engine.session import Session
from tests.screens import board_text_of, components_of, game_of

PLAIN = Style()


def at(position: str) -> Session[Any]:
    """Return a game that stands at a position."""
    rules = find_game("cribbage")
    return replace(Session.deal(rules, "1883"), state=rules.notation.read_position(position), marks=())


def controls(position: str, style: Style = PLAIN) -> tuple[list[list[str]], dict[str, list[str]]]:
    """Return the rows of buttons that score, and the lists with their options, without the looks of suits."""
    rows: list[list[str]] = []
    lists: dict[str, list[str]] = {}
    for part in components_of(Board(game_of(at(position)), style)):
        inside = part.get("components", [])
        labels = [plain(each["label"]) for each in inside if ":play:" in each.get("custom_id", "")]
        rows += [labels] if labels else []
        if "options" in part:
            lists[plain(part["placeholder"])] = [plain(option["label"]) for option in part["options"]]
    return rows, lists


def plain(text: str) -> str:
    """Return a text without what makes its suits text."""
    return text.replace("\ufe0e", "")


async def test_buttons_say_what_a_claim_is_worth_and_which_cards_stay() -> None:
    """A pair has two buttons; three cards have five, as two of the six ways leave the same row."""
    assert controls("9C 7D 7H +3") == ([["+2: 7♦", "+2: 7♥"]], {})
    rows, lists = controls("KC 7D 5H 6S +3")
    assert [label for row in rows for label in row] == [
        "+3: 7♦ 5♥",
        "+3: 7♦ 6♠",
        "+3: 5♥ 7♦",
        "+3: 5♥ 6♠",
        "+3: 6♠ 5♥",
    ]
    assert lists == {}


async def test_what_scores_less_for_the_same_cards_is_in_a_list_of_its_own() -> None:
    """Buttons score the most; a list holds the fifteen that the same cards would score."""
    rows, lists = controls("KC 6D 4H 5H +20")
    assert all(label.startswith("+3: ") for row in rows for label in row)
    ((says, options),) = lists.items()
    assert says == "+2 fifteen: 6♦ 4♥ 5♥"
    assert options[0] == "+2 fifteen: keep 6♦ 4♥"
    assert len(options) == 5


async def test_no_two_buttons_read_the_same() -> None:
    """Where two buttons would keep the same cards, they say how."""
    rows, lists = controls("AC 7D-8H-9S-TC-KD +3")
    labels = [label for row in rows for label in row]
    assert len(set(labels)) == len(labels)
    assert "+3 run: keep 8♥ 9♠ · 8♥ onto 7♦" in labels
    assert "+3 run: keep 8♥ 9♠ · 9♠ onto 10♣" in labels
    ((says, options),) = lists.items()
    assert says == "4 more ways to score"
    assert options[-2:] == ["+2 fifteen: keep 7♦", "+2 fifteen: keep 8♥"]


async def test_the_board_says_what_scores_and_how_long() -> None:
    """The board names what can be scored, and says that it has to be before the next card."""
    text = plain(board_text_of(Board(game_of(at("9C 7S 2S QS +3")), PLAIN)))
    assert "You can score 3: three spades. Score before you deal again." in text
    rows, _ = controls("9C 7S 2S QS +3")
    assert rows[0][0] == "+3: 7♠ 2♠"


async def test_buttons_are_read_aloud_without_signs() -> None:
    """A screen reader hears the cards that stay by their names."""
    rows, _ = controls("9C 7D 5H 6S +3", Style(spoken=True))
    assert rows[0][0] == "+3 run: keep seven of diamonds and five of hearts"


async def test_what_is_read_aloud_fits_a_button() -> None:
    """Where two ways keep the same two cards, their names are not said twice: a button has eighty letters."""
    row = "JH 3D 7H 2D 7C QS 4S TD 2H/2 JD AC 7S JC 6C AH QC 6D 5D/2-AD/4-9D +1"
    rows, _ = controls(row, Style(spoken=True))
    assert all(len(label) <= 80 for each in rows for label in each)


@pytest.mark.parametrize(
    "typed",
    [
        "+3: 7♦ 6♠",
        "+3 run: keep 7♦ 6♠",
        "run: keep 7d 6s",
        "run keep 7D and 6S",
        "+3 run: keep seven of diamonds and six of spades",
    ],
)
def test_a_claim_is_typed_as_its_button_says(typed: str) -> None:
    """The words of a button are played when they are typed, with or without their points."""
    session = at("9C 7D 5H 6S +3")
    played = session.play(in_notation(session, typed))
    assert session.rules.notation.write_position(played.state).startswith("9C-7D/2-6S")
