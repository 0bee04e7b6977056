"""What is said about the data kept about a person."""

from __future__ import annotations

EXPORT_FILE = "All that Idle Year keeps about you"
EXPORT_HEAD = (
    "All that Idle Year keeps about you. Times and days are UTC. A deal is null while others still play it, "
    "while you play it and the bot has made it up, and while it would tell you cards that you have yet to "
    "see. Guild 0 stands for every server."
)
"""The text at the top of the file itself."""
ERASE_QUESTION = (
    "This deletes everything kept about you, for good: every game and its result, even games in play, "
    "races and dailies, your records, streaks and places on leaderboards, and your settings.\n"
    "-# `/privacy export` gives you a copy first."
)
ERASED = (
    "Everything kept about you is deleted.\n"
    "-# Messages in Discord stay as they are. If you've played a daily or a puzzle of the day lately, or in "
    "a race that's still on, a fingerprint of that stays for four days, so that no deal can count for you "
    "twice. If you had tried a puzzle, a fingerprint that says so stays for thirty."
)
NOT_YOUR_DATA = "Somebody else has asked for this: /privacy delete is for your own data."
