"""What the small Discord remembers."""
