"""What somebody is told who asks for, or posts, more than is allowed."""

from __future__ import annotations

import math
from datetime import datetime

from bot.render.language import _, n_
from bot.service.limits import SECONDS, TooFast, TooManyDeals, TooManyPosts


def too_fast(refusal: TooFast) -> str:
    """Say that a person has asked for as much as is allowed in a while."""
    # Translators: Discord shows {when} as "in 7 seconds"
    return _(
        "The limit for one person is {most} in {seconds} seconds: go on {when}.",
        most=refusal.most,
        seconds=SECONDS,
        when=_when(refusal.again),
    )


def too_many_posts(refusal: TooManyPosts) -> str:
    """Say that a person or a channel has posted as much as is allowed in a while."""
    when = _when(refusal.again)
    if refusal.people == 1:
        return _(
            "One person may post {most} boards, races and results at once, then 1 in {seconds} seconds: "
            "go on {when}, or play where only you see it.",
            most=refusal.most,
            seconds=SECONDS,
            when=when,
        )
    return _(
        "A channel may get {most} boards, races and results at once, then {then} in {seconds} seconds: "
        "go on {when}, or play where only you see it.",
        most=refusal.most,
        then=refusal.people,
        seconds=SECONDS,
        when=when,
    )


def too_many_deals(refusal: TooManyDeals) -> str:
    """Say that a person has been dealt as many games as is allowed in a while."""
    return n_(
        "One person may be dealt {n} game at once, then 1 in {seconds} seconds: go on {when}.",
        "One person may be dealt {n} games at once, then 1 in {seconds} seconds: go on {when}.",
        refusal.most,
        seconds=SECONDS,
        when=_when(refusal.again),
    )


def kept_private(refusal: TooManyPosts) -> str:
    """Return the footer of a board that others should see, but that only its player does."""
    when = _when(refusal.again)
    if refusal.people == 1:
        told = _(
            "Only you see this, as you have posted so much: /board shows it to everybody again {when}.",
            when=when,
        )
    else:
        told = _(
            "Only you see this, as this channel got so much: /board shows it to everybody again {when}.",
            when=when,
        )
    return f"-# {told}"


def _when(moment: datetime) -> str:
    """Return a moment as Discord shows it, `in 7 seconds`: rounded up, as whole seconds must have passed."""
    return f"<t:{math.ceil(moment.timestamp())}:R>"
