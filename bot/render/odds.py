"""The chance of winning each game: as published, and as counted by us."""

from __future__ import annotations

from bot.render.cards import Style
from bot.render.families import family_of
from bot.render.language import _, joined, n_, number, percent, worded
from bot.render.names import game_name, page_text
from idle_year.engine.games.odds import Counted, odds_of
from idle_year.engine.rules import AnyRules
from idle_year.engine.wording import sentence

_NEARLY_ALL = 0.975
_RARE = 0.18
"""The share below which it is one in so many."""
_SAID = {
    # Translators: how many deals of so many, alone or behind "about"
    1 / 5: sentence("1 in 5"),
    1 / 4: sentence("1 in 4"),
    3 / 10: sentence("3 in 10"),
    1 / 3: sentence("1 in 3"),
    2 / 5: sentence("2 in 5"),
    1 / 2: sentence("half"),
    3 / 5: sentence("3 in 5"),
    2 / 3: sentence("2 in 3"),
    7 / 10: sentence("7 in 10"),
    3 / 4: sentence("3 in 4"),
    4 / 5: sentence("4 in 5"),
    9 / 10: sentence("9 in 10"),
    19 / 20: sentence("19 in 20"),
}


def odds_text(rules: AnyRules, style: Style, *, played: int, won: int) -> str:
    """Return the chance of winning a game and a player's own record beside it, in Discord's Markdown."""
    printed = page_text(rules.page.chance)
    counted = counted_words(rules) or _("Nothing has been counted yet.")
    title = _("{game}: the chance to win", game=game_name(rules))
    lines = [
        f"### {title}",
        headed(_("Printed."), printed),
        headed(_("Counted."), counted),
        # Translators: before how many games the reader has won
        headed(_("You."), _own(played, won)),
    ]
    return style.say("\n".join(lines))


def headed(heading: str, *texts: str) -> str:
    """Return a part of a page behind what it is about."""
    return joined(f"**{heading}**", *texts)


def about(share: float) -> str:
    """Return a share, 0 to 1, as a person would say it; the exact one stands in `/odds`."""
    said = roughly(share)
    # Translators: "about 2 in 3", "about half"
    return _("about {share}", share=said) if 0 < share < _NEARLY_ALL else said


def roughly(share: float) -> str:
    """Return what `about` says, without "about"."""
    if share <= 0:
        # Translators: hardly any deals
        return _("hardly any")
    if share >= _NEARLY_ALL:
        # Translators: nearly all deals
        return _("nearly all")
    if share < _RARE:
        return _("1 in {number}", number=number(_two_figures(1 / share)))
    return worded(_SAID[min(_SAID, key=lambda said: abs(said - share))])


def counted_words(rules: AnyRules) -> str:
    """Return what was counted for a game in a sentence or two; empty if nothing was."""
    odds, says = odds_of(rules.id), []
    if odds.known:
        result, deals = _result(rules, odds.known), number(odds.known.deals)
        says.append(
            _("We solved {deals} deals with every card known: {result}.", deals=deals, result=result)
            if rules.hides(rules.start("a"))
            else _("We solved {deals} deals: {result}.", deals=deals, result=result)
        )
    if odds.fair:
        says.append(
            _(
                "Then we played {deals} by the hints alone, which see only what you see, and won {share}.",
                deals=number(odds.fair.deals),
                share=_how_many(odds.fair),
            )
        )
    return joined(*says)


def _two_figures(number: float) -> int:
    return int(float(f"{number:.2g}"))


def _result(rules: AnyRules, counted: Counted) -> str:
    """Return how many of the deals could be won, and how many may or may not be."""
    share = _how_many(counted)
    if family_of(rules).redeals_blind(rules):
        won = _("{share} could be won before the redeal", share=share)
    else:
        # Translators: how many of the deals we solved, such as "about half" or "all"
        won = _("{share} could be won", share=share)
    if not counted.undecided:
        return won
    left = number(counted.undecided)
    return n_(
        "{won}, and we couldn't settle {left}",
        "{won}, and we couldn't settle {left}",
        counted.undecided,
        won=won,
        left=left,
    )


def _how_many(counted: Counted) -> str:
    """Return `all`, or `about 2 in 3 (66.82 %, or 66.73 to 66.91 for all deals there are)`."""
    if counted.wins == counted.deals:
        # Translators: all deals
        return _("all")
    if not counted.wins:
        # Translators: none of the deals
        return _("none")
    return _(
        "{share} ({percent}, or {low} to {high} for all deals there are)",
        share=about(counted.share),
        percent=percent(counted.share, counted.digits),
        low=number(100 * counted.low, counted.digits),
        high=number(100 * counted.high, counted.digits),
    )


def _own(played: int, won: int) -> str:
    """Return how many games a player has won."""
    if not played:
        return _("No finished games yet.")
    share = percent(won / played, 0)
    return n_("{won} of {n} won ({share}).", "{won} of {n} won ({share}).", played, won=won, share=share)
