"""What each command of `idleyear bench` measures."""
