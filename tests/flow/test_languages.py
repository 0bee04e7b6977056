"""What Discord says of languages, and what it is told in each of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.client.commands import told_of
from bot.render.language import LANGUAGES
from bot.render.refusals import UNREADABLE
from tests.controls import button
from tests.flow.boards import deal
from tests.flow.conftest import HERE
from tests.languages import MARKS, marked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

__all__ = ["marked"]

pytestmark = pytest.mark.usefixtures("marked")

PARLOUR = "The Parlour"
WORDS = "words, for a screen reader"


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
    await parlour.bot.services.command_names.sync()
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
