"""Play: what the buttons and selects of a board do, and moves as they are typed."""

from __future__ import annotations

import asyncio

import discord

from bot.engine.errors import GameError
from bot.engine.records import write_moves
from bot.render import labels
from bot.render.families import family_of
from bot.render.hint import Level
from bot.render.news import News, check_news, cost_news, hint_news, refused_news
from bot.render.refusals import refusal_text
from bot.service.errors import GameOver, Refusal
from bot.service.game import Game
from bot.store import Forced, Help, Kind
from bot.ui.answers import is_private, show, tell, tell_in_place, think, worded_as_board
from bot.ui.board import typed_on
from bot.ui.moves import MovesModal
from bot.ui.news import news_of_end, news_of_try
from bot.ui.notes import more_note, resign_note
from bot.ui.presses import Interaction, Press, UnknownButton, understood
from bot.ui.services import own_game, seen_game, services_of
from bot.ui.typed import in_notation


async def pick(interaction: Interaction, press: Press, values: list[str]) -> None:
    """Play the move chosen in a select, or the moves typed into the modal."""
    if interaction.type is discord.InteractionType.modal_submit:
        await play_typed(interaction, await seen_game(interaction, press), " ".join(values))
        return
    await show_played(interaction, await _move(interaction, press, " ".join(values)))


