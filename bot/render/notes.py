"""The wording of private notes about a game, and of what is said when its solver is not ready."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.render.language import _, commas, joined, n_
from bot.render.zones import in_time, plain_zone
from bot.service.kernels import Lack
from idle_year.engine.wording import sentence

if TYPE_CHECKING:  # the command line says when a solver is ready, but loads no database for it
    from bot.service.game import Game

BRING_BACK = sentence("-# Gone after a reload? Use /board.")
"""The footer of a board that Discord shows only until the client reloads."""
WATCHED = sentence("Others can watch this game, so it stays here: only private boards can move.")
DM_CLOSED = sentence(
    "Your direct messages are closed to me, so the game stays here: allow them in this server's privacy "
    "settings and press again."
)
HELP_COSTS = sentence("This counts as help 🛟: your result will rank below those without help.")
# Translators: "Start over" is a button
_START_OVER = sentence("**Start over** takes all your moves back.")
DM_FAILED = sentence(
    "Discord didn't take the board just now, so the game stays here: press again in a minute."
)


def hour_text(hour: int, zone: str) -> str:
    """Name an hour of a zone: `08:00 UTC`, `08:00 UTC+2`, `08:00 in Europe/Berlin`."""
    time, name = f"{hour:02}:00", plain_zone(zone)
    if name.startswith("UTC"):
        return f"{time} {name}"
    # Translators: an hour in a time zone: "08:00 in Europe/Berlin"
    return _("{time} in {zone}", time=time, zone=name)


def strangers_game(game: Game) -> str:
    """Say whose game it is."""
    owner = f"<@{game.seat.owner}>"
    return _(
        "This is {player}'s game of {game}; only its owner plays it.",
        player=owner,
        game=game.rules.name,
    )


def no_game_here(elsewhere: Sequence[Game]) -> str:
    """Say that a channel has no game of a player, and where the others are."""
    return _("You have no game in this channel. In play: {games}", games=list_of_games(elsewhere))


def list_of_games(games: Sequence[Game]) -> str:
    """Name games and where they are: `Accordion in <#7>, Bayan in direct messages`."""
    return commas(map(game_and_place, games))


def game_and_place(game: Game) -> str:
    """Name a game and say where it is: `Accordion in <#7>`, which Discord shows as a link to the channel."""
    name = game.rules.name
    if game.seat.guild is None:
        return _("{game} in direct messages", game=name)
    return _("{game} in {channel}", game=name, channel=f"<#{game.seat.channel}>")


def give_up_question(game: Game) -> str:
    """Ask the player to confirm giving up a puzzle."""
    return _("Give up this puzzle of {game}? You'll then see which moves keep the win.", game=game.rules.name)


def resign_question(game: Game, *, counts: bool, stands: bool) -> str:
    """Ask the player to confirm resigning.

    `counts` says that it is the one game of a daily that is not over, `stands` that it has a result already.
    """
    asked = n_(
        "Resign {game} after {n} move? You can't undo this.",
        "Resign {game} after {n} moves? You can't undo this.",
        len(game.session.moves),
        game=game.rules.name,
    )
    return joined(_lost(counts=counts, stands=stands), asked)


def _lost(*, counts: bool, stands: bool) -> str:
    """Say what comes of the result of a daily that is resigned; nothing of other games."""
    if stands:
        return _("Its result stays as it is.")
    return _("This daily counts: resigning it is a loss.") if counts else ""


def more_text(game: Game, goal: str, *, sealed: bool, unaided: bool) -> str:
    """Tell the goal of a game, and its code; that of a deal which others still play (`sealed`) is withheld.

    If the game is `unaided`, say what starting it over costs.
    """
    lines = [goal, *_code(game, sealed=sealed)]
    if unaided and game.can_start_over:
        lines.append(joined(_START_OVER, HELP_COSTS))
    return "\n".join(lines)


def _code(game: Game, *, sealed: bool) -> list[str]:
    """Return the line with the code of a deal; none while that must be kept secret."""
    if sealed or game.keeps_code or (game.session.hides and not game.over):
        return []
    return [_("{code} deals these cards to anyone: give it to `/deal` as the seed.", code=f"`{game.code}`")]


def moved_to_dm(game: Game, address: str) -> str:
    """Say where a game continues."""
    return _(
        "{game} has moved [to your direct messages]({address}), and its board stays there. "
        "It counts as if you played it here.",
        game=game.rules.name,
        address=address,
    )


def lack_text(lack: Lack) -> str:
    """Say why nothing better is known about a game, and when to ask again."""
    name = lack.rules.name
    if lack.ready is None:
        return _(
            "The solver of {game} can't be prepared on this bot's machine: a simpler search stands in.",
            game=name,
        )
    # Translators: Discord shows {when} as "in 2 minutes"
    return _(
        "The solver of {game} is still being prepared: ready {when}. Ask again then.",
        game=name,
        when=when_ready(lack),
    )


def when_ready(lack: Lack) -> str:
    """Return when a solver is ready, if anybody knows: `in 2 minutes`."""
    return "" if lack.ready is None else in_time(lack.ready)
