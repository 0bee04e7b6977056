"""The friendly world that a new file starts with."""

import secrets
from collections.abc import Sequence
from dataclasses import asdict

from small_discord.snowflakes import Snowflakes
from small_discord.world.file import WorldFile
from small_discord.world.places import Channel, Guild, User
from small_discord.world.tokens import new_token

PEOPLE = ("Ada", "Ben", "Cleo")
Plan = tuple[str, int, tuple[str, ...]]
"""A server's name, which of the people owns it, and its channels."""
SERVERS: tuple[Plan, ...] = (
    ("The Parlour", 0, ("patience", "lounge")),
    ("Rainy Sundays", 1, ("cards", "tea")),
)
BOT_NAME = "Idle Year"
_ONE_MILLISECOND = 1 << 22


def seed(file: WorldFile, ids: Snowflakes, names: Sequence[str], servers: Sequence[Plan]) -> None:
    """Write people, servers, conversations and the application into an empty file."""
    people = [User(ids.next(), name) for name in names]
    bot = User(ids.next(), BOT_NAME, bot=True)
    everyone = tuple(user.id for user in (*people, bot))
    for user in (*people, bot):
        file.put("user", user.id, {"id": user.id, "name": user.name, "bot": user.bot})
    # A server's shard follows from the time in its id: a millisecond apart, shards take turns.
    first = int(ids.next())
    for place, (name, owner, rooms) in enumerate(servers):
        guild_id = str(first + place * _ONE_MILLISECOND)
        ids.seen(guild_id)
        channels = tuple(Channel(ids.next(), channel, guild_id) for channel in rooms)
        guild = Guild(guild_id, name, people[owner].id, channels, everyone)
        file.put("guild", guild_id, guild.document)
    for user in people:
        channel_id = ids.next()
        file.put("dm", channel_id, {"id": channel_id, "name": user.name, "user_id": user.id})
    talk = Channel(ids.next(), ", ".join(names), people=tuple(user.id for user in people))
    file.put("talk", talk.id, asdict(talk))
    app = {
        "id": bot.id,
        "name": BOT_NAME,
        "bot": bot.id,
        "token": new_token(bot.id),
        "page_token": secrets.token_urlsafe(24),
    }
    file.put("app", bot.id, app)
