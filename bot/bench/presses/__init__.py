"""Controls of a board as a player finds them, and presses that no board offers."""
