"""What is read while a game is played: the board, its moves, hints and notes; and a race for others."""
