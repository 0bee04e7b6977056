"""The gateway: the websocket over which the bot receives events."""
