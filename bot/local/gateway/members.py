"""The answer to a client's request for a server's members."""

from bot.local.payloads import member_payload
from bot.local.wire import Json
from bot.local.world.places import User
from bot.local.world.world import World

MOST_FOUND = 100
MOST_NONCE = 32


def asks_for_all(data: Json) -> bool:
    """Say whether a request is for all members, which Discord ignores without the intent for them."""
    return "user_ids" not in data and not data.get("query") and not data.get("limit")


def members_chunk(world: World, data: Json) -> Json | None:
    """Return the members requested by id or by name prefix; None if there is no such server."""
    guild = world.guilds.get(str(data.get("guild_id")))
    if guild is None:
        return None
    everybody = {user_id: world.users[user_id] for user_id in guild.members}
    wanted = data.get("user_ids")
    chunk: Json = {"guild_id": guild.id, "chunk_index": 0, "chunk_count": 1}
    if wanted is None:
        found = _named(list(everybody.values()), data)
    else:
        ids = [str(each) for each in (wanted if isinstance(wanted, list) else [wanted])][:MOST_FOUND]
        found = [everybody[user_id] for user_id in ids if user_id in everybody]
        chunk["not_found"] = [user_id for user_id in ids if user_id not in everybody]
    chunk["members"] = [member_payload(guild, user) for user in found]
    if data.get("presences"):
        chunk["presences"] = []
    nonce = data.get("nonce")
    if isinstance(nonce, str) and len(nonce.encode()) <= MOST_NONCE:
        chunk["nonce"] = nonce
    return chunk


def _named(everybody: list[User], data: Json) -> list[User]:
    begin = str(data.get("query") or "").lower()
    limit = int(data.get("limit") or 0) or (MOST_FOUND if begin else len(everybody))
    return [user for user in everybody if user.name.lower().startswith(begin)][:limit]
