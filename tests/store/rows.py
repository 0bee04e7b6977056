"""Rows that are made up from the tables as they are: a new column is included."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Date, DateTime, Float, Integer, Table, TypeDecorator

from bot.store.columns import OneOf, Whole

_WIDEST = 500


def made_up(table: Table, number: int) -> dict[str, object]:
    """Make up a row; every other one is empty where it can be."""
    empty = number % 2 == 1
    return {column.key: None if column.nullable and empty else _value(column, number) for column in table.c}


def _value(column: Column[Any], number: int) -> object:
    """Return a value that databases could store in different ways, and that is nobody's default."""
    if column.foreign_keys:
        (refers,) = column.foreign_keys
        return _value(refers.column, number)
    kind = column.type
    if isinstance(kind, OneOf):
        return kind.words[number % len(kind.words)]
    if isinstance(kind, Whole):
        return kind.least + number % (_WIDEST if kind.most is None else kind.most - kind.least + 1)
    plain = kind.impl if isinstance(kind, TypeDecorator) else kind
    return next((made for each, made in _made(number).items() if isinstance(plain, each)), _text(number))


def _made(number: int) -> dict[type, object]:
    return {
        BigInteger: 2**62 + number,
        Boolean: number % 2 == 0,
        Date: date(2026, 11, number),
        DateTime: datetime(2026, 11, number, 23, 59, 59, 999_999, tzinfo=UTC),
        Float: number / 7,
        Integer: 700 + number,
    }


def _text(number: int) -> str:
    return f"{number} ♠ 🂡 'é' \"\\\n"
