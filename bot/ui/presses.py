"""What a press says: the game, the version the player saw, and a verb, all in the component's custom_id.

Nothing about a board is kept in memory, so its buttons work after a restart, a week later.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias

import discord

Interaction: TypeAlias = discord.Interaction[Any]
CUSTOM_ID = re.compile(r"iy:(?P<game>\d+):(?P<version>\d+):(?P<verb>[a-z]+)(?::(?P<rest>.+))?")


class Press(NamedTuple):
    """One press on a board: of which game, at which version, to do what."""

    game: int
    version: int
    verb: str
    rest: str | None = None

    @property
    def custom_id(self) -> str:
        """The press as text, at most 100 characters for the codes of deals that exist."""
        rest = f":{self.rest}" if self.rest else ""
        return f"iy:{self.game}:{self.version}:{self.verb}{rest}"

    @classmethod
    def read(cls, match: re.Match[str]) -> Press:
        """Read a press from a match of CUSTOM_ID."""
        return cls(int(match["game"]), int(match["version"]), match["verb"], match["rest"])


Action: TypeAlias = Callable[[Interaction, Press, list[str]], Awaitable[None]]
ACTIONS: dict[str, Action] = {}
"""What each verb does, filled by `bot.ui.actions`; the values are the chosen options of a select."""
UNKNOWN = "unknown"
"""The verb that stands in for one that this version of the bot does not know."""


async def act(interaction: Interaction, press: Press, values: list[str]) -> None:
    """Do what a press says."""
    await ACTIONS.get(press.verb, ACTIONS[UNKNOWN])(interaction, press, values)
