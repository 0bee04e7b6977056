"""Leaderboards as text: players find their own place on every page."""

from __future__ import annotations

import pytest

from bot.render.cards import Style
from bot.render.ranks import boards_reset, leaderboard_text, month_text
from bot.service.ranks import Hidden, Leaderboard, Month, MonthBoard, Period
from bot.store import NO_TIEBREAK, MonthPlace, Place
from idle_year.engine.games import find_game

RULES = find_game("accordion")


def _place(number: int) -> Place:
    return Place(number, number, 1, 0, number, 30, 52 - number, 60 * number)


def _page(places: list[Place], own: Place | None, number: int = 0, pages: int = 1) -> Leaderboard:
    return Leaderboard(RULES, Period.TODAY, number, pages, 20, places, own)


@pytest.mark.parametrize(
    ("page", "own", "order"),
    [
        ((1, 2), 2, ["1", "2"]),
        ((1, 2), 3, ["1", "2", "3"]),
        ((1, 2), 9, ["1", "2", "⋯", "9"]),
        ((11, 12), 9, ["9", "⋯", "11", "12"]),
        ((11, 12), 10, ["10", "11", "12"]),
    ],
)
def test_the_own_place_stands_in_order(page: tuple[int, int], own: int, order: list[str]) -> None:
    """The own place stands in order above or below the page, with a gap where places are left out."""
    places = [_place(number) for number in page]
    _, *lines, _ = leaderboard_text(
        _page(places, _place(own), page[0] // 10), Style(), hidden=None
    ).splitlines()
    assert [line.strip("` ").partition("`")[0] for line in lines] == order
    assert [line.startswith(f"`{own:>2}`") for line in lines] == [line.endswith("**you**") for line in lines]


def test_equal_places_leave_no_gap() -> None:
    """Two who share a place leave out the next number, but nobody."""
    places = [_place(1), _place(1)._replace(player=9), _place(3)]
    _, *lines, _ = leaderboard_text(_page(places, places[1]), Style(), hidden=None).splitlines()
    assert [line.strip("` ").partition("`")[0] for line in lines] == ["1", "1", "3"]


def test_who_does_not_stand_there_is_told_why() -> None:
    """Who has no place on a leaderboard is told why, and how to change it if it is by choice."""
    reasons = (None, *Hidden)
    told = [leaderboard_text(_page([_place(1)], None), Style(), hidden=hidden) for hidden in reasons]
    assert "You're not ranked yet." in told[0]
    assert "`/settings` puts you back on leaderboards" in told[1]
    assert "this server's managers have taken you off" in told[2]
    assert "not ranked" not in told[2]


def test_the_title_tells_period_and_page() -> None:
    """The title of a leaderboard tells its period, and the page if there are several."""
    one, third = (_page([_place(1)], None), _page([_place(1)], None, 2, 4))
    titles = [leaderboard_text(each, Style(), hidden=None).splitlines()[0] for each in (one, third)]
    assert titles == ["### Accordion · today", "### Accordion · today · page 3 of 4"]


def test_who_won_is_also_said_in_words() -> None:
    """In words a leaderboard also says who won, as results of the same score differ by nothing else."""
    pages = [_page([_place(1)._replace(unwon=unwon)], None) for unwon in (0, 1)]
    won, unwon = (
        leaderboard_text(page, Style(spoken=True), hidden=Hidden.BY_CHOICE).splitlines()[1] for page in pages
    )
    assert "<@1>, won, 1 pile" in won
    assert unwon == won.replace("won, ", "")


@pytest.mark.parametrize(
    ("tiebreaks", "scores"),
    [
        ([30, 30], ["1 pile", "1 pile"]),
        ([30, 31], [f"1 pile, {number} cards outside the largest pile" for number in (30, 31)]),
        ([30, NO_TIEBREAK], ["1 pile, 30 cards outside the largest pile", "1 pile"]),
    ],
)
def test_a_penalty_is_shown_where_it_decides(tiebreaks: list[int], scores: list[str]) -> None:
    """A penalty is shown on a leaderboard only where it decides between two places."""
    places = [_place(1)._replace(number=number, tiebreak=each) for number, each in enumerate(tiebreaks, 1)]
    _, *lines, _, _ = leaderboard_text(_page(places, None), Style(), hidden=None).splitlines()
    assert [line.split(" · ")[1] for line in lines] == scores


def test_a_game_without_tiebreaks_shows_none() -> None:
    """A leaderboard of a game without tiebreaks shows none."""
    found = _page([_place(1)._replace(number=number, tiebreak=number) for number in (1, 2)], None)
    for game in ("push-pin", "cribbage"):
        assert "1, " not in leaderboard_text(
            found._replace(rules=find_game(game)), Style(), hidden=Hidden.BY_CHOICE
        )


def test_what_was_taken_off_is_counted() -> None:
    """How many results a reset took off is said, of one game or of all."""
    assert boards_reset(1, None) == "1 result was taken off this server's leaderboards."
    assert boards_reset(3, RULES) == "3 results of Accordion were taken off this server's leaderboards."


def _place_of_month(position: int) -> MonthPlace:
    return MonthPlace(position, position, 30, position, 50 - position, 10)


def _numbers_of_month(found: MonthBoard, gone: set[int]) -> list[str]:
    lines = month_text(found, Style(), hidden=None, gone=gone).splitlines()[1:]
    return [line.strip("` ").partition("`")[0] for line in lines if not line.startswith("-#")]


def test_the_own_place_stands_in_order_and_whoever_left_leaves_a_gap() -> None:
    """The own place stands in order wherever it is, with a gap where places are left out or empty."""
    page = [_place_of_month(number) for number in range(11, 15)]
    for own, gone, numbers in (
        (12, set(), ["11", "12", "13", "14"]),
        (7, {11, 13}, ["7", "⋯", "12", "⋯", "14"]),
        (20, {14}, ["11", "12", "13", "⋯", "20"]),
    ):
        found = MonthBoard(Month.THIS, 1, 3, page, _place_of_month(own))
        assert _numbers_of_month(found, gone) == numbers
        text = month_text(found, Style(), hidden=None, gone=gone)
        assert text.startswith("### All games · this month · page 2 of 3\n")
        assert (f"{len(gone)} player" in text) == bool(gone)
        assert "not ranked" not in text
