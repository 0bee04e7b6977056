"""What the solvers say about somebody's game, and deals as wished for."""
