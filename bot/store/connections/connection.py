"""What a statement is run on: the same for both databases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sqlalchemy import CursorResult, Dialect, Executable

    Rows: TypeAlias = CursorResult[*tuple[Any, ...]]
    Values: TypeAlias = Mapping[str, Any] | Sequence[Mapping[str, Any]]

Returned = TypeVar("Returned", bound=Any)


class Connection(Protocol):
    """A connection to a database; SQLAlchemy's AsyncConnection is one."""

    @property
    def dialect(self) -> Dialect:
        """The kind of SQL that the database understands."""

    async def execute(self, statement: Executable, parameters: Values | None = None, /) -> Rows:
        """Run a statement, for each of several sets of values if there are several; return all its rows.

        With SQLite, only a statement that returns no rows has a `rowcount`.
        """

    async def exec_driver_sql(self, statement: str, /) -> Rows:
        """Run a statement that is written in SQL."""

    async def run_sync(self, work: Callable[..., Returned], /, *args: Any) -> Returned:
        """Run a function that needs a connection without `async`: it is passed that, then the arguments."""
