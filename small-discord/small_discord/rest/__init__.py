"""The REST interface that the bot speaks to."""
