"""What players can do, independent of Discord."""
