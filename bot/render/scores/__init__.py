"""Results in words: leaderboards, statistics and achievements."""
