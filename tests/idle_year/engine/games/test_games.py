"""Finding a game by the names that players use."""

from __future__ import annotations

import pytest

from idle_year.engine.errors import GameError
from idle_year.engine.games import ALL, find_game, games_of


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("goren", "goren"),
        ("Till Dawn", "till-dawn"),
        ("  TILL   dawn ", "till-dawn"),
        ("Methuselah", "accordion"),
        ("One Away Three Away", "accordion"),
        ("Accordion's Revenge", "accordions-revenge"),
        ("accordion’s revenge", "accordions-revenge"),
        ("Idle Year, slides first", "idle-year-slides"),
        ("Two Three Skidoo", "skidoo"),
        ("napoleon at st helena!", "napoleon"),
    ],
)
def test_a_game_has_several_names(text: str, game: str) -> None:
    """Id, name and alias all lead to the game, in any case and with any punctuation."""
    assert find_game(text).id == game


PRINTED = {
    "The Idle Year": "idle-year",
    "The Queen and Her Lad": "queen-and-her-lad",
    "Queen and Her Lad Patience": "queen-and-her-lad",
    "Push Pin Solitaire": "push-pin",
    "French Solitaire": "french",
    "Concertina Solitaire": "concertina",
    "Accordion Solitaire": "accordion",
    "Cribbage Solitaire - Accordion": "cribbage",
    "Solitaire Till Dawn": "till-dawn",
}
"""Names as books, pages and programs print them."""


@pytest.mark.parametrize(("text", "game"), PRINTED.items())
def test_a_game_is_found_as_it_is_printed_elsewhere(text: str, game: str) -> None:
    """The, Solitaire and Patience are ignored, in any case and with any punctuation between them."""
    for typed in (text, text.upper(), f" {text.replace(' ', '  ')}. ", text.replace(" ", "-")):
        assert find_game(typed).id == game


@pytest.mark.parametrize("game", ALL)
def test_nothing_around_a_name_leads_to_another_game(game: str) -> None:
    """Every id and name leads to its own game, even after words are dropped from other names."""
    for name in (game, ALL[game].name):
        for typed in (f"The {name}", f"{name} Solitaire", f"{name} Patience", f"The {name}, Patience"):
            assert find_game(typed).id == game


@pytest.mark.parametrize("game", ALL)
def test_every_alias_is_understood(game: str) -> None:
    """Every alias leads to its game, or to the one that has it as its name."""
    for alias in ALL[game].aliases:
        assert game == find_game(alias).id or alias == find_game(alias).name


@pytest.mark.parametrize("text", ["", "Solitaire", "The", "the patience", "!"])
def test_no_name_is_no_game(text: str) -> None:
    """The ignored words name nothing by themselves."""
    with pytest.raises(GameError, match="look through the list of games"):
        find_game(text)


@pytest.mark.parametrize("text", ["Idle Year", "Tower of Babel"])
def test_a_name_of_its_own_comes_before_an_alias(text: str) -> None:
    """A name of a game comes before an alias, such as the old names of Accordion that two deals bear."""
    assert find_game(text).name == text


@pytest.mark.parametrize("game", ALL)
def test_every_game_is_found_by_its_id_and_name(game: str) -> None:
    """No game is hidden by another one's name."""
    assert find_game(game).id == game
    assert find_game(ALL[game].name).id == game


@pytest.mark.parametrize(("name", "near"), [("gorem", "goren"), ("push pinn", "push-pin or push-pin-single")])
def test_a_misspelt_name_brings_the_nearest(name: str, near: str) -> None:
    """A misspelt name is refused with the nearest one that there is."""
    with pytest.raises(GameError, match=rf"^There is no game called `{name}`: did you mean {near}\?$"):
        find_game(name)


def test_a_strange_name_brings_the_way_to_the_list() -> None:
    """A strange name is refused with the way to the list of games."""
    with pytest.raises(
        GameError, match=r"^There is no game called `bridge!!`: look through the list of games\.$"
    ):
        find_game("bridge!!")


def test_a_family_holds_its_games_only() -> None:
    """A family consists of every game that names it, in list order."""
    assert [game.id for game in games_of("accordion")][:2] == ["accordion", "till-dawn"]
    assert games_of("no such family") == ()
