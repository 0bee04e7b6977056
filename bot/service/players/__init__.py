"""What belongs to one person or one server, whatever is played: settings, limits, privacy, the front door."""
