"""Commands behind discord.py's checks of permissions: what both sides may do is what Discord would say."""

from moderator_bot import PARLOUR, ROOM, moderated, told


async def test_who_may_not_is_told() -> None:
    """Whoever lacks the permission is refused by the bot; the owner isn't, nor is who gets a role for it."""
    async with moderated("kick_members") as (local, bot):
        ada, ben, cleo = map(local.person, ("Ada", "Ben", "Cleo"))
        assert await told(bot, ben, f"!kick {cleo.user.id}") == "MissingPermissions"
        ada.settings_of(PARLOUR).create_role("Guards", "kick_members", members=("Ben",))
        assert await told(bot, ben, f"!kick {cleo.user.id}") == "kicked"
        cleo.join(PARLOUR)
        assert await told(bot, ada, f"!kick {cleo.user.id}") == "kicked"


async def test_what_the_bot_may_not_is_told() -> None:
    """If the bot lacks the permission, its check says so, and without a check Discord does."""
    async with moderated("embed_links") as (local, bot):
        ada, ben = map(local.person, ("Ada", "Ben"))
        assert await told(bot, ada, f"!ban {ben.user.id}") == "BotMissingPermissions"
        assert await told(bot, ada, f"!kick {ben.user.id}") == "Forbidden 50013"
        assert ben.sees(ROOM)


async def test_an_overwrite_counts() -> None:
    """What a channel denies to a role is denied there, and a check for the whole server still passes."""
    async with moderated("moderate_members") as (local, bot):
        ada, ben, cleo = map(local.person, ("Ada", "Ben", "Cleo"))
        settings = ada.settings_of(PARLOUR)
        settings.create_role("Guards", "kick_members", "moderate_members", members=("Ben",))
        settings.deny("Guards", "kick_members", "moderate_members", channel="patience")
        assert await told(bot, ben, f"!kick {cleo.user.id}") == "MissingPermissions"
        assert await told(bot, ben, f"!hush {cleo.user.id} 5") == "hushed"


async def test_checks_of_slash_commands() -> None:
    """A slash command is told what both sides may do in its channel."""
    async with moderated("manage_messages") as (local, _):
        ada, ben = map(local.person, ("Ada", "Ben"))
        ada.settings_of(PARLOUR).deny("Bots", "manage_messages", channel="lounge")
        asked = [(ada, "patience"), (ada, "lounge"), (ben, "patience")]
        replies = [await who.slash(f"{PARLOUR}/#{where}", "clean") for who, where in asked]
        texts = [reply.message and reply.message.text for reply in replies]
        assert texts == ["True", "False", "MissingPermissions"]
