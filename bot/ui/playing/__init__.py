"""Dealing and playing in answer to commands and presses, up to the end of a game."""
