"""Whose language a message is in: its reader's if only one person sees it, else the server's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.client.commands import told_of
from bot.render.language import LANGUAGES
from bot.render.refusals import UNREADABLE
from tests.controls import button, first, make
from tests.flow.boards import deal
from tests.flow.conftest import HERE
from tests.forged import press
from tests.languages import MARKS, marked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

__all__ = ["marked"]

pytestmark = pytest.mark.usefixtures("marked")

PARLOUR = "The Parlour"
WORDS = "words, for a screen reader"
LANGUAGE = "iy:0:0:set:language#0"


def walk_commands(described: list[Any]) -> Iterator[Any]:
    """Yield all that is described about commands: themselves, their options, and choices of these."""
    for each in described:
        yield each
        yield from walk_commands(each.get("options", []))
        yield from walk_commands([each for each in each.get("choices", []) if isinstance(each["value"], str)])


async def ask(person: Person, command: str, /, **options: Any) -> Message:
    """Use a command and return the answer."""
    reply = await person.slash(HERE, command, **options)
    assert reply.message is not None
    return reply.message


def is_marked(message: Message) -> bool:
    """Whether a message speaks another language than English."""
    return any(mark in message.text for marks in MARKS.values() for mark in marks)


def is_german(message: Message) -> bool:
    """Whether a message speaks German, and not French as well."""
    assert ("⟦" in message.text) != ("⟪" in message.text)
    return "⟦" in message.text


async def test_a_private_answer_is_in_the_language_of_ones_discord(parlour: Parlour) -> None:
    """A private answer is in the language of the asker's Discord, English if we have none that is near."""
    parlour.ada.set_language("de")
    assert "⟦**Language:** as Discord has it⟧" in (await ask(parlour.ada, "settings")).text
    assert "\n**Language:** as Discord has it\n" in (await ask(parlour.ben, "settings")).text
    parlour.ben.set_language("ko")
    assert "\n**Language:** as Discord has it\n" in (await ask(parlour.ben, "settings")).text


async def test_a_chosen_language_shows_at_once(parlour: Parlour) -> None:
    """A language chosen in /settings shows at once, also on an old board with the next press, for ever."""
    parlour.ada.set_language("de")
    await ask(parlour.ada, "settings", cards=WORDS)
    board = await deal(parlour.ada)
    assert is_german(board)
    panel = await ask(parlour.ada, "settings")
    chosen = (await parlour.ada.choose(panel, LANGUAGE, "Français")).message
    assert chosen is not None
    assert chosen.id == panel.id
    assert "⟪**Language:** Français⟫" in chosen.text
    after = (await make(parlour.ada, board, first(board))).message
    assert after is not None
    assert after.id == board.id
    assert not is_german(after)
    await parlour.restart()
    assert "⟪**Language:** Français⟫" in (await ask(parlour.ada, "settings")).text
    back = await ask(parlour.ada, "settings", language="discord")
    assert "⟦**Language:** as Discord has it⟧" in back.text


async def test_english_can_be_chosen(parlour: Parlour) -> None:
    """Whose Discord speaks another language may have English, as an option of the command."""
    parlour.ada.set_language("de")
    assert "\n**Language:** English\n" in (await ask(parlour.ada, "settings", language="en")).text


async def test_a_public_board_is_in_the_language_of_the_server(parlour: Parlour) -> None:
    """A board that others see is in the server's language, what one person reads beside it in theirs."""
    ada, ben = parlour.ada, parlour.ben
    ada.set_language("de")
    ada.settings_of(PARLOUR).set_language("fr")
    await ask(ada, "settings", cards=WORDS)
    assert is_german(await deal(ada))
    board = await deal(ada, where="in the channel")
    assert not is_german(board)
    after = (await make(ada, board, first(board))).message
    assert after is not None
    assert not is_german(after)
    more = (await ada.press(after, button(after, "more"))).message
    assert more is not None
    assert is_german(more)
    refused = (await make(ben, after, first(after))).message
    assert refused is not None
    assert "⟪" not in refused.text


