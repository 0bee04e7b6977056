"""Turning what the bot sends into messages."""
