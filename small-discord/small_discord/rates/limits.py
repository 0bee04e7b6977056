"""How many requests each route takes.

Discord states its limits in the headers of its answers and publishes no list, so that they can change at any
time. The real ones here are what bots are commonly told; a bot that reads the headers copes with any.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Limit(NamedTuple):
    """A number of requests within a number of seconds."""

    requests: int
    seconds: float


@dataclass(frozen=True)
class RateLimits:
    """The limits of all requests of a bot together, of some routes, and of every other route."""

    everything: Limit
    other: Limit
    routes: Mapping[str, Limit] = field(default_factory=dict)

    def of(self, route: str) -> Limit:
        """Return the limit of a route such as "GET /gateway/bot"."""
        return self.routes.get(route, self.other)


GENEROUS = RateLimits(everything=Limit(10_000, 1), other=Limit(1000, 1))
"""Limits that nobody reaches."""

_MESSAGES = "/channels/{channel_id}/messages"
_HOOK = "/webhooks/{webhook_id}/{webhook_token}"
_COMMANDS = "/applications/{application_id}/commands"
_GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
_EMOJI = "/applications/{application_id}/emojis"

REAL = RateLimits(
    everything=Limit(50, 1),
    other=Limit(10, 5),
    routes={
        f"GET {_MESSAGES}": Limit(5, 5),
        f"POST {_MESSAGES}": Limit(5, 5),
        f"GET {_MESSAGES}/{{message_id}}": Limit(5, 5),
        f"PATCH {_MESSAGES}/{{message_id}}": Limit(5, 5),
        f"DELETE {_MESSAGES}/{{message_id}}": Limit(5, 1),
        f"POST {_HOOK}": Limit(5, 2),
        f"PATCH {_HOOK}/messages/@original": Limit(5, 2),
        f"PATCH {_HOOK}/messages/{{message_id}}": Limit(5, 2),
        f"POST {_COMMANDS}": Limit(5, 20),
        f"PUT {_COMMANDS}": Limit(2, 60),
        f"POST {_GUILD_COMMANDS}": Limit(5, 20),
        f"PUT {_GUILD_COMMANDS}": Limit(2, 60),
        f"POST {_EMOJI}": Limit(50, 60),
        "POST /users/@me/channels": Limit(5, 5),
        "GET /gateway/bot": Limit(2, 5),
    },
)

OLD_EDITS = Limit(3, 6)
"""Edits of messages older than an hour, for each channel."""
