"""What can be claimed in Cribbage Solitaire, when, and for how much."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from idle_year.engine.cards import PACK
from idle_year.engine.games import ALL
from idle_year.engine.games.claims import CATEGORIES, fresh_after
from idle_year.engine.line import play_line
from idle_year.engine.positions.cribbage import ClaimRow
from idle_year.engine.rules import Pile

RULES = ALL["cribbage"]
VECTORS = Path(__file__).parents[1] / "vectors" / "moves.jsonl"
EXAMPLES = [
    example for example in map(json.loads, VECTORS.read_text().splitlines()) if example["game"] == "cribbage"
]


def legal(position: str) -> list[str]:
    """List the legal moves of a position as text."""
    return [RULES.notation.write_move(move) for move in RULES.moves(RULES.notation.read_position(position))]


def claims(position: str) -> list[str]:
    """List the open claims, each once, without the pile that goes onto another."""
    return list(dict.fromkeys(move.partition(":")[0] for move in legal(position) if move != "d"))


def after(position: str, line: str) -> str:
    """Play a line from a position and write the resulting position."""
    return RULES.notation.write_position(play_line(RULES, RULES.notation.read_position(position), line).state)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["id"]))
def test_the_worked_examples_hold(example: dict[str, Any]) -> None:
    """Each example allows the claims that it names for their points, and each move leads where it says."""
    worth = [f"{claim}={CATEGORIES[claim[0]].points}" for claim in claims(example["position"])]
    assert worth == example["legal"]
    if "move" in example:
        state = RULES.notation.read_position(after(example["position"], example["move"]))
        assert [str(pile.top) for pile in state.piles] == example["after"].split()
        assert f"={state.points}" in [claim[-2:] for claim in example["legal"]]


class TestClaims:
    """What counts, and for how much."""

    @pytest.mark.parametrize(
        ("position", "open_claims"),
        [
            ("7D 7S", ["p@1-2"]),
            ("7D 8S", ["v@1-2"]),
            ("5D TS", ["v@1-2"]),
            ("5D KS", ["v@1-2"]),
            ("7D 7S 7H", ["t@1-3", "p@2-3"]),
            ("5D 5S 5H", ["t@1-3", "v@1-3", "p@2-3"]),
            ("2D 9D KD", ["f@1-3"]),
            ("AH 3S 2D", ["r@1-3"]),
            ("JH KS QD", ["r@1-3"]),
            ("QH KS AD", []),
            ("6D 4S 5H", ["r@1-3", "v@1-3"]),
            ("8D 7D 9D", ["f@1-3", "r@1-3", "s@1-3"]),
            ("8D 7D 7H", ["p@2-3"]),
            ("2D 3D 5H", []),
        ],
    )
    def test_a_window_is_open_to_all_that_it_is(self, position: str, open_claims: list[str]) -> None:
        """Aces are low, court cards count ten, and a run in one suit is a run and a suit too."""
        assert claims(position) == open_claims

    @pytest.mark.parametrize(
        ("position", "claim", "points"),
        [
            ("7D 7S", "p@1-2:2>1", 2),
            ("7D 7S 7H", "t@1-3:3>1", 6),
            ("2D 9D KD", "f@1-3:3>1", 3),
            ("AH 3S 2D", "r@1-3:3>1", 3),
            ("8D 7D 9D", "s@1-3:3>1", 6),
            ("7D 8S", "v@1-2:2>1", 2),
            ("6D 4S 5H", "v@1-3:2>1", 2),
        ],
    )
    def test_each_claim_has_its_worth(self, position: str, claim: str, points: int) -> None:
        """A claim adds the points of its own category only."""
        assert after(f"{position} =10", claim).endswith(f"={10 + points}")

    def test_a_claim_may_be_made_in_every_way(self) -> None:
        """Two piles can be stacked in two ways, three in six; dealing comes last."""
        assert legal("7D 7S | 2C") == ["p@1-2:1>2", "p@1-2:2>1", "d"]
        ways = ["1>2", "1>3", "2>1", "2>3", "3>1", "3>2"]
        assert legal("AH 3S 2D +3") == [*(f"r@1-3:{way}" for way in ways), "d"]

    def test_the_pile_goes_onto_the_other_and_the_row_closes_up(self) -> None:
        """A pile moves as a whole to where the other was, and the third card keeps its place between them."""
        assert after("AH/2 3S/3 2D/4 +3", "r@1-3:3>1") == "2D/6 3S/3 +3 =3"
        assert after("AH/2 3S/3 2D/4 +3", "r@1-3:1>3") == "3S/3 AH/6 +3 =3"


class TestFreshness:
    """Claims must be made at once."""

    def test_the_next_card_ends_every_claim(self) -> None:
        """A run and a suit present before the deal can no longer be claimed after it."""
        assert claims("8D 7D 9D | KS") == ["f@1-3", "r@1-3", "s@1-3"]
        assert claims(after("8D 7D 9D | KS", "d")) == []

    def test_stacking_makes_new_windows(self) -> None:
        """Whatever the stacked pile forms with its neighbours can be claimed in the same turn."""
        assert claims("8C 6H 7D 7S") == ["p@3-4"]
        assert after("8C 6H 7D 7S +9", "p@3-4:4>3") == "8C 6H 7S/2 +9 =2"
        assert claims("8C 6H 7S/2 +9 =2") == ["r@1-3"]

    def test_the_gap_brings_neighbours_together(self) -> None:
        """Piles that become neighbours because another left from between them can be claimed."""
        assert claims("TS 7D 5H 6S +9") == ["r@2-4"]
        assert after("TS 7D 5H 6S +9", "r@2-4:2>4") == "TS-5H-7D/2 +9 =3"
        assert claims("TS-5H-7D/2 +9 =3") == ["v@1-2"]

    def test_windows_that_nobody_touched_stay_as_they_are(self) -> None:
        """An old pair far to the left stays dead when claims are made at the right end."""
        assert claims("4C 4H 2S 7D 7S") == ["p@4-5"]
        assert claims(after("4C 4H 2S 7D 7S", "p@4-5:5>4")) == []
        assert after("AH 2S-3D KC +9", "r@1-3:2>1") == "2S/2-3D KC +9 =3"

    def test_a_new_window_stays_new_beside_piles_that_move(self) -> None:
        """A new window stays new beside piles that move, as only its own two piles could have changed it."""
        # In the row 1 to 5, the first two are new neighbours; then pile 3 goes onto pile 4, or 4 onto 3.
        row = ClaimRow(tuple(map(Pile, PACK[:5])), fresh=frozenset({0}))
        assert {0} < fresh_after(row, 2, 3)
        assert {0} < fresh_after(row, 3, 2)

    def test_new_windows_stay_new_where_they_move_up(self) -> None:
        """New windows to the right that a claim did not touch can still be claimed after it."""
        assert after("AH 2S-3D-QC +9", "r@1-3:1>2") == "AH/2-3D-QC +9 =3"

    def test_a_pair_at_the_end_keeps_for_one_card(self) -> None:
        """The pair may be claimed with the next card on the table, or as three with it, but no later."""
        held = after("KC 9D 9H | 4S 3C", "d")
        assert held == "KC 9D+9H 4S | 3C"
        assert claims(held) == ["p@2-3"]
        assert claims(after(held, "d")) == []
        assert claims(after("KC 9D 9H | 9S", "d")) == ["p@2-3", "t@2-4", "p@3-4"]

    def test_a_held_pair_is_a_pair_only(self) -> None:
        """Other claims on the pair and its left neighbour die with the deal."""
        assert claims("5C 5D 5H | KS") == ["t@1-3", "v@1-3", "p@2-3"]
        assert claims(after("5C 5D 5H | KS", "d")) == ["p@2-3", "v@3-4"]

    def test_a_pair_stacked_anew_is_a_new_pair(self) -> None:
        """A claim that moves one pile of a held pair ends the holding; what it forms is as new as any."""
        assert after("KC 9D 9H | 6S", "d v@3-4:4>3") == "KC 9D 6S/2 =2"
        assert after("KC 9D 9H | 6S", "d v@3-4:3>4") == "KC 9D 9H/2 =2"
        assert claims("KC 9D 9H/2 =2") == ["p@2-3"]
