"""The desk where interactions are handed to the bot and wait for their answers."""

import asyncio
from collections import deque
from collections.abc import Callable

from small_discord.gateway.hub import Hub
from small_discord.interactions.event import Events
from small_discord.interactions.interaction import (
    SECONDS_TO_ANSWER,
    TOKEN_SECONDS,
    Answer,
    Asked,
    Interaction,
)
from small_discord.limits.errors import ApiError, unknown
from small_discord.world.world import World


class NotResponding(Exception):  # noqa: N818  named for the situation
    """The bot did not answer in time."""

    def __init__(self, message: str = "The application did not respond") -> None:
        super().__init__(message)


class Desk:
    """Open interactions by id and token; forgotten some time after their token has expired."""

    def __init__(self, world: World, hub: Hub, base_url: Callable[[], str]) -> None:
        self._world = world
        self._hub = hub
        self._base_url = base_url
        self._events = Events(world)
        self.by_token: dict[str, Interaction] = {}
        self._in_order: deque[Interaction] = deque()

    async def ask(self, asked: Asked) -> tuple[Interaction, Answer]:
        """Hand an interaction to the bot and wait for its first answer; raise NotResponding after 3 s."""
        self._forget_old()
        interaction = Interaction(self._world.ids.next(), asked)
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
        while self._in_order and self._in_order[0].age > TOKEN_SECONDS + 60:
            self.by_token.pop(self._in_order.popleft().token, None)
