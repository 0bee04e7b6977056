"""The wording of private notes about a game, and of what is said when its solver is not ready."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.engine.wording import counted
from bot.service.kernels import Lack

if TYPE_CHECKING:  # the command line says when a solver is ready, but loads no database for it
    from bot.service.game import Game

BRING_BACK = "-# Gone after a reload? /board brings it back."
"""The footer of a board that Discord shows only until the client reloads."""
WATCHED = "Others can watch this game, so it stays here: only private boards can move."
DM_CLOSED = (
    "Your direct messages are closed to me, so the game stays here: allow them in this server's privacy "
    "settings and press again."
)
_START_OVER = (
    "**Start over** takes all your moves back: this result will be assisted 🛟, and rank below those "
    "without help."
)
DM_FAILED = "Discord didn't take the board just now, so the game stays here: press again in a minute."


def hour_text(hour: int, zone: str) -> str:
    """Name an hour of a zone: `08:00 UTC`, `08:00 in Europe/Berlin`."""
    return f"{hour:02}:00 {'UTC' if zone == 'UTC' else 'in ' + zone.replace('_', ' ')}"


def strangers_game(game: Game) -> str:
    """Say whose game it is."""
    return f"This is <@{game.seat.owner}>'s game of {game.rules.name}; only its owner plays it."


def no_game_here(elsewhere: Sequence[Game]) -> str:
    """Say that a channel has no game of a player, and where the others are."""
    return f"You have no game in this channel. In play: {list_of_games(elsewhere)}"


def list_of_games(games: Sequence[Game]) -> str:
    """Name games and where they are: `Accordion in <#7>, Bayan in direct messages`."""
    return ", ".join(f"{game.rules.name} {place_of(game)}" for game in games)


def place_of(game: Game) -> str:
    """Say where a game is played: `in <#7>`, which Discord shows as a link to the channel."""
    return "in direct messages" if game.seat.guild is None else f"in <#{game.seat.channel}>"


def give_up_question(game: Game) -> str:
    """Ask the player to confirm giving up a puzzle."""
    return f"Give up this puzzle of {game.rules.name}? You'll then see which moves keep the win."


def resign_question(game: Game, *, counts: bool, stands: bool) -> str:
    """Ask the player to confirm resigning.

    `counts` says that it is the one game of a daily that is not over, `stands` that it has a result already.
    """
    lost = "This daily counts: resigning it is a loss. " if counts else ""
    if stands:
        lost = "Its result stays as it is. "
    moves = counted(len(game.session.moves), "move")
    return f"{lost}Resign {game.rules.name} after {moves}? You can't undo this."


def more_text(game: Game, *, sealed: bool, unaided: bool) -> str:
    """Name the game and its code; that of a deal which others still play (`sealed`) is withheld.

    If the game is `unaided`, say what starting it over costs.
    """
    cost = f"\n{_START_OVER}" if unaided and game.can_start_over else ""
    return f"**{game.rules.name}**{_code(game, sealed=sealed)}{cost}"


def _code(game: Game, *, sealed: bool) -> str:
    """Return the line with the code of a deal; none while that must be kept secret."""
    if sealed or game.keeps_code or (game.session.hides and not game.over):
        return ""
    return f"\n`{game.code}` deals these cards to anyone: give it to `/deal` as the seed."


def moved_to_dm(game: Game, address: str) -> str:
    """Say where a game continues."""
    return (
        f"{game.rules.name} has moved [to your direct messages]({address}), and its board stays there. "
        "It counts as if you played it here."
    )


def lack_text(lack: Lack) -> str:
    """Say why nothing better is known about a game, and when to ask again."""
    name = lack.rules.name
    if lack.ready is None:
        return f"The solver of {name} can't be prepared on this bot's machine: a simpler search stands in."
    return f"The solver of {name} is still being prepared: ready {when_ready(lack)}. Ask again then."


def when_ready(lack: Lack) -> str:
    """Return the moment as a relative timestamp, which Discord shows as `in 2 minutes`."""
    return "" if lack.ready is None else f"<t:{int(lack.ready.timestamp())}:R>"
