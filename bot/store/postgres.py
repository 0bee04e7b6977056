"""PostgreSQL, by a pool of connections."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from sqlalchemy import URL, Executable
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.store.connection import Rows, Values
    from bot.store.troubles import Troubles


class Postgres:
    """A pool of connections in autocommit mode, except within transactions.

    A single statement is then its own transaction: a save takes one round trip instead of three.
    """

    def __init__(self, place: URL, troubles: Troubles) -> None:
        self._troubles = troubles
        try:
            # Parameters would be in the text of errors, which are logged.
            self._engine = create_async_engine(
                place, isolation_level="AUTOCOMMIT", pool_pre_ping=True, hide_parameters=True
            )
        except ModuleNotFoundError as error:
            raise StoreError(
                f"PostgreSQL needs the module {error.name}: "
                "install it with `pip install 'idle-year[postgres]'`."
            ) from error

    async def execute(self, statement: Executable, values: Values | None = None) -> Rows:
        """Run a statement, which is its own transaction; return all its rows."""
        async with self.statement() as connection:
            return await connection.execute(statement, values)

    async def value(self, statement: Executable, values: Mapping[str, Any]) -> Any:
        """Run a statement, which is its own transaction; return the first value of its first row, if any."""
        async with self.statement() as connection:
            return await connection.scalar(statement, values)

    @asynccontextmanager
    async def statement(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection on which each statement is its own transaction."""
        async with AsyncExitStack() as stack:
            with self._troubles.told(OSError, PoolTimeout):
                connection = await stack.enter_async_context(self._engine.connect())
            with self._troubles.told():
                yield connection

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection for a transaction, which is rolled back if the block raises."""
        async with self.statement() as connection:
            await connection.execution_options(isolation_level="READ COMMITTED")
            async with connection.begin():
                yield connection

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()
