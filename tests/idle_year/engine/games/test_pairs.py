"""What the games whose matching cards leave together allow, refuse, win and count."""

from __future__ import annotations

import pytest

from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import ALL
from idle_year.engine.line import play_line
from idle_year.engine.rules import Outcome

ROW = "7D 5S 6S TD 5H KC"


def after(game: str, position: str, line: str) -> str:
    """Play a line from a position and write the resulting position."""
    rules = ALL[game]
    return rules.notation.write_position(play_line(rules, rules.notation.read_position(position), line).state)


@pytest.mark.parametrize(
    ("game", "move", "reason"),
    [
        ("concertina", "x2", "In Concertina two cards leave at a time, not 1: write the two, such as x1,4."),
        (
            "concertina",
            "x2-5",
            "In Concertina two cards leave at a time, not 4: write the two, such as x1,4.",
        ),
        (
            "concertina",
            "x2,3",
            "In Concertina the two cards that leave stand two or three places apart, not 1.",
        ),
        ("bayan", "x2,4", "In Bayan the two cards that leave stand one or three places apart, not 2."),
        ("concertina", "x2,4", "5♠ and 10♦ share neither suit nor rank."),
        ("concertina", "d", "There's no card left to deal."),
        ("concertina", "r", "Concertina has no redeal."),
    ],
)
def test_a_refused_move_says_why(game: str, move: str, reason: str) -> None:
    """A refused removal of a pair says why, with a sentence for each mistake."""
    with pytest.raises(IllegalMove) as refusal:
        after(game, ROW, move)
    assert str(refusal.value) == reason


def test_what_stands_between_stays() -> None:
    """When a pair leaves Concertina, the cards between stay and the row closes up."""
    assert after("concertina", ROW, "x2,5") == "7D 6S TD KC"


def test_ends_may_leave_too() -> None:
    """The first and the last card of Concertina may leave like any other."""
    assert after("concertina", "4C 9H 4S", "x1,3") == "9H"


def test_neighbours_leave_in_bayan() -> None:
    """Two matching neighbours leave, and so can the last two cards."""
    assert after("bayan", ROW, "x2,3") == "7D TD 5H KC"
    assert after("bayan", "5S 5H", "x1,2") == "+0"


def test_a_compacted_deal_waits_for_the_removal() -> None:
    """`d*` stops at the card that lets two leave, even if the row becomes empty on the way."""
    assert after("concertina-compacted", "4C | 9H 4S 9D", "d*") == "4C 9H 4S | 9D"
    assert after("concertina-compacted", "4C | 9H 4S 9D", "d* x1,3 d*") == "9H 9D"


@pytest.mark.parametrize(
    ("game", "position", "outcome"),
    [
        ("concertina", "7S 7H", Outcome.WON),
        ("concertina", "9H", Outcome.WON),
        ("concertina", "7S 8H 9C", Outcome.STUCK),
        ("concertina", ROW, None),
        ("concertina-compacted", "7S 7H +2", None),
        ("bayan", "+0", Outcome.WON),
        ("bayan", "7S 7H", None),
        ("bayan", "7S 8H", Outcome.STUCK),
    ],
)
def test_outcomes(game: str, position: str, outcome: Outcome | None) -> None:
    """Two cards or fewer win Concertina, none wins Bayan, and with a stock play goes on."""
    rules = ALL[game]
    assert rules.outcome(rules.notation.read_position(position)) is outcome


def test_no_row_is_hopeless_at_a_glance() -> None:
    """No row of Concertina is hopeless at a glance, as its ends may leave."""
    rules = ALL["concertina"]
    assert rules.hopeless(rules.notation.read_position(ROW)) is None


def test_menus_tell_near_from_far() -> None:
    """Pairs are grouped by how many cards are between them."""
    rules = ALL["bayan"]
    menus = rules.menus(rules.notation.read_position(ROW))
    assert [menu.title for menu in menus] == ["Pairs, side by side", "Pairs, two between"]
    assert [choice.label for menu in menus for choice in menu.choices] == [
        "5♠ and 6♠ leave · cards 2 and 3",
        "7♦ and 10♦ leave · cards 1 and 4",
        "5♠ and 5♥ leave · cards 2 and 5",
    ]
