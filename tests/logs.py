"""Failures that are logged while a test runs: each is either expected by the test, or fails it."""

from __future__ import annotations

import failures
from bot.client.failures import bad_close_in_one_line

_OURS = ("bot", "cogs", "small_discord", "discord", "asyncio", "aiohttp")


class Failures(failures.Failures):
    """Keeps every error and every traceback of the bot and of what is under it."""

    def __init__(self) -> None:
        super().__init__(_OURS)
        self.addFilter(bad_close_in_one_line)  # that is reported in whatever test runs when it is noticed
