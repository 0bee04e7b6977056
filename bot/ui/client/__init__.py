"""The bot as a client of Discord: its sessions, servers and commands, and what it sends of its own accord."""
