"""A game as a message: its board in text or a picture, the buttons under it, and its player's style."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import discord

from bot.render import labels
from bot.render.board import Occasion, board_text, texts_around
from bot.render.cards import Style
from bot.render.daily import daily_occasion, stars_text
from bot.render.discord_limits import MESSAGE_CHARACTERS
from bot.render.first_game import TRY_WHOLE_PACK, first_game_text, shown_label
from bot.render.marks import marks_of
from bot.render.news import News
from bot.render.picture import board_in_words, board_picture
from bot.render.puzzle import puzzle_occasion
from bot.render.race import race_occasion
from bot.render.settings import style_of
from bot.service.first_game import NEXT, Stage, shown_move, stage_of
from bot.service.game import Game
from bot.store import RACED, Help, Kind
from bot.ui.components import GOLD, GREEN, RED, ButtonStyle, Framed, Layout, Part, PressButton, Row, attached
from bot.ui.moves import move_rows
from bot.ui.phone import fewest_rows
from bot.ui.presses import NO_GAME, Press
from bot.ui.request import Request
from bot.ui.services import Services
from bot.ui.tools import check_button, first_row, puzzle_rows, tool_rows, winnable_button
from idle_year.engine.daily import end_of_day
from idle_year.engine.rules import Move, Outcome
from idle_year.engine.session import Session

_NO_OCCASION = Occasion()
_FILE = "board.png"

_TEAL, _BLUE = discord.Colour.teal(), discord.Colour.blurple()
_ORANGE, _PURPLE = discord.Colour.orange(), discord.Colour.purple()


class Panel(NamedTuple):
    """What a board shows in place of its moves."""

    text: str
    rows: Sequence[Row]


class Board(Framed):
    """One game as a message: the game, news such as a hint, rows of controls, and how to bring it back.

    All of it is in one container, whose accent tells the state of the game. What is always there comes last:
    Discord keeps the end of a message in sight, so those buttons stay where they are from move to move. A
    `goal` is for a beginner, who also sees what others find under *More*; a `panel` is in place of the moves,
    and a list of moves begins with that number (`listed`). A game that is over `asks` whether to remind of
    tomorrow's.
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
        panel: Panel | None = None,
        listed: int = 0,
        asks: bool = False,
    ) -> None:
        self._session, self._style = game.session, style
        lesson, said = list(first_game_items(game, style)), news.written(style) if news else ""
        foot = "\n".join(filter(None, [panel.text if panel else "", foot]))
        room = MESSAGE_CHARACTERS - _characters(lesson) - len(foot)
        board = board_items(
            game.session, style, occasion, room=room - len(said), resigned=game.resigned, goal=goal
        )
        if news and len(said) > (left := room - _characters(board)):
            # A line whose end is lost is not offered for correction.
            said, news = news.written(style, left), news._replace(typed="")
        number = _way_back(game, news)
        back = [] if number is None else [back_button(game, number)]
        told = _texts(said) + board if style.spoken else board + _texts(said)
        solved = game.over and number == len(game.session.moves)
        if game.over:
            rows = [*_end_rows(game, news, occasion), *([Row(tomorrow_button())] if asks else [])]
            if solved:
                rows[1:1], back = [Row(each) for each in back], []
        elif panel:
            rows = list(panel.rows)
        else:
            moves = move_rows(game, style, listed, few=bool(goal), news=bool(news))
            tools = tool_rows(game, news)
            first = _news_rows(game, news) if news else []
            begin = [first_row(game, style)] if goal else []
            # Whoever listens comes upon the tools before a dozen moves.
            rows = [*first, *tools, *moves, *begin] if style.spoken else [*first, *moves, *tools, *begin]
        super().__init__(_accent(game, occasion), *lesson, *told, back, *rows, *_texts(foot))
        if number is not None and number < len(game.session.moves):
            for each in self.walk_children():
                if isinstance(each, PressButton) and each not in back:
                    each.fade()

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
    picture = attached(_FILE, board_in_words(session))
    return [discord.ui.TextDisplay(above), picture, discord.ui.TextDisplay(below)]


async def board_files(view: Layout, session: Session[Any], style: Style) -> list[discord.File]:
    """Draw the picture of the board that a message shows; return no files if that has none.

    As the attachment of an edit, it also replaces any earlier picture.
    """
    if not any(isinstance(each, discord.ui.MediaGallery) for each in view.walk_children()):
        return []
    drawn = await asyncio.to_thread(lambda: board_picture(session, style, marks_of(session)))
    return [discord.File(io.BytesIO(drawn), _FILE)]


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


def back_button(game: Game, number: int) -> PressButton:
    """Return the button that goes on from where so many moves had been made: in practice, once it is over."""
    is_end = number == len(game.session.moves)
    label = labels.PRACTISE if is_end else labels.back_label(number)
    return PressButton(label, Press(game.seen, "practise", str(number)), style=ButtonStyle.success)


def tomorrow_button() -> PressButton:
    """Return the button that asks to be reminded of tomorrow's daily."""
    return PressButton(labels.REMIND_TOMORROW, Press(NO_GAME, "tomorrow"))


