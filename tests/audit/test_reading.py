"""What can come of a position, in cases that can be checked by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from bot.audit.reading import Reading, TooManyStates
from idle_year.engine.games import ALL
from idle_year.engine.rules import DEAL, REDEAL


@pytest.mark.parametrize(
    ("game", "position", "hidden", "possible", "sure", "chance", "best"),
    [
        # Two cards that share a suit, two that share nothing, and a chain over a third.
        ("accordion", "5S 6S", False, True, True, 1, (1, 50)),
        ("accordion", "5S 6H", False, False, False, 0, (2, 51)),
        ("accordion", "5S 6S 6H", False, True, True, 1, (1, 49)),
        # Matching cards must leave at once: the five of hearts may be the bridge, or come too late.
        ("parlett", "5S | AS QH", False, False, False, 0, (2, 50)),
        ("parlett", "5S | AS 5H", True, False, False, 0, (2, 50)),
        ("parlett", "5S | 5H AH", True, True, True, 1, (1, 49)),
        ("one-handed", "4C 8S 7D | 4S", True, True, True, 1, (0,)),
        ("one-handed", "4C 8S 7D 6H | 4S 9C", True, False, False, 0, (2,)),
        # Whatever comes first, one of the three orders of the cards lets the middle one leave.
        ("french", "5C 9C 6D !", False, False, False, 0, (3,)),
        ("french", "5C 6D 9C", False, True, True, 1, (2,)),
        ("french", "5C 9C 6D", False, True, False, 1 / 3, (2,)),
        ("concertina", "4C 5D 4S 9H", False, True, True, 1, (2,)),
        ("cribbage", "5C | TH =59", True, True, True, 1, (-61, 0)),
        ("pyramid", "KS | 2C", True, True, True, 1, (0, 1)),
        ("pyramid", "QS | 2C AD", True, True, True, 1, (0, 1)),
        ("pyramid", "QS | 2C AD =1", False, True, True, 1, (0, 1)),
    ],
)
def test_what_can_come_of_a_position(
    game: str, position: str, hidden: bool, possible: bool, sure: bool, chance: float, best: tuple[int, ...]
) -> None:
    """A reading says whether a position can be won, surely or by chance, and what its best end is."""
    rules = ALL[game]
    truth = Reading(rules, hidden=hidden).of(rules.notation.read_position(position))
    assert (truth.possible, truth.sure, truth.best) == (possible, sure, best)
    assert truth.chance == pytest.approx(chance)


@pytest.mark.parametrize(
    ("game", "position", "chance", "foreseen"),
    [
        ("parlett", "6C 2S KC | 2C 3C 3S", 5 / 6, 1),
        ("cribbage", "7D-AD-AS | 2D 2S 7S =53", 5 / 6, 1),
        ("one-handed", "2C 6D QC 6C QD | 2D 2H 6S", 1 / 2, 2 / 3),
    ],
)
def test_a_player_who_cannot_see_the_stock_wins_less(
    game: str, position: str, chance: float, foreseen: float
) -> None:
    """A player who cannot see the stock wins less often, as each order needs another move."""
    rules = ALL[game]
    state = rules.notation.read_position(position)
    known, hidden = Reading(rules, hidden=False), Reading(rules, hidden=True)
    wins = [known.of(replace(state, stock=order)).chance for order in permutations(state.stock)]
    assert sum(wins) / len(wins) == pytest.approx(foreseen)
    assert hidden.of(state).chance == pytest.approx(chance)
    after = [hidden.after(state, move).chance for move in rules.moves(state)]
    assert max(after) == pytest.approx(chance)


def test_a_redeal_is_any_order() -> None:
    """A redeal brings any order: here a third of them puts the other card between the two that match."""
    rules = ALL["french"]
    state = rules.notation.read_position("5C 9C 6D")
    assert Reading(rules, hidden=False).after(state, REDEAL).chance == pytest.approx(1 / 3)


def test_a_card_that_the_rules_deal_last_is_no_secret() -> None:
    """A card that the rules deal last is no secret, whatever the order of the others."""
    rules = ALL["royal-marriage-dealt"]
    reading = Reading(rules, hidden=True)
    state = rules.notation.read_position("QH 2C | 2H 3C KH")
    assert reading.after(state, DEAL).sure == reading.of(state).sure is True


def test_what_is_too_much_is_not_guessed() -> None:
    """A position that is too large to be read completely is not read at all."""
    with pytest.raises(TooManyStates):
        Reading(ALL["accordion"], hidden=False, most=1000).of(ALL["accordion"].start("full"))
