"""The tools under a board, in one row that is always there, and those that are rarely needed."""

from __future__ import annotations

from collections.abc import Iterator

from bot.render import labels
from bot.render.cards import Style
from bot.render.families import family_of
from bot.render.news import News
from bot.render.settings import DEALS_LABELS
from bot.service.game import Game, TriedPuzzle
from bot.store import Deals, Help, Kind, Wanted
from bot.ui.components import ButtonStyle, PressButton, Row
from bot.ui.phone import side_by_side
from bot.ui.presses import Press
from idle_year.engine.rules import DEAL, REDEAL

_VERBS = {Help.UNDO: "undo", Help.HINT: "hint", Help.CHECK: "check"}


def tool_rows(game: Game, news: News | None) -> Iterator[Row]:
    """Yield the row that deals, if the game has one, and that with what is needed at every move.

    While a move can be played again, that is in the place of the hint, unless the news is one.
    """
    yield from _deal_row(game, news)
    middle = _redo(game) if _redo_first(game, news) else _hint(game, news)
    more = PressButton(labels.MORE, Press(game.seen, "more"))
    yield Row(_help_button(labels.UNDO, game, Help.UNDO, news, disabled=not game.can_undo), middle, more)


def first_row(game: Game, style: Style) -> Row:
    """Return the row of what beginners look for on the first board, which is rarely needed later."""
    return Row(*_at_first(game, style))


def panel_rows(game: Game, style: Style, *, private: bool) -> list[Row]:
    """Return all that is rarely needed.

    A `private` board, which Discord does not keep, may move to direct messages, where it does.
    """
    moves = len(game.session.moves)
    # A turned card cannot be covered again, so a game with one has no way back to its deal.
    over = (
        [PressButton(labels.START_OVER, Press(game.seen, "undo", str(moves)))] if game.can_start_over else []
    )
    lasting = [PressButton(labels.PLAY_IN_DM, Press(game.seen, "dm"))] if private else []
    hint = [_hint(game, None)] if _redo_first(game, None) else []
    check = [] if game.kind is Kind.PUZZLE else [check_button(game, None)]  # a puzzle can be won
    resign = PressButton(labels.RESIGN, Press(game.seen, "resign"), style=ButtonStyle.danger)
    typed = PressButton(labels.TYPE_MOVES, Press(game.seen, "type"))
    back = PressButton(labels.BACK, Press(game.seen, "board"))
    # In this order they take the fewest rows of a phone, all languages together.
    rules, *size = _at_first(game, style)
    buttons = [*hint, rules, typed, *over, *lasting, resign, *size, *check, back]
    return [Row(*row) for row in side_by_side(buttons)]


def puzzle_rows(game: Game, tried: TriedPuzzle, *, sealed: bool) -> Iterator[Row]:
    """Yield the buttons of a puzzle that is over; while others still play it (`sealed`), one posts it."""

    def button(label: str, verb: str, rest: str | None = None) -> PressButton:
        return PressButton(label, Press(game.seen, verb, rest))

    solved = tried.found.solved
    label = labels.NEW_RUN if tried.in_run and not solved else labels.NEXT_PUZZLE
    following = Press(game.seen, "chain" if tried.in_run else "puzzle")
    again = [] if solved else [button(labels.TRY_AGAIN, "retry")]
    yield Row(PressButton(label, following, style=ButtonStyle.primary), *again)
    if not tried.in_run:
        easier, harder = Wanted.EASIER, Wanted.HARDER
        yield Row(button(labels.EASIER, "puzzle", easier), button(labels.HARDER, "puzzle", harder))
    posts = sealed and tried.day is not None and game.seat.guild is not None
    last = button(labels.POST_HERE, "postpuzzle") if posts else button(labels.RULES, "rules")
    yield Row(button(labels.REVIEW, "review"), last)


def check_button(game: Game, news: News | None) -> PressButton:
    """Return the button that asks whether the game can be won."""
    return _help_button(labels.CHECK, game, Help.CHECK, news)


def winnable_button(game: Game) -> PressButton:
    """Return the button that deals what can be won, from now on."""
    return PressButton(DEALS_LABELS[Deals.WINNABLE], Press(game.seen, "again", Deals.WINNABLE))


def _at_first(game: Game, style: Style) -> list[PressButton]:
    size = PressButton(family_of(game.rules).bigger[style.large], Press(game.seen, "size"))
    return [PressButton(labels.RULES, Press(game.seen, "rules")), *([] if style.spoken else [size])]


def _deal_row(game: Game, news: News | None) -> Iterator[Row]:
    """Yield the buttons that deal, if the game has a stock, and the one that redeals, while that is legal."""
    moves, table = game.session.legal, game.session.table
    forced = ButtonStyle.primary if {DEAL, REDEAL}.issuperset(moves) else ButtonStyle.secondary
    buttons = []
    if table.stock is not None:
        legal = DEAL in moves
        colour = forced if legal else ButtonStyle.secondary
        buttons.append(PressButton(labels.DEAL, Press(game.seen, "deal"), style=colour, disabled=not legal))
        buttons.append(PressButton(labels.DEAL_ON, Press(game.seen, "dealon"), disabled=not legal))
    if REDEAL in moves:
        buttons.append(PressButton(table.redeal, Press(game.seen, "redeal"), style=forced))
    nobody = news is not None and news.nobody
    if game.session.hopeless or nobody:
        buttons.append(PressButton(labels.ANOTHER_DEAL, Press(game.seen, "again")))
    if nobody:
        buttons.append(winnable_button(game))
    if buttons:
        yield Row(*buttons)


def _redo_first(game: Game, news: News | None) -> bool:
    told = news is not None and (news.asked is Help.HINT or news.more is not None)
    return bool(game.session.undone) and not told


def _redo(game: Game) -> PressButton:
    return PressButton(labels.REDO, Press(game.seen, "redo"))


def _hint(game: Game, news: News | None) -> PressButton:
    more = news.more if news else None
    return _help_button(labels.hint_label(more), game, Help.HINT, news, more)


def _help_button(
    label: str, game: Game, what: Help, news: News | None, rest: str | None = None, *, disabled: bool = False
) -> PressButton:
    """Return the button of some help; if the news tells what that costs, its next press gives it."""
    told = news is not None and news.asked is what
    press = Press(game.seen, _VERBS[what], news.rest if news and told else rest)
    style = ButtonStyle.primary if told else ButtonStyle.secondary
    return PressButton(label, press, style=style, disabled=disabled)
