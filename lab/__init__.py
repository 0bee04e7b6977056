"""What the bot runs without: measurements, training, and the drawing of the pictures that are kept."""
