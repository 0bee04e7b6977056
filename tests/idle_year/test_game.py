"""Games as values, which other programs deal, play, read and write."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

from idle_year import Game, GameError, deal, games, odds, read, read_record, write_record

SEED = "tuesday"


def walked(name: str, moves: int) -> Game:
    """Return a game after some of its first legal moves."""
    game = deal(name, SEED)
    for _ in range(moves):
        if game.legal:
            game = game.play(game.legal[0])
    return game


@pytest.mark.parametrize("name", games())
def test_each_game_goes_out_as_text_and_comes_in_again(name: str) -> None:
    """Position and record of each game lead back to it, and it can be drawn, also after some moves."""
    game = walked(name, 6)
    again = read(name, game.position)
    assert again.position == game.position
    assert again.seed is None
    assert read_record(write_record(game)).moves == game.moves
    begun = again.play(again.legal[0]) if again.legal else again
    back = read_record(write_record(begun))
    assert (back.moves, back.position, back.seed) == (begun.moves, begun.position, None)
    assert str(game)
    assert ET.fromstring(game._repr_svg_()).tag.endswith("svg")  # noqa: S314  our own


def test_a_move_makes_a_new_game_and_leaves_the_old_one() -> None:
    """A move makes a new game; the old one stays as it was, and is what taking the move back returns."""
    game = deal("late-binding", SEED)
    after = game.play(game.legal[0])
    assert (len(game.moves), len(after.moves)) == (0, 1)
    assert after.undo().position == game.position
    assert after.at(0).position == game.position
    assert after.at(-1).position == after.position
    with pytest.raises(GameError, match="no move to take back"):
        game.undo()
    with pytest.raises(IndexError):
        game.at(1)


def test_a_turned_card_can_be_taken_back_by_a_program() -> None:
    """A program can take back a card that was turned up, which a player can't."""
    game = deal("goren", SEED)
    assert game.play("d").undo().position == game.position


def test_moves_are_one_text_or_several() -> None:
    """Moves can be played as solvers and records tell them, one by one, and none leads nowhere else."""
    game = deal("goren", SEED)
    assert game.play(("d", "d")) == game.play("d d")
    assert game.play(()) == game
    assert game.play(["d"]).seen == "6H 4S +50"
    assert "9S" not in repr(game)


def test_numbers_are_seeds() -> None:
    """A number is a seed."""
    assert deal("accordion", 7) == deal("Accordion", "7")
    for forgotten in (None, 1.0):
        with pytest.raises(TypeError):
            deal("accordion", forgotten)  # type: ignore[arg-type]


def test_what_is_wrong_is_one_sentence() -> None:
    """What is wrong with a name, a position or a move is told in one sentence."""
    mistakes: list[Callable[[], object]] = [
        lambda: deal("acordion", 1),
        lambda: deal("accordion", "a b"),
        lambda: read("accordion", "5S XX"),
        lambda: read("accordion", "5S 6D").play("2<<<"),
    ]
    for wrong in mistakes:
        with pytest.raises(GameError) as raised:
            wrong()
        assert "\n" not in str(raised.value)


def test_a_picture_shows_no_hidden_card() -> None:
    """Text and picture show what a player sees: of a stock how many cards it has."""
    game = deal("goren", SEED)
    shown = str(game) + game._repr_svg_()
    assert "51 cards face down" in shown
    symbols = {f"{rank}{suit}" for rank in "A23456789JQK" for suit in "♣♦♥♠"}
    assert {symbol for symbol in symbols if symbol in shown} == {"6♥"}


def test_odds_are_those_that_were_counted() -> None:
    """The chance of a game is what was counted of it; an unknown game is an error."""
    known = odds("royal-marriage").known
    assert known is not None
    assert 0.98 < known.share < 0.99
    with pytest.raises(GameError):
        odds("bridge")


def test_importing_it_loads_no_numpy_and_nothing_of_the_bot() -> None:
    """Whoever deals and plays waits for nothing that only solving needs."""
    program = (
        "import sys, idle_year; idle_year.deal('goren', 1).play('d'); "
        "print({'numpy', 'numba', 'bot', 'discord', 'asyncio'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)  # noqa: S603  our own code
    assert done.stdout.strip() == "set()"
