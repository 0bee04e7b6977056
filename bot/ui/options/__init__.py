"""What slash commands take, and where they are offered."""
