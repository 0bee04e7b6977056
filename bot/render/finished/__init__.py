"""What is read about a game that is over: how it ended, its review, and what is shared."""
