"""What is read and chosen beside the board: the front door, rules, leaderboards, settings, privacy."""
