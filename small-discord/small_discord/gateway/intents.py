"""Gateway intents: what a bot asks to be told of, and which of them have to be granted."""

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
GUILD_MODERATION = 1 << 2
PRESENCES = 1 << 8
GUILD_MESSAGES = 1 << 9
GUILD_REACTIONS = 1 << 10
GUILD_TYPING = 1 << 11
DIRECT_MESSAGES = 1 << 12
DIRECT_REACTIONS = 1 << 13
DIRECT_TYPING = 1 << 14
MESSAGE_CONTENT = 1 << 15
ALL = (1 << 17) - 1 | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25
"""Those that there are: up to scheduled events, then automatic moderation and polls."""
PRIVILEGED = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT
"""Members, presences, message content: only for an application that was granted them."""
_NAMES = {GUILD_MEMBERS: "members", PRESENCES: "presences", MESSAGE_CONTENT: "message_content"}


def not_granted(intents: int) -> str:
    """Say which intents an application lacks, and where a test grants them."""
    lacks = ", ".join(name for bit, name in _NAMES.items() if intents & bit)
    return (
        f"The bot asks for privileged intents that it was not granted ({lacks}): "
        "SmallDiscord(granted_intents=…) grants them, or in a test the fixture small_discord_options."
    )
