"""What the local Discord remembers."""
