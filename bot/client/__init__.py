"""What we change in discord.py, or do for it."""
