"""A game as a message: its board in text or a picture, the buttons under it, and its player's style."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import discord

from bot.engine.rules import DEAL, REDEAL, Move, Outcome
from bot.engine.session import Session
from bot.render import labels
from bot.render.board import Occasion, board_text, texts_around
from bot.render.cards import Style
from bot.render.daily import daily_occasion
from bot.render.discord_limits import MESSAGE_CHARACTERS, MESSAGE_COMPONENTS
from bot.render.first_game import TRY_WHOLE_PACK, first_game_text, shown_label
from bot.render.marks import marks_of
from bot.render.news import News
from bot.render.picture import board_pictures, boards_in_words
from bot.render.puzzle import puzzle_occasion
from bot.render.race import race_occasion
from bot.render.settings import DEALS_LABELS, style_of
from bot.service.first_game import NEXT, Stage, shown_move, stage_of
from bot.service.game import Game
from bot.store import RACED, Deals, Help, Kind
from bot.ui.components import ButtonStyle, Layout, PressButton, Row
from bot.ui.moves import move_rows
from bot.ui.presses import NO_GAME, Press
from bot.ui.request import Request
from bot.ui.services import Services

_NO_OCCASION = Occasion()
_FILE = "board-{}.png"
_VERBS = {Help.UNDO: "undo", Help.HINT: "hint", Help.CHECK: "check"}
Part: TypeAlias = discord.ui.Item[Any]
_GOLD, _RED, _TEAL = discord.Colour.gold(), discord.Colour.red(), discord.Colour.teal()
_GREEN, _BLUE, _ORANGE = discord.Colour.dark_green(), discord.Colour.blurple(), discord.Colour.orange()
_PURPLE = discord.Colour.purple()


class Board(Layout):
    """One game as a message: the game, news such as a hint, rows of controls, and how to bring it back.

    All of it is in one container, whose accent tells the state of the game. What is always there comes last:
    Discord keeps the end of a message in sight, so those buttons stay where they are from move to move.
    """

    def __init__(
        self,
        game: Game,
        style: Style,
        news: News | None = None,
        occasion: Occasion = _NO_OCCASION,
        foot: str = "",
        *,
        goal: str = "",
    ) -> None:
        self._session, self._style = game.session, style
        lesson, said = list(first_game_items(game, style)), news.written(style) if news else ""
        room = MESSAGE_CHARACTERS - _characters(lesson) - len(foot)
        board = board_items(
            game.session, style, occasion, room=room - len(said), resigned=game.resigned, goal=goal
        )
        if news and len(said) > (left := room - _characters(board)):
            # A line whose end is lost is not offered for correction.
            said, news = news.written(style, left), news._replace(typed="")
        items = [*lesson, *(_texts(said) + board if style.spoken else board + _texts(said))]
        free = MESSAGE_COMPONENTS - 1 - _parts_in([*items, *_texts(foot)])
        rows = (
            _end_rows(game, news, sealed=occasion.sealed)
            if game.over
            else _rows_in_play(game, style, news, room=free)
        )
        super().__init__(
            discord.ui.Container(*items, *rows, *_texts(foot), accent_colour=_accent(game, occasion))
        )

    async def files(self) -> list[discord.File]:
        """Draw the files that have to be sent with the board."""
        return await board_files(self, self._session, self._style)


def board_items(
    session: Session[Any], style: Style, occasion: Occasion, *, room: int, resigned: bool, goal: str = ""
) -> list[Part]:
    """Return the parts of a message that show a board; pictures need `board_files` beside them.

    `room` is the number of characters available to all texts together: if emoji take more, the cards are a
    picture.
    """
    # With no cards left in any row there is nothing to draw.
    if not (style.large and any(row.piles for row in session.table.rows)):
        text = board_text(session, style, resigned=resigned, occasion=occasion, goal=goal)
        if len(text) <= room or style.free is None:
            return [discord.ui.TextDisplay(text)]
    above, below = texts_around(session, style, resigned=resigned, occasion=occasion, goal=goal)
    galleries = [_gallery(*each) for each in enumerate(boards_in_words(session.table, style))]
    return [discord.ui.TextDisplay(above), *galleries, discord.ui.TextDisplay(below)]


async def board_files(view: Layout, session: Session[Any], style: Style) -> list[discord.File]:
    """Draw the pictures of the board that a message shows; return no files if that has none.

    As the attachments of an edit, they also replace any earlier pictures.
    """
    if not any(isinstance(each, discord.ui.MediaGallery) for each in view.walk_children()):
        return []
    drawn = await asyncio.to_thread(_pictures, session, style)
    return [discord.File(io.BytesIO(each), _FILE.format(number)) for number, each in enumerate(drawn)]


def _pictures(session: Session[Any], style: Style) -> list[bytes]:
    return board_pictures(session.table, style, marks_of(session))


def _gallery(number: int, says: str) -> discord.ui.MediaGallery[Any]:
    """Return what shows one of the files, all of the message's width; side by side they would be small."""
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{_FILE.format(number)}", description=says)
    return gallery


