"""Results in words: leaderboards, statistics, streaks and achievements."""
