"""What is said about the data kept about a person."""

from __future__ import annotations

from bot.render.language import _, joined
from idle_year.engine.wording import sentence

EXPORT_FILE = sentence("All that Idle Year keeps about you")
NOT_YOUR_DATA = sentence("Somebody else has asked for this: /privacy delete is for your own data.")


def export_head() -> str:
    """Return the text at the top of the file itself."""
    return joined(
        _("All that Idle Year keeps about you."),
        _("Times and days are UTC."),
        # Translators: "null" stands so in the file
        _(
            "A deal is null while others still play it, while you play it and the bot has made it up, and "
            "while it would tell you cards that you have yet to see."
        ),
        _("Guild 0 stands for every server."),
    )


def erase_question() -> str:
    """Say what a deletion means, and how to get a copy first."""
    told = _(
        "This deletes everything kept about you, for good: every game and its result, even games in play, "
        "races and dailies, your records, streaks and places on leaderboards, and your settings."
    )
    copy = _("`/privacy export` gives you a copy first.")
    return f"{told}\n-# {copy}"


def erased_text() -> str:
    """Say that all was deleted, and what stays."""
    told = _("Everything kept about you is deleted.")
    stays = joined(
        _("Messages in Discord stay as they are."),
        _(
            "If you've played a daily or a puzzle of the day lately, or in a race that's still on, a "
            "fingerprint of that stays for two days, so that no deal can count for you twice."
        ),
        _("If you had tried a puzzle, a fingerprint that says so stays for thirty."),
    )
    return f"{told}\n-# {stays}"
