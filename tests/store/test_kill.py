"""A killed process loses nothing that it had acknowledged."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from bot.store import Ended, NewGame, NewVersion, Status, open_store

if TYPE_CHECKING:
    from pathlib import Path

_PLAY = """
import asyncio, sys
from bot.store import NewGame, NewVersion, Seen, open_store

async def main():
    store = await open_store(sys.argv[1])
    game = await store.games.create(NewGame(1, 2, None, "parlett", 1, "tuesday"))
    moves = []
    while True:
        moves.append("d")
        saved = await store.games.save(Seen(game.id, len(moves)), NewVersion(1, " ".join(moves), ""))
        assert saved
        print(len(moves), flush=True)

asyncio.run(main())
"""

_HELP = """
import asyncio, sys
from bot.store import Help, NewGame, open_store

async def main():
    store = await open_store(sys.argv[1])
    game = await store.games.create(NewGame(1, 2, None, "parlett", 1, "tuesday"))
    await store.games.help(game.id, Help.HINT)
    print("helped", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


async def test_a_killed_process_loses_no_acknowledged_move(tmp_path: Path) -> None:
    """Every move reported before SIGKILL is there afterwards."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _PLAY, url, stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    for _ in range(300):
        await child.stdout.readline()
    child.kill()
    rest = await child.stdout.read()
    await child.wait()
    acknowledged = 300 + rest.count(b"\n")
    async with await open_store(url) as store:
        game = await store.games.get(1)
    assert game is not None
    assert len(game.moves.split()) in (acknowledged, acknowledged + 1)
    assert game.version == len(game.moves.split()) + 1


async def test_help_is_known_after_the_process_was_killed(tmp_path: Path) -> None:
    """A player who has read a hint gets no clean result on the deal any more, in no other channel either."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _HELP, url, stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    await child.stdout.readline()
    child.kill()
    await child.wait()
    async with await open_store(url) as store:
        game = await store.games.create(NewGame(1, 3, 4, "parlett", 1, "tuesday"))
        ended = Ended("won", 1, 1)
        assert await store.games.save(game.seen, NewVersion(game.owner, "d", "", Status.FINISHED, ended))
        result = await store.results.of(game.id)
    assert result is not None
    assert result.assisted