def first_game_items(game: Game, style: Style) -> Iterator[Part]:
    """Yield what is above the board of the first game; nothing for any other game."""
    stage = stage_of(game)
    if stage is None:
        return
    yield discord.ui.TextDisplay(first_game_text(game, stage, style))
    if stage is Stage.SHOWN:
        # The same move is also offered below and by hints: no two buttons of a message may share a custom_id.
        yield _lesson_row(shown_label(game, style), Press(game.seen, "shown", shown_move(game)))
    if stage is Stage.OVER:
        yield _lesson_row(TRY_WHOLE_PACK, Press(NO_GAME, "dealt", NEXT))


async def occasion_of(services: Services, game: Game, style: Style) -> Occasion:
    """Return the daily, race or puzzle that a game is part of; most are part of none."""
    if game.kind is Kind.PUZZLE:
        sealed = await services.lookup.keeps_code(game)
        return puzzle_occasion(game, await services.lookup.tried(game), sealed=sealed)
    if game.day is None:
        race = await services.store.races.of_game(game.id) if game.kind in RACED else None
        if race is not None:
            return race_occasion(race, late=game.kind is Kind.LATE)
        return Occasion(sealed=await services.lookup.keeps_code(game))
    daily = await services.dailies.of(game.day, game.rules.family)
    over, practice = not await services.lookup.seals(game), game.kind is Kind.PRACTICE
    return daily_occasion(daily, style, over=over, practice=practice)


async def style_for(services: Services, request: Request, player: int) -> Style:
    """Return how a player's boards are drawn: a game looks as its owner wants, whoever is watching."""
    if player == request.player:
        return request.style
    return style_of(await services.settings.of(player), services.card_emoji.texts)


def _accent(game: Game, occasion: Occasion) -> discord.Colour:
    """Return the colour that tells how a game stands, or else what it is part of."""
    if occasion.won:
        return _GOLD
    if game.over:
        return _GOLD if game.outcome in (Outcome.WON, Outcome.MINOR_WIN) and not game.resigned else _RED
    if stage_of(game):
        return _TEAL
    if game.kind is Kind.DAILY:
        return _BLUE
    if game.kind is Kind.PUZZLE:
        return _PURPLE
    return _ORANGE if game.kind in RACED else _GREEN


def _texts(text: str) -> list[Part]:
    """Return what shows a text that may be empty."""
    return [discord.ui.TextDisplay(text)] if text else []


def _characters(items: Iterable[Part]) -> int:
    return sum(len(each.content) for each in items if isinstance(each, discord.ui.TextDisplay))


def _parts_in(items: Iterable[Part]) -> int:
    """Count components, nested ones included."""
    rows = (each for each in items if isinstance(each, discord.ui.ActionRow))
    return sum(1 for _ in items) + sum(len(row.children) for row in rows)


def _rows_in_play(game: Game, style: Style, news: News | None, *, room: int) -> list[Row]:
    """Return the rows of controls: what goes with the news, the moves, then what is always there.

    `room` is the number of components that they may have together.
    """
    first = [*_news_rows(game, news)] if news else []
    last = [*_deal_row(game, news), *_control_rows(game, style, news)]
    return [*first, *move_rows(game, style, room - _parts_in([*first, *last])), *last]


