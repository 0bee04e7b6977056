"""The bot's operator: restarts its processes when they end, stops or kills them, keeps their logs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from small_discord import SmallDiscord

_PROGRAM = Path(__file__).with_name("a_process.py")
_A_SECOND = 1.0


class Operator:
    """Keeps one process for each shard running, as a service manager does."""

    def __init__(self, local: SmallDiscord, database: str, folder: Path, shards: int) -> None:
        self._local = local
        self._database = database
        self._folder = folder
        self.shards = shards
        self._ahead = folder / "ahead"
        self._processes: dict[int, asyncio.subprocess.Process] = {}
        self._keeping: list[asyncio.Task[None]] = []
        self.starts = 0

    def set_clock(self, ahead: float) -> None:
        """Set the clocks of all processes this many seconds ahead."""
        new = self._folder / "ahead.new"
        new.write_text(str(ahead))
        new.replace(self._ahead)

    def begin(self) -> None:
        """Start every process."""
        self._keeping = [asyncio.create_task(self._keep(shard)) for shard in range(self.shards)]

    async def end(self) -> None:
        """Stop every process for good."""
        for keeping in self._keeping:
            keeping.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)

    def restart(self, shard: int) -> None:
        """Make a process stop in good order; it is started again."""
        self._signal(shard, signal.SIGTERM)

    def kill(self, shard: int) -> None:
        """End a process at once; it is started again."""
        self._signal(shard, signal.SIGKILL)

    def log(self) -> str:
        """Return everything the processes have logged."""
        return "".join(path.read_text() for path in sorted(self._folder.glob("*.log")))

    def _signal(self, shard: int, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, KeyError):
            self._processes[shard].send_signal(number)

    async def _keep(self, shard: int) -> None:
        environment = {
            **os.environ,
            "DISCORD_TOKEN": self._local.bot_token,
            "DATABASE_URL": self._database,
            "SHARD_IDS": str(shard),
            "SHARD_COUNT": str(self.shards),
        }
        while True:
            self.starts += 1
            with (self._folder / f"{shard}.log").open("a") as log:
                process = self._processes[shard] = await asyncio.create_subprocess_exec(
                    *(sys.executable, str(_PROGRAM), self._local.url, str(self._ahead)),
                    env=environment,
                    cwd=self._folder,
                    stdout=log,
                    stderr=log,
                )
            try:
                await process.wait()
            except asyncio.CancelledError:
                process.terminate()
                await process.wait()
                raise
            await asyncio.sleep(_A_SECOND)
