"""What the managers of a server read about its digest and its leaderboards."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.rules import AnyRules
from bot.engine.wording import counted
from bot.store import Server

PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "read_message_history": "Read Message History",
}
"""What the digest needs in its channel, by discord.py's names; without the last it could come twice."""
_WHAT = (
    "-# One silent message a day with the results of the last dailies that are over; "
    "none if nobody played. Dailies end at midnight UTC."
)
NO_DIGEST = f"No digest yet. Choose a channel and an hour with `/server setup`.\n{_WHAT}"
NOT_SET_UP = "There's no digest yet, so `/server setup` needs both a `channel` and an `hour`."
UNKNOWN_ZONE = "I don't know that zone: choose one that is offered as you type, such as Europe/Berlin."
NO_MEMBER = "I can only post a digest where I'm a member: add me to this server first."
NOT_SURE = "Nothing was reset: type reset after `sure` to confirm."
EXPORT_FILE = "Every result of this server"
EXPORTED = "Today's dailies and races that are still on are left out, because others still play them."


def digest_setup(server: Server) -> str:
    """Say where and when the digest comes; each reader sees the next one's time in their own zone."""
    coming = int(server.due_at.timestamp())
    zone = "UTC" if server.zone == "UTC" else f"in {server.zone.replace('_', ' ')}"
    return (
        f"The digest comes to <#{server.channel}> every day at {server.hour:02}:00 {zone}; "
        f"the next one <t:{coming}:R>, at <t:{coming}:t> where you are.\n{_WHAT}"
    )


def digest_given_up(server: Server) -> str:
    """Say why the digest has stopped."""
    return (
        f"The digest has stopped: I couldn't post in <#{server.channel}> three days in a row. "
        "Let me in there, or choose another channel, then start it again with `/server setup`."
        f"\n{_WHAT}"
    )


def tell_manager(name: str, server: Server) -> str:
    """Say so to the manager who set it up, with the server's name."""
    return (
        f"The digest of {name} has stopped: I couldn't post in <#{server.channel}> three days in a row. "
        "Start it again with `/server setup` there."
    )


def may_not_post(channel: int, missing: Sequence[str]) -> str:
    """Say which permissions the digest lacks in a channel."""
    *others, last = missing
    return f"I can't post in <#{channel}>: give me {', '.join(others)}{' and ' * bool(others)}{last} there."


def nobody_knows(channel: int) -> str:
    """Say that it is not known which permissions the bot has in a channel."""
    return f"Discord doesn't say whether I may post in <#{channel}>: try again in a minute."


def player_hidden(player: int) -> str:
    """Say that a player is on no leaderboard of the server."""
    return f"<@{player}> is on no leaderboard here any more: `/server leaderboard show` undoes it."


def player_shown(player: int, *, hides: bool) -> str:
    """Say that a player may be on leaderboards, or has chosen to be hidden from all of them."""
    own = ", but has chosen to hide in /settings" if hides else ""
    return f"<@{player}> may be on the leaderboards here{own}."


def boards_reset(gone: int, rules: AnyRules | None) -> str:
    """Say how many results were taken off the leaderboards, of one game or of all."""
    of = f" of {rules.name}" if rules else ""
    were = "was" if gone == 1 else "were"
    return f"{counted(gone, 'result')}{of} {were} taken off this server's leaderboards."
