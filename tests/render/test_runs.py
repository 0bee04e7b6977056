"""Runs in Napoleon move as far as single moves through the empty columns could bring them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.render.families import family_of
from bot.render.families.napoleon import NapoleonFamily
from idle_year.engine.games import find_game
from idle_year.engine.line import play_line
from idle_year.engine.records import write_moves

NAPOLEON, ACCORDION = find_game("napoleon-manual"), find_game("accordion")
FAMILY = NapoleonFamily()


def at(position: str) -> Any:
    """Return a position with cards left to deal."""
    return NAPOLEON.notation.read_position(f"{position} +20")


@pytest.mark.parametrize(
    "position",
    [
        "5C9S8S TS 3D 2H 4C 6C 8D 9D QH -",
        "5C9S8S7S6S TS - 3D 2H 4C 6C 8D 9D -",
        "9S8S7S6S5S4S3S2S TS - - - 2H 4C 6C 8D 9D",
        "KS5C9S8S7S 2H 4C 6C 8D 9D TD QD - -",
    ],
)
def test_a_run_arrives_by_legal_moves_and_leaves_the_rest_alone(position: str) -> None:
    """The single moves of every run are legal, and in the end only its cards lie elsewhere."""
    before = at(position)
    found = list(FAMILY.runs(before))
    assert found
    for run in found:
        after = play_line(NAPOLEON, before, write_moves(NAPOLEON, run.moves)).state
        columns = list(before.columns)
        columns[run.source] = columns[run.source][: -len(run.cards)]
        columns[run.target] += run.cards
        assert after.columns == tuple(columns)


@pytest.mark.parametrize(
    ("cards", "empty", "moves"),
    [(2, 1, 3), (3, 1, None), (3, 2, 5), (4, 2, 9), (4, 3, 7), (5, 2, None), (8, 3, 27), (9, 3, None)],
)
def test_a_run_is_as_long_as_the_empty_columns_allow(cards: int, empty: int, moves: int | None) -> None:
    """Each empty column doubles how many cards can go, and as few single moves as possible do it."""
    run = "".join(f"{rank}S" for rank in "JT98765432"[:cards])
    position = " ".join([run, "QS", *["-"] * empty, *["2H", "4C", "6C", "8D", "9D", "3C", "5D"][: 8 - empty]])
    found = [each for each in FAMILY.runs(at(position)) if each.onto is not None and len(each.cards) == cards]
    assert [len(each.moves) for each in found] == ([] if moves is None else [moves])


def test_no_run_is_offered_where_single_moves_could_not_bring_it() -> None:
    """Runs need an empty column, whole columns do not change places, and other games have no runs."""
    assert not list(FAMILY.runs(at("5C9S8S TS 3D 2H 4C 6C 8D 9D QH KH")))
    assert not list(FAMILY.runs(at("9S8S 3D 2H 4C 6C 8D QD KH - -")))
    assert not list(family_of(ACCORDION).runs(ACCORDION.start("tuesday")))


def test_only_whole_runs_are_offered_to_one_of_the_empty_columns() -> None:
    """Of the empty columns a board names one, and only whole runs go there."""
    found = FAMILY.offered_runs(at("5C9S8S7S 3D 2H 4C 6C 8D QD - - -"))
    assert [each.names for each in found] == [(0, 7, 3)]
