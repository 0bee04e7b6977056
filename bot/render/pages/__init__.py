"""What is read beside the board: the front door, rules with their odds, settings, privacy."""
