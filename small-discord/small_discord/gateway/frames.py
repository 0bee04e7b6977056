"""Frames that a client sends, read into values, and the members that it asks for."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from small_discord.gateway.session import Refusal, Shard
from small_discord.wire import Json
from small_discord.world.payloads import member_payload
from small_discord.world.places import User
from small_discord.world.world import World

_MOST_FOUND = 100
_MOST_NONCE = 32


class _Frame(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class Identify(_Frame):
    """A client begins a session."""

    token: str
    intents: Annotated[int, Field(ge=0)]
    shard: Annotated[list[int], Field(min_length=2, max_length=2)] = [0, 1]

    @property
    def part(self) -> Shard:
        """The shard that the session is for."""
        return Shard(*self.shard)


class Resume(_Frame):
    """A client goes on with a session, after the last event that it has seen."""

    token: str
    session_id: str
    seq: int | None = None


class RequestMembers(_Frame):
    """A client asks for members of a server, by id or by the beginning of a name."""

    guild_id: str | int
    user_ids: list[str | int] | str | int | None = None
    query: str | None = None
    limit: Annotated[int, Field(ge=0)] | None = None
    presences: bool | None = None
    nonce: str | None = None

    @property
    def asks_for_all(self) -> bool:
        """Whether it is for all members, which Discord ignores without the intent for them."""
        return self.user_ids is None and not self.query and not self.limit

    @property
    def told_nonce(self) -> Json:
        """The nonce as answers carry it, unless it is too long."""
        short = self.nonce is not None and len(self.nonce.encode(errors="replace")) <= _MOST_NONCE
        return {"nonce": self.nonce} if short else {}


F = TypeVar("F", bound=_Frame)


def read(kind: type[F], data: Any) -> F:
    """Return a frame's data; raise Refusal if it is not of its kind."""
    try:
        return kind.model_validate(data)
    except ValidationError:
        raise Refusal(4002, "Error while decoding payload.") from None


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
        ids = [str(each) for each in (wanted if isinstance(wanted, list) else [wanted])][:_MOST_FOUND]
        found = [everybody[user_id] for user_id in ids if user_id in everybody]
        chunk["not_found"] = [user_id for user_id in ids if user_id not in everybody]
    chunk["members"] = [member_payload(guild, user) for user in found]
    if asked.presences:
        chunk["presences"] = []
    return chunk | asked.told_nonce


def rate_limited(asked: RequestMembers, wait: float) -> Json:
    """Return what is told instead of all members to a client that must wait for some seconds."""
    meta = {"guild_id": str(asked.guild_id), **asked.told_nonce}
    return {"opcode": 8, "retry_after": wait, "meta": meta}


def _named(everybody: list[User], asked: RequestMembers) -> list[User]:
    begin = (asked.query or "").lower()
    limit = asked.limit or (_MOST_FOUND if begin else len(everybody))
    return [user for user in everybody if user.name.lower().startswith(begin)][:limit]
