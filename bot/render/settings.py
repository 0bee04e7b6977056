"""What a player has chosen in /settings, and the labels of the buttons that change it."""

from __future__ import annotations

from typing import NamedTuple

from bot.engine.cards import Card
from bot.render.cards import Style
from bot.render.reminder import reminder_setting
from bot.store import Cards, Colours, Deals, Forced, PlayerSettings, Reminder

_SOME = tuple(Card.read(text) for text in ("8S", "QH", "TD", "AC"))
CARDS = {
    "pictures": Cards.EMOJI,
    "large pictures": Cards.LARGE,
    "text": Cards.TEXT,
    "words, for a screen reader": Cards.WORDS,
}
COLOURS = {"four, one a suit": Colours.FOUR, "two, red and black": Colours.TWO}
DEALS = {"any": Deals.ANY, "winnable only": Deals.WINNABLE}
FORCED = {"by hand": Forced.BY_HAND, "by itself": Forced.BY_ITSELF}
"""The choices, by the names that the options of the command give them."""
CARDS_LABELS = {
    Cards.EMOJI: "Pictures",
    Cards.LARGE: "Large pictures",
    Cards.TEXT: "Text",
    Cards.WORDS: "Words",
}
COLOURS_LABELS = {Colours.FOUR: "Four colours", Colours.TWO: "Two colours"}
DEALS_LABELS = {Deals.ANY: "Any deal", Deals.WINNABLE: "Winnable deals only"}
FORCED_LABELS = {Forced.BY_HAND: "I play it", Forced.BY_ITSELF: "Play it for me"}
SHOW_ME, HIDE_ME = "Show me", "Hide me"
_DEALS_TEXTS = {
    Deals.ANY: "as they come",
    Deals.WINNABLE: "winnable only; they don't count on leaderboards",
}
_FORCED_TEXTS = {Forced.BY_HAND: "you play it", Forced.BY_ITSELF: "it's played for you"}


class SettingsTexts(NamedTuple):
    """The texts above each row of buttons, and at the foot."""

    cards: str
    colours: str
    line: str
    deals: str
    forced: str
    leaderboards: str
    reminder: str
    foot: str = "-# Boards you have open will change with your next move."


def settings_texts(
    chosen: PlayerSettings, style: Style, reminder: Reminder | None, *, hidden: bool
) -> SettingsTexts:
    """Return what is chosen, with a sample of how cards will look."""
    cards = next(name for name, value in CARDS.items() if value is chosen.cards)
    colours = next(name for name, value in COLOURS.items() if value is chosen.colours)
    return SettingsTexts(
        f"### Settings\n{_sample(style)}\n**Cards:** {cards}",
        f"**Colours:** {colours}",
        f"**On a line:** {chosen.a_line} cards",
        f"**Deals:** {_DEALS_TEXTS[chosen.deals]}",
        f"**When there's only one move:** {_FORCED_TEXTS[chosen.forced]}",
        f"**Leaderboards:** {'hide you' if hidden else 'show you'}",
        reminder_setting(reminder),
    )


def line_label(cards: int, style: Style) -> str:
    """Return the label of the button that puts so many cards on a line."""
    return f"{cards} cards" if style.spoken else f"{cards}"


def _sample(style: Style) -> str:
    """Show what cards look like; a large picture is the whole board, which /settings does not show."""
    if style.large:
        return "-# Five cards on a line, also on a phone. Tap the board to see it larger still."
    if style.spoken:
        return ", ".join(card.words for card in _SOME)
    return style.say(" ".join(map(style.face, _SOME)))
