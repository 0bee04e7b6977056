"""The reminder of the daily, and what its player reads about it in /settings."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.wording import counted
from bot.render.notes import hour_text
from bot.store import Reminder, Stopped

NO_HOUR = "A reminder needs an hour: choose one as `reminder`."
STOPPED = "No more reminders. `/settings` with an hour as `reminder` brings them back."
_BRING_BACK = "Use this command with an hour as `reminder` to bring it back."
_LAST = "You haven't begun a game in a week of reminders: unless you do by tomorrow, this is the last one."
_STOPPED: Mapping[str, str] = {
    Stopped.CLOSED: (
        "stopped, because your direct messages are closed to me: allow them in this server's privacy "
        f"settings. {_BRING_BACK}"
    ),
    Stopped.UNANSWERED: f"stopped after a week in which you began no game. {_BRING_BACK}",
}


def reminder_text(reminder: Reminder, streak: int, *, is_last: bool) -> str:
    """Say that today's daily waits, and the player's streak with it, and how to stop the reminders."""
    lines = ["Today's daily is here, the same deal for everybody."]
    if streak:
        lines = [f"🔥 Today's daily is here, waiting to add to your streak of {counted(streak, 'day')}."]
    if is_last:
        lines.append(_LAST)
    at = hour_text(reminder.hour, reminder.zone)
    foot = f"-# You asked for this at {at}. *No more reminders* stops it; `/settings` changes the hour."
    return "\n".join([*lines, foot])


def reminder_setting(reminder: Reminder | None) -> str:
    """Say when a player is reminded, each reader seeing the next one's time in their own zone, or why not."""
    if reminder is None:
        told = "none. Use this command with an hour as `reminder`, and your `zone`, to get a direct message."
    elif reminder.stopped is not None:
        told = _STOPPED.get(reminder.stopped, f"stopped. {_BRING_BACK}")
    else:
        at, coming = hour_text(reminder.hour, reminder.zone), int(reminder.due_at.timestamp())
        told = f"by direct message at {at}, unless you've finished one by then; next <t:{coming}:R>"
    return f"**Reminder of the daily:** {told}"
