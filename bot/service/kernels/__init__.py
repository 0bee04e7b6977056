"""Getting the solvers' machine code ready while the bot is already running."""
