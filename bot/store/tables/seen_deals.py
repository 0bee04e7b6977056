"""What stays for a day after a player's data was deleted."""

from __future__ import annotations

from sqlalchemy import Column, Table, Text

from bot.store.tables.base import Moment, metadata

seen_deals = Table(
    "seen_deals",
    metadata,
    Column("fingerprint", Text, primary_key=True),
    Column("until", Moment, nullable=False),
)
"""Deals that others still play and that somebody has seen whose data was deleted.

The fingerprint is made of player and deal: it tells who comes back to such a deal from who is new to it.
"""
