"""Routes: who answers each press, and on what terms. The table of contents of all that boards and notes do.

Commands are in `cogs`, with their options.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from bot.ui import (
    challenge,
    daily,
    deal,
    digest,
    film,
    front_door,
    more,
    pages,
    parlour,
    play,
    privacy,
    puzzle,
    race,
    ranks,
    reminder,
    review,
    server,
    settings,
    share,
)
from bot.ui.request import Request
from bot.ui.response import Answer
from bot.ui.services import Services


class Route(NamedTuple):
    """Who answers a press, and on what terms."""

    handler: Callable[[Services, Request], Awaitable[Answer]]
    is_form: bool = False
    """Whether a form is opened, which Discord takes at once or never."""
    is_alone: bool = False
    """Whether it posts something, or takes long: meanwhile the same press of the same person does nothing."""


ROUTES: Mapping[str, Route] = {
    # A move
    "pick": Route(play.pick),
    "play": Route(play.play),
    "take": Route(play.take),
    "shown": Route(play.play),
    "run": Route(play.run),
    "follow": Route(play.follow),
    "deal": Route(play.deal_one),
    "dealon": Route(play.deal_on),
    "redeal": Route(play.redeal),
    "undo": Route(play.undo),
    "redo": Route(play.redo),
    "type": Route(play.type_moves, is_form=True),
    "correct": Route(play.correct_moves, is_form=True),
    # The board, and what is rarely needed
    "board": Route(play.board),
    "back": Route(play.board),
    "size": Route(settings.resize),
    "hint": Route(play.hint),
    "check": Route(play.check),
    "more": Route(more.more),
    "dm": Route(more.play_in_dm, is_alone=True),
    "resign": Route(more.resign),
    "resigned": Route(play.resigned),
    # Another deal
    "again": Route(deal.again),
    "counting": Route(deal.counting),
    "same": Route(deal.same),
    "dealt": Route(deal.deal_picked),
    "learn": Route(deal.learn),
    "daily": Route(daily.play),
    "past": Route(daily.play_past),
    "save": Route(digest.save),
    "puzzle": Route(puzzle.next_puzzle),
    "solve": Route(puzzle.deal_puzzle),
    "chain": Route(puzzle.go_on_run),
    "retry": Route(puzzle.try_again),
    "dayspuzzle": Route(puzzle.deal_daily_puzzle),
    "postpuzzle": Route(puzzle.post_daily, is_alone=True),
    "results": Route(daily.results),
    "proof": Route(daily.proof),
    "race": Route(race.join),
    "raced": Route(race.play_the_same),
    "rematch": Route(race.rematch),
    "parlour": Route(parlour.move),
    "parloured": Route(parlour.play_the_same),
    "parlournext": Route(parlour.begin_another, is_alone=True),
    "parlourend": Route(parlour.end),
    # A game that is over
    "review": Route(review.review),
    "step": Route(review.step),
    "practise": Route(review.practise),
    "record": Route(review.record),
    "film": Route(film.film, is_alone=True),
    "share": Route(share.preview),
    "shared": Route(share.post_here, is_alone=True),
    "copy": Route(share.copy),
    "beat": Route(challenge.beat, is_alone=True),
    "attempt": Route(challenge.attempt, is_alone=True),
    # What is read beside the board
    "door": Route(front_door.show_door),
    "help": Route(front_door.show_help),
    "today": Route(front_door.play_daily),
    "five": Route(front_door.five_minutes),
    "deals": Route(front_door.pick_game),
    "rules": Route(pages.rules),
    "chapter": Route(pages.chapter),
    "ranks": Route(ranks.ranks),
    "months": Route(ranks.months),
    "ratings": Route(ranks.ratings),
    "page": Route(pages.other_family),
    "pages": Route(pages.other_game),
    "overview": Route(pages.show_overview),
    # What is decided
    "set": Route(settings.change),
    "erase": Route(privacy.erase),
    "nodigest": Route(server.switch_off),
    "noreminder": Route(reminder.stop_reminders),
    "tomorrow": Route(reminder.remind_tomorrow),
}
