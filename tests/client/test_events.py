"""Events that nobody can read: how much of them the log tells; and messages, of which nobody reads much."""

from __future__ import annotations

import discord
import pytest

from bot.client.events import drop_unreadable, hear_direct_messages, parsers_of


class Seconds:
    """A clock that stands still until it is set."""

    now = 1000.0

    def __call__(self) -> float:
        """Return the seconds that it shows."""
        return self.now


async def test_a_flood_of_unreadable_events_is_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    """Of each kind of unreadable event one line a minute is logged, which counts the others; all count."""
    client, clock, dropped = discord.Client(intents=discord.Intents.none()), Seconds(), []
    drop_unreadable(client, lambda: dropped.append(clock.now), clock)
    parsers = parsers_of(client)

    def flood() -> list[str]:
        caplog.clear()
        for _ in range(20):
            parsers["GUILD_CREATE"]({})
            parsers["INTERACTION_CREATE"]({})
        return [record.getMessage() for record in caplog.records]

    server, interaction = flood()
    assert server == "What Discord sent could not be read: GUILD_CREATE (KeyError)."
    assert "INTERACTION_CREATE" in interaction
    clock.now += 59.9
    assert flood() == []
    clock.now += 0.2
    assert [line.partition(" Not")[2] for line in flood()] == [" logged since the last such line: 39."] * 2
    assert len(dropped) == 3 * 2 * 20


async def test_who_has_written_to_the_bot() -> None:
    """Only what people write to the bot alone is told: not what bots say, servers hear or somebody pins."""
    client, told = discord.Client(intents=discord.Intents.none()), []
    client.dispatch = lambda *event: told.append(event)  # type: ignore[method-assign]
    hear_direct_messages(client)
    hear = parsers_of(client)["MESSAGE_CREATE"]
    hi = {"type": 0, "channel_id": "7", "author": {"id": "8"}, "content": "hi"}
    for message in (hi, hi | {"type": 19}):
        hear(message)
    assert told == [("direct_message", 7, 8)] * 2
    for other in (
        hi | {"author": {"id": "8", "bot": True}},
        hi | {"guild_id": "9"},
        hi | {"type": 6},
    ):
        hear(other)
    assert len(told) == 2
