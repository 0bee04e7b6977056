"""A person who asks the bot's handlers, on a real database and without a Discord."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.render.cards import Style
from bot.service.game import Seat
from bot.store import PlayerSettings, Seen
from bot.ui.presses import NO_GAME, Press
from bot.ui.request import PressedMessage, Request
from bot.ui.routes import ROUTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ui.response import Answer
    from bot.ui.services import Services

HERE, CHANNEL = 7, 70
"""A server, and a channel in it."""


class Asker:
    """Somebody in a channel of a server, or in direct messages with the bot if `guild` is None."""

    def __init__(self, services: Services, person: int = 1, guild: int | None = HERE) -> None:
        self.services = services
        self.seat = Seat(person, CHANNEL if guild else person, guild)
        self.request = Request(
            seat=self.seat,
            settings=PlayerSettings(),
            style=Style(),
            language="en",
            locale="en-GB",
            server_locale="en-GB" if guild else None,
            manages=False,
            is_among_others=guild is not None,
            is_bot_here=guild is not None,
            is_channel_seen=True,
            is_in_private_thread=False,
            most_bytes=10_000_000,
            made_at=0.0,
        )

    async def press(self, verb: str, seen: Seen = NO_GAME, rest: str | None = None, **given: Any) -> Answer:
        """Press a button, or choose `values`, on a `message`; return what the bot answers."""
        request = replace(self.request, press=Press(seen, verb, rest), **given)
        return await ROUTES[verb].handler(self.services, request)


class Shown(PressedMessage):
    """A message as somebody sees it, who is about to press on it."""

    def __init__(self, *presses: Press, private: bool = False, asked_by: int | None = None) -> None:
        self.id = 1
        self.is_private = private
        self.asked_by = asked_by
        self.components = ()
        self._presses = presses

    def presses(self) -> Iterator[Press]:
        """Yield what its buttons say."""
        yield from self._presses