async def asks_to_remind(services: Services, game: Game) -> bool:
    """Whether a game that is over was today's for everybody, and its player is not reminded every day."""
    if not game.over:
        return False
    day = game.day if game.kind is Kind.DAILY else None
    if game.kind is Kind.PUZZLE:
        day = (await services.lookup.tried(game)).puzzle.day
    if day is None or services.dailies.is_over(day):
        return False
    reminder = await services.reminders.of(game.seat.owner)
    return reminder is None or not reminder.is_daily


async def occasion_of(services: Services, game: Game, style: Style) -> Occasion:
    """Return the daily, race or puzzle that a game is part of; most are part of none."""
    if game.kind is Kind.PUZZLE:
        sealed = await services.lookup.keeps_code(game)
        tried, guild = await services.lookup.tried(game), game.seat.guild
        place, day = None, tried.day
        if game.over and day is not None and guild is not None:
            place = await services.store.tries.place(game.id, guild, end_of_day(day))
        return puzzle_occasion(game, tried, style, sealed=sealed, place=place)
    if game.day is None:
        race = await services.store.races.of_game(game.id) if game.kind in RACED else None
        if race is not None:
            return race_occasion(race, late=game.kind is Kind.LATE)
        title = "" if game.stars is None else stars_text(game.stars, style)
        return Occasion(title, sealed=await services.lookup.keeps_code(game))
    daily = await services.dailies.of(game.day, game.rules.family)
    over, practice = not await services.lookup.seals(game), game.kind is Kind.PRACTICE
    return daily_occasion(daily, style, over=over, practice=practice)


async def style_for(services: Services, request: Request, player: int) -> Style:
    """Return how a player's boards are drawn: a game looks as its owner wants, whoever is watching."""
    if player == request.player:
        return request.style
    return style_of(await services.settings.of(player), services.card_emoji.texts)


def _way_back(game: Game, news: News | None) -> int | None:
    """Return to after how many moves a button leads back; None if a card turned up since then stays seen."""
    if news is None or news.back is None:
        return None
    return news.back if game.over or news.back >= game.session.stay else None


def _accent(game: Game, occasion: Occasion) -> discord.Colour:
    """Return the colour that tells how a game stands, or else what it is part of."""
    if occasion.won:
        return GOLD
    if game.over:
        return GOLD if game.outcome in (Outcome.WON, Outcome.MINOR_WIN) and not game.resigned else RED
    if stage_of(game):
        return _TEAL
    if game.kind is Kind.DAILY:
        return _BLUE
    if game.kind is Kind.PUZZLE:
        return _PURPLE
    return _ORANGE if game.kind in RACED else GREEN


def _texts(text: str) -> list[Part]:
    """Return what shows a text that may be empty."""
    return [discord.ui.TextDisplay(text)] if text else []


def _characters(items: Iterable[Part]) -> int:
    return sum(len(each.content) for each in items if isinstance(each, discord.ui.TextDisplay))


def _news_rows(game: Game, news: News) -> Iterator[Row]:
    if news.typed:
        yield Row(PressButton(labels.CORRECT, Press(game.seen, "correct"), style=ButtonStyle.primary))
    if news.winnable:
        yield Row(PressButton(labels.COUNTING_DEAL, Press(game.seen, "counting")))
    if news.play:
        yield _hint_row(game, news.play, follow=news.follow)
    if news.asked is Help.CHECK:
        yield Row(check_button(game, news))


def _hint_row(game: Game, move: Move, *, follow: bool) -> Row:
    """Return the button that plays the move of a hint."""
    label, verb = (labels.PLAY_ON, "follow") if follow else (labels.PLAY_IT, "take")
    press = Press(game.seen, verb, game.rules.notation.write_move(move))
    return Row(PressButton(label, press, style=ButtonStyle.success))


def _end_rows(game: Game, news: News | None, occasion: Occasion) -> Iterator[Row]:
    """Yield the buttons of a game that is over, one of them blue; none that others who play it prevent."""
    sealed = occasion.sealed
    if occasion.tried is not None:
        yield from puzzle_rows(game, occasion.tried, sealed=sealed)
        return
    if news and news.nobody:
        yield Row(winnable_button(game))
    counts = sealed and game.kind is Kind.DAILY
    undoes = news is not None and news.undo
    share, undo, again = (
        ButtonStyle.primary if on else ButtonStyle.secondary
        for on in (counts, undoes, not (counts or undoes))
    )
    buttons = [
        PressButton(labels.DEAL_AGAIN, Press(game.seen, "again"), style=again),
        *([] if sealed else [PressButton(labels.SAME_DEAL, Press(game.seen, "same"))]),
        *([] if sealed else [PressButton(labels.REVIEW, Press(game.seen, "review"))]),
        *([PressButton(labels.SHARE, Press(game.seen, "share"), style=share)] if game.session.moves else []),
        *([PressButton(labels.RESULTS, Press(game.seen, "results"))] if counts and game.seat.guild else []),
    ]
    if game.can_reopen:
        buttons.insert(0, PressButton(labels.UNDO, Press(game.seen, "undo"), style=undo))
    else:
        buttons.append(PressButton(labels.RULES, Press(game.seen, "rules")))
    yield from (Row(*row) for row in fewest_rows(buttons))


def _lesson_row(label: str, press: Press) -> Row:
    return Row(PressButton(label, press, style=ButtonStyle.success))
