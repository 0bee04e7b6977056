"""What keeps the bot going, and ends it in time."""
