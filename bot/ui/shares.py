"""Share how a game went: score, help, time and squares, but neither cards nor moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.engine.errors import GameError
from bot.render.leaderboard import SIGNS, duration
from bot.render.style import Style
from bot.store import RESIGNED, Kind
from bot.ui.answers import tell
from bot.ui.board_title import occasion_of
from bot.ui.items import ButtonStyle, PressButton
from bot.ui.names import name_people
from bot.ui.notes import Note
from bot.ui.presses import Press
from bot.ui.services import services_of
from bot.ui.squares import a_square, counts_text, squares_in_words, squares_text
from bot.ui.styles import style_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.board import Occasion
    from bot.service.game import Game
    from bot.service.review import Light, Review
    from bot.store import Result
    from bot.ui.presses import Interaction

_PLAIN = Style()
_LONGEST_CODE = 45
"""As long as that of any deal which the bot has made up."""
_ON_ITS_WAY: set[int] = set()
"""Games whose results are being posted."""


class Shared(NamedTuple):
    """All that is told of a game."""

    game: Game
    result: Result
    review: Review | None
    """None while others still play the deal: it would tell them where the game was lost."""
    occasion: Occasion


async def preview(interaction: Interaction, game: Game) -> None:
    """Show the player, who must have been told to wait, what others would read, and a button for it."""
    shared = await _look_up(interaction, game)
    style = await style_for(interaction, interaction.user.id)
    post = PressButton("Post it here", Press(game.id, game.version, "shared"), style=ButtonStyle.primary)
    await tell(interaction, Note(share_text(shared, style), post))


async def share(interaction: Interaction, game: Game) -> None:
    """Post to the channel how a game went, and put a line in the place of the preview.

    Of several presses at once, one posts.
    """
    if game.id in _ON_ITS_WAY:
        await interaction.response.defer()
        return
    _ON_ITS_WAY.add(game.id)
    try:
        await _post(interaction, game)
    finally:
        _ON_ITS_WAY.discard(game.id)


async def _post(interaction: Interaction, game: Game) -> None:
    # Its button goes first: whoever presses again later, also after a restart, finds none.
    await interaction.response.edit_message(view=_stopped("Posting it here …"))
    told = share_text(await _look_up(interaction, game), _PLAIN)
    view = _stopped(told)
    await name_people(await interaction.followup.send(view=view, wait=True), view)
    await interaction.edit_original_response(view=_stopped("Posted here, for everybody to read."))


def _stopped(text: str) -> Note:
    note = Note(text)
    note.stop()
    return note


async def _look_up(interaction: Interaction, game: Game) -> Shared:
    services = services_of(interaction)
    if not game.over:
        raise GameError("This game is still in play: finish it, then share how it went.")
    result = await services.games.result(game)
    if result is None:
        raise GameError("There is nothing to share: no move of this game was played here.")
    occasion = await occasion_of(interaction, game, _PLAIN)
    return Shared(game, result, None if occasion.sealed else await services.reviews.review(game), occasion)


def share_text(shared: Shared, style: Style) -> str:
    """Return what others may read of a game, or its player's own preview of that."""
    lines = [
        f"**{_title(shared)}**",
        f"<@{shared.game.seat.owner}> · {_result_line(shared)}",
        *(_squares(shared.review.lights, style) if shared.review else []),
        *_code(shared),
    ]
    return style.say("\n".join(lines))


def _squares(lights: Sequence[Light], style: Style) -> list[str]:
    return [
        squares_in_words(lights) if style.spoken else squares_text(lights),
        f"-# {a_square(lights)} moves a square: {counts_text(lights, spoken=style.spoken)}",
    ]


def _title(shared: Shared) -> str:
    name, part_of = shared.game.rules.name, shared.occasion.title
    return f"{name} · {part_of}" if part_of else name


def _result_line(shared: Shared) -> str:
    """Return the result as `🏆 1 pile · clean · 9 min`."""
    game, result = shared.game, shared.result
    sign = SIGNS.get(game.outcome or "", "")
    worth = game.rules.score(game.state).headline
    ended = f"resigned at {worth}" if result.outcome == RESIGNED else f"{sign}{worth}"
    how = "practice" if result.kind == Kind.PRACTICE else "assisted" if result.assisted else "clean"
    return " · ".join([ended, how, duration(result.seconds)])


def _code(shared: Shared) -> list[str]:
    """Return the line with which anyone deals the same cards; none while the deal is sealed."""
    code = shared.game.code
    if shared.occasion.sealed or len(code) > _LONGEST_CODE:
        return []
    return [f"-# Play the same deal: `{code}`"]
