"""The slash commands: one extension for each family of games, and one for what they share."""
