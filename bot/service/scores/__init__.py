"""What results add up to: leaderboards, statistics, streaks and achievements."""
