"""What the bot keeps of servers, however many channels, roles and threads they have: their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from small_discord.world.payloads import channel_payload, guild_payload
from tests.flow.conftest import HERE
from tests.flow.pictures import until

if TYPE_CHECKING:
    import discord

    from small_discord import Person
    from small_discord.world.places import Guild
    from tests.flow.conftest import Parlour

PARLOUR = "The Parlour"
LONG_AGO = "2020-01-01T00:00:00+00:00"
STAGE = {"id": "71", "channel_id": "72", "topic": "tea", "privacy_level": 2, "discoverable_disabled": True}
EVENT = {
    "id": "73",
    "name": "tea",
    "scheduled_start_time": LONG_AGO,
    "privacy_level": 2,
    "status": 1,
    "entity_type": 3,
    "entity_metadata": {"location": "here"},
}
EMOJI = {"id": "74", "name": "tea", "roles": [], "require_colons": True, "managed": False, "animated": False}


def _guild(parlour: Parlour) -> Guild:
    return parlour.ada.settings_of(PARLOUR).guild


def _known(parlour: Parlour) -> discord.Guild:
    known = parlour.bot.get_guild(int(_guild(parlour).id))
    assert known is not None
    return known


def _kept(parlour: Parlour) -> list[object]:
    """Return all that the bot keeps of The Parlour besides its name."""
    known = _known(parlour)
    lists: Any = (known.channels, known.threads, known.roles, known.members, known.emojis, known.stickers)
    more: Any = (known.stage_instances, known.scheduled_events, known.soundboard_sounds, known.features)
    return [each for some in (*lists, *more) for each in some]


def _furnish(person: Person, parlour: Parlour, name: str) -> None:
    """Add a role, and many channels, each with a thread and a permission."""
    settings, servers = person.settings_of(PARLOUR), parlour.local.world.servers
    settings.create_role(name, "view_channel", members=("Idle Year",))
    for number in range(20):
        channel = settings.create_channel(f"{name}-{number}")
        servers.open_thread(channel, "thread", person.user.id)
        settings.allow(name, "send_messages", channel=channel.name)


def _dispatch(parlour: Parlour, event: str, **data: Any) -> None:
    guild = _guild(parlour)
    parlour.local._hub.dispatch(guild.id, event, {"guild_id": guild.id, **data})


async def _plays(person: Person, where: str = HERE) -> bool:
    """Say whether a board comes; by then the bot has received all earlier events."""
    board = await (await person.slash(where, "deal accordion")).final()
    return "Accordion" in board.text


async def test_nothing_of_a_server_is_kept_but_its_name(parlour: Parlour) -> None:
    """The bot remembers only a server's name, and people play in every channel and thread."""
    _furnish(parlour.ada, parlour, "tea")
    await parlour.restart()
    await until(lambda: bool(parlour.bot.guilds) and bool(_known(parlour).name))
    assert _known(parlour).name == PARLOUR
    assert _kept(parlour) == []
    thread = next(each for each in _guild(parlour).channels if each.name == "thread")
    for where in (HERE, f"{PARLOUR}/#tea-7", thread.id):
        assert await _plays(parlour.ada, where)


async def test_what_happens_in_a_server_is_not_kept(
    parlour: Parlour, caplog: pytest.LogCaptureFixture
) -> None:
    """What happens in a server is not remembered, and nothing is said about it in the log."""
    _furnish(parlour.ada, parlour, "coffee")
    settings, servers = parlour.ada.settings_of(PARLOUR), parlour.local.world.servers
    settings.delete_channel("coffee-3")
    settings.delete_channel("thread")
    settings.archive("thread")
    servers.change_everybody(settings.guild.id, settings.guild.everybody)
    room = channel_payload(parlour.local.world, parlour.ada.channel(HERE))
    opened = servers.open_thread(parlour.ada.channel(HERE), "x", parlour.ada.user.id)
    thread = channel_payload(parlour.local.world, opened)
    _dispatch(parlour, "CHANNEL_CREATE", **room | {"id": "75", "type": 2, "bitrate": 8, "user_limit": 0})
    _dispatch(parlour, "THREAD_LIST_SYNC", threads=[thread], members=[])
    _dispatch(parlour, "THREAD_MEMBERS_UPDATE", id=thread["id"], member_count=1, removed_member_ids=["1"])
    _dispatch(parlour, "CHANNEL_PINS_UPDATE", channel_id=room["id"], last_pin_timestamp=LONG_AGO)
    _dispatch(parlour, "GUILD_EMOJIS_UPDATE", emojis=[EMOJI])
    _dispatch(parlour, "STAGE_INSTANCE_CREATE", **STAGE)
    _dispatch(parlour, "GUILD_SCHEDULED_EVENT_CREATE", **EVENT)
    _dispatch(parlour, "GUILD_ROLE_DELETE", role_id="76")
    assert await _plays(parlour.ben)
    assert [each.id for each in _known(parlour).members] == [parlour.bot.application_id]  # it answers there
    _known(parlour)._members.clear()
    assert _kept(parlour) == []
    assert [each for each in caplog.records if each.name.startswith("discord")] == []


async def test_a_server_with_a_new_name(parlour: Parlour) -> None:
    """A server's new name is known to the bot, and nothing else about the server."""
    _furnish(parlour.ada, parlour, "tea")
    parlour.local._hub.dispatch(
        _guild(parlour).id, "GUILD_UPDATE", guild_payload(_guild(parlour)) | {"name": "The Den"}
    )
    await until(lambda: _known(parlour).name == "The Den")
    assert _kept(parlour) == []


async def test_neither_a_start_nor_the_end_of_an_outage_is_a_new_server(parlour: Parlour) -> None:
    """Only an invitation makes a server a new one, not a start or the end of an outage."""
    joined: list[discord.Guild] = []

    async def note(guild: discord.Guild) -> None:
        joined.append(guild)

    parlour.bot.add_listener(note, "on_guild_join")
    await parlour.bot.wait_until_ready()
    servers, guild = parlour.local.world.servers, _guild(parlour)
    servers.begin_outage(guild.id)
    await until(lambda: _known(parlour).unavailable)
    servers.end_outage(guild.id)
    await until(lambda: not _known(parlour).unavailable)
    assert _known(parlour).name == PARLOUR
    assert await _plays(parlour.ada)
    assert joined == []
    parlour.ada.settings_of(PARLOUR).throw_out_bot()
    parlour.ada.settings_of(PARLOUR).invite_bot()
    await until(lambda: [each.name for each in joined] == [PARLOUR])
    assert _kept(parlour) == []


async def test_a_channel_of_which_nothing_is_told(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    """People play in a channel of which Discord tells nothing but its id and type."""
    for kind in (0, 2, 5, 10, 11, 12, 13):
        monkeypatch.setattr(
            "small_discord.interactions.channel_payload",
            lambda _world, channel, kind=kind: {"id": channel.id, "type": kind},
        )
        assert await _plays(parlour.ada), kind
