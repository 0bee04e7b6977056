"""For whoever runs the bot: its health, its numbers and its log."""

SERVER = "Idle Year"
"""The header `Server` of its answers, by which `idleyear health` knows them from those of other programs."""
