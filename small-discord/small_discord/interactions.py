"""Interactions: what people ask, as the bot is told of it, and the desk at which they wait for its answer."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

from small_discord.gateway.hub import Hub
from small_discord.ids import later
from small_discord.limits.errors import ApiError, unknown
from small_discord.wire import Json
from small_discord.world.access import BY_SERVER
from small_discord.world.payloads import channel_payload, linked, member_payload, message_payload
from small_discord.world.places import Channel, User
from small_discord.world.world import World

SECONDS_TO_ANSWER = 3.0
_TOKEN_SECONDS = 15 * 60.0
_MOST_FOLLOW_UPS_OF_GUESTS = 5
MOST_FILE_BYTES = 10 * 1024 * 1024


class InteractionKind(IntEnum):
    """Discord's interaction types."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Respond(IntEnum):
    """Discord's types of response to an interaction."""

    MESSAGE = 4
    DEFER_MESSAGE = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person did: who, where, on which message, with which data.

    `owners` names the installs of the app behind it, in Discord's form. If `hidden`, all answers are private.
    `window` is the browser window in which it was done.
    """

    kind: InteractionKind
    user: User
    channel: Channel
    data: Json
    owners: dict[str, str]
    hidden: bool = False
    window: str | None = None
    source_id: str | None = None
    command_line: str | None = None
    command_name: str | None = None
    opened_by: Json | None = None
    """Of a modal: what Discord tells of the interaction that opened it."""

    @property
    def by_guest(self) -> bool:
        """Whether the app is used in a server that it is not installed to: somebody has brought it along."""
        return self.channel.guild_id is not None and BY_SERVER not in self.owners


@dataclass(frozen=True, slots=True)
class Answer:
    """The bot's first answer."""

    respond: Respond
    data: Json = field(default_factory=dict)
    """Choices or a modal; messages are in the world."""


class Interaction:
    """What was asked, and what became of it."""

    def __init__(self, snowflake: str, asked: Asked) -> None:
        self.id = snowflake
        self.token = secrets.token_urlsafe(48)
        self.asked = asked
        self._loop = asyncio.get_running_loop()
        self.opened = self._loop.time()
        self.answer: asyncio.Future[Answer] = self._loop.create_future()
        self.acknowledged = False
        self.timed_out = False
        self._follow_ups = 0
        self.original_id: str | None = None
        self.message_ids: set[str] = set()
        self.answer_id: str | None = None
        """The message that an answer which was put off came to."""
        self.settled = asyncio.Event()

    def settle(self, post_id: str) -> None:
        """Note in which message an answer that was put off has come: the first edit or follow-up."""
        self.answer_id = self.answer_id or post_id
        self.settled.set()

    @property
    def metadata(self) -> Json:
        """What Discord tells of it in messages that answer it."""
        metadata: Json = {
            "id": self.id,
            "type": int(self.asked.kind),
            "user": self.asked.user.payload,
            "authorizing_integration_owners": self.asked.owners,
        }
        if self.asked.kind is InteractionKind.COMPONENT:
            metadata["interacted_message_id"] = self.asked.source_id
        if self.asked.opened_by is not None:
            metadata["triggering_interaction_metadata"] = self.asked.opened_by
        return metadata

    @property
    def age(self) -> float:
        """Seconds since the person asked."""
        return self._loop.time() - self.opened

    def acknowledge(self, answer: Answer) -> None:
        """Pass the first answer to the person who waits for it."""
        self.acknowledged = True
        self.answer.set_result(answer)

    def check_open(self) -> None:
        """Raise ApiError if it is too late to answer, or if it was answered already."""
        if self.acknowledged:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        if self.timed_out or self.age > SECONDS_TO_ANSWER:
            raise unknown("Interaction")

    def count_follow_up(self) -> None:
        """Count a follow-up that was sent."""
        self._follow_ups += 1

    def check_follow_up(self) -> None:
        """Raise ApiError if one more follow-up is too many, as it can be for an app that is a guest."""
        if self.asked.by_guest and self._follow_ups >= _MOST_FOLLOW_UPS_OF_GUESTS:
            message = "This interaction has reached the maximum number of follow up messages"
            raise ApiError(400, 40094, message)

    def check_token(self) -> None:
        """Raise ApiError if the token is not usable yet, or no longer."""
        if not self.acknowledged:
            raise unknown("Webhook")
        if self.age > _TOKEN_SECONDS:
            raise ApiError(401, 50027, "Invalid Webhook Token")


