"""What a whole server reads, and what comes unasked, is in the right language without anybody pressing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.controls import button
from tests.flow.boards import play_out
from tests.flow.conftest import HERE
from tests.flow.pictures import until
from tests.flow.test_digest import LOUNGE, finish_daily, impatient, noon, quick, set_up, turn_to
from tests.flow.test_languages import PARLOUR, is_german
from tests.languages import marked

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

__all__ = ["impatient", "marked", "noon", "quick"]

pytestmark = pytest.mark.usefixtures("kernels", "marked", "impatient", "quick")


@pytest.fixture
def ada(monkeypatch: pytest.MonkeyPatch, parlour: Parlour) -> Person:
    """Have a German run a French server, and every background work look all the time."""
    monkeypatch.setattr("bot.ui.race_message._LOOK", 0.02)
    monkeypatch.setattr("bot.ui.outbox._PAUSE", 0.02)
    parlour.ada.set_language("de")
    parlour.ada.settings_of(PARLOUR).set_language("fr")
    return parlour.ada


def newest(person: Person, where: str) -> Message:
    """Return the newest message that a person sees."""
    return person.sees(where)[-1]


async def answered(person: Person) -> Message:
    """Return the answer to a direct message."""
    said = person.say("dm", "hallo")
    await until(lambda: newest(person, "dm").id != said.id)
    return newest(person, "dm")


async def test_a_race_is_in_the_language_of_the_server(parlour: Parlour, ada: Person) -> None:
    """The message of a race is in the server's language, when it is posted and when it is edited unasked."""
    race = (await ada.slash(HERE, "race start", game="accordion")).message
    assert race is not None
    assert not is_german(race)
    joined = (await ada.press(race, button(race, "race"))).message
    assert joined is not None
    before = newest(parlour.ben, HERE).text
    await parlour.bot.services.race_messages.look()
    await until(lambda: newest(parlour.ben, HERE).text != before)
    assert not is_german(newest(parlour.ben, HERE))
    told = (await ada.slash(HERE, "race stop")).message
    assert told is not None
    assert is_german(told)
    assert not is_german(newest(parlour.ben, HERE))


async def test_a_share_is_in_the_language_of_the_server(parlour: Parlour, ada: Person) -> None:
    """A share is seen before in the language of whoever shares, and posted in the server's."""
    await play_out(ada)
    shared = await (await ada.slash(HERE, "share")).final()
    assert is_german(shared)
    await ada.press(shared, button(shared, "shared"))
    await parlour.settle()
    assert not is_german(newest(parlour.ben, HERE))
    assert is_german([each for each in ada.sees(HERE) if each.ephemeral][-1])


async def test_a_digest_is_in_the_language_of_the_server(parlour: Parlour, ada: Person) -> None:
    """A digest is in the language that the server has, or chooses later: then it is edited at once."""
    assert is_german(await set_up(parlour))
    await finish_daily(parlour, parlour.ben)
    turn_to(parlour, 8)
    digest = await parlour.ben.waits_for(LOUNGE, "⟪")
    assert not is_german(digest)
    await ada.slash(HERE, "server setup", language="en")
    await until(lambda: "⟪" not in newest(parlour.ben, LOUNGE).text)
    assert newest(parlour.ben, LOUNGE).id == digest.id


async def test_who_writes_to_the_bot_is_answered_in_their_language(parlour: Parlour, ada: Person) -> None:
    """A direct message is answered in the language in which its writer has used the bot."""
    await ada.slash("dm", "help")
    assert is_german(await answered(ada))
    assert "⟦" not in (await answered(parlour.ben)).text


async def test_a_reminder_is_in_the_language_in_which_it_was_asked_for(parlour: Parlour, ada: Person) -> None:
    """A reminder is in the language of the Discord it was asked for from, unless another one was chosen."""
    await ada.slash(HERE, "settings", reminder=9, zone="UTC")
    turn_to(parlour, 9)
    assert is_german(await ada.waits_for("dm", "⟦"))
    await ada.slash(HERE, "settings", language="en")
    turn_to(parlour, 9, 2)
    english = await ada.waits_for("dm", "\n-# You asked for this")
    assert "⟦" not in english.text
