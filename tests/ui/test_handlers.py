"""Handlers, called: what they answer, where it is shown, and how often they ask the database."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.service.errors import GameOver, NotYours, Stale
from bot.service.limits import TooManyPosts
from bot.service.wish import Wish
from bot.store import Seen
from bot.ui.answers import refused
from bot.ui.deal import deal_variant
from bot.ui.play import move_here
from bot.ui.presses import Press
from bot.ui.response import Form, Place, Response
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


async def test_too_many_posts_turn_an_open_board_into_a_private_one(services: Services) -> None:
    """After as many posts as are allowed, an open board is shown to its player alone, who reads why."""
    ada = Asker(services)
    game = await dealt(ada, public=True)
    for _ in range(services.limits.allowed.posts):
        answer = await ada.press("board", game.seen)
        assert isinstance(answer, Response)
        assert answer.place is Place.PUBLIC
    answer = await ada.press("board", game.seen)
    assert isinstance(answer, Response)
    assert answer.place is Place.PRIVATE
    assert "Only you see this" in text_of(answer)


async def test_an_open_deal_counts_once(services: Services) -> None:
    """A game that is dealt in the channel counts as one post, not as one when dealt and one when shown."""
    ada = Asker(services)
    for _ in range(services.limits.allowed.posts):
        answer = await deal_variant(services, ada.request, "accordion", None, None, Wish(), public=True)
        assert answer.place is Place.PUBLIC
    with pytest.raises(TooManyPosts):
        await deal_variant(services, ada.request, "accordion", None, None, Wish(), public=True)


async def test_only_its_owner_plays(services: Services) -> None:
    """Nobody moves, opens the form or resigns on somebody else's board; nobody plays what has moved on."""
    ada, ben = Asker(services), Asker(services, 2)
    game = await dealt(ada)
    for verb in ("undo", "type", "resigned", "hint", "more", "check"):
        with pytest.raises(NotYours):
            await ben.press(verb, game.seen)
    moved = await services.play.move(game, services_first(game))
    with pytest.raises(Stale) as told:
        await ada.press("undo", game.seen)
    assert told.value.game.seen == moved.seen


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
    """Typed moves that cannot be played stand under the board with the reason, and nothing is played."""
    ada = Asker(services)
    await dealt(ada)
    answer = await move_here(services, ada.request, "99<")
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
    count(services.store.puzzles, "of_game")
    count(services.settings, "of")
    return many


async def test_a_move_asks_for_no_settings(services: Services, counted: Counter[str]) -> None:
    """What a player has chosen is found once a request, and comes with it."""
    ada = Asker(services)
    game = await dealt(ada)
    await ada.press("play", game.seen, services_first(game), message=board_of(game, private=True))
    assert counted["of"] == 0


async def test_a_stranger_is_told_in_private(services: Services) -> None:
    """Whoever presses on somebody else's board is offered the same deal, in private."""
    ada, ben = Asker(services), Asker(services, 2)
    game = await dealt(ada)
    with pytest.raises(NotYours) as told:
        await ben.press("board", game.seen)
    answer = await refused(services, ben.request, told.value)
    assert answer.place is Place.PRIVATE


async def test_a_server_is_needed_for_its_settings(services: Services) -> None:
    """In direct messages there is no server to manage; in a server, whoever may not manage it is told so."""
    for asker in (Asker(services, guild=None), Asker(services)):
        with pytest.raises(GameError):
            await asker.press("nodigest")
