"""Roles that a bot makes, changes, moves, deletes and hands out, and those that are out of its reach."""

from pathlib import Path

import discord

from moderator_bot import PARLOUR, member, moderated, parlour, told
from small_discord import SmallDiscord
from told import code_of, hears

FORBIDDEN = (403, 50013)


async def test_a_bot_makes_and_gives_roles() -> None:
    """A new role stands at the bottom, and permits to whom it is given what it says, until it is taken."""
    async with moderated("manage_roles", "manage_nicknames") as (local, bot):
        ada, ben, cleo = map(local.person, ("Ada", "Ben", "Cleo"))
        assert await told(bot, ada, "!role Namers manage_nicknames") == "made Namers at 1"
        (namers,) = (role for role in parlour(bot).roles if role.name == "Namers")
        assert [role.name for role in parlour(bot).roles] == ["@everyone", "Namers", "Bots"]
        assert await told(bot, ben, f"!call {cleo.user.id} Clio") == "MissingPermissions"
        async with hears(bot, "member_update"):
            assert await told(bot, ada, f"!give {ben.user.id} Namers") == "given"
        assert namers.members == [member(bot, "Ben")]
        assert await told(bot, ben, f"!call {cleo.user.id} Clio") == "called"
        async with hears(bot, "member_update"):
            await member(bot, "Ben").remove_roles(namers)
        assert await told(bot, ben, f"!call {cleo.user.id} Cleo") == "MissingPermissions"


async def test_a_bot_changes_and_deletes_roles() -> None:
    """Each change is told, and what channels allowed to a deleted role goes with it."""
    async with moderated("manage_roles", "administrator") as (local, bot):
        guild = parlour(bot)
        first = await guild.create_role(name="first", hoist=True, mentionable=True)
        second = await guild.create_role(name="second")
        async with hears(bot, "guild_role_update", lambda _, now: now.name == "2nd") as heard:
            await second.edit(name="2nd", colour=discord.Colour(7), permissions=discord.Permissions(8))
        assert [(role.name, role.colour.value, role.permissions.value) for role in heard] == [
            ("second", 0, 0),
            ("2nd", 7, 8),
        ]
        assert (first.hoist, first.mentionable) == (True, True)
        assert [role.name for role in guild.roles] == ["@everyone", "2nd", "first", "Bots"]
        async with hears(bot, "guild_role_update", lambda _, now: now.position == 2):
            await second.edit(position=2)
        assert [role.name for role in await guild.fetch_roles()] == ["@everyone", "first", "2nd", "Bots"]
        assert (await guild.fetch_role(second.id)).position == 2
        await guild.text_channels[0].set_permissions(first, send_messages=False)
        async with hears(bot, "guild_role_delete"):
            await first.delete()
        assert local.world.channels[str(guild.text_channels[0].id)].overwrites == ()
        assert await code_of(first.delete()) == (404, 10011)
        assert await code_of(guild.default_role.delete()) == (400, 50028)


async def test_roles_from_its_own_up_are_out_of_reach() -> None:
    """Whatever a bot may do, it can't touch its own highest role, nor give away what it lacks."""
    async with moderated("manage_roles") as (local, bot):
        settings = local.person("Ada").settings_of(PARLOUR)
        async with hears(bot, "guild_role_create"):
            settings.create_role("Elders", members=("Ben",))
        low = await parlour(bot).create_role(name="low")
        await told(bot, local.person("Ada"), f"!give {local.person('Cleo').user.id} Elders")
        settings.raise_role("Elders")
        guild, ben = parlour(bot), member(bot, "Ben")
        elders, bots = (discord.utils.get(guild.roles, name=name) for name in ("Elders", "Bots"))
        assert elders
        assert bots
        for role in (elders, bots):
            assert await code_of(role.edit(name="mine")) == FORBIDDEN
            assert await code_of(role.delete()) == FORBIDDEN
            assert await code_of(member(bot, "Cleo").add_roles(role)) == FORBIDDEN
        assert await code_of(ben.remove_roles(elders)) == FORBIDDEN
        assert await code_of(ben.edit(roles=[low])) == FORBIDDEN
        assert await code_of(low.edit(position=3)) == FORBIDDEN
        assert await code_of(low.edit(permissions=discord.Permissions(ban_members=True))) == FORBIDDEN
        assert await code_of(guild.create_role(permissions=discord.Permissions.all())) == FORBIDDEN
        await ben.edit(roles=[low, elders])
        assert [role.name for role in (await guild.fetch_member(ben.id)).roles] == [
            "@everyone",
            "low",
            "Elders",
        ]


async def test_without_the_permission_roles_are_refused() -> None:
    """Without the permission a bot makes, gives and moves no roles; it sees them all the same."""
    async with moderated("kick_members") as (_, bot):
        guild = parlour(bot)
        assert await code_of(guild.create_role(name="mine")) == FORBIDDEN
        assert await code_of(member(bot, "Ben").add_roles(discord.Object(guild.id))) == FORBIDDEN
        assert [role.name for role in await guild.fetch_roles()] == ["@everyone", "Bots"]


async def test_roles_are_kept(tmp_path: Path) -> None:
    """Looks, order and holders of roles, nicknames, time-outs and bans are there after a restart."""
    path = tmp_path / "world.sqlite3"
    first = SmallDiscord(world_path=path)
    settings = first.person("Ada").settings_of(PARLOUR)
    for name in ("low", "high"):
        settings.create_role(name, members=("Ben",))
    settings.raise_role("high")
    first.world.servers.change_role(settings.guild.id, settings.guild.roles[0].id, colour=7, hoist=True)
    settings.rename("Ben", "Benny")
    settings.time_out("Ben", 60)
    settings.ban("Cleo", "enough")
    before = first.world.guilds
    first.world.close()
    second = SmallDiscord(world_path=path)
    assert second.world.guilds == before
    second.world.close()
