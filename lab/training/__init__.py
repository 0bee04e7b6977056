"""The making of what solvers have learned: weights of evaluations, and the borders between grades."""
