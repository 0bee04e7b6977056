"""For whoever runs the bot: its health, its numbers and its log."""
