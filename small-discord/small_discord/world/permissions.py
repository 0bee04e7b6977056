"""Permission bits by Discord's names, and the defaults of members, apps and bots."""

CREATE_INVITE = 1 << 0
KICK_MEMBERS = 1 << 1
BAN_MEMBERS = 1 << 2
ADMINISTRATOR = 1 << 3
MANAGE_CHANNELS = 1 << 4
MANAGE_GUILD = 1 << 5
ADD_REACTIONS = 1 << 6
VIEW_AUDIT_LOG = 1 << 7
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
SEND_TTS_MESSAGES = 1 << 12
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
USE_EXTERNAL_EMOJIS = 1 << 18
CHANGE_NICKNAME = 1 << 26
MANAGE_NICKNAMES = 1 << 27
MANAGE_ROLES = 1 << 28
MANAGE_WEBHOOKS = 1 << 29
USE_APPLICATION_COMMANDS = 1 << 31
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_MESSAGES_IN_THREADS = 1 << 38
MODERATE_MEMBERS = 1 << 40
USE_EXTERNAL_APPS = 1 << 50
PIN_MESSAGES = 1 << 51

ALL_PERMISSIONS = (1 << 53) - 1
MEMBER_PERMISSIONS = (
    CREATE_INVITE
    | ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | CHANGE_NICKNAME
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS
    | USE_EXTERNAL_APPS
)
"""What everybody may do in a new server."""
APP_PERMISSIONS = EMBED_LINKS | ATTACH_FILES | MENTION_EVERYONE
"""What an app may do where it is no member and answers a user who has brought it along."""

NEED_WRITING = SEND_TTS_MESSAGES | EMBED_LINKS | ATTACH_FILES | MENTION_EVERYONE
"""What nobody may do where they may not write."""
TIMED_OUT = VIEW_CHANNEL | READ_MESSAGE_HISTORY
"""What a time-out leaves to a member."""

_BY_NAME = {
    name.lower(): bit
    for name, bit in tuple(globals().items())
    if name.isupper() and isinstance(bit, int) and bit.bit_count() == 1
}


def bits(*names: str) -> int:
    """Return the bits of permissions by name: "view_channel"; raise KeyError for an unknown one."""
    total = 0
    for name in names:
        total |= _BY_NAME[name]
    return total
