"""Files of all that is kept, made one at a time: some take a hundred megabytes of games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.service.errors import StillExporting


class Exports:
    """Who has asked for a file and waits for it."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._waiting: set[int] = set()

    @asynccontextmanager
    async def turn(self, whose: int) -> AsyncIterator[None]:
        """Wait until no other file is made, and keep others waiting during the block.

        Raise StillExporting if the same file is on its way already: whoever has much and asks again and again
        would keep everybody else waiting.
        """
        if whose in self._waiting:
            raise StillExporting
        self._waiting.add(whose)
        try:
            async with self._one:
                yield
        finally:
            self._waiting.discard(whose)
