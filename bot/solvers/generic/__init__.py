"""Search for any game, by its rules alone: slow, reliable, and the reference for the other solvers."""
