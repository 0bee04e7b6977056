"""Handlers, called: what they answer, where it is shown, and how often they ask the database."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.service.errors import GameOver, Stale
from bot.store import Seen
from bot.ui.answers import refused
from bot.ui.presses import PLAYS, Press
from bot.ui.response import Form, Place, Response
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from tests.ui.asking import Asker, Shown

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.ui.response import Answer
    from bot.ui.services import Services


def text_of(answer: Answer) -> str:
    """Return all texts of a response."""
    assert isinstance(answer, Response)
    assert answer.view is not None
    texts = [each for each in answer.view.walk_children() if isinstance(each, discord.ui.TextDisplay)]
    return "\n".join(each.content for each in texts)


async def dealt(asker: Asker, *, public: bool = False) -> Game:
    """Deal a game of Accordion."""
    deal, seed = asker.services.dealer.deal, "tuesday"
    return await deal(asker.seat, find_game("accordion"), seed, public=public)


def board_of(game: Game, *, private: bool = False, asked_by: int | None = None) -> Shown:
    """Return the board of a game as a message."""
    return Shown(Press(game.seen, "more"), private=private, asked_by=asked_by)


async def test_a_private_board_is_edited_where_it_was_pressed(services: Services) -> None:
    """A move on one's own private board redraws that; from anybody else's message it is a new private one."""
    ada = Asker(services)
    game = await dealt(ada)
    answer = await ada.press("board", game.seen, message=board_of(game, private=True))
    assert isinstance(answer, Response)
    assert answer.place is Place.EDIT
    answer = await ada.press("board", game.seen, message=board_of(game))
    assert isinstance(answer, Response)
    assert answer.place is Place.PRIVATE


async def test_a_public_board_is_its_players_to_edit(services: Services) -> None:
    """A public board is edited if its player had it posted; a forged press leaves others' messages alone."""
    ada = Asker(services)
    game = await dealt(ada, public=True)
    answer = await ada.press("board", game.seen, message=board_of(game, asked_by=1))
    assert isinstance(answer, Response)
    assert answer.place is Place.EDIT
    other = Shown(Press(Seen(99, 0), "more"), asked_by=1)
    for message in (board_of(game, asked_by=2), other):
        answer = await ada.press("board", game.seen, message=message)
        assert isinstance(answer, Response)
        assert answer.place is Place.PUBLIC


async def test_in_direct_messages_every_board_is_open(services: Services) -> None:
    """Where nobody else is, a board is edited in its place, and kept by Discord."""
    ada = Asker(services, guild=None)
    game = await dealt(ada)
    answer = await ada.press("board", game.seen, message=board_of(game))
    assert isinstance(answer, Response)
    assert answer.place is Place.EDIT
    assert "/board" not in text_of(answer)


def services_first(game: Game) -> str:
    """Return a legal move of a game, as written."""
    return game.rules.notation.write_move(game.session.legal[0])


async def test_a_stale_press_shows_the_game_as_it_stands(services: Services) -> None:
    """Whoever presses on an old board sees the newest one in its place, and why."""
    ada = Asker(services)
    game = await dealt(ada)
    moved = await services.play.move(game, services_first(game))
    request = replace(ada.request, press=Press(game.seen, "undo"), message=board_of(game, private=True))
    answer = await refused(services, request, Stale(moved))
    assert answer.place is Place.EDIT
    assert "51 piles" in text_of(answer)


async def test_typing_opens_a_form(services: Services) -> None:
    """*Type moves* opens a form, unless the game is over."""
    ada = Asker(services)
    game = await dealt(ada)
    answer = await ada.press("type", game.seen)
    assert isinstance(answer, Form)
    over = await services.play.resign(game)
    with pytest.raises(GameOver):
        await ada.press("type", over.seen)


async def test_a_senseless_line_is_refused_under_the_board(services: Services) -> None:
    """Moves in the form that cannot be played stand under the board with the reason; nothing is played."""
    ada = Asker(services)
    game = await dealt(ada)
    answer = await ada.press(PLAYS, game.seen, values=("99<",), is_typed=True)
    assert "There is no pile 99" in text_of(answer)
    assert "99<" in text_of(answer)
    assert "52 piles" in text_of(answer)


async def test_a_board_is_worded_for_those_who_see_it(services: Services) -> None:
    """A private board is in its player's language; one that a server sees is in the server's."""
    ada = Asker(services)
    game = await dealt(ada, public=True)
    await services.server_languages.choose(7, "de")
    answer = await ada.press("board", game.seen)
    assert "52 Stapel" in text_of(answer)


@pytest.fixture
def counted(services: Services, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what is asked of parts of the bot."""
    many = Counter[str]()

    def count(owner: Any, name: str) -> None:
        ask = getattr(owner, name)

        async def asked(*given: Any, **named: Any) -> Any:
            many[name] += 1
            return await ask(*given, **named)

        monkeypatch.setattr(owner, name, asked)

    count(services.store.dailies, "attempt")
    count(services.store.tries, "of_game")
    count(services.settings, "of")
    return many


async def test_a_move_asks_for_no_settings(services: Services, counted: Counter[str]) -> None:
    """What a player has chosen is found once a request, and comes with it."""
    ada = Asker(services)
    game = await dealt(ada)
    await ada.press("play", game.seen, services_first(game), message=board_of(game, private=True))
    assert counted["of"] == 0


async def test_a_server_is_needed_for_its_settings(services: Services) -> None:
    """In direct messages there is no server to manage; in a server, whoever may not manage it is told so."""
    for asker in (Asker(services, guild=None), Asker(services)):
        with pytest.raises(GameError):
            await asker.press("nodigest")
