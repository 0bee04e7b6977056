"""Finding a game by what a player calls it."""

from __future__ import annotations

import pytest

from bot.engine.errors import GameError
from bot.engine.games import ALL, family, find_game


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
    ],
)
def test_a_game_has_several_names(text: str, game: str) -> None:
    """Id, name and alias all lead to the game, in any case and with any apostrophe."""
    assert find_game(text).id == game


@pytest.mark.parametrize("text", ["Idle Year", "Tower of Babel"])
def test_a_name_of_its_own_comes_before_an_alias(text: str) -> None:
    """Two deals bear old names of Accordion itself; the name means the deal."""
    assert find_game(text).name == text


@pytest.mark.parametrize("game", ALL)
def test_every_game_is_found_by_its_id_and_name(game: str) -> None:
    """No game hides behind another one's name."""
    assert find_game(game).id == game
    assert find_game(ALL[game].name).id == game


def test_a_misspelt_name_brings_the_nearest() -> None:
    """The error names what the player may have meant."""
    with pytest.raises(GameError, match=r"^There is no game called `gorem`: did you mean goren\?$"):
        find_game("gorem")


def test_a_strange_name_brings_the_way_to_the_list() -> None:
    """Where nothing is near, the error says how to list the games."""
    with pytest.raises(
        GameError, match=r"^There is no game called `bridge!!`: look through the list of games\.$"
    ):
        find_game("bridge!!")


def test_a_family_holds_its_games_only() -> None:
    """A family is every game that names it, in the order of the list."""
    assert [game.id for game in family("accordion")][:2] == ["accordion", "till-dawn"]
    assert family("no such family") == ()