class _Events:
    """Writes interactions as Discord sends them; the constant parts are cached per user and channel."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._fixed: dict[tuple[str, str, int, int], Json] = {}
        world.servers.listeners.append(lambda _: self._fixed.clear())
        world.languages.listeners.append(self._fixed.clear)

    def event(self, interaction: Interaction, base_url: str) -> Json:
        """Return the data of the event."""
        asked = interaction.asked
        event = self._fixed_part(asked.user, asked.channel) | {
            "id": interaction.id,
            "type": int(asked.kind),
            "token": interaction.token,
            "authorizing_integration_owners": asked.owners,
            "data": linked(self._world, asked.data, base_url) if "resolved" in asked.data else asked.data,
        }
        if asked.source_id is not None and (post := self._world.posts.get(asked.channel.id, asked.source_id)):
            event["message"] = message_payload(self._world, post, base_url)
        return event

    def _fixed_part(self, user: User, channel: Channel) -> Json:
        world = self._world
        bots, theirs = world.bot_permissions(channel), world.rights.in_channel(user.id, channel)
        key = (user.id, channel.id, bots, theirs)  # a time-out changes them by ending
        if key not in self._fixed:
            locale = {"locale": world.languages.of(user.id)}
            where = self._where(user, channel, str(theirs))
            self._fixed[key] = self._everywhere(channel, str(bots)) | where | locale
        return self._fixed[key]

    def _everywhere(self, channel: Channel, permissions: str) -> Json:
        return {
            "application_id": self._world.app.id,
            "version": 1,
            "channel_id": channel.id,
            "channel": channel_payload(self._world, channel) | {"permissions": permissions},
            "app_permissions": permissions,
            "entitlements": [],
            "context": channel.context,
            "attachment_size_limit": MOST_FILE_BYTES,
        }

    def _where(self, user: User, channel: Channel, permissions: str) -> Json:
        guild = self._world.guild_of(channel)
        if guild is None:
            return {"user": user.payload}
        return {
            "guild_id": guild.id,
            "guild": {"id": guild.id, "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": member_payload(guild, user) | {"permissions": permissions},
        }


class NotResponding(Exception):
    """The bot did not answer in time."""

    def __init__(self, message: str = "The application did not respond") -> None:
        super().__init__(message)


class Desk:
    """Open interactions by id and token; forgotten some time after their token has expired."""

    def __init__(self, world: World, hub: Hub, base_url: Callable[[], str]) -> None:
        self._world = world
        self._hub = hub
        self._base_url = base_url
        self._events = _Events(world)
        self.by_token: dict[str, Interaction] = {}
        self._in_order: deque[Interaction] = deque()
        self._paused = 0.0

    async def ask(self, asked: Asked, pause: float = 0) -> tuple[Interaction, Answer]:
        """Hand an interaction to the bot and wait for its first answer; raise NotResponding after 3 s.

        `pause` is for how many seconds the person has waited before that: the id is stamped later by so much,
        and so are all ids of interactions from then on. Nobody waits in fact.
        """
        self._forget_old()
        self._paused += pause
        interaction = Interaction(later(self._world.ids.next(), self._paused), asked)
        self.by_token[interaction.token] = interaction
        self._in_order.append(interaction)
        event = self._events.event(interaction, self._base_url())
        self._hub.dispatch(asked.channel.guild_id, "INTERACTION_CREATE", event)
        try:
            async with asyncio.timeout(SECONDS_TO_ANSWER):
                # Shielded: whoever asks may leave, which changes nothing for the bot.
                return interaction, await asyncio.shield(interaction.answer)
        except TimeoutError:
            interaction.timed_out = True
            raise NotResponding from None

    def with_id(self, interaction_id: str, token: str) -> Interaction:
        """Return an interaction to be answered, or raise ApiError."""
        interaction = self.by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise unknown("Interaction")
        return interaction

    def with_token(self, app_id: str, token: str) -> Interaction:
        """Return an interaction whose token is used as a webhook's, or raise ApiError."""
        if app_id != self._world.app.id:
            raise unknown("Webhook")
        interaction = self.by_token.get(token)
        if interaction is None:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        interaction.check_token()
        return interaction

    def _forget_old(self) -> None:
        while self._in_order and self._in_order[0].age > _TOKEN_SECONDS + 60:
            self.by_token.pop(self._in_order.popleft().token, None)
