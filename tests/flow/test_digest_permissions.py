"""If a digest cannot be posted, setting it up says why, whether or not the channel is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.client.options import ChosenChannel
from small_discord import Fault, Planned
from tests.clock import Clock
from tests.flow.conftest import HERE
from tests.flow.test_digest import LOUNGE, close_channel, set_up

if TYPE_CHECKING:
    from discord.app_commands import AppCommandChannel

    from tests.flow.conftest import Parlour

CHANNEL = "GET /channels/{channel_id}"
GUILD = "GET /guilds/{guild_id}"
_EVERYTHING = "give me View Channel, Send Messages and Read Message History there."


@pytest.fixture(autouse=True)
async def used(parlour: Parlour) -> None:
    """Begin with a digest that comes to the lounge, one of very many channels."""
    parlour.now = Clock()
    settings = parlour.ada.settings_of("The Parlour")
    for number in range(50):
        settings.create_channel(f"room-{number}")
    answer = await set_up(parlour)
    assert "every day" in answer.text


def _lounge(parlour: Parlour) -> str:
    return parlour.ada.channel(LOUNGE).id


async def _answers(parlour: Parlour) -> list[str]:
    """Return the answers to setting another hour, without and with the channel."""
    return [await _answer(parlour, hour=9), await _answer(parlour, hour=10, channel=_lounge(parlour))]


async def _answer(parlour: Parlour, **options: object) -> str:
    answer = await (await parlour.ada.slash(HERE, "server setup", **options)).final()
    assert answer.ephemeral
    return answer.text


async def _hour(parlour: Parlour) -> int:
    guild = parlour.ada.settings_of("The Parlour").guild
    server = await parlour.bot.services.store.servers.get(int(guild.id))
    assert server is not None
    return server.hour


async def test_where_the_bot_may_post(parlour: Parlour) -> None:
    """Where the bot may post, the hour of the digest can be changed."""
    first, second = await _answers(parlour)
    assert "every day at 09:00 UTC" in first
    assert "every day at 10:00 UTC" in second
    assert await _hour(parlour) == 10


async def test_where_it_may_post_by_a_role(parlour: Parlour) -> None:
    """Where everybody is denied posting, one of the bot's roles may allow it."""
    settings = parlour.ada.settings_of("The Parlour")
    settings.create_role("Bots", members=("Idle Year",))
    close_channel(parlour, LOUNGE)
    settings.allow("Bots", "send_messages", channel="lounge")
    assert all("every day" in answer for answer in await _answers(parlour))


async def test_where_it_may_not_write(parlour: Parlour) -> None:
    """Where the bot may not write, the answer says which permission it lacks, and nothing changes."""
    close_channel(parlour, LOUNGE)
    lacks = f"I can't post in <#{_lounge(parlour)}>: give me Send Messages there."
    assert await _answers(parlour) == [lacks] * 2
    assert await _hour(parlour) == 8


async def test_where_it_sees_nothing(parlour: Parlour) -> None:
    """Where the bot does not see the channel, it lacks every permission there, and nothing changes."""
    parlour.ada.settings_of("The Parlour").deny("everybody", "view_channel", channel="lounge")
    lacks = f"I can't post in <#{_lounge(parlour)}>: {_EVERYTHING}"
    assert await _answers(parlour) == [lacks] * 2
    assert await _hour(parlour) == 8


async def test_where_it_could_not_find_what_it_has_posted(parlour: Parlour) -> None:
    """A second try looks for what the first may have posted, or the digest would come twice."""
    parlour.ada.settings_of("The Parlour").deny("everybody", "read_message_history", channel="lounge")
    lacks = f"I can't post in <#{_lounge(parlour)}>: give me Read Message History there."
    assert await _answers(parlour) == [lacks] * 2


async def test_where_it_may_write_but_not_look(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the bot may write but not see the channel, it asks for all that it needs."""
    only_send = 1 << 11
    monkeypatch.setattr("small_discord.world.world.World.bot_permissions", lambda _world, _channel: only_send)
    _, named = await _answers(parlour)
    assert named.endswith(_EVERYTHING)


async def test_a_channel_that_is_gone(parlour: Parlour) -> None:
    """A digest whose channel is gone says so instead of naming it, and what to do; that puts it right."""
    lounge = _lounge(parlour)
    parlour.ada.settings_of("The Parlour").delete_channel("lounge")
    assert await _answer(parlour, hour=9) == "The digest's channel is gone: choose another as `channel`."
    shown = await (await parlour.ada.slash(HERE, "server setup")).final()
    assert "The digest's channel is gone, so none can come" in shown.text
    assert lounge not in shown.text
    here = parlour.ada.channel(HERE).id
    assert f"<#{here}> every day at 08:00 UTC" in await _answer(parlour, channel=here)
    assert f"<#{here}> every day at 08:00 UTC" in await _answer(parlour)


async def test_a_digest_without_a_channel_can_be_switched_off(parlour: Parlour) -> None:
    """A digest whose channel is gone can be switched off where that is said."""
    parlour.ada.settings_of("The Parlour").delete_channel("lounge")
    shown = await (await parlour.ada.slash(HERE, "server setup")).final()
    after = (await parlour.ada.press(shown, "Switch it off")).message
    assert after is not None
    assert "No digest yet." in after.text


@pytest.mark.parametrize("fault", [Fault.DROPPED, Fault.SHUT_OUT])
async def test_a_channel_of_which_discord_says_nothing_is_named(parlour: Parlour, fault: Fault) -> None:
    """If Discord does not say whether the channel is still there, the answer is as if it were."""
    parlour.local.weather.planned += [Planned(CHANNEL, fault)] * 9
    assert f"<#{_lounge(parlour)}> every day at 08:00 UTC" in await _answer(parlour)


@pytest.mark.parametrize("fault", [Fault.DROPPED, Fault.SHUT_OUT])
async def test_a_discord_that_does_not_say(parlour: Parlour, fault: Fault) -> None:
    """If Discord does not say what the bot may do, people are told to try again, and then it works."""
    parlour.local.weather.planned += [Planned(GUILD, fault)] * 9
    assert (await _answer(parlour, hour=9)).endswith("try again in a minute.")
    assert await _hour(parlour) == 8
    parlour.local.weather.planned.clear()
    assert "every day at 09:00 UTC" in (await _answers(parlour))[0]


async def test_an_older_discord(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a command does not say what the bot may do in a channel, the bot asks."""
    close_channel(parlour, LOUNGE)

    async def untold(_self: object, _interaction: object, value: AppCommandChannel) -> ChosenChannel:
        return ChosenChannel(value.id, None)

    monkeypatch.setattr("bot.client.options._TextChannels.transform", untold)
    lacks = f"I can't post in <#{_lounge(parlour)}>: give me Send Messages there."
    assert await _answers(parlour) == [lacks] * 2