def _news_rows(game: Game, news: News) -> Iterator[Row]:
    if news.typed:
        yield Row(PressButton(labels.CORRECT, Press(game.seen, "correct"), style=ButtonStyle.primary))
    if news.play:
        yield _hint_row(game, news.play, follow=news.follow)


def _hint_row(game: Game, move: Move, *, follow: bool) -> Row:
    """Return the button that plays the move of a hint."""
    label, verb = (labels.PLAY_ON, "follow") if follow else (labels.PLAY_IT, "take")
    press = Press(game.seen, verb, game.rules.notation.write_move(move))
    return Row(PressButton(label, press, style=ButtonStyle.success))


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
        buttons.append(_winnable_button(game))
    if buttons:
        yield Row(*buttons)


def _control_rows(game: Game, style: Style, news: News | None) -> Iterator[Row]:
    more = news.more if news else None
    yield Row(
        _help_button(labels.UNDO, game, Help.UNDO, news, disabled=not game.can_undo),
        PressButton(labels.REDO, Press(game.seen, "redo"), disabled=not game.session.undone),
        _help_button(labels.hint_label(more), game, Help.HINT, news, more),
        PressButton(labels.MORE, Press(game.seen, "more")),
    )
    size = labels.SMALLER_CARDS if style.large else labels.BIGGER_CARDS
    yield Row(
        PressButton(labels.RULES, Press(game.seen, "rules")),
        *([] if style.spoken else [PressButton(size, Press(game.seen, "size"))]),
        _help_button(labels.CHECK, game, Help.CHECK, news),
        PressButton(labels.TYPE_MOVES, Press(game.seen, "type")),
    )


def _help_button(
    label: str, game: Game, what: Help, news: News | None, rest: str | None = None, *, disabled: bool = False
) -> PressButton:
    """Return the button of some help; if the news tells what that costs, its next press gives it."""
    told = news is not None and news.asked is what
    press = Press(game.seen, _VERBS[what], news.rest if news and told else rest)
    style = ButtonStyle.primary if told else ButtonStyle.secondary
    return PressButton(label, press, style=style, disabled=disabled)


def _end_rows(game: Game, news: News | None, *, sealed: bool) -> Iterator[Row]:
    """Yield the buttons of a game that is over, one of them blue; none that others who play it prevent."""
    if news and news.practise is not None:
        press = Press(game.seen, "practise", str(news.practise))
        yield Row(PressButton(labels.practise_label(news.practise), press, style=ButtonStyle.success))
    if game.kind is Kind.PUZZLE:
        yield _puzzle_row(game)
        return
    if news and news.nobody:
        yield Row(_winnable_button(game))
    counts = sealed and game.kind is Kind.DAILY
    share, again = (ButtonStyle.primary if on else ButtonStyle.secondary for on in (counts, not counts))
    buttons = [
        PressButton(labels.DEAL_AGAIN, Press(game.seen, "again"), style=again),
        *([] if sealed else [PressButton(labels.SAME_DEAL, Press(game.seen, "same"))]),
        *([] if sealed else [PressButton(labels.REVIEW, Press(game.seen, "review"))]),
        *([PressButton(labels.SHARE, Press(game.seen, "share"), style=share)] if game.session.moves else []),
        *([PressButton(labels.RESULTS, Press(game.seen, "results"))] if counts and game.seat.guild else []),
    ]
    if game.can_reopen:
        buttons.insert(0, PressButton(labels.UNDO, Press(game.seen, "undo")))
    else:
        buttons.append(PressButton(labels.RULES, Press(game.seen, "rules")))
    yield Row(*buttons)


def _winnable_button(game: Game) -> PressButton:
    return PressButton(DEALS_LABELS[Deals.WINNABLE], Press(game.seen, "again", Deals.WINNABLE))


def _puzzle_row(game: Game) -> Row:
    """Return the buttons of a puzzle that is over."""
    return Row(
        PressButton(labels.NEXT_PUZZLE, Press(game.seen, "puzzle"), style=ButtonStyle.primary),
        PressButton(labels.REVIEW, Press(game.seen, "review")),
        PressButton(labels.RULES, Press(game.seen, "rules")),
    )


def _lesson_row(label: str, press: Press) -> Row:
    return Row(PressButton(label, press, style=ButtonStyle.success))
