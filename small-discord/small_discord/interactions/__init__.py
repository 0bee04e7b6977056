"""Interactions: what people do and what the bot answers."""
