"""What clients send on the gateway, read strictly: whatever does not fit is an error in decoding."""

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from small_discord.gateway.refusal import Refusal
from small_discord.gateway.session import Shard


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


F = TypeVar("F", bound=_Frame)


def read(kind: type[F], data: Any) -> F:
    """Return a frame's data; raise Refusal if it is not of its kind."""
    try:
        return kind.model_validate(data)
    except ValidationError:
        raise Refusal(4002, "Error while decoding payload.") from None
