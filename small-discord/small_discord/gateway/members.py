"""The answer to a client's request for a server's members."""

from small_discord.gateway.frames import RequestMembers
from small_discord.payloads import member_payload
from small_discord.wire import Json
from small_discord.world.places import User
from small_discord.world.world import World

MOST_FOUND = 100
MOST_NONCE = 32


def members_chunk(world: World, asked: RequestMembers) -> Json | None:
    """Return the members requested by id or by name prefix; None if there is no such server."""
    guild = world.guilds.get(str(asked.guild_id))
    if guild is None:
        return None
    everybody = {user_id: world.users[user_id] for user_id in guild.members}
    wanted = asked.user_ids
    chunk: Json = {"guild_id": guild.id, "chunk_index": 0, "chunk_count": 1}
    if wanted is None:
        found = _named(list(everybody.values()), asked)
    else:
        ids = [str(each) for each in (wanted if isinstance(wanted, list) else [wanted])][:MOST_FOUND]
        found = [everybody[user_id] for user_id in ids if user_id in everybody]
        chunk["not_found"] = [user_id for user_id in ids if user_id not in everybody]
    chunk["members"] = [member_payload(guild, user) for user in found]
    if asked.presences:
        chunk["presences"] = []
    if asked.nonce is not None and len(asked.nonce.encode(errors="replace")) <= MOST_NONCE:
        chunk["nonce"] = asked.nonce
    return chunk


def _named(everybody: list[User], asked: RequestMembers) -> list[User]:
    begin = (asked.query or "").lower()
    limit = asked.limit or (MOST_FOUND if begin else len(everybody))
    return [user for user in everybody if user.name.lower().startswith(begin)][:limit]
