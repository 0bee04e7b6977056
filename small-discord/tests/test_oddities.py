"""Events that are odd: in one place and one way each, and only if the weather is."""

import copy
from random import Random

from small_discord import Person, SmallDiscord
from small_discord.oddities import Oddity, now_and_then, oddities_of
from small_discord.wire import Json
from tiny_bot import running

ROOM = "The Parlour/#patience"
EVENT: Json = {"id": "1", "type": 2, "data": {"options": [{"name": "a"}, {"name": "b"}]}, "user": None}


def test_an_oddity_changes_one_field() -> None:
    """Each oddity changes the field that it names and nothing else; the event itself stays as it is."""
    before = copy.deepcopy(EVENT)
    nameless = Oddity(("data", "options", 0, "name"), "missing").of(EVENT)
    assert nameless["data"]["options"] == [{}, {"name": "b"}]
    assert Oddity(("type",), "unknown").of(EVENT) == EVENT | {"type": 9999}
    assert Oddity(("data",), "null").of(EVENT) == EVENT | {"data": None}
    assert Oddity(("id",), "another type").of(EVENT) == EVENT | {"id": {}}
    assert before == EVENT


def test_every_field_can_be_odd() -> None:
    """There is an oddity of each kind for each field, those inside of others and in lists included."""
    places = {oddity.place for oddity in oddities_of(EVENT)}
    assert {("id",), ("data",), ("data", "options"), ("data", "options", 0, "name"), ("user",)} <= places
    assert len(list(oddities_of(EVENT))) == 4 * len(places)


def test_some_events_are_odd_now_and_then() -> None:
    """About the share that was asked for is odd, the same for a seed, and never what begins a session."""
    spoil = now_and_then(Random(7), 0.1)  # noqa: S311  weather, not a secret
    odd = sum(spoil("INTERACTION_CREATE", EVENT) != EVENT for _ in range(1000))
    assert 50 < odd < 150
    assert all(spoil("READY", EVENT) == EVENT for _ in range(100))


async def test_the_weather_changes_what_is_sent(small_discord: SmallDiscord) -> None:
    """A bot is sent what the weather makes of an event."""

    def rename(name: str, event: Json) -> Json:
        return event | {"data": event["data"] | {"name": "secret"}} if name == "INTERACTION_CREATE" else event

    async with running(small_discord):
        ada: Person = small_discord.person("Ada")
        usual = (await ada.slash(ROOM, "secret")).message
        small_discord.weather.oddity = rename
        odd = (await ada.slash(ROOM, "later")).message
    assert usual is not None
    assert odd is not None
    assert odd.text == usual.text