async def test_a_server_chooses_its_language(parlour: Parlour) -> None:
    """/server setup chooses what everybody reads, whether there is a digest or not."""
    ada = parlour.ada
    ada.settings_of(PARLOUR).set_language("fr")
    await ask(ada, "settings", cards=WORDS)
    board = await deal(ada, where="in the channel")
    assert "⟪" in board.text
    told = await ask(ada, "server setup", language="en")
    assert "No digest yet." in told.text
    assert "**What everybody here reads:** in this language: English" in told.text
    after = (await make(ada, board, first(board))).message
    assert after is not None
    assert "⟪" not in after.text
    told = await ask(ada, "server setup", language="discord")
    assert "**What everybody here reads:** in the language that this server has in Discord" in told.text
    again = (await make(ada, after, first(after))).message
    assert again is not None
    assert "⟪" in again.text


async def test_a_language_that_nobody_offers_is_refused(parlour: Parlour) -> None:
    """A forged choice of a language changes nothing."""
    panel = await ask(parlour.ada, "settings")
    refused = await press(parlour.local, parlour.ada, panel, "iy:0:0:set:language:xx")
    assert "another version of the bot" in refused.text
    assert "**Language:** as Discord has it" in (await ask(parlour.ada, "settings")).text


@pytest.mark.parametrize("odd", [None, "de-AT", "xx"])
async def test_an_odd_language_stops_nothing(parlour: Parlour, odd: Any) -> None:
    """Whatever Discord says of languages, if anything: people get an answer, English if need be."""

    def make_odd(event: str, data: Any) -> Any:
        said = {} if odd is None else {"locale": odd, "guild_locale": odd, "preferred_locale": odd}
        told = {key: value for key, value in data.items() if key not in said and "locale" not in key}
        return told | said if event in ("INTERACTION_CREATE", "GUILD_UPDATE") else data

    parlour.local.weather.oddity = make_odd
    parlour.ada.settings_of(PARLOUR).set_language("fr")
    assert is_marked(await ask(parlour.ada, "settings")) is (odd == "de-AT")
    await ask(parlour.ada, "settings", cards=WORDS)
    assert is_marked(await deal(parlour.ada, where="in the channel")) is (odd == "de-AT")
    race = await ask(parlour.ada, "race start", game="accordion")
    assert is_marked(race) is (odd == "de-AT")
    await ask(parlour.ada, "race stop")


async def test_what_cannot_be_read_is_said_to_be_in_ones_language(parlour: Parlour) -> None:
    """Whose press cannot be read is told so in the language of their Discord."""
    board = await deal(parlour.ada)
    parlour.ada.set_language("de")
    parlour.local.weather.oddity = lambda _, data: {key: data[key] for key in data if key != "member"}
    told = (await parlour.ada.press(board, button(board, "more"))).message
    assert told is not None
    assert told.text == f"⟦{UNREADABLE}⟧"


async def test_commands_are_described_in_our_languages(parlour: Parlour) -> None:
    """Discord is told what commands do in each of its languages that is near to one of ours; names stay."""
    (settings,) = (each for each in parlour.local.world.commands.all() if each["name"] == "settings")
    described = settings["description_localizations"]
    assert described["de"] == f"⟦{settings['description']}⟧"
    assert described["fr"] == f"⟪{settings['description']}⟫"
    assert set(described) == {"de", "es-ES", "es-419", "fr", "ja", "pt-BR"}
    assert not settings["name_localizations"]
    (cards,) = (each for each in settings["options"] if each["name"] == "cards")
    assert cards["description_localizations"]["de"] == f"⟦{cards['description']}⟧"
    assert {each["name_localizations"]["de"] for each in cards["choices"]} >= {"⟦text⟧", "⟦pictures⟧"}
    told = set(told_of(parlour.bot.tree))
    for each in walk_commands(parlour.local.world.commands.all()):
        german = each["description_localizations" if "description" in each else "name_localizations"]["de"]
        assert german.strip("⟦⟧") in told.union(LANGUAGES.values())
