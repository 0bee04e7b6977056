"""The reminder of the daily, and what its player reads about it in /settings."""

from __future__ import annotations

from collections.abc import Mapping

from bot.render.language import _, joined, n_
from bot.render.notes import hour_text
from bot.render.zones import in_time
from bot.store import Reminder, Stopped
from idle_year.engine.wording import sentence

# Translators: above a list of hours
CHOOSE_HOUR = sentence("Remind me every day at …")
STOPPED = sentence("No more reminders. `/settings` brings them back.")
_STOPPED: Mapping[str, str] = {
    # Translators: follows "Reminder of the daily:"
    Stopped.CLOSED: sentence(
        "stopped, because your direct messages are closed to me: allow them in this server's privacy "
        "settings."
    ),
    Stopped.UNANSWERED: sentence("stopped after a week in which you began no game."),
}


def coming_text(reminder: Reminder) -> str:
    """Say when a player is reminded who has asked to be tomorrow."""
    when = in_time(reminder.due_at)
    if reminder.once:
        # Translators: Discord shows {when} as "in 24 hours"
        return _("You get one direct message {when}, unless you've finished a daily by then.", when=when)
    # Translators: Discord shows {when} as "in 9 hours"
    return _("You're reminded of the daily every day; the next time is {when}.", when=when)


def reminder_text(reminder: Reminder, streak: int, *, is_last: bool) -> str:
    """Say that today's daily waits, and the player's streak with it, and how to stop the reminders."""
    lines = [_("Today's daily is here, the same deal for everybody.")]
    if streak:
        here = n_(
            "Today's daily is here, waiting to add to your streak of {n} day.",
            "Today's daily is here, waiting to add to your streak of {n} days.",
            streak,
        )
        lines = [f"🔥 {here}"]
    if is_last:
        lines.append(
            _(
                "You haven't begun a game in a week of reminders: unless you do by tomorrow, this is the "
                "last one."
            )
        )
    if reminder.once:
        lines.append("-# " + _("You asked for this yesterday. `/settings` has a reminder for every day."))
        return "\n".join(lines)
    foot = joined(
        _("You asked for this at {time}.", time=hour_text(reminder.hour, reminder.zone)),
        # Translators: "No more reminders" is a button
        _("*No more reminders* stops it; `/settings` changes the hour."),
    )
    return "\n".join([*lines, f"-# {foot}"])


def reminder_setting(reminder: Reminder | None) -> str:
    """Say when a player is reminded, each reader seeing the next one's time in their own zone, or why not."""
    return _("**Reminder of the daily:** {reminder}", reminder=_when(reminder))


def _when(reminder: Reminder | None) -> str:
    if reminder is None:
        # Translators: `zone` is an option of /settings
        use = _(
            "Choose an hour from the list to get a direct message; `/settings` with your `zone` lists its "
            "hours."
        )
        # Translators: follows "Reminder of the daily:"
        return joined(_("none."), use)
    if reminder.stopped is not None:
        bring_back = _("An hour from the list brings it back.")
        return joined(_STOPPED.get(reminder.stopped) or _("stopped."), bring_back)
    when = in_time(reminder.due_at)
    if reminder.once:
        # Translators: follows "Reminder of the daily:"; Discord shows {when} as "in 9 hours"
        return _("once, by direct message, {when}, unless you've finished one by then", when=when)
    # Translators: follows "Reminder of the daily:"; Discord shows {when} as "in 9 hours"
    return _(
        "by direct message at {time}, unless you've finished one by then; next {when}",
        time=hour_text(reminder.hour, reminder.zone),
        when=when,
    )
