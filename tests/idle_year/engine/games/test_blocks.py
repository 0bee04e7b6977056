"""What the games whose blocks leave between two matching cards allow, refuse, win and count."""

from __future__ import annotations

import pytest

from idle_year.engine.errors import IllegalMove
from idle_year.engine.games import ALL
from idle_year.engine.line import play_line

ROW = "QH 7D 9S TC JD 3H 4C KH"
PAIRS = "QH 4D 2D 6S 7S JH"


def after(game: str, position: str, line: str) -> str:
    """Play a line from a position and write the resulting position."""
    rules = ALL[game]
    return rules.notation.write_position(play_line(rules, rules.notation.read_position(position), line).state)


@pytest.mark.parametrize(
    ("game", "position", "move", "reason"),
    [
        ("royal-marriage", ROW, "x3-5", "In Royal Marriage one or two cards leave at a time, not 3."),
        ("double-jump", ROW, "x3", "In Double Jump two cards leave at a time, not 1."),
        ("french", ROW, "x3-4", "In French one card leaves at a time, not 2."),
        (
            "queen-and-her-lad",
            PAIRS,
            "x2-5",
            "In Queen and Her Lad one, two, six or eight cards leave at a time, not 4.",
        ),
        (
            "queen-and-her-lad-lenient",
            ROW,
            "x3-5",
            "In Lenient Queen and Her Lad one, two, four, six or eight cards leave at a time, not 3.",
        ),
        (
            "royal-marriage-suitrun",
            "QH 7D 9S TS AC KH",
            "x3-5",
            "In Royal Marriage with Suit Runs three or more cards leave only if they are of one suit, unlike "
            "9♠ and A♣.",
        ),
        (
            "royal-marriage",
            ROW,
            "x3,5",
            "In Royal Marriage the cards that leave stand side by side.",
        ),
        (
            "royal-marriage-suitrun",
            "QH 7D 9S TS AS KH",
            "x3,5",
            "In Royal Marriage with Suit Runs the cards that leave stand side by side: x3-5 is a block "
            "without a gap.",
        ),
        (
            "royal-marriage",
            ROW,
            "x3",
            "7♦ and 10♣ share neither suit nor rank, so what stands between them stays.",
        ),
        ("royal-marriage", ROW, "x1", "The first and the last card never leave."),
        ("royal-marriage", ROW, "x7-8", "The first and the last card never leave."),
        (
            "royal-marriage-dealt",
            "QH 7D 9S +49",
            "x3",
            "9♠ has no card to its right yet, so it cannot leave.",
        ),
        ("royal-marriage-dealt", "QH 7D 9S +49", "x1-2", "The first and the last card never leave."),
        (
            "queen-and-her-lad",
            "QH 4C 9S 2H",
            "x2-3",
            "In Queen and Her Lad two cards leave in pairs, cut from the left, and 4♣ and 9♠ do not match.",
        ),
        (
            "queen-and-her-lad-lenient",
            "QH 4D 2D 6S 7H JH",
            "x2-5",
            "In Lenient Queen and Her Lad four cards leave in pairs, cut from the left, and 6♠ and 7♥ do not "
            "match.",
        ),
    ],
)
def test_a_refused_move_says_why(game: str, position: str, move: str, reason: str) -> None:
    """A refused removal of a block says why, with a sentence for each mistake."""
    with pytest.raises(IllegalMove) as refusal:
        after(game, position, move)
    assert str(refusal.value) == reason


class TestLeaving:
    """What leaves, and what stays."""

    def test_flanks_stay_and_the_row_closes_up(self) -> None:
        """Two cards leave from between 7♦ and J♦, which become neighbours."""
        assert after("royal-marriage", ROW, "x3-4") == "QH 7D JD 3H 4C KH"

    def test_a_suit_run_leaves_as_a_whole(self) -> None:
        """Three or more cards of one suit leave together, of any length."""
        assert after("royal-marriage-suitrun", "QH 7D 9S TS AS 2S KD KH", "x3-6") == "QH 7D KD KH"

    def test_identical_cards_of_two_packs_match(self) -> None:
        """Two eights of diamonds are flanks like any other."""
        assert after("push-pin", "8D KS 4C 8D", "x2-3") == "8D 8D"

    def test_pairs_are_cut_from_the_left(self) -> None:
        """Six cards leave as three pairs; a different division into pairs would not do."""
        assert after("queen-and-her-lad", "QH 9C 5C 4S 9S AD 7D JH", "x2-7") == "QH JH"
        with pytest.raises(IllegalMove):
            after("queen-and-her-lad", "QH 9C 4S 5C 9S AD 7D JH", "x2-7")


def test_menus_say_what_leaves_between_what() -> None:
    """Menus list single cards and pairs separately, and say between which cards they leave."""
    rules = ALL["queen-and-her-lad-lenient"]
    menus = rules.menus(rules.notation.read_position("QH 4D 2D 6S 7S JH 8C 9H"))
    assert [menu.title for menu in menus] == ["Take out one card", "Take out pairs in a row"]
    assert [choice.label for menu in menus for choice in menu.choices] == [
        "8♣ leaves between J♥ and 9♥ · card 7",
        "4♦ 2♦ 6♠ 7♠ leave between Q♥ and J♥ · cards 2-5",
    ]
