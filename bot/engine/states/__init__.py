"""Where a game stands: what its rules play on and its notation writes. All states are frozen and hashable."""
