"""Watch a game that is over as a film."""

from __future__ import annotations

import io

import discord

from bot.render.board import texts_around
from bot.render.film import film as film_of
from bot.render.film import film_in_words, film_line
from bot.render.refusals import FILM_TOO_LARGE
from bot.service.errors import Sealed, Use
from bot.service.review import NotOver
from bot.store import Help
from bot.ui.answers import tell
from bot.ui.board import occasion_of
from bot.ui.components import Layout, attached
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services, own_game
from idle_year.engine.errors import GameError


async def film(services: Services, request: Request) -> Response:
    """Show a game that is over as a film, to its player alone."""
    game, style = await own_game(services, request), request.style
    if not game.over:
        raise NotOver
    occasion = await occasion_of(services, game, style)
    if occasion.sealed:
        raise Sealed(Use.FILM)
    drawn = await services.threads.apart(request.player, film_of, game.session, style.two_colours)
    if len(drawn) > request.most_bytes:
        raise GameError(FILM_TOO_LARGE)
    # The game may be taken up again with Undo, by a player who has now watched it.
    await services.store.games.help(game.id, Help.CHECK)
    above, _ = texts_around(game.session, style, resigned=game.resigned, occasion=occasion)
    file = discord.File(io.BytesIO(drawn), f"{game.rules.id}.gif")
    shown = attached(file.filename, film_in_words(game.session))
    return tell(services, Layout(above, shown, film_line(game.session)), [file])
