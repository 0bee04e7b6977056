"""Rate limits: how many requests a bot may send, and what it is told beyond that."""
