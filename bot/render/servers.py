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
    "-# One silent message a day with the results of yesterday's dailies, and none after a day on which "
    "nobody here finished one. The hour is of UTC: it stays when clocks change."
)
NO_DIGEST = f"This server gets no digest: `/server setup` with `channel` and `hour` begins.\n{_WHAT}"
NOT_SET_UP = "This server has no digest yet: name both its `channel` and its `hour`."
NO_MEMBER = "The digest needs me as a member: add me to this server first."
NOT_SURE = "Nothing was reset: type reset after `sure` to confirm."
EXPORT_FILE = "Every result of this server"
EXPORTED = "Today's dailies and the races that are still on come with a later export: others still play them."


def digest_setup(server: Server) -> str:
    """Say where and when the digest comes; each reader sees the hour in their own time zone."""
    coming = int(server.due_at.timestamp())
    return (
        f"The digest comes to <#{server.channel}> every day at <t:{coming}:t>, "
        f"which is {server.hour:02}:00 UTC; the next one <t:{coming}:R>.\n{_WHAT}"
    )


def digest_given_up(server: Server) -> str:
    """Say why the digest has stopped."""
    return (
        f"This server gets no digest any more: I could not post in <#{server.channel}> three days in a "
        "row. Let me in there, or name another channel: `/server setup` with `channel` begins again."
        f"\n{_WHAT}"
    )


def tell_manager(name: str, server: Server) -> str:
    """Say so to the manager who set it up, with the server's name."""
    return (
        f"The digest of {name} does not come any more: I could not post "
        f"in <#{server.channel}> three days in a row. `/server setup` there begins again."
    )


def may_not_post(channel: int, missing: Sequence[str]) -> str:
    """Say which permissions the digest lacks in a channel."""
    *others, last = missing
    return f"I cannot post in <#{channel}>: give me {', '.join(others)}{' and ' * bool(others)}{last} there."


def nobody_knows(channel: int) -> str:
    """Say that it is not known which permissions the bot has in a channel."""
    return f"Discord does not say whether I may post in <#{channel}>: try again in a minute."


def player_hidden(player: int) -> str:
    """Say that a player is on no leaderboard of the server."""
    return f"<@{player}> stands on no leaderboard here: `/server leaderboard show` undoes it."


def player_shown(player: int, *, hides: bool) -> str:
    """Say that a player may be on leaderboards, or has chosen to be hidden from all of them."""
    own = " but hides by choice, in /settings" if hides else ""
    return f"<@{player}> may stand on the leaderboards here{own}."


def boards_reset(gone: int, rules: AnyRules | None) -> str:
    """Say how many results were taken off the leaderboards, of one game or of all."""
    of = f" of {rules.name}" if rules else ""
    were = "was" if gone == 1 else "were"
    return f"{counted(gone, 'result')}{of} {were} taken off the leaderboards of this server."
