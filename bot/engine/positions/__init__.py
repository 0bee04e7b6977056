"""Positions: the frozen states that rules play on, and how they and their moves are written."""
