"""What players can do, without a word about Discord."""
