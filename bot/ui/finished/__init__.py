"""Games that are over: reviewed, stepped through, practised, shared, and kept as files."""
