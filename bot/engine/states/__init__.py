"""The states that rules play on and notations write. All are frozen and hashable."""
