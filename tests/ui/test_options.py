"""Autocomplete choices fit Discord, and can be played as they are."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from bot.render.cards import Style
from bot.render.labels import PUZZLES
from bot.render.language import LANGUAGES, looked_up, read_in, worded
from bot.render.names import game_name
from bot.ui.options import (
    board_choices,
    is_of_puzzles,
    move_choices,
    seed_choices,
    variant_choices,
    zone_choices,
)
from idle_year.engine.games import ALL, find_game
from idle_year.engine.records import write_moves
from idle_year.engine.session import Session
from tests.idle_year.engine.games.test_games import PRINTED
from tests.languages import marked
from tests.render.test_names import as_typed
from tests.render.test_zones import NOW

__all__ = ["marked"]


def test_a_long_line_is_offered_whole_or_not_at_all() -> None:
    """Values hold at most 100 characters, and a truncated line must never be chosen by accident."""
    start = Session.deal(find_game("accordion"), "tuesday")
    session = start
    while moves := session.rules.moves(session.state):
        session = session.play(write_moves(session.rules, moves[:1]))
        line = write_moves(session.rules, session.moves)
        for typed in (line, f"{line} "):
            offered = move_choices(start, typed, Style())
            assert all(len(each.value) <= 100 for each in offered)
            assert all(each.value.startswith(line) for each in offered if not each.name.startswith("⚠"))
    assert len(line) > 100


def test_nothing_is_said_of_what_lies_face_down() -> None:
    """Nothing is said about moves behind a deal, as their legality depends on cards that nobody has seen."""
    start = Session.deal(find_game("parlett"), "tuesday")
    for typed in ("d ", "d 2<", "d d", "d5", "d* 2<", "d nonsense"):
        (offered,) = move_choices(start, typed, Style())
        assert (offered.name, offered.value) == (
            f"{typed.strip()} · turns up a card, so the rest isn't known yet",
            typed.strip(),
        )
    (offered,) = move_choices(start, ",", Style())
    assert "There is no move" in offered.name


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("game", "seed", "typed", "right", "wrong"),
    [
        ("pyramid", "s2", "d, 9H+{}", "4C", "8S"),
        ("napoleon", "daily", "d, {}>t4", "4C", "9C"),
        ("napoleon", "s2", "d d {}>t2", "6C", "7D"),
        ("napoleon", "s2", "d, d {}>t2", "6C", "7D"),
    ],
)
def test_a_guess_at_a_card_face_down_looks_the_same_right_or_wrong(
    asked: Counter[str], language: str, game: str, seed: str, typed: str, right: str, wrong: str
) -> None:
    """Behind a card that a line turns up nothing is read: how long that took would tell what card it is."""
    session, looks = Session.deal(find_game(game), seed), []
    for card in (right, wrong):
        for rest in (", d" * 10, " d" * 10, ", ⟦Deal⟧" * 10):
            asked.clear()
            with read_in(language):
                offered = move_choices(session, typed.format(card) + rest, Style())
            looks.append((dict(asked), [each.name.replace(card, "?") for each in offered]))
    assert looks[:3] == looks[3:]


def test_moves_as_people_write_them_are_offered_too() -> None:
    """A line in words that can be played is offered as typed, not refused as if it were notation."""
    typed = "8♥ on 8♠, 10c onto 6♣"
    (offered,) = move_choices(Session.deal(find_game("accordion"), "1883"), typed, Style())
    assert not offered.name.startswith("⚠")
    assert offered.value == typed


def test_a_code_of_any_length_gets_an_answer() -> None:
    """A very long code is answered with a short choice: Discord refuses a list for one that is too long."""
    (offered,) = seed_choices(f"{'x' * 300}:tuesday", NOW)
    assert len(offered.value) <= 100


@pytest.mark.parametrize(("name", "game"), PRINTED.items())
def test_a_game_is_offered_as_it_is_printed_elsewhere(name: str, game: str) -> None:
    """A game's name from elsewhere brings it first once complete, and lists it while it is typed."""
    assert variant_choices(ALL.values(), name)[0].value == game
    for length in range(len(name)):
        offered = [each.value for each in variant_choices(ALL.values(), name[:length])]
        assert game in offered or len(offered) == 25


def test_nothing_is_offered_for_another_name() -> None:
    """A word that is in no game's name brings no offers."""
    assert variant_choices(ALL.values(), "bridge") == []
    assert variant_choices(ALL.values(), "bridge party") == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_game_is_offered_by_its_name_in_every_language(code: str) -> None:
    """Whoever types a name of their language, or of a friend's, without its accents is offered the game."""
    for rules in ALL.values():
        with read_in(code):
            shown = {looked_up(rules.name), game_name(rules)}
        for typed in set().union(*map(as_typed, shown)):
            for reader in (code, "en"):
                with read_in(reader):
                    assert rules.id in [each.value for each in variant_choices(ALL.values(), typed)], typed


def test_the_name_of_ones_language_comes_first_once_complete() -> None:
    """A game whose whole name was typed comes before those whose names only hold it."""
    with read_in("pt_BR"):
        assert variant_choices(ALL.values(), "piramide")[0].value == "pyramid"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_board_of_puzzles_is_meant_in_every_language(code: str) -> None:
    """The board of puzzles is understood, and offered, by its name in every language, accents or not."""
    with read_in(code):
        shown = worded(PUZZLES)
    for typed in as_typed(shown):
        with read_in("es"):
            assert is_of_puzzles(typed.strip(". "))
            assert board_choices(ALL.values(), typed.strip(". "))[0].value == PUZZLES.lower()


def test_zones_are_offered_with_their_clocks() -> None:
    """A zone is found by any part of its name, EST by New York first, each with its time."""
    assert [each.value for each in zone_choices("kathmandu", NOW)] == ["Asia/Kathmandu"]
    assert zone_choices("york", NOW)[0].value == "America/New_York"
    assert zone_choices("EST", NOW)[0].name == "America/New York · 12:40 there now"
    assert zone_choices("UTC+2", NOW)[0].name.startswith("UTC+2 · ")
    assert zone_choices("UTC+2", NOW)[0].value == "Etc/GMT-2"
    assert zone_choices("tycho", NOW) == []
    with read_in("de"):
        assert zone_choices("mosk", NOW)[0].name.startswith("Europe/Moscow (Moskau) · ")


@pytest.mark.parametrize("typed", ["", "a", "e", "UTC+1", "EST"])
def test_so_many_zones_are_offered_as_discord_takes(typed: str) -> None:
    """However many zones may be meant, as many are offered as fit, in as many letters as fit."""
    for code in LANGUAGES:
        with read_in(code):
            offered = zone_choices(typed, NOW)
        assert 10 < len(offered) <= 25
        assert all(len(each.name) <= 100 for each in offered)


@pytest.mark.slow
def test_no_file_is_read_as_people_type_a_zone() -> None:
    """Zones are offered from memory: files would hold everybody up, on each key."""
    asked = """
import sys
from datetime import UTC, datetime
from bot.render.zones import load_zones
from bot.ui.options import zone_choices
load_zones()
now = datetime.now(UTC)
zone_choices("UTC+2", now)
opened = []
sys.addaudithook(lambda event, given: opened.append(given) if event == "open" else None)
for typed in ("", "a", "est", "UTC+2", "UTC+5:30", "東京", "europe/", "tycho"):
    zone_choices(typed, now)
print(opened)
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)  # noqa: S603  our own
    assert done.stdout == "[]\n"
