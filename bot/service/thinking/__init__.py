"""Long thinking, which happens outside the bot's process: on this machine's other cores, or on a cluster."""