async def play(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Play the move that a button stands for, or that a hint names."""
    await pick(interaction, press, [press.rest or ""])


async def run(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Move a run of cards to another column, as the single moves that it takes."""
    with understood():
        source, target, count = press.numbers()
    game = await seen_game(interaction, press)
    meant = source, target, count
    found = [each for each in family_of(game.rules).runs(game.state) if each.names == meant]
    if not found:
        raise UnknownButton
    await show_played(interaction, await _move(interaction, press, write_moves(game.rules, found[0].moves)))


async def follow(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Play the next move of a winning line, then show the rest of it."""
    game = await _move(interaction, press, press.rest or "")
    if game.over:
        await show_played(interaction, game)
        return
    await show_hint(interaction, game, Level.LINE, sure=True)


async def deal_one(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Deal one card."""
    await pick(interaction, press, ["d"])


async def deal_on(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Deal until a card brings a move."""
    game = await seen_game(interaction, press)
    forced = await _forced(interaction)
    await show_played(interaction, await services_of(interaction).play.deal_on(game, forced=forced))


async def redeal(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Gather what is left and lay it out again, or turn the waste over."""
    await pick(interaction, press, ["r"])


async def undo(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Take back the last move; a press that names how many has been told what that costs."""
    with understood():
        (number,) = press.numbers() if press.rest else [1]
    game = await seen_game(interaction, press)
    await show_undone(interaction, game, number, sure=press.rest is not None)


async def redo(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Play the move that was last taken back."""
    game = await seen_game(interaction, press)
    forced = await _forced(interaction)
    await show(interaction, await services_of(interaction).play.redo(game, forced=forced))


async def board(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Show the board as it stands now, and turn to its game."""
    game = await own_game(interaction, press)
    await services_of(interaction).play.turn_to(game)
    await show(interaction, game)


async def hint(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Think, then redraw the board with the hint under it: first a nudge, and more on the next press."""
    with understood():
        level = Level(press.rest or Level.NUDGE)
    game = await seen_game(interaction, press)
    await services_of(interaction).play.turn_to(game)
    await show_hint(interaction, game, level, sure=press.rest is not None)


async def check(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Think, then show the board and whether it can still be won."""
    game = await own_game(interaction, press)
    await services_of(interaction).play.turn_to(game)
    await show_check(interaction, game, sure=press.rest is not None)


async def type_moves(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Open the modal in which moves are typed."""
    await open_form(interaction, await seen_game(interaction, press))


async def correct_moves(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Open that modal with the refused moves, as read from the board, filled in."""
    await open_form(interaction, await seen_game(interaction, press), typed_on(interaction.message))


async def more(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Open the private panel with the rarely needed actions."""
    lookup = services_of(interaction).lookup
    game = await own_game(interaction, press)
    private = is_private(interaction, public=game.public)
    sealed, unaided = await lookup.keeps_code(game), await lookup.unaided(game)
    await tell(interaction, more_note(game, sealed=sealed, private=private, unaided=unaided))


async def resign(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Ask the player to confirm resigning."""
    services = services_of(interaction)
    game = await own_game(interaction, press)
    stands = await services.store.results.of(game.id) is not None
    asked = resign_note(game, sealed=await services.lookup.seals(game), stands=stands)
    await tell_in_place(interaction, asked)


async def resigned(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Resign, and show how the game ended."""
    await give_up(interaction, await seen_game(interaction, press))


@worded_as_board
async def show_played(interaction: Interaction, game: Game) -> None:
    """Show a game that was just played on, or given up."""
    if not game.over:  # the reply to its last move cannot wait until a solver is loaded
        services_of(interaction).threads.expect(game.rules)
    if game.kind is Kind.PUZZLE:
        await show(interaction, game, await news_of_try(interaction, game))
    else:
        await show(interaction, game, await news_of_end(interaction, game) if game.over else None)


async def give_up(interaction: Interaction, game: Game) -> None:
    """Give up a game, and show how it ended; of a puzzle, also which moves keep the win."""
    await show_played(interaction, await services_of(interaction).play.resign(game))


@worded_as_board
async def show_undone(interaction: Interaction, game: Game, number: int, *, sure: bool = False) -> None:
    """Take moves back and show the board; say first what that costs, as `show_hint` does."""
    asks = game.can_undo and not sure
    if asks and await _warned(interaction, game, cost_news(game, labels.UNDO, Help.UNDO, str(number))):
        return
    forced = await _forced(interaction)
    await show(interaction, await services_of(interaction).play.undo(game, number, forced=forced))


@worded_as_board
async def show_hint(interaction: Interaction, game: Game, level: Level, *, sure: bool = False) -> None:
    """Think, then show the board with the hint, and a button that tells more if there is more.

    Before the first help in a game that counts, only say what it costs, unless the player is `sure`.
    """
    if not sure and await _warned(
        interaction, game, cost_news(game, labels.hint_label(level), Help.HINT, level)
    ):
        return
    if game.kind is Kind.PUZZLE:
        await give_up(interaction, game)
        return
    await think(interaction, public=game.public)
    lack = services_of(interaction).preparation.lacking(game.rules)
    found = await services_of(interaction).hints.hint(game)
    await services_of(interaction).store.games.help(game.id, Help.HINT)
    sealed = await services_of(interaction).lookup.seals(game)
    await _show_if_current(interaction, game, hint_news(found, level, lack, sealed=sealed))


@worded_as_board
async def show_check(interaction: Interaction, game: Game, *, sure: bool = False) -> None:
    """Think, then show the board and whether it can be won; raise NothingToCheck at once if it is over.

    Say first what that costs, as `show_hint` does.
    """
    services_of(interaction).checks.ensure_in_play(game)
    if not sure and await _warned(interaction, game, cost_news(game, labels.CHECK, Help.CHECK)):
        return
    if game.kind is Kind.PUZZLE:
        await give_up(interaction, game)
        return
    await think(interaction, public=game.public)
    lack = services_of(interaction).preparation.lacking(game.rules)
    found = await services_of(interaction).checks.check(game)
    await services_of(interaction).store.games.help(game.id, Help.CHECK)
    await _show_if_current(interaction, game, check_news(found, lack))


async def play_typed(interaction: Interaction, game: Game, typed: str) -> None:
    """Play typed moves; if the rules refuse them, show the reason under the player's own board.

    A public board stays as it is: its player is told in private.
    """
    services = services_of(interaction)
    if game.over:  # its hidden cards may still be others' secret: they are not even read
        raise GameOver(game)
    try:
        line = await asyncio.to_thread(in_notation, game.session, typed)
        played = await services.play.move(game, line)
    except Refusal:
        raise
    except GameError as error:
        # While a long line was read, another press may have been played.
        game = await services.lookup.as_seen(game.seat.owner, game.seen)
        if game.public:
            raise
        await show(interaction, game, refused_news(refusal_text(error), typed))
        return
    await show_played(interaction, played)


async def open_form(interaction: Interaction, game: Game, typed: str = "") -> None:
    """Open the modal in which moves are typed, with what was typed before filled in; raise GameOver."""
    if game.over:
        raise GameOver(game)
    modal = MovesModal(game, typed)
    modal.stop()
    await interaction.response.send_modal(modal)


async def _move(interaction: Interaction, press: Press, move: str) -> Game:
    """Play a move that was pressed; then play on while there is no choice, unless the player plays all."""
    game = await seen_game(interaction, press)
    forced = await _forced(interaction)
    return await services_of(interaction).play.move(game, move, forced=forced)


async def _forced(interaction: Interaction) -> Forced:
    """Return what is played for the user where there is no choice."""
    return (await services_of(interaction).settings.of(interaction.user.id)).forced


async def _warned(interaction: Interaction, game: Game, cost: News) -> bool:
    """Say what the first help in a game that counts costs; return False if this would not be that."""
    if not await services_of(interaction).lookup.unaided(game):
        return False
    await show(interaction, game, cost)
    return True


async def _show_if_current(interaction: Interaction, game: Game, news: News) -> None:
    current = await services_of(interaction).lookup.get(game.id)
    await show(interaction, current, news if current.version == game.version else None)
