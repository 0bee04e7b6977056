"""Dealing, as people see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.store import Kind
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.registry import solver_for
from tests.controls import HERE, first

if TYPE_CHECKING:
    from tests.ui.room import Room

CAN_BE_WON = "✅ This one can be won (proven)"


@pytest.fixture
def newcomers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have people be newcomers for two games, and the machine take its time."""
    monkeypatch.setattr("bot.service.stats._FIRST_GAMES", 2)
    monkeypatch.setattr("bot.service.wish._SOON", 60.0)


async def test_a_deal_is_private_and_shows_the_board(room: Room) -> None:
    """The board has eight cards a line, under More the code of the deal, and only its owner sees it."""
    board = await room.ada.slash(HERE, "deal accordion", seed="tuesday")
    assert board.ephemeral
    assert "### Accordion" in board.text
    assert "52 piles" in board.text
    lines = [line for line in board.text.splitlines() if line.startswith("`")]
    assert [line[:4] for line in lines] == ["` 1`", "` 9`", "`17`", "`25`", "`33`", "`41`", "`49`"]
    assert [len(line[5:].split()) for line in lines] == [8, 8, 8, 8, 8, 8, 4]
    assert "accordion:tuesday" in (await room.ada.press(board, "More")).text
    assert room.ben.sees(HERE) == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"variant": "acordion"}, "There is no game called `acordion`: did you mean Accordion"),
        ({"seed": "two words"}, "`two words` cannot be a seed"),
        ({"seed": "poker:tuesday"}, "There is no game called `poker`"),
    ],
)
async def test_what_cannot_be_dealt_is_explained(room: Room, options: dict[str, str], sentence: str) -> None:
    """A private sentence says what is wrong, and nothing is dealt."""
    reply = await room.ada.slash(HERE, "deal accordion", **options)
    assert reply.ephemeral
    assert sentence in reply.text


@pytest.mark.usefixtures("newcomers")
async def test_a_newcomers_first_games_can_be_won(room: Room) -> None:
    """Somebody's first games of all kinds together are proven winnable, and say so; later ones are any."""
    for variant in ("late-binding", "royal-marriage"):
        family = find_game(variant).family
        board = await room.ada.slash(HERE, f"deal {family}", variant=variant)
        assert CAN_BE_WON in board.text
        assert "it counts on no leaderboard." in board.text
        game = await room.game_of(room.ada)
        assert game.kind is Kind.WISHED
        assert solver_for(game.rules).solve(game.state, Limit(seconds=60)).answer is Answer.WON
        await room.ada.slash(HERE, "move", moves=write_moves(game.rules, game.session.legal[:1]))
    assert "can be won" not in (await room.ada.slash(HERE, "deal accordion", variant="late-binding")).text
    assert (await room.game_of(room.ada)).kind is Kind.FREE
    assert CAN_BE_WON in (await room.ben.slash(HERE, "deal accordion", variant="late-binding")).text


@pytest.mark.usefixtures("newcomers")
async def test_a_newcomer_may_have_a_deal_that_counts(room: Room) -> None:
    """Beside a newcomer's deal, one tap deals the game at random in its place."""
    board = await room.ada.slash(HERE, "deal accordion", variant="late-binding")
    counts = await room.ada.press(board, "A deal that counts")
    assert counts.id == board.id
    assert "can be won" not in counts.text
    assert "A deal that counts" not in counts.buttons
    assert (await room.game_of(room.ada)).kind is Kind.FREE


@pytest.mark.usefixtures("newcomers")
async def test_what_a_newcomer_asks_for_is_dealt_as_asked(room: Room) -> None:
    """Deals that are named, or wished for, are a newcomer's as well, and are none of the first games."""
    for _ in range(3):
        board = await room.ada.slash(HERE, "deal accordion", variant="late-binding", seed="tuesday")
        assert "can be won" not in board.text
        await room.ada.make(board, first(board))
    wished = await room.ada.slash(HERE, "deal accordion", variant="late-binding", winnable=True)
    assert "You asked for such a deal" in wished.text
    assert CAN_BE_WON in (await room.ada.slash(HERE, "deal accordion", variant="late-binding")).text


@pytest.mark.usefixtures("newcomers")
async def test_a_newcomer_waits_for_no_proof(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """If nothing is proven soon, a newcomer gets any deal, which counts, without a word about it."""
    monkeypatch.setattr("bot.service.wish._SOON", 0.0)
    board = await room.ada.slash(HERE, "deal pyramid")
    assert "can be won" not in board.text
    assert (await room.game_of(room.ada)).kind is Kind.FREE
