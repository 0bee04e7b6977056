"""Whose language a message is in: its reader's if only one person sees it, else the server's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.controls import HERE, button, first
from tests.languages import marked
from tests.ui.room import deal

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor

__all__ = ["marked"]

pytestmark = pytest.mark.usefixtures("marked")

WORDS = "words, for a screen reader"
LANGUAGE = "iy:0:0:set:language#0"


async def ask(person: Visitor, command: str, /, **options: Any) -> Message:
    """Use a command and return the answer."""
    return await person.slash(HERE, command, **options)


def is_german(message: Message) -> bool:
    """Whether a message speaks German, and not French as well."""
    assert ("⟦" in message.text) != ("⟪" in message.text)
    return "⟦" in message.text


async def test_a_private_answer_is_in_the_language_of_ones_discord(room: Room) -> None:
    """A private answer is in the language of the asker's Discord, English if we have none that is near."""
    room.ada.set_language("de")
    assert "⟦**Language:** as Discord has it⟧" in (await ask(room.ada, "settings")).text
    assert "\n**Language:** as Discord has it\n" in (await ask(room.ben, "settings")).text
    room.ben.set_language("ko")
    assert "\n**Language:** as Discord has it\n" in (await ask(room.ben, "settings")).text


async def test_a_chosen_language_shows_at_once(room: Room) -> None:
    """A language chosen in /settings shows at once, also on an old board with the next press, for ever."""
    room.ada.set_language("de")
    await ask(room.ada, "settings", cards=WORDS)
    board = await deal(room.ada)
    assert is_german(board)
    panel = await ask(room.ada, "settings")
    chosen = await room.ada.choose(panel, LANGUAGE, "Français")
    assert chosen.id == panel.id
    assert "⟪**Language:** Français⟫" in chosen.text
    after = await room.ada.make(board, first(board))
    assert after.id == board.id
    assert not is_german(after)
    await room.restart()
    assert "⟪**Language:** Français⟫" in (await ask(room.ada, "settings")).text
    back = await ask(room.ada, "settings", language="discord")
    assert "⟦**Language:** as Discord has it⟧" in back.text


async def test_english_can_be_chosen(room: Room) -> None:
    """Whose Discord speaks another language may have English, as an option of the command."""
    room.ada.set_language("de")
    assert "\n**Language:** English\n" in (await ask(room.ada, "settings", language="en")).text


async def test_a_public_board_is_in_the_language_of_the_server(room: Room) -> None:
    """A board that others see is in the server's language, what one person reads beside it in theirs."""
    ada, ben = room.ada, room.ben
    ada.set_language("de", "fr")
    await ask(ada, "settings", cards=WORDS)
    assert is_german(await deal(ada))
    board = await deal(ada, where="in the channel")
    assert not is_german(board)
    after = await ada.make(board, first(board))
    assert not is_german(after)
    more = await ada.press(after, button(after, "more"))
    assert is_german(await ada.press(more, button(more, "resign")))
    refused = await ben.make(after, first(after))
    assert "⟪" not in refused.text


async def test_a_server_chooses_its_language(room: Room) -> None:
    """/server setup chooses what everybody reads, whether there is a digest or not."""
    ada = room.ada
    ada.set_language("en-GB", "fr")
    await ask(ada, "settings", cards=WORDS)
    board = await deal(ada, where="in the channel")
    assert "⟪" in board.text
    told = await ask(ada, "server setup", language="en")
    assert "No digest yet." in told.text
    assert "**What everybody here reads:** in this language: English" in told.text
    after = await ada.make(board, first(board))
    assert "⟪" not in after.text
    told = await ask(ada, "server setup", language="discord")
    assert "**What everybody here reads:** in the language that this server has in Discord" in told.text
    again = await ada.make(after, first(after))
    assert "⟪" in again.text


async def test_a_language_that_nobody_offers_is_refused(room: Room) -> None:
    """A forged choice of a language changes nothing."""
    panel = await ask(room.ada, "settings")
    refused = await room.ada.use(panel, "iy:0:0:set:language:xx")
    assert "another version of the bot" in refused.text
    assert "**Language:** as Discord has it" in (await ask(room.ada, "settings")).text
