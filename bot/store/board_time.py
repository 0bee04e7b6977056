"""The time at the board: how long a game has taken its player, absence not counted."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Integer, bindparam
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from bot.store.tables import Moment, games

LONGEST_GAP = 120
"""Seconds: whoever does nothing for longer is away."""


class _Gap(FunctionElement[int]):
    """The seconds from one moment to another, at least none and at most LONGEST_GAP.

    Each moment is rounded down before, so that gaps add up to the whole.
    """

    type = Integer()
    inherit_cache = True


@compiles(_Gap, "sqlite")
def _in_sqlite(element: _Gap, compiler: Any, **options: Any) -> str:
    since, until = (f"strftime('%s', {compiler.process(each, **options)})" for each in element.clauses)
    return f"max(0, min({LONGEST_GAP}, {until} - {since}))"


@compiles(_Gap, "postgresql")
def _in_postgres(element: _Gap, compiler: Any, **options: Any) -> str:
    moments = [compiler.process(each, **options) for each in element.clauses]
    since, until = (f"floor(extract(epoch FROM {moment}))" for moment in moments)
    return f"greatest(0, least({LONGEST_GAP}, {until} - {since}))::integer"


SECONDS_NOW = games.c.seconds + _Gap(games.c.updated_at, bindparam("now", type_=Moment))
"""What a game that is saved at the moment `now` has taken by then."""
