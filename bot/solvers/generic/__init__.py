"""Search for any game, by its rules alone: slow, sure, and what the other solvers are held against."""
