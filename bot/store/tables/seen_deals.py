"""What remains for a day after a player's data was deleted."""

from __future__ import annotations

from sqlalchemy import Column, Table, Text

from bot.store.tables.base import Moment, metadata

seen_deals = Table(
    "seen_deals",
    metadata,
    Column("fingerprint", Text, primary_key=True),
    Column("until", Moment, nullable=False),
)
"""Deals that others still play and that have been seen by somebody whose data was deleted.

The fingerprint is made from player and deal: it tells those who come back to such a deal from newcomers.
"""
