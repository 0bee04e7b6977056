"""The rules of the games: pure, deterministic, standard library only."""
