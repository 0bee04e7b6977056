"""What a player has chosen in /settings, and the labels of the buttons that change it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.render.cards import Style, card_words, picture_style
from bot.render.language import LANGUAGES, _, commas, joined, n_
from bot.render.reminder import reminder_setting
from bot.store import Cards, Colours, Deals, Forced, PlayerSettings, Reminder, Taps
from idle_year.engine.cards import Card
from idle_year.engine.wording import sentence

_SOME = tuple(Card.read(text) for text in ("8S", "QH", "TD", "AC"))
CARDS: dict[str, Cards] = {
    sentence("pictures"): Cards.EMOJI,
    sentence("large pictures"): Cards.LARGE,
    sentence("text"): Cards.TEXT,
    sentence("words, for a screen reader"): Cards.WORDS,
}
COLOURS: dict[str, Colours] = {
    sentence("four, one a suit"): Colours.FOUR,
    sentence("two, red and black"): Colours.TWO,
}
DEALS: dict[str, Deals] = {sentence("any"): Deals.ANY, sentence("winnable only"): Deals.WINNABLE}
FORCED: dict[str, Forced] = {sentence("by hand"): Forced.BY_HAND, sentence("by itself"): Forced.BY_ITSELF}
TAPS: dict[str, Taps] = {sentence("play at once"): Taps.AT_ONCE, sentence("ask first"): Taps.ASKED}
"""The choices, by the names that the options of the command give them."""
CARDS_LABELS = {
    Cards.EMOJI: sentence("Pictures"),
    Cards.LARGE: sentence("Large pictures"),
    Cards.TEXT: sentence("Text"),
    Cards.WORDS: sentence("Words"),
}
COLOURS_LABELS = {Colours.FOUR: sentence("Four colours"), Colours.TWO: sentence("Two colours")}
DEALS_LABELS = {Deals.ANY: sentence("Any deal"), Deals.WINNABLE: sentence("Winnable deals only")}
FORCED_LABELS = {Forced.BY_HAND: sentence("I play it"), Forced.BY_ITSELF: sentence("Play it for me")}
TAPS_LABELS = {Taps.AT_ONCE: sentence("Puzzles: at once"), Taps.ASKED: sentence("Puzzles: ask first")}
SHOW_ME, HIDE_ME = sentence("Show me"), sentence("Hide me")
# Translators: a choice of language: the one that Discord itself is set to
AS_DISCORD = sentence("As Discord has it")
# Translators: above a list of languages
CHOOSE_LANGUAGE = sentence("Choose a language")
_DEALS_TEXTS = {
    Deals.ANY: sentence("as they come"),
    Deals.WINNABLE: sentence("winnable only; they don't count on leaderboards"),
}
_FORCED_TEXTS = {Forced.BY_HAND: sentence("you play it"), Forced.BY_ITSELF: sentence("it's played for you")}
_TAPS_TEXTS = {
    Taps.AT_ONCE: sentence("it plays the move"),
    Taps.ASKED: sentence("it asks first, as no move is taken back"),
}


def style_of(chosen: PlayerSettings, emoji: Mapping[str, str]) -> Style:
    """Return the style that was chosen; cards that would be emoji are text until all of those are there."""
    large, two_colours = chosen.cards is Cards.LARGE, chosen.colours is Colours.TWO
    if chosen.cards in (Cards.EMOJI, Cards.LARGE) and emoji:
        return picture_style(emoji, chosen.a_line, two_colours=two_colours, large=large)
    return Style(
        a_line=chosen.a_line, spoken=chosen.cards is Cards.WORDS, large=large, two_colours=two_colours
    )


class SettingsTexts(NamedTuple):
    """The texts above each row of buttons, and at the foot."""

    cards: str
    colours: str
    line: str
    deals: str
    forced: str
    leaderboards: str
    reminder: str
    foot: str = sentence("-# Boards you have open will change with your next move.")


def settings_texts(
    chosen: PlayerSettings, style: Style, reminder: Reminder | None, *, hidden: bool
) -> SettingsTexts:
    """Return what is chosen, with a sample of how cards will look."""
    cards = next(name for name, value in CARDS.items() if value is chosen.cards)
    colours = next(name for name, value in COLOURS.items() if value is chosen.colours)
    lines = ["### " + _("Settings"), _sample(style), _("**Cards:** {cards}", cards=cards)]
    shown = _("**Leaderboards:** hide you") if hidden else _("**Leaderboards:** show you")
    return SettingsTexts(
        "\n".join(lines),
        _("**Colours:** {colours}", colours=colours),
        n_("**On a line:** {n} card", "**On a line:** {n} cards", chosen.a_line),
        _("**Deals:** {deals}", deals=_DEALS_TEXTS[chosen.deals]),
        "\n".join(
            [
                _("**When there's only one move:** {forced}", forced=_FORCED_TEXTS[chosen.forced]),
                _("**A tap in a puzzle:** {taps}", taps=_TAPS_TEXTS[chosen.taps]),
            ]
        ),
        shown,
        reminder_setting(reminder),
    )


def language_setting(chosen: str) -> str:
    """Say in which language a player reads, by the name of its catalogue; "" for that of their Discord."""
    if chosen not in LANGUAGES:
        return _("**Language:** as Discord has it")
    return _("**Language:** {language}", language=LANGUAGES[chosen])


def server_language(chosen: str) -> str:
    """Say in which language a server reads, likewise."""
    if chosen not in LANGUAGES:
        return _("**What everybody here reads:** in the language that this server has in Discord")
    return _("**What everybody here reads:** in this language: {language}", language=LANGUAGES[chosen])


def line_label(cards: int, style: Style) -> str:
    """Return the label of the button that puts so many cards on a line."""
    return n_("{n} card", "{n} cards", cards) if style.spoken else f"{cards}"


def _sample(style: Style) -> str:
    """Show what cards look like; a large picture is the whole board, which /settings does not show."""
    if style.large:
        told = joined(
            _("The fewer cards there are, the larger they are."), _("Tap the board to see it larger still.")
        )
        return f"-# {told}"
    if style.spoken:
        return commas(map(card_words, _SOME))
    return style.say(" ".join(map(style.face, _SOME)))
