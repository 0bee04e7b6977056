"""What the bot says about itself."""

from __future__ import annotations

_ABOUT = """\
### Idle Year
Accordion was first printed in 1883 as *The Idle Year*: with a well-shuffled pack it takes about that long \
to get it out. This bot deals it in the nine ways of books and programs, and its relatives.
- **/play** is where to begin: your game, today's dailies, all games, and a first one to learn by.
- **/deal accordion** deals a game; the buttons and lists under the board play it, and so does **/move**.
- **/hint** says what is proven and what is a guess. **/rules** explains a game and where it comes from.
- **/daily play** deals one game a day, the same for everyone; your first attempt counts.
- Your game is saved after every move. The same seed deals the same cards to everyone.
- **/privacy** gives you all that is kept about you as a file, or deletes it.
-# Idle Year {version} · {games} games · it stores ids and games, no names and no messages"""


def about_text(version: str, games: int) -> str:
    """Return what this bot is and how to begin."""
    return _ABOUT.format(version=version, games=games)
