"""What a bot allows and denies in channels, and what it may not."""

import discord
import pytest

from moderator_bot import PARLOUR, ROOM, member, moderated, parlour, told
from small_discord import Refused
from told import code_of, hears

FORBIDDEN = (403, 50013)


async def test_a_bot_locks_a_channel() -> None:
    """What a bot denies holds for people and for itself, as permissions_for says, until it takes it back."""
    async with moderated("manage_roles") as (local, bot):
        ada, ben = map(local.person, ("Ada", "Ben"))
        room = parlour(bot).text_channels[0]
        async with hears(bot, "guild_channel_update"):
            assert await told(bot, ada, "!lock") == "locked"
        with pytest.raises(Refused, match="may not write"):
            ben.say(ROOM, "hello")
        assert room.permissions_for(member(bot, "Ben")) == discord.Permissions(
            room.permissions_for(parlour(bot).default_role).value
        )
        assert room.permissions_for(parlour(bot).me).send_messages
        async with hears(bot, "guild_channel_update"):
            await room.set_permissions(parlour(bot).default_role, overwrite=None)
        ben.say(ROOM, "hello")
        assert await code_of(room.set_permissions(parlour(bot).default_role, overwrite=None)) == (404, 10009)


async def test_a_bot_hides_a_channel_from_a_member() -> None:
    """A member's own overwrite goes before all others."""
    async with moderated("manage_roles") as (local, bot):
        ben, room = local.person("Ben"), parlour(bot).text_channels[0]
        await room.set_permissions(member(bot, "Ben"), view_channel=False)
        with pytest.raises(Refused, match="no access"):
            ben.sees(ROOM)
        await room.set_permissions(member(bot, "Ben"), view_channel=True, send_messages=False)
        assert ben.sees(ROOM) == []
        with pytest.raises(Refused, match="may not write"):
            ben.say(ROOM, "hello")


async def test_what_a_bot_lacks_it_can_not_hand_out() -> None:
    """A bot allows and denies what it may itself, unless the channel lets it manage permissions."""
    async with moderated("manage_roles") as (local, bot):
        settings, room = local.person("Ada").settings_of(PARLOUR), parlour(bot).text_channels[0]
        everyone = parlour(bot).default_role
        assert await code_of(room.set_permissions(everyone, manage_messages=True)) == FORBIDDEN
        settings.allow("Bots", "manage_roles", channel="patience")
        await room.set_permissions(everyone, manage_messages=True)
        settings.deny("Bots", "manage_roles", channel="patience")
        assert await code_of(room.set_permissions(everyone, send_messages=False)) == FORBIDDEN
        settings.deny("Your Bot", "view_channel", channel="patience")
        assert await code_of(room.set_permissions(everyone, send_messages=False)) == (403, 50001)


async def test_threads_have_none_of_their_own() -> None:
    """Threads and unknown roles take no overwrites."""
    async with moderated("manage_roles") as (local, bot):
        thread = local.person("Ada").open_thread(ROOM, "a long game")
        room = parlour(bot).text_channels[0]
        for place, who, code in ((thread.id, parlour(bot).id, 50024), (room.id, 7, 10009)):
            asked = bot.http.edit_channel_permissions(place, who, "0", "2048", 0)
            assert (await code_of(asked))[1] == code
