"""Why a player cannot do something now; each says it in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.errors import GameError

if TYPE_CHECKING:
    from bot.service.game import Game


class NoGame(GameError):  # noqa: N818  these are named as situations, like IllegalMove
    """The player has no game in the channel."""

    def __init__(self) -> None:
        super().__init__("You have no game here: deal one with /deal.")


class NoSuchGame(GameError):  # noqa: N818
    """No game has this id."""

    def __init__(self) -> None:
        super().__init__("This game is no longer kept: deal a new one with /deal.")


class SetAside(GameError):  # noqa: N818
    """A game cannot be read any more."""

    def __init__(
        self, reason: str = "This game can no longer be read, so it was set aside: deal a new one with /deal."
    ) -> None:
        super().__init__(reason)


class StillReading(GameError):  # noqa: N818
    """To play the moves of a saved game again takes long, or has to wait for others."""

    def __init__(self) -> None:
        super().__init__("This game takes a while to be read: try again in a minute.")


class _AboutGame(GameError):  # noqa: N818
    """Carries the game as it truly stands, so that it can be shown."""

    def __init__(self, game: Game, reason: str) -> None:
        super().__init__(reason)
        self.game = game


class NotYours(_AboutGame):
    """Someone else plays the game."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "This is someone else's game: deal your own with /deal.")


class Stale(_AboutGame):
    """The game has moved on since the player saw it; nothing was played."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "The board had changed, so nothing was played: this is how it stands now.")


class CutShort(_AboutGame):
    """A line of moves failed after it had turned up a card; what came before is played."""

    def __init__(self, game: Game, stopped: GameError) -> None:
        super().__init__(game, f"{stopped} What came before it is played: a card that was seen stays seen.")


class GameOver(_AboutGame):
    """The game has ended."""

    def __init__(self, game: Game, reason: str = "This game is over: deal a new one.") -> None:
        super().__init__(game, reason)


class AlreadyPlaying(_AboutGame):
    """The player has another game in play in the channel."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game, f"You are already playing {game.rules.name} here: finish it or resign it before the next."
        )
